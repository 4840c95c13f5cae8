//! A catalog's run without words, again and again on the rules of one network: which techniques
//! fire, and how often. It takes the steps of [`StandardGrader::run`](super::StandardGrader::run).
//!
//! Parts of techniques are asked again when a variable changed that they may read.

use crate::techniques::steps::{Ground, LastValue, Marks, Part};
use crate::{Catalog, Clock, Domain, Limits, Network, Phase, RuleId, Store, Technique, TechniqueId, Tier, Var};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A catalog and a network, ready for runs.
pub struct Sweep<'n> {
    pub(super) ground: Ground<'n>,
    pub(super) levels: Vec<Level>,
    /// By variable: the parts that may read it, with their levels.
    readers: Vec<Vec<(u16, u32)>>,
    last: Arc<dyn Technique>,
    marks: Marks,
    pub(super) pending: Vec<Var>,
    pub(super) changed: Vec<Var>,
    pub(super) used: Vec<bool>,
    pub(super) steps: u64,
    pub(super) last_values: u32,
    clock: Clock,
    /// Questions that parts were asked, for looks at the clock.
    asked: u64,
}

/// A technique; its parts are made when a run first comes to it.
pub(super) struct Level {
    technique: Arc<dyn Technique>,
    parts: Option<Vec<Part>>,
    /// Parts to ask, a bit each.
    pub(super) dirty: Vec<u64>,
    /// Parts that read a large part of the board.
    wide: Vec<u64>,
    /// This run has not come to it.
    pub(super) fresh: bool,
    pub(super) count: u32,
}

/// What a run is to do.
#[derive(Clone, Copy, Debug)]
pub struct SweepRequest<'a> {
    /// By rule: it is left out.
    pub off: &'a [bool],
    /// The hardest tier.
    pub ceiling: Tier,
    /// Solve what a run step by step solves, but in the order that is fastest: rules of the whole
    /// board last, all contradictions in sight at once.
    pub in_rounds: bool,
    /// Steps at most.
    pub steps: u64,
    /// Not empty: end as soon as these variables are placed.
    pub goal: &'a [Var],
}

/// How far a run came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Swept {
    /// Were all variables placed, or those of the goal?
    pub solved: bool,
    /// The hardest tier used.
    pub tier: Tier,
    /// Sum of the steps' points.
    pub score: u32,
    /// How often each technique fired.
    pub counts: BTreeMap<TechniqueId, u32>,
}

impl std::fmt::Debug for Sweep<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<_> = self.levels.iter().map(|l| l.technique.id()).collect();
        f.debug_struct("Sweep").field("levels", &ids).finish_non_exhaustive()
    }
}

/// Which parts are asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    Narrow,
    Wide,
}

/// Variables of a part that reads a large part of the board.
const WIDE: usize = 30;
/// Questions to narrow parts between two looks at the clock, less one; a power of two less one.
const ASKED_MASK: u64 = 15;

impl Level {
    fn new(technique: Arc<dyn Technique>) -> Level {
        Level { technique, parts: None, dirty: Vec::new(), wide: Vec::new(), fresh: true, count: 0 }
    }

    /// Takes the first part that is to be asked, of all or of those that are wide, or not.
    fn next_dirty(&mut self, scope: Scope) -> Option<usize> {
        let of = |(&dirty, &wide): (&u64, &u64)| match scope {
            Scope::All => dirty,
            Scope::Narrow => dirty & !wide,
            Scope::Wide => dirty & wide,
        };
        let (word, bits) = self.dirty.iter().zip(&self.wide).map(of).enumerate().find(|(_, bits)| *bits != 0)?;
        let bit = bits.trailing_zeros();
        self.dirty[word] &= !(1 << bit);
        Some(word * 64 + bit as usize)
    }

    fn mark_all(&mut self) {
        let parts = self.parts.as_ref().map_or(0, Vec::len);
        (0..parts as u32).for_each(|part| self.mark(part));
    }

    fn mark(&mut self, part: u32) {
        self.dirty[part as usize / 64] |= 1 << (part % 64);
    }
}

impl<'n> Sweep<'n> {
    /// Makes a catalog ready for a network, if all its techniques have a form without words.
    pub fn new(net: &'n Network, catalog: &Catalog) -> Option<Sweep<'n>> {
        let list = catalog.list();
        let last = list.first().filter(|t| t.id().as_str() == LastValue::ID)?;
        if list.iter().any(|t| t.silent().is_none()) {
            return None;
        }
        let phase = |phase| list[1..].iter().filter(move |t| t.phase() == phase).cloned();
        let levels = phase(Phase::Propagation).chain(phase(Phase::Pattern)).map(Level::new).collect();
        Some(Sweep {
            ground: Ground::new(net),
            levels,
            readers: vec![Vec::new(); net.len()],
            last: Arc::clone(last),
            marks: Marks::new(net),
            pending: Vec::new(),
            changed: Vec::new(),
            used: vec![false; net.rule_ids().len()],
            steps: 0,
            last_values: 0,
            clock: Limits::default().start(),
            asked: 0,
        })
    }

    /// The same, which finds nothing more once the time of a clock is up.
    #[must_use]
    pub fn until(self, clock: &Clock) -> Sweep<'n> {
        Sweep { clock: clock.clone(), ..self }
    }

    /// Runs from a store of the network to the end; `None` when the candidates contradict each
    /// other.
    pub fn run(&mut self, start: Store<'n>, want: &SweepRequest<'_>) -> Option<Swept> {
        self.begin(start, want.off);
        let solved = self.resume(want)?;
        Some(self.swept(solved))
    }

    /// Starts a run from a store of the network without some rules.
    pub fn begin(&mut self, start: Store<'n>, off: &[bool]) {
        let net = start.network();
        self.ground.begin(start, off);
        self.used.fill(false);
        self.levels.iter_mut().for_each(|level| (level.fresh, level.count) = (true, 0));
        (self.steps, self.last_values) = (0, 0);
        self.pending.clear();
        self.pending.extend(net.vars());
    }

    /// Brings a rule in that was left out so far.
    pub fn add_rule(&mut self, rule: RuleId) {
        let net = self.ground.store().network();
        if self.ground.bring_in(rule) {
            self.changed.extend(net.rule(rule).scope());
            self.note_changes();
        }
    }

    /// Gives variables values from outside; `None` when the candidates contradict each other.
    pub fn restrict(&mut self, var: Var, keep: Domain) -> Option<()> {
        self.ground.restrict(var, keep, &mut self.changed).ok()?;
        self.note_changes();
        Some(())
    }

    /// The candidates and what is written down.
    pub fn store(&self) -> &Store<'n> {
        self.ground.store()
    }

    /// Goes on to the end, or until the goal is reached: is it solved? `None` when the candidates
    /// contradict each other. Rules left out are those that the run began without.
    pub fn resume(&mut self, want: &SweepRequest<'_>) -> Option<bool> {
        self.resume_watched(want, &mut |_| {})
    }

    /// The same; `watch` sees the run before each step that rests on rules that it did not rest on
    /// so far.
    pub fn resume_watched(&mut self, want: &SweepRequest<'_>, watch: &mut dyn FnMut(&Self)) -> Option<bool> {
        self.ground.is_in_rounds = want.in_rounds;
        let vars = self.readers.len();
        loop {
            if let Some(var) = self.pending.pop() {
                let store = self.ground.store();
                if let (Some(value), false) = (store.domain(var).value(), store.is_placed(var)) {
                    self.ground.place(var, value, &mut self.changed).ok()?;
                    self.note_changes();
                    self.last_values += 1;
                    self.steps += 1;
                }
                continue;
            }
            let placed = self.ground.store().placed();
            let is_reached = !want.goal.is_empty() && want.goal.iter().all(|&var| placed.contains(var));
            if is_reached || placed.len() == vars {
                return Some(true);
            }
            if self.steps >= want.steps {
                return Some(false);
            }
            let all: &[Scope] = if want.in_rounds { &[Scope::Narrow, Scope::Wide] } else { &[Scope::All] };
            let Some(level) = all.iter().find_map(|&scope| self.find(want.ceiling, scope)) else { return Some(false) };
            let rests = self.ground.rests();
            let is_of_board = rests.is_empty();
            if is_of_board || rests.iter().any(|rule| !self.used[rule.index()]) {
                watch(self);
            }
            if is_of_board {
                self.used.fill(true);
            }
            self.ground.rests().iter().for_each(|rule| self.used[rule.index()] = true);
            self.ground.apply(&mut self.changed).ok()?;
            self.note_changes();
            self.levels[level].count += 1;
            self.steps += 1;
        }
    }

    /// What the run did so far.
    pub fn swept(&self, solved: bool) -> Swept {
        let own = self.levels.iter().map(|level| (&level.technique, level.count));
        let fired = std::iter::once((&self.last, self.last_values)).chain(own).filter(|(_, n)| *n > 0);
        let score = fired.clone().map(|(technique, n)| technique.score() * n).sum();
        let tier = self.tier();
        Swept { solved, tier, score, counts: fired.map(|(technique, n)| (technique.id().clone(), n)).collect() }
    }

    /// The hardest tier that the run used so far.
    pub fn tier(&self) -> Tier {
        let used = self.levels.iter().filter(|level| level.count > 0);
        used.map(|level| level.technique.tier()).max().unwrap_or(Tier::Beginner)
    }

    /// By rule: did the last run rest on it? Without the other rules it takes the same steps.
    pub fn used(&self) -> &[bool] {
        &self.used
    }

    /// Asks for the next conclusion; the technique that has one.
    fn find(&mut self, ceiling: Tier, scope: Scope) -> Option<usize> {
        let net = self.ground.store().network();
        for (index, level) in self.levels.iter_mut().enumerate() {
            if level.technique.tier() > ceiling {
                continue;
            }
            let Some(silent) = level.technique.silent() else { continue };
            if level.parts.is_none() {
                let mut parts = silent.silent_parts(net, &mut self.marks);
                self.ground.remember_looks(&mut parts);
                for (number, part) in parts.iter().enumerate() {
                    let reader = (index as u16, number as u32);
                    if part.is_of_board() {
                        self.readers.iter_mut().for_each(|list| list.push(reader));
                    }
                    part.reads.iter().for_each(|var| self.readers[var.index()].push(reader));
                }
                level.dirty = vec![0; parts.len().div_ceil(64)];
                level.wide = level.dirty.clone();
                for (number, _) in parts.iter().enumerate().filter(|(_, p)| p.is_of_board() || p.reads.len() > WIDE) {
                    level.wide[number / 64] |= 1 << (number % 64);
                }
                level.parts = Some(parts);
            }
            if std::mem::take(&mut level.fresh) {
                level.mark_all();
            }
            while let Some(number) = level.next_dirty(scope) {
                let Some(part) = level.parts.as_ref().and_then(|parts| parts.get(number)) else { continue };
                if part.rule.is_some_and(|rule| self.ground.is_off(rule)) {
                    continue;
                }
                self.asked += 1;
                let is_wide = part.rule.is_none() || part.reads.len() > WIDE;
                if (is_wide || self.asked & ASKED_MASK == 0) && self.clock.expired().is_some() {
                    return None;
                }
                self.ground.forget();
                if level.technique.silent().is_some_and(|silent| silent.conclude(&mut self.ground, part)) {
                    // It may have more to say.
                    level.mark(number as u32);
                    return Some(index);
                }
            }
        }
        None
    }

    /// Has all parts asked again that may read what changed.
    fn note_changes(&mut self) {
        for var in self.changed.drain(..) {
            self.pending.push(var);
            for &(level, part) in &self.readers[var.index()] {
                let level = &mut self.levels[level as usize];
                if !level.fresh {
                    level.mark(part);
                }
            }
        }
    }
}
