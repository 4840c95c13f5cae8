//! Statistics and speed of self-play: `selfplay [GAMES] [SEED]`.
//!
//! For each player count and policy: mean score by seat with its standard error, rounds, plies,
//! share of wins, stalled games, and games a second of processor time (Linux; else of wall-clock
//! time).

use clap::Parser;
use tesuji_azul::{Phase, Policy, Rng, State, WallKind, play_out, sub_seed};

/// Processor time of this process in seconds.
fn cpu() -> f64 {
    let ticks = std::fs::read_to_string("/proc/self/schedstat").ok();
    let ns = ticks.and_then(|t| t.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()));
    match ns {
        Some(ns) => ns / 1e9,
        None => std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64()),
    }
}

/// Statistics and speed of self-play.
#[derive(Parser)]
struct Args {
    /// Games of each kind
    #[arg(default_value_t = 20_000)]
    games: u64,
    /// Seed of the games
    #[arg(default_value_t = 1)]
    seed: u64,
}

fn main() {
    let Args { games, seed } = Args::parse();
    let kinds = [WallKind::Coloured, WallKind::Grey];
    for (kind, players, policy) in kinds
        .into_iter()
        .flat_map(|k| [Policy::Random, Policy::Greedy].into_iter().flat_map(move |p| (2..=4).map(move |n| (k, n, p))))
    {
        let (mut sum, mut squares, mut wins) = ([0.0; 4], [0.0; 4], [0.0; 4]);
        let (mut rounds, mut rounds2, mut plies, mut plies2, mut stalled) = (0.0, 0.0, 0.0, 0.0, 0u64);
        let start = cpu();
        for game in 0..games {
            let mut rng = Rng::new(sub_seed(seed, game));
            let mut state = State::deal(players, kind, &mut rng);
            let n = f64::from(play_out(&mut state, &[policy], &mut rng));
            stalled += u64::from(state.phase() == Phase::Stalled);
            for (p, board) in state.boards().iter().enumerate() {
                let score = f64::from(board.score());
                sum[p] += score;
                squares[p] += score * score;
            }
            let first = state.ranking().and_then(|r| r.into_iter().next()).unwrap_or_default();
            for &p in &first {
                wins[p] += 1.0 / first.len() as f64;
            }
            let r = f64::from(state.round());
            (rounds, rounds2, plies, plies2) = (rounds + r, rounds2 + r * r, plies + n, plies2 + n * n);
        }
        let spent = cpu() - start;
        let g = games as f64;
        let mean = |s: f64, q: f64| {
            let m = s / g;
            format!("{m:.3}±{:.3}", ((q / g - m * m).max(0.0) / g).sqrt())
        };
        let scores: Vec<String> = (0..players).map(|p| mean(sum[p], squares[p])).collect();
        let wins: Vec<String> = (0..players).map(|p| format!("{:.1}%", 100.0 * wins[p] / g)).collect();
        println!(
            "{kind:?} {players}p {policy}: {:.0} games/s; scores {}; wins {}; rounds {}; plies {}; {stalled} stalled",
            g / spent,
            scores.join(" "),
            wins.join(" "),
            mean(rounds, rounds2),
            mean(plies, plies2),
        );
    }
}
