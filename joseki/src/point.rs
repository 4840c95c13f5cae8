//! Points and colours, with the names that GTP gives them.

use std::fmt;

/// The letters of columns; there is no I.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The largest board that letters can name.
pub const LARGEST: u8 = LETTERS.len() as u8;

/// Who plays, or whose stone it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Black.
    Black,
    /// White.
    White,
}

impl Color {
    /// Both.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `b` or `w`.
    pub fn letter(self) -> char {
        match self {
            Color::Black => 'b',
            Color::White => 'w',
        }
    }

    /// Reads `b`, `black`, `w`, `white` in any case, as GTP has them.
    pub fn read(word: &str) -> Option<Color> {
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Color::Black),
            "w" | "white" => Some(Color::White),
            _ => None,
        }
    }
}

/// A point: column from the left, row from the bottom, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// Column, 0 is A.
    pub x: u8,
    /// Row, 0 is the lowest.
    pub y: u8,
}

impl Point {
    /// The point at a column and a row.
    pub const fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }

    /// The point so far away, if that is on a board of `size`.
    pub fn offset(self, dx: i8, dy: i8, size: u8) -> Option<Point> {
        let x = i16::from(self.x) + i16::from(dx);
        let y = i16::from(self.y) + i16::from(dy);
        let on = 0..i16::from(size);
        (on.contains(&x) && on.contains(&y)).then_some(Point { x: x as u8, y: y as u8 })
    }

    /// The index row by row from the lowest.
    pub fn index(self, size: u8) -> usize {
        usize::from(self.y) * usize::from(size) + usize::from(self.x)
    }

    /// The point of an index.
    pub fn of_index(index: usize, size: u8) -> Point {
        let size = usize::from(size);
        Point { x: (index % size) as u8, y: (index / size) as u8 }
    }

    /// All points of a board, row by row from the lowest.
    pub fn all(size: u8) -> impl Iterator<Item = Point> {
        (0..size).flat_map(move |y| (0..size).map(move |x| Point { x, y }))
    }

    /// The four neighbours on a board of `size`.
    pub fn neighbours(self, size: u8) -> impl Iterator<Item = Point> {
        [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(move |(dx, dy)| self.offset(dx, dy, size))
    }

    /// Reads `Q16` in any case, on a board of `size`.
    pub fn read(word: &str, size: u8) -> Option<Point> {
        let (&letter, digits) = word.as_bytes().split_first()?;
        let x = LETTERS.iter().position(|&l| l == letter.to_ascii_uppercase())? as u8;
        // `parse` would take a sign.
        if digits.is_empty() || digits.len() > 2 || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let row = digits.iter().fold(0, |row: u8, d| row * 10 + (d - b'0'));
        (x < size && (1..=size).contains(&row)).then(|| Point { x, y: row - 1 })
    }

    /// `|dx| + |dy| + max(|dx|, |dy|)`: the metric whose discs are the patches.
    pub fn distance(self, other: Point) -> u16 {
        let (dx, dy) = (u16::from(self.x.abs_diff(other.x)), u16::from(self.y.abs_diff(other.y)));
        dx + dy + dx.max(dy)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = LETTERS.get(usize::from(self.x)).copied().unwrap_or(b'?');
        write!(f, "{}{}", char::from(letter), u16::from(self.y) + 1)
    }
}

/// A move: a point, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Who plays.
    pub color: Color,
    /// Where; `None` is a pass.
    pub at: Option<Point>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "{} {at}", self.color.letter()),
            None => write!(f, "{} pass", self.color.letter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_points() {
        for size in 1..=LARGEST {
            for (index, p) in Point::all(size).enumerate() {
                assert_eq!(Point::read(&p.to_string(), size), Some(p));
                assert_eq!(Point::read(&p.to_string().to_lowercase(), size), Some(p));
                assert_eq!((p.index(size), Point::of_index(index, size)), (index, p));
            }
        }
        assert_eq!(Point::read("q16", 19), Some(Point::new(15, 15)));
        for wrong in ["", "q", "i5", "a0", "t20", "u1", "a+1", "a-1", "a001", "5a", "ä1", "a1 ", "aa"] {
            assert_eq!(Point::read(wrong, 19), None, "{wrong:?}");
        }
    }

    #[test]
    fn discs_of_the_metric() {
        let centre = Point::new(9, 9);
        let within = |d| Point::all(19).filter(|&p| p != centre && p.distance(centre) <= d).count();
        assert_eq!((within(3), within(9)), (8, 60));
    }
}
