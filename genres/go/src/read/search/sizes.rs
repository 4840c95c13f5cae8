//! How large the proofs in a table are: what a [`prior`](super::prior) learns beside the results.

use super::table::{Entry, Table, flag};
use crate::Role;
use crate::read::{Ply, State};

/// A position that a reading decided, not by a lemma at once.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    /// The position.
    pub state: State,
    /// Does the attacker capture?
    pub captured: bool,
    /// Binary logarithm of the number of positions of the proof, written out as a tree: the reply
    /// of the winner with the least proof, all moves of the loser that need be considered. About so
    /// much: where positions come again on the way, as they may where the defender survives, what
    /// is below them counts in one place only.
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
pub(super) fn size(table: &Table, place: u32, sizes: &mut [f64], depth: u32) -> f64 {
    let e = table.at(place);
    if sizes[place as usize] != 0.0 || depth == DEEPEST {
        return sizes[place as usize].max(1.0);
    }
    sizes[place as usize] = 1.0;
    if !e.is(flag::EXPANDED) {
        if let Some(turned) = e.like().or_else(|| anyway(table, e)) {
            sizes[place as usize] += size(table, turned, sizes, depth + 1);
        }
        return sizes[place as usize];
    }
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

/// The position with the defender to move by which one with the attacker to move is captured
/// whoever moves.
fn anyway(table: &Table, e: &Entry) -> Option<u32> {
    let taken_over = e.killed() && !e.defends && e.best == Ply::PASS.0;
    if taken_over { table.place_of(&State { turn: Role::Defender, ..e.state() }) } else { None }
}

#[cfg(test)]
mod tests {
    use super::super::table::Tag;
    use super::*;
    use crate::read::Supply;

    /// A table with a tree of its own: `(name, to move, captured, successors)`, the successors
    /// first.
    fn table(tree: &[(u64, Role, bool, &[u64])]) -> (Table, impl Fn(u64, Role) -> State) {
        let state = |name, turn| State { attacker: name, defender: 0, turn, ko: State::NO_KO, supply: Supply::NONE };
        let mut table = Table::new();
        for &(name, turn, captured, successors) in tree {
            let s = state(name, turn);
            let place = table.place(&s, Tag::of(&s));
            let e = table.at_mut(place);
            e.decide(captured);
            e.flags |= flag::KNOWN | if successors.is_empty() { flag::STATIC } else { 0 };
            let of = |name: &u64| (table.place_of(&state(*name, turn.other())).unwrap(), Ply(*name as u8));
            let links: Vec<_> = successors.iter().map(of).collect();
            if !links.is_empty() {
                table.expand(place, links.into_iter(), false);
            }
        }
        (table, state)
    }

    #[test]
    fn sizes_are_those_of_the_trees() {
        use Role::{Attacker, Defender};
        for captured in [true, false] {
            let (winner, loser) = if captured { (Attacker, Defender) } else { (Defender, Attacker) };
            let tree: [(u64, Role, bool, &[u64]); 7] = [
                (1, winner, captured, &[]),
                (2, winner, captured, &[]),
                (3, loser, captured, &[1]),
                (4, loser, captured, &[1, 2]),
                (5, loser, !captured, &[]),
                // The least of what wins: not what loses, and not the larger one.
                (6, winner, captured, &[5, 4, 3]),
                // All of what the loser can do.
                (7, loser, captured, &[6, 1, 2]),
            ];
            let (mut table, state) = table(&tree);
            // One that is captured whoever moves.
            let turned = state(7, Attacker);
            let place = table.place(&turned, Tag::of(&turned));
            let e = table.at_mut(place);
            e.decide(captured);
            (e.flags, e.best) = (e.flags | flag::KNOWN, Ply::PASS.0);
            let sizes: Vec<(u64, Role, u64)> = solved(&table)
                .iter()
                .map(|s| (s.state.attacker, s.state.turn, f64::from(s.size).exp2().round() as u64))
                .filter(|s| s.0 > 2 && s.0 != 5)
                .collect();
            let mut want = vec![(3, loser, 2), (4, loser, 3), (6, winner, 3), (7, loser, 6)];
            // Survival is not taken over that way: then it is the position above.
            if captured {
                want.push((7, Attacker, 7));
            }
            assert_eq!(sizes, want);
        }
    }
}
