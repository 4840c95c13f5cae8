//! Techniques in one line each: words, the classes of rules, what they say.

use std::sync::Arc;
use tesuji_solver::counting::CountPolicy;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{
    Contradiction, Counting, JointRules, Rounds, Row, RuleStep, RuleView, Ways, Which,
};
use tesuji_solver::{Domain, Phase, Technique, Tier, Value};

/// A technique of a list.
pub(super) type Step = Arc<dyn Technique>;

/// Stable id, name for people, tier, points.
pub(super) type Words = (&'static str, &'static str, Tier, u32);

fn row((id, name, tier, score): Words) -> Row {
    Row::new(id, name, tier, score)
}

/// Conclusions from rules of these classes one by one.
pub(super) fn rule(words: Words, classes: &'static [u16], says: &'static str) -> Step {
    Arc::new(RuleStep::new(row(words), classes, says))
}

/// The same for what a person does without a thought.
pub(super) fn preparation(words: Words, classes: &'static [u16], says: &'static str) -> Step {
    Arc::new(RuleStep::new(row(words).as_preparation(), classes, says))
}

/// The same, as far as it gives a variable this value.
pub(super) fn giving(words: Words, classes: &'static [u16], value: Value, says: &'static str) -> Step {
    Arc::new(RuleStep::new(row(words), classes, says).concluding(Domain::single(value)))
}

/// Conclusions from tables of these classes of which one tuple is left.
pub(super) fn only_way(words: Words, classes: &'static [u16], says: &'static str) -> Step {
    Arc::new(RuleStep::new(row(words), classes, says).when(has_one_tuple))
}

fn has_one_tuple(rule: &RuleView<'_>) -> bool {
    let RuleSpec::Table { vars, tuples } = rule.spec else { return false };
    let fits = |tuple: &&Vec<Value>| vars.iter().zip(*tuple).all(|(&var, &x)| (rule.domain)(var).contains(x));
    tuples.iter().filter(fits).take(2).count() == 1
}

/// A rule of a class together with the rules of `via` that touch it.
pub(super) fn with(words: Words, class: u16, via: &'static [u16]) -> Step {
    Arc::new(JointRules::one(row(words), Which::class(class), via))
}

/// Rules of two classes together with the rules of `via` that touch them.
pub(super) fn pair(words: Words, first: u16, second: u16, via: &'static [u16]) -> Step {
    Arc::new(JointRules::two(row(words), Which::class(first), Which::class(second), via))
}

/// A rule of a class together with the rules of `via` that touch it; their variables are tried,
/// too.
pub(super) fn around(words: Words, class: u16, via: &'static [u16]) -> Step {
    Arc::new(JointRules::one(row(words), Which::class(class), via).trying_around())
}

/// Rules of two classes together with the rules of `via` that touch them, whose variables are
/// tried, too.
pub(super) fn pair_around(words: Words, first: u16, second: u16, via: &'static [u16]) -> Step {
    Arc::new(JointRules::two(row(words), Which::class(first), Which::class(second), via).trying_around())
}

/// All ways of a rule with the rules of `via` around it.
pub(super) fn ways(words: Words, class: u16, via: &'static [u16], hops: u32) -> Step {
    Arc::new(Ways::new(row(words), Which::class(class), via, hops))
}

/// Counts that are added up.
pub(super) fn counted(words: Words) -> Step {
    Arc::new(Counting::numbers(row(words), CountPolicy::default()))
}

/// Odd and even.
pub(super) fn odd_and_even() -> Step {
    Arc::new(Counting::parities(row(("odd-and-even", "Odd and Even", Tier::Hard, 45))))
}

/// A contradiction within at most `most` conclusions.
pub(super) fn contradiction(words: Words, most: usize) -> Step {
    Arc::new(Contradiction::within(row(words), most))
}

/// A candidate whose consequences leave a rule no room within this number of rounds.
fn no_room(words: Words, rounds: u32) -> Step {
    Arc::new(Rounds::new(row(words), rounds))
}

/// The techniques of a genre, then ideas by rounds of consequences, and contradictions within
/// `short` and within `long` conclusions. Up to three rounds are as hard as a short contradiction.
pub(super) fn with_ideas(mut list: Vec<Step>, short: usize, long: usize) -> Vec<Step> {
    list.extend([
        no_room(("no-room", "Leaves No Room", Tier::Hard, 40), 1),
        no_room(("no-room-in-two", "No Room in Two Rounds", Tier::Hard, 48), 2),
        no_room(("no-room-in-three", "No Room in Three Rounds", Tier::Hard, 58), 3),
        contradiction(("short-contradiction", "Short Contradiction", Tier::Hard, 60), short),
        no_room(("no-room-in-four", "No Room in Four Rounds", Tier::Expert, 100), 4),
        contradiction(("contradiction", "Contradiction", Tier::Expert, 150), long),
    ]);
    list
}

/// The same with contradictions of the usual lengths.
pub(super) fn and_ideas(list: Vec<Step>) -> Vec<Step> {
    with_ideas(list, 12, 80)
}

/// The list with counts that are added up, before the ideas of experts.
pub(super) fn and_counting(mut list: Vec<Step>, words: Words) -> Vec<Step> {
    let at = list.iter().position(|t| t.phase() == Phase::Pattern && t.tier() >= Tier::Expert);
    list.insert(at.unwrap_or(list.len()), counted(words));
    list
}

/// The techniques of a genre whose counts say much when they are added up, then ideas,
/// contradictions within `short` and within `long` conclusions, and that counting.
pub fn with_ideas_and_counting(list: Vec<Step>, short: usize, long: usize) -> Vec<Step> {
    and_counting(with_ideas(list, short, long), ("counted-together", "Counted Together", Tier::Expert, 90))
}
