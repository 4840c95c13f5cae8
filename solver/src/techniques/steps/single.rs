//! What one rule says by itself.

use super::{Ground, Marks, Masked, Part, Parted, Row, Told, by_rules, technique_of_row};
use crate::rules::RuleSpec;
use crate::{Board, Deduction, Domain, Explainer, Flow, Network, Origin, Var};
use std::ops::ControlFlow;

/// What a rule of some classes leaves by its own `prune`, as far as it concludes certain values.
#[derive(Clone)]
pub struct RuleStep {
    row: Row,
    classes: &'static [u16],
    pub(crate) concludes: Domain,
    pub(crate) when: Option<fn(&RuleView<'_>) -> bool>,
    says: &'static str,
}

/// A rule and the candidates of its variables, as conditions read them.
pub struct RuleView<'v> {
    /// The rule's data.
    pub spec: &'v RuleSpec,
    /// Candidates by variable.
    pub domain: &'v dyn Fn(Var) -> Domain,
}

impl std::fmt::Debug for RuleView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RuleView").field(&self.spec).finish()
    }
}

impl std::fmt::Debug for RuleStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RuleStep").field(&self.row).finish()
    }
}

impl RuleStep {
    /// Rules of these classes. `says` follows the rule's name in the wording: "has all its lines".
    pub fn new(row: Row, classes: &'static [u16], says: &'static str) -> RuleStep {
        RuleStep { row, classes, concludes: Domain(u64::MAX), when: None, says }
    }

    /// Only what leaves a variable no value but these.
    #[must_use]
    pub fn concluding(self, values: Domain) -> RuleStep {
        RuleStep { concludes: values, ..self }
    }

    /// Only rules for which the condition holds. It reads the rule and its variables alone.
    #[must_use]
    pub fn when(self, when: fn(&RuleView<'_>) -> bool) -> RuleStep {
        RuleStep { when: Some(when), ..self }
    }

    /// Does it speak of a rule that comes from there?
    pub(crate) fn takes(&self, origin: Option<Origin>) -> bool {
        origin.is_some_and(|o| self.classes.contains(&o.class))
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
        net.rule_ids().filter(|id| self.takes(net.origin(*id))).map(|id| Part::of_rule(net, id)).collect()
    }

    fn tabled(&self) -> Option<usize> {
        Some(usize::MAX)
    }

    fn masked(&self) -> Option<Masked<'_>> {
        Some(Masked::Rule(self))
    }

    fn conclude(&self, ground: &mut Ground<'_>, part: &Part, told: &mut Told<'_>) -> Flow {
        let Some(id) = part.rule else { return ControlFlow::Continue(()) };
        if !part.reads.iter().any(|&v| ground.is_open(v)) {
            return ControlFlow::Continue(());
        }
        let (spec, store) = (ground.network().spec(id), ground.store());
        if self.when.is_some_and(|when| !when(&RuleView { spec, domain: &|var| store.domain(var) })) {
            return ControlFlow::Continue(());
        }
        ground.prune(id, |after| after.minus(self.concludes).is_empty());
        ground.rests.push(id);
        ground.about.push(id);
        ground.tell(told)
    }
}

technique_of_row!(RuleStep, parted);
