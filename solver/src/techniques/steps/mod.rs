//! Techniques over any rules, named by the genre: what one rule says by itself, what a few rules
//! say together, and what a candidate leads to.
//!
//! A genre gives each of its rules a class ([`Origin`](crate::Origin)) and lists rows: a name, a
//! tier, and the classes that the technique reads. The deductions come from the rules' own `prune`,
//! so every step is as sound as the rules.

mod contradiction;
mod group;
mod joint;
mod last_value;
mod line;
mod local;
mod parts;
mod silent;
mod single;
#[cfg(test)]
mod tests;

pub use contradiction::Contradiction;
pub use group::{GroupShape, RuleClass, RuleGroup, rules_refute};
pub use joint::{JointRules, Which};
pub use last_value::LastValue;
pub use line::{LineLook, LineStep};
pub use parts::{Parted, Trial};
pub use silent::{Ground, Marks, Part, Silent};
pub use single::RuleStep;

use crate::{Because, Board, Deduction, Domain, Literal, Phase, RuleId, Say, TechniqueId, Tier, Value, Var};

/// Name, tier and points of a technique.
#[derive(Clone, Debug)]
pub struct Row {
    pub(crate) id: TechniqueId,
    pub(crate) name: &'static str,
    pub(crate) tier: Tier,
    pub(crate) score: u32,
}

impl Row {
    /// A technique's stable id (`clue-full`), its name for people, its tier, and the points that a
    /// step is worth.
    pub const fn new(id: &'static str, name: &'static str, tier: Tier, score: u32) -> Row {
        Row { id: TechniqueId::new(id), name, tier, score }
    }

    /// What a person finds without a search takes part in the inner fixpoint.
    fn phase(&self) -> Phase {
        if self.tier <= Tier::Easy { Phase::Propagation } else { Phase::Pattern }
    }
}

/// A step that strikes values, and writes down those of the variables that keep one.
fn conclude(row: &Row, at: &Board<'_>, gone: &[(Var, Value)], rules: Vec<RuleId>, say: Vec<Say>) -> Option<Deduction> {
    let because = Because { say, houses: rules, ..Because::default() };
    let mut step = Deduction::remove(&row.id, gone.iter().copied(), because)?;
    for removal in &step.removes {
        let left = at.domain(removal.var).minus(removal.values);
        step.places.extend(left.value().map(|value| Literal { var: removal.var, value }));
    }
    Some(step)
}

/// The values of the variables that a domain loses, pair by pair.
fn lost(var: Var, before: Domain, after: Domain) -> impl Iterator<Item = (Var, Value)> {
    before.minus(after).iter().map(move |value| (var, value))
}

/// `impl Technique` for what has a `row`: everything but the search.
macro_rules! technique_of_row {
    ($kind:ty $(, $parted:ident)?) => {
        impl crate::Technique for $kind {
            $(fn $parted(&self) -> Option<&dyn super::Parted> {
                Some(self)
            })?
            fn silent(&self) -> Option<&dyn super::Silent> {
                Some(self)
            }
            fn id(&self) -> &crate::TechniqueId {
                &self.row.id
            }
            fn name(&self) -> &'static str {
                self.row.name
            }
            fn tier(&self) -> crate::Tier {
                self.row.tier
            }
            fn score(&self) -> u32 {
                self.row.score
            }
            fn phase(&self) -> crate::Phase {
                self.row.phase()
            }
            fn reads(&self) -> &'static [crate::RuleKind] {
                &[]
            }
            fn find(
                &self,
                at: &crate::Board<'_>,
                found: &mut dyn FnMut(crate::Deduction) -> crate::Flow,
            ) -> crate::Flow {
                self.search(at, found)
            }
        }
    };
}
use technique_of_row;
