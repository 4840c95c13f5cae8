//! The reasons why a position is no problem, by name.

use super::judge::JudgeOptions;
use crate::question::STRONG;
use crate::{Class, DfPnReader, Point, Points, Problem, Question, Role};
use std::fmt;
use tesuji_solver::Limits;

/// The part of the board that the crop lacks, where its answer is another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outside {
    /// A stone in the way of a ladder.
    LadderBreaker,
    /// Stones to which the group may be joined.
    Connection,
    /// Eye space, or stones that may be captured for it.
    EyeSpace,
    /// Something else.
    Other,
}

impl Outside {
    fn name(self) -> &'static str {
        match self {
            Outside::LadderBreaker => "a ladder breaker",
            Outside::Connection => "a connection",
            Outside::EyeSpace => "eye space",
            Outside::Other => "something else",
        }
    }
}

/// Why an unsettled group gives no problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rejected {
    /// The outcome is not decided within this number of positions: too deep.
    Unknown(u64),
    /// It is read to the end, and not decided.
    Open,
    /// Nothing changes it.
    Settled,
    /// Several right first moves, that are no images of each other.
    Keys(usize),
    /// First moves that are neither shown to succeed nor to fail.
    Undecided(usize),
    /// A crop that can't stand on the board.
    NoCrop,
    /// The crop's answer is not that of the board, which lacks this.
    Differs(Outside),
    /// The main line is too short.
    Short(usize),
    /// The main line is too long.
    Long(usize),
    /// No wrong first move has to be refuted by play.
    NoWrongMove,
    /// A short line in a large picture.
    Picture,
    /// A chain that is taken to hold may be captured.
    Wall,
    /// A proof does not replay.
    Unproved,
    /// There is no grade.
    Ungraded,
}

impl Rejected {
    /// Its name in counts.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Rejected::Unknown(_) => "too deep".into(),
            Rejected::Open => "read to the end and open".into(),
            Rejected::Settled => "settled".into(),
            Rejected::Keys(_) => "several keys".into(),
            Rejected::Undecided(_) => "undecided first moves".into(),
            Rejected::NoCrop => "the crop can't stand".into(),
            Rejected::Differs(outside) => format!("the crop lacks {}", outside.name()),
            Rejected::Short(_) => "short line".into(),
            Rejected::Long(_) => "long line".into(),
            Rejected::NoWrongMove => "no plausible wrong move".into(),
            Rejected::Picture => "a short line in a large picture".into(),
            Rejected::Wall => "a wall that may fall".into(),
            Rejected::Unproved => "a proof does not replay".into(),
            Rejected::Ungraded => "no grade".into(),
        }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejected::Keys(n) | Rejected::Undecided(n) => write!(f, "{}: {n}", self.name()),
            Rejected::Short(n) | Rejected::Long(n) => write!(f, "{}: {n} plies", self.name()),
            Rejected::Unknown(nodes) => write!(f, "{}: {nodes} positions", self.name()),
            _ => f.write_str(&self.name()),
        }
    }
}

/// Right first moves, of those that are images of each other one.
pub(super) fn distinct(problem: &Problem, keys: &[Point]) -> usize {
    let images = problem.automorphisms();
    let least = |p: Point| images.iter().map(|&s| problem.image_of(p, s)).min().unwrap_or(p);
    let mut least: Vec<Point> = keys.iter().map(|&p| least(p)).collect();
    least.sort_unstable();
    least.dedup();
    least.len()
}

/// May a chain of the wall fall that the answer takes to hold? Each is read as a target of its own,
/// the other side first; one of which nothing is shown must have liberties outside.
pub(super) fn wall_holds(shown: &Question, reader: &DfPnReader, options: &JudgeOptions) -> bool {
    let limits = Limits::default().with_nodes(options.wall_nodes);
    let walls: Vec<(Points, Points)> =
        shown.board.chains().filter(|c| c.stones.meets(&shown.wall)).map(|c| (c.stones, c.liberties)).collect();
    walls.into_iter().all(|(stones, liberties)| {
        let read = Question::around(&shown.board, &stones).ok().map(|question| {
            let read = reader.read_widening(&question, Role::Attacker, &limits);
            read.map(|read| read.reading.outcome)
        });
        match read {
            Some(Ok(outcome)) if outcome.lives() => true,
            Some(Ok(outcome)) if outcome.high <= Class::Ko => false,
            _ => (liberties - shown.region).len() >= STRONG,
        }
    })
}
