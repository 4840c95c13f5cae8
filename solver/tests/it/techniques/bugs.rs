//! BUG+1: boards with two candidates in each open cell, each value twice or not at all in each
//! house, and one candidate more.

use super::puzzles::grid;
use super::shapes::outcomes;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, HouseKind, Network, Removal, Store, Value, Var};

/// A cyclic latin square and the same with all values one greater: each cell has two candidates,
/// each house each value twice.
fn two_squares(n: u32) -> Vec<Domain> {
    let value = |cell: u32| (cell / n + cell % n) % n;
    (0..n * n).map(|c| Domain::from_iter([value(c) as Value + 1, ((value(c) + 1) % n) as Value + 1])).collect()
}

fn found(net: &Network, domains: &[Domain]) -> Vec<Vec<Removal>> {
    outcomes(&Store::from_domains(net, domains.to_vec()), "bug-plus-1")
}

/// Cell 0 of a 5×5 square holds 1 or 2; with `more` besides, it holds that.
fn plus(domains: &[Domain], more: &[Value]) -> Vec<Domain> {
    let mut domains = domains.to_vec();
    domains[0] = more.iter().fold(domains[0], |d, &v| d.with(v));
    domains
}

fn placed(more: Value) -> Vec<Vec<Removal>> {
    assert!(more > 2);
    vec![vec![Removal { var: Var(0), values: Domain::from_iter([1, 2]) }]]
}

#[test]
fn the_candidate_that_is_one_too_many_stands() {
    let net = grid(5, &[]);
    let two = two_squares(5);
    for more in 3..=5 {
        assert_eq!(found(&net, &plus(&two, &[more])), placed(more));
    }
    assert_eq!(found(&net, &two), [[]; 0], "no cell has three");
    assert_eq!(found(&net, &plus(&two, &[3, 4])), [[]; 0], "a cell of four");
    let mut twice = plus(&two, &[3]);
    twice[6] = twice[6].with(1);
    assert_eq!(found(&net, &twice), [[]; 0], "two cells of three");
}

/// Two cells of a row with other values: there some values have one place, some three.
#[test]
fn every_value_must_have_two_places() {
    let net = grid(5, &[]);
    let mut domains = plus(&two_squares(5), &[3]);
    // The last row holds 5 1, 1 2, 2 3, 3 4, 4 5.
    domains[20] = Domain::from_iter([5, 3]);
    assert_eq!(found(&net, &domains), [[]; 0]);
}

/// A rule of another kind at an open cell could tell the two solutions apart.
#[test]
fn other_rules_silence_it() {
    let mut net = grid(5, &[]);
    net.add(RuleSpec::Inequality { below: Var(23), above: Var(24) }).unwrap();
    assert_eq!(found(&net, &plus(&two_squares(5), &[3])), [[]; 0]);
}

/// In a house of fewer cells than values no value need stand: two places of a value in it could
/// tell the solutions apart.
#[test]
fn houses_that_need_not_hold_a_value() {
    let with = |cells: [u32; 2]| {
        let mut net = grid(5, &[]);
        net.add_house(RuleSpec::AllDifferent { vars: cells.map(Var).to_vec() }, HouseKind::Other).unwrap();
        found(&net, &plus(&two_squares(5), &[3]))
    };
    // Cell 6 holds 3 or 4, cell 12 holds 5 or 1, cell 18 holds 2 or 3.
    assert_eq!(with([6, 12]), placed(3));
    assert_eq!(with([6, 18]), [[]; 0]);
    // The candidate that is one too many does not count.
    assert_eq!(with([0, 6]), placed(3));
    assert_eq!(with([0, 18]), [[]; 0], "2 is in both");
}
