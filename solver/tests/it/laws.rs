//! Every rule kind keeps its laws, and the searches find exactly what brute force over `holds`
//! finds.

use proptest::prelude::*;
use tesuji_solver::laws::{brute_force, check_rule, each_small_rule};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, FastSolver, Limits, Network, PlainSolver, RuleKind, SimpleSolver, Solver, Stop, Var};

/// The native searches, all to be compared.
fn solvers() -> Vec<Box<dyn Solver>> {
    vec![Box::new(SimpleSolver), Box::new(PlainSolver), Box::new(FastSolver::default())]
}

fn assert_solvers_agree(net: &Network) {
    let truth = brute_force(net);
    for solver in solvers() {
        if solver.supports(net).is_err() {
            continue;
        }
        let mut answer = solver.solve(net, None, &Limits::solutions(usize::MAX));
        answer.solutions.sort();
        assert_eq!(answer.stop, Stop::Exhausted, "{}", solver.name());
        assert_eq!(answer.solutions, truth, "{} on {net:?}", solver.name());
        let two = solver.solve(net, None, &Limits::solutions(2));
        assert_eq!(two.solutions.len(), truth.len().min(2), "{}", solver.name());
        assert!(two.solutions.iter().all(|s| truth.contains(s)), "{}", solver.name());
        assert_eq!(two.stop == Stop::Exhausted, truth.len() < 2, "{}", solver.name());
    }
}

#[test]
fn small_rules_keep_their_laws() {
    let mut seen = std::collections::BTreeMap::<RuleKind, usize>::new();
    each_small_rule(&mut |spec, domains| {
        if let Err(breach) = check_rule(spec, domains) {
            panic!("{breach}");
        }
        let kind = spec.build().expect("well formed").kind();
        *seen.entry(kind).or_default() += 1;
    });
    assert_eq!(seen.len(), RuleKind::ALL.len(), "a rule kind has no cases: {seen:?}");
}

#[test]
fn solvers_agree_with_brute_force_on_small_rules() {
    let mut n = 0_usize;
    each_small_rule(&mut |spec, domains| {
        n += 1;
        if n.is_multiple_of(17) {
            let mut net = Network::new();
            for &d in domains {
                net.add_var(d);
            }
            net.add(spec.clone()).expect("well formed");
            assert_solvers_agree(&net);
        }
    });
}

fn domain(width: u32) -> impl Strategy<Value = Domain> {
    (1..1_u64 << width).prop_map(Domain)
}

/// Different variables out of the first `n`.
fn scope(n: u32, least: usize) -> impl Strategy<Value = Vec<Var>> {
    (proptest::sample::subsequence((0..n).map(Var).collect::<Vec<_>>(), least..=n as usize)).prop_shuffle()
}

fn any_rule(n: u32, width: u32) -> impl Strategy<Value = RuleSpec> {
    let top = width * n;
    prop_oneof![
        scope(n, 0).prop_map(|vars| RuleSpec::AllDifferent { vars }),
        scope(n, 2).prop_map(|v| RuleSpec::Inequality { below: v[0], above: v[1] }),
        (scope(n, 1), 0..top).prop_map(|(vars, total)| RuleSpec::Sum { vars, total }),
        (scope(n, 1), 0..top).prop_map(|(vars, total)| RuleSpec::Cage { vars, total }),
        (scope(n, 1), proptest::collection::vec(proptest::collection::vec(0..width as u8, n as usize), 0..12))
            .prop_map(|(vars, mut tuples)| {
                tuples.iter_mut().for_each(|t| t.truncate(vars.len()));
                RuleSpec::Table { vars, tuples }
            }),
        (scope(n, 0), domain(width), 0..4_u32, 0..4_u32).prop_map(|(vars, values, low, more)| RuleSpec::Count {
            vars,
            values,
            low,
            high: low + more
        }),
        (scope(n, 2), any::<bool>()).prop_map(|(v, greatest)| RuleSpec::Minimax {
            result: v[0],
            of: v[usize::from(v[1] < v[0])..].to_vec(),
            greatest
        }),
    ]
}

/// The rule with its scope renamed to 0, 1, …, for [`check_rule`].
fn renamed(spec: &RuleSpec) -> (RuleSpec, usize) {
    let rule = spec.build().expect("well formed");
    let n = rule.scope().len();
    let place = |v: Var| Var(rule.scope().iter().position(|&s| s == v).unwrap_or(0) as u32);
    (spec.map_vars(place), n)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn random_rules_keep_their_laws(
        spec in any_rule(5, 6), domains in proptest::collection::vec(domain(6), 5)
    ) {
        let (spec, n) = renamed(&spec);
        if let Err(breach) = check_rule(&spec, &domains[..n]) {
            panic!("{breach}");
        }
    }

    #[test]
    fn solvers_agree_with_brute_force_on_random_networks(
        rules in proptest::collection::vec(any_rule(5, 4), 0..5), domains in proptest::collection::vec(domain(4), 5)
    ) {
        let mut net = Network::new();
        for d in domains {
            net.add_var(d);
        }
        for spec in rules {
            net.add(spec).expect("well formed");
        }
        assert_solvers_agree(&net);
    }
}
