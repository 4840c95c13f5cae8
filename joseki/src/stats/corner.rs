//! Sequences in the corners of a game, modulo symmetry.

use super::CornerMove;
use crate::game::Game;
use crate::point::{Color, Point};

/// A corner: mirror the columns, mirror the rows, to bring it to the upper right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Corner {
    left: bool,
    low: bool,
}

/// The corners: upper right, upper left, lower right, lower left.
pub const CORNERS: [Corner; 4] = [
    Corner { left: false, low: false },
    Corner { left: true, low: false },
    Corner { left: false, low: true },
    Corner { left: true, low: true },
];

impl Corner {
    /// The corner of a point; the middle lines of an odd board belong to none.
    pub fn of(p: Point, size: u8) -> Option<Corner> {
        let side = |c: u8| match (2 * u16::from(c) + 1).cmp(&u16::from(size)) {
            std::cmp::Ordering::Less => Some(true),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(false),
        };
        Some(Corner { left: side(p.x)?, low: side(p.y)? })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match (self.left, self.low) {
            (false, false) => "upper right",
            (true, false) => "upper left",
            (false, true) => "lower right",
            (true, true) => "lower left",
        }
    }

    /// Lines from the edges that meet in the corner: from the top or bottom, and from the side.
    fn lines(self, p: Point, size: u8) -> (u8, u8) {
        let from_top = if self.low { p.y } else { size - 1 - p.y };
        let from_side = if self.left { p.x } else { size - 1 - p.x };
        (from_top, from_side)
    }
}

/// A corner's sequence in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CornerSequence {
    /// Which corner.
    pub corner: Corner,
    /// Who played there first.
    pub first: Color,
    /// The moves there, in order; the same player twice where the other played elsewhere.
    pub moves: Vec<CornerMove>,
}

/// The sequences of a game's corners, each up to `longest` moves. A corner with stones before the
/// first move has none, and so has a corner in which nobody played.
pub fn corner_sequences(game: &Game, longest: usize) -> Vec<CornerSequence> {
    let mut sequences = Vec::new();
    for corner in CORNERS {
        let here = |p: Point| Corner::of(p, game.size) == Some(corner);
        if game.setup.iter().any(|&(_, p)| here(p)) {
            continue;
        }
        let played = game.moves.iter().filter_map(|mv| Some((mv.color, mv.at.filter(|&p| here(p))?)));
        let mut first = None;
        let mut moves = Vec::new();
        // Folded over the diagonal by the first move that is not on it.
        let mut fold = None;
        for (color, p) in played.take(longest) {
            let first = *first.get_or_insert(color);
            let (top, side) = corner.lines(p, game.size);
            if top != side {
                fold.get_or_insert(top > side);
            }
            let lines = if fold == Some(true) { (side, top) } else { (top, side) };
            moves.push(CornerMove { lines, by_first: color == first });
        }
        if let Some(first) = first {
            sequences.push(CornerSequence { corner, first, moves });
        }
    }
    sequences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_corners_and_both_foldings_are_the_same_sequence() {
        // An approach and its answer in the four corners, once from each side.
        for sgf in [
            "(;SZ[19];B[pd];W[qf];B[nc])",
            "(;SZ[19];B[pd];W[nc];B[qf])",
            "(;SZ[19];W[dd];B[cf];W[fc])",
            "(;SZ[19];B[dp];W[fq];B[cn])",
            "(;SZ[19];W[pp];B[qn];W[nq])",
            "(;SZ[19];B[jj];W[pp];B[nq];W[qn];B[ja])",
        ] {
            let game = Game::all(sgf.as_bytes())[0].clone().unwrap();
            let sequences = corner_sequences(&game, 9);
            assert_eq!(sequences.len(), 1, "{sgf}");
            let lines: Vec<(u8, u8, bool)> =
                sequences[0].moves.iter().map(|m| (m.lines.0, m.lines.1, m.by_first)).collect();
            assert_eq!(lines, [(3, 3, true), (2, 5, false), (5, 2, true)], "{sgf}");
            assert_eq!(sequences[0].moves[1].on(19).to_string(), "w O17");
        }
    }

    #[test]
    fn corners_with_stones_and_middle_lines() {
        assert_eq!(Corner::of(Point::new(9, 3), 19), None);
        assert_eq!(Corner::of(Point::new(10, 8), 19), Some(CORNERS[2]));
        assert_eq!(Corner::of(Point::new(8, 9), 18), Some(CORNERS[1]));
        let game = Game::all(b"(;SZ[19]AB[pd];W[qf];B[dd])")[0].clone().unwrap();
        assert_eq!(corner_sequences(&game, 9).iter().map(|s| s.corner.name()).collect::<Vec<_>>(), ["upper left"]);
    }
}
