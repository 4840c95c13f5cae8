//! Trial levels above 0: candidates whose assumption leads to a contradiction go, to a fixpoint.

use super::net::{LitId, TrialNet, ones};
use super::state::{Clash, Queue, Silent, State};
use crate::{Clock, Limits, Stop};

/// Above this size the tables of survived trials are left out (every change then tries every
/// candidate again).
const TABLE_BYTES: usize = 64 << 20;

/// Why closing a state ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// The candidates contradict each other.
    Clash(Clash),
    /// A solution was reached inside a trial: nothing assumed on the way can be refuted.
    Solved,
    /// A limit was reached.
    Stop(Stop),
}

impl From<Clash> for Halt {
    fn from(clash: Clash) -> Self {
        Halt::Clash(clash)
    }
}

/// What one pass of one level works with.
#[derive(Clone, Debug)]
struct Level {
    child: State,
    /// For each candidate, the trial that shows that it survives (its own, or one in which it came
    /// out true).
    shown_by: Vec<LitId>,
    /// For each candidate, the live candidates at the end of its own trial.
    ends: Vec<u64>,
}

/// Trials on one network. Keeps, for each candidate that survived, the candidates left at the end
/// of its trial: while nothing else goes, the trial would end the same way and is not repeated. The
/// same end shows that every candidate that came out true in it survives as well.
#[derive(Clone, Debug)]
pub struct Trials<'a, 'n> {
    net: &'a TrialNet<'n>,
    levels: Vec<Option<Box<Level>>>,
    queue: Queue,
    clock: Clock,
    spent: u64,
    /// Candidates of solutions met on the way: no sound trial refutes them.
    sure: Vec<u64>,
    keep_ends: bool,
}

const NONE: LitId = LitId::MAX;
/// Levels of one nesting depth.
const WIDTH: usize = 8;

impl<'a, 'n> Trials<'a, 'n> {
    /// Trials within limits; `nodes` counts assumptions.
    pub fn new(net: &'a TrialNet<'n>, limits: &Limits) -> Self {
        let keep_ends = net.len() * net.words() * 8 <= TABLE_BYTES;
        Trials {
            net,
            levels: Vec::new(),
            queue: Queue::new(),
            clock: limits.start(),
            spent: 0,
            sure: vec![0; net.words()],
            keep_ends,
        }
    }

    /// Assumptions made so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Forgets the solutions met: call before working on another puzzle of the same network.
    pub fn reset(&mut self) {
        self.sure.fill(0);
    }

    /// Draws the first conclusions of a new state.
    ///
    /// # Errors
    /// The [`Clash`] when the candidates contradict each other.
    pub fn settle(&mut self, at: &mut State) -> Result<(), Clash> {
        at.settle(self.net, &mut self.queue, &mut Silent)
    }

    /// Strikes a candidate and draws the conclusions at level 0.
    ///
    /// # Errors
    /// The [`Clash`] when the candidates contradict each other.
    pub fn strike(&mut self, at: &mut State, id: LitId) -> Result<(), Clash> {
        at.strike(self.net, id, &mut self.queue, &mut Silent)
    }

    /// Closes a settled state under level `k`. The candidates left do not depend on the order of
    /// trials.
    pub(crate) fn close(&mut self, at: &mut State, k: u8) -> Result<(), Halt> {
        self.close_at(at, k, 0)
    }

    /// The same for a state that rests on an assumption: candidates of known solutions are tried
    /// too.
    pub(crate) fn close_assumed(&mut self, at: &mut State, k: u8) -> Result<(), Halt> {
        self.close_at(at, k, 1)
    }

    /// Does assuming `id` in a state lead to a contradiction at level `k − 1`, that is: does level
    /// `k` strike it? `None` when a limit was reached.
    pub fn refutes(&mut self, at: &State, id: LitId, k: u8) -> Option<bool> {
        let mut child = at.clone();
        match self.try_one(&mut child, id, k.max(1), 0) {
            Ok(()) | Err(Halt::Solved) => Some(false),
            Err(Halt::Clash(_)) => Some(true),
            Err(Halt::Stop(_)) => None,
        }
    }

    fn try_one(&mut self, child: &mut State, id: LitId, k: u8, depth: usize) -> Result<(), Halt> {
        self.spent += 1;
        if let Some(stop) = self.clock.check(self.spent) {
            return Err(Halt::Stop(stop));
        }
        child.assume(self.net, id, &mut self.queue, &mut Silent)?;
        self.close_at(child, k - 1, depth + 1)?;
        if self.solves(child) { self.solution(child) } else { Ok(()) }
    }

    /// Remembers a solution; a trial inside a trial then ends at once, up to the outermost one.
    fn solution(&mut self, at: &State) -> Result<(), Halt> {
        for (s, l) in self.sure.iter_mut().zip(at.live()) {
            *s |= l;
        }
        Err(Halt::Solved)
    }

    /// Is a state a solution?
    pub(crate) fn solves(&self, at: &State) -> bool {
        let values = || at.domains(self.net).iter().map(|d| d.value()).collect::<Option<Vec<_>>>();
        at.is_solved(self.net) && values().is_some_and(|v| self.net.network().holds(&v))
    }

    fn is_sure(&self, id: LitId) -> bool {
        self.sure[id as usize / 64] >> (id % 64) & 1 == 1
    }

    fn take_level(&mut self, at: &State, k: u8, depth: usize) -> (usize, Box<Level>) {
        let slot = depth * WIDTH + usize::from(k).min(WIDTH - 1);
        if slot >= self.levels.len() {
            self.levels.resize_with(slot + 1, || None);
        }
        let level = self.levels[slot].take();
        let mut level = level.unwrap_or_else(|| {
            let ends = if self.keep_ends { self.net.len() * self.net.words() } else { 0 };
            Box::new(Level { child: at.clone(), shown_by: vec![NONE; self.net.len()], ends: vec![0; ends] })
        });
        level.shown_by.fill(NONE);
        (slot, level)
    }

    fn close_at(&mut self, at: &mut State, k: u8, depth: usize) -> Result<(), Halt> {
        if k == 0 {
            return Ok(());
        }
        let (slot, mut level) = self.take_level(at, k, depth);
        let done = self.close_with(at, k, depth, &mut level);
        self.levels[slot] = Some(level);
        done
    }

    fn close_with(&mut self, at: &mut State, k: u8, depth: usize, level: &mut Level) -> Result<(), Halt> {
        loop {
            self.close_at(at, k - 1, depth)?;
            let mut struck = false;
            for id in self.order(at, k, depth) {
                if !at.is_live(id) || at.is_known(id) || (depth == 0 && self.is_sure(id)) || self.stands(at, id, level)
                {
                    continue;
                }
                level.child.copy_from(at);
                match self.try_one(&mut level.child, id, k, depth) {
                    Ok(()) => self.survived(at, id, level),
                    Err(Halt::Clash(_)) => {
                        struck = true;
                        at.strike(self.net, id, &mut self.queue, &mut Silent)?;
                        if k > 1 {
                            break;
                        }
                    }
                    Err(Halt::Solved) if depth == 0 => {}
                    Err(other) => return Err(other),
                }
            }
            if !struck {
                return Ok(());
            }
        }
    }

    /// Would the trial that once showed that `id` survives still end the same way?
    fn stands(&self, at: &State, id: LitId, level: &Level) -> bool {
        let by = level.shown_by[id as usize];
        if by == NONE || !self.keep_ends {
            return false;
        }
        let n = self.net.words();
        level.ends[by as usize * n..][..n].iter().zip(at.live()).all(|(end, live)| end & !live == 0)
    }

    fn survived(&self, at: &State, id: LitId, level: &mut Level) {
        if !self.keep_ends {
            return;
        }
        let n = self.net.words();
        level.ends[id as usize * n..][..n].copy_from_slice(level.child.live());
        let new: Vec<u64> = level.child.known().iter().zip(at.known()).map(|(c, a)| c & !a).collect();
        for other in ones(&new) {
            level.shown_by[other as usize] = id;
        }
    }

    /// Candidates in the order of trying: at level 1 as they come; above it, those with the most
    /// conclusions at the level below first.
    fn order(&self, at: &State, k: u8, depth: usize) -> Vec<LitId> {
        let mut open = at.open();
        let below = self.levels.get(depth * WIDTH + usize::from(k - 1)).and_then(|l| l.as_deref());
        if let (2.., Some(below), true) = (k, below, self.keep_ends) {
            let n = self.net.words();
            open.sort_by_cached_key(|&id| match below.shown_by[id as usize] {
                NONE => (u32::MAX, id),
                by => (level_size(&below.ends[by as usize * n..][..n]), id),
            });
        }
        open
    }
}

fn level_size(words: &[u64]) -> u32 {
    words.iter().map(|w| w.count_ones()).sum()
}
