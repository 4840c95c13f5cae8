//! The run of a catalog on a network, step by step, with memory: parts of techniques are asked
//! again when a variable changed that they may read. A run can leave rules out, go back to a
//! [checkpoint](super::Checkpoint) and go on from there.

use crate::techniques::steps::{Ground, LastValue, Marks, Memo, Part, Told};
use crate::{
    Board, Catalog, Clock, Deduction, Domain, Limits, Literal, Network, Phase, RuleId, Store, Technique, TechniqueId,
    Tier, Var, VarSet,
};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

/// A catalog and a network, ready for runs.
pub struct Sweep<'n> {
    pub(super) ground: Ground<'n>,
    pub(super) levels: Vec<Level>,
    /// By variable: the parts that may read it, with their levels.
    readers: Vec<Vec<(u16, u32)>>,
    /// The technique of last values, where it is the first one.
    last: Option<Arc<dyn Technique>>,
    marks: Marks,
    /// Variables that changed and may have a last value.
    pub(super) pending: VarSet,
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
    /// Parts that read many variables.
    wide: Vec<u64>,
    /// Parts that read most of the board: each change is one for them.
    whole: Vec<u64>,
    /// This run has not come to it.
    pub(super) fresh: bool,
    pub(super) count: u32,
    /// By part: all that it concludes, where that is kept.
    kept: Option<Vec<Vec<Deduction>>>,
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
pub(super) enum Scope {
    All,
    Narrow,
    Wide,
}

/// The candidates as techniques without parts read them, made when the first one is asked.
pub(super) struct Shown<'c, 'b, 'n> {
    pub(super) copy: &'b OnceCell<Store<'n>>,
    pub(super) board: &'c OnceCell<Board<'b>>,
}

/// Variables of a part that reads many.
const WIDE: usize = 30;
/// Questions to narrow parts between two looks at the clock, less one; a power of two less one.
const ASKED_MASK: u64 = 15;

impl Level {
    fn new(technique: Arc<dyn Technique>) -> Level {
        let (dirty, wide, whole) = (Vec::new(), Vec::new(), Vec::new());
        Level { technique, parts: None, dirty, wide, whole, fresh: true, count: 0, kept: None }
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
        (0..parts).for_each(|part| set(&mut self.dirty, part));
    }

    fn mark_whole(&mut self) {
        self.dirty.iter_mut().zip(&self.whole).for_each(|(dirty, whole)| *dirty |= whole);
    }
}

fn set(bits: &mut [u64], number: usize) {
    bits[number / 64] |= 1 << (number % 64);
}

impl<'n> Sweep<'n> {
    /// Makes a catalog ready for a network.
    pub fn new(net: &'n Network, catalog: &Catalog) -> Sweep<'n> {
        let (last, order) = match LastValue::split_from(catalog) {
            Some((last, others)) => (Some(last), others),
            None => (None, catalog.by_phase().cloned().collect()),
        };
        Sweep {
            ground: Ground::new(net),
            levels: order.into_iter().map(Level::new).collect(),
            readers: vec![Vec::new(); net.len()],
            last,
            marks: Marks::new(net),
            pending: VarSet::with_capacity(net.len()),
            changed: Vec::new(),
            used: vec![false; net.rule_ids().len()],
            steps: 0,
            last_values: 0,
            clock: Limits::default().start(),
            asked: 0,
        }
    }

    /// The same, which finds nothing more once the time of a clock is up.
    #[must_use]
    pub fn until(self, clock: &Clock) -> Sweep<'n> {
        Sweep { clock: clock.clone(), ..self }
    }

    /// The same, which keeps conclusions in a memo and takes them from there. It ends as without.
    #[must_use]
    pub fn remembering(mut self, memo: &Rc<RefCell<Memo>>) -> Self {
        self.ground.remember_in(Rc::clone(memo));
        self
    }

    /// The same, which keeps all that the techniques of a phase (or of all) find at a time.
    #[must_use]
    pub(super) fn keeping(mut self, phase: Option<Phase>) -> Sweep<'n> {
        let keeps = |level: &&mut Level| phase.is_none_or(|phase| level.technique.phase() == phase);
        self.levels.iter_mut().filter(keeps).for_each(|level| level.kept = Some(Vec::new()));
        self
    }

    /// Have all techniques parts, so that a run needs no board?
    pub fn is_in_parts(&self) -> bool {
        self.last.is_some() && self.levels.iter().all(|level| level.technique.parted().is_some())
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
        net.vars().for_each(|var| self.pending.insert(var));
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

    /// Gives the candidates away.
    pub fn into_store(self) -> Store<'n> {
        self.ground.into_store()
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
            if let Some(Literal { var, value }) = self.next_last_value() {
                self.ground.place(var, value, &mut self.changed).ok()?;
                self.note_changes();
                self.last_values += 1;
                self.steps += 1;
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
            let Some(level) = all.iter().find_map(|&scope| self.find_within(want.ceiling, scope)) else {
                return Some(false);
            };
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
        let last = self.last.iter().map(|last| (last, self.last_values));
        let fired = last.chain(own).filter(|(_, n)| *n > 0);
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

    /// The first variable with a last value that is not written down, if that is a technique.
    pub(super) fn next_last_value(&mut self) -> Option<Literal> {
        self.last.as_ref()?;
        let store = self.ground.store();
        while let Some(var) = self.pending.first() {
            match store.domain(var).value() {
                Some(value) if !store.is_placed(var) => return Some(Literal { var, value }),
                _ => self.pending.remove(var),
            }
        }
        None
    }

    fn find_within(&mut self, ceiling: Tier, scope: Scope) -> Option<usize> {
        let (copy, board) = (OnceCell::new(), OnceCell::new());
        self.find(ceiling, scope, &Shown { copy: &copy, board: &board })
    }

    /// Asks for the next conclusion, which the ground then holds; the technique that has one.
    pub(super) fn find(&mut self, ceiling: Tier, scope: Scope, shown: &Shown<'_, '_, 'n>) -> Option<usize> {
        for index in 0..self.levels.len() {
            let level = &self.levels[index];
            if level.technique.tier() > ceiling {
                continue;
            }
            let is_found = match (level.technique.parted().is_some(), &level.kept) {
                (true, None) => self.find_part(index, scope)?,
                (true, Some(_)) => self.find_kept(index)?,
                (false, _) => scope != Scope::Narrow && self.find_on_board(index, shown)?,
            };
            if is_found {
                return Some(index);
            }
        }
        None
    }

    /// Asks a technique that has no parts; `None`: the time is up.
    fn find_on_board(&mut self, index: usize, shown: &Shown<'_, '_, 'n>) -> Option<bool> {
        let technique = Arc::clone(&self.levels[index].technique);
        if self.ground.has_off() {
            return Some(self.ground.conclude_by(&*technique, &mut |_| ControlFlow::Break(())).is_break());
        }
        let mut first = None;
        let _ = technique.find(shown.board(&self.ground), &mut |step| {
            first = Some(step);
            ControlFlow::Break(())
        });
        if let Some(step) = first {
            self.ground.hold(step);
            return Some(true);
        }
        if self.clock.expired().is_some() { None } else { Some(false) }
    }

    /// Asks the parts of a technique until one concludes something; `None`: the time is up.
    fn find_part(&mut self, index: usize, scope: Scope) -> Option<bool> {
        self.ready(index);
        while let Some(number) = self.levels[index].next_dirty(scope) {
            if self.ask(index, number, &mut |_| ControlFlow::Break(()))? {
                // It may have more to say.
                set(&mut self.levels[index].dirty, number);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Brings all that a technique concludes up to date, and takes the first of it; `None`: the
    /// time is up.
    fn find_kept(&mut self, index: usize) -> Option<bool> {
        self.ask_all(index)?;
        let kept = self.levels[index].kept.iter().flatten().flatten();
        let Some(step) = kept.into_iter().next().cloned() else { return Some(false) };
        self.ground.forget();
        self.ground.hold(step);
        Some(true)
    }

    /// Brings all that the parts of a technique conclude up to date.
    fn ask_all(&mut self, index: usize) -> Option<()> {
        self.ready(index);
        while let Some(number) = self.levels[index].next_dirty(Scope::All) {
            let mut list = Vec::new();
            let technique = Arc::clone(&self.levels[index].technique);
            let Some(parted) = technique.parted() else { continue };
            self.ask(index, number, &mut |ground| {
                list.push(parted.deduction(ground));
                ControlFlow::Continue(())
            })?;
            if let Some(kept) = self.levels[index].kept.as_mut().and_then(|kept| kept.get_mut(number)) {
                *kept = list;
            }
        }
        Some(())
    }

    /// Asks a part: did `told` break? `None`: the time is up.
    fn ask(&mut self, index: usize, number: usize, told: &mut Told<'_>) -> Option<bool> {
        let level = &self.levels[index];
        let Some(part) = level.parts.as_ref().and_then(|parts| parts.get(number)) else { return Some(false) };
        if part.rule.is_some_and(|rule| self.ground.is_off(rule)) {
            return Some(false);
        }
        self.asked += 1;
        let is_wide = part.rule.is_none() || part.reads.len() > WIDE;
        if (is_wide || self.asked & ASKED_MASK == 0) && self.clock.expired().is_some() {
            return None;
        }
        self.ground.forget();
        let Some(parted) = level.technique.parted() else { return Some(false) };
        Some(parted.conclude(&mut self.ground, part, told).is_break())
    }

    /// Lists the parts of a technique when a run first comes to it.
    fn ready(&mut self, index: usize) {
        let net = self.ground.network();
        let level = &mut self.levels[index];
        if let (None, Some(parted)) = (&level.parts, level.technique.parted()) {
            let mut parts = parted.parts(net, &mut self.marks);
            self.ground.remember_looks(&mut parts);
            level.dirty = vec![0; parts.len().div_ceil(64)];
            (level.wide, level.whole) = (level.dirty.clone(), level.dirty.clone());
            for (number, part) in parts.iter().enumerate() {
                let is_wide = part.is_of_board() || part.reads.len() > WIDE;
                if is_wide {
                    set(&mut level.wide, number);
                }
                if part.is_of_board() || is_wide && part.reads.len() * 2 > net.len() {
                    set(&mut level.whole, number);
                } else {
                    let reader = (index as u16, number as u32);
                    part.reads.iter().for_each(|var| self.readers[var.index()].push(reader));
                }
            }
            if let Some(kept) = &mut level.kept {
                kept.resize(parts.len(), Vec::new());
            }
            level.parts = Some(parts);
        }
        if std::mem::take(&mut level.fresh) {
            level.mark_all();
            level.kept.iter_mut().flatten().for_each(Vec::clear);
        }
    }

    /// Marks all parts that may read a change, and notes the rules behind values struck by writing.
    pub(super) fn note_changes(&mut self) {
        self.ground.drain_by_writing().for_each(|rule| self.used[rule.index()] = true);
        if self.changed.is_empty() {
            return;
        }
        for var in self.changed.drain(..) {
            self.pending.insert(var);
            for &(level, part) in &self.readers[var.index()] {
                let level = &mut self.levels[level as usize];
                if !level.fresh {
                    set(&mut level.dirty, part as usize);
                }
            }
        }
        self.levels.iter_mut().filter(|level| !level.fresh).for_each(Level::mark_whole);
    }

    /// The technique of a conclusion.
    pub(super) fn technique(&self, index: usize) -> &Arc<dyn Technique> {
        &self.levels[index].technique
    }

    /// The place of a technique in the order.
    pub(super) fn index_of(&self, technique: &Arc<dyn Technique>) -> Option<usize> {
        self.levels.iter().position(|level| Arc::ptr_eq(&level.technique, technique))
    }

    /// The technique of last values.
    pub(super) fn last(&self) -> Option<&Arc<dyn Technique>> {
        self.last.as_ref()
    }

    /// The techniques of the propagation phase.
    pub(super) fn propagation(&self) -> usize {
        self.levels.iter().take_while(|level| level.technique.phase() == Phase::Propagation).count()
    }

    /// Calls `told` with all that a technique concludes whose conclusions are kept, or that is asked
    /// on a board.
    pub(super) fn each_in_sight(&mut self, index: usize, shown: &Shown<'_, '_, 'n>, told: &mut dyn FnMut(&Deduction)) {
        if self.levels[index].technique.parted().is_some() {
            let _ = self.ask_all(index);
            self.levels[index].kept.iter().flatten().flatten().for_each(told);
        } else {
            let technique = Arc::clone(&self.levels[index].technique);
            let _ = technique.find(shown.board(&self.ground), &mut |step| {
                told(&step);
                ControlFlow::Continue(())
            });
        }
    }
}

impl<'b, 'n: 'b> Shown<'_, 'b, 'n> {
    fn board(&self, ground: &Ground<'n>) -> &Board<'b> {
        self.board.get_or_init(|| Board::new(self.copy.get_or_init(|| ground.store().clone())))
    }
}
