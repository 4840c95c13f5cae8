//! Scenario generation: speed and determinism.
//!
//! * `scenarios speed [N]`: microseconds a scenario by players and stages, greedy self-play,
//!   default filters.
//! * `scenarios digest [N] [SEED]`: N scenarios over stages, round stages, players, walls, policies
//!   and types; prints a hash of their bytes, and counts those whose labels a recount contradicts.

use clap::Parser;
use std::time::Instant;
use tesuji_azul::scenario::{GameStage, Kind, Params, RoundStage, Sampler, filter, game_stage, kinds, round_stage};
use tesuji_azul::{Phase, Policy, WallKind, sub_seed};
use tesuji_solver::Limits;

fn speed(n: u64) {
    for players in 2..=4 {
        for stage in GameStage::ALL {
            for round in RoundStage::ALL {
                let mut sampler = Sampler::new();
                let mut times = Vec::new();
                let mut attempts = 0;
                for seed in 0..n {
                    let (game_stage, round_stage) = (Some(stage), Some(round));
                    let params =
                        Params { players, game_stage, round_stage, seed: sub_seed(9, seed), ..Params::default() };
                    let start = Instant::now();
                    let (scenario, tries) = sampler.generate(&params);
                    times.push(start.elapsed().as_secs_f64() * 1e3);
                    assert!(scenario.is_some(), "{tries:?}");
                    attempts += tries.attempts;
                }
                times.sort_by(f64::total_cmp);
                let at = |p: f64| times[((times.len() - 1) as f64 * p) as usize];
                println!(
                    "{players}p {}/{}: p50 {:.4} p90 {:.4} p99 {:.4} max {:.3} ms; {:.2} games each",
                    stage.name(),
                    round.name(),
                    at(0.5),
                    at(0.9),
                    at(0.99),
                    at(1.0),
                    attempts as f64 / n as f64
                );
            }
        }
    }
}

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
fn fnv(hash: u64, text: &str) -> u64 {
    text.bytes().fold(hash, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

fn digest(n: u64, seed: u64) {
    let policies = [Policy::Greedy, Policy::Random, Policy::Mixed(700_000), Policy::Strong];
    let (mut hash, mut made, mut wrong) = (0xcbf2_9ce4_8422_2325, 0u64, 0u64);
    let mut sampler = Sampler::new();
    for i in 0..n {
        let typed = i % 20 == 19;
        let players = if typed { 2 } else { 2 + (i % 3) as usize };
        let params = Params {
            players,
            wall: if i / 3 % 4 == 3 { WallKind::Grey } else { WallKind::Coloured },
            game_stage: Some(GameStage::ALL[(i / 12 % 3) as usize]),
            round_stage: Some(if typed { RoundStage::End } else { RoundStage::ALL[(i / 36 % 3) as usize] }),
            policy: policies[(i / 108 % 4) as usize],
            kinds: if typed { vec![Kind::ALL[(i / 20 % 9) as usize]] } else { Vec::new() },
            seed: sub_seed(seed, i),
            attempts: 200,
            max_rounds: 30,
            strict: !typed,
            ..Params::default()
        };
        let (scenario, tries) = sampler.generate(&params);
        let text = match &scenario {
            Some(s) => format!("{} {} {:?} {}", s.state, s.attempt, s.kinds, s.quality),
            None => format!("{tries:?}"),
        };
        hash = fnv(hash, &text);
        let Some(s) = scenario else { continue };
        made += 1;
        let labels =
            Some(game_stage(&s.state).0) == params.game_stage && Some(round_stage(&s.state)) == params.round_stage;
        let fine = s.state.conserves()
            && s.state.phase() == Phase::Drafting
            && s.state.setup().flaws().is_empty()
            && tesuji_azul::text::parse(&s.state.to_string()) == Ok(s.state)
            && (!s.filters_passed || filter(&s.state, &params.filter).is_ok());
        let typed = match &s.reading {
            Some(reading) if s.filters_passed => {
                let all = kinds(&s.state, reading, &mut Default::default(), &Limits::default());
                all.is_some_and(|all| params.kinds.iter().all(|k| all.contains(k)))
            }
            _ => true,
        };
        wrong += u64::from(!labels || !fine || !typed);
    }
    println!("{n} asked for, {made} made, {wrong} wrong; digest {hash:016x}");
}

/// Scenario generation: speed and determinism.
#[derive(Parser)]
enum Args {
    /// Microseconds a scenario
    Speed {
        /// Scenarios of each kind
        #[arg(default_value_t = 2_000)]
        n: u64,
    },
    /// A hash of the bytes of scenarios, and a recount of their labels
    Digest {
        /// Scenarios
        #[arg(default_value_t = 10_000)]
        n: u64,
        /// Their seed
        #[arg(default_value_t = 1)]
        seed: u64,
    },
}

fn main() {
    match Args::parse() {
        Args::Digest { n, seed } => digest(n, seed),
        Args::Speed { n } => speed(n),
    }
}
