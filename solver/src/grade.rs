//! The standard grader: fires techniques in order until the puzzle is solved or the catalog stalls.

use crate::{Board, Catalog, Conflict, Deduction, Store, TechniqueId, Tier};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// How far a catalog gets.
#[derive(Clone, Debug)]
pub struct Grade {
    /// Were all variables placed?
    pub solved: bool,
    /// The hardest tier used.
    pub tier: Tier,
    /// Sum of the steps' points.
    pub score: u32,
    /// How often each technique fired.
    pub counts: BTreeMap<TechniqueId, u32>,
    /// The steps, in order.
    pub steps: Vec<Deduction>,
}

/// The next step that the catalog finds, by the first technique in order that has one.
pub fn next_step(at: &Store<'_>, catalog: &Catalog) -> Option<Deduction> {
    let board = Board::new(at);
    for technique in catalog.list() {
        let mut first = None;
        let _ = technique.find(&board, &mut |d| {
            first = Some(d);
            ControlFlow::Break(())
        });
        if first.is_some() {
            return first;
        }
    }
    None
}

/// Applies a step to the store.
///
/// # Errors
/// [`Conflict`] when the candidates contradict each other (the puzzle has no solution, or the step was unsound).
pub fn apply(at: &mut Store<'_>, step: &Deduction) -> Result<(), Conflict> {
    for r in &step.removes {
        at.remove(r.var, r.values)?;
    }
    for &l in &step.places {
        at.place(l)?;
    }
    Ok(())
}

/// Runs the catalog to its end.
///
/// # Errors
/// [`Conflict`] when the candidates contradict each other.
pub fn grade(at: &mut Store<'_>, catalog: &Catalog) -> Result<Grade, Conflict> {
    let mut out = Grade { solved: false, tier: Tier::Beginner, score: 0, counts: BTreeMap::new(), steps: Vec::new() };
    while at.placed().len() < at.network().len() {
        let Some(step) = next_step(at, catalog) else { return Ok(out) };
        if let Some(t) = catalog.get(&step.technique) {
            out.tier = out.tier.max(t.tier());
            out.score += t.score();
        }
        *out.counts.entry(step.technique.clone()).or_default() += 1;
        apply(at, &step)?;
        out.steps.push(step);
    }
    out.solved = true;
    Ok(out)
}
