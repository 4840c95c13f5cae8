//! Every removal has a reason that is strictly older and holds by itself.

use super::tests::{boxed, clue, diagonals, further_rules, latin};
use super::*;
use crate::rules::RuleSpec;
use crate::{Literal, PlainSolver, RuleKind, Solver, Stop, Var};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Records, compares with the unrecorded fixpoint and checks times; gives what was found.
fn recorded<'e>(engine: &'e Engine, domains: &[Domain]) -> Times<'e> {
    let times = engine.record(domains);
    let fixpoint = engine.propagate(domains);
    // Rules of other kinds have a stronger form in the search than in the record.
    let net = engine.network();
    let same = net.rule_ids().all(|id| net.rule(id).kind() == RuleKind::AllDifferent);
    if same {
        assert_eq!(fixpoint.is_err(), times.is_conflict(), "{}", engine.kernel());
    }
    if let (Ok(fixpoint), true) = (fixpoint, same) {
        for var in engine.network().vars() {
            let left = |value: &Value| times.time(Literal { var, value: *value }).is_none();
            let left: Domain = engine.network().domains()[var.index()].iter().filter(left).collect();
            assert_eq!(left, fixpoint[var.index()]);
        }
    }
    for &literal in times.removals() {
        let reason = times.why(literal).unwrap_or_else(|| panic!("{literal:?} is unexplained"));
        let time = times.time(literal).unwrap();
        let older = |l: &Literal| times.time(*l).is_some_and(|t| t < time);
        assert!(reason.because.iter().all(older), "{literal:?}: {reason:?}");
    }
    assert_eq!(times.why_conflict().is_some(), times.is_conflict());
    times
}

/// Do the rules of a reason alone, less the candidates that it names, leave no solution with
/// `literal`?
fn stands(net: &Network, reason: &Reason, literal: Option<Literal>) -> bool {
    let mut small = Network::with_vars(net.len(), net.domains().iter().fold(Domain::EMPTY, |u, &d| u | d));
    for &rule in &reason.rules {
        small.add(net.spec(rule).clone()).unwrap();
    }
    let named = |v: Var| -> bool { reason.rules.iter().any(|&r| net.rule(r).scope().contains(&v)) };
    for var in net.vars() {
        let gone: Domain = reason.because.iter().filter(|l| l.var == var).map(|l| l.value).collect();
        // Variables that the reason does not speak of take any value.
        let keep = small.domains()[var.index()].minus(gone);
        let free = !named(var) && !keep.is_empty();
        small.set_domain(var, if free { Domain::single(keep.min().unwrap()) } else { keep });
    }
    if let Some(Literal { var, value }) = literal {
        small.set_domain(var, small.domains()[var.index()] & Domain::single(value));
    }
    let answer = PlainSolver.solve(&small, None, &Limits::default().with_nodes(20_000));
    answer.solutions.is_empty() && answer.stop == Stop::Exhausted
}

fn check(net: &Network, what: &str) -> usize {
    let engine = Engine::compile(net);
    let times = recorded(&engine, net.domains());
    for &literal in times.removals().iter().step_by(7) {
        let reason = times.why(literal).unwrap();
        assert!(stands(net, &reason, Some(literal)), "{what}: {literal:?}: {reason:?}");
    }
    if let Some(reason) = times.why_conflict() {
        let searchable = !matches!(reason.pattern, Pattern::TwoClaims(_));
        assert!(!searchable || stands(net, &reason, None), "{what}: {reason:?}");
        if let Pattern::TwoClaims(value) = reason.pattern {
            assert!(two_claims(net, &reason, value), "{what}: {reason:?}");
        }
    }
    times.removals().len()
}

/// Checks two claims by hand: the places left in two scopes (or two bare variables) lie apart
/// inside the last rule.
fn two_claims(net: &Network, reason: &Reason, value: Value) -> bool {
    let Some((z, claimants)) = reason.rules.split_last() else { return false };
    let inside = net.rule(*z).scope();
    let mut places: Vec<Vec<Var>> = claimants
        .iter()
        .map(|&x| {
            let gone = |v: &Var| reason.because.contains(&Literal { var: *v, value });
            net.rule(x).scope().iter().copied().filter(|v| !gone(v)).collect()
        })
        .collect();
    let full = net.domains().iter().fold(Domain::EMPTY, |u, &d| u | d);
    let naked = |v: &&Var| full.iter().all(|w| w == value || reason.because.contains(&Literal { var: **v, value: w }));
    places.extend(inside.iter().filter(naked).map(|&v| vec![v]));
    let apart = |a: &[Var], b: &[Var]| a.iter().all(|v| !b.contains(v));
    places.iter().all(|p| p.iter().all(|v| inside.contains(v)))
        && (0..places.len()).any(|i| (0..i).any(|j| apart(&places[i], &places[j])))
}

#[test]
fn every_removal_is_explained() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let mut removals = 0;
    for round in 0..60u32 {
        let (mut net, n) = match round % 6 {
            0 => (boxed(2, 2), 4),
            1 => (boxed(2, 3), 6),
            2 => (latin(5), 5),
            3 => (boxed(2, 4), 8),
            _ => (boxed(3, 3), 9),
        };
        if round.is_multiple_of(5) {
            diagonals(&mut net, n);
        }
        if round % 4 == 1 {
            for i in 0..n - 2 {
                net.add(RuleSpec::AllDifferent { vars: vec![Var(i), Var(n + i + 2)] }).unwrap();
            }
        }
        let limits = Limits::default().with_nodes(100_000);
        let answer = Engine::compile(&net).random_solution(net.domains(), &mut rng, &limits);
        if let (Some(solution), true) = (answer.solutions.first(), round % 3 == 2) {
            further_rules(&mut net, solution, &mut rng);
        }
        clue(&mut net, &mut rng, 60);
        removals += check(&net, &format!("round {round}"));
    }
    assert!(removals > 3_000, "{removals}");
}

#[test]
fn nothing_is_explained_that_did_not_go() {
    let mut net = boxed(2, 2);
    net.set_domain(Var(0), Domain::single(1));
    let engine = Engine::compile(&net);
    let times = recorded(&engine, net.domains());
    assert_eq!(times.why(Literal { var: Var(5), value: 2 }), None, "still there");
    assert_eq!(times.why(Literal { var: Var(0), value: 2 }), None, "never there");
    let reason = times.why(Literal { var: Var(1), value: 1 }).unwrap();
    assert!(!reason.because.is_empty() && times.why_conflict().is_none());
}

#[test]
fn public_puzzles_are_explained() {
    let root = std::env::var("TESUJI_DATA").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data").into());
    let engine = Engine::compile(&boxed(3, 3));
    for file in ["17_clue.txt", "magictour_top1465.txt", "forum_hardest_1905_11plus.txt"] {
        let Ok(text) = std::fs::read_to_string(format!("{root}/sudoku/{file}")) else {
            println!("SKIPPED: {root}/sudoku/{file} is not there");
            continue;
        };
        for line in text.lines().step_by(100) {
            let domain =
                |c: u8| if c.is_ascii_digit() && c != b'0' { Domain::single(c - b'0') } else { Domain::range(1, 9) };
            let domains: Vec<Domain> = line.bytes().take(81).map(domain).collect();
            recorded(&engine, &domains);
        }
    }
}
