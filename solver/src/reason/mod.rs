//! Why something follows: facts, and the rules by which other facts follow from them.
//!
//! A [`Reason`] is one use of one rule. A [`Deduction`](crate::Deduction) is a list of them: one
//! where a rule says it by itself, a chain where something is supposed and comes to nothing. An
//! [`Explainer`] finds reasons for what `prune` removes; words and marks are made of them by
//! whoever prints.

mod chain;
mod explainer;
mod part;
mod replay;
mod roots;
mod together;

pub use chain::Refutation;
pub use explainer::Explainer;
pub use part::RulePart;
pub use replay::{Fault, replay};
pub use together::{Bound, Parity, Together};
pub(crate) use together::{NODES as WAY_NODES, way};

use crate::{Domain, Literal, RuleId, Value, Var};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A fact about a variable: it takes a value, or it does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Fact {
    /// The variable.
    pub var: Var,
    /// The value.
    pub value: Value,
    /// Does it take the value?
    pub holds: bool,
}

impl Fact {
    /// The variable takes the value.
    pub const fn is(var: Var, value: Value) -> Fact {
        Fact { var, value, holds: true }
    }

    /// The variable does not take the value.
    pub const fn is_not(var: Var, value: Value) -> Fact {
        Fact { var, value, holds: false }
    }

    /// The candidate that the fact is about.
    pub fn literal(self) -> Literal {
        Literal { var: self.var, value: self.value }
    }

    /// The values that the fact leaves its variable.
    pub fn keeps(self) -> Domain {
        let single = Domain::single(self.value);
        if self.holds { single } else { Domain(!single.0) }
    }

    /// The opposite.
    #[must_use]
    pub fn negated(self) -> Fact {
        Fact { holds: !self.holds, ..self }
    }

    /// Does the fact hold where the variable has these candidates?
    pub fn is_true(self, domain: Domain) -> bool {
        domain.minus(self.keeps()).is_empty()
    }
}

/// One use of one rule: from some facts others follow, or a contradiction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// The rule; `None`: a variable takes one of its values.
    pub rule: Option<RuleId>,
    /// The part of the rule that speaks here.
    pub part: RulePart,
    /// The facts that it follows from, sorted.
    pub because: Vec<Fact>,
    /// The facts that follow, sorted; none: the premises contradict the rule.
    pub concludes: Vec<Fact>,
    /// Places that the rule itself marks (the roots of islands) and that matter here, by their
    /// variables.
    pub roots: Vec<Var>,
    /// Was dropping each of the facts tried?
    pub is_minimal: bool,
    /// Several rules in place of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub together: Option<Together>,
}

impl Reason {
    /// A proof by several rules together, without facts and conclusions.
    pub(crate) fn together(proof: Together) -> Reason {
        let part = match proof {
            Together::Ways(_) | Together::Split { .. } => RulePart::NoWayTogether,
            Together::Sum(_) => RulePart::Sum,
            Together::Parity(_) => RulePart::Parity,
        };
        Reason {
            rule: None,
            part,
            because: Vec::new(),
            concludes: Vec::new(),
            roots: Vec::new(),
            is_minimal: false,
            together: Some(proof),
        }
    }

    /// The rules that it uses.
    pub fn rules(&self) -> Vec<RuleId> {
        self.together.as_ref().map_or_else(|| self.rule.into_iter().collect(), Together::rules)
    }
}

/// The facts that reasons in order rest on and that none of them concludes. A contradiction ends
/// the supposition.
pub fn premises(reasons: &[Reason], supposed: Option<Fact>) -> Vec<Fact> {
    let mut known: BTreeSet<Fact> = supposed.into_iter().collect();
    let mut premises = BTreeSet::new();
    for reason in reasons {
        premises.extend(reason.because.iter().filter(|fact| !known.contains(fact)));
        known.extend(&reason.concludes);
        if reason.concludes.is_empty() {
            known = supposed.map(Fact::negated).into_iter().collect();
        }
    }
    premises.into_iter().collect()
}
