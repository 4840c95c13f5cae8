//! Clues taken away as long as the techniques of a tier solve what is left: no other search is
//! needed on the way, as what they solve has one solution.

use super::climb::{Step, Walk};
use super::halving::Halving;
use super::judge::{STEPS, Target};
use super::silent::Silent;
use super::whole::Whole;
use crate::GradeInfo;
use crate::clue::genre::{ClueGenre, Place};
use rand_chacha::ChaCha8Rng;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use tesuji_solver::grade::{Sweep, SweepRequest};
use tesuji_solver::techniques::steps::Memo;
use tesuji_solver::{Catalog, Clock, RuleId, TechniqueId, Tier};

/// Orders of clues that are tried for one completion.
const ATTEMPTS: usize = 8;

/// The clues of a puzzle, and its grade.
pub(super) type Found = (Vec<bool>, GradeInfo);

/// Not even all clues let the techniques solve the puzzle.
pub(super) struct Unsolved;

/// The network of all clues with techniques that run on it.
pub(super) struct Tools<'n> {
    whole: &'n Whole,
    sweep: Sweep<'n>,
    /// Sweeps without each of the techniques that must be needed.
    lacking: Vec<(TechniqueId, Sweep<'n>)>,
}

impl<'n> Tools<'n> {
    /// The techniques that a target allows, if all are sums of parts.
    pub(super) fn new(whole: &'n Whole, target: &Target, memo: &Rc<RefCell<Memo>>, clock: &Clock) -> Option<Self> {
        let sweep = |catalog: &Catalog| {
            let sweep = Sweep::new(&whole.layout.network, catalog).until(clock).remembering(memo);
            sweep.is_in_parts().then_some(sweep)
        };
        let lacking = target.lacking().map(|(id, catalog)| Some((id.clone(), sweep(&catalog)?)));
        let lacking = lacking.collect::<Option<Vec<_>>>()?;
        Some(Tools { whole, sweep: sweep(&target.allowed)?, lacking })
    }

    /// The puzzle with the clues of these places; `None` where they contradict each other.
    pub(super) fn puzzle(&mut self, is_kept: &dyn Fn(Place) -> bool) -> Option<Silent<'_, 'n>> {
        let (start, off) = self.whole.start(is_kept)?;
        Some(Silent { sweep: &mut self.sweep, lacking: &mut self.lacking, start, off })
    }

    /// Do the techniques up to a tier solve the puzzle?
    pub(super) fn solves(&mut self, is_kept: &dyn Fn(Place) -> bool, ceiling: Tier) -> bool {
        let Some((start, off)) = self.whole.start(is_kept) else { return false };
        let want = SweepRequest { off: &off, ceiling, in_rounds: true, steps: STEPS, goal: &[] };
        self.sweep.begin(start, &off);
        self.sweep.resume(&want) == Some(true)
    }

    /// Takes orbits away in an order, each if the techniques up to a tier solve the puzzle with those
    /// that are left; gives those that stay, and the number of runs.
    fn halve(&mut self, all: (&[Vec<Place>], &[usize]), ceiling: Tier, clock: &Clock) -> Option<(Vec<usize>, u64)> {
        let (start, off) = self.whole.start(&|_| false)?;
        self.sweep.begin(start, &off);
        let want = SweepRequest { off: &[], ceiling, in_rounds: true, steps: STEPS, goal: &[] };
        let (whole, sweep) = (self.whole, &mut self.sweep);
        Some(Halving::new((whole, sweep, off), all.0, want, clock).run(all.1))
    }

    /// Gives orbits back, the last of an order first, until the techniques up to a tier solve the
    /// puzzle: trials that end at a bound may miss with fewer clues what they find with more. `false`
    /// if none had to come back.
    fn complete(&mut self, orbits: &[Vec<Place>], order: &[usize], kept: &mut [bool], ceiling: Tier) -> bool {
        let mut is_changed = false;
        for &i in order.iter().rev() {
            let places = kept.iter().zip(orbits).filter(|(kept, _)| **kept).flat_map(|(_, orbit)| orbit);
            let of: BTreeSet<Place> = places.copied().collect();
            if self.solves(&|place| of.contains(&place), ceiling) {
                break;
            }
            is_changed |= !std::mem::replace(&mut kept[i], true);
        }
        is_changed
    }

    /// Brings clues in, orbit by orbit, where the techniques up to a tier stall without more, until
    /// they solve the puzzle; `None`: they don't with all clues.
    fn build(&mut self, orbits: &[Vec<Place>], order: &[usize], ceiling: Tier) -> Option<Vec<bool>> {
        let (start, off) = self.whole.start(&|_| false)?;
        let want = SweepRequest { off: &off, ceiling, in_rounds: true, steps: STEPS, goal: &[] };
        self.sweep.begin(start, &off);
        let mut kept = vec![false; orbits.len()];
        let mut solved = self.sweep.resume(&want)?;
        for &i in order {
            if solved {
                break;
            }
            if !self.has_news(&orbits[i]) {
                continue;
            }
            kept[i] = true;
            for says in self.whole.says(&orbits[i]) {
                says.rules.iter().for_each(|&id| self.sweep.add_rule(id));
                says.patterns.iter().try_for_each(|&(var, keep)| self.sweep.restrict(var, keep))?;
            }
            solved = self.sweep.resume(&want)?;
        }
        solved.then_some(kept)
    }

    /// The hardest tier that the last run used.
    fn tier(&self) -> Tier {
        self.sweep.tier()
    }

    /// Does a clue of these places speak of what is open?
    fn has_news(&self, orbit: &[Place]) -> bool {
        let store = self.sweep.store();
        let network = store.network();
        self.whole.says(orbit).any(|says| {
            let is_open = |id: &RuleId| network.rule(*id).scope().iter().any(|&v| store.domain(v).len() > 1);
            says.rules.iter().any(is_open)
                || says.patterns.iter().any(|&(var, keep)| !store.domain(var).minus(keep).is_empty())
        })
    }

    /// Did the last run rest on a clue of one of these places?
    fn has_used(&self, orbit: &[Place]) -> bool {
        let used = |id: &RuleId| self.sweep.used()[id.index()];
        self.whole.says(orbit).any(|says| !says.patterns.is_empty() || says.rules.iter().any(used))
    }
}

impl<G: ClueGenre> Walk<'_, '_, '_, G> {
    /// Looks for a puzzle of a tier, or of any up to medium: brings clues in until the techniques
    /// solve the puzzle, and takes away what they can spare. `Err`: all clues don't let them.
    pub(super) fn ladder(&mut self, tier: Option<Tier>, rng: &mut ChaCha8Rng) -> Result<Option<Found>, Unsolved> {
        let within = tier.unwrap_or(Tier::Medium);
        let easiest = self.run.target.lowest_used();
        let below = Tier::ALL.into_iter().rev().find(|&t| tier.is_some() && t < within && t >= easiest);
        for attempt in 1..=ATTEMPTS {
            if self.run.clock.expired().is_some() {
                self.tried.cut = true;
                return Ok(None);
            }
            let mut order = self.scaffold.drawn_order(0..self.scaffold.orbits.len(), rng);
            let Some(tools) = &mut self.tools else { return Err(Unsolved) };
            self.tried.count += 1;
            let Some(mut kept) = tools.build(&self.scaffold.orbits, &order, within) else {
                self.tried.reject("harder tier");
                return Err(Unsolved);
            };
            // Few sets that lower tiers solve are harder without the clues that can be spared: only
            // the last one is looked at.
            let used = tools.tier();
            let is_easier = |tools: &mut Tools<'_>, kept: &[bool]| match below {
                Some(below) if used == within => tools.solves(&self.scaffold.is_kept(kept), below),
                Some(_) => true,
                None => false,
            };
            let mut clues = self.scaffold.clues(&kept);
            self.leave_unused(&mut kept, &order, &mut clues);
            if let Some(tools) = &mut self.tools
                && attempt < ATTEMPTS
                && is_easier(tools, &kept)
            {
                self.tried.reject("lower tier");
                continue;
            }
            for &i in &order {
                if clues < self.floor && !std::mem::replace(&mut kept[i], true) {
                    clues += self.scaffold.orbits[i].len();
                }
            }
            order.retain(|&i| kept[i]);
            // What is to stay rather than others goes last.
            if self.scaffold.is_weighted() {
                order.reverse();
            }
            self.narrow(&mut kept, &order, within);
            let mut step = self.look(&kept);
            let is_completed =
                |tools: &mut Tools<'_>, kept: &mut [bool]| tools.complete(&self.scaffold.orbits, &order, kept, within);
            if matches!(step, Step::Harder(_)) && self.tools.as_mut().is_some_and(|t| is_completed(t, &mut kept)) {
                step = self.look(&kept);
            }
            if let Step::Fit(info) = step {
                return Ok(Some((kept, *info)));
            }
        }
        Ok(None)
    }

    /// Takes orbits away in this order as long as the techniques up to a tier solve the puzzle.
    fn narrow(&mut self, kept: &mut [bool], order: &[usize], tier: Tier) {
        let Some(tools) = &mut self.tools else { return };
        let Some((stay, runs)) = tools.halve((&self.scaffold.orbits, order), tier, self.run.clock) else { return };
        self.tried.count += runs;
        let mut clues = self.scaffold.clues(kept);
        for &i in order {
            let less = self.scaffold.orbits[i].len();
            if clues >= self.floor + less && !stay.contains(&i) {
                kept[i] = false;
                clues -= less;
            }
        }
    }

    /// Takes away what the last run did not rest on.
    fn leave_unused(&self, kept: &mut [bool], order: &[usize], clues: &mut usize) {
        let Some(tools) = &self.tools else { return };
        for &i in order {
            let orbit = &self.scaffold.orbits[i];
            if kept[i] && *clues >= self.floor + orbit.len() && !tools.has_used(orbit) {
                kept[i] = false;
                *clues -= orbit.len();
            }
        }
    }
}
