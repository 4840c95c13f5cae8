//! Same seed, same bytes: a hash over scenarios of all stages, players, walls and policies. A
//! change here is a change of what seeds mean, and must be meant.

use tesuji_azul::scenario::{Params, Sampler};
use tesuji_azul::{GameStage, Policy, RoundStage, WallKind, sub_seed};

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
fn fnv(hash: u64, text: &str) -> u64 {
    text.bytes().fold(hash, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

fn digest(seeds: std::ops::Range<u64>) -> u64 {
    let policies = [Policy::Greedy, Policy::Random, Policy::Mixed(700_000)];
    let mut sampler = Sampler::new();
    seeds.fold(0xcbf2_9ce4_8422_2325, |hash, i| {
        let params = Params {
            players: 2 + (i % 3) as usize,
            wall: if i % 4 == 3 { WallKind::Grey } else { WallKind::Coloured },
            game_stage: Some(GameStage::ALL[(i / 3 % 3) as usize]),
            round_stage: Some(RoundStage::ALL[(i / 9 % 3) as usize]),
            policy: policies[(i / 27 % 3) as usize],
            seed: sub_seed(5, i),
            ..Params::default()
        };
        match sampler.generate(&params) {
            (Some(s), _) => fnv(hash, &format!("{} {} {}\n", s.state, s.attempt, s.quality)),
            (None, tries) => fnv(hash, &format!("{tries:?}\n")),
        }
    })
}

#[test]
fn the_same_seeds_give_the_same_bytes() {
    assert_eq!(format!("{:016x}", digest(0..81)), "dd720b9da281860c");
    // On another thread too, and in another order of use.
    let both = std::thread::scope(|s| {
        let a = s.spawn(|| digest(0..40));
        let b = s.spawn(|| digest(0..40));
        (a.join().unwrap(), b.join().unwrap())
    });
    assert_eq!(both.0, both.1);
}
