//! What a board is worth when a round ends: the exact part, and a stated estimate of the rest.
//!
//! Values are in **tenths of a point**. When the game ends with the round, a board is worth its final score with all
//! bonuses: exact. Otherwise it is worth its score after the round plus [`progress`], an estimate of what is still to come:
//!
//! * columns and colours by tiles placed ([`COLUMN_WORTH`], [`COLOUR_WORTH`]): a complete one is worth its bonus, which
//!   can't be lost any more;
//! * a line of `n` tiles out of `s`: [`LINE_PERCENT`]% of n/s of the points that its tile would score now;
//! * the first move of the next round: [`TOKEN_WORTH`].

use crate::board::placement_score;
use crate::{Board, Colour, Phase, State, WallKind, coloured_column};

/// Worth of a column with so many tiles, in tenths.
pub const COLUMN_WORTH: [i32; 6] = [0, 1, 5, 14, 32, 70];
/// Worth of a colour with so many tiles placed, in tenths.
pub const COLOUR_WORTH: [i32; 6] = [0, 2, 8, 20, 45, 100];
/// Percent of a partly filled line's share of its tile's points.
pub const LINE_PERCENT: i32 = 60;
/// Worth of moving first in the next round, in tenths.
pub const TOKEN_WORTH: i32 = 12;

/// Columns and colours: what the wall alone promises.
pub(crate) fn wall_worth(board: &Board) -> i32 {
    let columns: i32 = (0..5).map(|c| COLUMN_WORTH[board.column_tiles(c) as usize]).sum();
    let colours: i32 = Colour::ALL.iter().map(|&c| COLOUR_WORTH[board.colour_tiles(c) as usize]).sum();
    columns + colours
}

/// Worth of a line of `n` tiles in `row` whose tile would score `points`.
#[inline]
pub(crate) fn line_worth(row: usize, n: u8, points: u16) -> i32 {
    i32::from(points) * i32::from(n) * LINE_PERCENT / (10 * (row as i32 + 1))
}

/// The most points that a tile of this colour would score in the row now; 0 where it can't be placed.
pub(crate) fn promised_points(board: &Board, kind: WallKind, row: usize, colour: Colour) -> u16 {
    match kind {
        WallKind::Coloured => placement_score(board.wall, row, coloured_column(row, colour)),
        WallKind::Grey => {
            let free = board.free_columns(kind, row, colour);
            let each = (0..5).filter(|c| free >> c & 1 == 1).map(|c| placement_score(board.wall, row, c));
            each.max().unwrap_or(0)
        }
    }
}

/// Estimate, in tenths, of what a board between two rounds will still bring.
pub fn progress(board: &Board, kind: WallKind) -> i32 {
    let lines = (0..5).filter_map(|row| board.line(row).map(|(c, n)| (row, c, n)));
    let lines: i32 = lines.map(|(row, c, n)| line_worth(row, n, promised_points(board, kind, row, c))).sum();
    wall_worth(board) + lines
}

/// The worth of each player's board at the end of a round, in tenths: `settled` is the position after the tiling phase,
/// before the next deal. Over: the final score, bonuses counted already. Else score, [`progress`], and [`TOKEN_WORTH`] for
/// who starts next.
pub fn worths(settled: &State) -> [i32; 4] {
    let mut all = [0; 4];
    for (p, board) in settled.boards().iter().enumerate() {
        all[p] = 10 * i32::from(board.score());
        if settled.phase() != Phase::Over {
            let first = if settled.starter() == p { TOKEN_WORTH } else { 0 };
            all[p] += progress(board, settled.kind()) + first;
        }
    }
    all
}

/// Each player's margin over the best of the others: what each player maximises. With two players the margins are
/// opposite, and maximising is minimax.
pub fn margins(worths: [i32; 4], players: usize) -> [i32; 4] {
    let mut all = [0; 4];
    for (p, margin) in all.iter_mut().enumerate().take(players) {
        let others = (0..players).filter(|&q| q != p).map(|q| worths[q]).max();
        *margin = worths[p] - others.unwrap_or(0);
    }
    all
}

/// What is counted at the round's end. [`Leaf::True`] is the game as it is; the others leave one thing out, so that
/// reading again tells what that thing was good for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Leaf {
    /// Everything.
    True,
    /// Only the own board of the player to move counts; the others play against it. With more than two players each
    /// player counts the own board.
    Own,
    /// No bonuses for rows, columns and colours, and nothing for progress towards them.
    NoBonus,
    /// Moving first in the next round is worth nothing.
    NoToken,
    /// A complete row does not end the game.
    NoEnd,
    /// A tile scores one point, whatever its neighbours.
    NoRuns,
    /// The floor line costs nothing.
    NoFloor,
    /// Only the floor penalty of the player to move counts, against it.
    OnlyFloor,
}

/// A board at the round's end: worth if the game goes on, if it ends, and whether this board ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Worth {
    pub on: i16,
    pub end: i16,
    pub ends: bool,
}

impl Leaf {
    /// The worth of a board before its tiling, the token left out of account.
    pub(crate) fn worth(self, board: &Board, kind: WallKind) -> Worth {
        let mut tiled = *board;
        let tiling = board.best_tiling(kind);
        // The engine's own tiling is legal.
        let Some((done, _)) = tiled.tile(kind, &tiling) else { return Worth::default() };
        if self == Leaf::OnlyFloor {
            let cost = -10 * done.penalty as i16;
            return Worth { on: cost, end: cost, ends: false };
        }
        let mut score = i32::from(board.score);
        score += match self {
            Leaf::NoRuns => done.columns.iter().flatten().count() as i32,
            _ => done.points.iter().map(|&p| i32::from(p)).sum(),
        };
        if self != Leaf::NoFloor {
            score = (score - i32::from(done.penalty)).max(0);
        }
        let rest = match self {
            Leaf::NoBonus => progress(&tiled, kind) - wall_worth(&tiled),
            Leaf::NoRuns => {
                let lines = (0..5).filter_map(|row| tiled.line(row).map(|(_, n)| line_worth(row, n, 1)));
                wall_worth(&tiled) + lines.sum::<i32>()
            }
            _ => progress(&tiled, kind),
        };
        let bonus = if self == Leaf::NoBonus { 0 } else { tiled.bonus() };
        Worth {
            on: (10 * score + rest) as i16,
            end: (10 * score + 10 * i32::from(bonus)) as i16,
            ends: self != Leaf::NoEnd && tiled.complete_rows() > 0,
        }
    }

    /// What moving first in the next round is worth.
    #[inline]
    pub(crate) fn token(self) -> i32 {
        if matches!(self, Leaf::NoToken | Leaf::OnlyFloor) { 0 } else { TOKEN_WORTH }
    }

    /// What each player maximises if the round ended now as it stands, tiles on the table left out of account; `root` is
    /// the player whose reading it is.
    pub(crate) fn now(self, state: &State, root: usize) -> [i32; 4] {
        let each: Vec<Worth> = state.boards().iter().map(|b| self.worth(b, state.kind())).collect();
        let over = each.iter().any(|w| w.ends);
        let first = state.token().unwrap_or(state.starter());
        let mut worths = [0; 4];
        for (p, w) in each.iter().enumerate() {
            worths[p] = if over { w.end.into() } else { w.on.into() };
            if p == first && !over {
                worths[p] += self.token();
            }
        }
        match self {
            Leaf::Own | Leaf::OnlyFloor if state.players() == 2 => {
                let own = worths[root];
                std::array::from_fn(|p| if p == root { own } else { -own })
            }
            Leaf::Own | Leaf::OnlyFloor => worths,
            _ => margins(worths, state.players()),
        }
    }
}
