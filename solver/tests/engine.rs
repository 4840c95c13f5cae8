//! The learning engine keeps its laws for every rule kind, and finds exactly what brute force and the reference find.
#![cfg(not(feature = "planted-bug"))]

use proptest::prelude::*;
use tesuji_solver::engine::laws::{check_posting, check_rewinding};
use tesuji_solver::engine::{LearningSolver, Policy, Session};
use tesuji_solver::laws::{brute_force, each_small_rule, random_network};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Limits, Literal, Network, Solver, Stop, Var};

/// One domain for all variables that holds all the given ones.
fn hull(domains: &[Domain]) -> Vec<Domain> {
    let union = domains.iter().fold(Domain::EMPTY, |u, &d| u | d);
    vec![union; domains.len()]
}

#[test]
fn small_postings_keep_their_laws() {
    let mut n = 0_usize;
    each_small_rule(&mut |spec, domains| {
        n += 1;
        if let Err(breach) = check_posting(spec, &hull(domains), domains) {
            panic!("{breach}");
        }
    });
    assert!(n > 10_000);
}

#[test]
fn small_postings_rewind() {
    let mut n = 0_u64;
    each_small_rule(&mut |spec, domains| {
        n += 1;
        if n.is_multiple_of(23)
            && let Err(breach) = check_rewinding(spec, domains, n, 12)
        {
            panic!("{breach}");
        }
    });
}

/// Counts from eight variables on have counter trees.
#[test]
fn counter_trees_keep_their_laws() {
    let mut seed = 1_u64;
    for n in 8..=10_u32 {
        for (low, high) in (0..=n).flat_map(|l| (l..=n).map(move |h| (l, h))) {
            let spec = RuleSpec::Count { vars: (0..n).map(Var).collect(), values: Domain::single(1), low, high };
            let initial = vec![Domain::range(0, 1); n as usize];
            for _ in 0..6 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let cut = |i: usize| [1, 2, 3, 3][(seed >> (20 + 2 * i) & 3) as usize];
                let domains: Vec<Domain> = (0..n as usize).map(|i| Domain(cut(i))).collect();
                if let Err(breach) = check_posting(&spec, &initial, &domains) {
                    panic!("{breach}");
                }
            }
        }
    }
}

fn assert_all_found(net: &Network, policy: Policy) {
    let truth = brute_force(net);
    let solver = LearningSolver { policy };
    let mut all = solver.solve(net, None, &Limits::solutions(usize::MAX));
    all.solutions.sort();
    assert_eq!((all.stop, &all.solutions), (Stop::Exhausted, &truth), "{net:?}");
    for wanted in 1..3 {
        let some = solver.solve(net, None, &Limits::solutions(wanted));
        assert_eq!(some.solutions.len(), truth.len().min(wanted), "{net:?}");
        assert!(some.solutions.iter().all(|s| truth.contains(s)));
        let stop = if truth.len() < wanted { Stop::Exhausted } else { Stop::Enough };
        assert_eq!(some.stop, stop);
    }
}

/// A policy under which restarts and halvings happen on the smallest networks.
fn restless() -> Policy {
    Policy { least_conflicts: 1, restart_factor: 0.5, learnt: 1, learnt_growth: 1.0, ..Policy::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn learning_finds_what_brute_force_finds(seed: u64, vars in 1..6_u32, width in 1..5_u32, rules in 0..7_u32) {
        let net = random_network(seed, vars, width, rules);
        assert_all_found(&net, Policy::default());
        assert_all_found(&net, Policy { probe: false, ..restless() });
        assert_all_found(&net, Policy { decide_values: false, probe: false, ..restless() });
    }

    /// A kept session answers every question as a fresh search does, and its cores are real.
    #[test]
    fn sessions_answer_as_fresh_searches_do(
        seed: u64, vars in 2..6_u32, width in 2..5_u32, rules in 1..7_u32,
        questions in proptest::collection::vec(proptest::collection::vec((0..6_u32, 0..5_u8, any::<bool>()), 0..4), 1..6),
        restless_too: bool,
    ) {
        let net = random_network(seed, vars, width, rules);
        let policy = if restless_too { restless() } else { Policy::default() };
        let mut session = Session::within(&net, net.domains(), policy);
        for question in questions {
            let candidate = |&(var, value, sign): &(u32, u8, bool)| (Literal { var: Var(var % vars), value }, sign);
            let question: Vec<_> = question.iter().map(candidate).collect();
            let assume: Vec<_> = question
                .iter()
                .map(|&(c, sign)| if sign { session.is(c) } else { !session.is(c) })
                .collect();
            let restricted = |which: &dyn Fn(usize) -> bool| {
                let mut net = net.clone();
                for (i, &(c, sign)) in question.iter().enumerate().filter(|(i, _)| which(*i)) {
                    let _ = i;
                    let single = Domain::single(c.value);
                    let keep = if sign { single } else { Domain(!single.0) };
                    net.set_domain(c.var, net.domains()[c.var.index()] & keep);
                }
                brute_force(&net)
            };
            let truth = restricted(&|_| true);
            for wanted in [1, 2, usize::MAX] {
                let mut answer = session.solve(&assume, &Limits::solutions(wanted));
                answer.solutions.sort();
                answer.solutions.dedup();
                prop_assert_eq!(answer.solutions.len(), truth.len().min(wanted));
                prop_assert!(answer.solutions.iter().all(|s| truth.contains(s)));
                let stop = if truth.len() < wanted { Stop::Exhausted } else { Stop::Enough };
                prop_assert_eq!(answer.stop, stop);
            }
            if truth.is_empty() {
                let core = session.core().to_vec();
                prop_assert!(core.iter().all(|l| assume.contains(l)));
                prop_assert!(restricted(&|i| core.contains(&assume[i])).is_empty(), "the core has a solution");
            }
        }
    }

    #[test]
    fn larger_postings_keep_their_laws(
        seed: u64, vars in 2..7_u32, width in 2..7_u32, cut in proptest::collection::vec(any::<u64>(), 7),
    ) {
        let net = random_network(seed, vars, width, 4);
        for id in net.rule_ids() {
            let spec = net.spec(id);
            let scope = net.rule(id).scope().to_vec();
            let place = |v: Var| Var(scope.iter().position(|&s| s == v).unwrap_or(0) as u32);
            let spec: RuleSpec = spec.map_vars(place);
            let initial = vec![Domain::range(0, width as u8 - 1); scope.len()];
            let domains: Vec<Domain> = initial.iter().zip(&cut).map(|(&d, &c)| {
                let left = d & Domain(c | c >> 32);
                if left.is_empty() { d } else { left }
            }).collect();
            if let Err(breach) = check_posting(&spec, &initial, &domains) {
                panic!("{breach}");
            }
            if let Err(breach) = check_rewinding(&spec, &initial, seed, 20) {
                panic!("{breach}");
            }
        }
    }
}
