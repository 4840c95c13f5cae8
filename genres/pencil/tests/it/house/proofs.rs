//! Proofs on puzzles of every genre of the house: the independent checker accepts them, and refuses
//! damaged ones.

use super::{request, small};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeSet;
use tesuji_genre::View;
use tesuji_solver::engine::{LearningSolver, Refuter};
use tesuji_solver::proof::{CheckLimits, Damage, Proof, Prover, Step, check, damage};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Domain, Limits, Literal, Network, Part, PlainSolver, RuleId, Solver, Stop, Truth, Value};

fn is_whole(truth: &Truth) -> bool {
    matches!(truth, Truth::Rule { part: Part::Whole, .. })
}

/// Is the rule of the step that damage added impossible before it? Then anything follows from it.
fn follows_anyway(proof: &Proof, bad: &Proof, net: &Network, domains: &[Domain]) -> bool {
    let added = bad.steps.iter().zip(&proof.steps).position(|(new, old)| new != old);
    let rule = added.and_then(|i| match bad.steps[i] {
        Step::Prune { rule: Some(rule), .. }
        | Step::Prune { truth: Some(Truth::Rule { rule, part: Part::Whole }), .. } => Some((i, rule)),
        _ => None,
    });
    let Some((i, rule)) = rule else { return false };
    let mut at = domains.to_vec();
    at[proof.goal.var.index()] &= proof.goal.values;
    for step in &bad.steps[..i] {
        let (var, values) = match step {
            Step::Prune { what, .. } => (what.var, what.values),
            Step::Case { assume, .. } => (assume.var, Domain::single(assume.value)),
            Step::Clash { .. } => continue,
        };
        at[var.index()] = at[var.index()].minus(values);
    }
    let mut part = Network::new();
    for &domain in &at {
        part.add_var(domain);
    }
    part.add(net.spec(rule).clone()).expect("a rule of the network");
    LearningSolver::default().solve(&part, None, &Limits::solutions(1)).solutions.is_empty()
}

/// Proofs a genre; `TESUJI_PROOFS` asks for more.
fn wanted() -> usize {
    std::env::var("TESUJI_PROOFS").ok().and_then(|n| n.parse().ok()).unwrap_or(30)
}

/// The genres whose rules have propagators of their own in the learning engine.
const LEARNT: [&str; 7] = ["nurikabe", "heyawake", "slitherlink", "nonogram", "fillomino", "lits", "hitori"];

/// Puts damaged copies before the checker; how many were refused, and of what kinds they were.
fn refuse_damaged(
    proof: &Proof,
    (net, domains, solution): (&Network, &[Domain], &[Value]),
    rng: &mut ChaCha8Rng,
    kinds: &mut BTreeSet<String>,
) -> usize {
    let mut refused = 0;
    for kind in Damage::ALL {
        // Conclusions from a whole rule may follow without the step before it.
        if kind == Damage::DroppedStep && proof.core.iter().any(is_whole) {
            continue;
        }
        let Some(bad) = damage(proof, kind, net, solution, rng) else { continue };
        let verdict = check(&bad, net, domains, &CheckLimits::default());
        if verdict.is_ok() && follows_anyway(proof, &bad, net, domains) {
            continue;
        }
        assert!(verdict.is_err(), "{kind:?} is accepted");
        kinds.insert(format!("{kind:?}"));
        refused += 1;
    }
    refused
}

/// Has a rule alone no assignment of these candidates, by a complete search?
fn has_none(net: &Network, rule: RuleId, at: &[Domain]) -> bool {
    let mut alone = Network::with_vars(net.len(), Domain::EMPTY);
    net.vars().for_each(|var| alone.set_domain(var, at[var.index()]));
    alone.add(net.spec(rule).clone()).expect("a rule of the network");
    // The other variables take any value.
    let others = net.vars().filter(|var| !net.rule(rule).scope().contains(var));
    others.for_each(|var| alone.set_domain(var, Domain::single(0)));
    let answer = PlainSolver.solve(&alone, None, &Limits::solutions(1));
    assert!(answer.stop.is_complete(), "{:?}", answer.stop);
    answer.stop == Stop::Exhausted && answer.solutions.is_empty()
}

/// Does each step that names a whole rule follow from it, by complete searches? The checker asks
/// `prune` about large rules, which does not see everything that the engine explains.
fn holds_by_search(proof: &Proof, net: &Network, domains: &[Domain]) -> bool {
    let mut at = domains.to_vec();
    at[proof.goal.var.index()] &= proof.goal.values;
    proof.steps.iter().all(|step| match step {
        Step::Prune { what, truth, .. } => {
            let follows = match truth {
                Some(Truth::Rule { rule, part: Part::Whole }) => what.values.iter().all(|value| {
                    let mut with = at.clone();
                    with[what.var.index()] = Domain::single(value);
                    has_none(net, *rule, &with)
                }),
                _ => true,
            };
            at[what.var.index()] = at[what.var.index()].minus(what.values);
            follows
        }
        Step::Clash { truth: Truth::Rule { rule, part: Part::Whole } } => has_none(net, *rule, &at),
        Step::Clash { .. } => true,
        Step::Case { .. } => false,
    })
}

/// The checker accepts refutations of the learning engine by propagation, and no value of the
/// solution is refuted.
#[test]
fn refutations_of_the_engine_are_accepted_and_damaged_ones_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (mut accepted, mut refused, mut kinds) = (0, 0, BTreeSet::new());
    for genre in tesuji_pencil::genres::all().into_iter().filter(|g| LEARNT.contains(&g.name())) {
        let (mut proofs, mut seed) = (0, 0);
        while proofs < wanted() {
            seed += 1;
            let mut made = Vec::new();
            genre.generate(&request(small(genre), seed), &mut |r| made.push(r)).expect("generated");
            let Some(record) = made.first() else { continue };
            let puzzle = genre.parse(&record.puzzle).expect("puzzle").puzzle;
            let Ok(View::Clues(view)) = genre.view(&puzzle) else { panic!("a network") };
            let net = &*view.network;
            let answer = LearningSolver::default().solve(net, Some(&view.domains), &Limits::solutions(2));
            let solution: &[Value] = answer.solutions.first().expect("a solution");
            let mut refuter = Refuter::new(net, &view.domains);
            for var in net.vars() {
                for value in view.domains[var.index()].iter() {
                    let Some(proof) = refuter.refute(Literal { var, value }) else { continue };
                    assert_ne!(solution[var.index()], value, "{} refutes its solution", record.puzzle);
                    let verdict = check(&proof, net, &view.domains, &CheckLimits::default());
                    if let Err(refusal) = verdict {
                        let name = format!("{} {}: {refusal}", genre.name(), record.puzzle);
                        assert!(
                            refusal.why.starts_with("the rule") && holds_by_search(&proof, net, &view.domains),
                            "{name}"
                        );
                        println!("{name}, and it does not");
                    }
                    (proofs, accepted) = (proofs + 1, accepted + 1);
                    if proofs % 8 == 0 {
                        refused += refuse_damaged(&proof, (net, &view.domains, solution), &mut rng, &mut kinds);
                    }
                }
            }
        }
        println!("{}: {proofs} refutations of {seed} puzzles", genre.name());
    }
    println!("{accepted} accepted, {refused} damaged ones of {} kinds refused", kinds.len());
    assert!(kinds.len() >= 8, "{kinds:?}");
}

#[test]
fn proofs_of_every_genre_are_accepted_and_damaged_ones_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut accepted, mut refused, mut kinds) = (0, 0, BTreeSet::new());
    for genre in tesuji_pencil::genres::all() {
        let (mut proofs, mut seed) = (0, 0);
        while proofs < wanted() {
            seed += 1;
            let mut made = Vec::new();
            genre.generate(&request(small(genre), seed), &mut |r| made.push(r)).expect("generated");
            let Some(record) = made.first() else { continue };
            let puzzle = genre.parse(&record.puzzle).expect("puzzle").puzzle;
            let Ok(View::Clues(view)) = genre.view(&puzzle) else { panic!("a network") };
            let net = &*view.network;
            let limits = Limits::solutions(2);
            let answer =
                tesuji_solver::engine::Session::within(net, &view.domains, Default::default()).solve(&[], &limits);
            let solution: &[Value] = answer.solutions.first().expect("a solution");
            let table = TrialNet::new(net);
            // Conclusions from singles and from rules at once are steps of the proofs.
            let mut prover = Prover::unsettled(&table, &view.domains, &Limits::default());
            let open = net.vars().filter(|v| view.domains[v.index()].len() > 1);
            let goals = open.flat_map(|var| view.domains[var.index()].iter().map(move |value| Literal { var, value }));
            for goal in goals {
                let Some(proof) = prover.refute(goal, 1) else { continue };
                assert_ne!(solution[goal.var.index()], goal.value, "{} refutes its solution", record.puzzle);
                let verdict = check(&proof, net, &view.domains, &CheckLimits::default());
                verdict.unwrap_or_else(|refusal| panic!("{} {}: {refusal}", genre.name(), record.puzzle));
                (proofs, accepted) = (proofs + 1, accepted + 1);
                if proofs % 8 == 0 {
                    let Some(proof) = prover.minimise(&proof) else { continue };
                    refused += refuse_damaged(&proof, (net, &view.domains, solution), &mut rng, &mut kinds);
                }
            }
        }
        println!("{}: {proofs} proofs of {seed} puzzles", genre.name());
    }
    println!("{accepted} accepted, {refused} damaged ones of {} kinds refused", kinds.len());
    assert!(kinds.len() >= 8, "{kinds:?}");
}
