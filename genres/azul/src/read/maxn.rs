//! max^n with a table over canonical positions of the round.

use super::{MoveValue, Reading, distinct_moves, sorted};
use crate::leaf::{Leaf, prefers};
use crate::{Colour, Phase, State, Tiles};
use std::collections::HashMap;
use tesuji_solver::{Clock, Limits, Stop};

/// All that can differ between positions of one round, factories in order of their tiles.
type Key = ([Tiles; 9], Tiles, [(u32, u8); 4], u8, u8);

fn key(state: &State) -> Key {
    let mut factories = state.factories;
    factories.sort_unstable();
    let board = |p: usize| {
        let b = &state.boards[p];
        let lines =
            (0..5).fold(0, |all, row| all << 6 | u32::from(b.line_colour[row]) << 3 | u32::from(b.line_count[row]));
        (lines, b.floor_len)
    };
    (factories, state.centre, [board(0), board(1), board(2), board(3)], state.token, state.turn)
}

struct Search {
    table: HashMap<(Key, u8), [i32; 4]>,
    capacity: usize,
    nodes: u64,
    clock: Clock,
    leaf: Leaf,
    root: usize,
    cut: bool,
}

/// All moves' values; with a depth, the search ends at that ply. Also: was any line longer than
/// that?
pub(super) fn read(state: &State, leaf: Leaf, depth: Option<u8>, limits: &Limits) -> (Reading, bool) {
    let capacity = limits.memory / (2 * size_of::<((Key, u8), [i32; 4])>());
    let root = state.turn();
    let mut search =
        Search { table: HashMap::new(), capacity, nodes: 0, clock: limits.start(), leaf, root, cut: false };
    let mut moves = Vec::new();
    let mut stop = Stop::Exhausted;
    for mv in distinct_moves(state) {
        let mut next = *state;
        next.apply(mv);
        match search.value(&next, depth.map_or(u8::MAX, |d| d.saturating_sub(1))) {
            Ok(value) => moves.push(MoveValue { mv, value: value[root], exact: true }),
            Err(why) => {
                stop = why;
                break;
            }
        }
    }
    (sorted(moves, stop, search.nodes), search.cut)
}

impl Search {
    fn value(&mut self, state: &State, depth: u8) -> Result<[i32; 4], Stop> {
        self.nodes += 1;
        if let Some(stop) = self.clock.check(self.nodes) {
            return Err(stop);
        }
        if state.phase() != Phase::Drafting {
            return Ok(self.leaf.now(state, self.root));
        }
        if depth == 0 {
            self.cut = true;
            return Ok(self.leaf.now(state, self.root));
        }
        let key = (key(state), depth);
        if let Some(&known) = self.table.get(&key) {
            return Ok(known);
        }
        let below = if depth == u8::MAX { depth } else { depth - 1 };
        let mut best: Option<[i32; 4]> = None;
        for mv in distinct_moves(state) {
            let mut next = *state;
            next.apply(mv);
            let here = self.value(&next, below)?;
            if best.is_none_or(|b| prefers(state.turn(), state.players(), &here, &b)) {
                best = Some(here);
            }
        }
        let best = best.unwrap_or_default();
        if self.table.len() < self.capacity {
            self.table.insert(key, best);
        }
        Ok(best)
    }
}

const _: () = assert!(Colour::ALL.len() < 8);
