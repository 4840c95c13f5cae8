//! Conclusions of a few rules of given classes together, which no fewer of them allow.

use super::{Ground, Marks, Part, Told};
use crate::{Domain, Flow, Literal, Network, RuleId, RuleKind, Store, Value, Var};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A kind of rules, and the class of them that a genre names ([`Network::class_name`]).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RuleClass {
    /// The kind.
    pub kind: RuleKind,
    /// The class, where the rules come from one.
    pub class: Option<String>,
}

impl RuleClass {
    /// That of a rule.
    pub fn of(net: &Network, rule: RuleId) -> RuleClass {
        RuleClass { kind: net.rule(rule).kind(), class: net.class_name(rule).map(str::to_string) }
    }

    /// Is the rule of this class?
    pub fn has(&self, net: &Network, rule: RuleId) -> bool {
        net.rule(rule).kind() == self.kind && net.class_name(rule) == self.class.as_deref()
    }
}

impl std::fmt::Display for RuleClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind.name())?;
        self.class.as_ref().map_or(Ok(()), |class| write!(f, ":{class}"))
    }
}

/// A group of rules that refutes a candidate, without the places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupShape {
    /// The classes of the rules.
    pub rules: Vec<RuleClass>,
    /// The value of the candidate; `None`: any.
    pub goal: Option<Value>,
    /// The number of rules that speak of the candidate's variable.
    pub at_goal: usize,
    /// By pair of rules, sorted: the number of variables that both speak of, at most 3.
    pub shared: Vec<usize>,
}

impl GroupShape {
    /// The largest number in [`shared`](Self::shared): it stands for all above, too.
    pub const MANY: usize = 3;

    /// By pair of scopes, sorted: the number of variables in both, at most [`MANY`](Self::MANY).
    pub fn shared(scopes: &[&[Var]]) -> Vec<usize> {
        let mut shared = Vec::new();
        for (i, a) in scopes.iter().enumerate() {
            shared.extend(scopes[..i].iter().map(|b| a.iter().filter(|v| b.contains(v)).count().min(Self::MANY)));
        }
        shared.sort_unstable();
        shared
    }

    /// Do these rules of the right classes lie as the shape says?
    fn fits(&self, net: &Network, rules: &[RuleId], goal: Literal) -> bool {
        let scopes: Vec<&[Var]> = rules.iter().map(|&rule| net.rule(rule).scope()).collect();
        scopes.iter().filter(|scope| scope.contains(&goal.var)).count() == self.at_goal
            && Self::shared(&scopes) == self.shared
    }

    /// Is one of the classes that of the rule?
    fn takes(&self, net: &Network, rule: RuleId) -> bool {
        self.rules.iter().any(|class| class.has(net, rule))
    }
}

/// Finds candidates that a group of rules of one shape refutes, where no part of the group does.
#[derive(Clone, Debug)]
pub struct RuleGroup {
    shape: GroupShape,
    /// Sets of rules that are tried for one candidate at most.
    most: u32,
}

impl RuleGroup {
    /// `most` bounds the sets of rules that are tried for one candidate.
    pub fn new(shape: GroupShape, most: u32) -> RuleGroup {
        RuleGroup { shape, most }
    }

    /// Calls `found` with each candidate for which `may_go` holds and that a group refutes, and the
    /// first such group, until it breaks.
    pub fn each(
        &self,
        net: &Network,
        base: &[Domain],
        may_go: &dyn Fn(Literal) -> bool,
        found: &mut dyn FnMut(Literal, &[RuleId]) -> Flow,
    ) -> Flow {
        let mut store = Store::from_domains(net, base.to_vec());
        for var in net.vars() {
            for goal in self.goals(var, base[var.index()]).filter(|&goal| may_go(goal)) {
                let mut tried = Tried { store: &mut store, base, is_off: &|_| false };
                if let Some(rules) = self.group(&mut tried, goal) {
                    found(goal, &rules)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The candidates of a variable that the shape may strike.
    fn goals(&self, var: Var, domain: Domain) -> impl Iterator<Item = Literal> + use<> {
        let domain = if domain.is_single() { Domain::EMPTY } else { domain };
        let domain = self.shape.goal.map_or(domain, |value| domain & Domain::single(value));
        domain.iter().map(move |value| Literal { var, value })
    }

    /// The first group that refutes the candidate.
    fn group(&self, tried: &mut Tried<'_, '_>, goal: Literal) -> Option<Vec<RuleId>> {
        let net = tried.store.network();
        let mut look = Look { group: self, goal, left: self.most, seen: BTreeSet::new() };
        look.extend(net, tried, &[], &[goal.var])
    }
}

/// The search for a group that refutes one candidate.
struct Look<'g> {
    group: &'g RuleGroup,
    goal: Literal,
    /// Sets of rules that may still be tried.
    left: u32,
    seen: BTreeSet<Vec<RuleId>>,
}

impl Look<'_> {
    /// Adds a rule that speaks of what changed to those chosen, in every way, until a group refutes
    /// the candidate.
    fn extend(
        &mut self,
        net: &Network,
        tried: &mut Tried<'_, '_>,
        chosen: &[RuleId],
        changed: &[Var],
    ) -> Option<Vec<RuleId>> {
        let mut next: Vec<RuleId> = changed.iter().flat_map(|&var| net.rules_of(var)).copied().collect();
        next.sort_unstable();
        next.dedup();
        for rule in next {
            if chosen.contains(&rule) || (tried.is_off)(rule) || !self.has_room(net, chosen, rule) {
                continue;
            }
            let mut rules = [chosen, &[rule]].concat();
            rules.sort_unstable();
            if !self.seen.insert(rules.clone()) {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            let mut changed = Vec::new();
            let is_refuted = tried.refutes(self.goal, &rules, &mut changed);
            if rules.len() < self.group.shape.rules.len() {
                // A group refutes only together: if fewer rules do, there is none.
                if !is_refuted && let Some(found) = self.extend(net, tried, &rules, &changed) {
                    return Some(found);
                }
            } else if is_refuted && self.group.shape.fits(net, &rules, self.goal) && self.is_whole(tried, &rules) {
                return Some(rules);
            }
        }
        None
    }

    /// Is a class of the shape left for the rule beside those chosen?
    fn has_room(&self, net: &Network, chosen: &[RuleId], rule: RuleId) -> bool {
        let classes = &self.group.shape.rules;
        let Some(class) = classes.iter().find(|class| class.has(net, rule)) else { return false };
        let all = classes.iter().filter(|other| *other == class).count();
        chosen.iter().filter(|&&other| class.has(net, other)).count() < all
    }

    /// Does none of the rules go without the others?
    fn is_whole(&self, tried: &mut Tried<'_, '_>, rules: &[RuleId]) -> bool {
        let without = |gone: usize| -> Vec<RuleId> {
            rules.iter().enumerate().filter(|(i, _)| *i != gone).map(|(_, &rule)| rule).collect()
        };
        (0..rules.len()).all(|gone| !tried.refutes(self.goal, &without(gone), &mut Vec::new()))
    }
}

/// Do a few rules alone lead from a candidate to a contradiction?
pub fn rules_refute(net: &Network, base: &[Domain], rules: &[RuleId], goal: Literal) -> bool {
    let mut store = Store::from_domains(net, base.to_vec());
    Tried { store: &mut store, base, is_off: &|_| false }.refutes(goal, rules, &mut Vec::new())
}

/// Candidates on which a few rules are tried.
struct Tried<'t, 'n> {
    store: &'t mut Store<'n>,
    /// The candidates that each trial starts from.
    base: &'t [Domain],
    is_off: &'t dyn Fn(RuleId) -> bool,
}

impl Tried<'_, '_> {
    /// Do the rules alone lead from the candidate to a contradiction? `changed` takes the variables
    /// that lost candidates.
    fn refutes(&mut self, goal: Literal, rules: &[RuleId], changed: &mut Vec<Var>) -> bool {
        let mut now = Vec::new();
        let is_refuted = self.store.assign(goal).is_err() || {
            self.store.drain_changed(&mut now);
            changed.append(&mut now);
            self.propagate(rules, goal.var, changed)
        };
        self.store.drain_changed(&mut now);
        changed.append(&mut now);
        changed.sort_unstable();
        changed.dedup();
        changed.iter().for_each(|&var| self.store.reset(var, self.base[var.index()]));
        is_refuted
    }

    fn propagate(&mut self, rules: &[RuleId], from: Var, changed: &mut Vec<Var>) -> bool {
        let net = self.store.network();
        let speaks = |rule: RuleId, var: Var| net.rules_of(var).contains(&rule);
        let mut waits: Vec<bool> = rules.iter().map(|&rule| speaks(rule, from)).collect();
        let mut now = Vec::new();
        while let Some(at) = waits.iter().position(|&waits| waits) {
            waits[at] = false;
            if net.rule(rules[at]).prune(self.store).is_err() {
                return true;
            }
            self.store.drain_changed(&mut now);
            for (i, waits) in waits.iter_mut().enumerate() {
                *waits |= now.iter().any(|&var| speaks(rules[i], var));
            }
            changed.append(&mut now);
        }
        false
    }
}

impl RuleGroup {
    /// The search in parts: one for each variable whose candidates may go.
    pub fn parts(&self, net: &Network, marks: &mut Marks) -> Vec<Part> {
        net.vars().map(|var| Part { var: Some(var), reads: self.reads(net, var, marks), ..Part::default() }).collect()
    }

    /// Calls `told` for each candidate of a part that a group refutes.
    pub fn conclude(&self, ground: &mut Ground<'_>, part: &Part, told: &mut Told<'_>) -> Flow {
        let Some(var) = part.var else { return ControlFlow::Continue(()) };
        for goal in self.goals(var, ground.domain(var)) {
            if ground.store().is_irrefutable(goal) {
                continue;
            }
            let found = ground.with_candidates(|store, base, off| {
                self.group(&mut Tried { store, base, is_off: &|rule| off[rule.index()] }, goal)
            });
            if let Some(rules) = found {
                ground.strike(goal.var, Domain::single(goal.value));
                ground.rests.extend(&rules);
                ground.about.extend(rules);
                ground.tell(told)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The variables that a group may read which refutes a candidate of this one.
    fn reads(&self, net: &Network, var: Var, marks: &mut Marks) -> Vec<Var> {
        marks.clear();
        marks.insert_var(var);
        let (mut reads, mut from) = (vec![var], 0);
        for _ in 0..self.shape.rules.len() {
            let end = reads.len();
            for at in from..end {
                for &rule in net.rules_of(reads[at]) {
                    if self.shape.takes(net, rule) && marks.insert_rule(rule) {
                        reads.extend(net.rule(rule).scope().iter().copied().filter(|&v| marks.insert_var(v)));
                    }
                }
            }
            from = end;
        }
        reads
    }
}
