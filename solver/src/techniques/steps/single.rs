//! What one rule says by itself.

use super::{Ground, Marks, Part, Parted, Row, Told, by_rules, technique_of_row};
use crate::{Board, Deduction, Domain, Explainer, Flow, Network, RuleId, Store};
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

    fn reasons(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        by_rules(&self.row, at, step, with)
    }

    fn words(&self) -> &'static str {
        self.says
    }
}

impl Parted for RuleStep {
    fn parts(&self, net: &Network, _marks: &mut Marks) -> Vec<Part> {
        let is_ours = |id: &RuleId| net.origin(*id).is_some_and(|o| self.classes.contains(&o.class));
        net.rule_ids().filter(is_ours).map(|id| Part::of_rule(net, id)).collect()
    }

    fn tabled(&self) -> Option<usize> {
        Some(usize::MAX)
    }

    fn conclude(&self, ground: &mut Ground<'_>, part: &Part, told: &mut Told<'_>) -> Flow {
        let Some(id) = part.rule else { return ControlFlow::Continue(()) };
        if !part.reads.iter().any(|&v| ground.is_open(v)) || !(self.when)(ground.store(), id) {
            return ControlFlow::Continue(());
        }
        ground.prune(id, |after| after.minus(self.concludes).is_empty());
        ground.rests.push(id);
        ground.about.push(id);
        ground.tell(told)
    }
}

technique_of_row!(RuleStep, parted);
