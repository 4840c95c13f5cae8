//! Statistics of the corners in an archive of games: the sequences, their results, those that the
//! book lacks, and the places where players left it.

mod corner;
mod departures;
mod lacking;
mod sequences;

pub use corner::{CORNERS, Corner, corner_sequences};
pub use departures::{Departure, DepartureKind, departures};
pub use lacking::{Lacking, lacking, lacking_sgf};
pub use sequences::{Sequences, Top};

use crate::point::{Color, Move, Point};

/// A move in a corner sequence: by who played there first, or the other; in the upper right corner,
/// folded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CornerMove {
    /// Lines from the corner, along the top and along the right side; folded so that the first move
    /// off the diagonal is nearer to the top.
    pub lines: (u8, u8),
    /// By who played first in this corner.
    pub by_first: bool,
}

impl CornerMove {
    /// The move on a board, first player Black.
    pub fn on(self, size: u8) -> Move {
        let color = if self.by_first { Color::Black } else { Color::White };
        let at = Point::new(size - 1 - self.lines.1, size - 1 - self.lines.0);
        Move { color, at: Some(at) }
    }
}
