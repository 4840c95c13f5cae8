//! Statistics and speed of self-play: `selfplay [GAMES] [SEED]`.
//!
//! For each player count and policy: mean score by seat with its standard error, rounds, plies,
//! share of wins, stalled games, and games a second of processor time (Linux; else of wall-clock
//! time).

use crate::cpu;
use tesuji_azul::{Phase, Policy, Rng, State, WallKind, play_out, sub_seed};

/// Statistics and speed of self-play.
#[derive(clap::Args)]
pub struct Args {
    /// Games of each kind
    #[arg(default_value_t = 20_000)]
    games: u64,
    /// Seed of the games
    #[arg(default_value_t = 1)]
    seed: u64,
}

/// Runs it.
pub fn run(args: Args) {
    let Args { games, seed } = args;
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
