//! Proofs that a candidate can't be: what a contradiction rests on, and nothing else.
//!
//! A proof assumes its goal and removes candidates until a truth has none left. A removal names the
//! truth that has one candidate left (or none: the assumption) and the rule by which that candidate
//! excludes the removed one. Deeper trials nest: a [`Step::Case`] refutes another assumption on the
//! way. The *core* of a proof are its truths.
//!
//! [`Prover`] makes proofs, [`check`] knows nothing of how they are made.

mod braid;
mod check;
mod core_search;
mod cores;
mod damage;
mod minimise;
mod prove;
mod trail;

pub use braid::{Braid, braid_rating};
pub use check::{CheckLimits, Refusal, Verdict, check};
pub use cores::{CoreLimits, Cores};
pub use damage::{Damage, damage};
pub use prove::Prover;

use crate::{Literal, Removal, RuleId, Truth};
use serde::{Deserialize, Serialize};

/// A step of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Candidates of one variable go.
    Prune {
        /// What goes.
        what: Removal,
        /// The truth whose last candidate excludes it; `None`: an assumption excludes it. A rule as
        /// a whole ([`Part::Whole`](crate::Part)): it follows from that rule and the candidates.
        truth: Option<Truth>,
        /// The rule by which it is excluded; `None`: they are values of the same variable.
        rule: Option<RuleId>,
    },
    /// Another assumption leads to a contradiction as well, so it goes.
    Case {
        /// What is assumed.
        assume: Literal,
        /// The proof that it can't be; its goal is the assumption.
        proof: Proof,
    },
    /// The end: nothing is left for this truth.
    Clash {
        /// The truth.
        truth: Truth,
    },
}

/// A proof that a candidate can't be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// What it removes: one candidate.
    pub goal: Removal,
    /// The steps, the last one a [`Step::Clash`].
    pub steps: Vec<Step>,
    /// The truths that the steps and nested proofs rest on, sorted.
    pub core: Vec<Truth>,
}

impl Proof {
    /// The candidate that is refuted.
    pub fn literal(&self) -> Option<Literal> {
        self.goal.values.value().map(|value| Literal { var: self.goal.var, value })
    }

    /// Trial depth: 1 without cases, else one more than the deepest case.
    pub fn depth(&self) -> u8 {
        let cases = self.steps.iter().filter_map(|s| match s {
            Step::Case { proof, .. } => Some(proof.depth()),
            _ => None,
        });
        1 + cases.max().unwrap_or(0)
    }

    /// Number of steps, those of nested proofs included.
    pub fn size(&self) -> usize {
        let nested = self.steps.iter().map(|s| match s {
            Step::Case { proof, .. } => proof.size(),
            _ => 0,
        });
        self.steps.len() + nested.sum::<usize>()
    }
}

#[cfg(test)]
mod kept;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod tests;
