//! What is kept: of the cores no more than asked for, of a proof's trail what the contradiction
//! rests on.

use super::{CheckLimits, CoreLimits, Damage, Proof, Prover, Step, check, damage};
use crate::rules::RuleSpec;
use crate::trial::TrialNet;
use crate::trial::fixtures::{latin, pattern, sparse};
use crate::{Domain, Limits, Literal, Network, Part, Truth, Value, Var};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// All values of a network's variables that are not those of the solution.
fn wrong<'a>(net: &'a Network, solution: &'a [Value]) -> impl Iterator<Item = Literal> + 'a {
    let literals = |var: Var| net.domains()[var.index()].iter().map(move |value| Literal { var, value });
    net.vars().flat_map(literals).filter(|l| solution[l.var.index()] != l.value)
}

/// Where not all are looked at, all that are kept have the one size, and there are no more than
/// asked for.
#[test]
fn smallest_cores_by_chance() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let net = latin(4, None);
    let solution = pattern(4, None);
    let table = TrialNet::new(&net);
    let mut several = 0;
    for _ in 0..12 {
        let domains = sparse(&net, &solution, 170, &mut rng);
        let mut prover = Prover::new(&table, &domains, &Limits::default()).unwrap();
        for goal in prover.refutable(1).into_iter().take(4) {
            let all = prover.smallest_cores(goal, &CoreLimits::default());
            for keep in 1..4 {
                for exact in [0, 5] {
                    let some = prover.smallest_cores(goal, &CoreLimits { exact, keep, ..CoreLimits::default() });
                    assert!((1..=keep).contains(&some.cores.len()), "{goal:?}: {some:?}");
                    assert!(some.cores.iter().all(|core| core.len() == some.size()), "{some:?}");
                    assert!(some.size() >= all.size() || !all.complete, "{some:?} below {all:?}");
                    several += usize::from(some.cores.len() > 1);
                }
            }
        }
    }
    assert!(several > 5, "{several}");
}

/// However few are kept: they are some of all, the small ones first, and it is said where some are
/// missing.
#[test]
fn no_more_cores_than_asked_for() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut cut = 0;
    for boxes in [None, Some((2, 2))] {
        let net = latin(4, boxes);
        let solution = pattern(4, boxes);
        let table = TrialNet::new(&net);
        for _ in 0..6 {
            let domains = sparse(&net, &solution, 160, &mut rng);
            let mut prover = Prover::new(&table, &domains, &Limits::default()).unwrap();
            let goals: Vec<Literal> = prover.refutable(1).into_iter().take(4).collect();
            for goal in goals {
                let limits = CoreLimits { fires: u64::MAX, keep: usize::MAX, ..CoreLimits::default() };
                let all = prover.irreducible_cores(goal, 3, None, &limits);
                assert!(all.complete);
                for keep in 0..all.cores.len() + 2 {
                    let some = prover.irreducible_cores(goal, 3, None, &CoreLimits { keep, ..limits });
                    assert_eq!(some.cores.len(), keep.min(all.cores.len()), "{goal:?}: {keep} of {all:?}");
                    assert!(some.cores.iter().all(|core| all.cores.contains(core)), "{goal:?}: {some:?}");
                    assert!(some.complete || keep <= all.cores.len(), "{goal:?}: {keep} of {all:?}");
                    assert!(!some.complete || some.cores == all.cores, "{goal:?}: {some:?} of {all:?}");
                    let sizes = |cores: &[Vec<Truth>]| cores.iter().map(Vec::len).collect::<Vec<_>>();
                    assert_eq!(sizes(&some.cores), sizes(&all.cores)[..some.cores.len()]);
                    cut += usize::from(some.cores.len() < all.cores.len());
                }
            }
        }
    }
    assert!(cut > 100, "{cut}");
}

/// Sums of three cells all over a grid, so that nested proofs rest on rules as a whole.
fn summed(solution: &[Value], rng: &mut ChaCha8Rng) -> Network {
    let mut net = latin(4, None);
    for _ in 0..10 {
        let mut vars: Vec<Var> = Vec::new();
        while vars.len() < 3 {
            let var = Var(rng.next_u32() % 16);
            if !vars.contains(&var) {
                vars.push(var);
            }
        }
        let total = vars.iter().map(|v| u32::from(solution[v.index()])).sum();
        net.add(RuleSpec::Sum { vars, total }).unwrap();
    }
    net
}

/// Steps inside of cases that rest on a rule as a whole.
fn nested_rules(proof: &Proof) -> usize {
    let of = |step: &Step| match step {
        Step::Case { proof, .. } => whole_rules(proof),
        _ => 0,
    };
    proof.steps.iter().map(of).sum()
}

fn whole_rules(proof: &Proof) -> usize {
    let is_whole = |truth: &Truth| matches!(truth, Truth::Rule { part: Part::Whole, .. });
    let of = |step: &Step| match step {
        Step::Prune { truth: Some(truth), .. } | Step::Clash { truth } => usize::from(is_whole(truth)),
        Step::Prune { truth: None, .. } => 0,
        Step::Case { proof, .. } => whole_rules(proof),
    };
    proof.steps.iter().map(of).sum()
}

/// What a rule excludes inside of a case rests on what went before the case, too: these steps are
/// part of the proof.
#[test]
fn cases_rest_on_what_went_before_them() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let solution = pattern(4, None);
    let mut nested = 0;
    for _ in 0..40 {
        let net = summed(&solution, &mut rng);
        let table = TrialNet::new(&net);
        let domains = sparse(&net, &solution, 230, &mut rng);
        let Ok(mut prover) = Prover::new(&table, &domains, &Limits::default()) else { panic!("a solution is there") };
        let domains = prover.domains();
        for goal in wrong(&net, &solution).filter(|l| domains[l.var.index()].contains(l.value)) {
            let Some(proof) = prover.refute(goal, 2) else { continue };
            let verdict = check(&proof, &net, &domains, &CheckLimits::default());
            assert!(verdict.is_ok(), "{verdict:?}: {proof:?}");
            nested += nested_rules(&proof);
        }
    }
    assert!(nested > 50, "{nested}");
}

/// Singles that a start still allows are steps of its proofs: what they refute together with an
/// assumption is refuted, and nothing else.
#[test]
fn an_unsettled_start_draws_its_singles() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut by_singles = 0;
    for boxes in [None, Some((2, 2))] {
        let net = latin(4, boxes);
        let solution = pattern(4, boxes);
        let table = TrialNet::new(&net);
        for _ in 0..20 {
            let domains = sparse(&net, &solution, 120, &mut rng);
            let mut settled = Prover::new(&table, &domains, &Limits::default()).unwrap();
            let now = settled.domains();
            let mut prover = Prover::unsettled(&table, &domains, &Limits::default());
            for goal in wrong(&net, &solution).filter(|l| domains[l.var.index()].contains(l.value)) {
                let is_gone = !now[goal.var.index()].contains(goal.value);
                let proof = prover.refute(goal, 1);
                assert_eq!(proof.is_some(), is_gone || settled.refute(goal, 1).is_some(), "{goal:?} of {domains:?}");
                if let Some(proof) = proof {
                    let verdict = check(&proof, &net, &domains, &CheckLimits::default());
                    assert!(verdict.is_ok(), "{verdict:?}: {proof:?}");
                    by_singles += usize::from(is_gone);
                }
            }
        }
    }
    assert!(by_singles > 50, "{by_singles}");
}

/// An idle truth is one that the core did not name: the core stays a sorted list without doubles,
/// longer by one, and the steps are the same.
#[test]
fn an_idle_truth_is_a_new_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let net = latin(4, None);
    let solution = pattern(4, None);
    let table = TrialNet::new(&net);
    let mut seen = 0;
    for _ in 0..10 {
        let domains: Vec<Domain> = sparse(&net, &solution, 150, &mut rng);
        let mut prover = Prover::new(&table, &domains, &Limits::default()).unwrap();
        for goal in prover.refutable(1) {
            let Some(proof) = prover.refute(goal, 1) else { continue };
            for _ in 0..4 {
                let Some(bad) = damage(&proof, Damage::IdleTruth, &net, &solution, &mut rng) else { continue };
                assert_eq!((&bad.goal, &bad.steps), (&proof.goal, &proof.steps));
                assert_eq!(bad.core.len(), proof.core.len() + 1);
                assert!(bad.core.is_sorted_by(|a, b| a < b), "{bad:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}
