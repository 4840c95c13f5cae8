//! New areas.

use super::LARGEST_DRAWN;
use crate::board::Board;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::shuffle;

/// The sizes of drawn areas by cell; `None` when one is too large.
pub(super) fn draw(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let mut area: Vec<usize> = (0..board.size().cells()).collect();
    let mut size = vec![1; area.len()];
    let mut edges: Vec<[usize; 2]> = board
        .inner_edges()
        .filter_map(|e| match board.cells_beside(e) {
            [Some(a), Some(b)] => Some([a, b]),
            _ => None,
        })
        .collect();
    loop {
        shuffle(&mut edges, rng);
        let touching = edges.iter().find(|[a, b]| area[*a] != area[*b] && size[area[*a]] == size[area[*b]]);
        let Some(&[a, b]) = touching else { break };
        let (into, from) = (area[a], area[b]);
        size[into] += size[from];
        if size[into] > LARGEST_DRAWN {
            return None;
        }
        area.iter_mut().filter(|x| **x == from).for_each(|x| *x = into);
    }
    Some(area.iter().map(|&a| size[a]).collect())
}
