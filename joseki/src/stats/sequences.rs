//! Counts of corner sequences: a tree of prefixes.

use super::{CornerMove, corner_sequences};
use crate::game::Game;
use crate::point::Color;
use std::collections::BTreeMap;

/// A node of the tree: how often the moves down to it were played, and how the games went.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Node {
    pub(super) count: u64,
    /// Won by who played first in the corner, and by the other.
    pub(super) wins: [u64; 2],
    pub(super) next: BTreeMap<CornerMove, Node>,
}

/// How often corner sequences were played, all their beginnings counted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sequences {
    pub(super) root: Node,
    /// Games counted.
    pub games: u64,
    /// Corners counted.
    pub corners: u64,
}

/// A sequence with its count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Top {
    /// The moves, first player Black, in the upper right.
    pub moves: Vec<CornerMove>,
    /// How often it was played.
    pub count: u64,
    /// Games won by who played first in the corner, and by the other; the rest is unknown or drawn.
    pub wins: [u64; 2],
}

impl Sequences {
    /// Adds the corners of a game on a board of 19.
    pub fn add(&mut self, game: &Game, longest: usize) {
        if game.size != 19 {
            return;
        }
        self.games += 1;
        for sequence in corner_sequences(game, longest) {
            self.corners += 1;
            let won: Option<usize> = game.winner.map(|w: Color| usize::from(w != sequence.first));
            let mut node = &mut self.root;
            for mv in sequence.moves {
                node = node.next.entry(mv).or_default();
                node.count += 1;
                if let Some(won) = won {
                    node.wins[won] += 1;
                }
            }
        }
    }

    /// Adds what another part of the archive said. The order does not matter.
    pub fn merge(&mut self, other: Sequences) {
        self.games += other.games;
        self.corners += other.corners;
        let mut stack = vec![(Vec::new(), other.root)];
        while let Some((path, node)) = stack.pop() {
            let mut at = &mut self.root;
            for mv in &path {
                at = at.next.entry(*mv).or_default();
            }
            at.count += node.count;
            at.wins = [at.wins[0] + node.wins[0], at.wins[1] + node.wins[1]];
            for (mv, next) in node.next {
                stack.push((path.iter().copied().chain([mv]).collect(), next));
            }
        }
    }

    /// The most frequent sequences of at least `least_moves` moves; equally frequent ones in the
    /// order of their points.
    pub fn top(&self, least_moves: usize, most: usize) -> Vec<Top> {
        let mut all = Vec::new();
        let mut stack = vec![(Vec::new(), &self.root)];
        while let Some((moves, node)) = stack.pop() {
            for (mv, next) in &node.next {
                stack.push((moves.iter().copied().chain([*mv]).collect(), next));
            }
            if moves.len() >= least_moves.max(1) {
                all.push(Top { moves, count: node.count, wins: node.wins });
            }
        }
        all.sort_by(|a, b| (b.count, &a.moves).cmp(&(a.count, &b.moves)));
        all.truncate(most);
        all
    }
}
