//! The board as techniques in parts read it: candidates that stay from step to step, with rules
//! that can be left out.

use super::followers::{Followers, Traced};
use super::line::LineState;
use super::looks::Looks;
use super::memo::{Recalled, Sites};
use super::{Marks, Part, Parted, Told, candidates};
use crate::reason::{Reason, Together};
use crate::{
    Because, Board, Conflict, Deduction, Domain, Flow, Literal, Network, Removal, RuleId, RuleKind, Store, Technique,
    TechniqueId, Value, Var,
};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// The candidates that techniques in parts read, and the conclusion that they find.
#[derive(Debug)]
pub struct Ground<'n> {
    pub(super) net: &'n Network,
    /// The candidates, which trials change and give back.
    pub(super) store: Store<'n>,
    /// The candidates.
    pub(super) now: Vec<Domain>,
    /// By rule: it is left out.
    pub(super) off: Vec<bool>,
    pub(super) marks: Marks,
    /// The all-different rules that struck a value which was written down since the last
    /// [`drain_by_writing`](Self::drain_by_writing).
    by_writing: Vec<RuleId>,
    /// The candidates that the last conclusion strikes.
    pub(super) struck: Vec<(Var, Domain)>,
    /// The conclusion as a step, where a technique tells it so.
    step: Option<Deduction>,
    /// Rules whose parts the conclusion rests on.
    pub(super) rests: Vec<RuleId>,
    /// Rules that the conclusion names.
    pub(super) about: Vec<RuleId>,
    queue: VecDeque<RuleId>,
    queued: Vec<bool>,
    changed: Vec<Var>,
    touched: Vec<Var>,
    /// By rule: what was found out of a line with runs. Empty where there are none.
    pub(super) lines: Vec<Option<Option<LineState>>>,
    looks: Looks,
    /// Where the shapes of a memo stand, if there is one.
    pub(super) sites: Sites,
    followers: Followers<'n>,
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
            step: None,
            rests: Vec::new(),
            about: Vec::new(),
            queue: VecDeque::new(),
            queued: vec![false; rules],
            changed: Vec::new(),
            by_writing: Vec::new(),
            touched: Vec::new(),
            lines: std::iter::repeat_with(|| None).take(if has_lines { rules } else { 0 }).collect(),
            looks: Looks::new(net),
            sites: Sites::default(),
            followers: Followers::new(net),
            is_in_rounds: false,
        }
    }

    /// Starts anew from a store, without some rules.
    pub(crate) fn begin(&mut self, start: Store<'n>, off: &[bool]) {
        self.by_writing.clear();
        self.now.copy_from_slice(start.domains());
        self.store = start;
        self.store.drain_changed(&mut self.changed);
        self.off.fill(false);
        self.off.iter_mut().zip(off).for_each(|(to, &is_off)| *to = is_off);
        self.lines.fill_with(|| None);
        self.looks.forget();
        self.followers.forget();
    }

    /// Goes back to candidates of the same puzzle, without some rules. A look that concluded nothing
    /// concludes nothing with fewer rules either, but for trials that end at a bound: they may miss a
    /// conclusion, and never make a wrong one.
    pub(crate) fn go_back(&mut self, to: &Store<'n>, off: &[bool]) {
        self.by_writing.clear();
        self.looks.next_moment();
        for var in self.net.vars().filter(|&var| self.store.domain(var) != to.domain(var)) {
            self.looks.note_change(var);
        }
        for rule in self.net.rule_ids().filter(|rule| self.off[rule.index()] && !off[rule.index()]) {
            self.net.rule(rule).scope().iter().for_each(|&var| self.looks.note_change(var));
        }
        self.store.copy_from(to);
        self.now.copy_from_slice(to.domains());
        self.off.copy_from_slice(off);
        self.lines.fill_with(|| None);
    }

    /// Takes candidates from elsewhere that may differ, as of a new moment.
    pub(crate) fn take_over(&mut self, differing: impl Iterator<Item = (Var, Domain, bool)>) {
        self.by_writing.clear();
        self.looks.next_moment();
        for (var, domain, is_placed) in differing {
            if self.now[var.index()] != domain {
                self.looks.note_change(var);
                self.now[var.index()] = domain;
                for &rule in self.net.rules_of(var).iter().take(self.lines.len()) {
                    self.lines[rule.index()] = None;
                }
            }
            self.store.take_over(var, domain, is_placed);
        }
    }

    /// Leaves a rule out, or brings it in; see [`go_back`](Self::go_back) for looks with fewer rules.
    pub(crate) fn set_off(&mut self, rule: RuleId, is_off: bool) {
        if std::mem::replace(&mut self.off[rule.index()], is_off) && !is_off {
            self.net.rule(rule).scope().iter().for_each(|&var| self.looks.note_change(var));
        }
    }

    /// Brings a rule in that was left out; `false` if it was not.
    pub(crate) fn bring_in(&mut self, rule: RuleId) -> bool {
        self.looks.next_moment();
        self.net.rule(rule).scope().iter().for_each(|&var| self.looks.note_change(var));
        std::mem::take(&mut self.off[rule.index()])
    }

    /// Makes room to remember the looks of these parts.
    pub(crate) fn remember_looks(&mut self, parts: &mut [Part]) {
        for part in parts {
            part.first_look = self.looks.add(part.looks.len());
        }
    }

    /// Makes room to remember `count` more looks.
    pub(crate) fn add_looks(&mut self, count: usize) {
        self.looks.add(count);
    }

    /// Is nothing new for a look of a part since it concluded nothing?
    pub fn is_looked_at(&mut self, part: &Part, number: usize) -> bool {
        let (store, followers, moment) = (&self.store, &mut self.followers, self.looks.moment());
        let reads = &part.looks[number].reads;
        self.looks.holds(part.first_look + number, reads, &mut |rule| followers.stands(rule, moment, store))
    }

    /// Begins a look of a part: what its trials read is noted, unless that is known.
    pub fn begin_look(&mut self, part: &Part, number: usize) {
        self.looks.begin(part.looks[number].reads.is_empty());
    }

    /// Notes that the look under way reads these variables.
    pub fn note_vars(&mut self, vars: &[Var]) {
        self.looks.note_vars(vars);
    }

    /// Notes that the look under way reads the variables of a rule.
    pub fn note_scope(&mut self, rule: RuleId) {
        self.looks.note_vars(self.net.rule(rule).scope());
    }

    /// Remembers that a look of a part concluded nothing.
    pub fn remember_look(&mut self, part: &Part, number: usize) {
        self.looks.remember(part.first_look + number);
    }

    /// Strikes candidates from outside, and writes down the value that is given.
    ///
    /// # Errors
    /// [`Conflict`] when the candidates contradict each other.
    pub(crate) fn restrict(&mut self, var: Var, keep: Domain, changed: &mut Vec<Var>) -> Result<(), Conflict> {
        let done = match keep.value() {
            Some(value) => self.write_down(Literal { var, value }),
            None => self.store.restrict(var, keep).map(|_| ()),
        };
        self.settle(changed);
        done
    }

    /// The network.
    pub fn network(&self) -> &'n Network {
        self.net
    }

    /// The candidates and what is written down.
    pub fn store(&self) -> &Store<'n> {
        &self.store
    }

    /// Gives the candidates away.
    pub(crate) fn into_store(self) -> Store<'n> {
        self.store
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

    /// Is a rule left out?
    pub(crate) fn has_off(&self) -> bool {
        self.off.contains(&true)
    }

    /// The rules that the last conclusion names.
    pub fn about(&self) -> &[RuleId] {
        &self.about
    }

    /// Notes the rules that the conclusion rests on, and names them.
    pub fn name_rules(&mut self, rules: &[RuleId]) {
        self.rests.extend(rules);
        self.about.extend(rules);
    }

    /// The candidates that the last conclusion strikes.
    pub fn struck(&self) -> &[(Var, Domain)] {
        &self.struck
    }

    /// Runs a search on the store. The search gets the candidates as they are and the rules that
    /// are left out, and leaves the store as it found it.
    pub fn with_candidates<T>(&mut self, search: impl FnOnce(&mut Store<'n>, &[Domain], &[bool]) -> T) -> T {
        search(&mut self.store, &self.now, &self.off)
    }

    /// Calls `told` with what a technique finds on the whole board, without the rules that are left
    /// out. Where there are such rules, a step names rules by their numbers among the others: it is
    /// for runs that apply it and show it to nobody.
    pub fn conclude_by(&mut self, technique: &dyn Technique, told: &mut Told<'_>) -> Flow {
        let without;
        let net = if self.has_off() {
            without = self.net.without(&|rule| self.off[rule.index()]);
            &without
        } else {
            self.net
        };
        let at = self.store.on(net);
        technique.find(&Board::new(&at), &mut |step| {
            self.step = Some(step);
            told(self)?;
            self.forget();
            ControlFlow::Continue(())
        })
    }

    /// Takes a step as the last conclusion.
    pub(crate) fn hold(&mut self, step: Deduction) {
        self.step = Some(step);
    }

    /// Notes the candidates that a conclusion strikes.
    pub fn strike(&mut self, var: Var, gone: Domain) {
        self.struck.push((var, gone));
    }

    pub(super) fn has_struck(&self) -> bool {
        !self.struck.is_empty()
    }

    /// Tells a conclusion, if something was struck, and forgets it.
    pub fn tell(&mut self, told: &mut Told<'_>) -> Flow {
        if self.has_struck() {
            self.struck.sort_unstable_by_key(|(var, _)| *var);
            told(self)?;
        }
        self.forget();
        ControlFlow::Continue(())
    }

    /// Tells that these candidates go by what several rules say together.
    pub(super) fn tell_together(
        &mut self,
        technique: &TechniqueId,
        gone: &[Literal],
        proof: Together,
        told: &mut Told<'_>,
    ) -> Flow {
        let because = Because { houses: proof.rules(), reasons: vec![Reason::together(proof)], ..Because::default() };
        if let Some(step) = Deduction::remove(technique, gone.iter().map(|l| (l.var, l.value)), because) {
            self.hold(step.with_places(|var| self.domain(var)));
            told(self)?;
        }
        self.forget();
        ControlFlow::Continue(())
    }

    /// The rules that the conclusion rests on which was found last.
    pub(crate) fn rests(&self) -> &[RuleId] {
        &self.rests
    }

    /// Gives away the all-different rules that struck a value which was written down.
    pub(crate) fn drain_by_writing(&mut self) -> impl Iterator<Item = RuleId> + '_ {
        self.by_writing.drain(..)
    }

    /// Forgets the last conclusion.
    pub(crate) fn forget(&mut self) {
        self.struck.clear();
        self.rests.clear();
        self.about.clear();
        self.step = None;
    }

    /// The last conclusion as a step of a technique.
    pub fn deduction(&self, technique: &TechniqueId) -> Deduction {
        match &self.step {
            Some(step) => step.clone(),
            None => conclude(technique, &self.struck, |var| self.now[var.index()], self.about.clone()),
        }
    }

    /// Applies the conclusion as a step does: strikes, then writes down the variables of the
    /// conclusion that keep one value. `changed` takes the variables that lost candidates.
    ///
    /// # Errors
    /// [`Conflict`] when the candidates contradict each other.
    pub(crate) fn apply(&mut self, changed: &mut Vec<Var>) -> Result<(), Conflict> {
        if let Some(step) = self.step.take() {
            return self.apply_step(&step, changed);
        }
        let done = self.strike_and_place();
        self.settle(changed);
        done
    }

    fn strike_and_place(&mut self) -> Result<(), Conflict> {
        for &(var, gone) in &self.struck {
            self.store.remove(var, gone)?;
        }
        for at in 0..self.struck.len() {
            let (var, gone) = self.struck[at];
            // As it was before the step wrote anything down.
            if let Some(value) = self.now[var.index()].minus(gone).value() {
                self.write_down(Literal { var, value })?;
            }
        }
        Ok(())
    }

    /// Writes a value down in the store. All-different rules that are left out strike nothing.
    fn write_down(&mut self, literal: Literal) -> Result<(), Conflict> {
        let off = &self.off;
        self.store.place_without(literal, &|rule| off[rule.index()], &mut self.by_writing)
    }

    /// Applies a step.
    ///
    /// # Errors
    /// [`Conflict`] when the candidates contradict each other.
    pub(crate) fn apply_step(&mut self, step: &Deduction, changed: &mut Vec<Var>) -> Result<(), Conflict> {
        let off = &self.off;
        let done = crate::grade::apply_without(&mut self.store, step, &|rule| off[rule.index()], &mut self.by_writing);
        self.settle(changed);
        done
    }

    /// Writes down a value.
    ///
    /// # Errors
    /// [`Conflict`] when the candidates contradict each other.
    pub(crate) fn place(&mut self, var: Var, value: Value, changed: &mut Vec<Var>) -> Result<(), Conflict> {
        let placed = self.write_down(Literal { var, value });
        self.settle(changed);
        placed
    }

    /// Takes what changed in the store for good.
    fn settle(&mut self, changed: &mut Vec<Var>) {
        self.store.drain_changed(changed);
        self.looks.next_moment();
        for &var in changed.iter() {
            self.looks.note_change(var);
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

    /// Prunes by one rule and notes what that takes from variables, if it does not contradict.
    pub(super) fn prune(&mut self, rule: RuleId, keeps: impl Fn(Domain) -> bool) {
        match self.recall_rule(rule) {
            Recalled::Nothing => return,
            Recalled::Struck => {}
            Recalled::Unknown(key) => {
                self.prune_anew(rule);
                self.keep_rule(rule, key);
            }
        }
        let now = &self.now;
        self.struck.retain(|&(var, gone)| keeps(now[var.index()].minus(gone)));
    }

    fn prune_anew(&mut self, rule: RuleId) {
        let pruned = self.net.rule(rule).prune(&mut self.store);
        self.store.drain_changed(&mut self.changed);
        for i in 0..self.changed.len() {
            let var = self.changed[i];
            let (before, after) = (self.now[var.index()], self.store.domain(var));
            if pruned.is_ok() {
                self.struck.push((var, before.minus(after)));
            }
            self.store.reset(var, before);
        }
        self.changed.clear();
    }

    /// Does the candidate, with the marked rules (or with all), lead to a contradiction within `most`
    /// changes? Then the rule that finds it, if it is a rule.
    pub(super) fn refutes(&mut self, literal: Literal, marked: bool, most: usize) -> Option<Option<RuleId>> {
        let net = self.net;
        self.followers.start(self.looks.moment(), &self.store);
        let refuted = match self.store.assign(literal) {
            Err(_) => Some(None),
            Ok(_) => {
                self.store.drain_changed(&mut self.changed);
                self.touched.append(&mut self.changed);
                for &rule in net.rules_of(literal.var) {
                    self.enqueue(rule, marked);
                }
                self.propagate(marked, most)
            }
        };
        self.followers.rewind();
        if refuted.is_none() {
            let traced = Traced { at: &self.store, changed: &self.touched };
            self.looks.note_trial(&mut self.followers, &traced, self.queue.is_empty());
        }
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

    fn propagate(&mut self, marked: bool, most: usize) -> Option<Option<RuleId>> {
        let mut changes = 0;
        while let Some(rule) = self.queue.pop_front() {
            self.queued[rule.index()] = false;
            let followed = self.followers.prune(rule, &mut self.store, &self.touched);
            if followed.unwrap_or_else(|| self.net.rule(rule).prune(&mut self.store)).is_err() {
                return Some(Some(rule));
            }
            self.store.drain_changed(&mut self.changed);
            self.looks.note_rule(self.net, rule);
            changes += self.changed.len();
            let from = self.touched.len();
            self.touched.append(&mut self.changed);
            if changes > most {
                // The queue holds the rules that were left: not all has followed.
                self.queue.push_back(rule);
                self.queued[rule.index()] = true;
                return None;
            }
            for i in from..self.touched.len() {
                for &other in self.net.rules_of(self.touched[i]) {
                    self.enqueue(other, marked);
                }
            }
        }
        None
    }
}

/// Conclusions on the candidates of a board, told as steps.
pub fn find_parts(technique: &dyn Parted, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let net = at.network();
    let mut ground = Ground::new(net);
    ground.begin(at.store().with_domains(candidates(at)), &[]);
    let mut parts = technique.parts(net, &mut Marks::new(net));
    ground.remember_looks(&mut parts);
    for part in &parts {
        technique.conclude(&mut ground, part, &mut |ground| found(technique.deduction(ground)))?;
        ground.forget();
    }
    ControlFlow::Continue(())
}

fn conclude(
    technique: &TechniqueId,
    struck: &[(Var, Domain)],
    now: impl Fn(Var) -> Domain,
    houses: Vec<RuleId>,
) -> Deduction {
    let removes = struck.iter().map(|&(var, values)| Removal { var, values }).collect();
    let because = Because { houses, ..Because::default() };
    Deduction { technique: technique.clone(), places: Vec::new(), removes, because }.with_places(now)
}
