//! A step by trial, where techniques find none: a candidate whose assumption leads to a
//! contradiction.

use crate::proof::{Proof, Prover, Step};
use crate::trial::TrialNet;
use crate::{Because, Deduction, Limits, Literal, Part, Say, Store, TechniqueId, Truth};

/// The id of steps by trial. They are no technique of a catalog.
pub const ID: TechniqueId = TechniqueId::new("trial");
/// Its name for people.
pub const NAME: &str = "Trial";

/// Deepest trial: an assumption, others within it, and others within those.
const DEEPEST: u8 = 3;
/// Trials of a depth above 1 that are written out as proofs; the one with the fewest steps is told.
const COMPARED: usize = 8;

/// The candidate whose assumption leads to a contradiction in the fewest steps of naked and hidden
/// singles; where there is none, one that takes further assumptions on the way. Where singles are
/// left they are drawn first. `limits.nodes` counts assumptions.
pub fn last_resort(at: &Store<'_>, limits: &Limits) -> Option<Deduction> {
    let net = TrialNet::new(at.network());
    let mut prover = Prover::new(&net, at.domains(), limits).ok()?;
    for depth in 1..=DEEPEST {
        let refuted = prover.refutable(depth);
        let most = if depth == 1 { refuted.len() } else { COMPARED };
        let proofs = refuted.into_iter().take(most).filter_map(|goal| prover.refute(goal, depth));
        if let Some(proof) = proofs.min_by_key(|proof| (proof.size(), proof.goal.var)) {
            return step(at, &proof);
        }
    }
    None
}

/// The proof as a step: what is assumed, what it leads to, where it ends.
fn step(at: &Store<'_>, proof: &Proof) -> Option<Deduction> {
    let goal = proof.literal()?;
    let nested = proof.steps.iter().filter(|s| matches!(s, Step::Case { .. })).count();
    let mut say = vec![Say::Text("if ".into()), Say::Is(goal)];
    say.push(Say::Text(match nested {
        0 => ", singles lead to a contradiction: ".into(),
        1 => ", singles and a further trial lead to a contradiction: ".into(),
        n => format!(", singles and {n} further trials lead to a contradiction: ").into(),
    }));
    let mut houses = Vec::new();
    match proof.steps.last()? {
        Step::Clash { truth: Truth::Cell(var) } => {
            say.extend([Say::Vars(vec![*var]), Say::Text(" has no value left".into())]);
        }
        Step::Clash { truth: Truth::Rule { rule, part: Part::Value(value) } } => {
            houses.push(*rule);
            let value = Say::Values(crate::Domain::single(*value));
            say.extend([Say::Text("there is no place for ".into()), value, Say::Text(" in ".into()), Say::Rule(*rule)]);
        }
        Step::Clash { truth: Truth::Rule { rule, part: Part::Whole } } => {
            houses.push(*rule);
            say.extend([Say::Rule(*rule), Say::Text(" can't be filled".into())]);
        }
        Step::Prune { .. } | Step::Case { .. } => return None,
    }
    let mut extra: Vec<Literal> = Vec::new();
    for s in &proof.steps {
        if let Step::Prune { what, .. } = s {
            extra.extend(what.values.iter().map(|value| Literal { var: what.var, value }));
        }
    }
    extra.retain(|l| *l != goal && !at.is_placed(l.var));
    extra.sort_unstable();
    extra.dedup();
    let because = Because { say, pattern: vec![goal], extra, houses, ..Because::default() };
    Deduction::remove(&ID, [(goal.var, goal.value)], because)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::fixtures::{latin, pattern, sparse};
    use crate::{SimpleSolver, Solver, grade};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// On random candidates with one solution or several: no step strikes a value that a solution
    /// has.
    #[test]
    fn strikes_only_what_no_solution_has() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let (mut steps, mut several) = (0, 0);
        for (n, boxes, rounds) in [(4, Some((2, 2)), 30), (6, Some((2, 3)), 15), (5, None, 20)] {
            let (mut net, solution) = (latin(n, boxes), pattern(u32::from(n), boxes));
            for _ in 0..rounds {
                let domains = sparse(&latin(n, boxes), &solution, 120, &mut rng);
                for (var, domain) in domains.iter().enumerate() {
                    net.set_domain(crate::Var(var as u32), *domain);
                }
                let truth = SimpleSolver.solve(&net, None, &Limits::solutions(1000)).solutions;
                several += usize::from(truth.len() > 1);
                let mut at = grade::start(&net).unwrap();
                while let Some(step) = last_resort(&at, &Limits::default()) {
                    steps += 1;
                    let gone = step.removes[0];
                    assert!(!(at.domain(gone.var) & gone.values).is_empty(), "it strikes what is there");
                    assert!(truth.iter().all(|s| !gone.values.contains(s[gone.var.index()])), "{step:?}");
                    grade::apply(&mut at, &step).unwrap();
                }
            }
        }
        assert!(steps > 20 && several > 10, "{steps} steps, {several} with several solutions");
    }
}
