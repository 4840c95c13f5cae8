//! Points, moves and board sizes as SGF writes them.

use std::fmt;

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Black.
    Black,
    /// White.
    White,
}

impl Color {
    /// The other one.
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `B` or `W`: its letter, and the name of its moves.
    pub fn letter(self) -> &'static str {
        match self {
            Color::Black => "B",
            Color::White => "W",
        }
    }

    /// By a `PL` value or a word: its first letter, or 1 and 2 in old files.
    pub fn read(raw: &[u8]) -> Option<Color> {
        match raw.trim_ascii().first()? {
            b'B' | b'b' | b'1' => Some(Color::Black),
            b'W' | b'w' | b'2' => Some(Color::White),
            _ => None,
        }
    }
}

/// A point: column and row from the upper left corner, from 0 to 51.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Column.
    pub x: u8,
    /// Row.
    pub y: u8,
}

impl Point {
    /// A point. Coordinates beyond 51 have no letters, see [`letters`](Self::letters).
    pub const fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }

    /// Two letters, blanks around them allowed: `a`–`z` are 0–25, `A`–`Z` 26–51.
    pub fn read(raw: &[u8]) -> Option<Point> {
        match *raw {
            [x, y] => Some(Point { x: coordinate(x)?, y: coordinate(y)? }),
            _ => match *raw.trim_ascii() {
                [x, y] => Some(Point { x: coordinate(x)?, y: coordinate(y)? }),
                _ => None,
            },
        }
    }

    /// Its two letters; `Z` stands in for coordinates beyond 51.
    pub fn letters(self) -> [u8; 2] {
        [letter(self.x), letter(self.y)]
    }

    /// Is it on the board?
    pub fn is_on(self, size: BoardSize) -> bool {
        self.x < size.width && self.y < size.height
    }
}

fn coordinate(b: u8) -> Option<u8> {
    match b {
        b'a'..=b'z' => Some(b - b'a'),
        b'A'..=b'Z' => Some(b - b'A' + 26),
        _ => None,
    }
}

fn letter(c: u8) -> u8 {
    match c {
        0..26 => b'a' + c,
        26..52 => b'A' + (c - 26),
        _ => b'Z',
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = self.letters();
        write!(f, "{}{}", x as char, y as char)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// All points of the rectangle with these corners, row by row.
pub fn points_between(a: Point, b: Point) -> impl Iterator<Item = Point> + Clone {
    let (left, right) = (a.x.min(b.x), a.x.max(b.x));
    let (top, bottom) = (a.y.min(b.y), a.y.max(b.y));
    (top..=bottom).flat_map(move |y| (left..=right).map(move |x| Point { x, y }))
}

/// A move: a point or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A stone there.
    At(Point),
    /// No stone.
    Pass,
}

impl Move {
    /// A `B` or `W` value: an empty one is a pass, and `tt` is one on boards up to 19×19. `None`:
    /// neither.
    #[inline]
    pub fn read(raw: &[u8], size: BoardSize) -> Option<Move> {
        if raw == b"tt" && size.width <= 19 && size.height <= 19 {
            return Some(Move::Pass);
        }
        match Point::read(raw) {
            Some(at) => Some(Move::At(at)),
            None => raw.trim_ascii().is_empty().then_some(Move::Pass),
        }
    }

    /// The point.
    pub fn point(self) -> Option<Point> {
        match self {
            Move::At(point) => Some(point),
            Move::Pass => None,
        }
    }
}

/// Columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardSize {
    /// Columns, 1 to 52.
    pub width: u8,
    /// Rows, 1 to 52.
    pub height: u8,
}

impl BoardSize {
    /// The usual board of Go.
    pub const GO: BoardSize = BoardSize::square(19);

    /// As many rows as columns.
    pub const fn square(n: u8) -> BoardSize {
        BoardSize { width: n, height: n }
    }

    /// An `SZ` value: `19`, or `columns:rows`; also `19x19`, as some write it.
    pub fn read(raw: &[u8]) -> Option<BoardSize> {
        let text = std::str::from_utf8(raw).ok()?;
        let side = |s: &str| s.trim().parse::<u8>().ok().filter(|n| (1..=52).contains(n));
        match text.split_once([':', 'x', 'X', '*']) {
            None => side(text).map(BoardSize::square),
            Some((w, h)) => Some(BoardSize { width: side(w)?, height: side(h)? }),
        }
    }
}

impl fmt::Display for BoardSize {
    /// As an `SZ` value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.width == self.height {
            true => write!(f, "{}", self.width),
            false => write!(f, "{}:{}", self.width, self.height),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_back() {
        for x in 0..52 {
            for y in 0..52 {
                let p = Point::new(x, y);
                assert_eq!(Point::read(&p.letters()), Some(p));
            }
        }
        for wrong in [&b""[..], b"a", b"a1", b"aaa", b"[]", b"  "] {
            assert_eq!(Point::read(wrong), None);
        }
        assert_eq!(Point::read(b" ab "), Some(Point::new(0, 1)));
    }

    #[test]
    fn passes_depend_on_the_size() {
        assert_eq!(Move::read(b"tt", BoardSize::GO), Some(Move::Pass));
        assert_eq!(Move::read(b"tt", BoardSize::square(21)), Some(Move::At(Point::new(19, 19))));
        assert_eq!(Move::read(b"", BoardSize::GO), Some(Move::Pass));
        assert_eq!(Move::read(b"resign", BoardSize::GO), None);
    }

    #[test]
    fn sizes() {
        assert_eq!(BoardSize::read(b"19"), Some(BoardSize::GO));
        assert_eq!(BoardSize::read(b"7:9"), Some(BoardSize { width: 7, height: 9 }));
        assert_eq!(BoardSize::read(b"19x19"), Some(BoardSize::GO));
        for wrong in [&b"0"[..], b"53", b"-1", b"", b"a", b"9:", b"9:99"] {
            assert_eq!(BoardSize::read(wrong), None);
        }
        for text in ["9", "7:9"] {
            assert_eq!(BoardSize::read(text.as_bytes()).map(|s| s.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn rectangles_from_any_corner() {
        let all: Vec<_> = points_between(Point::new(1, 2), Point::new(0, 1)).collect();
        assert_eq!(all, [Point::new(0, 1), Point::new(1, 1), Point::new(0, 2), Point::new(1, 2)]);
    }
}
