//! Techniques in one line each: words, the classes of rules, what they say.

use super::steps;
use std::sync::Arc;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{Contradiction, JointRules, Row, RuleStep, RuleView, Which};
use tesuji_solver::{Technique, Tier, Value};

/// Stable id, name for people, tier, points.
pub(super) type Words = (&'static str, &'static str, Tier, u32);

fn row((id, name, tier, score): Words) -> Row {
    Row::new(id, name, tier, score)
}

/// Conclusions from rules of these classes one by one.
pub(super) fn rule(words: Words, classes: &'static [u16], says: &'static str) -> Arc<dyn Technique> {
    steps::rule(row(words), classes, says)
}

/// The same for what a person does without a thought.
pub(super) fn preparation(words: Words, classes: &'static [u16], says: &'static str) -> Arc<dyn Technique> {
    steps::rule(row(words).as_preparation(), classes, says)
}

/// The same, as far as it gives a variable this value.
pub(super) fn giving(words: Words, classes: &'static [u16], value: Value, says: &'static str) -> Arc<dyn Technique> {
    steps::rule_for(row(words), classes, value, says)
}

/// Conclusions from tables of these classes of which one tuple is left.
pub(super) fn only_way(words: Words, classes: &'static [u16], says: &'static str) -> Arc<dyn Technique> {
    Arc::new(RuleStep::new(row(words), classes, says).when(has_one_tuple))
}

fn has_one_tuple(rule: &RuleView<'_>) -> bool {
    let RuleSpec::Table { vars, tuples } = rule.spec else { return false };
    let fits = |tuple: &&Vec<Value>| vars.iter().zip(*tuple).all(|(&var, &x)| (rule.domain)(var).contains(x));
    tuples.iter().filter(fits).take(2).count() == 1
}

/// A rule of a class together with the rules of `via` that touch it.
pub(super) fn with(words: Words, class: u16, via: &'static [u16]) -> Arc<dyn Technique> {
    steps::with_rules_around(row(words), class, via)
}

/// Rules of two classes together with the rules of `via` that touch them.
pub(super) fn pair(words: Words, first: u16, second: u16, via: &'static [u16]) -> Arc<dyn Technique> {
    steps::two_rules(row(words), first, second, via)
}

/// A contradiction within at most `most` conclusions.
pub(super) fn contradiction(words: Words, most: usize) -> Arc<dyn Technique> {
    Arc::new(Contradiction::within(row(words), most))
}

/// A rule of a class together with the rules of `via` that touch it; their variables are tried,
/// too.
pub(super) fn around(words: Words, class: u16, via: &'static [u16]) -> Arc<dyn Technique> {
    Arc::new(JointRules::one(row(words), Which::class(class), via).trying_around())
}

/// Rules of two classes together with the rules of `via` that touch them, whose variables are
/// tried, too.
pub(super) fn pair_around(words: Words, first: u16, second: u16, via: &'static [u16]) -> Arc<dyn Technique> {
    Arc::new(JointRules::two(row(words), Which::class(first), Which::class(second), via).trying_around())
}

/// The techniques of a genre, then ideas by rounds of consequences, and contradictions within
/// `short` and within `long` conclusions.
pub(super) fn with_ideas(mut list: Vec<Arc<dyn Technique>>, short: usize, long: usize) -> Vec<Arc<dyn Technique>> {
    let (near, far) = steps::ideas();
    list.extend(near);
    list.push(contradiction(("short-contradiction", "Short Contradiction", Tier::Hard, 60), short));
    list.extend(far);
    list.push(contradiction(("contradiction", "Contradiction", Tier::Expert, 150), long));
    list
}

/// The techniques of a genre whose counts say much when they are added up, then ideas,
/// contradictions within `short` and within `long` conclusions, and that counting.
pub fn with_ideas_and_counting(list: Vec<Arc<dyn Technique>>, short: usize, long: usize) -> Vec<Arc<dyn Technique>> {
    let counted = Row::new("counted-together", "Counted Together", Tier::Expert, 90);
    steps::and_counting(with_ideas(list, short, long), counted)
}
