//! The wall-tiling phase of one board.
//!
//! On the coloured wall a board has one tiling. On the grey wall it may have several, and what is
//! best depends on whether the game goes on ([`Aim`]); whether it does may in turn depend on a
//! tiling: a row that lacks one tile can stay open if its colour goes into the free column further
//! up. Who then decides is said in [`leaf`](crate::leaf).

use crate::board::{FLOOR_PENALTY, NO_COLUMN, Tiled, Tiling};
use crate::{Board, Colour, Tiles, WallKind};

/// The aim of a tiling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Aim {
    /// The game goes on: no complete row if that can be avoided, then most points of tiles and
    /// floor this round, then the greater [`progress`](crate::leaf::progress).
    GoOn,
    /// The game ends with this round: the greatest final score with all bonuses, then most complete
    /// rows (they decide ties), then most points this round, then the greater progress.
    End,
    /// As [`End`](Aim::End), of the tilings that complete a row.
    Complete,
}

impl Board {
    /// Tiles the wall: full lines from top to bottom, each tile scored at once, then the floor
    /// line, never below 0 points. On the grey wall `tiling` names the columns; a full line without
    /// a legal column falls to the floor as a whole. Gives what happened and the tiles that go to
    /// the lid; `None` (nothing done) when the tiling names an illegal column or none where there
    /// is one.
    pub fn tile(&mut self, kind: WallKind, tiling: &Tiling) -> Option<(Tiled, Tiles)> {
        let before = *self;
        let done = self.tile_rows(kind, tiling);
        if done.is_none() {
            *self = before;
        }
        done
    }

    fn tile_rows(&mut self, kind: WallKind, tiling: &Tiling) -> Option<(Tiled, Tiles)> {
        let mut done = Tiled::default();
        let mut lid = Tiles::EMPTY;
        for (row, &chosen) in tiling.iter().enumerate() {
            if !self.line_full(row) {
                if chosen != NO_COLUMN && kind == WallKind::Grey {
                    return None;
                }
                continue;
            }
            let colour = Colour::ALL[usize::from(self.line_colour[row])];
            let free = self.free_columns(kind, row, colour);
            let column = match kind {
                WallKind::Coloured => free.trailing_zeros() as u8,
                WallKind::Grey if free == 0 => NO_COLUMN,
                WallKind::Grey => chosen,
            };
            self.clear_line(row);
            if column == NO_COLUMN {
                if free != 0 {
                    return None;
                }
                // The line's colour can't be placed in its row: all its tiles fall at once.
                let lost = self.drop_tiles(colour, row as u8 + 1);
                lid = lid.plus(Tiles::of(colour, lost));
                continue;
            }
            if free >> column.min(7) & 1 == 0 {
                return None;
            }
            done.points[row] = self.place(kind, row, column.into(), colour);
            done.columns[row] = Some(column);
            // The row has the colour now: its line must not take it again.
            self.open &= !(1 << (5 * colour.index() + row));
            lid = lid.plus(Tiles::of(colour, row as u8));
        }
        self.count(&mut done);
        lid = lid.plus(self.floor);
        (self.floor, self.floor_len) = (Tiles::EMPTY, 0);
        Some((done, lid))
    }

    /// Counts the points of the tiles placed and the floor line.
    fn count(&mut self, done: &mut Tiled) {
        done.floor = self.floor_len;
        done.penalty = FLOOR_PENALTY[usize::from(self.floor_len)];
        self.score += done.points.iter().sum::<u16>();
        self.score = self.score.saturating_sub(done.penalty);
    }

    /// All legal tilings of the board's full lines, in order of columns.
    pub fn tilings(&self, kind: WallKind) -> Vec<Tiling> {
        let mut all = Vec::new();
        self.each_tiling(kind, &mut |tiling, _, _| all.push(*tiling));
        all
    }

    /// The tiling that the engine chooses with an aim; of equally good ones that with the leftmost
    /// columns from the top. `None` when no tiling does what [`Aim::Complete`] asks for. On the
    /// coloured wall there is only one.
    pub fn best_tiling(&self, kind: WallKind, aim: Aim) -> Option<Tiling> {
        if kind == WallKind::Coloured && aim != Aim::Complete {
            return Some([NO_COLUMN; 5]);
        }
        let mut best: Option<([u32; 4], Tiling)> = None;
        self.each_tiling(kind, &mut |tiling, board, _| {
            let rows = board.complete_rows();
            if aim == Aim::Complete && rows == 0 {
                return;
            }
            let (score, bonus) = (u32::from(board.score), u32::from(board.bonus()));
            let progress = crate::leaf::progress(board, kind).unsigned_abs();
            let worth = match aim {
                Aim::GoOn => [u32::from(rows == 0), score, progress, 0],
                // Ties go by complete rows at the end of a game.
                Aim::End | Aim::Complete => [score + bonus, rows, score, progress],
            };
            if best.is_none_or(|(b, _)| worth > b) {
                best = Some((worth, *tiling));
            }
        });
        best.map(|(_, tiling)| tiling)
    }

    /// Every legal tiling in order of columns, with the board after it and what it did.
    pub(crate) fn each_tiling(&self, kind: WallKind, found: &mut impl FnMut(&Tiling, &Board, &Tiled)) {
        if kind == WallKind::Coloured {
            // The only one, and quickly: a reader asks for millions.
            let mut board = *self;
            if let Some((done, _)) = board.tile_rows(kind, &[NO_COLUMN; 5]) {
                found(&[NO_COLUMN; 5], &board, &done);
            }
            return;
        }
        self.tilings_from(0, [NO_COLUMN; 5], Tiled::default(), found);
    }

    /// On the grey wall, from a row on.
    fn tilings_from(
        mut self,
        row: usize,
        mut at: Tiling,
        mut done: Tiled,
        found: &mut impl FnMut(&Tiling, &Board, &Tiled),
    ) {
        let Some(row) = (row..5).find(|&r| self.line_full(r)) else {
            self.count(&mut done);
            (self.floor, self.floor_len) = (Tiles::EMPTY, 0);
            return found(&at, &self, &done);
        };
        let colour = Colour::ALL[usize::from(self.line_colour[row])];
        let free = self.free_columns(WallKind::Grey, row, colour);
        self.clear_line(row);
        if free == 0 {
            self.drop_tiles(colour, row as u8 + 1);
            return self.tilings_from(row + 1, at, done, found);
        }
        for column in (0..5u8).filter(|c| free >> c & 1 == 1) {
            let mut board = self;
            done.points[row] = board.place(WallKind::Grey, row, column.into(), colour);
            done.columns[row] = Some(column);
            board.open &= !(1 << (5 * colour.index() + row));
            at[row] = column;
            board.tilings_from(row + 1, at, done, found);
        }
    }
}
