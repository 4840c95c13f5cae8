//! A rule with a planted fault in its `prune`: the laws and the comparison of solvers must notice
//! and name it.

use crate::weak::weakened;
use tesuji_solver::laws::{check_rule_as, each_small_rule, unsound_rule};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Limits, Network, PlainSolver, RuleKind, SimpleSolver, Solver, Var};

#[test]
fn laws_name_the_rule() {
    let mut broken = std::collections::BTreeSet::new();
    each_small_rule(&mut |spec, domains| {
        if let Err(breach) = check_rule_as(spec, &weakened, domains) {
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
    for id in net.rule_ids().collect::<Vec<_>>() {
        let spec = net.spec(id).clone();
        net.replace_rule(id, weakened(spec.build().expect("well formed"))).expect("the same scope");
    }
    let all = Limits::solutions(usize::MAX);
    let truth = SimpleSolver.solve(&net, None, &all).solutions;
    assert_eq!(truth.len(), 12);
    let found = PlainSolver.solve(&net, None, &all).solutions;
    let missed = truth.iter().find(|s| !found.contains(s)).expect("the bug loses solutions");
    let rule = unsound_rule(&net, missed).expect("the rule is named");
    assert_eq!(net.rule(rule).kind(), RuleKind::AllDifferent);
}
