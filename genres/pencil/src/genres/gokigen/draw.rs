//! New slashes.

use super::slash::{EVEN, ODD, ends, is_odd_corner, slash};
use crate::board::Board;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

/// Slashes one after the other in drawn order and direction, the other way where one would
/// close a loop.
pub(super) fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let mut group: Vec<usize> = (0..board.corners()).collect();
    let mut order: Vec<usize> = board.cells().collect();
    shuffle(&mut order, rng);
    let mut values = vec![0; board.size().cells()];
    for cell in order {
        let drawn = pick(rng, 2) == 1;
        let closes = |rises: bool| {
            let [a, b] = ends(board, cell, rises);
            group[a] == group[b]
        };
        let rises = if closes(drawn) { !drawn } else { drawn };
        let [a, b] = ends(board, cell, rises).map(|corner| group[corner]);
        group.iter_mut().filter(|g| **g == a).for_each(|g| *g = b);
        values[cell] = slash(board, cell, rises);
    }
    let corners = (0..board.corners()).map(|c| if is_odd_corner(board, c) { ODD[0] } else { EVEN[0] });
    Some(board.cells().map(|c| values[c]).chain(corners).collect())
}
