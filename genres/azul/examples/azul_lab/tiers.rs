//! The scores of the population that the tiers divide, and how often each type occurs: `tiers [N]
//! [SEED]`.
//!
//! N two-player scenarios (coloured wall, greedy self-play, default filters), evenly over early,
//! mid and late and over the middle and the end of the round.

use std::collections::BTreeMap;
use tesuji_azul::grade::figures;
use tesuji_azul::read::Reader;
use tesuji_azul::scenario::{GameStage, Params, RoundStage, Sampler, kinds};
use tesuji_azul::sub_seed;
use tesuji_solver::Limits;

/// The scores of the population that the tiers divide.
#[derive(clap::Args)]
pub struct Args {
    /// Scenarios
    #[arg(default_value_t = 3_000)]
    n: u64,
    /// Their seed
    #[arg(default_value_t = 1)]
    seed: u64,
}

/// Runs it.
pub fn run(args: Args) {
    let Args { n, seed } = args;
    let (mut sampler, mut reader) = (Sampler::new(), Reader::new());
    let (mut scores, mut depths, mut gaps, mut near, mut regrets) = (vec![], vec![], vec![], vec![], vec![]);
    let mut shown: BTreeMap<(&str, &str), [u64; 2]> = BTreeMap::new();
    let mut unread = 0;
    for i in 0..n {
        let round = [RoundStage::Mid, RoundStage::End][(i % 2) as usize];
        let game = GameStage::ALL[(i / 2 % 3) as usize];
        let params =
            Params { game_stage: Some(game), round_stage: Some(round), seed: sub_seed(seed, i), ..Params::default() };
        let Some(scenario) = sampler.generate(&params).0 else { continue };
        let limits = Limits::default().with_nodes(30_000_000);
        let Ok(f) = figures(&scenario.state, None, &mut reader, &limits) else {
            unread += 1;
            continue;
        };
        scores.push(f.score());
        depths.push(f.depth);
        near.push(f.near);
        regrets.push(f.greedy_regret.max(0) as u32);
        gaps.extend(f.gap.map(|g| g as u32));
        for kind in kinds(&scenario.state, &f.reading, &mut reader, &limits).unwrap_or_default() {
            shown.entry((kind.name(), game.name())).or_default()[(i % 2) as usize] += 1;
        }
    }
    for (name, list) in [
        ("score", &mut scores),
        ("depth", &mut depths),
        ("near-best moves", &mut near),
        ("gap (tenths)", &mut gaps),
        ("greedy regret (tenths)", &mut regrets),
    ] {
        list.sort_unstable();
        let at = |p: usize| list.get(list.len() * p / 60).or(list.last()).copied().unwrap_or(0);
        println!("{name}: sixths {:?}; p10 {} p50 {} p90 {}", [10, 20, 30, 40, 50].map(at), at(6), at(30), at(54));
    }
    println!("{} positions, {unread} not read", scores.len());
    for ((kind, game), [mid, end]) in shown {
        println!("{kind} {game}: {mid} mid, {end} end of {} each", n / 6);
    }
}
