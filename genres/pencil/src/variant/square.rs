//! Square grids of the sudoku family as designs: boxes or irregular regions, diagonals, knight's
//! moves, cages whose sums are clues.

use super::constraint::{Constraint, Kind};
use super::constraints::{ANTI_KNIGHT, CAGE, DIAGONAL};
use super::design::Design;
use super::grid::Grid;
use super::names::GridNames;
use super::rules::network;
use crate::symbols;
use std::sync::{Arc, OnceLock};
use tesuji_genre::Bad;
use tesuji_genre::clue::{Layout, LayoutCache, Place};
use tesuji_solver::{Network, NetworkError, RuleKind};

/// The kinds of constraints of the family, in the order in which a design lists them.
const KINDS: [&Kind; 3] = [&DIAGONAL, &ANTI_KNIGHT, &CAGE];

/// A layout is told by the side, the regions and the constraints.
type Key = (usize, Option<Vec<Option<u8>>>, Vec<Constraint>);

/// The usual box of a side: as square as it gets, wider than high. `None` when the side is prime.
pub fn usual_box(n: usize) -> Option<(usize, usize)> {
    square(n).grid.box_shape(n)
}

/// The cells of a square without regions.
fn square(n: usize) -> Design {
    Design::new(Grid { rows: n, cols: n, low: 1, high: n as u8, has_lines: true, outside: Vec::new() })
}

impl Design {
    /// A grid of boxes of `rows`×`cols` cells.
    ///
    /// # Errors
    /// [`Bad`] when a side is out of range.
    pub fn boxed(rows: usize, cols: usize) -> Result<Design, Bad> {
        let n = rows.saturating_mul(cols);
        if rows == 0 || cols == 0 || !(2..=symbols::MOST).contains(&n) {
            return Err(Bad::new(format!(
                "boxes of {rows}x{cols} cells make a side of {n}; 2 to {} are possible",
                symbols::MOST
            )));
        }
        if usual_box(n) == Some((rows, cols)) {
            return Ok(square(n));
        }
        let region = (0..n * n).map(|i| ((i / n) / rows * rows + (i % n) / cols) as u8).collect();
        Ok(square(n).with_regions(region))
    }

    /// The usual grid of side `n`.
    ///
    /// # Errors
    /// [`Bad`] when the side has no usual box.
    pub fn usual(n: usize) -> Result<Design, Bad> {
        let none = || {
            // A row of a grid by itself looks like that.
            let line = if n == 3 { "; a 9x9 grid is one line of 81 characters" } else { "" };
            Bad::new(format!("a side of {n} has no boxes: a prime number of rows makes no bands{line}"))
        };
        if n > symbols::MOST {
            return Err(Bad::new(format!("a side of {n} is too large; up to {} are possible", symbols::MOST)));
        }
        usual_box(n).map(|_| square(n)).ok_or_else(none)
    }

    /// The usual grid of side `n`, one for all puzzles; `None` when the side has none.
    pub(crate) fn usual_shared(n: usize) -> Option<Arc<Design>> {
        static USUAL: [OnceLock<Option<Arc<Design>>>; symbols::MOST + 1] =
            [const { OnceLock::new() }; symbols::MOST + 1];
        USUAL.get(n)?.get_or_init(|| Design::usual(n).ok().map(Arc::new)).clone()
    }

    /// A grid of irregular regions, given by any number for each cell.
    ///
    /// # Errors
    /// [`Bad`] when the regions are not `n` of `n` connected cells.
    pub fn irregular(n: usize, label: &[u32]) -> Result<Design, Bad> {
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
        Ok(square(n).with_regions(region))
    }

    /// Takes the region of each cell, numbered in reading order of their first cells.
    fn with_regions(self, region: Vec<u8>) -> Design {
        let usual = Design { no_boxes: false, jigsaw: None, ..self };
        let is_usual = usual.owners().iter().zip(&region).all(|(own, &region)| *own == Some(region.into()));
        match is_usual {
            true => usual,
            false => Design { no_boxes: true, jigsaw: Some(region.into_iter().map(Some).collect()), ..usual },
        }
    }

    /// Its side, and number of values.
    pub fn n(&self) -> usize {
        self.grid.rows
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.grid.cells()
    }

    /// Rows and columns of its boxes; none where regions are others.
    pub fn box_shape(&self) -> Option<(usize, usize)> {
        if self.jigsaw.is_none() {
            return (!self.no_boxes).then(|| self.grid.box_shape(self.region_size())).flatten();
        }
        let pieces = self.pieces().ok()?;
        let (first, last) = (*pieces.first()?.first()?, *pieces.first()?.last()?);
        let ((top, left), (bottom, right)) = (self.grid.row_col(first), self.grid.row_col(last));
        self.grid.are_boxes(&pieces).then(|| (bottom + 1 - top, right + 1 - left))
    }

    /// Are its regions the usual boxes?
    pub fn has_usual_boxes(&self) -> bool {
        self.jigsaw.is_none() && self.box_shape().is_some()
    }

    /// Rows and columns of its boxes where they are others than the usual ones.
    pub fn unusual_boxes(&self) -> Option<(usize, usize)> {
        self.jigsaw.as_ref().and_then(|_| self.box_shape())
    }

    /// Has it a constraint of the kind?
    pub fn has(&self, kind: &Kind) -> bool {
        self.constraints.iter().any(|c| c.is(kind))
    }

    /// Adds constraints of the family that it does not have.
    pub(crate) fn add(&mut self, constraints: &[Constraint]) {
        for c in constraints {
            if !self.constraints.contains(c) {
                self.constraints.push(c.clone());
            }
        }
        let rank = |c: &Constraint| KINDS.iter().position(|kind| std::ptr::eq(*kind, c.kind));
        self.constraints.sort_by(|a, b| (rank(a), &a.text).cmp(&(rank(b), &b.text)));
    }

    /// Its cages, each with its cells in reading order, sorted.
    pub fn cages(&self) -> impl Iterator<Item = &[u32]> + Clone {
        self.constraints.iter().filter(|c| c.is(&CAGE)).map(Constraint::line)
    }

    /// The cage that holds a cell.
    pub fn cage_at(&self, cell: usize) -> Option<usize> {
        self.cages().position(|cage| cage.contains(&(cell as u32)))
    }

    /// The cage whose sum stands at a place: these follow the cells.
    pub fn cage_of(&self, place: Place) -> Option<&[u32]> {
        self.cages().nth((place as usize).checked_sub(self.cells())?)
    }

    /// Sets the cages.
    pub(crate) fn set_cages(&mut self, cages: Vec<Vec<u32>>) {
        self.constraints.retain(|c| !c.is(&CAGE));
        self.constraints.extend(cages.into_iter().map(|cage| Constraint::over(&CAGE, cage)));
    }

    /// Gives its cages their totals, in order.
    pub(crate) fn with_sums(mut self, sums: &[Option<u16>]) -> Design {
        let cages = self.constraints.iter_mut().filter(|c| c.is(&CAGE));
        for (cage, sum) in cages.zip(sums) {
            // No values add up to 0, while a cage with the number 0 says nothing of its sum.
            cage.numbers = sum.map(|sum| if sum == 0 { -1 } else { i32::from(sum) }).into_iter().collect();
        }
        self
    }

    /// Takes the totals out of its cages.
    pub(crate) fn take_sums(&mut self) -> Vec<Option<u16>> {
        let cages = self.constraints.iter_mut().filter(|c| c.is(&CAGE));
        cages.map(|cage| std::mem::take(&mut cage.numbers).first().and_then(|&sum| u16::try_from(sum).ok())).collect()
    }

    /// Size in words: `9x9`; `6x6:3x2` when the boxes are not the usual ones.
    pub fn size(&self) -> String {
        self.unusual_boxes().map_or_else(|| self.grid.size(), |(r, c)| format!("{}:{r}x{c}", self.grid.size()))
    }

    /// The network of the grid; `sums` are the cages' totals, in order.
    ///
    /// # Errors
    /// [`NetworkError`] when a rule does not fit (it always does for a grid that was checked).
    pub fn network(&self, sums: &[Option<u16>]) -> Result<Network, NetworkError> {
        let malformed = |bad: Bad| NetworkError::Malformed { kind: RuleKind::AllDifferent, why: bad.to_string() };
        network(&self.clone().with_sums(sums), &|_| true).map_err(malformed)
    }

    /// The layout, shared by all puzzles of the grid with these cage sums.
    ///
    /// # Errors
    /// [`NetworkError`] when a rule does not fit.
    pub fn layout(&self, sums: &[Option<u16>]) -> Result<Arc<Layout>, NetworkError> {
        static PLAIN: LayoutCache<Key> = LayoutCache::new(64);
        static CAGED: LayoutCache<Key> = LayoutCache::new(16);
        let build = || {
            let network = self.network(sums)?;
            // A cage is called by its cells: its sum is a clue, which others may have instead.
            let names = Arc::new(GridNames::new(self, &network));
            Ok(Layout::new(network, names))
        };
        let key = |design: Design| (design.n(), design.jigsaw, design.constraints);
        match self.has(&CAGE) {
            false => PLAIN.get(&(self.n(), self.jigsaw.clone(), self.constraints.clone()), build),
            true => CAGED.get(&key(self.clone().with_sums(sums)), build),
        }
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
