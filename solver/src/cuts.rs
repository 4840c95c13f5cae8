//! Cuts: clauses that a rule implies and a given assignment breaks. A backend that knows a rule in
//! part, or not at all, solves the rest, adds the cuts of the assignment that it found, and goes on
//! until no rule is broken.
//!
//! A cut comes from facts about the assignment that can't all hold ([`Rule::blame`], else the
//! values of the whole scope), shrunk by deletion with the rule's own pruning as the oracle. It
//! says that one of the facts that are left does not hold.

use crate::deletion::keep_needed;
use crate::{Domain, Encoding, Literal, Network, Rule, RuleId, Signed, Store, Value, Var};

/// The variable takes one of the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The variable.
    pub var: Var,
    /// The values.
    pub keep: Domain,
}

/// A clause: at least one of the literals holds.
pub type Cut = Vec<Signed>;

/// Rules that are stated by cuts.
#[derive(Clone, Debug, Default)]
pub struct LazyRules {
    rules: Vec<LazyRule>,
}

/// A rule alone, and the variables that its own stand for.
#[derive(Clone, Debug)]
struct LazyRule {
    alone: Network,
    vars: Vec<Var>,
}

impl LazyRules {
    /// The rules of a network whose encoding is [lazy](Encoding::Lazy), for assignments within
    /// `domains` (one for each variable).
    pub fn of(net: &Network, domains: &[Domain]) -> LazyRules {
        let lazy = net.rule_ids().filter(|&id| net.rule(id).encoding() == Encoding::Lazy);
        Self::select(net, domains, lazy)
    }

    /// The rules `ids` of a network, for assignments within `domains`.
    pub fn select(net: &Network, domains: &[Domain], ids: impl Iterator<Item = RuleId>) -> LazyRules {
        let rules = ids.filter_map(|id| {
            let alone = net.alone(id, |v| domains[v.index()])?;
            Some(LazyRule { alone, vars: net.rule(id).scope().to_vec() })
        });
        LazyRules { rules: rules.collect() }
    }

    /// Is there no such rule?
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Cuts that exclude the assignment, at least one for each rule that it breaks; none if it
    /// breaks none. They exclude no assignment within the domains that satisfies the rules.
    pub fn cuts(&self, values: &[Value]) -> Vec<Cut> {
        let mut cuts = Vec::new();
        for rule in &self.rules {
            rule.cuts(values, &mut cuts);
        }
        cuts
    }
}

impl LazyRule {
    fn rule(&self) -> &dyn Rule {
        self.alone.rule(RuleId(0))
    }

    fn cuts(&self, values: &[Value], cuts: &mut Vec<Cut>) {
        let at = |v: Var| values[self.vars[v.index()].index()];
        if self.rule().holds(&at) {
            return;
        }
        let start = cuts.len();
        for facts in self.rule().blame(&at) {
            if let Some(facts) = self.shrink(facts) {
                let cut = self.cut(&facts);
                if !cuts[start..].contains(&cut) {
                    cuts.push(cut);
                }
            }
        }
        if cuts.len() > start {
            return;
        }
        let all: Vec<Fact> = self.alone.vars().map(|var| Fact { var, keep: Domain::single(at(var)) }).collect();
        let facts = match self.shrink(all.clone()) {
            Some(mut facts) => {
                self.widen(&mut facts);
                facts
            }
            None => all,
        };
        cuts.push(self.cut(&facts));
    }

    /// Does the rule refuse all assignments of which the facts hold, as far as its pruning sees?
    fn refuses<'f>(&self, facts: impl Iterator<Item = &'f Fact>) -> bool {
        let mut domains = self.alone.domains().to_vec();
        for fact in facts {
            domains[fact.var.index()] &= fact.keep;
        }
        self.rule().refuses(&mut Store::from_domains(&self.alone, domains))
    }

    /// The facts that are needed; `None` if the pruning does not see that they can't all hold.
    fn shrink(&self, mut facts: Vec<Fact>) -> Option<Vec<Fact>> {
        // Facts that hold anyway are no part of a cut.
        facts.retain(|f| !self.domain(f.var).minus(f.keep).is_empty());
        if !self.refuses(facts.iter()) {
            return None;
        }
        keep_needed(&mut facts, |before, behind| self.refuses(before.iter().chain(behind)));
        Some(facts)
    }

    /// Adds to each fact the values with which it is refused all the same.
    fn widen(&self, facts: &mut [Fact]) {
        for i in 0..facts.len() {
            for value in self.domain(facts[i].var).minus(facts[i].keep).iter() {
                let narrow = facts[i].keep;
                facts[i].keep = narrow.with(value);
                if !self.refuses(facts.iter()) {
                    facts[i].keep = narrow;
                }
            }
        }
    }

    fn domain(&self, var: Var) -> Domain {
        self.alone.domains()[var.index()]
    }

    /// The clause "one of the facts does not hold".
    fn cut(&self, facts: &[Fact]) -> Cut {
        let mut cut = Vec::new();
        for fact in facts {
            let var = self.vars[fact.var.index()];
            let (keep, gone) = (self.domain(fact.var) & fact.keep, self.domain(fact.var).minus(fact.keep));
            match keep.value() {
                Some(value) => cut.push((Literal { var, value }, false)),
                None => cut.extend(gone.iter().map(|value| (Literal { var, value }, true))),
            }
        }
        cut.sort_unstable();
        cut
    }
}
