//! Colours and points.

use std::fmt;

/// Colour of a stone, and of the player who places it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Color {
    /// Black.
    Black,
    /// White.
    White,
}

impl Color {
    /// Both, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// 0 for Black, 1 for White.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// Greatest width and height of a board.
pub const MAX_SIZE: u8 = 25;

/// A point: column from the left and row from the top, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Point {
    /// Row from the top.
    pub y: u8,
    /// Column from the left.
    pub x: u8,
}

/// Column letters of board diagrams: no I.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Point {
    /// The point in column `x`, row `y`.
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Point {
        Point { y, x }
    }

    /// Its name on a board of that height, as in diagrams: column letter without I, row number from
    /// the bottom.
    ///
    /// ```
    /// use tesuji_go::Point;
    /// assert_eq!(Point::new(8, 2).name(19), "J17");
    /// assert_eq!(Point::parse("j17", 19, 19), Some(Point::new(8, 2)));
    /// ```
    #[must_use]
    pub fn name(self, height: u8) -> String {
        let letter = LETTERS.get(self.x as usize).map_or('?', |&b| b as char);
        format!("{letter}{}", i32::from(height) - i32::from(self.y))
    }

    /// Reads a [`name`](Self::name), in either case.
    #[must_use]
    pub fn parse(name: &str, width: u8, height: u8) -> Option<Point> {
        let (first, row) = name.split_at_checked(1)?;
        let letter = first.as_bytes()[0].to_ascii_uppercase();
        let x = LETTERS.iter().position(|&l| l == letter)? as u8;
        let row: u8 = row.parse().ok()?;
        (x < width && row >= 1 && row <= height).then(|| Point::new(x, height - row))
    }

    /// Two letters from `a`, column first, as in SGF.
    #[must_use]
    pub fn sgf(self) -> String {
        [self.x, self.y].iter().map(|&v| (b'a' + v) as char).collect()
    }

    /// Reads two SGF letters.
    #[must_use]
    pub fn from_sgf(text: &str) -> Option<Point> {
        let &[x, y] = text.as_bytes() else { return None };
        let at = |b: u8| b.checked_sub(b'a').filter(|&v| v < MAX_SIZE);
        Some(Point::new(at(x)?, at(y)?))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}
