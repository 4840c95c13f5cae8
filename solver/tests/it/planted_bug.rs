//! The feature `planted-bug` weakens one `prune`; the laws and the comparison of solvers must
//! notice and name the rule.
#![cfg(feature = "planted-bug")]

use tesuji_solver::laws::{check_rule, each_small_rule, unsound_rule};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Limits, Network, PlainSolver, RuleKind, SimpleSolver, Solver, Var};

#[test]
fn laws_name_the_rule() {
    let mut broken = std::collections::BTreeSet::new();
    each_small_rule(&mut |spec, domains| {
        if let Err(breach) = check_rule(spec, domains) {
            broken.insert(breach.spec.build().expect("well formed").kind());
        }
    });
    assert_eq!(broken.into_iter().collect::<Vec<_>>(), [RuleKind::AllDifferent]);
}

#[test]
fn a_missed_solution_is_traced_to_the_rule() {
    let mut net = Network::with_vars(9, Domain::range(1, 3));
    for i in 0..3 {
        net.add(RuleSpec::AllDifferent { vars: (0..3).map(|j| Var(3 * i + j)).collect() }).expect("well formed");
        net.add(RuleSpec::AllDifferent { vars: (0..3).map(|j| Var(3 * j + i)).collect() }).expect("well formed");
    }
    let all = Limits::solutions(usize::MAX);
    let truth = SimpleSolver.solve(&net, None, &all).solutions;
    assert_eq!(truth.len(), 12);
    let found = PlainSolver.solve(&net, None, &all).solutions;
    let missed = truth.iter().find(|s| !found.contains(s)).expect("the bug loses solutions");
    let rule = unsound_rule(&net, missed).expect("the rule is named");
    assert_eq!(net.rule(rule).kind(), RuleKind::AllDifferent);
}
