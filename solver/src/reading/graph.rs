//! Explicit position graphs.

use super::attractor::Lists;
use super::hasher::PlainState;
use super::{Game, Side};
use crate::{Limits, Stop};
use std::collections::HashMap;

/// The positions reachable from some roots, numbered in breadth-first order, with moves and leaf
/// labels `L`.
#[derive(Clone, Debug)]
pub struct PositionGraph<G: Game, L = <G as Game>::Value> {
    positions: Vec<G::Position>,
    index: HashMap<G::Position, u32, PlainState>,
    sides: Vec<Side>,
    leaves: Vec<Option<L>>,
    pub(super) next: Lists,
    moves: Vec<G::Move>,
    stop: Stop,
}

impl<G: Game> PositionGraph<G> {
    /// All positions reachable from `roots`; leaves are the rules' verdicts. Where a limit bites
    /// ([`stop`](Self::stop)), the last positions have no moves listed and
    /// [`is_complete`](Self::is_complete) is false.
    pub fn explore(game: &G, roots: impl IntoIterator<Item = G::Position>, limits: &Limits) -> Self {
        PositionGraph::explore_to(game, roots, |p| game.verdict(p), limits)
    }
}

impl<G: Game, L> PositionGraph<G, L> {
    /// All positions reachable from `roots` without going on from a leaf; `leaf` says which those
    /// are.
    pub fn explore_to(
        game: &G,
        roots: impl IntoIterator<Item = G::Position>,
        mut leaf: impl FnMut(&G::Position) -> Option<L>,
        limits: &Limits,
    ) -> Self {
        let clock = limits.start();
        let mut graph = PositionGraph {
            positions: Vec::new(),
            index: HashMap::default(),
            sides: Vec::new(),
            leaves: Vec::new(),
            next: Lists::new(),
            moves: Vec::new(),
            stop: Stop::Exhausted,
        };
        // Each position is stored twice (list and index) and gets counters later; each move has two
        // edges.
        let per_position = 2 * game.position_bytes() + size_of::<Option<L>>() + 40;
        let per_move = size_of::<G::Move>() + 8;
        for root in roots {
            graph.insert(game, root, &mut leaf);
        }
        let mut moves = Vec::new();
        let mut at = 0;
        while at < graph.positions.len() {
            let bytes = graph.positions.len().saturating_mul(per_position) + graph.moves.len().saturating_mul(per_move);
            let full = bytes > limits.memory || graph.moves.len() >= (u32::MAX / 2) as usize;
            if let Some(stop) = clock.check(at as u64).or(full.then_some(Stop::Memory)) {
                graph.stop = stop;
                break;
            }
            if graph.leaves[at].is_none() {
                moves.clear();
                let position = graph.positions[at].clone();
                game.moves(&position, &mut moves);
                for &mv in &moves {
                    let to = graph.insert(game, game.play(&position, mv), &mut leaf);
                    graph.next.push(to);
                    graph.moves.push(mv);
                }
            }
            graph.next.close();
            at += 1;
        }
        graph
    }

    fn insert(&mut self, game: &G, position: G::Position, leaf: &mut impl FnMut(&G::Position) -> Option<L>) -> u32 {
        if let Some(&i) = self.index.get(&position) {
            return i;
        }
        let i = self.positions.len() as u32;
        self.sides.push(game.side(&position));
        self.leaves.push(leaf(&position));
        self.index.insert(position.clone(), i);
        self.positions.push(position);
        i
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Is there no position?
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All positions; the place is the number.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The number of a position.
    pub fn number(&self, position: &G::Position) -> Option<u32> {
        self.index.get(position).copied()
    }

    /// The side to move at `at`.
    pub fn side(&self, at: u32) -> Side {
        self.sides[at as usize]
    }

    /// The leaf label at `at`.
    pub fn leaf(&self, at: u32) -> Option<&L> {
        self.leaves[at as usize].as_ref()
    }

    /// Moves from `at` and the positions that they lead to, in the game's order.
    pub fn moves(&self, at: u32) -> impl Iterator<Item = (G::Move, u32)> + '_ {
        let moves = &self.moves[self.next.span(at)];
        moves.iter().copied().zip(self.next.get(at).iter().copied())
    }

    /// Number of moves in all.
    pub fn move_count(&self) -> usize {
        self.next.items()
    }

    /// Why the exploration ended.
    pub fn stop(&self) -> Stop {
        self.stop
    }

    /// Is every reachable position listed with its moves?
    pub fn is_complete(&self) -> bool {
        self.stop == Stop::Exhausted
    }

    /// For each position: is `side` to move?
    pub(super) fn turns(&self, side: Side) -> Vec<bool> {
        self.sides.iter().map(|&s| s == side).collect()
    }
}
