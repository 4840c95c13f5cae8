//! What the laws do not ask of single rules: how far one call of `prune` gets, where searches for
//! sums give up, and what is refused as a rule.

use super::sum::prune_bounds;
use super::*;
use crate::laws::each_assignment;
use crate::{Network, Store};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// A second call finds nothing more, and what is left has bounds that fit (or there is nothing
/// left).
#[test]
fn one_call_prunes_a_sum_to_its_fixpoint() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut conflicts, mut pruned) = (0, 0);
    for _ in 0..2000 {
        let mut net = Network::new();
        for _ in 0..4 {
            net.add_var(Domain(u64::from(rng.next_u32() % 511 + 1)));
        }
        let vars: Vec<Var> = net.vars().collect();
        let total = rng.next_u32() % 28;
        let mut at = Store::new(&net);
        if prune_bounds(&vars, total, &mut at).is_err() {
            conflicts += 1;
            each_assignment(net.domains(), &mut |values| {
                assert_ne!(values.iter().map(|&v| u32::from(v)).sum::<u32>(), total, "{net:?}");
            });
            continue;
        }
        let once = at.domains().to_vec();
        pruned += usize::from(once != net.domains());
        assert_eq!(prune_bounds(&vars, total, &mut at), Ok(()));
        assert_eq!(at.domains(), once, "{net:?} to {total}");
    }
    assert!(conflicts > 50 && pruned > 500, "{conflicts} {pruned}");
}

/// Every set of the right size and sum, and no other, by trying all subsets.
#[test]
fn combinations_are_all_there_are() {
    for (from, most) in [(Domain::range(1, 9), 10), (Domain::range(0, 6), 8), (Domain(0b1011_0110), 6)] {
        for size in 0..most {
            for total in 0..50 {
                let mut wanted: Vec<Domain> = (0..=from.0)
                    .map(Domain)
                    .filter(|s| s.minus(from).is_empty() && s.len() as usize == size)
                    .filter(|s| s.iter().map(u32::from).sum::<u32>() == total)
                    .collect();
                let mut found = combinations(from, size, total, 10_000).expect("few enough");
                wanted.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, wanted, "{size} of {from:?} to {total}");
            }
        }
    }
}

/// Half of 40 values with a total in the middle: there are billions of sets, and the search ends
/// all the same.
#[test]
fn combinations_give_up() {
    let from = Domain::range(1, 40);
    assert_eq!(combinations(from, 20, 410, COMBINATION_LIMIT), None);
    assert_eq!(combinations(from, 2, 41, 0), None);
    assert_eq!(combinations(from, 0, 0, 0), Some(vec![Domain::EMPTY]), "no step is needed");
    assert_eq!(combinations(from, 2, 41, 100).map(|sets| sets.len()), Some(20));
    // The cage falls back to bounds, which say nothing here.
    let mut net = Network::with_vars(20, from);
    let vars: Vec<Var> = net.vars().collect();
    let id = net.add(RuleSpec::Cage { vars, total: 410 }).unwrap();
    let mut at = Store::new(&net);
    assert!(net.rule(id).prune(&mut at).is_ok());
    assert_eq!(at.domains(), net.domains());
    assert_eq!(net.rule(id).must_use(from), Domain::EMPTY);
}

#[test]
fn malformed_rules_are_refused() {
    let net = || Network::with_vars(3, Domain::range(0, 3));
    let vars = |n: &[u32]| n.iter().map(|&v| Var(v)).collect::<Vec<_>>();
    let refused = |spec: RuleSpec| net().add(spec).expect_err("is refused");
    let same = RuleSpec::Inequality { below: Var(1), above: Var(1) };
    assert!(matches!(refused(same), NetworkError::Twice { var: 1, .. }));
    let far = RuleSpec::AllDifferent { vars: vars(&[0, 3]) };
    assert!(matches!(refused(far), NetworkError::NoSuchVar { var: 3, len: 3, .. }));
    let twice = RuleSpec::Sum { vars: vars(&[2, 0, 2]), total: 3 };
    assert!(matches!(refused(twice), NetworkError::Twice { var: 2, .. }));
    let short = RuleSpec::Table { vars: vars(&[0, 1]), tuples: vec![vec![1, 2], vec![1]] };
    assert!(matches!(refused(short), NetworkError::Malformed { .. }));
    let wide = RuleSpec::Table { vars: vars(&[0]), tuples: vec![vec![63], vec![64]] };
    assert!(matches!(refused(wide), NetworkError::Malformed { .. }));
    let crossed = RuleSpec::Count { vars: vars(&[0, 1]), values: Domain::single(1), low: 2, high: 1 };
    assert!(matches!(refused(crossed), NetworkError::Malformed { .. }));
    let nobody = RuleSpec::Minimax { result: Var(0), of: Vec::new(), greatest: true };
    assert!(matches!(refused(nobody), NetworkError::Malformed { .. }));
}

#[test]
fn the_edges_of_what_is_well_formed() {
    let mut net = Network::with_vars(3, Domain::range(0, 3));
    let specs = [
        RuleSpec::Count { vars: vec![Var(0), Var(1)], values: Domain::single(1), low: 1, high: 1 },
        RuleSpec::Table { vars: vec![Var(0)], tuples: vec![vec![63]] },
        RuleSpec::Sum { vars: Vec::new(), total: 0 },
        RuleSpec::Minimax { result: Var(0), of: vec![Var(0)], greatest: false },
    ];
    for spec in specs {
        assert!(net.add(spec.clone()).is_ok(), "{spec:?}");
    }
    assert_eq!(net.rule_ids().len(), 4);
}
