//! New areas.

use super::LARGEST_DRAWN;
use crate::board::Board;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{pick, shuffle};

/// Changes for each cell at most before a drawing is given up.
const CHANGES: usize = 100;

/// Areas while they are drawn.
struct Areas {
    /// By cell: one cell of its area, the same for all of them.
    of: Vec<usize>,
    /// By such a cell: the number of cells.
    size: Vec<usize>,
}

impl Areas {
    /// Joins the areas of two cells, if together they have at most `most` cells.
    fn join(&mut self, [a, b]: [usize; 2], most: usize) -> bool {
        let (into, from) = (self.of[a], self.of[b]);
        if into == from || self.size[into] + self.size[from] > most {
            return false;
        }
        self.size[into] += self.size[from];
        self.of.iter_mut().filter(|x| **x == from).for_each(|x| *x = into);
        true
    }

    /// Parts an area into single cells.
    fn dissolve(&mut self, area: usize) -> Vec<usize> {
        let cells: Vec<usize> = (0..self.of.len()).filter(|&cell| self.of[cell] == area).collect();
        for &cell in &cells {
            (self.of[cell], self.size[cell]) = (cell, 1);
        }
        cells
    }

    /// Do two cells belong to different areas of one size?
    fn clash(&self, [a, b]: [usize; 2]) -> bool {
        let (a, b) = (self.of[a], self.of[b]);
        a != b && self.size[a] == self.size[b]
    }
}

/// A drawn bound on the size of an area. It is drawn anew whenever two areas might join; small ones
/// are more frequent, as in print.
fn drawn_size(rng: &mut ChaCha8Rng) -> usize {
    1 + pick(rng, LARGEST_DRAWN).min(pick(rng, LARGEST_DRAWN))
}

/// The sizes of drawn areas by cell. Areas grow to drawn sizes; as long as two of one size touch,
/// they become one, or one of them falls apart and its cells go to areas around. `None` when that
/// does not end.
pub(super) fn draw(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let cells = board.size().cells();
    let mut areas = Areas { of: (0..cells).collect(), size: vec![1; cells] };
    let mut edges: Vec<[usize; 2]> = board
        .inner_edges()
        .filter_map(|e| match board.cells_beside(e) {
            [Some(a), Some(b)] => Some([a, b]),
            _ => None,
        })
        .collect();
    shuffle(&mut edges, rng);
    for &edge in &edges {
        areas.join(edge, drawn_size(rng));
    }
    for _ in 0..CHANGES * cells {
        let clashes: Vec<[usize; 2]> = edges.iter().copied().filter(|&edge| areas.clash(edge)).collect();
        let Some(&edge) = clashes.get(pick(rng, clashes.len())) else {
            return Some(areas.of.iter().map(|&area| areas.size[area]).collect());
        };
        if areas.join(edge, drawn_size(rng)) {
            continue;
        }
        for cell in areas.dissolve(areas.of[edge[1]]) {
            let beside: Vec<usize> = board.neighbours(cell).collect();
            areas.join([beside[pick(rng, beside.len())], cell], drawn_size(rng));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    /// Boards of all sizes offered and larger are divided into areas as large as published ones. In
    /// 200 boards of Puzzle Kit the mean area has 3.1 cells, and a cell lies in an area of 4.4 on
    /// average; the largest areas have eight or nine.
    #[test]
    fn areas_of_one_size_do_not_touch_and_are_not_all_small() {
        let mut rng = tesuji_genre::sub_rng(5, 0);
        for (rows, cols) in [(1, 1), (2, 3), (4, 4), (6, 6), (8, 8), (10, 10), (13, 9), (20, 20), (36, 20)] {
            let board = Board::new(Size::new(rows, cols).expect("a size"));
            let (mut means, mut by_cell) = (0.0, 0.0);
            for _ in 0..10 {
                let sizes = draw(&board, &mut rng).expect("areas");
                let mut count = 0.0;
                for size in 1..=LARGEST_DRAWN {
                    let parts = crate::genres::shapes::parts(&board, &|c| sizes[c] == size);
                    assert!(parts.iter().all(|part| part.len() == size), "{rows}x{cols}: {sizes:?}");
                    count += parts.len() as f64;
                }
                means += (rows * cols) as f64 / count / 10.0;
                by_cell += sizes.iter().sum::<usize>() as f64 / (rows * cols) as f64 / 10.0;
            }
            println!("{rows}x{cols}: {means:.2} cells an area, {by_cell:.2} where a cell lies");
            let is_small = rows * cols < 64;
            assert!(is_small || (2.7..3.5).contains(&means), "{rows}x{cols}: {means}");
            assert!(is_small || (3.9..4.9).contains(&by_cell), "{rows}x{cols}: {by_cell}");
        }
    }
}
