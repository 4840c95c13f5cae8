//! The 8 symmetries of the board. With the colours exchanged they make the 16 copies of a pattern.

use crate::point::Point;

/// A symmetry of the square: mirror the columns, mirror the rows, then exchange them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry(0); 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry(i as u8);
            i += 1;
        }
        all
    };

    /// The image of a point.
    #[must_use]
    pub fn apply(self, p: Point, size: u8) -> Point {
        let x = if self.0 & 1 == 0 { p.x } else { size - 1 - p.x };
        let y = if self.0 & 2 == 0 { p.y } else { size - 1 - p.y };
        if self.0 & 4 == 0 { Point { x, y } } else { Point { x: y, y: x } }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        match self.0 {
            // The quarter turns are each other's inverse.
            5 => Symmetry(6),
            6 => Symmetry(5),
            own => Symmetry(own),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn eight_different_ones_with_inverses() {
        for size in 2..=19 {
            let images: BTreeSet<Vec<usize>> = Symmetry::ALL
                .iter()
                .map(|s| Point::all(size).map(|p| s.apply(p, size).index(size)).collect())
                .collect();
            assert_eq!(images.len(), 8);
            for s in Symmetry::ALL {
                assert!(Point::all(size).all(|p| s.inverse().apply(s.apply(p, size), size) == p));
            }
        }
    }

    #[test]
    fn neighbours_stay_neighbours() {
        for s in Symmetry::ALL {
            for p in Point::all(7) {
                let mut a: Vec<usize> = p.neighbours(7).map(|q| s.apply(q, 7).index(7)).collect();
                let mut b: Vec<usize> = s.apply(p, 7).neighbours(7).map(|q| q.index(7)).collect();
                a.sort_unstable();
                b.sort_unstable();
                assert_eq!(a, b);
            }
        }
    }
}
