//! Clues taken away as long as the techniques of a tier solve what is left: no other search is
//! needed on the way, as what they solve has one solution.

use super::climb::{Step, Walk};
use super::judge::{Run, STEPS, Target};
use super::quick::Quick;
use super::silent::Silent;
use super::whole::Whole;
use crate::GradeInfo;
use crate::clue::genre::{ClueGenre, Place};
use rand_chacha::ChaCha8Rng;
use std::cell::RefCell;
use std::rc::Rc;
use tesuji_solver::grade::{Sweep, SweepRequest};
use tesuji_solver::techniques::steps::Memo;
use tesuji_solver::{Catalog, Clock, TechniqueId, Tier};

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
    /// The run step by step up to a tier, for a puzzle that keeps all its clues.
    known: Option<(Tier, Option<Run>)>,
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
        Some(Tools { whole, sweep: sweep(&target.allowed)?, lacking, known: None })
    }

    /// The puzzle with the clues of these places; `None` where they contradict each other.
    pub(super) fn puzzle(&mut self, is_kept: &dyn Fn(Place) -> bool) -> Option<Silent<'_, 'n>> {
        let (start, off) = self.whole.start(is_kept)?;
        Some(Silent { sweep: &mut self.sweep, lacking: &mut self.lacking, start, off, known: self.known.take() })
    }

    /// Do the techniques up to a tier solve the puzzle with all clues?
    pub(super) fn solves(&mut self, ceiling: Tier) -> bool {
        let Some((start, off)) = self.whole.start(&|_| true) else { return false };
        let want = SweepRequest { off: &off, ceiling, in_rounds: true, steps: STEPS, goal: &[] };
        self.sweep.begin(start, &off);
        self.sweep.resume(&want) == Some(true)
    }

    /// Do the techniques solve it step by step? The run is kept: it also grades a puzzle that keeps
    /// all its clues.
    pub(super) fn solves_in_steps(&mut self, ceiling: Tier) -> bool {
        let Some(mut puzzle) = self.puzzle(&|_| true) else { return false };
        let run = puzzle.run(ceiling, false);
        let is_solved = run.as_ref().is_some_and(|run| run.solved);
        self.known = Some((ceiling, run));
        is_solved
    }

    /// Did the run that is kept take the same steps as another run?
    pub(super) fn ran_as(&self, other: Option<&Run>) -> bool {
        let steps = |run: &Run| (run.solved, run.tier, run.score, run.counts.clone());
        self.known.as_ref().is_none_or(|(_, own)| own.as_ref().map(steps) == other.map(steps))
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
            let Some(quick) = &mut self.quick else { return Err(Unsolved) };
            self.tried.count += 1;
            let Some(mut kept) = quick.build(&self.scaffold.orbits, &order, within) else {
                self.tried.reject("harder tier");
                return Err(Unsolved);
            };
            // Few sets that lower tiers solve are harder without the clues that can be spared: only
            // the last one is looked at.
            let used = quick.tier();
            let is_easier = |quick: &mut Quick<'_>, kept: &[bool]| match below {
                Some(below) if used == within => quick.solves(&self.scaffold.is_kept(kept), below),
                Some(_) => true,
                None => false,
            };
            let mut clues = self.scaffold.clues(&kept);
            self.leave_unused(&mut kept, &order, &mut clues);
            if let Some(quick) = &mut self.quick
                && attempt < ATTEMPTS
                && is_easier(quick, &kept)
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
                |quick: &mut Quick<'_>, kept: &mut [bool]| quick.complete(&self.scaffold.orbits, &order, kept, within);
            if matches!(step, Step::Harder(_)) && self.quick.as_mut().is_some_and(|q| is_completed(q, &mut kept)) {
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
        let Some(quick) = &mut self.quick else { return };
        let (stay, runs) = quick.halve(&self.scaffold.orbits, order, tier, self.run.clock);
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
        let Some(quick) = &self.quick else { return };
        for &i in order {
            let orbit = &self.scaffold.orbits[i];
            if kept[i] && *clues >= self.floor + orbit.len() && !quick.has_used(orbit) {
                kept[i] = false;
                *clues -= orbit.len();
            }
        }
    }
}
