//! The standard grader: fires techniques in order until the puzzle is solved or the catalog stalls.
//!
//! Techniques of [`Phase::Propagation`] run to their fixpoint; when it stalls, the first instance
//! of the first [`Phase::Pattern`] technique is applied, and the fixpoint runs again.
//!
//! Two figures come out. The *score* is the sum of the steps' points, as in HoDoKu. The *effort* is
//! ours, for what people feel: it also counts how long one has to look for a step. A propagation
//! step costs as many looks as there are open variables for each instance in sight (weighted by
//! [`Technique::ease`]), a pattern step two looks a point. Where there are sums, each step costs
//! two looks a point: singles are what sums leave, and nobody scans the grid for them.
//!
//! For comparison with outside ratings of the hardest step there is [`rate`].

mod checkpoint;
mod memory;
mod needs;
mod rating;
mod rounds;
mod sweep;

pub use checkpoint::Checkpoint;
pub use needs::{Needs, Stall, lowest_tier, needs};
pub use rating::{FURTHER, Rating, STALL, rate, rate_graded};
pub use rounds::Reach;
pub use sweep::{Sweep, SweepRequest, Swept};

use crate::techniques::steps::Trial;
use crate::{
    Board, Catalog, Conflict, Deduction, Limits, Literal, Network, Phase, RuleKind, Stop, Store, Technique,
    TechniqueId, Tier,
};
use memory::{Memory, Want};
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
    /// The depth of trial that finishes what the catalog leaves (1: assume, and the techniques of
    /// the propagation phase contradict). `None`: not asked, or not needed.
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
/// [`Conflict`] when the candidates contradict each other (the puzzle has no solution, or the step
/// was unsound).
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
    remembers: bool,
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
        StandardGrader { propagation, pattern, limits: Limits::default(), remembers: true }
    }

    /// The same, bounded: `nodes` bounds the steps.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        StandardGrader { limits, ..self }
    }

    /// The same without a memory between steps: every technique asks everything anew. The plain
    /// form, which finds the same.
    #[must_use]
    pub fn asking_anew(self) -> Self {
        StandardGrader { remembers: false, ..self }
    }

    fn techniques(&self) -> impl Iterator<Item = &Arc<dyn Technique>> {
        self.propagation.iter().chain(&self.pattern)
    }

    /// The first instance of the first technique that has one.
    pub fn next_step(&self, at: &Store<'_>) -> Option<Deduction> {
        self.find(&Board::new(at)).map(|(_, step)| step)
    }

    fn find(&self, board: &Board<'_>) -> Option<(&dyn Technique, Deduction)> {
        self.techniques().find_map(|technique| first(&**technique, board).map(|step| (&**technique, step)))
    }

    /// The same, with what a run remembers.
    fn find_again(
        &self,
        board: &Board<'_>,
        memory: &mut Memory,
        trial: &mut Trial<'_, '_>,
        sight: Sight,
    ) -> Option<(&dyn Technique, Deduction)> {
        self.techniques().enumerate().find_map(|(index, technique)| {
            let in_sight = sight == Sight::Counted && index < self.propagation.len();
            let want = if in_sight { Want::All } else { Want::First };
            let mut step = None;
            let is_parted = memory.find((index, &**technique), trial, want, &mut |d| {
                step = Some(d.clone());
                ControlFlow::Break(())
            });
            let step = if is_parted { step } else { first(&**technique, board) };
            step.map(|step| (&**technique, step))
        })
    }

    /// Runs to the end and tells each step before it is applied; the store is left where the run
    /// ended.
    ///
    /// # Errors
    /// [`Conflict`] when the candidates contradict each other.
    pub fn run(
        &self,
        at: &mut Store<'_>,
        told: &mut dyn FnMut(&Board<'_>, &dyn Technique, &Deduction),
    ) -> Result<(bool, Option<Stop>), Conflict> {
        self.run_with(at, Sight::One, &mut |look, technique, step| told(look.board, technique, step))
    }

    fn run_with(
        &self,
        at: &mut Store<'_>,
        sight: Sight,
        told: &mut dyn FnMut(&mut Look<'_, '_, '_>, &dyn Technique, &Deduction),
    ) -> Result<(bool, Option<Stop>), Conflict> {
        let mut memory = self.remembers.then(|| Memory::new(at.network(), self.techniques()));
        let clock = self.limits.start();
        let mut steps = 0;
        while at.placed().len() < at.network().len() {
            if let Some(stop) = clock.check(steps).or_else(|| clock.expired()) {
                return Ok((false, Some(stop)));
            }
            let board = Board::new(at);
            let mut trial = memory.is_some().then(|| Trial::new(&board));
            let found = match (&mut memory, &mut trial) {
                (Some(memory), Some(trial)) => {
                    memory.renew(&board);
                    self.find_again(&board, memory, trial, sight)
                }
                _ => self.find(&board),
            };
            let Some((technique, step)) = found else { return Ok((false, None)) };
            // A step that changes nothing would come again for ever.
            if !changes(at, &step) {
                return Ok((false, None));
            }
            let remembered = memory.as_mut().zip(trial.as_mut());
            told(&mut Look { board: &board, remembered }, technique, &step);
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
        let (solved, limit) = self.run_with(at, Sight::Counted, &mut |look, technique, step| {
            tier = tier.max(technique.tier());
            score += technique.score();
            effort += match technique.phase() {
                Phase::Propagation if !sums => self.looks(look),
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
    fn looks(&self, look: &mut Look<'_, '_, '_>) -> u64 {
        let mut places = BTreeMap::<Literal, u32>::new();
        let mut sum = 0;
        for (index, technique) in self.propagation.iter().enumerate() {
            let mut count = |d: &Deduction| {
                match d.places.first() {
                    // A value that several techniques place is seen the easiest way.
                    Some(&l) => {
                        let best = places.entry(l).or_default();
                        *best = technique.ease().max(*best);
                    }
                    None => sum += technique.ease(),
                }
                ControlFlow::Continue(())
            };
            let is_told = look
                .remembered
                .as_mut()
                .is_some_and(|(memory, trial)| memory.find((index, &**technique), trial, Want::All, &mut count));
            if !is_told {
                let _ = technique.find(look.board, &mut |d| count(&d));
            }
        }
        let sum = u64::from(sum + places.values().sum::<u32>());
        1000 * look.board.open().len() as u64 / sum.max(1)
    }
}

/// What of the propagation phase a run looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sight {
    /// The next step.
    One,
    /// All steps in sight, which are counted.
    Counted,
}

/// What a run sees when it tells a step: the board before it, and what is remembered of it.
struct Look<'l, 'b, 'n> {
    board: &'b Board<'n>,
    remembered: Option<(&'l mut Memory, &'l mut Trial<'b, 'n>)>,
}

/// The first instance that a technique finds.
fn first(technique: &dyn Technique, board: &Board<'_>) -> Option<Deduction> {
    let mut first = None;
    let _ = technique.find(board, &mut |d| {
        first = Some(d);
        ControlFlow::Break(())
    });
    first
}

/// Hundredths of looks that a point of a pattern step is worth.
const PATTERN_LOOKS: u64 = 200;

/// Would the step change anything?
fn changes(at: &Store<'_>, step: &Deduction) -> bool {
    step.removes.iter().any(|r| !(at.domain(r.var) & r.values).is_empty())
        || step.places.iter().any(|l| !at.is_placed(l.var))
}
