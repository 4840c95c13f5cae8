//! Kinds of life: what a proof of life ends in.

use crate::read::Exits;
use crate::{Class, DfPnReader, Point, Points, Question, Role};
use serde::{Deserialize, Serialize};
use tesuji_solver::Limits;

/// Positions that each question about a life may take.
const NODES: u64 = 20_000;
/// The least stones of an attacker's chain whose capture is named.
const CAPTURE: usize = 3;

/// How a group lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Life {
    /// By two eyes of its own.
    Eyes,
    /// By seki.
    Seki,
    /// By taking a chain of the attacker's.
    Captures,
    /// By being joined to something beyond its region, or getting out.
    Joined,
    /// By winning a ko.
    Ko,
}

impl Life {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Life::Eyes => "eyes",
            Life::Seki => "seki",
            Life::Captures => "captures",
            Life::Joined => "joined",
            Life::Ko => "ko",
        }
    }
}

/// How the defender lives in a region that shows that he does. Each kind is what is left when the
/// next one is ruled out: with no way to be joined to anything he lives all the same; with the
/// attacker's larger chains out of his reach he does; and two eyes can be forced.
#[must_use]
pub fn life_of(shown: &Question, first: Role) -> Life {
    let limits = Limits::default().with_nodes(NODES);
    let reader = DfPnReader::telling_seki();
    let read = |q: &Question| reader.read_way(q, first, Exits::Blocked, &limits).ok().map(|r| r.outcome);
    let apart = Question { away: Points::EMPTY, ..shown.clone() };
    let Some(alone) = read(&apart).filter(|outcome| outcome.lives()) else { return Life::Joined };
    if alone.class() == Some(Class::Seki) {
        return Life::Seki;
    }
    let attackers = apart.board.stones(apart.attacker()) & apart.region;
    let large = apart.board.chains().filter(|c| c.stones.meets(&attackers) && c.stones.len() >= CAPTURE);
    let large = large.fold(Points::EMPTY, |all, c| all | c.stones);
    if large.is_empty() {
        return Life::Eyes;
    }
    let region = apart.region - large;
    let part = apart.target.flood(&region);
    let held = Question { region: part, wall: apart.wall | large, exits: apart.exits & part, ..apart.clone() };
    match read(&held) {
        Some(outcome) if outcome.lives() => Life::Eyes,
        _ => Life::Captures,
    }
}

/// The names of points.
pub(super) fn names(points: impl IntoIterator<Item = Point>, height: u8) -> Vec<String> {
    points.into_iter().map(|p| p.name(height)).collect()
}
