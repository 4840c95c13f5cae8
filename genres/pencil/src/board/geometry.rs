//! What lies beside what on a board.
//!
//! All of it follows from one drawing: the lattice of half steps, on which corners have even
//! coordinates, cells odd ones, horizontal edges an even row and an odd column, vertical edges an
//! odd row and an even column. Places outside of the board are half a step beyond it.

use super::{Board, Direction, Place, Side};

/// A point of the lattice of half steps: rows and columns in half cells from the top left corner.
pub(super) type Point = (isize, isize);

impl Board {
    /// The cell at a row and a column, from 0.
    pub fn cell(&self, row: usize, col: usize) -> usize {
        row * self.cols() + col
    }

    /// Row and column of a cell, from 0.
    pub fn row_col(&self, cell: usize) -> (usize, usize) {
        (cell / self.cols(), cell % self.cols())
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.horizontal_edges() + self.rows() * (self.cols() + 1)
    }

    /// Number of corners.
    pub fn corners(&self) -> usize {
        (self.rows() + 1) * (self.cols() + 1)
    }

    /// Number of horizontal edges; vertical ones are numbered after them.
    pub fn horizontal_edges(&self) -> usize {
        (self.rows() + 1) * self.cols()
    }

    /// The point of a place; `None` for a region, which is no point, and for what is not on the
    /// board.
    pub(super) fn point(&self, place: Place) -> Option<Point> {
        let (rows, cols) = (self.rows(), self.cols());
        let half = |i: usize| 2 * i as isize;
        match place {
            Place::Cell(i) => {
                let (r, c) = self.row_col(i.into());
                (r < rows).then_some((half(r) + 1, half(c) + 1))
            }
            Place::Edge(i) => {
                let i = usize::from(i);
                match i.checked_sub(self.horizontal_edges()) {
                    None => Some((half(i / cols), half(i % cols) + 1)),
                    Some(j) => (i < self.edges()).then_some((half(j / (cols + 1)) + 1, half(j % (cols + 1)))),
                }
            }
            Place::Corner(i) => {
                let i = usize::from(i);
                (i < self.corners()).then_some((half(i / (cols + 1)), half(i % (cols + 1))))
            }
            Place::Region(_) => None,
            Place::Outside(side, i) => {
                let i = usize::from(i);
                let along = half(i) + 1;
                match side {
                    Side::Top => (i < cols).then_some((-1, along)),
                    Side::Bottom => (i < cols).then_some((half(rows) + 1, along)),
                    Side::Left => (i < rows).then_some((along, -1)),
                    Side::Right => (i < rows).then_some((along, half(cols) + 1)),
                }
            }
        }
    }

    /// The place at a point of the lattice; `None` where there is none.
    pub(super) fn place_at(&self, (y, x): Point) -> Option<Place> {
        let (high, wide) = (2 * self.rows() as isize, 2 * self.cols() as isize);
        let inside = |at: isize, end: isize| (0..=end).contains(&at);
        let odd = |at: isize| at.rem_euclid(2) == 1;
        let number = |at: isize| (at / 2) as usize;
        match (inside(y, high), inside(x, wide)) {
            (true, true) => Some(match (odd(y), odd(x)) {
                (true, true) => Place::Cell(self.cell(number(y), number(x)) as u16),
                (false, true) => Place::Edge((number(y) * self.cols() + number(x)) as u16),
                (true, false) => {
                    Place::Edge((self.horizontal_edges() + number(y) * (self.cols() + 1) + number(x)) as u16)
                }
                (false, false) => Place::Corner((number(y) * (self.cols() + 1) + number(x)) as u16),
            }),
            (false, true) if odd(x) && y == -1 => Some(Place::Outside(Side::Top, number(x) as u16)),
            (false, true) if odd(x) && y == high + 1 => Some(Place::Outside(Side::Bottom, number(x) as u16)),
            (true, false) if odd(y) && x == -1 => Some(Place::Outside(Side::Left, number(y) as u16)),
            (true, false) if odd(y) && x == wide + 1 => Some(Place::Outside(Side::Right, number(y) as u16)),
            _ => None,
        }
    }

    /// The place `steps` half cells from another in a direction.
    fn beside(&self, place: Place, direction: Direction, steps: isize) -> Option<Place> {
        let (y, x) = self.point(place)?;
        let (dy, dx) = direction.step();
        self.place_at((y + steps * dy, x + steps * dx))
    }

    /// The cell in play next to a cell.
    pub fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        self.step(cell, direction).filter(|&next| !self.is_hole(next))
    }

    /// The cell next to a cell, in play or not.
    pub fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (row, col) = self.row_col(cell);
        let is_inside = match direction {
            Direction::Up => row > 0,
            Direction::Down => row + 1 < self.rows(),
            Direction::Left => col > 0,
            Direction::Right => col + 1 < self.cols(),
        };
        let (down, right) = direction.step();
        is_inside.then(|| self.cell(row.saturating_add_signed(down), col.saturating_add_signed(right)))
    }

    /// The cells in play that share an edge with a cell: above, below, left, right.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        Direction::ALL.into_iter().filter_map(move |d| self.neighbour(cell, d))
    }

    /// The cells in play that share an edge or a corner with a cell, in reading order.
    pub fn all_neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, col) = self.row_col(cell);
        let around =
            (row.saturating_sub(1)..=row + 1).flat_map(move |r| (col.saturating_sub(1)..=col + 1).map(move |c| (r, c)));
        around
            .filter(move |&(r, c)| (r, c) != (row, col) && r < self.rows() && c < self.cols())
            .map(|(r, c)| self.cell(r, c))
            .filter(|&near| !self.is_hole(near))
    }

    /// The cells in play beyond a cell in a direction, the nearest first, up to the first hole.
    pub fn ray(&self, cell: usize, direction: Direction) -> impl Iterator<Item = usize> {
        std::iter::successors(self.neighbour(cell, direction), move |&c| self.neighbour(c, direction))
    }

    /// The edge of a cell in a direction.
    pub fn edge(&self, cell: usize, direction: Direction) -> usize {
        let (row, col) = self.row_col(cell);
        match direction {
            Direction::Up => row * self.cols() + col,
            Direction::Down => (row + 1) * self.cols() + col,
            Direction::Left => self.horizontal_edges() + row * (self.cols() + 1) + col,
            Direction::Right => self.horizontal_edges() + row * (self.cols() + 1) + col + 1,
        }
    }

    /// The four edges of a cell: above, below, left, right.
    pub fn sides(&self, cell: usize) -> [usize; 4] {
        Direction::ALL.map(|d| self.edge(cell, d))
    }

    /// Is the edge horizontal?
    pub fn is_horizontal(&self, edge: usize) -> bool {
        edge < self.horizontal_edges()
    }

    /// The cells in play on both sides of an edge: above and below, or left and right.
    pub fn cells_beside(&self, edge: usize) -> [Option<usize>; 2] {
        let (rows, cols) = (self.rows(), self.cols());
        let both = match edge.checked_sub(self.horizontal_edges()) {
            None => [edge.checked_sub(cols), Some(edge).filter(|cell| *cell < rows * cols)],
            Some(edge) if edge < rows * (cols + 1) => {
                let (r, c) = (edge / (cols + 1), edge % (cols + 1));
                [c.checked_sub(1).map(|c| r * cols + c), (c < cols).then_some(r * cols + c)]
            }
            Some(_) => [None, None],
        };
        both.map(|cell| cell.filter(|cell| !self.is_hole(*cell)))
    }

    /// The edges between two cells in play, in order.
    pub fn inner_edges(&self) -> impl Iterator<Item = usize> {
        (0..self.edges()).filter(|&edge| self.cells_beside(edge).iter().all(Option::is_some))
    }

    /// The corners at both ends of an edge: left and right, or above and below.
    pub fn ends(&self, edge: usize) -> [usize; 2] {
        let cols = self.cols();
        match edge.checked_sub(self.horizontal_edges()) {
            None => {
                let corner = edge / cols * (cols + 1) + edge % cols;
                [corner, corner + 1]
            }
            Some(vertical) => [vertical, vertical + cols + 1],
        }
    }

    /// The edges that end at a corner: above, below, left, right.
    pub fn edges_at(&self, corner: usize) -> impl Iterator<Item = usize> {
        Direction::ALL.into_iter().filter_map(move |d| match self.beside(Place::Corner(corner as u16), d, 1)? {
            Place::Edge(edge) => Some(edge.into()),
            _ => None,
        })
    }

    /// The cells in play around a corner, in reading order.
    pub fn cells_at(&self, corner: usize) -> impl Iterator<Item = usize> {
        let (y, x) = self.point(Place::Corner(corner as u16)).unwrap_or((-9, -9));
        [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().filter_map(move |(dy, dx)| {
            match self.place_at((y + dy, x + dx))? {
                Place::Cell(cell) if !self.is_hole(cell.into()) => Some(cell.into()),
                _ => None,
            }
        })
    }

    /// The cells in play of a row, from the left.
    pub fn row(&self, row: usize) -> Vec<usize> {
        (0..self.cols()).map(|c| self.cell(row, c)).filter(|&c| !self.is_hole(c)).collect()
    }

    /// The cells in play of a column, from the top.
    pub fn col(&self, col: usize) -> Vec<usize> {
        (0..self.rows()).map(|r| self.cell(r, col)).filter(|&c| !self.is_hole(c)).collect()
    }

    /// The rows, then the columns: their cells in play.
    pub fn lines(&self) -> impl Iterator<Item = Vec<usize>> {
        (0..self.rows()).map(|r| self.row(r)).chain((0..self.cols()).map(|c| self.col(c)))
    }

    /// Every square of two by two cells in play, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = [usize; 4]> {
        (0..self.corners()).filter_map(|corner| <[usize; 4]>::try_from(self.cells_at(corner).collect::<Vec<_>>()).ok())
    }

    /// The cells in play seen from outside: those of the row or column, the nearest first.
    pub fn line_of(&self, side: Side, index: usize) -> Vec<usize> {
        let mut line = match side {
            Side::Top | Side::Bottom => self.col(index),
            Side::Left | Side::Right => self.row(index),
        };
        if matches!(side, Side::Bottom | Side::Right) {
            line.reverse();
        }
        line
    }

    /// Number of places: cells, edges, corners, regions and places outside.
    pub fn places(&self) -> usize {
        let outside = 2 * (self.rows() + self.cols());
        self.size.cells() + self.edges() + self.corners() + self.region_count() + outside
    }

    fn region_count(&self) -> usize {
        self.regions.as_ref().map_or(0, super::Regions::len)
    }

    /// The number of a place among all: cells first, then edges, corners, regions, and the places
    /// outside.
    pub fn index(&self, place: Place) -> usize {
        let edges = self.size.cells();
        let corners = edges + self.edges();
        let regions = corners + self.corners();
        let outside = regions + self.region_count();
        let (rows, cols) = (self.rows(), self.cols());
        match place {
            Place::Cell(i) => i.into(),
            Place::Edge(i) => edges + usize::from(i),
            Place::Corner(i) => corners + usize::from(i),
            Place::Region(i) => regions + usize::from(i),
            Place::Outside(Side::Top, i) => outside + usize::from(i),
            Place::Outside(Side::Bottom, i) => outside + cols + usize::from(i),
            Place::Outside(Side::Left, i) => outside + 2 * cols + usize::from(i),
            Place::Outside(Side::Right, i) => outside + 2 * cols + rows + usize::from(i),
        }
    }

    /// The place of a number of [`index`](Self::index).
    pub fn place(&self, index: usize) -> Option<Place> {
        let (rows, cols) = (self.rows(), self.cols());
        let mut rest = index;
        let parts: [(usize, fn(u16) -> Place); 8] = [
            (self.size.cells(), Place::Cell),
            (self.edges(), Place::Edge),
            (self.corners(), Place::Corner),
            (self.region_count(), Place::Region),
            (cols, |i| Place::Outside(Side::Top, i)),
            (cols, |i| Place::Outside(Side::Bottom, i)),
            (rows, |i| Place::Outside(Side::Left, i)),
            (rows, |i| Place::Outside(Side::Right, i)),
        ];
        for (len, make) in parts {
            if rest < len {
                return Some(make(rest as u16));
            }
            rest -= len;
        }
        None
    }

    /// A place in words: `r3c5`, `the edge between r3c4 and r3c5`, `the clue above column 3`.
    pub fn name(&self, place: Place) -> String {
        let cell = |i: usize| {
            let (r, c) = self.row_col(i);
            format!("r{}c{}", r + 1, c + 1)
        };
        match place {
            Place::Cell(i) => cell(i.into()),
            Place::Edge(i) => match (self.cells_beside(i.into()), self.is_horizontal(i.into())) {
                ([Some(a), Some(b)], _) => format!("the edge between {} and {}", cell(a), cell(b)),
                ([None, Some(b)], true) => format!("the edge above {}", cell(b)),
                ([Some(a), None], true) => format!("the edge below {}", cell(a)),
                ([None, Some(b)], false) => format!("the edge left of {}", cell(b)),
                ([Some(a), None], false) => format!("the edge right of {}", cell(a)),
                ([None, None], _) => format!("edge {i}"),
            },
            Place::Corner(i) => {
                let (row, col) = (usize::from(i) / (self.cols() + 1), usize::from(i) % (self.cols() + 1));
                let (up, r) = if row < self.rows() { ("top", row) } else { ("bottom", row - 1) };
                let (left, c) = if col < self.cols() { ("left", col) } else { ("right", col - 1) };
                format!("the {up} {left} corner of r{}c{}", r + 1, c + 1)
            }
            Place::Region(i) => {
                let first = self.regions.as_ref().and_then(|r| r.cells(i.into()).first().copied());
                first.map_or_else(|| format!("region {}", i + 1), |f| format!("the region of {}", cell(f)))
            }
            Place::Outside(Side::Top, i) => format!("the clue above column {}", i + 1),
            Place::Outside(Side::Bottom, i) => format!("the clue below column {}", i + 1),
            Place::Outside(Side::Left, i) => format!("the clue left of row {}", i + 1),
            Place::Outside(Side::Right, i) => format!("the clue right of row {}", i + 1),
        }
    }
}
