//! Sets of points as bits: 26 bits a row, so that a step sideways never runs into the next row.

use super::{MAX_SIZE, Point};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

const STRIDE: usize = MAX_SIZE as usize + 1;
const WORDS: usize = 11;
/// Number of bit positions in use; a bound for tables by [`Points::slot`].
pub(crate) const SLOTS: usize = STRIDE * MAX_SIZE as usize;

/// A set of points of a board up to 25×25.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Points([u64; WORDS]);

impl Points {
    /// No point.
    pub const EMPTY: Points = Points([0; WORDS]);

    /// Bit position of a point.
    pub(crate) fn slot(p: Point) -> usize {
        p.y as usize * STRIDE + p.x as usize
    }

    fn at_slot(slot: usize) -> Point {
        Point::new((slot % STRIDE) as u8, (slot / STRIDE) as u8)
    }

    /// One point.
    #[must_use]
    pub fn single(p: Point) -> Points {
        let mut set = Points::EMPTY;
        set.insert(p);
        set
    }

    /// All points of a board.
    #[must_use]
    pub fn board(width: u8, height: u8) -> Points {
        let mut set = Points::EMPTY;
        for y in 0..height {
            for x in 0..width {
                set.insert(Point::new(x, y));
            }
        }
        set
    }

    /// Is the point in it?
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        let s = Self::slot(p);
        self.0.get(s / 64).is_some_and(|w| w >> (s % 64) & 1 == 1)
    }

    /// Puts a point in.
    pub fn insert(&mut self, p: Point) {
        let s = Self::slot(p);
        self.0[s / 64] |= 1 << (s % 64);
    }

    /// Takes a point out.
    pub fn remove(&mut self, p: Point) {
        let s = Self::slot(p);
        self.0[s / 64] &= !(1 << (s % 64));
    }

    /// No point in it?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The first point, by rows.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        let word = self.0.iter().position(|&w| w != 0)?;
        Some(Self::at_slot(word * 64 + self.0[word].trailing_zeros() as usize))
    }

    /// A point in common?
    #[must_use]
    pub fn meets(&self, other: &Points) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// All of it in the other?
    #[must_use]
    pub fn within(&self, other: &Points) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The points beside those of the set (the set itself not removed), cut to `board`.
    #[must_use]
    pub fn beside(&self, board: &Points) -> Points {
        (self.up(1) | self.down(1) | self.up(STRIDE) | self.down(STRIDE)) & *board
    }

    fn up(&self, by: usize) -> Points {
        let carry = |i: usize| if i > 0 { self.0[i - 1] >> (64 - by) } else { 0 };
        Points(std::array::from_fn(|i| self.0[i] << by | carry(i)))
    }

    fn down(&self, by: usize) -> Points {
        let carry = |i: usize| if i + 1 < WORDS { self.0[i + 1] << (64 - by) } else { 0 };
        Points(std::array::from_fn(|i| self.0[i] >> by | carry(i)))
    }

    /// What can be reached from the set by steps inside `mask`.
    #[must_use]
    pub fn flood(&self, mask: &Points) -> Points {
        let mut at = *self & *mask;
        loop {
            let next = (at | at.beside(mask)) & *mask;
            if next == at {
                return at;
            }
            at = next;
        }
    }

    /// The connected parts.
    #[must_use]
    pub fn parts(&self) -> Vec<Points> {
        let mut rest = *self;
        let mut parts = Vec::new();
        while let Some(p) = rest.first() {
            let part = Points::single(p).flood(&rest);
            rest = rest - part;
            parts.push(part);
        }
        parts
    }

    /// The largest of the connected parts: one, or several that are equal.
    pub(crate) fn largest_parts(&self) -> Vec<Points> {
        let parts = self.parts();
        let most = parts.iter().map(Points::len).max();
        parts.into_iter().filter(|part| Some(part.len()) == most).collect()
    }

    /// The points, by rows.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut w = word;
            std::iter::from_fn(move || {
                (w != 0).then(|| {
                    let bit = w.trailing_zeros() as usize;
                    w &= w - 1;
                    Self::at_slot(i * 64 + bit)
                })
            })
        })
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Points::EMPTY;
        for p in points {
            set.insert(p);
        }
        set
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! bitwise {
    ($($op:ident $method:ident $f:expr;)*) => {$(
        impl $op for Points {
            type Output = Points;
            fn $method(self, other: Points) -> Points {
                let f: fn(u64, u64) -> u64 = $f;
                Points(std::array::from_fn(|i| f(self.0[i], other.0[i])))
            }
        }
    )*};
}
bitwise! {
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    BitXor bitxor |a, b| a ^ b;
    Sub sub |a, b| a & !b;
}

impl BitOrAssign for Points {
    fn bitor_assign(&mut self, other: Points) {
        *self = *self | other;
    }
}

impl BitAndAssign for Points {
    fn bitand_assign(&mut self, other: Points) {
        *self = *self & other;
    }
}

impl Not for Points {
    type Output = Points;
    fn not(self) -> Points {
        Points(self.0.map(|w| !w))
    }
}
