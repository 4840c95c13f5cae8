//! Divisions of a board into regions.

use super::{Board, Size};
use tesuji_genre::Bad;

/// Regions of a board, numbered by their first cells in reading order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Regions {
    of: Vec<u16>,
    cells: Vec<Vec<usize>>,
}

impl Regions {
    /// Regions by any label for each cell; holes are in none.
    pub(super) fn of_labels(labels: &[u32], is_hole: &dyn Fn(usize) -> bool) -> Regions {
        let mut numbers = std::collections::BTreeMap::new();
        let mut cells: Vec<Vec<usize>> = Vec::new();
        let mut of = Vec::with_capacity(labels.len());
        for (cell, label) in labels.iter().enumerate() {
            if is_hole(cell) {
                of.push(u16::MAX);
                continue;
            }
            let number = *numbers.entry(label).or_insert_with(|| {
                cells.push(Vec::new());
                cells.len() - 1
            });
            cells[number].push(cell);
            of.push(number as u16);
        }
        Regions { of, cells }
    }

    /// Number of regions.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Is there no region?
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The region of a cell.
    pub fn of(&self, cell: usize) -> usize {
        usize::from(self.of[cell])
    }

    /// The cells of a region, in reading order.
    pub fn cells(&self, region: usize) -> &[usize] {
        self.cells.get(region).map_or(&[], Vec::as_slice)
    }

    /// All regions, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[usize]> {
        self.cells.iter().map(Vec::as_slice)
    }

    /// The same regions less these holes.
    pub(super) fn without(&self, is_hole: &dyn Fn(usize) -> bool) -> Regions {
        let labels: Vec<u32> = self.of.iter().map(|&of| of.into()).collect();
        Regions::of_labels(&labels, is_hole)
    }

    /// Is the edge between cells of two regions?
    pub fn is_border(&self, board: &Board, edge: usize) -> bool {
        match board.cells_beside(edge) {
            [Some(a), Some(b)] => self.of[a] != self.of[b],
            _ => false,
        }
    }
}

/// One label for all cells that hang together without crossing a border: the number of the first of
/// them.
pub(super) fn labels_of_borders(board: &Board, border: &[bool]) -> Vec<u32> {
    let mut labels = vec![u32::MAX; board.size().cells()];
    for first in 0..labels.len() {
        if labels[first] != u32::MAX {
            continue;
        }
        labels[first] = first as u32;
        // A hole is no way between cells.
        if board.is_hole(first) {
            continue;
        }
        let mut reached = vec![first];
        while let Some(cell) = reached.pop() {
            for direction in super::Direction::ALL {
                let open = !border[board.edge(cell, direction)];
                let is_new = |&near: &usize| open && labels[near] == u32::MAX && !board.is_hole(near);
                if let Some(near) = board.neighbour(cell, direction).filter(is_new) {
                    labels[near] = first as u32;
                    reached.push(near);
                }
            }
        }
    }
    labels
}

/// Inner edges of a board at most whose divisions are listed.
const MOST_EDGES: usize = 12;

impl Board {
    /// All boards of a small size that are divided into regions.
    ///
    /// # Errors
    /// [`Bad`] where the board has more than a dozen inner edges.
    pub fn all_divisions(size: Size) -> Result<Vec<Board>, Bad> {
        let bare = Board::new(size);
        let inner: Vec<usize> = bare.inner_edges().collect();
        if inner.len() > MOST_EDGES {
            return Err(Bad::new(format!("the divisions of {size} cells are too many to list; 3x3 is possible")));
        }
        let mut found = Vec::new();
        for set in 0..1_usize << inner.len() {
            let mut border = vec![false; bare.edges()];
            inner.iter().enumerate().for_each(|(i, &edge)| border[edge] = set >> i & 1 == 1);
            let board = bare.clone().with_borders(&border)?;
            // A border within a region divides nothing.
            if board.regions().is_some_and(|r| inner.iter().all(|&e| r.is_border(&board, e) == border[e])) {
                found.push(board);
            }
        }
        Ok(found)
    }

    /// The regions beside a cell that could take it; none where its own region would be empty then,
    /// or fall apart.
    pub fn regions_that_could_take(&self, cell: usize) -> Vec<usize> {
        let Some(regions) = self.regions() else { return Vec::new() };
        let own = regions.of(cell);
        if regions.cells(own).len() < 2 || !self.is_connected(&|c| c != cell && regions.of(c) == own) {
            return Vec::new();
        }
        let mut beside: Vec<usize> = self.neighbours(cell).map(|n| regions.of(n)).filter(|&r| r != own).collect();
        beside.sort_unstable();
        beside.dedup();
        beside
    }

    /// The board after a cell went to another region; `None` where there are no regions.
    pub fn with_cell_in(&self, cell: usize, region: usize) -> Option<Board> {
        let regions = self.regions()?;
        let label = |c: usize| if c == cell { region as u32 } else { u32::from(regions.of[c]) };
        let labels: Vec<u32> = (0..self.size().cells()).map(label).collect();
        self.clone().with_regions(&labels).ok()
    }

    /// Do the cells that `takes` hang together, edge by edge (none: yes)?
    pub fn is_connected(&self, takes: &dyn Fn(usize) -> bool) -> bool {
        let cells: Vec<usize> = self.cells().filter(|&c| takes(c)).collect();
        let Some(&first) = cells.first() else { return true };
        let mut seen = vec![false; self.size().cells()];
        seen[first] = true;
        let mut stack = vec![first];
        let mut count = 1;
        while let Some(cell) = stack.pop() {
            for near in self.neighbours(cell).filter(|&n| takes(n)) {
                if !std::mem::replace(&mut seen[near], true) {
                    count += 1;
                    stack.push(near);
                }
            }
        }
        count == cells.len()
    }
}
