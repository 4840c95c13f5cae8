//! The techniques: those of houses and cages, single constraints, two constraints together, and
//! contradictions.

use super::ranged::Ranged;
use super::rules::HOUSES;
use super::words::Family;
use std::sync::Arc;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::set_equalities;
use tesuji_solver::techniques::steps::{Contradiction, JointRules, Row, RuleStep, Which};
use tesuji_solver::{Catalog, RuleKind, Technique, Tier};

/// Do other techniques of the catalog already read the rule?
fn is_spoken_of(spec: &RuleSpec) -> bool {
    matches!(spec, RuleSpec::AllDifferent { .. } | RuleSpec::Cage { .. })
}

/// Kinds that the standard techniques read: houses, and cages with those of killers.
const STANDARD: [RuleKind; 3] = [RuleKind::AllDifferent, RuleKind::Sum, RuleKind::Cage];

/// Techniques that speak of one constraint come before those that speak of two.
pub fn catalog() -> Catalog {
    let standard = Catalog::standard().for_kinds(&STANDARD);
    let mut added: Vec<Arc<dyn Technique>> = set_equalities();
    for family in Family::ALL.into_iter().filter(|family| *family != Family::Regions) {
        let step = RuleStep::new(family.row(), family.classes(), "leaves no other value");
        added.push(Arc::new(Ranged(step.when(|rule| !is_spoken_of(rule.spec)))));
    }
    let signs = Which::class(Family::Signs.class());
    let dots = Row::new("chain-of-signs", "Chain of Signs", Tier::Medium, 54);
    added.push(Arc::new(JointRules::two(dots, signs, signs, &[HOUSES])));
    let one = Row::new("clue-and-houses", "Clue with Its Houses", Tier::Hard, 62);
    added.push(Arc::new(JointRules::one(one, any(), &[HOUSES])));
    let two = Row::new("two-clues", "Two Clues Together", Tier::Hard, 72);
    added.push(Arc::new(JointRules::two(two, any(), any(), &[HOUSES])));
    let short = Row::new("short-contradiction", "Short Contradiction", Tier::Hard, 100);
    let long = Row::new("contradiction", "Contradiction", Tier::Expert, 400);
    let last: [Arc<dyn Technique>; 2] =
        [Arc::new(Contradiction::within(short, 12)), Arc::new(Contradiction::within(long, 80))];
    let with = standard.with(added);
    with.list().iter().cloned().chain(last).collect()
}

/// Constraints that a player sees drawn: rules of the whole grid are too many to be looked at two
/// by two, and signs have a technique of their own.
fn any() -> Which {
    Which::classes(Family::Thermometers.class(), Family::Outside.class())
}
