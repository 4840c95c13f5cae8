//! Techniques that several genres list.

use std::sync::Arc;
use tesuji_solver::techniques::steps::{Contradiction, JointRules, Row, RuleStep, Which};
use tesuji_solver::{Domain, Technique, Tier, Value};

/// A technique of a list.
pub(super) type Step = Arc<dyn Technique>;

/// What one rule of the classes says by itself.
pub(super) fn rule(row: Row, classes: &'static [u16], says: &'static str) -> Step {
    Arc::new(RuleStep::new(row, classes, says))
}

/// What one rule of the classes says by itself, as far as a variable keeps only this value.
pub(super) fn rule_for(row: Row, classes: &'static [u16], value: Value, says: &'static str) -> Step {
    Arc::new(RuleStep::new(row, classes, says).concluding(Domain::single(value)))
}

/// What a rule says with the small rules around it.
pub(super) fn with_rules_around(row: Row, first: u16, via: &'static [u16]) -> Step {
    Arc::new(JointRules::one(row, Which::class(first), via))
}

/// What two rules say with the small rules around them.
pub(super) fn two_rules(row: Row, first: u16, second: u16, via: &'static [u16]) -> Step {
    Arc::new(JointRules::two(row, Which::class(first), Which::class(second), via))
}

/// A contradiction that is near, and one that is far.
pub(super) fn contradictions() -> [Step; 2] {
    [
        Arc::new(Contradiction::within(Row::new("short-contradiction", "Short Contradiction", Tier::Hard, 60), 12)),
        Arc::new(Contradiction::within(Row::new("contradiction", "Contradiction", Tier::Expert, 150), 80)),
    ]
}

/// The list with contradictions at its end.
pub(super) fn and_contradictions(mut steps: Vec<Step>) -> Vec<Step> {
    steps.extend(contradictions());
    steps
}
