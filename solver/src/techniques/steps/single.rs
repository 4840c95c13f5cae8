//! What one rule says by itself.

use super::parts::{find_parts, read_rule};
use super::{Ground, Marks, Part, Parted, Row, Silent, Trial, by_rules, conclude, lost, technique_of_row};
use crate::{Board, Deduction, Domain, Explainer, Flow, Network, RuleId, Store, Var, VarSet};
use std::ops::ControlFlow;

/// What a rule of some classes leaves by its own `prune`, as far as it concludes certain values.
#[derive(Clone)]
pub struct RuleStep {
    row: Row,
    classes: &'static [u16],
    concludes: Domain,
    when: fn(&Store<'_>, RuleId) -> bool,
    says: &'static str,
}

impl std::fmt::Debug for RuleStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RuleStep").field(&self.row).finish()
    }
}

impl RuleStep {
    /// Rules of these classes. `says` follows the rule's name in the wording: "has all its lines".
    pub fn new(row: Row, classes: &'static [u16], says: &'static str) -> RuleStep {
        RuleStep { row, classes, concludes: Domain(u64::MAX), when: |_, _| true, says }
    }

    /// Only what leaves a variable no value but these.
    #[must_use]
    pub fn concluding(self, values: Domain) -> RuleStep {
        RuleStep { concludes: values, ..self }
    }

    /// Only rules for which the condition holds. It reads the rule and its variables alone.
    #[must_use]
    pub fn when(self, when: fn(&Store<'_>, RuleId) -> bool) -> RuleStep {
        RuleStep { when, ..self }
    }

    fn search(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        find_parts(self, at, found)
    }
}

impl RuleStep {
    fn reasons(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        by_rules(&self.row, at, step, with)
    }

    fn words(&self) -> &'static str {
        self.says
    }
}

impl Parted for RuleStep {
    fn parts(&self, net: &Network) -> Vec<RuleId> {
        let is_ours = |id: &RuleId| net.origin(*id).is_some_and(|o| self.classes.contains(&o.class));
        net.rule_ids().filter(is_ours).collect()
    }

    fn find_part(
        &self,
        trial: &mut Trial<'_, '_>,
        id: RuleId,
        read: &mut VarSet,
        found: &mut dyn FnMut(Deduction) -> Flow,
    ) -> Flow {
        let at = trial.at;
        let net = at.network();
        read_rule(net, id, read);
        let scope = net.rule(id).scope();
        if !scope.iter().any(|&v| at.domain(v).len() > 1) || !(self.when)(at.store(), id) {
            return ControlFlow::Continue(());
        }
        let tried = trial.begin();
        let pruned = net.rule(id).prune(tried);
        let mut changed: Vec<Var> = Vec::new();
        tried.drain_changed(&mut changed);
        let mut gone = Vec::new();
        for var in changed {
            let after = tried.domain(var);
            if pruned.is_ok() && after.minus(self.concludes).is_empty() {
                gone.extend(lost(var, at.domain(var), after));
            }
        }
        match (!gone.is_empty()).then(|| conclude(&self.row, at, &gone, vec![id])).flatten() {
            Some(step) => found(step),
            None => ControlFlow::Continue(()),
        }
    }
}

impl Silent for RuleStep {
    fn silent_parts(&self, net: &Network, _marks: &mut Marks) -> Vec<Part> {
        let part = |rule| Part { rule: Some(rule), reads: net.rule(rule).scope().to_vec(), ..Part::default() };
        self.parts(net).into_iter().map(part).collect()
    }

    fn conclude(&self, ground: &mut Ground<'_>, part: &Part) -> bool {
        let Some(id) = part.rule else { return false };
        if !part.reads.iter().any(|&v| ground.is_open(v)) || !(self.when)(ground.store(), id) {
            return false;
        }
        ground.prune(id, |after| after.minus(self.concludes).is_empty());
        ground.rests.push(id);
        ground.has_struck()
    }
}

technique_of_row!(RuleStep, parted);
