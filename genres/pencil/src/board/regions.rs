//! Divisions of a board into regions.

use super::Board;

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
