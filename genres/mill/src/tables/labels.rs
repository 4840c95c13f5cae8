//! The 3-3 sector by the label network of the readers: the general kernel against the table's.

use super::file::TableError;
use super::probe::{Tables, Value};
use super::sector::{Layout, Sector};
use crate::board::{ALL, Board, Set, points};
use crate::variant::RuleSet;
use tesuji_solver::reading::{Game, Outcome, PositionGraph, Side, label_network};
use tesuji_solver::{Limits, Stop, Store, Var, propagate};

/// The sector as a game by itself: a capture wins at once.
struct Small {
    rules: RuleSet,
    layout: Layout,
}

/// A stored place, and who is to move there; the place past the last is a game that the other side
/// has won.
type At = (u32, Side);

impl Small {
    fn successors(&self, own: Set, other: Set) -> Vec<u32> {
        let board = Board::get(self.rules.diagonals);
        let empty = ALL & !(own | other);
        let mut next = Vec::new();
        for from in points(own) {
            let to = if self.rules.may_fly { empty } else { empty & board.neighbours[from.index()] };
            for to in points(to) {
                let after = own & !from.bit() | to.bit();
                next.push(if board.mills_at(after, to) > 0 {
                    self.layout.slots() as u32
                } else {
                    self.layout.slot(other, after).map_or(self.layout.slots() as u32, |slot| slot as u32)
                });
            }
        }
        next.sort_unstable();
        next.dedup();
        next
    }
}

impl Game for Small {
    type Position = At;
    type Move = u32;
    type Value = Outcome;

    fn side(&self, at: &At) -> Side {
        at.1
    }

    fn moves(&self, at: &At, to: &mut Vec<u32>) {
        if let Some((own, other)) = self.layout.position(u64::from(at.0)) {
            to.extend(self.successors(own, other));
        }
    }

    fn play(&self, at: &At, to: u32) -> At {
        (to, at.1.other())
    }

    fn verdict(&self, at: &At) -> Option<Outcome> {
        let lost = Outcome::won_by(at.1.other());
        let Some((own, other)) = self.layout.position(u64::from(at.0)) else { return Some(lost) };
        self.successors(own, other).is_empty().then_some(lost)
    }

    fn endless(&self) -> Outcome {
        Outcome::Draw
    }
}

/// How the labels compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Labelled {
    /// Positions of the graph (both sides to move, and finished games).
    pub graph: usize,
    /// Its moves, equal successors counted once.
    pub moves: usize,
    /// Positions whose label is the table's outcome.
    pub equal: u64,
    /// Positions whose label is another.
    pub different: u64,
}

/// Compares the table of the sector 3-3 with what propagation on its label network says: decided
/// positions are those that the network settles, drawn ones those that it leaves open. `None`: a
/// limit was reached.
///
/// # Errors
/// [`TableError::Missing`] when the sector is not built.
pub fn compare_labels(tables: &Tables, limits: &Limits) -> Result<Option<Labelled>, TableError> {
    let Some(sector) = Sector::new(3, 3) else { return Ok(None) };
    let layout = tables.layout(sector).ok_or(TableError::Missing(sector))?.clone();
    let game = Small { rules: *tables.rules(), layout };
    let known: Vec<(At, Value)> = tables
        .positions(sector)
        .filter_map(|(own, other, value)| Some(((game.layout.slot(own, other)? as u32, Side::First), value)))
        .collect();
    let graph = PositionGraph::explore(&game, known.iter().map(|&(at, _)| at), limits);
    if graph.stop() != Stop::Exhausted {
        return Ok(None);
    }
    let Ok(labels) = label_network(&game, &graph, &Outcome::ALL) else { return Ok(None) };
    let mut store = Store::new(&labels.network);
    let mut found = Labelled { graph: graph.len(), moves: graph.move_count(), ..Labelled::default() };
    if propagate::propagate(&mut store).is_err() {
        found.different = known.len() as u64;
        return Ok(Some(found));
    }
    for (at, value) in known {
        let label = graph.number(&at).and_then(|number| store.domain(Var(number)).value());
        let label = label.and_then(|code| labels.values.get(usize::from(code)).copied());
        // Open positions have the value of endless play.
        if label.unwrap_or(Outcome::Draw) == value.outcome() { found.equal += 1 } else { found.different += 1 }
    }
    Ok(Some(found))
}
