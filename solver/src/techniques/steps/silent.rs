//! Techniques without words: what a part concludes as removals alone, on candidates that are kept
//! from step to step and with rules that can be left out. It concludes what
//! [`Technique::find`](crate::Technique::find) does, in the same order.

use super::line::LineState;
use crate::{Board, Domain, Literal, Network, RuleId, RuleKind, Store, Technique, Value, Var};
use std::collections::VecDeque;

/// A technique that can be asked without words.
pub trait Silent {
    /// The parts, in the order in which [`find`](crate::Technique::find) goes through them.
    fn silent_parts(&self, net: &Network, marks: &mut Marks) -> Vec<Part>;

    /// What the next conclusion of a part strikes, told to the ground; `false` where there
    /// is none.
    fn conclude(&self, ground: &mut Ground<'_>, part: &Part) -> bool;
}

/// A part of a technique.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The rule that it is about.
    pub(crate) rule: Option<RuleId>,
    /// The variable that it is about.
    pub(crate) var: Option<Var>,
    /// The variables that it may read; all where it is about the whole board.
    pub(crate) reads: Vec<Var>,
    /// Rules that may join in.
    pub(super) via: Vec<RuleId>,
    /// Second rules.
    pub(super) pairs: Vec<Pair>,
    /// Where the looks at the pairs are remembered.
    pub(super) first_look: usize,
}

impl Part {
    /// Is it about the whole board?
    pub(crate) fn is_of_board(&self) -> bool {
        self.rule.is_none() && self.var.is_none()
    }
}

/// A second rule beside the first one.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) rule: RuleId,
    /// Rules that may join in.
    pub(super) via: Vec<RuleId>,
    /// The variables that it may read.
    pub(super) reads: Vec<Var>,
}

/// Sets of variables and of rules that are emptied at once.
#[derive(Clone, Debug)]
pub struct Marks {
    now: u32,
    vars: Vec<u32>,
    rules: Vec<u32>,
}

impl Marks {
    /// Empty sets for a network.
    pub(crate) fn new(net: &Network) -> Marks {
        Marks { now: 0, vars: vec![0; net.len()], rules: vec![0; net.rule_ids().len()] }
    }

    /// Empties both sets.
    pub(super) fn clear(&mut self) {
        self.now += 1;
    }

    /// Adds a variable; `false` if it was there.
    pub(super) fn insert_var(&mut self, var: Var) -> bool {
        std::mem::replace(&mut self.vars[var.index()], self.now) != self.now
    }

    pub(super) fn has_var(&self, var: Var) -> bool {
        self.vars[var.index()] == self.now
    }

    /// Adds a rule; `false` if it was there.
    pub(super) fn insert_rule(&mut self, rule: RuleId) -> bool {
        std::mem::replace(&mut self.rules[rule.index()], self.now) != self.now
    }

    pub(super) fn has_rule(&self, rule: RuleId) -> bool {
        self.rules[rule.index()] == self.now
    }
}

/// Candidates that techniques without words are asked about.
#[derive(Debug)]
pub struct Ground<'n> {
    net: &'n Network,
    /// The candidates, which trials change and give back.
    pub(super) store: Store<'n>,
    /// The candidates.
    now: Vec<Domain>,
    /// By rule: it is left out.
    off: Vec<bool>,
    pub(super) marks: Marks,
    /// What the conclusion strikes that was found last.
    struck: Vec<(Var, Domain)>,
    /// Does the conclusion write nothing down?
    only_strikes: bool,
    /// Rules whose parts the conclusion rests on.
    pub(super) rests: Vec<RuleId>,
    queue: VecDeque<RuleId>,
    queued: Vec<bool>,
    changed: Vec<Var>,
    touched: Vec<Var>,
    /// By rule: what was found out of a line with runs. Empty where there are none.
    pub(super) lines: Vec<Option<Option<LineState>>>,
    /// Counts changes, from 1.
    moment: u32,
    /// By variable: when it changed last.
    changed_at: Vec<u32>,
    /// By pair of a part: when it was looked at without a conclusion; 0: never.
    looks: Vec<u32>,
    /// Are all conclusions of the same kind wanted at once, where that is cheaper?
    pub(crate) is_in_rounds: bool,
}

impl<'n> Ground<'n> {
    /// The network's own candidates.
    pub(crate) fn new(net: &'n Network) -> Ground<'n> {
        let rules = net.rule_ids().len();
        let has_lines = net.rule_ids().any(|id| net.rule(id).kind() == RuleKind::Runs);
        Ground {
            net,
            store: Store::new(net),
            now: net.domains().to_vec(),
            off: vec![false; rules],
            marks: Marks::new(net),
            struck: Vec::new(),
            only_strikes: false,
            rests: Vec::new(),
            queue: VecDeque::new(),
            queued: vec![false; rules],
            changed: Vec::new(),
            touched: Vec::new(),
            lines: std::iter::repeat_with(|| None).take(if has_lines { rules } else { 0 }).collect(),
            moment: 1,
            changed_at: vec![1; net.len()],
            looks: Vec::new(),
            is_in_rounds: false,
        }
    }

    /// Starts anew from a store, without some rules.
    pub(crate) fn begin(&mut self, start: Store<'n>, off: &[bool]) {
        self.now.copy_from_slice(start.domains());
        self.store = start;
        self.store.drain_changed(&mut self.changed);
        self.off.fill(false);
        self.off.iter_mut().zip(off).for_each(|(to, &is_off)| *to = is_off);
        self.lines.fill_with(|| None);
        self.moment = 1;
        self.changed_at.fill(1);
        self.looks.fill(0);
    }

    /// Goes back to candidates of the same puzzle, without some rules.
    pub(crate) fn go_back(&mut self, to: &Store<'n>, off: &[bool]) {
        self.moment += 1;
        for var in self.net.vars().filter(|&var| self.store.domain(var) != to.domain(var)) {
            self.changed_at[var.index()] = self.moment;
        }
        for rule in self.net.rule_ids().filter(|rule| self.off[rule.index()] && !off[rule.index()]) {
            self.net.rule(rule).scope().iter().for_each(|var| self.changed_at[var.index()] = self.moment);
        }
        self.store.clone_from(to);
        self.now.copy_from_slice(to.domains());
        self.off.copy_from_slice(off);
        self.lines.fill_with(|| None);
    }

    /// Brings a rule in that was left out; `false` if it was not.
    pub(crate) fn bring_in(&mut self, rule: RuleId) -> bool {
        self.moment += 1;
        self.net.rule(rule).scope().iter().for_each(|var| self.changed_at[var.index()] = self.moment);
        std::mem::take(&mut self.off[rule.index()])
    }

    /// Makes room to remember looks at the pairs of these parts.
    pub(crate) fn remember_looks(&mut self, parts: &mut [Part]) {
        for part in parts {
            part.first_look = self.looks.len();
            self.looks.resize(self.looks.len() + part.pairs.len(), 0);
        }
    }

    /// Is nothing new for a pair of a part since it was looked at?
    pub(super) fn is_looked_at(&self, part: &Part, number: usize) -> bool {
        let look = self.looks[part.first_look + number];
        look > 0 && part.pairs[number].reads.iter().all(|var| self.changed_at[var.index()] <= look)
    }

    /// Remembers that a pair of a part has nothing to say now.
    pub(super) fn remember_look(&mut self, part: &Part, number: usize) {
        self.looks[part.first_look + number] = self.moment;
    }

    /// Strikes candidates from outside, and writes down the value that is given.
    ///
    /// # Errors
    /// Nothing, when the candidates contradict each other.
    pub(crate) fn restrict(&mut self, var: Var, keep: Domain, changed: &mut Vec<Var>) -> Result<(), ()> {
        let done = match keep.value() {
            Some(value) => self.store.place(Literal { var, value }),
            None => self.store.restrict(var, keep).map(|_| ()),
        };
        self.settle(changed);
        done.map_err(|_| ())
    }

    /// The network.
    pub fn network(&self) -> &'n Network {
        self.net
    }

    /// The candidates and what is written down.
    pub(crate) fn store(&self) -> &Store<'n> {
        &self.store
    }

    pub(super) fn domain(&self, var: Var) -> Domain {
        self.now[var.index()]
    }

    pub(super) fn is_open(&self, var: Var) -> bool {
        self.domain(var).len() > 1
    }

    pub(crate) fn is_off(&self, rule: RuleId) -> bool {
        self.off[rule.index()]
    }

    /// Runs a search on the store. The search gets the candidates as they are and the rules that
    /// are left out, and leaves the store as it found it.
    pub(super) fn with_candidates<T>(&mut self, search: impl FnOnce(&mut Store<'n>, &[Domain], &[bool]) -> T) -> T {
        search(&mut self.store, &self.now, &self.off)
    }

    /// Looks for a technique's first instance on the whole board, without the rules that are left
    /// out, and strikes what it strikes; `false` where there is none.
    pub fn conclude_by(&mut self, technique: &dyn Technique) -> bool {
        let net = self.net.without(&|rule| self.off[rule.index()]);
        let mut at = Store::from_domains(&net, self.now.clone());
        self.store.placed().iter().for_each(|var| at.mark_placed(var));
        let mut first = None;
        let _ = technique.find(&Board::new(&at), &mut |step| {
            first = Some(step);
            std::ops::ControlFlow::Break(())
        });
        let Some(step) = first else { return false };
        self.only_strikes = step.places.is_empty();
        step.removes.iter().for_each(|removal| self.strike(removal.var, removal.values));
        self.has_struck()
    }

    /// Adds to what the next conclusion strikes.
    pub(super) fn strike(&mut self, var: Var, gone: Domain) {
        self.struck.push((var, gone));
    }

    pub(super) fn has_struck(&self) -> bool {
        !self.struck.is_empty()
    }

    /// The rules that the conclusion rests on which was found last.
    pub(crate) fn rests(&self) -> &[RuleId] {
        &self.rests
    }

    /// Forgets the last conclusion.
    pub(crate) fn forget(&mut self) {
        self.struck.clear();
        self.rests.clear();
        self.only_strikes = false;
    }

    /// Applies the conclusion as a step does: strikes, then writes down the variables of the
    /// conclusion that keep one value. `changed` takes the variables that lost candidates.
    ///
    /// # Errors
    /// Nothing, when the candidates contradict each other.
    pub(crate) fn apply(&mut self, changed: &mut Vec<Var>) -> Result<(), ()> {
        let mut ok = true;
        for &(var, gone) in &self.struck {
            ok &= self.store.remove(var, gone).is_ok();
        }
        // As it was before the step wrote anything down.
        for i in 0..if self.only_strikes { 0 } else { self.struck.len() } {
            let (var, gone) = self.struck[i];
            if let Some(value) = self.now[var.index()].minus(gone).value() {
                ok = ok && self.store.place(Literal { var, value }).is_ok();
            }
        }
        self.settle(changed);
        if ok { Ok(()) } else { Err(()) }
    }

    /// Writes down a value.
    ///
    /// # Errors
    /// Nothing, when the candidates contradict each other.
    pub(crate) fn place(&mut self, var: Var, value: Value, changed: &mut Vec<Var>) -> Result<(), ()> {
        let placed = self.store.place(Literal { var, value });
        self.settle(changed);
        placed.map_err(|_| ())
    }

    /// Takes what changed in the store for good.
    fn settle(&mut self, changed: &mut Vec<Var>) {
        self.store.drain_changed(changed);
        self.moment += 1;
        for &var in changed.iter() {
            self.changed_at[var.index()] = self.moment;
            self.now[var.index()] = self.store.domain(var);
            for &rule in self.net.rules_of(var).iter().take(self.lines.len()) {
                self.lines[rule.index()] = None;
            }
        }
    }

    /// Takes back what a trial changed.
    fn take_back(&mut self) {
        self.store.drain_changed(&mut self.changed);
        for var in self.changed.drain(..).chain(self.touched.drain(..)) {
            self.store.reset(var, self.now[var.index()]);
        }
    }

    /// Prunes by one rule and tells what that takes from variables, if it does not contradict.
    pub(super) fn prune(&mut self, rule: RuleId, keeps: impl Fn(Domain) -> bool) {
        let pruned = self.net.rule(rule).prune(&mut self.store);
        self.store.drain_changed(&mut self.changed);
        for i in 0..self.changed.len() {
            let var = self.changed[i];
            let (before, after) = (self.now[var.index()], self.store.domain(var));
            if pruned.is_ok() && keeps(after) {
                self.struck.push((var, before.minus(after)));
            }
            self.store.reset(var, before);
        }
        self.changed.clear();
    }

    /// Does the candidate, with the marked rules (or with all), lead to a contradiction within so
    /// many changes?
    pub(super) fn refutes(&mut self, literal: Literal, marked: bool, most: usize) -> bool {
        let net = self.net;
        let refuted = self.store.assign(literal).is_err() || {
            self.store.drain_changed(&mut self.changed);
            self.touched.append(&mut self.changed);
            for &rule in net.rules_of(literal.var) {
                self.enqueue(rule, marked);
            }
            self.propagate(marked, most)
        };
        while let Some(rule) = self.queue.pop_front() {
            self.queued[rule.index()] = false;
        }
        self.take_back();
        refuted
    }

    fn enqueue(&mut self, rule: RuleId, marked: bool) {
        let is_in = if marked { self.marks.has_rule(rule) } else { !self.off[rule.index()] };
        if is_in && !std::mem::replace(&mut self.queued[rule.index()], true) {
            self.queue.push_back(rule);
        }
    }

    fn propagate(&mut self, marked: bool, most: usize) -> bool {
        let mut changes = 0;
        while let Some(rule) = self.queue.pop_front() {
            self.queued[rule.index()] = false;
            if self.net.rule(rule).prune(&mut self.store).is_err() {
                return true;
            }
            self.store.drain_changed(&mut self.changed);
            changes += self.changed.len();
            let from = self.touched.len();
            self.touched.append(&mut self.changed);
            if changes > most {
                return false;
            }
            for i in from..self.touched.len() {
                for &other in self.net.rules_of(self.touched[i]) {
                    self.enqueue(other, marked);
                }
            }
        }
        false
    }
}
