//! Places of a board, directions and sides.

/// A place that can carry a clue or a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// A cell, in reading order.
    Cell(u16),
    /// A unit segment of a grid line: first the horizontal ones in reading order, then the vertical
    /// ones.
    Edge(u16),
    /// A corner of cells, in reading order.
    Corner(u16),
    /// A region, numbered by its first cell in reading order.
    Region(u16),
    /// The place beyond an end of a row (left, right) or of a column (top, bottom), by the row or
    /// column.
    Outside(Side, u16),
}

/// A side of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Above the first row.
    Top,
    /// Below the last row.
    Bottom,
    /// Left of the first column.
    Left,
    /// Right of the last column.
    Right,
}

impl Side {
    /// The four sides.
    pub const ALL: [Side; 4] = [Side::Top, Side::Bottom, Side::Left, Side::Right];

    /// The direction from the side into the board.
    pub fn inwards(self) -> Direction {
        match self {
            Side::Top => Direction::Down,
            Side::Bottom => Direction::Up,
            Side::Left => Direction::Right,
            Side::Right => Direction::Left,
        }
    }
}

/// A direction along rows or columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the column before.
    Left,
    /// To the column after.
    Right,
}

impl Direction {
    /// The four directions, numbered from 1 in this order in puzz.link addresses.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The opposite direction.
    #[must_use]
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// Steps in rows and columns.
    pub(super) fn step(self) -> (isize, isize) {
        match self {
            Direction::Up => (-1, 0),
            Direction::Down => (1, 0),
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
        }
    }
}
