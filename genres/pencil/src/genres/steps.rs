//! Techniques that several genres list.

use std::sync::Arc;
use tesuji_solver::counting::CountPolicy;
use tesuji_solver::techniques::steps::{Contradiction, Counting, JointRules, Rounds, Row, RuleStep, Ways, Which};
use tesuji_solver::{Domain, Phase, Technique, Tier, Value};

/// A technique of a list.
pub(super) type Step = Arc<dyn Technique>;

/// Conclusions from one rule of the classes by itself.
pub(super) fn rule(row: Row, classes: &'static [u16], says: &'static str) -> Step {
    Arc::new(RuleStep::new(row, classes, says))
}

/// Conclusions from one rule of the classes by itself that leave a variable only this value.
pub(super) fn rule_for(row: Row, classes: &'static [u16], value: Value, says: &'static str) -> Step {
    Arc::new(RuleStep::new(row, classes, says).concluding(Domain::single(value)))
}

/// Conclusions from a rule with the small rules around it.
pub(super) fn with_rules_around(row: Row, first: u16, via: &'static [u16]) -> Step {
    Arc::new(JointRules::one(row, Which::class(first), via))
}

/// Conclusions from two rules with the small rules around them.
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

/// Ideas that every genre has: a candidate whose consequences leave a rule no room, by the number of
/// rounds. Those up to three rounds are as hard as a short contradiction.
pub(super) fn ideas() -> (Vec<Step>, Vec<Step>) {
    let idea = |id, name, tier, score, rounds| Arc::new(Rounds::new(Row::new(id, name, tier, score), rounds)) as Step;
    let near = vec![
        idea("no-room", "Leaves No Room", Tier::Hard, 40, 1),
        idea("no-room-in-two", "No Room in Two Rounds", Tier::Hard, 48, 2),
        idea("no-room-in-three", "No Room in Three Rounds", Tier::Hard, 58, 3),
    ];
    (near, vec![idea("no-room-in-four", "No Room in Four Rounds", Tier::Expert, 100, 4)])
}

/// The list with ideas and the last resort of trial at its end.
pub(super) fn and_ideas(mut steps: Vec<Step>) -> Vec<Step> {
    let ([short, long], (near, far)) = (contradictions(), ideas());
    steps.extend(near.into_iter().chain([short]).chain(far).chain([long]));
    steps
}

/// All ways of a rule with the rules of `via` around it.
pub(super) fn ways(row: Row, first: u16, via: &'static [u16], hops: u32) -> Step {
    Arc::new(Ways::new(row, Which::class(first), via, hops))
}

/// Counts that are added up.
pub(super) fn counted(row: Row) -> Step {
    Arc::new(Counting::numbers(row, CountPolicy::default()))
}

/// Odd and even.
pub(super) fn odd_and_even() -> Step {
    Arc::new(Counting::parities(Row::new("odd-and-even", "Odd and Even", Tier::Hard, 45)))
}

/// The list with counts that are added up, before the ideas of experts.
pub(super) fn and_counting(mut steps: Vec<Step>, row: Row) -> Vec<Step> {
    let at = steps.iter().position(|t| t.phase() == Phase::Pattern && t.tier() >= Tier::Expert);
    steps.insert(at.unwrap_or(steps.len()), counted(row));
    steps
}
