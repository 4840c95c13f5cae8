//! Two policies against each other on two seats, changing seats: `strength [GAMES] [A] [B] [SEED]`.

use clap::Parser;
use std::str::FromStr;
use tesuji_azul::{Policy, Rng, State, WallKind, play_out, sub_seed};

/// Two policies against each other on two seats.
#[derive(Parser)]
struct Args {
    /// Games
    #[arg(default_value_t = 1_000)]
    games: u64,
    /// The one policy
    #[arg(default_value = "strong", value_parser = Policy::from_str)]
    a: Policy,
    /// The other one
    #[arg(default_value = "greedy", value_parser = Policy::from_str)]
    b: Policy,
    /// Seed of the games
    #[arg(default_value_t = 1)]
    seed: u64,
}

fn main() {
    let Args { games, a, b, seed } = Args::parse();
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
