//! Sums with any weights, over groups of different values.

use crate::engine::forms::GroupedSum;
use crate::engine::{Cost, Posting, Pruning};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, NetworkError, Rule, RuleKind, Store, Value, Var};

/// The greatest sum of weights, without their signs.
const MOST_WEIGHT: i64 = 20_000;

/// `Σ weight·value = total`, and the members of each group are different.
#[derive(Clone, Debug)]
pub struct Linear {
    vars: Vec<Var>,
    weights: Vec<i32>,
    total: i32,
    /// All variables by their places: groups of one weight each.
    groups: Vec<(i64, Vec<usize>)>,
}

impl Linear {
    /// A weight for each variable; groups are places of the scope whose values differ.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when weights are missing or too great, or when a group has
    /// different weights, names a place that does not exist, or shares one with another group.
    pub fn new(vars: Vec<Var>, weights: Vec<i32>, total: i32, groups: &[Vec<u32>]) -> Result<Self, NetworkError> {
        let malformed = |why: String| Err(NetworkError::Malformed { kind: RuleKind::Linear, why });
        if vars.len() != weights.len() {
            return malformed(format!("{} weights for {} variables", weights.len(), vars.len()));
        }
        let most: i64 = weights.iter().map(|&w| i64::from(w).abs()).sum();
        if most > MOST_WEIGHT || i64::from(total).abs() > 64 * MOST_WEIGHT {
            return malformed(format!("weights of {most} in all, and a total of {total}"));
        }
        let mut is_grouped = vec![false; vars.len()];
        let mut all = Vec::new();
        for group in groups.iter().filter(|g| !g.is_empty()) {
            let places: Vec<usize> = group.iter().map(|&p| p as usize).collect();
            for &place in &places {
                if is_grouped.get(place).is_none_or(|&is| is) {
                    return malformed(format!("place {place} of a group is none, or is in two"));
                }
                is_grouped[place] = true;
            }
            if places.iter().any(|&p| weights[p] != weights[places[0]]) {
                return malformed("a group with different weights".to_string());
            }
            all.push((i64::from(weights[places[0]]), places));
        }
        let alone = (0..vars.len()).filter(|&p| !is_grouped[p]);
        all.extend(alone.map(|p| (i64::from(weights[p]), vec![p])));
        Ok(Linear { vars, weights, total, groups: all })
    }

    /// The pruning for these domains: complete where the values of each group spread over at most
    /// twelve numbers, else as if all variables could be equal.
    fn complete(&self, domains: &[Domain]) -> Box<dyn Pruning> {
        let total = i64::from(self.total);
        if let Some(sum) = GroupedSum::<8>::new(domains, &self.groups, total) {
            return Box::new(sum);
        }
        if let Some(sum) = GroupedSum::<16>::new(domains, &self.groups, total) {
            return Box::new(sum);
        }
        if let Some(sum) = GroupedSum::<64>::new(domains, &self.groups, total) {
            return Box::new(sum);
        }
        let each = self.groups.iter().flat_map(|(w, places)| places.iter().map(|&p| (*w, vec![p])));
        let apart: Vec<_> = each.collect();
        match GroupedSum::<8>::new(domains, &apart, total) {
            Some(sum) => Box::new(sum),
            None => Box::new(Never),
        }
    }

    fn several(&self) -> impl Iterator<Item = &Vec<usize>> {
        self.groups.iter().map(|(_, places)| places).filter(|places| places.len() > 1)
    }
}

/// No assignment: a variable has no value.
struct Never;

impl Pruning for Never {
    fn prune(&self, _domains: &mut [Domain]) -> bool {
        false
    }
}

impl Rule for Linear {
    fn kind(&self) -> RuleKind {
        RuleKind::Linear
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let sum: i64 = self.vars.iter().zip(&self.weights).map(|(&v, &w)| i64::from(w) * i64::from(value(v))).sum();
        let differ = |group: &Vec<usize>| {
            let values: Domain = group.iter().map(|&p| value(self.vars[p])).collect();
            values.len() as usize == group.len()
        };
        sum == i64::from(self.total) && self.several().all(differ)
    }

    /// Generalised arc consistency, where the values of a group spread over at most twelve numbers.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        super::prune_by(&|domains| self.complete(domains), &self.vars, at)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn encode(&self, to: &mut dyn Encoder) {
        for group in self.several() {
            to.all_different(&group.iter().map(|&p| self.vars[p]).collect::<Vec<_>>());
        }
        let mut terms = Vec::new();
        for (&var, &weight) in self.vars.iter().zip(&self.weights) {
            let own = to.domain(var);
            let own = own.iter().map(|value| (i64::from(weight) * i64::from(value), Literal { var, value }));
            terms.extend(own.filter(|(n, _)| *n != 0));
        }
        to.linear(&terms, i64::from(self.total), i64::from(self.total));
    }

    fn pruning(&self, domains: &[Domain]) -> Option<Box<dyn Pruning>> {
        Some(self.complete(domains))
    }

    fn post(&self, to: &mut Posting<'_>) {
        let domains: Vec<Domain> = self.vars.iter().map(|&v| to.domain(v)).collect();
        to.pruning(self.complete(&domains), &self.vars, Cost::Line);
    }
}
