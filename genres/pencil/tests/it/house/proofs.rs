//! Proofs on puzzles of every genre of the house: the independent checker accepts them, and refuses
//! damaged ones.

use super::{request, small};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeSet;
use tesuji_genre::View;
use tesuji_solver::engine::LearningSolver;
use tesuji_solver::proof::{CheckLimits, Damage, Proof, Prover, Step, check, damage};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Domain, Limits, Literal, Network, Part, Solver, Truth, Value};

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
