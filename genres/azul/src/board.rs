//! A player's board: pattern lines, wall, floor line, score.

use crate::{Colour, Tiles};

/// Which side of the board is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WallKind {
    /// Each colour has its place in each row.
    Coloured,
    /// Any free place in the row, no colour twice in a row or a column.
    Grey,
}

/// Penalty of a floor line by the number of its taken spaces (the first player's token takes one).
pub const FLOOR_PENALTY: [u16; 8] = [0, 1, 2, 4, 6, 8, 11, 14];
/// Spaces of the floor line.
pub const FLOOR_SPACES: u8 = 7;
/// Bonus at the end for each complete row.
pub const ROW_BONUS: u16 = 2;
/// Bonus at the end for each complete column.
pub const COLUMN_BONUS: u16 = 7;
/// Bonus at the end for each colour of which all five tiles are placed.
pub const COLOUR_BONUS: u16 = 10;

/// Mask of a row of the wall.
const ROW: u32 = 0b11111;
/// Mask of the leftmost column.
const COLUMN: u32 = 0x0010_8421;
/// Mask of a pattern line over all colours.
pub(crate) const LINE: u32 = 0x0010_8421;

/// Length of the run of set bits of `mask` that contains bit `at` (itself counted as set).
const RUN: [[u8; 5]; 32] = {
    let mut table = [[0; 5]; 32];
    let mut mask = 0;
    while mask < 32 {
        let mut at = 0;
        while at < 5 {
            let mut n = 1;
            let mut i = at;
            while i > 0 && mask >> (i - 1) & 1 == 1 {
                i -= 1;
                n += 1;
            }
            let mut i = at;
            while i < 4 && mask >> (i + 1) & 1 == 1 {
                i += 1;
                n += 1;
            }
            table[mask][at] = n;
            at += 1;
        }
        mask += 1;
    }
    table
};

/// Column of a colour in a row of the coloured wall.
#[inline]
pub fn coloured_column(row: usize, colour: Colour) -> usize {
    (colour.index() + row) % 5
}

/// Colour of a place of the coloured wall.
pub fn coloured_at(row: usize, column: usize) -> Colour {
    Colour::ALL[(column + 5 - row % 5) % 5]
}

/// A column of the wall as five bits, top row first.
#[inline]
pub(crate) fn column_bits(wall: u32, column: usize) -> usize {
    // Bit 5r times 2^(16-4r) lands on bit 16+r.
    ((((wall >> column) & COLUMN).wrapping_mul(0x0001_1111) >> 16) & 31) as usize
}

/// Points for a tile placed at `row`, `column` of the wall `wall` (a bit each place, row after
/// row).
#[inline]
pub fn placement_score(wall: u32, row: usize, column: usize) -> u16 {
    let (across, down) = placement_runs(wall, row, column);
    match (across, down) {
        (1, 1) => 1,
        (1, n) | (n, 1) => n,
        (a, b) => a + b,
    }
}

/// Lengths of the horizontal and vertical run through a place.
#[inline]
pub fn placement_runs(wall: u32, row: usize, column: usize) -> (u16, u16) {
    let across = RUN[((wall >> (5 * row)) & ROW) as usize][column];
    let down = RUN[column_bits(wall, column)][row];
    (across.into(), down.into())
}

/// Columns chosen in the tiling phase, by row; [`NO_COLUMN`] where nothing is placed.
pub type Tiling = [u8; 5];
/// No tile is placed in the row.
pub const NO_COLUMN: u8 = u8::MAX;

/// The effect of a tiling phase on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tiled {
    /// Points for each row's tile, 0 where none was placed.
    pub points: [u16; 5],
    /// Column of each row's tile.
    pub columns: [Option<u8>; 5],
    /// Spaces of the floor line taken when it was counted.
    pub floor: u8,
    /// Its penalty before the score was kept from falling below 0.
    pub penalty: u16,
}

/// A player's board. Full pattern lines stay until the tiling phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Places taken, row after row.
    pub(crate) wall: u32,
    /// Bit 5·colour + row: the row of the wall has the colour.
    pub(crate) have: u32,
    /// Bit 5·colour + row: the pattern line takes the colour.
    pub(crate) open: u32,
    /// Colours of the grey wall's places: five bits a colour and row, naming its column; unused on
    /// the coloured wall.
    pub(crate) grey: [u16; 5],
    pub(crate) line_colour: [u8; 5],
    pub(crate) line_count: [u8; 5],
    /// Spaces of the floor line taken, the token's too.
    pub(crate) floor_len: u8,
    pub(crate) floor: Tiles,
    pub(crate) score: u16,
}

impl Default for Board {
    fn default() -> Self {
        Board {
            wall: 0,
            have: 0,
            open: (1 << 25) - 1,
            grey: [0; 5],
            line_colour: [0; 5],
            line_count: [0; 5],
            floor_len: 0,
            floor: Tiles::EMPTY,
            score: 0,
        }
    }
}

impl Board {
    /// The score.
    pub fn score(&self) -> u16 {
        self.score
    }

    /// A pattern line: its colour and how many tiles lie on it; `None` when empty.
    pub fn line(&self, row: usize) -> Option<(Colour, u8)> {
        let n = self.line_count[row];
        (n > 0).then(|| (Colour::ALL[usize::from(self.line_colour[row])], n))
    }

    /// Is the pattern line full?
    #[inline]
    pub fn line_full(&self, row: usize) -> bool {
        usize::from(self.line_count[row]) == row + 1
    }

    /// Places of the wall that are taken: bit 5·row + column.
    pub fn wall(&self) -> u32 {
        self.wall
    }

    /// The tile at a place of the wall.
    pub fn wall_tile(&self, kind: WallKind, row: usize, column: usize) -> Option<Colour> {
        if self.wall >> (5 * row + column) & 1 == 0 {
            return None;
        }
        match kind {
            WallKind::Coloured => Some(coloured_at(row, column)),
            WallKind::Grey => Colour::ALL.into_iter().find(|&c| self.column_of(kind, row, c) == Some(column)),
        }
    }

    /// The column in which a row of the wall has a colour.
    pub fn column_of(&self, kind: WallKind, row: usize, colour: Colour) -> Option<usize> {
        self.has(row, colour).then(|| match kind {
            WallKind::Coloured => coloured_column(row, colour),
            WallKind::Grey => usize::from(self.grey[row] >> (3 * colour.index()) & 7),
        })
    }

    /// Has the row of the wall the colour?
    #[inline]
    pub fn has(&self, row: usize, colour: Colour) -> bool {
        self.have >> (5 * colour.index() + row) & 1 == 1
    }

    /// Tiles on the wall.
    #[inline]
    pub fn wall_tiles(&self) -> u32 {
        self.wall.count_ones()
    }

    /// Tiles in a row of the wall.
    #[inline]
    pub fn row_tiles(&self, row: usize) -> u32 {
        (self.wall >> (5 * row) & ROW).count_ones()
    }

    /// Tiles in a column of the wall.
    #[inline]
    pub fn column_tiles(&self, column: usize) -> u32 {
        (self.wall >> column & COLUMN).count_ones()
    }

    /// Tiles of a colour on the wall.
    #[inline]
    pub fn colour_tiles(&self, colour: Colour) -> u32 {
        (self.have >> (5 * colour.index()) & ROW).count_ones()
    }

    /// Complete rows of the wall.
    #[inline]
    pub fn complete_rows(&self) -> u32 {
        // A row is complete when the five shifted masks agree on its first bit.
        let w = self.wall;
        (w & w >> 1 & w >> 2 & w >> 3 & w >> 4 & COLUMN).count_ones()
    }

    /// Pattern lines that take a colour, a bit each.
    #[inline]
    pub fn open_lines(&self, colour: Colour) -> u8 {
        (self.open >> (5 * colour.index()) & ROW) as u8
    }

    /// Tiles on the floor line.
    pub fn floor(&self) -> Tiles {
        self.floor
    }

    /// Spaces of the floor line taken, the token's too.
    #[inline]
    pub fn floor_len(&self) -> u8 {
        self.floor_len
    }

    /// Tiles on lines, wall and floor, by colour.
    pub fn tiles(&self) -> Tiles {
        let wall = Colour::ALL.map(|c| self.colour_tiles(c));
        let mut all = self.floor.counts();
        for row in 0..5 {
            if let Some((c, n)) = self.line(row) {
                all[c.index()] += u32::from(n);
            }
        }
        for (n, w) in all.iter_mut().zip(wall) {
            *n += w;
        }
        Tiles::from_counts(all).unwrap_or_default()
    }

    /// Puts `n` tiles on a line that takes them; gives how many did not fit.
    #[inline]
    pub(crate) fn put(&mut self, row: usize, colour: Colour, n: u8) -> u8 {
        let free = row as u8 + 1 - self.line_count[row];
        let fits = n.min(free);
        self.line_count[row] += fits;
        self.line_colour[row] = colour as u8;
        let keep = if fits == free { 0 } else { 1 << (5 * colour.index() + row) };
        self.open &= !(LINE << row) | keep;
        n - fits
    }

    /// Drops `n` tiles on the floor line; gives how many found no space.
    #[inline]
    pub(crate) fn drop_tiles(&mut self, colour: Colour, n: u8) -> u8 {
        let fits = n.min(FLOOR_SPACES - self.floor_len);
        self.floor_len += fits;
        self.floor = self.floor.plus(Tiles::of(colour, fits));
        n - fits
    }

    /// The token takes the leftmost free space, if there is one.
    #[inline]
    pub(crate) fn take_token(&mut self) {
        self.floor_len = (self.floor_len + 1).min(FLOOR_SPACES);
    }

    /// Bonuses at the end.
    pub fn bonus(&self) -> u16 {
        let columns = (0..5).filter(|&c| self.column_tiles(c) == 5).count() as u16;
        let colours = Colour::ALL.iter().filter(|&&c| self.colour_tiles(c) == 5).count() as u16;
        ROW_BONUS * self.complete_rows() as u16 + COLUMN_BONUS * columns + COLOUR_BONUS * colours
    }

    /// Columns where a row may take a colour, a bit each.
    pub fn free_columns(&self, kind: WallKind, row: usize, colour: Colour) -> u8 {
        if self.has(row, colour) {
            return 0;
        }
        match kind {
            WallKind::Coloured => 1 << coloured_column(row, colour),
            WallKind::Grey => {
                let taken = (self.wall >> (5 * row) & ROW) as u8;
                let above = (0..5).filter_map(|r| self.column_of(kind, r, colour));
                above.fold(!taken & ROW as u8, |free, column| free & !(1 << column))
            }
        }
    }

    /// Places a tile; gives its points.
    #[inline]
    pub(crate) fn place(&mut self, kind: WallKind, row: usize, column: usize, colour: Colour) -> u16 {
        self.wall |= 1 << (5 * row + column);
        self.have |= 1 << (5 * colour.index() + row);
        if kind == WallKind::Grey {
            self.grey[row] |= (column as u16) << (3 * colour.index());
        }
        placement_score(self.wall, row, column)
    }

    /// Empties a line (its tiles are the caller's).
    #[inline]
    pub(crate) fn clear_line(&mut self, row: usize) {
        self.line_count[row] = 0;
        self.line_colour[row] = 0;
        self.open |= (LINE << row) & !self.have;
    }
}
