//! Small networks for tests.

use crate::rules::RuleSpec;
use crate::{Domain, Network, Var};
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;

/// A latin square, with boxes if given as height and width.
pub(crate) fn latin(n: u8, boxes: Option<(u32, u32)>) -> Network {
    let n32 = u32::from(n);
    let mut net = Network::with_vars((n32 * n32) as usize, Domain::range(1, n));
    let mut add = |vars: Vec<Var>| {
        net.add(RuleSpec::AllDifferent { vars }).unwrap();
    };
    for i in 0..n32 {
        add((0..n32).map(|j| Var(i * n32 + j)).collect());
        add((0..n32).map(|j| Var(j * n32 + i)).collect());
    }
    if let Some((h, w)) = boxes {
        for b in 0..n32 {
            let (r0, c0) = (b / h * h, b % h * w);
            add((0..n32).map(|i| Var((r0 + i / w) * n32 + c0 + i % w)).collect());
        }
    }
    net
}

/// Domains that keep the values of a hidden solution and a random part of the others.
pub(crate) fn sparse(net: &Network, solution: &[u8], keep_of_256: u32, rng: &mut ChaCha8Rng) -> Vec<Domain> {
    let some = |d: Domain, own: u8, rng: &mut ChaCha8Rng| {
        d.iter().filter(|&v| v == own || rng.next_u32() % 256 < keep_of_256).collect::<Domain>()
    };
    net.domains().iter().zip(solution).map(|(&d, &own)| some(d, own, rng)).collect()
}

/// A cyclic latin square, with boxes' rows taken in the order that keeps boxes valid.
pub(crate) fn pattern(n: u32, boxes: Option<(u32, u32)>) -> Vec<u8> {
    let w = boxes.map_or(1, |(_, w)| w);
    let shift = |r: u32| boxes.map_or(r, |(h, _)| r % h * w + r / h);
    (0..n * n).map(|i| ((i % n + shift(i / n)) % n + 1) as u8).collect()
}
