//! The wall-tiling phase of one board.

use crate::board::{FLOOR_PENALTY, NO_COLUMN, Tiled, Tiling};
use crate::{Board, Colour, Tiles, WallKind};

impl Board {
    /// Tiles the wall: full lines from top to bottom, each tile scored at once, then the floor line, never below 0 points.
    /// On the grey wall `tiling` names the columns; a full line without a legal column falls to the floor as a whole.
    /// Gives what happened and the tiles that go to the lid; `None` (nothing done) when the tiling names an illegal column
    /// or none where there is one.
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
        self.score += done.points.iter().sum::<u16>();
        done.floor = self.floor_len;
        done.penalty = FLOOR_PENALTY[usize::from(self.floor_len)];
        self.score = self.score.saturating_sub(done.penalty);
        lid = lid.plus(self.floor);
        self.floor = Tiles::EMPTY;
        self.floor_len = 0;
        Some((done, lid))
    }

    /// All legal tilings of the board's full lines, in order of columns.
    pub fn tilings(&self, kind: WallKind) -> Vec<Tiling> {
        let mut all = Vec::new();
        (*self).each_tiling(kind, 0, &mut [NO_COLUMN; 5], &mut |tiling, _| all.push(*tiling));
        all
    }

    /// The tiling that the engine chooses: most points of tiles and floor this round, then the greater
    /// [`progress`](crate::leaf::progress), then the leftmost columns from the top. On the coloured wall there is only one.
    pub fn best_tiling(&self, kind: WallKind) -> Tiling {
        if kind == WallKind::Coloured {
            return [NO_COLUMN; 5];
        }
        let mut best: Option<((u16, i32), Tiling)> = None;
        (*self).each_tiling(kind, 0, &mut [NO_COLUMN; 5], &mut |tiling, _| {
            let mut board = *self;
            if board.tile(kind, tiling).is_some() {
                let worth = (board.score, crate::leaf::progress(&board, kind));
                if best.is_none_or(|(b, _)| worth > b) {
                    best = Some((worth, *tiling));
                }
            }
        });
        best.map_or([NO_COLUMN; 5], |(_, tiling)| tiling)
    }

    fn each_tiling(self, kind: WallKind, row: usize, at: &mut Tiling, found: &mut dyn FnMut(&Tiling, &Board)) {
        let Some(next) = (row..5).find(|&r| self.line_full(r)) else {
            return found(at, &self);
        };
        let colour = Colour::ALL[usize::from(self.line_colour[next])];
        let free = self.free_columns(kind, next, colour);
        if free == 0 {
            let mut board = self;
            board.clear_line(next);
            return board.each_tiling(kind, next + 1, at, found);
        }
        for column in (0..5u8).filter(|c| free >> c & 1 == 1) {
            let mut board = self;
            board.clear_line(next);
            board.place(kind, next, column.into(), colour);
            at[next] = if kind == WallKind::Grey { column } else { NO_COLUMN };
            board.each_tiling(kind, next + 1, at, found);
            at[next] = NO_COLUMN;
        }
    }
}
