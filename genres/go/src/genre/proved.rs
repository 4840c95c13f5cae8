//! Separates the parts of an answer that are proved on the whole board from those that take
//! something for granted.

use crate::question::{Class, Outcome, Role};
use crate::read::Widened;
use crate::zones::{ZoneGoal, ZoneProof, for_board, for_guide, prove, prove_reading};
use crate::{Point, Points, Problem, Question};
use serde_json::Value;
use tesuji_solver::Limits;

/// Right moves beside the first one that are proved on the whole board, at most.
const MOVES: usize = 4;
/// The share of the positions for a proof that is tried for the contrary.
const CONTRARY: u64 = 4;

/// The proofs of an answer that the search on the whole board found.
#[derive(Default)]
pub(super) struct OnBoard {
    /// The outcome with the side to move first.
    pub(super) outcome: Option<ZoneProof>,
    /// The right first moves that are proved.
    pub(super) moves: Vec<Point>,
    /// The outcome with the other side first.
    pub(super) other: Option<ZoneProof>,
    /// The contrary with the other side first, where regions do not tell: the move is needed.
    pub(super) needed: Option<ZoneProof>,
    /// A proof of the contrary: what was taken for granted does not hold.
    pub(super) contrary: Option<ZoneProof>,
    /// Positions expanded.
    pub(super) nodes: u64,
}

/// The words for it in records.
pub(super) const ON_THE_BOARD: &str = "on the whole board";

/// Can a certificate prove the outcome?
fn goal_of(outcome: Outcome) -> Option<ZoneGoal> {
    match outcome.class() {
        Some(Class::Dead) => Some(ZoneGoal::Capture),
        _ if outcome.lives() => Some(ZoneGoal::Survive),
        _ => None,
    }
}

/// Proves on the whole board what was read in regions of it: with the side to move first, and, as far
/// as that is known, with the other side first.
pub(super) fn on_the_board(
    problem: &Problem,
    read: &Widened,
    other: Option<&Widened>,
    keys: &[Point],
    limits: &Limits,
) -> OnBoard {
    let (q, first) = (&problem.question, problem.first);
    let mut proved = OnBoard::default();
    let Some(goal) = goal_of(read.reading.outcome) else { return proved };
    let clock = limits.start();
    let left = || limits.clone().with_time(clock.remaining());
    let for_region = || for_guide(&left());
    let all = for_board(limits);
    let own = prove_reading(read, first, (&for_region(), &left().with_nodes(all.nodes)));
    proved.outcome = own.ok().flatten();
    let contrary = match goal {
        ZoneGoal::Capture => ZoneGoal::Survive,
        ZoneGoal::Survive => ZoneGoal::Capture,
    };
    let Some(own) = &proved.outcome else {
        proved.nodes = all.nodes;
        proved.contrary = prove(q, contrary, first, &left().with_nodes(all.nodes / CONTRARY));
        return proved;
    };
    proved.nodes = own.nodes;
    proved.moves.extend(own.key);
    let is_success = read.reading.outcome.succeeds(first) == Some(true);
    for &key in keys.iter().filter(|&&key| is_success && own.key != Some(key)).take(MOVES) {
        let after = after(q, first, key);
        let few = left().with_nodes(all.nodes / MOVES as u64);
        if let Some(proof) = after.and_then(|after| prove(&after, goal, first.other(), &few)) {
            proved.nodes += proof.nodes;
            proved.moves.push(key);
        }
    }
    if let Some(other) = other.filter(|other| goal_of(other.reading.outcome).is_some()) {
        let limits = (&for_region(), &left().with_nodes(all.nodes));
        proved.other = prove_reading(other, first.other(), limits).ok().flatten();
        proved.nodes += proved.other.as_ref().map_or(0, |proof| proof.nodes);
    } else if is_success && other.is_none_or(|other| other.reading.outcome.class().is_none()) {
        let mut q = q.clone();
        q.board.set_ko(None);
        proved.needed = prove(&q, contrary, first.other(), &left().with_nodes(all.nodes));
        proved.nodes += proved.needed.as_ref().map_or(all.nodes, |proof| proof.nodes);
    }
    proved
}

/// The question after a move.
fn after(q: &Question, first: Role, key: Point) -> Option<Question> {
    let mut board = q.board.clone();
    board.play(key, q.color(first)).ok()?;
    Some(Question { board, ..q.clone() })
}

impl OnBoard {
    /// Says in a solution what is proved. Nothing is taken for granted where all moves are.
    pub(super) fn write(&self, problem: &Problem, keys: &[Point], json: &mut Value) {
        let Some(own) = &self.outcome else { return };
        let h = problem.question.board.size().1;
        let names = |points: &mut dyn Iterator<Item = Point>| points.map(|p| p.name(h)).collect::<Vec<_>>();
        json["proved"] = ON_THE_BOARD.into();
        json["zone"] = names(&mut own.zone.iter()).into();
        let is_all = keys.iter().all(|key| self.moves.contains(key));
        match json.as_object_mut() {
            Some(fields) if is_all => drop(fields.remove("assumes")),
            _ => json["proved_moves"] = names(&mut self.moves.iter().copied()).into(),
        }
        if self.other.is_some() || self.needed.is_some() {
            json["other_proved"] = ON_THE_BOARD.into();
        }
    }

    /// The points that the proofs speak of.
    pub(super) fn zone(&self) -> Option<Points> {
        self.outcome.as_ref().or(self.contrary.as_ref()).map(|proof| proof.zone)
    }
}

/// How a told move stands to the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// No move changes anything.
    Settled,
    /// The move changes what comes of the stones.
    Changed,
    /// The move succeeds; no proof says that it is needed.
    NotShownNeeded,
}

impl Standing {
    /// The word in records.
    pub(super) fn word(self) -> &'static str {
        match self {
            Standing::Settled => "settled",
            Standing::Changed => "changed by this move",
            Standing::NotShownNeeded => "proved for this chain, not shown that the move is needed",
        }
    }
}
