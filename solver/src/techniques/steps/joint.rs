//! What two rules say together, with the small rules around them.

use super::memo::Recalled;
use super::part::Look;
use super::{Ground, Marks, Masked, Part, Parted, Row, Told, candidates, refuted, struck, technique_of_row};
use crate::rules::RuleSpec;
use crate::{Board, Deduction, Domain, Explainer, Flow, Literal, Network, Origin, RuleId, Var};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Which rules take a part in a pattern.
#[derive(Clone, Copy)]
pub struct Which {
    classes: [u16; 2],
    when: fn(&RuleSpec) -> bool,
}

impl Which {
    /// The rules of a class.
    pub const fn class(class: u16) -> Which {
        Which::classes(class, class)
    }

    /// The rules of the classes from one to another.
    pub const fn classes(first: u16, last: u16) -> Which {
        Which { classes: [first, last], when: |_| true }
    }

    /// The rules of a class whose data fits.
    pub const fn of(class: u16, when: fn(&RuleSpec) -> bool) -> Which {
        Which { classes: [class, class], when }
    }

    pub(super) fn takes(&self, net: &Network, id: RuleId) -> bool {
        self.takes_rule(net.spec(id), net.origin(id))
    }

    /// Does it take a rule with that data, which comes from there?
    pub(crate) fn takes_rule(&self, spec: &RuleSpec, origin: Option<Origin>) -> bool {
        origin.is_some_and(|o| (self.classes[0]..=self.classes[1]).contains(&o.class)) && (self.when)(spec)
    }
}

/// Candidates that a rule, or two rules, refute together with the small rules that they touch.
#[derive(Clone)]
pub struct JointRules {
    row: Row,
    pub(crate) first: Which,
    pub(crate) second: Option<Which>,
    pub(crate) via: &'static [u16],
    /// Are the variables of the rules of `via` tried, too?
    pub(crate) tries_around: bool,
}

impl std::fmt::Debug for JointRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("JointRules").field(&self.row).finish()
    }
}

/// Changes that one trial follows at most; the rules are few and small.
pub(crate) const MOST_CHANGES: usize = 64;
/// Open variables of one rule at most: a pattern is seen at a glance.
pub(crate) const MOST_OPEN: usize = 12;
/// Variables around that are tried at most.
pub(crate) const MOST_AROUND: usize = 60;
/// Variables that a look reads, up to which nothing is noted while it is taken.
const KNOWN: usize = 60;
/// The most rules and variables that the lists of one technique's looks may hold. Where hundreds of
/// areas reach everywhere, a list of all pairs of rules takes gigabytes: the technique has no looks
/// on such a board.
const MOST_NAMED: usize = 1 << 22;

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

    /// The variables to try where the rules that take part are marked: their own, and those of the
    /// rules around if these are tried, too.
    fn tried(&self, ground: &Ground<'_>, own: &[Var], via: &[RuleId]) -> Vec<Var> {
        let mut tried = own.to_vec();
        if self.tries_around {
            let marked = via.iter().filter(|&&rule| ground.marks.has_rule(rule));
            let scopes = marked.flat_map(|&rule| ground.network().rule(rule).scope()).copied();
            let mut more: Vec<Var> = scopes.filter(|&var| ground.is_open(var) && !own.contains(&var)).collect();
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

    /// The rules of `via` that touch these variables.
    fn around(&self, net: &Network, vars: &[Var]) -> BTreeSet<RuleId> {
        let rules = vars.iter().flat_map(|&v| net.rules_of(v));
        rules.copied().filter(|&r| self.is_via(net, r)).collect()
    }

    fn words(&self) -> &'static str {
        ""
    }

    fn reasons(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        let (domains, rules) = (candidates(at), &step.because.houses);
        let scopes = rules.iter().flat_map(|&rule| at.network().rule(rule).scope()).copied();
        let open: Vec<Var> = scopes.filter(|&var| at.domain(var).len() > 1).collect();
        let around = self.around(at.network(), &open);
        let takes = |id: RuleId| rules.contains(&id) || around.contains(&id);
        let bounds = (&takes as &dyn Fn(RuleId) -> bool, MOST_CHANGES);
        struck(step).filter_map(|l| refuted(&self.row, at, with, &domains, l, bounds)).collect()
    }
}

impl Parted for JointRules {
    fn parts(&self, net: &Network, marks: &mut Marks) -> Vec<Part> {
        let first = net.rule_ids().filter(|&id| self.first.takes(net, id));
        let is_via: Vec<bool> = net.rule_ids().map(|id| self.is_via(net, id)).collect();
        let mut left = MOST_NAMED;
        let parts: Option<Vec<Part>> = first.map(|a| self.part(net, a, &is_via, (marks, &mut left))).collect();
        parts.unwrap_or_default()
    }

    fn tabled(&self) -> Option<usize> {
        Some(MOST_CHANGES)
    }

    fn masked(&self) -> Option<Masked<'_>> {
        Some(Masked::Joint(self))
    }

    fn conclude(&self, ground: &mut Ground<'_>, part: &Part, told: &mut Told<'_>) -> Flow {
        let Some(a) = part.rule else { return ControlFlow::Continue(()) };
        // Most looks find no change, so that question comes before the list of open variables.
        if part.looks.len() == 1 && ground.is_looked_at(part, 0) {
            return ControlFlow::Continue(());
        }
        let Some(open) = open_of(ground, a) else { return ControlFlow::Continue(()) };
        let near = if self.second.is_some() { near(ground, part, &open) } else { Vec::new() };
        let net = ground.network();
        for (number, Look { second, via, .. }) in part.looks.iter().enumerate() {
            let meets = |b: RuleId| net.rule(b).scope().iter().any(|v| near.binary_search(v).is_ok());
            if second.is_some_and(|b| ground.is_off(b) || !meets(b)) || ground.is_looked_at(part, number) {
                continue;
            }
            let own = std::iter::once(a).chain(*second);
            let recalled = ground.recall(part, number, u32::from(self.tries_around));
            if matches!(recalled, Recalled::Nothing) {
                ground.begin_look(part, number);
                ground.remember_look(part, number);
                continue;
            }
            let mut all = open.clone();
            if let Some(b) = *second {
                let Some(more) = open_of(ground, b) else { continue };
                all.extend(more.iter().filter(|v| !open.contains(v)));
            }
            self.mark_around(ground, &all, via);
            for rule in own.clone() {
                ground.marks.insert_rule(rule);
            }
            ground.begin_look(part, number);
            if let Recalled::Unknown(key) = recalled {
                own.clone().for_each(|rule| ground.note_scope(rule));
                let tried = self.tried(ground, &all, via);
                if self.tries_around {
                    // What is tried depends on which variables around are open.
                    let around = via.iter().filter(|&&rule| ground.marks.has_rule(rule)).copied();
                    around.collect::<Vec<RuleId>>().into_iter().for_each(|rule| ground.note_scope(rule));
                }
                strike_refuted(ground, &tried);
                ground.keep(part, number, key, MOST_CHANGES);
            }
            if ground.has_struck() {
                ground.about.extend(own.clone());
                ground.rests.extend(own);
                rest_on_marked(ground, via);
                ground.tell(told)?;
            } else {
                ground.remember_look(part, number);
            }
        }
        ControlFlow::Continue(())
    }
}

/// What the first rule of a part touches, directly or by a rule that joins in, sorted.
fn near(ground: &Ground<'_>, part: &Part, open: &[Var]) -> Vec<Var> {
    let mut near: Vec<Var> = open.to_vec();
    for &r in &part.around {
        let scope = ground.network().rule(r).scope();
        if !ground.is_off(r) && scope.iter().any(|v| open.contains(v)) {
            near.extend(scope.iter().filter(|&&v| ground.is_open(v)));
        }
    }
    near.sort_unstable();
    near.dedup();
    near
}

impl JointRules {
    /// The part that begins with a rule: a look at it, or one at it with each second rule. `None`
    /// where its looks name more than is left.
    fn part(&self, net: &Network, a: RuleId, is_via: &[bool], to: (&mut Marks, &mut usize)) -> Option<Part> {
        let (marks, left) = to;
        let scope = net.rule(a).scope();
        let around = touching(net, scope, &[], is_via, marks);
        let mut looks = Vec::new();
        if let Some(second) = self.second {
            marks.clear();
            let joined = around.iter().flat_map(|&r| net.rule(r).scope());
            let near = scope.iter().chain(joined).flat_map(|&v| net.rules_of(v)).copied();
            let mut near: Vec<RuleId> = near.filter(|&b| b != a && marks.insert_rule(b)).collect();
            near.sort_unstable();
            // Two rules that both could be either are looked at once.
            near.retain(|&b| second.takes(net, b) && !(b < a && self.first.takes(net, b) && second.takes(net, a)));
            for b in near {
                let both = [scope, net.rule(b).scope()].concat();
                let via = touching(net, &both, &[a, b], is_via, marks);
                let reads = reads(net, &both, &via, marks);
                *left = left.checked_sub(via.len() + reads.len())?;
                looks.push(Look { second: Some(b), reads, via });
            }
        } else {
            looks.push(Look { second: None, reads: reads(net, scope, &around, marks), via: around.clone() });
        }
        marks.clear();
        let own = std::iter::once(&a).chain(&around).flat_map(|&r| net.rule(r).scope());
        let all = own.chain(looks.iter().flat_map(|look| &look.reads)).copied();
        let all: Vec<Var> = all.filter(|&v| marks.insert_var(v)).collect();
        for look in &mut looks {
            if look.reads.len() > KNOWN {
                look.reads.clear();
            }
        }
        Some(Part { rule: Some(a), reads: all, around, looks, ..Part::default() })
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

/// The rules that join in and share a variable with these, less some.
fn touching(net: &Network, vars: &[Var], less: &[RuleId], is_via: &[bool], marks: &mut Marks) -> Vec<RuleId> {
    marks.clear();
    let rules = vars.iter().flat_map(|&v| net.rules_of(v)).copied();
    rules.filter(|&r| is_via[r.index()] && !less.contains(&r) && marks.insert_rule(r)).collect()
}

/// The variables of a look: those of its own rules, and of the rules that may join in.
fn reads(net: &Network, own: &[Var], via: &[RuleId], marks: &mut Marks) -> Vec<Var> {
    marks.clear();
    let joined = via.iter().flat_map(|&r| net.rule(r).scope());
    own.iter().chain(joined).copied().filter(|&v| marks.insert_var(v)).collect()
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
fn strike_refuted(ground: &mut Ground<'_>, open: &[Var]) {
    for &var in open {
        let mut gone = Domain::EMPTY;
        for value in ground.domain(var).iter() {
            let literal = Literal { var, value };
            if !ground.store().is_irrefutable(literal) && ground.refutes(literal, true, MOST_CHANGES).is_some() {
                gone = gone.with(value);
            }
        }
        if !gone.is_empty() {
            ground.strike(var, gone);
        }
    }
}

technique_of_row!(JointRules, parted);
