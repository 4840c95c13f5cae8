//! Drawn divisions of a board into regions, and all of a small one.

use rand_chacha::ChaCha8Rng;
use std::ops::RangeInclusive;
use tesuji_genre::{Bad, pick, shuffle};
use tesuji_pencil::board::{Board, Size};

/// How the boards of new puzzles are divided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Division {
    /// Not at all.
    Whole,
    /// Into regions of any shape with numbers of cells in a range.
    Shapes(RangeInclusive<usize>),
    /// Into rectangles of one to four cells a side.
    Rectangles,
}

/// Divisions that are drawn until the numbers of cells fit.
const MOST_DRAWN: usize = 200;

impl Division {
    /// The board of a new puzzle.
    pub(crate) fn board(&self, size: Size, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        let board = Board::new(size);
        match self {
            Division::Whole => Ok(board),
            Division::Rectangles => {
                let labels = rectangles(&board, rng);
                board.with_regions(&labels)
            }
            Division::Shapes(sizes) => {
                let labels = (0..MOST_DRAWN).find_map(|_| shapes(&board, sizes, rng));
                let what = || format!("no regions of {} to {} cells were found", sizes.start(), sizes.end());
                board.with_regions(&labels.ok_or_else(|| Bad::new(what()).at("size"))?)
            }
        }
    }

    /// The boards after a cell that `differs`, or one beside such a cell, went to another region,
    /// in a drawn order. Each region stays in one piece and keeps to the numbers of cells.
    pub(crate) fn moved(&self, board: &Board, differs: &dyn Fn(usize) -> bool, rng: &mut ChaCha8Rng) -> Vec<Board> {
        let Some(regions) = board.regions() else { return Vec::new() };
        let may_have = |n: usize| match self {
            Division::Shapes(sizes) => sizes.contains(&n),
            _ => n > 0,
        };
        let mut moves: Vec<(usize, usize)> = Vec::new();
        for cell in board.cells() {
            let from = regions.of(cell);
            let is_near = differs(cell) || board.neighbours(cell).any(differs);
            if is_near && may_have(regions.cells(from).len() - 1) {
                let takes = board.regions_that_could_take(cell).into_iter();
                moves.extend(takes.filter(|&to| may_have(regions.cells(to).len() + 1)).map(|to| (cell, to)));
            }
        }
        shuffle(&mut moves, rng);
        moves.into_iter().filter_map(|(cell, to)| board.with_cell_in(cell, to)).collect()
    }

    /// All boards of a small size.
    pub(crate) fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        match self {
            Division::Whole => Ok(vec![Board::new(size)]),
            _ => Board::all_divisions(size),
        }
    }
}

/// No label yet.
const NONE: u32 = u32::MAX;

fn rectangles(board: &Board, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let mut labels = vec![NONE; board.size().cells()];
    let mut next = 0;
    for first in 0..labels.len() {
        if labels[first] != NONE {
            continue;
        }
        let (row, col) = board.row_col(first);
        let free = (col..board.cols()).take_while(|&c| labels[board.cell(row, c)] == NONE).count();
        let (high, wide) = ((1 + pick(rng, 4)).min(board.rows() - row), (1 + pick(rng, 4)).min(free));
        for (r, c) in (row..row + high).flat_map(|r| (col..col + wide).map(move |c| (r, c))) {
            labels[board.cell(r, c)] = next;
        }
        next += 1;
    }
    labels
}

/// Regions that grow cell by cell to drawn numbers of cells; one that stays too small joins a
/// neighbour. `None` where that leaves one with too few or too many.
fn shapes(board: &Board, sizes: &RangeInclusive<usize>, rng: &mut ChaCha8Rng) -> Option<Vec<u32>> {
    let cells = board.size().cells();
    let (least, most) = (*sizes.start(), *sizes.end());
    let mut labels = vec![NONE; cells];
    let mut counts: Vec<usize> = Vec::new();
    while let Some(first) = next_cell(board, &labels, rng) {
        let label = counts.len() as u32;
        let wanted = least + pick(rng, most - least + 1);
        let mut own = vec![first];
        labels[first] = label;
        while own.len() < wanted {
            let open: Vec<usize> =
                own.iter().flat_map(|&c| board.neighbours(c)).filter(|&n| labels[n] == NONE).collect();
            if open.is_empty() {
                break;
            }
            let cell = open[pick(rng, open.len())];
            labels[cell] = label;
            own.push(cell);
        }
        counts.push(own.len());
    }
    for label in 0..counts.len() {
        if counts[label] >= least || counts[label] == 0 {
            continue;
        }
        let own: Vec<usize> = (0..cells).filter(|&c| labels[c] == label as u32).collect();
        let mut near: Vec<usize> = own.iter().flat_map(|&c| board.neighbours(c)).map(|n| labels[n] as usize).collect();
        near.retain(|&other| other != label && counts[other] + counts[label] <= most);
        shuffle(&mut near, rng);
        let &other = near.first()?;
        own.iter().for_each(|&c| labels[c] = other as u32);
        counts[other] += counts[label];
        counts[label] = 0;
    }
    counts.iter().all(|&n| n == 0 || sizes.contains(&n)).then_some(labels)
}

/// A cell without a label that has the fewest such neighbours, so that no hole is left behind.
fn next_cell(board: &Board, labels: &[u32], rng: &mut ChaCha8Rng) -> Option<usize> {
    let open = |cell: usize| board.neighbours(cell).filter(|&n| labels[n] == NONE).count();
    let mut cells: Vec<usize> = board.cells().filter(|&c| labels[c] == NONE).collect();
    shuffle(&mut cells, rng);
    cells.into_iter().min_by_key(|&c| open(c))
}
