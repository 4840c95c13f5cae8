//! All sets of places at once: one bit a set.
//!
//! A set leaves a completion open when another completion agrees on all of its places. The largest
//! such sets are the agreements with each other completion; the rest are their subsets, found by
//! one sweep a place.

use super::Run;
use crate::clue::genre::{ClueGenre, Clued, Place};
use std::ops::ControlFlow;
use std::sync::Arc;
use tesuji_solver::{Stop, Value};

/// Places at most: a table of 2^20 bits for each completion.
pub(super) const MOST_PLACES: usize = 20;
/// Completions at most: each is compared with each.
pub(super) const MOST_GRIDS: usize = 20_000;

/// Bits of a word in which bit `i` of the index is 0.
const LOW: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Marks all subsets of the marked sets.
fn close_downward(table: &mut [u64], places: usize) {
    for i in 0..places {
        if let Some(low) = LOW.get(i) {
            for word in table.iter_mut() {
                *word |= *word >> (1 << i) & low;
            }
            continue;
        }
        let step = 1 << (i - 6);
        for at in (0..table.len()).filter(|at| at & step == 0) {
            table[at] |= table[at | step];
        }
    }
}

fn marked(table: &[u64], set: usize) -> bool {
    table[set >> 6] >> (set & 63) & 1 == 1
}

/// Gives out every uniquely solvable set of places of each completion.
pub(super) fn puzzles<G: ClueGenre>(
    run: &mut Run<'_, G>,
    structure: &Arc<G::Structure>,
    places: &[Place],
    grids: &[Vec<Value>],
) -> ControlFlow<Stop> {
    let clues: Vec<Vec<Option<G::Clue>>> =
        grids.iter().map(|grid| run.genre.derive_clues_at(structure, places, grid)).collect();
    let optional = run.genre.clues_are_optional();
    let size = 1usize << places.len();
    let mut table = vec![0u64; size.div_ceil(64)];
    let mut classes = std::collections::BTreeSet::new();
    run.out.minimal.get_or_insert(0);
    for (g, grid) in grids.iter().enumerate() {
        run.expired()?;
        // Equivalent grids have equivalent puzzles: modulo symmetry, one of each class is enough.
        if run.want.modulo_symmetry {
            let full = run.full(structure, grid);
            if !classes.insert(run.genre.least_image(&full)) {
                continue;
            }
        }
        table.fill(0);
        for (h, other) in clues.iter().enumerate().filter(|(h, _)| *h != g) {
            let agree = clues[g].iter().zip(other).enumerate();
            let agree = agree.filter(|(_, (a, b))| a == b).fold(0usize, |set, (i, _)| set | 1 << i);
            debug_assert!(h < clues.len());
            table[agree >> 6] |= 1 << (agree & 63);
        }
        close_downward(&mut table, places.len());
        let carries = clues[g].iter().enumerate().filter(|(_, c)| c.is_some()).fold(0usize, |s, (i, _)| s | 1 << i);
        // Clues that go together are all there.
        let sets = if optional { 0..size } else { carries..carries + 1 };
        for set in sets.filter(|set| set & !carries == 0 && !marked(&table, *set)) {
            let mut in_set = (0..places.len()).filter(|i| set >> i & 1 == 1);
            let minimal = !optional || in_set.all(|i| marked(&table, set & !(1 << i)));
            if run.want.minimal && !minimal {
                continue;
            }
            if run.want.count_only && !run.want.modulo_symmetry {
                run.out.total += 1;
                *run.out.by.entry(set.count_ones()).or_default() += 1;
                if minimal {
                    *run.out.minimal.get_or_insert(0) += 1;
                }
                continue;
            }
            let chosen = (0..places.len()).filter(|i| set >> i & 1 == 1);
            let chosen = chosen.filter_map(|i| Some((places[i], clues[g][i].clone()?))).collect();
            let typed = Clued { structure: Arc::clone(structure), clues: chosen };
            run.found(&typed, grid, minimal)?;
            run.expired()?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::{close_downward, marked};

    #[test]
    fn closing_marks_exactly_the_subsets() {
        let places = 9;
        for (a, b) in [(0b1_0110_1011usize, 0b0_1100_0110usize), (0, 0b1_0000_0000), (0b1_1111_1111, 3)] {
            let mut table = vec![0u64; 8];
            for set in [a, b] {
                table[set >> 6] |= 1 << (set & 63);
            }
            close_downward(&mut table, places);
            for set in 0..1 << places {
                assert_eq!(marked(&table, set), set & !a == 0 || set & !b == 0, "{set:b} under {a:b}, {b:b}");
            }
        }
    }
}
