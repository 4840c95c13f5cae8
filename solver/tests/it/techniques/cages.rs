//! What single cages leave their cells, against all ways to fill them.

use super::shapes::outcomes;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Network, Store, Value, Var};

const TECHNIQUES: [&str; 5] =
    ["cage-one-combination", "cage-combinations-2", "cage-combinations-3", "cage-combinations-4", "cage-permutations"];

/// The candidates of each cell that a filling with different values of this total has.
fn fillings(domains: &[Domain], total: u32) -> Vec<Domain> {
    fn go(domains: &[Domain], total: u32, chosen: &mut Vec<Value>, left: &mut [Domain]) {
        if chosen.len() == domains.len() {
            if chosen.iter().map(|&v| u32::from(v)).sum::<u32>() == total {
                chosen.iter().zip(left).for_each(|(&v, d)| *d = d.with(v));
            }
            return;
        }
        for value in domains[chosen.len()].iter() {
            if !chosen.contains(&value) {
                chosen.push(value);
                go(domains, total, chosen, left);
                chosen.pop();
            }
        }
    }
    let mut left = vec![Domain::EMPTY; domains.len()];
    go(domains, total, &mut Vec::new(), &mut left);
    left
}

/// Nothing that a filling has is struck, and when the techniques are at their end, nothing else is
/// left.
#[test]
fn cages_keep_exactly_what_fills_them() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut told = [0; TECHNIQUES.len()];
    for round in 0..600 {
        let cells = 2 + round % 4;
        let mut net = Network::with_vars(cells, Domain::range(1, 7));
        let total = (1..=7).map(|v| if rng.next_u32() % 7 < cells as u32 { v } else { 0 }).sum::<u32>().max(1);
        let vars = net.vars().collect();
        net.add(RuleSpec::Cage { vars, total }).unwrap();
        let mut domains: Vec<Domain> =
            (0..cells).map(|_| (1..=7).filter(|_| rng.next_u32() % 256 < 170).collect::<Domain>()).collect();
        let want = fillings(&domains, total);
        if want.iter().any(|d| d.is_empty()) {
            continue;
        }
        loop {
            let at = Store::from_domains(&net, domains.clone());
            let steps: Vec<_> = TECHNIQUES.iter().map(|id| outcomes(&at, id)).collect();
            for (n, found) in told.iter_mut().zip(&steps) {
                *n += found.len();
            }
            let before = domains.clone();
            for removal in steps.iter().flatten().flatten() {
                let Var(cell) = removal.var;
                let d = &mut domains[cell as usize];
                assert!((removal.values & want[cell as usize]).is_empty(), "{before:?} make {total}: {steps:?}");
                *d = d.minus(removal.values);
            }
            if domains == before {
                break;
            }
        }
        assert_eq!(domains, want, "what is left of a cage of {total}");
    }
    assert!(told.iter().all(|&n| n > 10), "{told:?}");
}
