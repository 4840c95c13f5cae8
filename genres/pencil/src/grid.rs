//! Grids of the sudoku family: cells, regions, cages, and the one table from places to variables.

use crate::symbols;
use crate::variant::constraints::{ANTI_KNIGHT, CAGE, diagonal_of};
use crate::variant::{self, Constraint, Design, GridNames};
use std::sync::{Arc, OnceLock};
use tesuji_genre::Bad;
use tesuji_genre::clue::{Layout, LayoutCache, Place};
use tesuji_solver::{Network, NetworkError, RuleKind};

/// The structure of a puzzle: an `n`×`n` grid with `n` regions and what its variant adds. Cell
/// `r·n + c` (from 0) is variable and place `r·n + c`; cage `k` is place `n² + k`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Grid {
    /// Side, and number of values.
    pub n: usize,
    /// Rows and columns of a box, when the regions are boxes.
    pub boxes: Option<(usize, usize)>,
    /// Region of each cell, numbered in reading order of their first cells.
    pub region: Vec<u8>,
    /// Are the two diagonals houses?
    pub diagonals: bool,
    /// Do cells a knight's move apart differ?
    pub knight: bool,
    /// Cages, each with its cells in reading order, sorted.
    pub cages: Vec<Vec<u32>>,
}

/// The usual box of a side: as square as it gets, wider than high. `None` when the side is prime.
pub fn usual_box(n: usize) -> Option<(usize, usize)> {
    (2..=n).take_while(|r| r * r <= n).filter(|r| n.is_multiple_of(*r)).last().map(|r| (r, n / r))
}

impl Grid {
    /// A grid of boxes of `rows`×`cols` cells.
    ///
    /// # Errors
    /// [`Bad`] when a side is out of range.
    pub fn boxed(rows: usize, cols: usize) -> Result<Grid, Bad> {
        let n = rows.saturating_mul(cols);
        if rows == 0 || cols == 0 || !(2..=symbols::MOST).contains(&n) {
            return Err(Bad::new(format!(
                "boxes of {rows}x{cols} cells make a side of {n}; 2 to {} are possible",
                symbols::MOST
            )));
        }
        let region = (0..n * n).map(|i| ((i / n) / rows * rows + (i % n) / cols) as u8).collect();
        Ok(Grid { n, boxes: Some((rows, cols)), region, diagonals: false, knight: false, cages: Vec::new() })
    }

    /// The usual grid of side `n`.
    ///
    /// # Errors
    /// [`Bad`] when the side has no usual box.
    pub fn usual(n: usize) -> Result<Grid, Bad> {
        let none = || {
            // A row of a grid by itself looks like that.
            let line = if n == 3 { "; a 9x9 grid is one line of 81 characters" } else { "" };
            Bad::new(format!("a side of {n} has no boxes: a prime number of rows makes no bands{line}"))
        };
        if n > symbols::MOST {
            return Err(Bad::new(format!("a side of {n} is too large; up to {} are possible", symbols::MOST)));
        }
        let (rows, cols) = usual_box(n).ok_or_else(none)?;
        Grid::boxed(rows, cols)
    }

    /// The usual grid of side `n`, one for all puzzles; `None` when the side has none.
    pub(crate) fn usual_shared(n: usize) -> Option<Arc<Grid>> {
        static USUAL: [OnceLock<Option<Arc<Grid>>>; symbols::MOST + 1] = [const { OnceLock::new() }; symbols::MOST + 1];
        USUAL.get(n)?.get_or_init(|| Grid::usual(n).ok().map(Arc::new)).clone()
    }

    /// A grid of irregular regions, given by any number for each cell.
    ///
    /// # Errors
    /// [`Bad`] when the regions are not `n` of `n` connected cells.
    pub fn irregular(n: usize, label: &[u32]) -> Result<Grid, Bad> {
        if !(2..=symbols::MOST).contains(&n) || label.len() != n * n {
            return Err(Bad::new(format!("{} region cells for a side of {n}", label.len())));
        }
        let mut order: Vec<u32> = Vec::new();
        let mut region = Vec::with_capacity(n * n);
        for (cell, &l) in label.iter().enumerate() {
            let index = order.iter().position(|&o| o == l).unwrap_or_else(|| {
                order.push(l);
                order.len() - 1
            });
            if index >= n {
                return Err(Bad::new(format!("more than {n} regions")).at(cell_name(n, cell)));
            }
            region.push(index as u8);
        }
        for r in 0..n as u8 {
            let cells: Vec<usize> = (0..n * n).filter(|&c| region[c] == r).collect();
            let first = cells.first().copied().unwrap_or(0);
            if cells.len() != n {
                return Err(Bad::new(format!("the region has {} cells, not {n}", cells.len())).at(cell_name(n, first)));
            }
            if !connected(n, &cells) {
                return Err(Bad::new("the region is not connected").at(cell_name(n, first)));
            }
        }
        let mut grid = Grid { n, boxes: None, region, diagonals: false, knight: false, cages: Vec::new() };
        // Regions that happen to be boxes are boxes.
        for rows in (1..=n).filter(|r| n.is_multiple_of(*r)) {
            let boxed = Grid::boxed(rows, n / rows)?;
            if boxed.region == grid.region {
                grid.boxes = boxed.boxes;
            }
        }
        Ok(grid)
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.n * self.n
    }

    /// Row and column of a cell, from 0.
    pub fn row_col(&self, cell: usize) -> (usize, usize) {
        (cell / self.n, cell % self.n)
    }

    /// The cell at a row and column, from 0.
    pub fn cell(&self, row: usize, col: usize) -> usize {
        row * self.n + col
    }

    /// Cells of a region.
    pub fn region_cells(&self, region: usize) -> Vec<usize> {
        (0..self.cells()).filter(|&c| usize::from(self.region[c]) == region).collect()
    }

    /// The cage of a place, if it is a cage's.
    pub fn cage_of(&self, place: Place) -> Option<&Vec<u32>> {
        self.cages.get((place as usize).checked_sub(self.cells())?)
    }

    /// The cage that holds a cell.
    pub fn cage_at(&self, cell: usize) -> Option<usize> {
        self.cages.iter().position(|c| c.contains(&(cell as u32)))
    }

    /// Size in words: `9x9`; `6x6:3x2` when the boxes are not the usual ones.
    pub fn size(&self) -> String {
        let n = self.n;
        match self.boxes {
            Some((r, c)) if r > 1 && c > 1 && usual_box(n) != self.boxes => format!("{n}x{n}:{r}x{c}"),
            _ => format!("{n}x{n}"),
        }
    }

    /// The grid as a list of constraints; `sums` are the cages' totals, in order.
    pub fn design(&self, sums: &[Option<u16>]) -> Design {
        let n = self.n;
        let grid = variant::Grid { rows: n, cols: n, low: 1, high: n as u8, has_lines: true, outside: Vec::new() };
        let mut design = Design::new(grid);
        if self.boxes.is_none() || self.boxes != usual_box(n) {
            design.no_boxes = true;
            design.jigsaw = Some(self.region.iter().map(|&region| Some(region)).collect());
        }
        if self.diagonals {
            design.constraints.extend(["-1", "1"].map(diagonal_of));
        }
        if self.knight {
            design.constraints.push(Constraint::of(&ANTI_KNIGHT));
        }
        let cages = self.cages.iter().enumerate().map(|(k, cage)| {
            // No values add up to 0, while a cage with the number 0 says nothing of its sum.
            let sum = sums.get(k).copied().flatten().map(|sum| if sum == 0 { -1 } else { i32::from(sum) });
            Constraint { numbers: sum.into_iter().collect(), ..Constraint::over(&CAGE, cage.clone()) }
        });
        design.constraints.extend(cages);
        design
    }

    /// The network of the grid; `sums` are the cages' totals, in order.
    ///
    /// # Errors
    /// [`NetworkError`] when a rule does not fit (it always does for a grid that was checked).
    pub fn network(&self, sums: &[Option<u16>]) -> Result<Network, NetworkError> {
        let malformed =
            |bad: Bad| NetworkError::Malformed { kind: RuleKind::AllDifferent, why: bad.to_string() };
        variant::network(&self.design(sums), &|_| true).map_err(malformed)
    }

    /// The layout, shared by all puzzles of the grid with these cage sums.
    ///
    /// # Errors
    /// [`NetworkError`] when a rule does not fit.
    pub fn layout(&self, sums: &[Option<u16>]) -> Result<Arc<Layout>, NetworkError> {
        static PLAIN: LayoutCache<Grid> = LayoutCache::new(64);
        static CAGED: LayoutCache<(Grid, Vec<Option<u16>>)> = LayoutCache::new(16);
        let build = || {
            let network = self.network(sums)?;
            // A cage is called by its cells: its sum is a clue, which others may have instead.
            let names = Arc::new(GridNames::new(&self.design(&[]), &network));
            Ok(Layout::new(network, names))
        };
        if self.cages.is_empty() { PLAIN.get(self, build) } else { CAGED.get(&(self.clone(), sums.to_vec()), build) }
    }
}

/// `r3c5`.
pub fn cell_name(n: usize, cell: usize) -> String {
    format!("r{}c{}", cell / n + 1, cell % n + 1)
}

/// Do the cells hang together by their sides?
pub fn connected(n: usize, cells: &[usize]) -> bool {
    let Some(&first) = cells.first() else { return false };
    let mut seen = vec![first];
    let mut next = 0;
    while let Some(&cell) = seen.get(next) {
        next += 1;
        for near in neighbours(n, cell) {
            if cells.contains(&near) && !seen.contains(&near) {
                seen.push(near);
            }
        }
    }
    seen.len() == cells.len()
}

/// The cells that share a side with `cell`.
pub fn neighbours(n: usize, cell: usize) -> impl Iterator<Item = usize> {
    let (r, c) = (cell / n, cell % n);
    let up = (r > 0).then(|| cell - n);
    let left = (c > 0).then(|| cell - 1);
    let right = (c + 1 < n).then(|| cell + 1);
    let down = (r + 1 < n).then(|| cell + n);
    [up, left, right, down].into_iter().flatten()
}
