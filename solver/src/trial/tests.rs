//! Trial depth against a plain recursion over `propagate`, on random networks.

use super::fixtures::{latin, pattern, sparse};
use super::{Outcome, trial_depth};
use crate::rules::RuleSpec;
use crate::{Domain, Limits, Literal, Store, Var, propagate};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// T&E(k) as plainly as possible: clones, rule calls, no order, no memory.
fn plain(at: &mut Store<'_>, k: u8) -> Result<(), ()> {
    propagate::propagate(at).map_err(|_| ())?;
    if k == 0 {
        return Ok(());
    }
    loop {
        plain(at, k - 1)?;
        let mut bad = None;
        'all: for var in at.network().vars() {
            if at.domain(var).is_single() {
                continue;
            }
            for value in at.domain(var).iter() {
                let mut child = at.clone();
                if child.assign(Literal { var, value }).is_err() || plain(&mut child, k - 1).is_err() {
                    bad = Some(Literal { var, value });
                    break 'all;
                }
            }
        }
        let Some(l) = bad else { return Ok(()) };
        at.remove(l.var, Domain::single(l.value)).map_err(|_| ())?;
    }
}

#[test]
fn agrees_with_the_plain_recursion() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut depths, mut open) = ([0; 4], 0);
    for (n, boxes, rounds) in [(4, None, 40), (4, Some((2, 2)), 40), (6, Some((2, 3)), 24)] {
        let mut net = latin(n, boxes);
        let solution = pattern(u32::from(n), boxes);
        assert!(net.holds(&solution), "the pattern is a solution");
        for round in 0..rounds {
            if round == rounds / 2 {
                // The second half has an inequality as well, which runs through `prune`.
                let (a, b) = (Var(0), Var(u32::from(n) + 1));
                let (below, above) = if solution[0] < solution[b.index()] { (a, b) } else { (b, a) };
                if solution[0] != solution[b.index()] {
                    net.add(RuleSpec::Inequality { below, above }).unwrap();
                }
            }
            let domains = sparse(&net, &solution, if n == 6 { 120 } else { 160 }, &mut rng);
            let max = if n == 6 { 1 } else { 2 };
            let ours = trial_depth(&net, &domains, max, &Limits::default());
            let mut expected = Outcome::Beyond;
            let mut at = Store::from_domains(&net, domains.clone());
            for k in 0..=max {
                at = Store::from_domains(&net, domains.clone());
                if plain(&mut at, k).is_err() {
                    expected = Outcome::Contradiction(k);
                    break;
                }
                if at.is_solved() {
                    expected = Outcome::Depth(k);
                    break;
                }
            }
            assert_eq!(ours.outcome, expected, "{n} {domains:?}");
            match expected {
                Outcome::Depth(k) => depths[k as usize] += 1,
                Outcome::Beyond => {
                    open += 1;
                    assert_eq!(ours.domains, at.domains(), "{n} {domains:?}");
                }
                _ => {}
            }
        }
    }
    assert!(depths[0] > 3 && depths[1] > 3 && open > 3, "all kinds met: {depths:?} {open}");
}

#[test]
fn limits_end_it_and_say_so() {
    let net = latin(6, Some((2, 3)));
    let found = trial_depth(&net, net.domains(), 2, &Limits::default().with_nodes(10));
    assert_eq!(found.outcome, Outcome::GaveUp(1));
    assert_eq!(found.stop, crate::Stop::Nodes);
    assert!(found.trials <= 10);
}

#[test]
fn contradictions_are_told_from_open_puzzles() {
    let net = latin(4, None);
    let mut domains = net.domains().to_vec();
    // Three cells of a row share two values, so two values share the fourth cell: hidden singles
    // see it at once.
    domains[..3].fill(Domain::range(1, 2));
    assert_eq!(trial_depth(&net, &domains, 0, &Limits::default()).outcome, Outcome::Contradiction(0));
}
