//! What two rules say together, with the small rules around them.

use super::local::refutes;
use super::parts::{find_parts, read_rule};
use super::silent::Pair;
use super::{Ground, Marks, Part, Parted, Row, Silent, Trial, candidates, conclude, refuted, struck, technique_of_row};
use crate::rules::RuleSpec;
use crate::{Board, Deduction, Domain, Explainer, Flow, Literal, Network, RuleId, Value, Var, VarSet};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Which rules take a part in a pattern.
#[derive(Clone, Copy)]
pub struct Which {
    class: u16,
    when: fn(&RuleSpec) -> bool,
}

impl Which {
    /// The rules of a class.
    pub const fn class(class: u16) -> Which {
        Which { class, when: |_| true }
    }

    /// The rules of a class whose data fits.
    pub const fn of(class: u16, when: fn(&RuleSpec) -> bool) -> Which {
        Which { class, when }
    }

    pub(super) fn takes(&self, net: &Network, id: RuleId) -> bool {
        net.origin(id).is_some_and(|o| o.class == self.class) && (self.when)(net.spec(id))
    }
}

/// Candidates that a rule, or two rules, refute together with the small rules that they touch.
#[derive(Clone)]
pub struct JointRules {
    row: Row,
    first: Which,
    second: Option<Which>,
    via: &'static [u16],
    /// Are the variables of the rules of `via` tried, too?
    tries_around: bool,
}

impl std::fmt::Debug for JointRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("JointRules").field(&self.row).finish()
    }
}

/// Changes that one trial follows at most; the rules are few and small.
const MOST_CHANGES: usize = 64;
/// Open variables of one rule at most: a pattern is seen at a glance.
const MOST_OPEN: usize = 12;
/// Variables around that are tried at most.
const MOST_AROUND: usize = 60;

impl JointRules {
    /// A rule with the rules of the classes `via` that share a variable with it (a clue with its
    /// corners).
    pub fn one(row: Row, first: Which, via: &'static [u16]) -> JointRules {
        JointRules { row, first, second: None, via, tries_around: false }
    }

    /// Two rules that share an open variable, or that a rule of `via` joins, with all rules of
    /// `via` around them.
    pub fn two(row: Row, first: Which, second: Which, via: &'static [u16]) -> JointRules {
        JointRules { row, first, second: Some(second), via, tries_around: false }
    }

    /// The same, which also tries the variables of the rules around: what a clue says of cells that
    /// only its neighbours see.
    #[must_use]
    pub fn trying_around(self) -> JointRules {
        JointRules { tries_around: true, ..self }
    }

    /// The variables to try: those of the rules themselves, and of the rules around if these are
    /// tried, too.
    fn tried(&self, own: &[Var], around: impl Iterator<Item = Var>) -> Vec<Var> {
        let mut tried = own.to_vec();
        if self.tries_around {
            let mut more: Vec<Var> = around.filter(|var| !own.contains(var)).collect();
            more.sort_unstable();
            more.dedup();
            more.truncate(MOST_AROUND);
            tried.append(&mut more);
        }
        tried
    }

    fn is_via(&self, net: &Network, id: RuleId) -> bool {
        net.origin(id).is_some_and(|o| self.via.contains(&o.class))
    }

    /// The open variables of a rule, if they are few.
    fn open(at: &Board<'_>, id: RuleId) -> Option<Vec<Var>> {
        let open: Vec<Var> =
            at.network().rule(id).scope().iter().copied().filter(|&v| at.domain(v).len() > 1).collect();
        (!open.is_empty() && open.len() <= MOST_OPEN).then_some(open)
    }

    /// The rules of `via` that touch these variables.
    fn around(&self, net: &Network, vars: &[Var]) -> BTreeSet<RuleId> {
        let rules = vars.iter().flat_map(|&v| net.rules_of(v));
        rules.copied().filter(|&r| self.is_via(net, r)).collect()
    }

    fn search(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        find_parts(self, at, found)
    }

    fn try_rules(
        &self,
        trial: &mut Trial<'_, '_>,
        rules: &[RuleId],
        open: &[Var],
        around: &BTreeSet<RuleId>,
        found: &mut dyn FnMut(Deduction) -> Flow,
    ) -> Flow {
        let takes = |id: RuleId| rules.contains(&id) || around.contains(&id);
        let at = trial.at;
        let mut gone: Vec<(Var, Value)> = Vec::new();
        let beside = around.iter().flat_map(|&r| at.network().rule(r).scope()).copied();
        for var in self.tried(open, beside.filter(|&v| at.domain(v).len() > 1)) {
            for value in at.domain(var).iter() {
                let literal = Literal { var, value };
                if at.store().is_irrefutable(literal) {
                    continue;
                }
                if refutes(trial.begin(), literal, &takes, MOST_CHANGES).is_some() {
                    gone.push((var, value));
                }
            }
        }
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        match conclude(&self.row, at, &gone, rules.to_vec()) {
            Some(step) => found(step),
            None => ControlFlow::Continue(()),
        }
    }

    fn words(&self) -> &'static str {
        ""
    }

    fn reasons(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        let (domains, rules) = (candidates(at), &step.because.houses);
        let open: Vec<Var> = rules.iter().filter_map(|&rule| Self::open(at, rule)).flatten().collect();
        let around = self.around(at.network(), &open);
        let takes = |id: RuleId| rules.contains(&id) || around.contains(&id);
        let bounds = (&takes as &dyn Fn(RuleId) -> bool, MOST_CHANGES);
        struck(step).filter_map(|l| refuted(&self.row, at, with, &domains, l, bounds)).collect()
    }
}

impl Parted for JointRules {
    fn parts(&self, net: &Network) -> Vec<RuleId> {
        net.rule_ids().filter(|&id| self.first.takes(net, id)).collect()
    }

    fn find_part(
        &self,
        trial: &mut Trial<'_, '_>,
        a: RuleId,
        read: &mut VarSet,
        found: &mut dyn FnMut(Deduction) -> Flow,
    ) -> Flow {
        let at = trial.at;
        let net = at.network();
        read_rule(net, a, read);
        let Some(open) = Self::open(at, a) else { return ControlFlow::Continue(()) };
        let around = self.around(net, &open);
        around.iter().for_each(|&r| read_rule(net, r, read));
        let Some(second) = self.second else {
            return self.try_rules(trial, &[a], &open, &around, found);
        };
        let joined = around.iter().flat_map(|&r| net.rule(r).scope()).filter(|v| at.domain(**v).len() > 1);
        let near: BTreeSet<RuleId> = open.iter().chain(joined).flat_map(|&v| net.rules_of(v)).copied().collect();
        for b in near.into_iter().filter(|&b| b != a && second.takes(net, b)) {
            // Two rules that both could be either are looked at once.
            if b < a && self.first.takes(net, b) && second.takes(net, a) {
                continue;
            }
            read_rule(net, b, read);
            let Some(more) = Self::open(at, b) else { continue };
            let mut all = open.clone();
            all.extend(more.iter().filter(|v| !open.contains(v)));
            let mut rules = self.around(net, &all);
            rules.remove(&a);
            rules.remove(&b);
            rules.iter().for_each(|&r| read_rule(net, r, read));
            self.try_rules(trial, &[a, b], &all, &rules, found)?;
        }
        ControlFlow::Continue(())
    }
}

impl Silent for JointRules {
    fn silent_parts(&self, net: &Network, marks: &mut Marks) -> Vec<Part> {
        let mut list = Vec::new();
        for a in self.parts(net) {
            let scope = net.rule(a).scope();
            let via = self.touching(net, scope, &[], marks);
            let mut pairs = Vec::new();
            if let Some(second) = self.second {
                marks.clear();
                let joined = via.iter().flat_map(|&r| net.rule(r).scope());
                let near = scope.iter().chain(joined).flat_map(|&v| net.rules_of(v)).copied();
                let mut near: Vec<RuleId> = near.filter(|&b| b != a && marks.insert_rule(b)).collect();
                near.sort_unstable();
                near.retain(|&b| second.takes(net, b) && !(b < a && self.first.takes(net, b) && second.takes(net, a)));
                for b in near {
                    let both = [scope, net.rule(b).scope()].concat();
                    let via = self.touching(net, &both, &[a, b], marks);
                    marks.clear();
                    let rules = via.iter().flat_map(|&r| net.rule(r).scope());
                    let reads = both.iter().chain(rules).copied().filter(|&v| marks.insert_var(v)).collect();
                    pairs.push(Pair { rule: b, via, reads });
                }
            }
            marks.clear();
            let own = std::iter::once(&a).chain(&via).flat_map(|&r| net.rule(r).scope());
            let reads = own.chain(pairs.iter().flat_map(|pair| &pair.reads)).copied();
            let reads = reads.filter(|&v| marks.insert_var(v)).collect();
            list.push(Part { rule: Some(a), reads, via, pairs, ..Part::default() });
        }
        list
    }

    fn conclude(&self, ground: &mut Ground<'_>, part: &Part) -> bool {
        let Some(a) = part.rule else { return false };
        let Some(open) = open_of(ground, a) else { return false };
        if self.second.is_none() {
            self.mark_around(ground, &open, &part.via);
            ground.marks.insert_rule(a);
            let tried = self.tried_of(ground, &open, &part.via);
            if strike_refuted(ground, &tried) {
                ground.rests.push(a);
                rest_on_marked(ground, &part.via);
                return true;
            }
            return false;
        }
        // What the first rule touches, directly or by a rule that joins in.
        ground.marks.clear();
        for &v in &open {
            ground.marks.insert_var(v);
        }
        let net = ground.network();
        let mut near: Vec<Var> = open.clone();
        for &r in &part.via {
            let scope = net.rule(r).scope();
            if !ground.is_off(r) && scope.iter().any(|&v| open.contains(&v)) {
                near.extend(scope.iter().filter(|&&v| ground.is_open(v)));
            }
        }
        near.sort_unstable();
        near.dedup();
        for (number, Pair { rule: b, via, .. }) in part.pairs.iter().enumerate() {
            let meets = || net.rule(*b).scope().iter().any(|v| near.binary_search(v).is_ok());
            if ground.is_off(*b) || ground.is_looked_at(part, number) || !meets() {
                continue;
            }
            let Some(more) = open_of(ground, *b) else { continue };
            let mut all = open.clone();
            all.extend(more.iter().filter(|v| !open.contains(v)));
            self.mark_around(ground, &all, via);
            ground.marks.insert_rule(a);
            ground.marks.insert_rule(*b);
            let tried = self.tried_of(ground, &all, via);
            if strike_refuted(ground, &tried) {
                ground.rests.extend([a, *b]);
                rest_on_marked(ground, via);
                return true;
            }
            ground.remember_look(part, number);
        }
        false
    }
}

impl JointRules {
    /// The variables to try where the rules that take part are marked.
    fn tried_of(&self, ground: &Ground<'_>, open: &[Var], via: &[RuleId]) -> Vec<Var> {
        let marked = via.iter().filter(|&&rule| ground.marks.has_rule(rule));
        let scopes = marked.flat_map(|&rule| ground.network().rule(rule).scope()).copied();
        self.tried(open, scopes.filter(|&var| ground.is_open(var)))
    }

    /// The rules of `via` that share a variable with these, less some.
    fn touching(&self, net: &Network, vars: &[Var], less: &[RuleId], marks: &mut Marks) -> Vec<RuleId> {
        marks.clear();
        let rules = vars.iter().flat_map(|&v| net.rules_of(v)).copied();
        rules.filter(|&r| self.is_via(net, r) && !less.contains(&r) && marks.insert_rule(r)).collect()
    }

    /// Marks the rules that share one of these open variables.
    fn mark_around(&self, ground: &mut Ground<'_>, open: &[Var], via: &[RuleId]) {
        let net = ground.network();
        ground.marks.clear();
        for &v in open {
            ground.marks.insert_var(v);
        }
        for &r in via {
            if !ground.is_off(r) && net.rule(r).scope().iter().any(|&v| ground.marks.has_var(v)) {
                ground.marks.insert_rule(r);
            }
        }
    }
}

fn rest_on_marked(ground: &mut Ground<'_>, via: &[RuleId]) {
    let marked = via.iter().copied().filter(|&r| ground.marks.has_rule(r));
    ground.rests.extend(marked);
}

/// The open variables of a rule, if they are few.
fn open_of(ground: &Ground<'_>, id: RuleId) -> Option<Vec<Var>> {
    let scope = ground.network().rule(id).scope();
    let open = || scope.iter().copied().filter(|&v| ground.is_open(v));
    let count = open().take(MOST_OPEN + 1).count();
    (1..=MOST_OPEN).contains(&count).then(|| open().collect())
}

/// Strikes the candidates of these variables that the marked rules refute.
fn strike_refuted(ground: &mut Ground<'_>, open: &[Var]) -> bool {
    for &var in open {
        let mut gone = Domain::EMPTY;
        for value in ground.domain(var).iter() {
            let literal = Literal { var, value };
            if !ground.store().is_irrefutable(literal) && ground.refutes(literal, true, MOST_CHANGES) {
                gone = gone.with(value);
            }
        }
        if !gone.is_empty() {
            ground.strike(var, gone);
        }
    }
    ground.has_struck()
}

technique_of_row!(JointRules, parted);
