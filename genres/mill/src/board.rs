//! The 24 points, their neighbours and the lines that can become mills.
//!
//! Points are numbered as Sanmill's position strings write them: inner ring 0–7, middle 8–15, outer
//! 16–23, each ring from twelve o'clock clockwise. So even points are midpoints of a side, odd ones
//! corners, and p, p + 8, p + 16 lie on one spoke. Sets of points are bit masks of 24 bits.

use std::fmt;

/// A set of points: bit p for point p.
pub type Set = u32;

/// All points.
pub const ALL: Set = 0xff_ffff;

const NAMES: [&str; 24] = [
    "d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5", "d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6", "d7", "g7", "g4",
    "g1", "d1", "a1", "a4", "a7",
];

/// A point of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The point of that number, if there is one.
    pub const fn new(number: u8) -> Option<Point> {
        if number < 24 { Some(Point(number)) } else { None }
    }

    /// The lowest point of a set.
    pub fn lowest(set: Set) -> Option<Point> {
        (set & ALL != 0).then(|| Point((set & ALL).trailing_zeros() as u8))
    }

    /// All points, rising.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..24).map(Point)
    }

    /// Its number, 0–23.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its bit.
    #[inline]
    pub const fn bit(self) -> Set {
        1 << self.0
    }

    /// Its name: file a–g and rank 1–7.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// The point of that name.
    pub fn named(name: &str) -> Option<Point> {
        NAMES.iter().position(|&n| n == name).map(|i| Point(i as u8))
    }

    /// Column 0–6 and row 0–6 on the drawn board, from the left and from the top.
    pub fn place(self) -> (u8, u8) {
        let name = self.name().as_bytes();
        (name[0] - b'a', b'7' - name[1])
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The points of a set, rising.
#[derive(Clone, Debug)]
pub struct Points(Set);

/// The points of a set, rising.
#[inline]
pub fn points(set: Set) -> Points {
    Points(set & ALL)
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        let p = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Point(p))
    }
}

/// The lines of a board, and what follows from them.
#[derive(Debug)]
pub struct Board {
    /// The points joined to each point.
    pub neighbours: [Set; 24],
    /// The lines of three as points: end, middle, other end.
    pub lines: &'static [[u8; 3]],
    /// For each point, the other two points of each line through it; 0 where there are fewer than
    /// three.
    pub partners: [[Set; 3]; 24],
}

/// Sides of the squares, inner to outer, then the spokes, then the diagonals through the corners.
const LINES: [[u8; 3]; 20] = [
    [7, 0, 1],
    [1, 2, 3],
    [3, 4, 5],
    [5, 6, 7],
    [15, 8, 9],
    [9, 10, 11],
    [11, 12, 13],
    [13, 14, 15],
    [23, 16, 17],
    [17, 18, 19],
    [19, 20, 21],
    [21, 22, 23],
    [0, 8, 16],
    [2, 10, 18],
    [4, 12, 20],
    [6, 14, 22],
    [1, 9, 17],
    [3, 11, 19],
    [5, 13, 21],
    [7, 15, 23],
];

/// Number of lines without diagonals; of these, the first twelve are sides and the last four
/// spokes.
pub(crate) const PLAIN_LINES: usize = 16;
/// Number of lines that are sides of a square.
pub(crate) const SIDE_LINES: usize = 12;

const fn built(lines: &'static [[u8; 3]]) -> Board {
    let mut board = Board { neighbours: [0; 24], lines, partners: [[0; 3]; 24] };
    let mut count = [0; 24];
    let mut i = 0;
    while i < lines.len() {
        let [a, b, c] = lines[i];
        let (bits, ends) = ([1 << a, 1 << b, 1 << c], [a as usize, b as usize, c as usize]);
        board.neighbours[ends[0]] |= bits[1];
        board.neighbours[ends[1]] |= bits[0] | bits[2];
        board.neighbours[ends[2]] |= bits[1];
        let mut k = 0;
        while k < 3 {
            let p = ends[k];
            board.partners[p][count[p]] = bits[(k + 1) % 3] | bits[(k + 2) % 3];
            count[p] += 1;
            k += 1;
        }
        i += 1;
    }
    board
}

static PLAIN: Board = built(LINES.split_at(PLAIN_LINES).0);
static DIAGONAL: Board = built(&LINES);

impl Board {
    /// The board with or without the four diagonals (20 or 16 lines).
    pub fn get(diagonals: bool) -> &'static Board {
        if diagonals { &DIAGONAL } else { &PLAIN }
    }

    /// The number of mills of `men` that `point` (one of them) stands in.
    #[inline]
    pub fn mills_at(&self, men: Set, point: Point) -> u32 {
        self.partners[point.index()].iter().filter(|&&rest| rest != 0 && men & rest == rest).count() as u32
    }

    /// Would a man at `point` stand in a mill, given `men`?
    #[inline]
    pub fn closes(&self, men: Set, point: Point) -> bool {
        let rest = &self.partners[point.index()];
        (men & rest[0] == rest[0]) || (men & rest[1] == rest[1]) || (rest[2] != 0 && men & rest[2] == rest[2])
    }

    /// The men that stand in a mill.
    pub fn in_mills(&self, men: Set) -> Set {
        self.line_sets().filter(|&line| men & line == line).fold(0, |all, line| all | line)
    }

    /// The number of mills.
    pub fn mills(&self, men: Set) -> u32 {
        self.line_sets().filter(|&line| men & line == line).count() as u32
    }

    /// The lines as sets.
    pub fn line_sets(&self) -> impl Iterator<Item = Set> + '_ {
        self.lines.iter().map(|&[a, b, c]| 1 << a | 1 << b | 1 << c)
    }

    /// All points joined to a point of the set.
    pub fn reach(&self, set: Set) -> Set {
        points(set).fold(0, |all, p| all | self.neighbours[p.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_places() {
        for p in Point::all() {
            assert_eq!(Point::named(p.name()), Some(p));
        }
        assert_eq!(Point::named("d4"), None);
        assert_eq!(Point::named("a7").map(Point::place), Some((0, 0)));
        assert_eq!(Point::named("g1").map(Point::place), Some((6, 6)));
    }

    #[test]
    fn lines_are_straight_and_evenly_spaced() {
        for board in [Board::get(false), Board::get(true)] {
            for &line in board.lines {
                let [a, b, c] = line.map(|p| Point(p).place());
                assert_eq!((2 * b.0, 2 * b.1), (a.0 + c.0, a.1 + c.1), "the middle lies in the middle");
            }
            let edges: u32 = board.neighbours.iter().map(|n| n.count_ones()).sum();
            assert_eq!(edges as usize / 2, board.lines.len() * 2, "each line is two edges, none in two lines");
            for p in Point::all() {
                for q in points(board.neighbours[p.index()]) {
                    assert_ne!(board.neighbours[q.index()] & p.bit(), 0);
                }
                let through = board.partners[p.index()].iter().filter(|&&r| r != 0).count();
                let corner = p.index() % 2 == 1;
                assert_eq!(through, if corner && board.lines.len() == 20 { 3 } else { 2 });
            }
        }
    }
}
