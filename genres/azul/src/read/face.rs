//! A player's worth at the round's end as a function of pattern lines and floor, kept in a table.

use crate::leaf::{Leaf, Worth};
use crate::{Board, WallKind};

/// The worth that follows from lines and floor.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    worth: Worth,
}

const SLOT_BITS: u32 = 13;

/// One player's board in the round, with a direct-mapped cache by lines.
pub(super) struct Face {
    board: Board,
    kind: WallKind,
    leaf: Leaf,
    salt: u64,
    slots: Vec<Slot>,
}

/// Six bits of a line: colour and count.
#[inline]
pub(super) fn line_of(lines: u32, row: usize) -> (usize, u32) {
    let bits = lines >> (6 * row) & 63;
    ((bits >> 3) as usize, bits & 7)
}

/// The packed lines of a board.
pub(super) fn lines_of(board: &Board) -> u32 {
    (0..5).rev().fold(0, |all, row| {
        let count = u32::from(board.line_count[row]);
        // The colour of an empty line is no part of it.
        let colour = if count == 0 { 0 } else { u32::from(board.line_colour[row]) };
        all << 6 | colour << 3 | count
    })
}

impl Face {
    pub(super) fn new() -> Self {
        let empty = Slot { key: u64::MAX, worth: Worth::default() };
        let (board, kind, leaf) = (Board::default(), WallKind::Coloured, Leaf::True);
        Face { board, kind, leaf, salt: 0, slots: vec![empty; 1 << SLOT_BITS] }
    }

    /// Starts a round with this board; `salt` sets it apart from all boards before.
    pub(super) fn reset(&mut self, board: &Board, kind: WallKind, leaf: Leaf, salt: u64) {
        (self.board, self.kind, self.leaf, self.salt) = (*board, kind, leaf, salt << 40);
    }

    #[inline]
    pub(super) fn worth(&mut self, lines: u32, floor: u8, first: bool) -> Worth {
        let key = self.salt | u64::from(lines) | u64::from(floor) << 32;
        let at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOT_BITS)) as usize;
        if self.slots[at].key != key {
            self.slots[at] = self.tile(key, lines, floor);
        }
        let mut worth = self.slots[at].worth;
        if first {
            worth.on += self.leaf.token() as i16;
        }
        worth
    }

    /// By the rules: the lines tiled, the floor counted.
    #[cold]
    fn tile(&self, key: u64, lines: u32, floor: u8) -> Slot {
        let mut board = self.board;
        for row in 0..5 {
            let (colour, count) = line_of(lines, row);
            board.line_colour[row] = colour as u8;
            board.line_count[row] = count as u8;
        }
        // Only the length of the floor matters here.
        (board.floor_len, board.floor) = (floor, crate::Tiles::EMPTY);
        Slot { key, worth: self.leaf.worth(&board, self.kind) }
    }
}
