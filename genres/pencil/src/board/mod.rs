//! Boards of any pencil genre: rows and columns of cells, and every place on them that can carry a
//! clue or a value.
//!
//! A board has five kinds of places: cells, edges (the unit segments of the grid lines), corners,
//! regions, and the places outside of it at the ends of rows and columns. An inner edge is at once
//! the border between two cells and the link between their centres, so genres that draw borders and
//! genres that draw loops share its number.

mod geometry;
mod place;
mod regions;
mod size;
mod transform;

pub use place::{Direction, Place, Side};
pub use regions::Regions;
pub use size::{LARGEST_SIDE, Size};
pub use transform::{Image, Transform};

use tesuji_genre::Bad;

/// A rectangle of cells, some of which may be holes, perhaps divided into regions.
///
/// Cells are numbered in reading order from 0; holes keep their numbers, so that row and column
/// follow from a number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    size: Size,
    /// Is the cell outside of play? Empty when no cell is.
    holes: Vec<bool>,
    regions: Option<Regions>,
    /// The edges that are drawn as borders and part no two regions, in order.
    strays: Vec<u32>,
}

impl Board {
    /// A full rectangle without regions.
    pub fn new(size: Size) -> Board {
        Board { size, holes: Vec::new(), regions: None, strays: Vec::new() }
    }

    /// The board with these cells out of play.
    ///
    /// # Errors
    /// [`Bad`] when the list does not have one entry a cell.
    pub fn with_holes(mut self, holes: Vec<bool>) -> Result<Board, Bad> {
        if holes.len() != self.size.cells() {
            return Err(Bad::new(format!("{} cells for a board of {}", holes.len(), self.size.cells())));
        }
        self.holes = if holes.contains(&true) { holes } else { Vec::new() };
        self.regions = self.regions.as_ref().map(|regions| regions.without(&|cell| self.is_hole(cell)));
        Ok(self)
    }

    /// The board with these cells out of play, and with a region that they part as several.
    ///
    /// # Errors
    /// [`Bad`] when the list does not have one entry a cell.
    pub fn parted_by_holes(self, holes: Vec<bool>) -> Result<Board, Bad> {
        let Some(regions) = self.regions.clone() else { return self.with_holes(holes) };
        let is_drawn = |edge| regions.is_border(&self, edge) || self.is_stray(edge);
        let borders: Vec<bool> = (0..self.edges()).map(is_drawn).collect();
        self.with_holes(holes)?.with_borders(&borders)
    }

    /// The board with all cells in play.
    #[must_use]
    pub fn without_holes(mut self) -> Board {
        self.holes.clear();
        self
    }

    /// The board divided into regions by any label for each cell: cells of one label are one
    /// region.
    ///
    /// # Errors
    /// [`Bad`] when the list does not have one entry a cell.
    pub fn with_regions(mut self, labels: &[u32]) -> Result<Board, Bad> {
        if labels.len() != self.size.cells() {
            return Err(Bad::new(format!("{} cells for a board of {}", labels.len(), self.size.cells())));
        }
        self.regions = Some(Regions::of_labels(labels, &|cell| self.is_hole(cell)));
        self.strays.clear();
        Ok(self)
    }

    /// The board divided into regions by its edges: cells without a border between them are of one
    /// region. What else is drawn as a border is kept, so that it can be written again.
    ///
    /// # Errors
    /// [`Bad`] when the list does not have one entry an edge.
    pub fn with_borders(self, border: &[bool]) -> Result<Board, Bad> {
        if border.len() != self.edges() {
            return Err(Bad::new(format!("{} edges for a board of {}", border.len(), self.edges())));
        }
        let labels = regions::labels_of_borders(&self, border);
        let mut board = self.with_regions(&labels)?;
        let parts = |edge: usize| board.regions.as_ref().is_some_and(|r| r.is_border(&board, edge));
        let is_stray = |&edge: &u32| border[edge as usize] && !parts(edge as usize);
        board.strays = (0..board.edges() as u32).filter(is_stray).collect();
        Ok(board)
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.size.rows()
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.size.cols()
    }

    /// Is the cell out of play?
    pub fn is_hole(&self, cell: usize) -> bool {
        self.holes.get(cell).copied().unwrap_or(false)
    }

    /// The cells in play, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        (0..self.size.cells()).filter(|&cell| !self.is_hole(cell))
    }

    /// Is the edge drawn as a border, and parts no two regions?
    pub fn is_stray(&self, edge: usize) -> bool {
        self.strays.binary_search(&(edge as u32)).is_ok()
    }

    /// The board without the borders that part no two regions.
    #[must_use]
    pub fn without_strays(mut self) -> Board {
        self.strays.clear();
        self
    }

    /// The regions, if the board has any.
    pub fn regions(&self) -> Option<&Regions> {
        self.regions.as_ref()
    }
}

#[cfg(test)]
mod tests;
