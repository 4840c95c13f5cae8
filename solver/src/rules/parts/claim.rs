//! Claims about the parts of a graph.

use serde::{Deserialize, Serialize};

/// A number that belongs to a part. It never falls when the part grows.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The number of places.
    Size,
    /// How many of these places it holds, in ascending order.
    Held(Vec<u32>),
    /// The number of rows from its first to its last one.
    Height,
    /// The number of columns from its first to its last one.
    Width,
}

/// A claim about a part.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The number is one of these, in ascending order.
    Among(Measure, Vec<u32>),
    /// The first number is less than the second.
    Less(Measure, Measure),
    /// The two numbers are equal.
    Equal(Measure, Measure),
    /// The part fills a rectangle of rows and columns (`false`: it does not).
    Rectangle(bool),
    /// The place belongs to the part (`false`: it does not).
    Holds(u32, bool),
    /// No closed joint lies between two places of the part.
    Whole,
    /// At least one of these holds.
    Any(Vec<Claim>),
}

impl Claim {
    /// The greatest place of which it speaks.
    pub(super) fn greatest_place(&self) -> Option<u32> {
        let of = |measure: &Measure| match measure {
            Measure::Held(places) => places.iter().copied().max(),
            _ => None,
        };
        match self {
            Claim::Among(measure, _) => of(measure),
            Claim::Less(a, b) | Claim::Equal(a, b) => of(a).max(of(b)),
            Claim::Holds(place, _) => Some(*place),
            Claim::Rectangle(_) | Claim::Whole => None,
            Claim::Any(list) => list.iter().filter_map(Claim::greatest_place).max(),
        }
    }
}
