//! A figure for comparison with outside ratings that name the hardest step: the longest chain that
//! cannot be avoided.
//!
//! Wherever techniques without chains stall, the *shortest* chain in sight is taken, of whatever
//! name; the longest of those is the puzzle's. [`Grade::effort`](super::Grade::effort) decides
//! between puzzles of equal chains.

use super::steps::changes;
use super::{Grade, StandardGrader, apply};
use crate::{Board, Catalog, Conflict, Deduction, Limits, Stop, Store, Technique};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Orders puzzles by their hardest step, then by effort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rating {
    /// Candidates of the longest chain that was needed; 0 without chains, [`FURTHER`] where no
    /// plain chain was in sight but groups, almost locked sets, colours or large finned fish
    /// helped, [`STALL`] where nothing did.
    pub chain: u32,
    /// Hundredths of looks, as in [`super::Grade`].
    pub effort: u64,
    /// A limit that ended the run early: the figures are lower bounds.
    pub limit: Option<Stop>,
}

/// The length that a step beyond plain chains counts as.
pub const FURTHER: u32 = 20;
/// The length that a stall counts as.
pub const STALL: u32 = 40;

/// Chains over single candidates; which of them is taken is a matter of length alone.
const CHAINS: [&str; 5] = ["x-chain", "xy-chain", "aic", "continuous-nice-loop", "discontinuous-nice-loop"];

/// Rates a puzzle from its start; the store is left where the search for chains ended.
///
/// # Errors
/// [`Conflict`] when the candidates contradict each other.
pub fn rate(at: &mut Store<'_>, catalog: &Catalog, limits: Limits) -> Result<Rating, Conflict> {
    let mut copy = at.clone();
    let grade = StandardGrader::new(catalog).with_limits(limits.clone()).grade(&mut copy)?;
    rate_graded(at, catalog, &grade, limits)
}

/// The same for a puzzle that the catalog has graded.
///
/// # Errors
/// [`Conflict`] when the candidates contradict each other.
pub fn rate_graded(at: &mut Store<'_>, catalog: &Catalog, grade: &Grade, limits: Limits) -> Result<Rating, Conflict> {
    let clock = limits.start();
    let is_chain = |t: &dyn Technique| CHAINS.contains(&t.id().as_str());
    let is_late = |t: &dyn Technique| t.score() >= 200 || t.id().as_str().starts_with("simple-colors");
    let (chains, rest): (Vec<_>, Vec<_>) = catalog.list().iter().cloned().partition(|t| is_chain(&**t));
    let (late, early): (Vec<_>, Vec<_>) = rest.into_iter().partition(|t| is_late(&**t));
    let has_used = |t: &&Arc<dyn Technique>| grade.counts.contains_key(t.id());
    let further = || chains.iter().chain(&late);
    // What plain techniques finish in one order they finish in every order; and where the catalog
    // has nothing else, nothing else helps where they stall.
    if grade.limit.is_none() && (grade.solved && !further().any(|t| has_used(&t)) || further().next().is_none()) {
        let chain = if grade.solved { 0 } else { STALL };
        return Ok(Rating { chain, effort: grade.effort, limit: None });
    }
    let (mut chain, mut steps, mut limit) = (0, 0, grade.limit);
    while at.placed().len() < at.network().len() {
        if let Some(stop) = clock.check(steps).or_else(|| clock.expired()) {
            limit = limit.or(Some(stop));
            break;
        }
        let board = Board::new(at);
        let early = || early.iter().find_map(|t| first(t, &board)).map(|step| (0, step));
        let shortest = || {
            let length = |step: Deduction| (step.because.pattern.len() as u32, step);
            chains.iter().filter_map(|t| first(t, &board)).map(length).min_by_key(|(length, _)| *length)
        };
        let late = || late.iter().find_map(|t| first(t, &board)).map(|step| (FURTHER, step));
        let found = early().or_else(shortest).or_else(late);
        let Some((length, step)) = found.filter(|(_, step)| changes(at, step)) else {
            chain = STALL;
            break;
        };
        chain = chain.max(length);
        apply(at, &step)?;
        at.take_changed();
        steps += 1;
    }
    Ok(Rating { chain, effort: grade.effort, limit })
}

fn first(technique: &Arc<dyn Technique>, board: &Board<'_>) -> Option<Deduction> {
    let mut first = None;
    let _ = technique.find(board, &mut |d| {
        first = Some(d);
        ControlFlow::Break(())
    });
    first
}
