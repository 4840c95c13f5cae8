//! Regions that take cells one by one as long as a solution stays the only one.

use crate::board::Board;
use crate::house::Look;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::clue::{Rival, RivalSearch};
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

/// No region yet: the cell is a hole of the board that is searched.
const NONE: u32 = u32::MAX;

/// Regions while they grow.
pub(super) struct RegionGrowth<'a> {
    board: &'a Board,
    values: &'a [Value],
    /// By cell: its region.
    pub(super) labels: Vec<u32>,
    /// By cell: the region that it had on the drawn board.
    drawn: Vec<u32>,
    /// Is the cell one that the solution uses, or that joins such cells?
    is_core: Vec<bool>,
    most: usize,
    /// Is the solution the only one? Then another one shades each cell that is taken: without that
    /// it would have been one before.
    is_only: bool,
}

impl<'a> RegionGrowth<'a> {
    /// The cells that a solution uses in the regions of a board, joined; all others are out of
    /// play.
    pub(super) fn new(
        board: &'a Board,
        values: &'a [Value],
        look: &Look,
        rival: &mut RivalSearch<'_, Board>,
    ) -> Option<Self> {
        let regions = board.regions()?;
        let cells = board.size().cells();
        let drawn: Vec<u32> = (0..cells).map(|c| regions.of(c) as u32).collect();
        let (mut labels, mut is_core) = (vec![NONE; cells], vec![false; cells]);
        for (i, cells) in regions.iter().enumerate() {
            for cell in core(board, cells, &|c| values.get(c).is_some_and(|&value| value != 0)) {
                (labels[cell], is_core[cell]) = (i as u32, true);
            }
        }
        let most = usize::from(look.cells[1]);
        let mut growth = RegionGrowth { board, values, labels, drawn, is_core, most, is_only: false };
        let (part, in_play) = growth.part()?;
        let known: Vec<Value> = in_play.iter().map(|&c| values[c]).collect();
        growth.is_only = rival(&part, &known, None) == Rival::None;
        Some(growth)
    }

    /// The board of the cells in play, and these.
    fn part(&self) -> Option<(Board, Vec<usize>)> {
        let holes = self.labels.iter().map(|&label| label == NONE).collect();
        let part = Board::new(self.board.size()).with_holes(holes).and_then(|b| b.with_regions(&self.labels)).ok()?;
        let in_play = part.cells().collect();
        Some((part, in_play))
    }

    /// The cells out of play.
    pub(super) fn open(&self) -> Vec<usize> {
        self.board.cells().filter(|&c| self.labels[c] == NONE).collect()
    }

    /// Gives a cell to a region beside it. As long as there is another solution, up to `most` cells
    /// that it uses go out of play again; nothing changes where that is not enough.
    pub(super) fn take(&mut self, cell: usize, most: usize, rival: &mut RivalSearch<'_, Board>, rng: &mut ChaCha8Rng) {
        let near = self.board.neighbours(cell).map(|n| self.labels[n]);
        let mut beside: Vec<u32> = near.filter(|&label| label != NONE).collect();
        beside.sort_unstable();
        beside.dedup();
        shuffle(&mut beside, rng);
        if most == 0 {
            // The region that was drawn comes first.
            beside.sort_by_key(|&label| label != self.drawn[cell]);
        } else {
            beside.truncate(1);
        }
        for label in beside {
            if self.labels.iter().filter(|&&other| other == label).count() >= self.most {
                continue;
            }
            let before = self.labels.clone();
            self.labels[cell] = label;
            if self.stays_only(cell, most, rival, rng) {
                return;
            }
            self.labels = before;
        }
    }

    fn stays_only(
        &mut self,
        taken: usize,
        most: usize,
        rival: &mut RivalSearch<'_, Board>,
        rng: &mut ChaCha8Rng,
    ) -> bool {
        for gone in 0..=most {
            let Some((part, in_play)) = self.part() else { return false };
            let known: Vec<Value> = in_play.iter().map(|&c| self.values[c]).collect();
            let differs = in_play.iter().position(|&c| c == taken).filter(|_| self.is_only);
            let other = match rival(&part, &known, differs) {
                Rival::None => return true,
                Rival::Found(other) if gone < most => other,
                Rival::Found(_) | Rival::Unknown => return false,
            };
            let uses = in_play.iter().zip(&other).filter(|(_, value)| **value != 0).map(|(&cell, _)| cell);
            let may_go: Vec<usize> = uses.filter(|&c| c != taken && self.may_go(c)).collect();
            let Some(&out) = may_go.get(pick(rng, may_go.len().max(1))) else { return false };
            self.labels[out] = NONE;
        }
        false
    }

    /// Is a cell not needed, and its region in one piece without it?
    fn may_go(&self, cell: usize) -> bool {
        let label = self.labels[cell];
        !self.is_core[cell] && self.board.is_connected(&|c| c != cell && self.labels[c] == label)
    }
}

/// The cells of a region that `takes`, with short ways between them inside the region.
fn core(board: &Board, cells: &[usize], takes: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let mut core: Vec<usize> = cells.iter().copied().find(|&c| takes(c)).into_iter().collect();
    for &target in cells.iter().filter(|&&c| takes(c)) {
        if core.contains(&target) {
            continue;
        }
        let mut from: Vec<Option<usize>> = vec![None; board.size().cells()];
        let mut queue: std::collections::VecDeque<usize> = core.iter().copied().collect();
        core.iter().for_each(|&c| from[c] = Some(c));
        while let Some(cell) = queue.pop_front().filter(|_| from[target].is_none()) {
            for near in board.neighbours(cell).filter(|n| cells.contains(n)) {
                if from[near].is_none() {
                    from[near] = Some(cell);
                    queue.push_back(near);
                }
            }
        }
        let mut at = target;
        while !core.contains(&at) {
            core.push(at);
            match from[at] {
                Some(next) => at = next,
                None => break,
            }
        }
    }
    if core.is_empty() { cells.to_vec() } else { core }
}
