//! The 16 symmetries: eight maps of the board, each with and without an exchange of the colours.

use super::{Color, Point, Points};

/// A map of points with or without exchange of colours. Maps that transpose exchange width and
/// height.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All of them, the identity first.
    pub const ALL: [Symmetry; 16] = {
        let mut all = [Symmetry(0); 16];
        let mut i = 0;
        while i < 16 {
            all[i] = Symmetry(i as u8);
            i += 1;
        }
        all
    };

    /// Exchanges rows and columns?
    #[must_use]
    pub fn transposes(self) -> bool {
        self.0 & 4 != 0
    }

    /// Exchanges the colours?
    #[must_use]
    pub fn swaps_colors(self) -> bool {
        self.0 & 8 != 0
    }

    /// Width and height of the image of a board.
    #[must_use]
    pub fn size(self, (w, h): (u8, u8)) -> (u8, u8) {
        if self.transposes() { (h, w) } else { (w, h) }
    }

    /// The image of a point of a board of that size: mirrored left to right (bit 0), top to bottom
    /// (1), then transposed.
    #[must_use]
    pub fn point(self, p: Point, (w, h): (u8, u8)) -> Point {
        let x = if self.0 & 1 != 0 { w - 1 - p.x } else { p.x };
        let y = if self.0 & 2 != 0 { h - 1 - p.y } else { p.y };
        if self.transposes() { Point::new(y, x) } else { Point::new(x, y) }
    }

    /// The images of points, in order.
    pub(super) fn points(self, set: &Points, size: (u8, u8)) -> Vec<Point> {
        let mut images: Vec<Point> = set.iter().map(|p| self.point(p, size)).collect();
        images.sort_unstable();
        images
    }

    /// The image of a colour.
    #[must_use]
    pub fn color(self, c: Color) -> Color {
        if self.swaps_colors() { c.other() } else { c }
    }

    /// The map that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        // With a transposition the two mirrors change places.
        let mirrors = if self.transposes() { (self.0 & 1) << 1 | (self.0 & 2) >> 1 } else { self.0 & 3 };
        Symmetry(self.0 & 12 | mirrors)
    }
}
