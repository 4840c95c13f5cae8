//! Speed of exact reading, and its agreement with the plain reference.
//!
//! * `reading speed [SEED] [FROM] [coloured|grey]`: positions of greedy self-play, rounds 1 to 5,
//!   by tiles on the table, on the coloured or the grey wall: exact best and second best; processor
//!   time p50, p90, p99, gaps, positions a second.
//! * `reading agree [TWO] [MORE] [SEED]`: values of all moves against [`plain`] on so many
//!   positions of at most 6 tiles, all policies, both walls. Ends with code 1 on a difference.

use crate::cpu;
use tesuji_azul::read::{Reader, Want, canonical, plain};
use tesuji_azul::{Phase, Policy, Rng, State, WallKind, sub_seed};
use tesuji_solver::Limits;

/// A position with `tiles` tiles on the table (each number as often as it comes up), in a round of
/// 1 to 5, of a game of this policy.
fn position(players: usize, kind: WallKind, policy: Policy, tiles: std::ops::RangeInclusive<u32>, seed: u64) -> State {
    for attempt in 0.. {
        let mut rng = Rng::new(sub_seed(seed, attempt));
        let mut state = State::deal(players, kind, &mut rng);
        let round = 1 + rng.below(5);
        let wanted = tiles.start() + rng.below(tiles.end() - tiles.start() + 1);
        while state.round() <= round {
            match state.phase() {
                Phase::Drafting if state.round() == round && state.tiles_on_table() == wanted => return state,
                Phase::Drafting => {
                    if let Some(mv) = policy.choose(&state, &mut rng) {
                        let _ = state.play(mv);
                    }
                }
                Phase::Tiling => {
                    let _ = state.end_round(&mut rng);
                }
                Phase::Over | Phase::Stalled => break,
            }
        }
    }
    unreachable!("attempts do not end")
}

fn speed(seed: u64, most: u64, kind: WallKind) {
    let mut reader = Reader::new();
    for (tiles, n) in [(1..=6, 200), (7..=9, 200), (10..=11, 200), (12..=13, 200), (14..=16, 40)] {
        if u64::from(*tiles.start()) < most {
            continue;
        }
        let (mut times, mut gaps, mut nodes, mut spent) = (Vec::new(), Vec::new(), 0u64, 0.0);
        let mut each = Vec::new();
        for i in 0..n {
            let state = position(2, kind, Policy::Greedy, tiles.clone(), sub_seed(seed, i));
            // The clock ticks in milliseconds: short readings are repeated.
            let (start, mut times_read) = (cpu(), 0.0);
            let mut reading = reader.read(&state, Want::Second, &Limits::default());
            loop {
                times_read += 1.0;
                if cpu() - start >= 0.03 || times_read >= 2_000.0 {
                    break;
                }
                reading = reader.read(&state, Want::Second, &Limits::default());
            }
            let time = (cpu() - start) / times_read;
            times.push(time * 1e3);
            nodes += reading.nodes;
            each.push(reading.nodes);
            spent += time;
            gaps.extend(reading.gap());
        }
        times.sort_by(f64::total_cmp);
        each.sort_unstable();
        gaps.sort_unstable();
        let at = |p: f64| times[((times.len() - 1) as f64 * p) as usize];
        let gap = |p: f64| f64::from(gaps[((gaps.len() - 1) as f64 * p) as usize]) / 10.0;
        println!(
            "{tiles:?} tiles, {n} positions: p50 {:.3} p90 {:.3} p99 {:.3} max {:.1} ms; gap p10 {} p50 {} p90 {}, {:.0}% 0, {:.0}% >= 2; {:.2} M positions/s, {} positions p50",
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0),
            gap(0.1),
            gap(0.5),
            gap(0.9),
            100.0 * gaps.iter().filter(|&&g| g == 0).count() as f64 / gaps.len() as f64,
            100.0 * gaps.iter().filter(|&&g| g >= 20).count() as f64 / gaps.len() as f64,
            nodes as f64 / spent / 1e6,
            each[each.len() / 2],
        );
    }
}

fn agree(two: u64, more: u64, seed: u64) -> u64 {
    let policies = [Policy::Random, Policy::Greedy, Policy::Mixed(500_000), Policy::Strong];
    let kinds = [WallKind::Coloured, WallKind::Grey];
    let mut reader = Reader::new();
    let (mut wrong, mut skipped, mut visited) = (0, 0, 0);
    for i in 0..two + more {
        let players = if i < two { 2 } else { 3 + (i % 2) as usize };
        let (policy, kind) = (policies[(i / 2 % 4) as usize], kinds[(i / 8 % 2) as usize]);
        let state = position(players, kind, policy, 1..=6, sub_seed(seed, i));
        let Some((values, nodes)) = plain::values(&state, 20_000_000) else {
            skipped += 1;
            continue;
        };
        visited += nodes;
        let turn = state.turn();
        let best = values.iter().map(|v| v.1[turn]).max();
        for want in [Want::All, Want::Near(5), Want::Second, Want::Best] {
            let reading = reader.read(&state, want, &Limits::default());
            let fits = values.iter().all(|(mv, value)| {
                reading
                    .of(&state, *mv)
                    .is_some_and(|m| if m.exact { m.value == value[turn] } else { m.value >= value[turn] })
            });
            let mut distinct: Vec<i32> =
                values.iter().filter(|v| canonical(&state, v.0) == v.0).map(|v| v.1[turn]).collect();
            distinct.sort_unstable_by(|a, b| b.cmp(a));
            let gap = (distinct.len() > 1).then(|| distinct[0] - distinct[1]);
            let near = distinct.iter().filter(|&&v| v >= distinct[0] - 5).count();
            let enough = match want {
                Want::All => reading.moves.iter().all(|m| m.exact) && reading.moves.len() == distinct.len(),
                Want::Near(_) => reading.moves.iter().filter(|m| m.exact && m.value >= distinct[0] - 5).count() == near,
                Want::Second => reading.gap() == gap,
                Want::Best => true,
            };
            if !fits || !enough || reading.best().map(|m| m.value) != best {
                println!("differs: {want:?} {policy} {state}");
                wrong += 1;
            }
        }
    }
    println!(
        "{two} two-player and {more} three- and four-player positions, {wrong} differ, {skipped} too large for the reference; it visited {visited} positions"
    );
    wrong
}

/// Speed of exact reading, and its agreement with the plain reference.
#[derive(clap::Subcommand)]
pub enum Args {
    /// Positions of greedy self-play, by tiles on the table
    Speed {
        /// Seed of the games
        #[arg(default_value_t = 1)]
        seed: u64,
        /// Least number of tiles on the table
        #[arg(default_value_t = 0)]
        from: u64,
        /// The coloured or the grey wall
        #[arg(default_value = "coloured", value_parser = ["coloured", "grey"])]
        wall: String,
    },
    /// Values of all moves against the plain reference
    Agree {
        /// Positions of two players
        #[arg(default_value_t = 8_000)]
        two: u64,
        /// Positions of more
        #[arg(default_value_t = 1_000)]
        more: u64,
        /// Seed of the games
        #[arg(default_value_t = 1)]
        seed: u64,
    },
}

/// Runs it.
pub fn run(args: Args) -> std::process::ExitCode {
    match args {
        Args::Agree { two, more, seed } => return u8::from(agree(two, more, seed) > 0).into(),
        Args::Speed { seed, from, wall } => {
            speed(seed, from, if wall == "grey" { WallKind::Grey } else { WallKind::Coloured });
        }
    }
    std::process::ExitCode::SUCCESS
}
