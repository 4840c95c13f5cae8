//! The standard grader: fires techniques in order until the puzzle is solved or the catalog stalls.
//!
//! Techniques of [`Phase::Propagation`] run to their fixpoint; when it stalls, the first instance of the first
//! [`Phase::Pattern`] technique is applied, and the fixpoint runs again.
//!
//! Two figures come out. The *score* is the sum of the steps' points, as in HoDoKu. The *effort* is ours, for what
//! people feel: it also counts how long one has to look for a step. A propagation step costs as many looks as there are
//! open variables for each instance in sight (weighted by [`Technique::ease`]), a pattern step two looks a point. Where
//! there are sums, each step costs two looks a point: singles are what sums leave, and nobody scans the grid for them.
//!
//! For comparison with outside ratings of the hardest step there is [`rate`].

mod needs;
mod rating;

pub use needs::{Needs, Stall, lowest_tier, needs};
pub use rating::{FURTHER, Rating, STALL, rate};

use crate::{
    Board, Catalog, Conflict, Deduction, Limits, Literal, Network, Phase, RuleKind, Stop, Store, Technique,
    TechniqueId, Tier,
};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// How far a catalog gets.
#[derive(Clone, Debug)]
pub struct Grade {
    /// Were all variables placed?
    pub solved: bool,
    /// The hardest tier used; [`Tier::Master`] when the catalog stalls: the rest is beyond it.
    pub tier: Tier,
    /// Sum of the steps' points.
    pub score: u32,
    /// Hundredths of looks (see the module). A stall adds what 1000 points would.
    pub effort: u64,
    /// How often each technique fired.
    pub counts: BTreeMap<TechniqueId, u32>,
    /// The steps, in order.
    pub steps: Vec<Deduction>,
    /// The depth of trial that finishes what the catalog leaves (1: assume, and the techniques of the propagation
    /// phase contradict). `None`: not asked, or not needed.
    pub trial_depth: Option<u8>,
    /// A limit that ended the run before the catalog did.
    pub limit: Option<Stop>,
}

/// The state at the start: the network's single candidates written down.
///
/// # Errors
/// [`Conflict`] when they contradict each other.
pub fn start(net: &Network) -> Result<Store<'_>, Conflict> {
    let mut at = Store::new(net);
    for var in net.vars() {
        if let Some(value) = net.domains()[var.index()].value() {
            at.place(Literal { var, value })?;
        }
    }
    Ok(at)
}

/// The next step that the catalog finds, by the first technique in order that has one.
pub fn next_step(at: &Store<'_>, catalog: &Catalog) -> Option<Deduction> {
    StandardGrader::new(catalog).next_step(at)
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
    StandardGrader::new(catalog).grade(at)
}

/// A catalog in its two phases, with limits.
#[derive(Clone)]
pub struct StandardGrader {
    propagation: Vec<Arc<dyn Technique>>,
    pattern: Vec<Arc<dyn Technique>>,
    limits: Limits,
}

impl std::fmt::Debug for StandardGrader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids = |list: &[Arc<dyn Technique>]| list.iter().map(|t| t.id().to_string()).collect::<Vec<_>>();
        f.debug_struct("StandardGrader")
            .field("propagation", &ids(&self.propagation))
            .field("pattern", &ids(&self.pattern))
            .finish_non_exhaustive()
    }
}

impl StandardGrader {
    /// The catalog's techniques in order, each in its phase.
    pub fn new(catalog: &Catalog) -> Self {
        let (propagation, pattern) = catalog.list().iter().cloned().partition(|t| t.phase() == Phase::Propagation);
        StandardGrader { propagation, pattern, limits: Limits::default() }
    }

    /// The same, bounded: `nodes` bounds the steps.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        StandardGrader { limits, ..self }
    }

    /// The first instance of the first technique that has one.
    pub fn next_step(&self, at: &Store<'_>) -> Option<Deduction> {
        self.find(&Board::new(at)).map(|(_, step)| step)
    }

    fn find(&self, board: &Board<'_>) -> Option<(&dyn Technique, Deduction)> {
        self.propagation.iter().chain(&self.pattern).find_map(|technique| {
            let mut first = None;
            let _ = technique.find(board, &mut |d| {
                first = Some(d);
                ControlFlow::Break(())
            });
            first.map(|step| (&**technique, step))
        })
    }

    /// Runs to the end and tells each step before it is applied; the store is left where the run ended.
    ///
    /// # Errors
    /// [`Conflict`] when the candidates contradict each other.
    pub fn run(
        &self,
        at: &mut Store<'_>,
        told: &mut dyn FnMut(&Board<'_>, &dyn Technique, &Deduction),
    ) -> Result<(bool, Option<Stop>), Conflict> {
        let clock = self.limits.start();
        let mut steps = 0;
        while at.placed().len() < at.network().len() {
            if let Some(stop) = clock.check(steps).or_else(|| clock.expired()) {
                return Ok((false, Some(stop)));
            }
            let board = Board::new(at);
            let Some((technique, step)) = self.find(&board) else { return Ok((false, None)) };
            // A step that changes nothing would come again for ever.
            if !changes(at, &step) {
                return Ok((false, None));
            }
            told(&board, technique, &step);
            apply(at, &step)?;
            at.take_changed();
            steps += 1;
        }
        Ok((true, None))
    }

    /// Runs to the end.
    ///
    /// # Errors
    /// [`Conflict`] when the candidates contradict each other.
    pub fn grade(&self, at: &mut Store<'_>) -> Result<Grade, Conflict> {
        let (mut tier, mut score, mut counts, mut steps) = (Tier::Beginner, 0, BTreeMap::new(), Vec::new());
        let mut effort = 0;
        let net = at.network();
        let is_sum = |kind| matches!(kind, RuleKind::Sum | RuleKind::Cage);
        let sums = net.rule_ids().any(|id| is_sum(net.rule(id).kind()));
        let (solved, limit) = self.run(at, &mut |board, technique, step| {
            tier = tier.max(technique.tier());
            score += technique.score();
            effort += match technique.phase() {
                Phase::Propagation if !sums => self.looks(board),
                Phase::Propagation | Phase::Pattern => PATTERN_LOOKS * u64::from(technique.score()),
            };
            *counts.entry(step.technique.clone()).or_default() += 1;
            steps.push(step.clone());
        })?;
        if !solved {
            tier = Tier::Master;
            effort += PATTERN_LOOKS * 1000;
        }
        Ok(Grade { solved, tier, score, effort, counts, steps, trial_depth: None, limit })
    }

    /// Hundredths of looks until one of the propagation steps in sight is seen.
    fn looks(&self, board: &Board<'_>) -> u64 {
        let mut places = BTreeMap::<Literal, u32>::new();
        let mut sum = 0;
        for technique in &self.propagation {
            let _ = technique.find(board, &mut |d| {
                match d.places.first() {
                    // A value that several techniques place is seen the easiest way.
                    Some(&l) => {
                        let best = places.entry(l).or_default();
                        *best = technique.ease().max(*best);
                    }
                    None => sum += technique.ease(),
                }
                ControlFlow::Continue(())
            });
        }
        let sum = u64::from(sum + places.values().sum::<u32>());
        1000 * board.open().len() as u64 / sum.max(1)
    }
}

/// Hundredths of looks that a point of a pattern step is worth.
const PATTERN_LOOKS: u64 = 200;

/// Would the step change anything?
fn changes(at: &Store<'_>, step: &Deduction) -> bool {
    step.removes.iter().any(|r| !(at.domain(r.var) & r.values).is_empty())
        || step.places.iter().any(|l| !at.is_placed(l.var))
}
