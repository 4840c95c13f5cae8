//! How large the proofs in a table are: what a [`prior`](super::prior) learns beside the results.

use super::table::{Table, flag};
use crate::read::State;

/// A position that a reading decided, not by a lemma at once.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    /// The position.
    pub state: State,
    /// Does the attacker capture?
    pub captured: bool,
    /// Binary logarithm of the number of positions of the proof, written out as a tree: the reply of the winner with the least
    /// proof, all moves of the loser. A position that comes again on the way counts once.
    pub size: f32,
}

/// Deeper proofs are cut off.
const DEEPEST: u32 = 400;

/// All that a table has decided.
pub(super) fn solved(table: &Table) -> Vec<Solved> {
    let mut sizes = vec![0.0; table.len() as usize];
    let decided = |place: &u32| {
        let e = table.at(*place);
        e.is(flag::KNOWN) && !e.open() && !e.is(flag::STATIC)
    };
    let mut of = |place| {
        let e = table.at(place);
        Solved { state: e.state(), captured: e.killed(), size: size(table, place, &mut sizes, 0).log2() as f32 }
    };
    (0..table.len()).filter(decided).map(&mut of).collect()
}

/// Positions of the proof at a place, at least 1. `sizes` holds what is known; 0 where nothing is.
fn size(table: &Table, place: u32, sizes: &mut [f64], depth: u32) -> f64 {
    let e = table.at(place);
    if sizes[place as usize] != 0.0 || !e.is(flag::EXPANDED) || depth == DEEPEST {
        return sizes[place as usize].max(1.0);
    }
    sizes[place as usize] = 1.0;
    let captured = e.killed();
    let mut below = 0.0;
    let mut any = false;
    for link in table.links(e.links()) {
        let next = table.at(link.place());
        if captured == e.defends {
            below += size(table, link.place(), sizes, depth + 1);
        } else if if captured { next.killed() } else { next.survived() } {
            let one = size(table, link.place(), sizes, depth + 1);
            below = if any { f64::min(below, one) } else { one };
            any = true;
        }
    }
    sizes[place as usize] = 1.0 + below;
    1.0 + below
}
