//! New trees.

use crate::board::{Board, Size};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{Bad, pick, shuffle};

/// Cells of a new board for each tent.
const SHARE: usize = 5;
/// One board of this many has fewer tents, …
const FEWER: usize = 3;
/// … by up to one in this many.
const LESS: usize = 8;

/// The most steps of a draw of tents.
const STEPS: usize = 2_000;

/// Draws a tent beside each tree, without tents that touch. Each step takes a drawn place of the
/// tree that has the fewest. Returns `None` if none was found within [`STEPS`].
pub(super) fn tents(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<bool>> {
    let trees: Vec<usize> = (0..board.size().cells()).filter(|&c| board.is_hole(c)).collect();
    let mut camp = Camp { board, tents: vec![false; board.size().cells()], steps: 0 };
    camp.pitch(trees, rng).then_some(camp.tents)
}

/// The tents that are pitched so far.
struct Camp<'b> {
    board: &'b Board,
    tents: Vec<bool>,
    steps: usize,
}

impl Camp<'_> {
    fn places(&self, tree: usize) -> Vec<usize> {
        let is_free = |c: &usize| !self.tents[*c] && !self.board.all_neighbours(*c).any(|n| self.tents[n]);
        self.board.neighbours(tree).filter(is_free).collect()
    }

    /// Pitches a tent for each tree of `left`, with backtracking; `false` if that fails.
    fn pitch(&mut self, mut left: Vec<usize>, rng: &mut ChaCha8Rng) -> bool {
        self.steps += 1;
        let Some(next) = (0..left.len()).min_by_key(|&i| self.places(left[i]).len()) else { return true };
        let mut places = self.places(left.swap_remove(next));
        shuffle(&mut places, rng);
        for place in places {
            if self.steps > STEPS {
                return false;
            }
            self.tents[place] = true;
            if self.pitch(left.clone(), rng) {
                return true;
            }
            self.tents[place] = false;
        }
        false
    }
}

/// Drawn tents that do not touch, a tree beside each.
pub(super) fn board(size: Size, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
    let bare = Board::new(size);
    let mut order: Vec<usize> = bare.cells().collect();
    shuffle(&mut order, rng);
    let most = size.cells() / SHARE;
    let less = if pick(rng, FEWER) == 0 { pick(rng, most / LESS + 1) } else { 0 };
    let wanted = (most - less).max(1);
    let (mut tents, mut trees) = (vec![false; size.cells()], vec![false; size.cells()]);
    for cell in order {
        let enough = tents.iter().filter(|&&t| t).count() >= wanted;
        let free: Vec<usize> = bare.neighbours(cell).filter(|&n| !tents[n] && !trees[n]).collect();
        if enough || trees[cell] || free.is_empty() || bare.all_neighbours(cell).any(|n| tents[n]) {
            continue;
        }
        tents[cell] = true;
        trees[free[pick(rng, free.len())]] = true;
    }
    bare.with_holes(trees)
}
