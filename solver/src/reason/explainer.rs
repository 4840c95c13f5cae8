//! Reasons from `prune`: premises are found by deletion, with the rule alone as the oracle.

use super::part::Use;
use super::{Fact, Reason, RulePart, Together};
use crate::deletion::keep_needed;
use crate::engine::consequences::{posted_alone, without_implied};
use crate::rules::RuleSpec;
use crate::{Domain, Network, Removal, RuleId, Store, Value, Var};
use std::collections::BTreeMap;

/// Rules over more variables than this join no neighbours when facts are put in order of nearness.
const NEAR: usize = 9;

/// The claim that a rule has to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// The fact follows.
    Follows(Fact),
    /// The rule can't hold.
    Fails,
}

/// Which facts a reason keeps where it has the choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Those near the conclusion.
    Nearest,
    /// Those that stand first.
    First,
}

/// Finds reasons on one network. It keeps what it compiled of the rules.
#[derive(Debug)]
pub struct Explainer<'n> {
    pub(super) net: &'n Network,
    /// By variable: is it a constant of the board, which is no fact to point at?
    constant: Vec<bool>,
    alone: BTreeMap<RuleId, Alone>,
    near: BTreeMap<Var, Vec<u32>>,
}

/// One rule over its own scope.
#[derive(Debug)]
struct Alone {
    net: Network,
    /// The candidates of each variable of the scope before any fact.
    base: Vec<Domain>,
}

/// Conclusions from the same premises.
struct Group {
    because: Vec<Fact>,
    roots: Vec<Var>,
    is_minimal: bool,
    concludes: Vec<Fact>,
    /// The candidates that the premises leave the scope; `None`: they contradict the rule.
    leaves: Option<Vec<Domain>>,
}

impl<'n> Explainer<'n> {
    /// For the rules of a network.
    pub fn new(net: &'n Network) -> Explainer<'n> {
        Explainer { net, constant: vec![false; net.len()], alone: BTreeMap::new(), near: BTreeMap::new() }
    }

    /// Takes some variables as constants: their values are premises of nothing.
    #[must_use]
    pub fn with_constants(mut self, is_constant: impl Fn(Var) -> bool) -> Explainer<'n> {
        self.constant = self.net.vars().map(is_constant).collect();
        self
    }

    /// The network.
    pub fn network(&self) -> &'n Network {
        self.net
    }

    /// Why a rule removes these values from these candidates: a reason for each set of premises,
    /// those with the fewest premises first.
    pub fn removals(&mut self, rule: RuleId, at: &[Domain], gone: &[Removal]) -> Vec<Reason> {
        let facts = self.facts(rule, at);
        let mut goals = Vec::new();
        for removal in gone {
            let before = at[removal.var.index()];
            let lost = before & removal.values;
            match before.minus(lost).value() {
                Some(value) if !lost.is_empty() => goals.push(Fact::is(removal.var, value)),
                _ => goals.extend(lost.iter().map(|value| Fact::is_not(removal.var, value))),
            }
        }
        let mut reasons = self.explain(rule, &facts, &goals, Order::Nearest);
        reasons.sort_by(|a, b| (a.because.len(), &a.concludes).cmp(&(b.because.len(), &b.concludes)));
        reasons
    }

    /// The conclusions of a rule by itself from candidates, by the reasons of its own propagators; see
    /// [`Session::consequences`](crate::engine::Session::consequences).
    pub fn consequences(&mut self, rule: RuleId, at: &[Domain]) -> Vec<Reason> {
        let facts = self.facts(rule, at);
        let scope = self.net.rule(rule).scope();
        let Some(alone) = self.alone.get(&rule) else { return Vec::new() };
        let place = |fact: &Fact| {
            let place = scope.iter().position(|&v| v == fact.var)?;
            Some(Fact { var: Var(place as u32), ..*fact })
        };
        let renamed: Vec<Fact> = facts.iter().filter_map(place).collect();
        let mut found = posted_alone(&alone.net, &renamed);
        without_implied(&mut found);
        let mut reasons: Vec<Reason> = Vec::new();
        for (fact, numbers) in found {
            let fact = fact.map(|fact| Fact { var: scope[fact.var.index()], ..fact });
            if fact.is_some_and(|fact| fact.is_true(at[fact.var.index()])) {
                continue;
            }
            let mut start: Vec<Fact> = numbers.iter().map(|&i| facts[i]).collect();
            // A fact that no candidate fits is a contradiction.
            let fact = fact.filter(|fact| {
                let is_possible = !(at[fact.var.index()] & fact.keeps()).is_empty();
                if !is_possible {
                    start.extend(facts.iter().filter(|known| known.var == fact.var));
                }
                is_possible
            });
            let goal = fact.map_or(Goal::Fails, Goal::Follows);
            let (because, is_minimal) = self.shrunk(rule, &start, goal);
            match reasons.iter_mut().find(|r| fact.is_some() && r.because == because && !r.concludes.is_empty()) {
                Some(reason) => reason.concludes.extend(fact),
                None => reasons.push(self.reason(rule, (because, Vec::new()), is_minimal, fact.into_iter().collect())),
            }
        }
        reasons.iter_mut().for_each(|reason| reason.concludes.sort_unstable());
        reasons
    }

    /// Why these facts about a rule's scope can't all be: premises that the rule contradicts.
    pub(super) fn conflict(&mut self, rule: RuleId, facts: &[Fact]) -> Reason {
        let (because, is_minimal) = self.shrunk(rule, facts, Goal::Fails);
        self.reason(rule, (because, Vec::new()), is_minimal, Vec::new())
    }

    /// Why the rule concludes these facts from others, a reason for each set of premises.
    pub(super) fn explain(&mut self, rule: RuleId, facts: &[Fact], goals: &[Fact], order: Order) -> Vec<Reason> {
        let mut groups: Vec<Group> = Vec::new();
        for &goal in goals {
            let place = self.place(rule, goal.var);
            let has = |group: &Group| {
                let leaves = group.leaves.as_ref();
                leaves.zip(place).is_none_or(|(leaves, place)| goal.is_true(leaves[place]))
            };
            let known = groups.iter().find(|group| has(group)).map(|group| group.because.clone());
            let start = match known {
                Some(because) => because,
                None if order == Order::Nearest => self.by_nearness(facts, goal.var),
                None => facts.to_vec(),
            };
            let (because, is_minimal) = self.shrunk(rule, &start, Goal::Follows(goal));
            let roots = self.roots(rule, &because, goal);
            match groups.iter_mut().find(|group| group.because == because && group.roots == roots) {
                Some(group) => group.concludes.push(goal),
                None => {
                    let leaves = self.closure(rule, &because);
                    groups.push(Group { because, roots, is_minimal, concludes: vec![goal], leaves });
                }
            }
        }
        let reason = |g: Group| self.reason(rule, (g.because, g.roots), g.is_minimal, g.concludes);
        groups.into_iter().map(reason).collect()
    }

    fn reason(
        &self,
        rule: RuleId,
        (because, roots): (Vec<Fact>, Vec<Var>),
        is_minimal: bool,
        mut concludes: Vec<Fact>,
    ) -> Reason {
        concludes.sort_unstable();
        let concluded = concludes.first().copied();
        let part = Use { net: self.net, rule, because: &because, roots: &roots, concludes: concluded }.part();
        Reason { rule: Some(rule), part, because, concludes, roots, is_minimal, together: None }
    }

    /// The reason by which a variable takes the only value that it has left.
    pub fn last_value(&self, var: Var, value: Value) -> Reason {
        let others = self.net.domains()[var.index()].minus(Domain::single(value));
        let because = others.iter().map(|value| Fact::is_not(var, value)).collect();
        let concludes = vec![Fact::is(var, value)];
        let (rule, roots) = (None, Vec::new());
        Reason { rule, part: RulePart::LastValue, because, concludes, roots, is_minimal: true, together: None }
    }

    /// Why several rules together conclude a fact from these candidates; `None`: they don't.
    pub fn together(&self, proof: Together, at: &[Domain], concludes: Fact) -> Option<Reason> {
        let is_constant = |var: Var| self.constant[var.index()];
        let rules = proof.rules();
        let mut base = super::replay::loose(self.net, &rules, &is_constant);
        base[concludes.var.index()] &= concludes.negated().keeps();
        let mut vars: Vec<Var> = rules.iter().flat_map(|&rule| self.net.rule(rule).scope()).copied().collect();
        vars.sort_unstable();
        vars.dedup();
        let mut facts: Vec<Fact> = Vec::new();
        for var in vars {
            let (base, domain) = (base[var.index()], at[var.index()]);
            if base.minus(domain).is_empty() || var == concludes.var && domain.is_single() {
                continue;
            }
            match domain.value() {
                Some(value) => facts.push(Fact::is(var, value)),
                None => facts.extend(base.minus(domain).iter().map(|value| Fact::is_not(var, value))),
            }
        }
        let is_proof = |facts: &[Fact]| {
            let mut domains = base.clone();
            facts.iter().for_each(|fact| domains[fact.var.index()] &= fact.keeps());
            proof.contradicts(self.net, &domains)
        };
        if !is_proof(&facts) {
            return None;
        }
        keep_needed(&mut facts, |before, behind| is_proof(&[before, behind].concat()));
        let reason = Reason::together(proof);
        Some(Reason { because: facts, concludes: vec![concludes], is_minimal: true, ..reason })
    }

    /// The candidates of a rule's scope, as facts beyond what the board itself says.
    pub(super) fn facts(&mut self, rule: RuleId, at: &[Domain]) -> Vec<Fact> {
        let net = self.net;
        self.compile(rule);
        let Some(alone) = self.alone.get(&rule) else { return Vec::new() };
        let mut facts = Vec::new();
        for (&var, &base) in net.rule(rule).scope().iter().zip(&alone.base) {
            let domain = at[var.index()];
            if domain == base {
                continue;
            }
            match domain.value() {
                Some(value) => facts.push(Fact::is(var, value)),
                None => facts.extend(base.minus(domain).iter().map(|value| Fact::is_not(var, value))),
            }
        }
        facts
    }

    /// Facts in order of nearness to a variable, the nearest first.
    fn by_nearness(&mut self, facts: &[Fact], to: Var) -> Vec<Fact> {
        let steps = self.steps_from(to);
        let mut facts = facts.to_vec();
        facts.sort_by_key(|fact| (steps[fact.var.index()], *fact));
        facts
    }

    /// By variable: the steps through small rules from a variable.
    pub(super) fn steps_from(&mut self, from: Var) -> &[u32] {
        let net = self.net;
        self.near.entry(from).or_insert_with(|| {
            let mut steps = vec![u32::MAX; net.len()];
            let mut queue = std::collections::VecDeque::from([from]);
            steps[from.index()] = 0;
            while let Some(var) = queue.pop_front() {
                let rules = net.rules_of(var).iter().map(|&rule| net.rule(rule).scope());
                for &other in rules.filter(|scope| scope.len() <= NEAR).flatten() {
                    if steps[other.index()] == u32::MAX {
                        steps[other.index()] = steps[var.index()] + 1;
                        queue.push_back(other);
                    }
                }
            }
            steps
        })
    }

    fn place(&self, rule: RuleId, var: Var) -> Option<usize> {
        self.net.rule(rule).scope().iter().position(|&v| v == var)
    }

    fn compile(&mut self, rule: RuleId) {
        if self.alone.contains_key(&rule) {
            return;
        }
        let net = self.net;
        let own = |var: Var| net.domains()[var.index()];
        let all = net.rule(rule).scope().iter().fold(Domain::EMPTY, |all, &var| all | own(var));
        // A value that the puzzle fixes is a fact to point at: the rule alone must not know it.
        let base = |var: Var| if own(var).is_single() && !self.constant[var.index()] { all } else { own(var) };
        if let Some(alone) = net.alone(rule, base) {
            self.alone.insert(rule, Alone { base: alone.domains().to_vec(), net: alone });
        }
    }

    /// The candidates that the rule leaves its scope under facts: `prune` runs until nothing changes.
    /// `None`: the rule can't hold.
    pub(super) fn closure(&mut self, rule: RuleId, facts: &[Fact]) -> Option<Vec<Domain>> {
        self.compile(rule);
        let alone = self.alone.get(&rule)?;
        let mut domains = alone.base.clone();
        let scope = self.net.rule(rule).scope();
        for fact in facts {
            if let Some(place) = scope.iter().position(|&v| v == fact.var) {
                domains[place] &= fact.keeps();
            }
        }
        if domains.iter().any(|d| d.is_empty()) {
            return None;
        }
        loop {
            let mut store = Store::from_domains(&alone.net, domains.clone());
            alone.net.rule(RuleId(0)).prune(&mut store).ok()?;
            if store.domains() == domains {
                return Some(domains);
            }
            domains.copy_from_slice(store.domains());
        }
    }

    /// Does a fact follow from others by another rule over the same variables as a rule of the
    /// network?
    pub(super) fn follows_by(&self, spec: RuleSpec, because: &[Fact], goal: Fact) -> bool {
        let mut domains = self.net.domains().to_vec();
        for fact in because {
            domains[fact.var.index()] &= fact.keeps();
        }
        let Ok(rule) = spec.build() else { return false };
        loop {
            let mut store = Store::from_domains(self.net, domains.clone());
            if rule.prune(&mut store).is_err() {
                return true;
            }
            if store.domains() == domains {
                return goal.is_true(domains[goal.var.index()]);
            }
            domains.copy_from_slice(store.domains());
        }
    }

    fn reaches(&mut self, rule: RuleId, facts: &[Fact], goal: Goal) -> bool {
        let Some(left) = self.closure(rule, facts) else { return true };
        match goal {
            Goal::Fails => false,
            Goal::Follows(fact) => self.place(rule, fact.var).is_some_and(|place| fact.is_true(left[place])),
        }
    }

    /// A subset of the facts, sorted, from which none can be dropped; the last ones go first. All
    /// of them where the rule does not reach the goal.
    fn shrunk(&mut self, rule: RuleId, facts: &[Fact], goal: Goal) -> (Vec<Fact>, bool) {
        let mut kept = facts.to_vec();
        let is_reached = self.reaches(rule, facts, goal);
        if is_reached {
            keep_needed(&mut kept, |before, behind| self.reaches(rule, &[before, behind].concat(), goal));
        }
        kept.sort_unstable();
        (kept, is_reached)
    }
}
