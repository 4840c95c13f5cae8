//! The 16 symmetries of the board: eight of the square, times the exchange of the inner and the
//! outer ring.
//!
//! Each keeps neighbours and mills, with or without diagonals. (Where both sides fly, neighbours
//! don't matter and any exchange of the rings that keeps mills would do too; that larger group is
//! not used.)

use crate::board::{Point, Set};

/// One of the 16 symmetries, 0–15. Bits 0–1: quarter turns clockwise; bit 2: then mirrored left to
/// right; bit 3: inner and outer ring exchanged. 0 leaves everything in place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry(u8);

const fn moved(symmetry: u8, point: u8) -> u8 {
    let (ring, step) = (point / 8, point % 8);
    // Two steps of a ring are a quarter turn; the mirror swaps clockwise and back, and keeps twelve
    // o'clock.
    let turned = (step + 2 * (symmetry & 3)) % 8;
    let mirrored = if symmetry & 4 != 0 { (8 - turned) % 8 } else { turned };
    let ring = if symmetry & 8 != 0 { 2 - ring } else { ring };
    ring * 8 + mirrored
}

const fn maps() -> [[u8; 24]; 16] {
    let mut maps = [[0; 24]; 16];
    let mut s = 0;
    while s < 16 {
        let mut p = 0;
        while p < 24 {
            maps[s][p] = moved(s as u8, p as u8);
            p += 1;
        }
        s += 1;
    }
    maps
}

/// For each symmetry, where each point goes.
pub static MAPS: [[u8; 24]; 16] = maps();

/// Images of the bytes of one ring under the eight symmetries of the square.
const fn ring_images() -> [[u8; 256]; 8] {
    let mut images = [[0; 256]; 8];
    let mut s = 0;
    while s < 8 {
        let mut byte = 0;
        while byte < 256 {
            let (mut image, mut step) = (0, 0);
            while step < 8 {
                if byte >> step & 1 != 0 {
                    image |= 1 << moved(s as u8, step);
                }
                step += 1;
            }
            images[s][byte] = image;
            byte += 1;
        }
        s += 1;
    }
    images
}

static RINGS: [[u8; 256]; 8] = ring_images();

impl Symmetry {
    /// The symmetry of that number, if there is one.
    pub fn new(number: u8) -> Option<Symmetry> {
        (number < 16).then_some(Symmetry(number))
    }

    /// The symmetry of the number's low four bits.
    #[inline(always)]
    pub(crate) fn of(number: u32) -> Symmetry {
        Symmetry((number & 15) as u8)
    }

    /// All, from 0.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..16).map(Symmetry)
    }

    /// Its number.
    #[inline]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Where a point goes.
    pub fn point(self, point: Point) -> Point {
        Point::new(MAPS[self.0 as usize][point.index()]).unwrap_or(point)
    }

    /// Where a set goes.
    #[inline(always)]
    pub fn set(self, set: Set) -> Set {
        let ring = &RINGS[(self.0 & 7) as usize];
        let inner = u32::from(ring[(set & 255) as usize]);
        let middle = u32::from(ring[(set >> 8 & 255) as usize]);
        let outer = u32::from(ring[(set >> 16 & 255) as usize]);
        if self.0 & 8 == 0 { inner | middle << 8 | outer << 16 } else { outer | middle << 8 | inner << 16 }
    }

    /// The symmetry that takes everything back.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        // Mirrored ones undo themselves; turns go back.
        if self.0 & 4 != 0 { self } else { Symmetry(self.0 & 8 | (4 - (self.0 & 3)) & 3) }
    }

    /// First `self`, then `other`.
    #[must_use]
    pub fn then(self, other: Symmetry) -> Symmetry {
        let (a, b) = (self.0, other.0);
        let turn = if a & 4 == 0 { (a & 3) + (b & 3) } else { (a & 3) + 4 - (b & 3) };
        Symmetry((a ^ b) & 12 | turn & 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{ALL, Board, points};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn symmetries_keep_neighbours_and_mills() {
        for s in Symmetry::all() {
            for board in [Board::get(false), Board::get(true)] {
                for p in Point::all() {
                    assert_eq!(s.set(board.neighbours[p.index()]), board.neighbours[s.point(p).index()]);
                }
                let lines: BTreeSet<Set> = board.line_sets().collect();
                assert_eq!(lines, board.line_sets().map(|l| s.set(l)).collect());
            }
        }
    }

    #[test]
    fn they_are_a_group_of_sixteen() {
        let distinct: BTreeSet<_> = MAPS.iter().collect();
        assert_eq!(distinct.len(), 16);
        for a in Symmetry::all() {
            assert_eq!(a.then(a.inverse()), Symmetry(0));
            for b in Symmetry::all() {
                for p in Point::all() {
                    assert_eq!(a.then(b).point(p), b.point(a.point(p)), "{a:?} {b:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn sets_move_point_by_point(set in 0..=ALL, s in 0..16_u8) {
            let s = Symmetry::new(s).unwrap();
            prop_assert_eq!(s.set(set), points(set).fold(0, |all, p| all | s.point(p).bit()));
            prop_assert_eq!(s.inverse().set(s.set(set)), set);
        }
    }
}
