//! The standard grader: fires techniques in order until the puzzle is solved or the catalog stalls.
//!
//! Techniques of [`Phase::Propagation`] run to their fixpoint; when it stalls, the first instance
//! of the first [`Phase::Pattern`] technique is applied, and the fixpoint runs again.
//!
//! Two figures come out. The *points* of the steps are summed, as in HoDoKu. The *effort* is
//! ours, for what people feel: it also counts how long one has to look for a step. A propagation
//! step costs as many looks as there are open variables for each instance in sight (weighted by
//! its ease), a pattern step two looks a point. Where there are sums, each step costs
//! two looks a point: singles are what sums leave, and nobody scans the grid for them.
//!
//! Genres make their score of the effort and of the [weight of the steps that join
//! rules](joint_weight). For comparison with outside ratings of the hardest step there is [`rate`].

mod checkpoint;
mod joint;
mod needs;
mod rating;
mod rounds;
mod steps;
mod sweep;

pub use checkpoint::Checkpoint;
pub use joint::joint_weight;
pub use needs::{Needs, Stall, lowest_tier, needs};
pub use rating::{FURTHER, Rating, STALL, rate, rate_graded};
pub use rounds::Reach;
pub use sweep::{Sweep, SweepRequest, Swept};

use crate::packed::{PackedRun, RunOptions, TakenStep};
use crate::{
    Catalog, Conflict, Deduction, Limits, Literal, Network, Phase, RuleId, RuleKind, Stop, Store, Technique,
    TechniqueId, Tier,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use steps::changes;

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
    /// The steps, in order. The list is empty where the grader leaves steps out.
    pub steps: Vec<Deduction>,
    /// The depth of trial that finishes what the catalog leaves (1: assume, and the techniques of
    /// the propagation phase contradict). `None`: not asked, or not needed.
    pub trial_depth: Option<u8>,
    /// A limit that ended the run before the catalog did.
    pub limit: Option<Stop>,
}

/// How far a catalog gets, without its steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Were all variables placed?
    pub solved: bool,
    /// The hardest tier used.
    pub tier: Tier,
    /// Sum of the steps' points.
    pub score: u32,
    /// How often each technique fired.
    pub counts: BTreeMap<TechniqueId, u32>,
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
    apply_without(at, step, &|_| false, &mut Vec::new())
}

/// Applies a step to a store, as if some rules were not there. Adds the all-different rules that
/// strike what the step wrote down to `by`.
pub(crate) fn apply_without(
    at: &mut Store<'_>,
    step: &Deduction,
    is_off: &dyn Fn(RuleId) -> bool,
    by: &mut Vec<RuleId>,
) -> Result<(), Conflict> {
    for r in &step.removes {
        at.remove(r.var, r.values)?;
    }
    for &l in &step.places {
        at.place_without(l, is_off, by)?;
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

/// A catalog with limits.
#[derive(Clone, Debug)]
pub struct StandardGrader {
    catalog: Catalog,
    limits: Limits,
    remembers: bool,
    packs: bool,
    tells_steps: bool,
}

impl StandardGrader {
    /// The catalog's techniques in order, those of the propagation phase first.
    pub fn new(catalog: &Catalog) -> Self {
        let (limits, catalog) = (Limits::default(), catalog.clone());
        StandardGrader { catalog, limits, remembers: true, packs: true, tells_steps: true }
    }

    /// The same, bounded: `nodes` bounds the steps.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        StandardGrader { limits, ..self }
    }

    /// A grader whose grades lack their steps.
    #[must_use]
    pub fn without_steps(self) -> Self {
        StandardGrader { tells_steps: false, ..self }
    }

    /// A grader on boards alone, without packed candidates. Its grades are the same: tests hold the
    /// packed form to it.
    #[must_use]
    pub fn on_boards(self) -> Self {
        StandardGrader { packs: false, ..self }
    }

    /// A grader on boards alone, without a memory between steps: every technique asks everything
    /// anew. Its grades are the same: tests hold the memory to it.
    #[must_use]
    pub fn asking_anew(self) -> Self {
        StandardGrader { remembers: false, packs: false, ..self }
    }

    fn sweep<'n>(&self, net: &'n Network) -> Sweep<'n> {
        Sweep::new(net, &self.catalog)
    }

    /// A run from a state, to be asked for its steps.
    pub fn begin<'n>(&self, at: Store<'n>) -> Sweep<'n> {
        let mut sweep = self.sweep(at.network());
        sweep.begin(at, &[]);
        sweep
    }

    /// The first instance of the first technique that has one.
    pub fn next_step(&self, at: &Store<'_>) -> Option<Deduction> {
        self.begin(at.clone()).next_step().map(|(_, step)| step)
    }

    /// Runs to the end and tells each step before it is applied; the store is left where the run
    /// ended.
    ///
    /// # Errors
    /// [`Conflict`] when the candidates contradict each other.
    pub fn run(
        &self,
        at: &mut Store<'_>,
        told: &mut dyn FnMut(&dyn Technique, &Deduction),
    ) -> Result<(bool, Option<Stop>), Conflict> {
        self.run_with(at, false, true, &mut |technique, step, _| {
            if let Some(step) = step {
                told(&**technique, &step);
            }
        })
    }

    /// Runs to the end and counts the steps; the store is left where the run ended.
    ///
    /// # Errors
    /// [`Conflict`] when the candidates contradict each other.
    pub fn tally(&self, at: &mut Store<'_>) -> Result<Tally, Conflict> {
        let mut tally = Tally { solved: false, tier: Tier::Beginner, score: 0, counts: BTreeMap::new(), limit: None };
        (tally.solved, tally.limit) = self.run_with(at, false, false, &mut |technique, _, _| {
            tally.tier = tally.tier.max(technique.tier());
            tally.score += technique.score();
            count(&mut tally.counts, technique.id());
        })?;
        Ok(tally)
    }

    /// The run on packed candidates. Returns `None`, with the store as it was, if the network or
    /// the catalog has no such form, or if the candidates contradict each other.
    fn run_packed(
        &self,
        at: &mut Store<'_>,
        options: RunOptions<'_>,
        told: &mut Told<'_>,
    ) -> Option<(bool, Option<Stop>)> {
        if !self.packs || at.is_recording() {
            return None;
        }
        let mut run = PackedRun::new(at.network().shape()?, at, &self.catalog)?;
        let before = at.clone();
        let mut all = Vec::new();
        let Some(end) = run.run(at, options, &mut |taken| all.push(taken)) else {
            *at = before;
            return None;
        };
        for TakenStep { technique, step, looks } in all {
            told(run.technique(technique), step, looks);
        }
        Some(end)
    }

    fn run_with(
        &self,
        at: &mut Store<'_>,
        counts: bool,
        steps: bool,
        told: &mut Told<'_>,
    ) -> Result<(bool, Option<Stop>), Conflict> {
        let clock = self.limits.start();
        if let Some(end) = self.run_packed(at, RunOptions { looks: counts, steps, clock: &clock }, told) {
            at.take_changed();
            return Ok(end);
        }
        let sweep = || self.sweep(at.network());
        let fresh = || if counts { sweep().keeping(Some(Phase::Propagation)) } else { sweep() };
        let mut sweep = fresh();
        sweep.begin(at.clone(), &[]);
        let mut steps = 0;
        let end = loop {
            if sweep.store().placed().len() == sweep.store().network().len() {
                break (true, None);
            }
            if let Some(stop) = clock.check(steps).or_else(|| clock.expired()) {
                break (false, Some(stop));
            }
            if !self.remembers && steps > 0 {
                let now = sweep.into_store();
                sweep = fresh();
                sweep.begin(now, &[]);
            }
            // A step that changes nothing would come again for ever.
            let Some(next) = sweep.look(counts).filter(|next| changes(sweep.store(), &next.step)) else {
                break (false, None);
            };
            let applied = sweep.apply(&next.step);
            told(&next.technique, Some(next.step), next.looks);
            if let Err(conflict) = applied {
                *at = sweep.into_store();
                return Err(conflict);
            }
            steps += 1;
        };
        *at = sweep.into_store();
        at.take_changed();
        Ok(end)
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
        let tells = self.tells_steps;
        let (solved, limit) = self.run_with(at, !sums, tells, &mut |technique, step, looks| {
            tier = tier.max(technique.tier());
            score += technique.score();
            effort += looks.unwrap_or(PATTERN_LOOKS * u64::from(technique.score()));
            count(&mut counts, technique.id());
            steps.extend(step.filter(|_| tells));
        })?;
        if !solved {
            tier = Tier::Master;
            effort += PATTERN_LOOKS * 1000;
        }
        Ok(Grade { solved, tier, score, effort, counts, steps, trial_depth: None, limit })
    }
}

/// Is called for each step of a run, with the technique, the step where it is known, and the looks
/// that it takes.
type Told<'t> = dyn FnMut(&Arc<dyn Technique>, Option<Deduction>, Option<u64>) + 't;

fn count(counts: &mut BTreeMap<TechniqueId, u32>, id: &TechniqueId) {
    match counts.get_mut(id) {
        Some(count) => *count += 1,
        None => {
            counts.insert(id.clone(), 1);
        }
    }
}

/// Hundredths of looks that a point of a pattern step is worth.
const PATTERN_LOOKS: u64 = 200;
