//! A game given as a graph: for tests, examples and small exported games.

use super::{Game, Side, Value};

/// Positions are numbers, moves are the numbers of the positions that they lead to.
#[derive(Clone, Debug)]
pub struct ExplicitGame<V> {
    endless: V,
    side: Vec<Side>,
    next: Vec<Vec<u32>>,
    verdict: Vec<Option<V>>,
}

impl<V: Value> ExplicitGame<V> {
    /// No positions; endless play is worth `endless`.
    pub fn new(endless: V) -> Self {
        ExplicitGame { endless, side: Vec::new(), next: Vec::new(), verdict: Vec::new() }
    }

    /// Adds a position in which `side` is to move.
    pub fn add(&mut self, side: Side) -> u32 {
        self.side.push(side);
        self.next.push(Vec::new());
        self.verdict.push(None);
        self.side.len() as u32 - 1
    }

    /// Adds a move; once is enough. Unknown positions are ignored.
    pub fn link(&mut self, from: u32, to: u32) {
        if (to as usize) < self.side.len()
            && let Some(next) = self.next.get_mut(from as usize)
            && !next.contains(&to)
        {
            next.push(to);
        }
    }

    /// The game is over at `at`, worth `value`. Unknown positions are ignored.
    pub fn end(&mut self, at: u32, value: V) {
        if let Some(verdict) = self.verdict.get_mut(at as usize) {
            *verdict = Some(value);
        }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.side.len()
    }

    /// Is there no position?
    pub fn is_empty(&self) -> bool {
        self.side.is_empty()
    }
}

impl<V: Value> Game for ExplicitGame<V> {
    type Position = u32;
    type Move = u32;
    type Value = V;

    fn side(&self, at: &u32) -> Side {
        self.side.get(*at as usize).copied().unwrap_or(Side::First)
    }

    fn moves(&self, at: &u32, to: &mut Vec<u32>) {
        to.extend(self.next.get(*at as usize).into_iter().flatten());
    }

    fn play(&self, _at: &u32, mv: u32) -> u32 {
        mv
    }

    fn verdict(&self, at: &u32) -> Option<V> {
        self.verdict.get(*at as usize).copied().flatten()
    }

    fn endless(&self) -> V {
        self.endless
    }
}
