//! What a player's board is worth at the round's end, as a function of its pattern lines, looked up.

use crate::board::FLOOR_PENALTY;
use crate::{Board, WallKind, leaf};

/// The worth of a board: if the game goes on, if it ends, and whether this board ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Worth {
    pub on: i16,
    pub end: i16,
    pub ends: bool,
}

/// What follows from the lines alone (on the grey wall from the floor too).
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    score: i16,
    progress: i16,
    bonus: i16,
    ends: bool,
}

const SLOTS: usize = 1 << 12;

/// One player's board in the round, with a direct-mapped cache by lines.
pub(super) struct Face {
    board: Board,
    kind: WallKind,
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
        let empty = Slot { key: u64::MAX, score: 0, progress: 0, bonus: 0, ends: false };
        Face { board: Board::default(), kind: WallKind::Coloured, salt: 0, slots: vec![empty; SLOTS] }
    }

    /// Starts a round with this board; `salt` sets it apart from all boards before.
    pub(super) fn reset(&mut self, board: &Board, kind: WallKind, salt: u64) {
        (self.board, self.kind, self.salt) = (*board, kind, salt << 40);
    }

    #[inline]
    pub(super) fn worth(&mut self, lines: u32, floor: u8, first: bool) -> Worth {
        let key = self.salt | u64::from(lines) | if self.kind == WallKind::Grey { u64::from(floor) << 32 } else { 0 };
        let at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize;
        if self.slots[at].key != key {
            self.slots[at] = self.tile(key, lines, floor);
        }
        let slot = &self.slots[at];
        let penalty = match self.kind {
            WallKind::Coloured => FLOOR_PENALTY[usize::from(floor & 7)] as i16,
            WallKind::Grey => 0,
        };
        let score = 10 * (slot.score - penalty).max(0);
        let token = if first { leaf::TOKEN_WORTH as i16 } else { 0 };
        Worth { on: score + slot.progress + token, end: score + 10 * slot.bonus, ends: slot.ends }
    }

    /// By the rules: the lines tiled. On the grey wall the floor line counts too, since a line may fall on it.
    #[cold]
    fn tile(&self, key: u64, lines: u32, floor: u8) -> Slot {
        let mut board = self.board;
        for row in 0..5 {
            let (colour, count) = line_of(lines, row);
            board.line_colour[row] = colour as u8;
            board.line_count[row] = count as u8;
        }
        board.floor_len = if self.kind == WallKind::Grey { floor } else { 0 };
        // Only its length matters here.
        board.floor = crate::Tiles::EMPTY;
        let tiling = board.best_tiling(self.kind);
        // The engine's own tiling is legal.
        let _ = board.tile(self.kind, &tiling);
        Slot {
            key,
            score: board.score as i16,
            progress: leaf::progress(&board, self.kind) as i16,
            bonus: board.bonus() as i16,
            ends: board.complete_rows() > 0,
        }
    }
}
