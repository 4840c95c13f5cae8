//! Depth-first search on copies of the state: first solution, up to `n`, all.

use crate::fixpoint::Outcome;
use crate::job::{Job, Probe};
use crate::kernel::Kernel;
use crate::lanes::{Lanes, Word};
use crate::level::Level;
use crate::plan::{Candidate, Plan, State};
use crate::rest::{NoSolution, Rest};
use crate::restart::{self, Restarts};
use smallvec::SmallVec;
use std::marker::PhantomData;
use tesuji_base::{Domain, Stats, Stop, Value, Var};

/// Open branches kept without an allocation, which would cost as much as a propagation.
const INLINE: usize = 10;

/// A compiled network with its kernel and its instruction set.
pub(crate) struct Machine<Lv, L, K, const NB: usize> {
    pub plan: Plan<L, K, NB>,
    pub rest: Box<dyn Rest>,
    /// Is there nothing beside the groups, and no observer?
    pub is_alone: bool,
    pub level: PhantomData<Lv>,
    pub name: String,
}

impl<Lv: Level, L: Lanes, K: Kernel<L, NB>, const NB: usize> Machine<Lv, L, K, NB> {
    /// All rules to their common fixpoint (of the all-different ones nearly: see `fixpoint`).
    #[inline]
    pub fn settle(&self, s: &mut State<L, NB>, stats: &mut Stats) -> Outcome {
        if !self.is_alone {
            return self.settle_beside(s, stats);
        }
        stats.propagations += 1;
        Lv::fixpoint(&self.plan, s)
    }

    /// [`settle`](Self::settle) with further rules, or with an observer of propagations.
    #[inline(never)]
    fn settle_beside(&self, s: &mut State<L, NB>, stats: &mut Stats) -> Outcome {
        let start = self.rest.observes().then(|| (self.domains(s), self.exact_fixpoint(*s)));
        stats.propagations += 1;
        let mut outcome = Lv::fixpoint(&self.plan, s);
        if outcome != Outcome::Conflict && !self.rest.is_empty() {
            outcome = self.settle_rest(s, outcome, stats);
        }
        if let Some((before, exact)) = start {
            let after = (outcome != Outcome::Conflict).then(|| self.domains(s));
            self.rest.observe(&before, exact.as_deref(), after.as_deref());
        }
        outcome
    }

    /// The fixpoint of the all-different rules alone, repeated until nothing changes; `None` in a
    /// conflict.
    fn exact_fixpoint(&self, mut s: State<L, NB>) -> Option<Vec<Domain>> {
        loop {
            let before = self.domains(&s);
            if Lv::fixpoint(&self.plan, &mut s) == Outcome::Conflict {
                return None;
            }
            if self.domains(&s) == before {
                return (!self.plan.is_crowded(&s)).then_some(before);
            }
        }
    }

    /// The fixpoint of all rules, repeated until nothing changes; `None` in a conflict.
    pub fn settle_fully(&self, mut s: State<L, NB>) -> Option<Vec<Domain>> {
        loop {
            let before = self.domains(&s);
            if self.settle(&mut s, &mut Stats::default()) == Outcome::Conflict {
                return None;
            }
            if self.domains(&s) == before {
                return (!self.plan.is_crowded(&s)).then_some(before);
            }
        }
    }

    #[inline(never)]
    fn settle_rest(&self, s: &mut State<L, NB>, mut outcome: Outcome, stats: &mut Stats) -> Outcome {
        while outcome != Outcome::Conflict {
            let before = self.domains(s);
            let mut domains = before.clone();
            match self.rest.prune(&mut domains) {
                Err(NoSolution) => return Outcome::Conflict,
                Ok(false) => break,
                Ok(true) => {}
            }
            for (i, (old, new)) in before.iter().zip(&domains).enumerate() {
                for value in old.minus(*new).iter() {
                    self.remove(s, Var(i as u32), value);
                }
            }
            stats.propagations += 1;
            outcome = Lv::fixpoint(&self.plan, s);
        }
        if outcome == Outcome::Solved {
            let mut values = Vec::new();
            self.plan.values(s, &mut values);
            if !self.rest.holds(&values) {
                return Outcome::Conflict;
            }
        }
        outcome
    }

    /// The domains of a state.
    pub fn domains(&self, s: &State<L, NB>) -> Vec<Domain> {
        let mut cells = [[0; 32]; NB];
        Lv::by_cell(&self.plan, s, &mut cells);
        self.plan.domains(&cells)
    }

    fn remove(&self, s: &mut State<L, NB>, var: Var, value: Value) {
        let (block, position) = self.plan.model.place[var.index()];
        if let Some(lane) = self.plan.model.lane(value) {
            let mut words = s.x[block].words();
            let word = &mut words.as_mut()[lane];
            *word = L::Word::of(word.bits() & !(1 << position));
            s.x[block] = L::from_words(words);
        }
    }

    /// Hands a solution on; `true` when there are enough.
    fn found(&self, s: &State<L, NB>, job: &mut Job<'_>) -> Option<Stop> {
        job.solutions += 1;
        if let Some(found) = &mut job.found {
            self.plan.values(s, &mut job.values);
            if found(&job.values).is_break() {
                return Some(Stop::Interrupted);
            }
        }
        (job.solutions >= job.wanted).then_some(Stop::Enough)
    }

    /// Searches the whole space below `s`.
    pub fn search(&self, s: State<L, NB>, job: &mut Job<'_>) -> Stop {
        if job.wanted == 0 {
            return Stop::Enough;
        }
        let mut s = s;
        let mut stack: SmallVec<[State<L, NB>; INLINE]> = SmallVec::new();
        loop {
            let mut outcome = self.settle(&mut s, &mut job.stats);
            if outcome == Outcome::Stable && job.probe != Probe::Never {
                let root = job.stats.nodes == 0;
                if root || job.probe == Probe::EveryNode {
                    outcome = match self.probe(&mut s, job) {
                        Ok(outcome) => outcome,
                        Err(stop) => return stop,
                    };
                }
            }
            match outcome {
                Outcome::Stable => {
                    let mut other = s;
                    Lv::branch(&self.plan, &mut s, &mut other);
                    stack.push(other);
                }
                Outcome::Conflict | Outcome::Solved => {
                    if outcome == Outcome::Solved
                        && let Some(stop) = self.found(&s, job)
                    {
                        return stop;
                    }
                    match stack.pop() {
                        Some(next) => s = next,
                        None => return Stop::Exhausted,
                    }
                }
            }
            if let Some(stop) = job.node() {
                return stop;
            }
        }
    }

    /// Tries every candidate, to a fixpoint: those whose assumption fails go.
    fn probe(&self, s: &mut State<L, NB>, job: &mut Job<'_>) -> Result<Outcome, Stop> {
        loop {
            let mut changed = false;
            for block in 0..self.plan.model.blocks {
                for lane in 0..self.plan.model.alphabet.len() {
                    let places = |s: &State<L, NB>| s.x[block].words().as_ref()[lane].bits();
                    let mut left = places(s);
                    if left.count_ones() < 2 {
                        continue;
                    }
                    while left != 0 {
                        let bit = left & left.wrapping_neg();
                        left &= !bit;
                        job.stats.trials += 1;
                        if job.stats.trials & 255 == 0
                            && let Some(stop) = job.clock.expired()
                        {
                            return Err(stop);
                        }
                        let mut trial = *s;
                        self.assume(&mut trial, Candidate { block, lane, bit });
                        if self.settle(&mut trial, &mut job.stats) != Outcome::Conflict {
                            continue;
                        }
                        let mut words = s.x[block].words();
                        words.as_mut()[lane] = L::Word::of(words.as_ref()[lane].bits() & !bit);
                        s.x[block] = L::from_words(words);
                        let outcome = self.settle(s, &mut job.stats);
                        if outcome != Outcome::Stable {
                            return Ok(outcome);
                        }
                        changed = true;
                        left &= places(s);
                    }
                }
            }
            if !changed {
                return Ok(Outcome::Stable);
            }
        }
    }

    /// Leaves a value one place in its block.
    pub fn assume(&self, s: &mut State<L, NB>, c: Candidate) {
        let mut words = s.x[c.block].words();
        words.as_mut()[c.lane] = L::Word::of(c.bit);
        s.x[c.block] = L::from_words(words);
    }

    /// Takes a candidate away.
    pub fn forbid(&self, s: &mut State<L, NB>, c: Candidate) {
        let mut words = s.x[c.block].words();
        words.as_mut()[c.lane] = L::Word::of(words.as_ref()[c.lane].bits() & !c.bit);
        s.x[c.block] = L::from_words(words);
    }

    /// One solution at random, with restarts.
    pub fn random(&self, s: State<L, NB>, job: &mut Job<'_>, restarts: &mut Restarts<'_>) -> Stop {
        restart::random(self, s, job, restarts)
    }

    /// Reports a solution found outside [`search`](Self::search).
    pub fn report(&self, s: &State<L, NB>, job: &mut Job<'_>) -> Stop {
        self.found(s, job).unwrap_or(Stop::Exhausted)
    }
}
