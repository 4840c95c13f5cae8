//! Different values that together are one of some sets.

use super::cage::add_supported;
use crate::engine::forms::Family as Complete;
use crate::engine::{Cost, Posting, Pruning};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, NetworkError, Rule, RuleKind, Store, Value, Var, not};

/// All variables are different, and the set of their values is listed.
#[derive(Clone, Debug)]
pub struct Family {
    vars: Vec<Var>,
    sets: Vec<Domain>,
}

impl Family {
    /// The values of `vars` are different and form one of the sets.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when a set has not as many values as there are variables.
    pub fn new(vars: Vec<Var>, sets: Vec<Domain>) -> Result<Self, NetworkError> {
        if let Some(set) = sets.iter().find(|set| set.len() as usize != vars.len()) {
            let why = format!("a set of {} values for {} variables", set.len(), vars.len());
            return Err(NetworkError::Malformed { kind: RuleKind::Family, why });
        }
        Ok(Family { vars, sets })
    }

    /// The pruning for these domains.
    fn complete(&self, domains: &[Domain]) -> Box<dyn Pruning> {
        let values = domains.iter().fold(Domain::EMPTY, |all, &d| all | d);
        if let Some(family) = Complete::<8>::new(values, self.vars.len(), &self.sets) {
            return Box::new(family);
        }
        match Complete::<64>::new(values, self.vars.len(), &self.sets) {
            Some(family) => Box::new(family),
            None => Box::new(Matched(self.sets.clone())),
        }
    }
}

/// Set by set, the values that a one-to-one assignment of the set to the variables uses.
struct Matched(Vec<Domain>);

impl Pruning for Matched {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        let mut keep = vec![Domain::EMPTY; domains.len()];
        let mut any = false;
        for &set in &self.0 {
            let within: Vec<Domain> = domains.iter().map(|&d| d & set).collect();
            any |= within.iter().all(|w| !w.is_empty()) && add_supported(&within, &mut keep);
        }
        domains.copy_from_slice(&keep);
        any
    }
}

impl Rule for Family {
    fn kind(&self) -> RuleKind {
        RuleKind::Family
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let values: Domain = self.vars.iter().map(|&v| value(v)).collect();
        values.len() as usize == self.vars.len() && self.sets.contains(&values)
    }

    /// Generalised arc consistency.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        super::prune_by(&|domains| self.complete(domains), &self.vars, at)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    /// A variable of its own for each set.
    fn encode(&self, to: &mut dyn Encoder) {
        to.all_different(&self.vars);
        let union = self.vars.iter().fold(Domain::EMPTY, |all, &v| all | to.domain(v));
        let mut chosen = Vec::new();
        for set in self.sets.iter().filter(|set| set.minus(union).is_empty()) {
            let is_chosen = (to.fresh(), true);
            chosen.push(is_chosen);
            for &var in &self.vars {
                for value in to.domain(var).minus(*set).iter() {
                    to.clause(&[not(is_chosen), (Literal { var, value }, false)]);
                }
            }
        }
        to.clause(&chosen);
    }

    fn pruning(&self, domains: &[Domain]) -> Option<Box<dyn Pruning>> {
        Some(self.complete(domains))
    }

    fn post(&self, to: &mut Posting<'_>) {
        let domains: Vec<Domain> = self.vars.iter().map(|&v| to.domain(v)).collect();
        to.pruning(self.complete(&domains), &self.vars, Cost::Graph);
    }

    /// The values common to all sets.
    fn must_use(&self, union: Domain) -> Domain {
        let possible = self.sets.iter().filter(|set| set.minus(union).is_empty());
        let common = possible.fold(None, |all: Option<Domain>, &set| Some(all.map_or(set, |all| all & set)));
        common.unwrap_or(Domain::EMPTY)
    }
}
