//! Techniques as facts.

use tesuji_solver::Tier;

/// A technique of a genre.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Technique {
    /// The stable name in records and requests: `x-wing`.
    pub id: String,
    /// The name for people: "X-Wing".
    pub name: String,
    /// How hard it is.
    pub tier: Tier,
    /// The points of one step.
    pub score: u32,
}

impl Technique {
    pub(crate) fn of(technique: &dyn tesuji_solver::Technique) -> Technique {
        Technique {
            id: technique.id().to_string(),
            name: technique.name().to_string(),
            tier: technique.tier(),
            score: technique.score(),
        }
    }
}
