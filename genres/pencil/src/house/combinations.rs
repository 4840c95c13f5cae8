//! The combinations of numbers that a sum or a cage has left, in words.

use std::collections::BTreeSet;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Network, Reason, RuleId, Value, Var};

/// Combinations that are said one by one.
const SAID: usize = 5;
/// Steps of the listing.
const STEPS: usize = 20_000;

/// "1, 1, 6 or 1, 2, 3": what the facts of a reason leave, if it is little.
pub(super) fn left(net: &Network, rule: RuleId, reason: &Reason) -> Option<String> {
    let scope = net.rule(rule).scope();
    let own = |var: &Var| {
        let facts = reason.because.iter().filter(|fact| fact.var == *var);
        facts.fold(net.domains()[var.index()], |left, fact| left & fact.keeps())
    };
    let domains: Vec<Domain> = scope.iter().map(own).collect();
    let mut list = Listing { net, rule, domains, chosen: Vec::new(), found: BTreeSet::new(), steps: STEPS };
    let is_all = match net.spec(rule) {
        RuleSpec::Table { tuples, .. } => {
            let fits = |tuple: &&Vec<Value>| tuple.iter().zip(&list.domains).all(|(&value, d)| d.contains(value));
            list.found = tuples.iter().filter(fits).map(|tuple| sorted(tuple)).collect();
            true
        }
        RuleSpec::Sum { total, .. } | RuleSpec::Cage { total, .. } => list.add(*total),
        _ => false,
    };
    if !is_all || list.found.is_empty() || list.found.len() > SAID {
        return None;
    }
    let words = |values: &Vec<Value>| values.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(", ");
    Some(list.found.iter().map(words).collect::<Vec<_>>().join(" or "))
}

fn sorted(values: &[Value]) -> Vec<Value> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values
}

struct Listing<'n> {
    net: &'n Network,
    rule: RuleId,
    domains: Vec<Domain>,
    chosen: Vec<Value>,
    found: BTreeSet<Vec<Value>>,
    steps: usize,
}

impl Listing<'_> {
    /// Adds the ways to make the total with the next variables; `false`: they are too many to list.
    fn add(&mut self, total: u32) -> bool {
        let Some(next) = self.steps.checked_sub(1) else { return false };
        self.steps = next;
        let Some(&domain) = self.domains.get(self.chosen.len()) else {
            let scope = self.net.rule(self.rule).scope();
            let at = |var: Var| scope.iter().position(|&v| v == var).map_or(0, |i| self.chosen[i]);
            if self.net.rule(self.rule).holds(&at) {
                self.found.insert(sorted(&self.chosen));
            }
            return true;
        };
        for value in domain.iter().filter(|&value| u32::from(value) <= total) {
            self.chosen.push(value);
            let goes_on = self.add(total - u32::from(value));
            self.chosen.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }
}
