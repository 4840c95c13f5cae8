//! Clues taken away as long as the techniques of a tier solve what is left: no other search is
//! needed on the way, as what they solve has one solution.

use super::climb::{Step, Walk};
use super::judge::{STEPS, Target};
use super::silent::Silent;
use super::whole::{Says, Whole};
use crate::GradeInfo;
use crate::clue::genre::{ClueGenre, Place};
use rand_chacha::ChaCha8Rng;
use tesuji_solver::grade::{Checkpoint, Sweep, SweepRequest};
use tesuji_solver::{Catalog, Clock, RuleId, TechniqueId, Tier, Var};

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
    /// Checkpoints of runs whose clues all stay so far, each before a rule was first used.
    trail: Vec<Checkpoint<'n>>,
}

impl<'n> Tools<'n> {
    /// The techniques that a target allows, if all are sums of parts.
    pub(super) fn new(whole: &'n Whole, target: &Target, clock: &Clock) -> Option<Self> {
        let sweep = |catalog: &Catalog| {
            let sweep = Sweep::new(&whole.layout.network, catalog).until(clock);
            sweep.is_in_parts().then_some(sweep)
        };
        let lacking = target.lacking().map(|(id, catalog)| Some((id.clone(), sweep(&catalog)?)));
        let lacking = lacking.collect::<Option<Vec<_>>>()?;
        Some(Tools { whole, sweep: sweep(&target.allowed)?, lacking, trail: Vec::new() })
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

    /// Solves the puzzle as far as the techniques up to a tier do, and remembers the way.
    fn lay_trail(&mut self, is_kept: &dyn Fn(Place) -> bool, ceiling: Tier) {
        self.trail.clear();
        let Some((start, off)) = self.whole.start(is_kept) else { return };
        let want = SweepRequest { off: &off, ceiling, in_rounds: true, steps: STEPS, goal: &[] };
        self.sweep.begin(start, &off);
        self.sweep.resume_watched(&want, &mut |sweep| self.trail.push(sweep.checkpoint()));
    }

    /// Do the techniques up to a tier still solve a puzzle without the clues of some orbits? They
    /// do as soon as all is placed that these clues speak of. The run goes on from where a run with
    /// them first rested on one.
    fn solves_without(&mut self, gone: &[&[Place]], is_kept: &dyn Fn(Place) -> bool, ceiling: Tier) -> bool {
        let net = &self.whole.layout.network;
        let says: Vec<&Says> = gone.iter().flat_map(|orbit| self.whole.says(orbit)).collect();
        let rules = || says.iter().flat_map(|says| &says.rules);
        let of_rules = rules().flat_map(|&id| net.rule(id).scope()).copied();
        let goal: Vec<Var> = of_rules.chain(says.iter().flat_map(|says| &says.patterns).map(|(var, _)| *var)).collect();
        // What patterns say is there from the start.
        let is_from_start = says.iter().any(|says| !says.patterns.is_empty());
        let is_before = |at: &Checkpoint<'_>| !is_from_start && rules().all(|id| !at.used()[id.index()]);
        let stays = self.trail.iter().rposition(is_before).map_or(0, |last| last + 1);
        let off = self.whole.off(is_kept);
        match self.trail[..stays].last() {
            Some(at) => self.sweep.go_back(at, &off),
            None => match self.whole.start(is_kept) {
                Some((start, off)) => self.sweep.begin(start, &off),
                None => return false,
            },
        }
        let want = SweepRequest { off: &off, ceiling, in_rounds: true, steps: STEPS, goal: &goal };
        let mut more = Vec::new();
        let solved = self.sweep.resume_watched(&want, &mut |sweep| more.push(sweep.checkpoint())) == Some(true);
        if solved {
            self.trail.truncate(stays);
            self.trail.append(&mut more);
            self.trail.push(self.sweep.checkpoint());
        }
        solved
    }

    /// Did the last run place all variables?
    fn has_ended(&self) -> bool {
        let store = self.sweep.store();
        store.placed().len() == store.domains().len()
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
            if let Step::Fit(info) = self.look(&kept) {
                return Ok(Some((kept, *info)));
            }
        }
        Ok(None)
    }

    /// Do the techniques of the tier solve the puzzle without some of its orbits?
    fn solves_without(&mut self, kept: &[bool], tier: Tier, gone: &[usize]) -> bool {
        let Some(tools) = &mut self.tools else { return false };
        self.tried.count += 1;
        let is_kept = self.scaffold.is_kept(kept);
        let gone: Vec<&[Place]> = gone.iter().map(|&i| &self.scaffold.orbits[i][..]).collect();
        let is_solved = tools.solves_without(&gone, &is_kept, tier);
        if !is_solved {
            self.tried.reject("harder tier");
        }
        is_solved
    }

    /// Takes orbits away in this order, several at once where that goes well, as long as the
    /// techniques up to a tier solve the puzzle.
    fn narrow(&mut self, kept: &mut [bool], order: &[usize], tier: Tier) {
        if let Some(tools) = &mut self.tools {
            tools.lay_trail(&self.scaffold.is_kept(kept), tier);
        }
        let mut clues = self.scaffold.clues(kept);
        let (mut at, mut batch) = (0, 1 + order.len() / 8);
        while at < order.len() && self.run.clock.expired().is_none() {
            let end = (at + batch).min(order.len());
            let mut gone: Vec<usize> = Vec::new();
            for &i in order[at..end].iter().filter(|&&i| kept[i]) {
                let less = self.scaffold.orbits[i].len();
                if clues >= self.floor + less {
                    gone.push(i);
                    clues -= less;
                }
            }
            if gone.is_empty() {
                at = end;
                continue;
            }
            gone.iter().for_each(|&i| kept[i] = false);
            if self.solves_without(kept, tier, &gone) {
                if self.tools.as_ref().is_some_and(Tools::has_ended) {
                    self.leave_unused(kept, order, &mut clues);
                }
                at = end;
                batch *= 2;
            } else {
                for &i in &gone {
                    kept[i] = true;
                    clues += self.scaffold.orbits[i].len();
                }
                // One that has to stay is passed over.
                if gone.len() == 1 {
                    at = end;
                }
                batch = (batch / 2).max(1);
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
