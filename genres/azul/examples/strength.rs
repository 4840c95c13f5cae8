//! Two policies against each other on two seats, changing seats: `strength [GAMES] [A] [B] [SEED]`.

use std::str::FromStr;
use tesuji_azul::{Policy, Rng, State, WallKind, play_out, sub_seed};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| args.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let policy = |i: usize, default| args.get(i).map_or(Ok(default), |a| Policy::from_str(a));
    let (games, seed) = (number(0, 1_000), number(3, 1));
    let (a, b) = match (policy(1, Policy::Strong), policy(2, Policy::Greedy)) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(e), _) | (_, Err(e)) => return eprintln!("{e}"),
    };
    let (mut won, mut shared, mut points) = (0u64, 0u64, [0u64; 2]);
    for game in 0..games {
        let mut rng = Rng::new(sub_seed(seed, game));
        let mut state = State::deal(2, WallKind::Coloured, &mut rng);
        // Each seat in every other game.
        let seat = (game % 2) as usize;
        let policies = if seat == 0 { [a, b] } else { [b, a] };
        play_out(&mut state, &policies, &mut rng);
        points[0] += u64::from(state.board(seat).score());
        points[1] += u64::from(state.board(1 - seat).score());
        match state.ranking().as_deref() {
            Some([first, ..]) if first.len() > 1 => shared += 1,
            Some([first, ..]) if first.contains(&seat) => won += 1,
            _ => {}
        }
    }
    let mean = points.map(|p| p as f64 / games as f64);
    println!(
        "{a} against {b}: {won} won, {shared} shared of {games} ({:.1}%); {:.1} to {:.1} points",
        100.0 * (won as f64 + shared as f64 / 2.0) / games as f64,
        mean[0],
        mean[1]
    );
}
