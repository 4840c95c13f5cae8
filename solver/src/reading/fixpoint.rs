//! Whole-graph retrograde analysis by counters of open successors.
//!
//! Let e be the value of endless play. For each final value v better than e for `First`, from the
//! best down, the set from which `First` can force play into endings worth at least v is grown
//! backwards; a position caught at v is worth exactly v. The same from the other end for `Second`.
//! What neither side catches is worth e: there both can at least keep the game going. With {win,
//! draw, loss} and drawn endless play this is the usual retrograde analysis.

use super::attractor::Attractor;
use super::{Game, Interval, PositionGraph, Side};
use crate::{Limits, Stop};

/// Values and distances of all positions of a graph.
#[derive(Clone, Debug)]
pub struct Fixpoint<G: Game> {
    graph: PositionGraph<G>,
    labels: Vec<Interval<G::Value>>,
    distance: Vec<Option<u32>>,
}

/// Labels every position that can be reached from `roots`. Where a limit bites
/// ([`Fixpoint::stop`]), labels are still true, but some are open.
pub fn fixpoint<G: Game>(game: &G, roots: impl IntoIterator<Item = G::Position>, limits: &Limits) -> Fixpoint<G> {
    Fixpoint::of(game, PositionGraph::explore(game, roots, limits))
}

impl<G: Game> Fixpoint<G> {
    /// Labels the positions of an explored graph.
    pub fn of(game: &G, graph: PositionGraph<G>) -> Self {
        let n = graph.len();
        let endless = game.endless();
        let complete = graph.is_complete();
        let mut labels = vec![if complete { Interval::exact(endless) } else { Interval::UNKNOWN }; n];
        let mut distance = vec![None; n];
        let mut ends: Vec<(G::Value, u32)> =
            (0..n as u32).filter_map(|i| graph.leaf(i).map(|&value| (value, i))).collect();
        for &(value, i) in &ends {
            labels[i as usize] = Interval::exact(value);
            distance[i as usize] = Some(0);
        }
        ends.sort_unstable();
        for side in [Side::First, Side::Second] {
            let better: Vec<_> = match side {
                Side::First => ends.iter().rev().filter(|(v, _)| *v > endless).collect(),
                Side::Second => ends.iter().filter(|(v, _)| *v < endless).collect(),
            };
            let mut set = Attractor::new(&graph.next, graph.turns(side));
            for level in better.chunk_by(|a, b| a.0 == b.0) {
                let value = level[0].0;
                set.grow(level.iter().map(|(_, i)| *i), |at, rank| {
                    let label = &mut labels[at as usize];
                    match side {
                        _ if complete => *label = Interval::exact(value),
                        Side::First => label.low = label.low.max(value),
                        Side::Second => label.high = label.high.min(value),
                    }
                    distance[at as usize] = Some(rank);
                });
            }
        }
        for (label, d) in labels.iter().zip(&mut distance) {
            if label.value().is_none() {
                *d = None;
            }
        }
        Fixpoint { graph, labels, distance }
    }

    /// The graph.
    pub fn graph(&self) -> &PositionGraph<G> {
        &self.graph
    }

    /// Why the exploration ended; `Exhausted`: every label is exact.
    pub fn stop(&self) -> Stop {
        self.graph.stop()
    }

    /// What is known of a position; `None` for positions outside the graph.
    pub fn interval(&self, at: &G::Position) -> Option<Interval<G::Value>> {
        self.graph.number(at).map(|i| self.labels[i as usize])
    }

    /// A position's value, where known.
    pub fn value(&self, at: &G::Position) -> Option<G::Value> {
        self.interval(at).and_then(Interval::value)
    }

    /// Plies to the end when the side that can force the value hurries and the other delays; `None`
    /// where nothing is forced (endless play). On an incomplete graph an upper bound.
    pub fn distance(&self, at: &G::Position) -> Option<u32> {
        self.graph.number(at).and_then(|i| self.distance[i as usize])
    }

    /// Labels by the graph's numbers.
    pub fn labels(&self) -> &[Interval<G::Value>] {
        &self.labels
    }

    /// The moves that keep the value of `at`, in the game's order, each with the distance after it.
    /// The forced side's longest and the forcing side's shortest are optimal; empty where the value
    /// is not known.
    pub fn keeping(&self, at: &G::Position) -> Vec<(G::Move, Option<u32>)> {
        let Some(i) = self.graph.number(at) else { return Vec::new() };
        let Some(value) = self.labels[i as usize].value() else { return Vec::new() };
        let same = |&(_, to): &(G::Move, u32)| self.labels[to as usize].value() == Some(value);
        self.graph.moves(i).filter(same).map(|(mv, to)| (mv, self.distance[to as usize])).collect()
    }
}
