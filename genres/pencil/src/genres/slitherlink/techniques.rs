//! The techniques, from zero to contradictions.

use super::{CLUE, CORNER, LINE, LOOP};
use crate::genres::listed::{and_ideas, giving, odd_and_even, rule, ways};
use std::sync::Arc;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{JointRules, Rounds, Row, RuleStep, RuleView, Which};
use tesuji_solver::{Technique, Tier};

pub(super) fn list() -> Vec<Arc<dyn Technique>> {
    let number = |n: u32| {
        Which::of(
            CLUE,
            match n {
                1 => |spec| is_number(spec, 1),
                2 => |spec| is_number(spec, 2),
                _ => |spec| is_number(spec, 3),
            },
        )
    };
    let at_corner = &[CORNER];
    and_ideas(vec![
        Arc::new(RuleStep::new(row("clue-zero", "Zero", Tier::Beginner, 2), &[CLUE], "has no line").when(is_zero)),
        giving(("clue-full", "Clue Complete", Tier::Beginner, 4), &[CLUE], 0, "has all its lines"),
        giving(("clue-needs-all", "All Lines Needed", Tier::Beginner, 4), &[CLUE], LINE, "needs all lines"),
        giving(("line-continues", "Line Continues", Tier::Easy, 5), &[CORNER], LINE, "has one way on"),
        rule(("corner-done", "Corner Done", Tier::Easy, 5), &[CORNER], "takes no further line"),
        rule(("loop-closes-early", "No Early Loop", Tier::Medium, 12), &[LOOP], "would close early"),
        Arc::new(JointRules::one(row("three-in-corner", "Clue and Corner", Tier::Easy, 8), number(3), at_corner)),
        Arc::new(JointRules::one(row("one-at-corner", "One at a Corner", Tier::Easy, 9), number(1), at_corner)),
        Arc::new(JointRules::one(row("two-at-corner", "Two at a Corner", Tier::Medium, 14), number(2), at_corner)),
        Arc::new(JointRules::two(
            row("pair-of-threes", "Pair of Threes", Tier::Easy, 10),
            number(3),
            number(3),
            at_corner,
        )),
        Arc::new(JointRules::two(
            row("neighbouring-clues", "Neighbouring Clues", Tier::Medium, 20),
            Which::class(CLUE),
            Which::class(CLUE),
            at_corner,
        )),
        ways(("clue-ways", "All Ways of a Clue", Tier::Hard, 30), CLUE, at_corner, 1),
        Arc::new(
            Rounds::new(row("clue-chain", "Chain of Clues and Corners", Tier::Hard, 42), 8).among(&[CLUE, CORNER]),
        ),
        odd_and_even(),
    ])
}

const fn row(id: &'static str, name: &'static str, tier: Tier, score: u32) -> Row {
    Row::new(id, name, tier, score)
}

fn is_number(spec: &RuleSpec, n: u32) -> bool {
    matches!(spec, RuleSpec::Count { low, high, .. } if (*low, *high) == (n, n))
}

fn is_zero(rule: &RuleView<'_>) -> bool {
    is_number(rule.spec, 0)
}
