//! The worth of a board when a round ends: the exact part, and a stated estimate of the rest.
//!
//! Values are in **tenths of a point**. When the game ends with the round, a board is worth its
//! final score with all bonuses: exact. Otherwise it is worth its score after the round plus
//! [`progress`], an estimate of what is still to come:
//!
//! * columns and colours by tiles placed ([`COLUMN_WORTH`], [`COLOUR_WORTH`]): a complete one is
//!   worth its bonus, which can't be lost any more;
//! * a line of `n` tiles out of `s`: [`LINE_PERCENT`]% of n/s of the points that its tile would
//!   score now;
//! * the first move of the next round: [`TOKEN_WORTH`].
//!
//! # Which tiling
//!
//! On the grey wall a board's worth depends on its tiling. When the game ends with the round each
//! player has the tiling with the greatest final score; when it goes on, that of
//! [`Aim::GoOn`](crate::Aim::GoOn), a convention as the estimate is.
//!
//! A game ends when somebody completes a row. A player *must* if all tilings of the board complete
//! one, and *may* if some do. If somebody must, the game ends. Else those who may say in turn, from
//! the player who starts the next round, whether they will; with the first yes the game ends. Who
//! said yes has the greatest final score of the tilings that complete a row, all others that of all
//! tilings, and if nobody says yes all have the best tilings that complete none. Each says what
//! leads to the better margin by max^n, and lets the game go on where it makes no difference. So
//! tiles are laid with the end of the game known, and a value depends on nothing but the position.
//! With two players the order of speaking does not matter: let `c` be the first player's margin if
//! the game goes on, `a` if the first player ends it and `b` if the second does. Who ends it has
//! fewer tilings and the other one more, so `a <= b`, and `max(a, min(b, c))` is
//! `min(b, max(a, c))`.

use crate::board::placement_score;
use crate::{Board, Colour, Phase, State, Tiled, WallKind, coloured_column};

/// Worth of a column by its number of tiles, in tenths.
pub const COLUMN_WORTH: [i32; 6] = [0, 1, 5, 14, 32, 70];
/// Worth of a colour by its number of placed tiles, in tenths.
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

/// The most points that a tile of this colour would score in the row now; 0 where it can't be
/// placed.
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

/// The worth of each player's board at the end of a round, in tenths: `settled` is the position
/// after the tiling phase, before the next deal. Over: the final score, bonuses counted already.
/// Else score, [`progress`], and [`TOKEN_WORTH`] for who starts next.
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

/// Each player's margin over the best of the others: what each player maximises. With two players
/// the margins are opposite, and maximising is minimax.
pub fn margins(worths: [i32; 4], players: usize) -> [i32; 4] {
    let mut all = [0; 4];
    for (p, margin) in all.iter_mut().enumerate().take(players) {
        let others = (0..players).filter(|&q| q != p).map(|q| worths[q]).max();
        *margin = worths[p] - others.unwrap_or(0);
    }
    all
}

/// Does the player prefer `a` to `b`: by the own margin, then by the next player's, and so on round
/// the table?
pub(crate) fn prefers(player: usize, players: usize, a: &[i32; 4], b: &[i32; 4]) -> bool {
    let round = (0..players).map(|i| (player + i) % players);
    round.clone().map(|p| a[p]).gt(round.map(|p| b[p]))
}

/// The accounts that count at the round's end. [`Leaf::True`] is the game as it is; the others
/// leave one thing out, so that reading again tells what that thing was good for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Leaf {
    /// Everything.
    True,
    /// Only the own board of the player to move counts; the others play against it. With more than
    /// two players each player counts the own board.
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

/// Does a board's tiling complete a row?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Ends {
    /// No tiling does.
    #[default]
    No,
    /// Some do.
    May,
    /// All do.
    Must,
}

/// A board at the round's end: its worth with the tiling for each case, and whether it completes a
/// row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Worth {
    /// The game goes on.
    pub on: i16,
    /// The game ends.
    pub end: i16,
    /// This board ends it; means nothing where it can't.
    pub finish: i16,
    pub ends: Ends,
}

/// How a round closes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Close {
    /// No row is complete.
    GoesOn,
    /// The game ends: this player completes a row without having to, or somebody has to.
    Over(Option<usize>),
}

impl Leaf {
    /// The worth of a board before its tiling, the token left out of account.
    pub(crate) fn worth(self, board: &Board, kind: WallKind) -> Worth {
        let mut worth = Worth { on: 0, end: i16::MIN, finish: i16::MIN, ends: Ends::No };
        // Without the game's end, complete rows decide nothing; the floor is counted by the tiling
        // for going on.
        let may_end = !matches!(self, Leaf::NoEnd | Leaf::OnlyFloor);
        let mut goes_on = false;
        let mut best: Option<(bool, u16, i32, Board, Tiled)> = None;
        board.each_tiling(kind, &mut |_, tiled, done| {
            let completes = may_end && tiled.complete_rows() > 0;
            let bonus = if self == Leaf::NoBonus { 0 } else { tiled.bonus() };
            let end = (10 * (self.score(board, done) + i32::from(bonus))) as i16;
            worth.end = worth.end.max(end);
            if completes {
                worth.finish = worth.finish.max(end);
            }
            goes_on |= !completes;
            // As `Aim::GoOn`; progress takes longest and is only counted where it decides.
            let key = (!completes, tiled.score);
            let old = best.as_ref().map(|b| (b.0, b.1));
            if old.is_none_or(|old| key >= old) {
                let more = progress(tiled, kind);
                if old != Some(key) || best.as_ref().is_none_or(|b| more > b.2) {
                    best = Some((key.0, key.1, more, *tiled, *done));
                }
            }
        });
        // There is always a tiling.
        let Some((.., more, tiled, done)) = best else { return Worth::default() };
        worth.ends = match (worth.finish > i16::MIN, goes_on) {
            (false, _) => Ends::No,
            (true, true) => Ends::May,
            (true, false) => Ends::Must,
        };
        if self == Leaf::OnlyFloor {
            let cost = -10 * done.penalty as i16;
            return Worth { on: cost, end: cost, finish: cost, ends: Ends::No };
        }
        let rest = match self {
            Leaf::NoBonus => more - wall_worth(&tiled),
            Leaf::NoRuns => {
                let lines = (0..5).filter_map(|row| tiled.line(row).map(|(_, n)| line_worth(row, n, 1)));
                wall_worth(&tiled) + lines.sum::<i32>()
            }
            _ => more,
        };
        worth.on = (10 * self.score(board, &done) + rest) as i16;
        worth
    }

    /// The score of a board after a tiling.
    fn score(self, board: &Board, done: &Tiled) -> i32 {
        let mut score = i32::from(board.score);
        score += match self {
            Leaf::NoRuns => done.columns.iter().flatten().count() as i32,
            _ => done.points.iter().map(|&p| i32::from(p)).sum(),
        };
        if self != Leaf::NoFloor {
            score = (score - i32::from(done.penalty)).max(0);
        }
        score
    }

    /// The worth of moving first in the next round.
    #[inline]
    pub(crate) fn token(self) -> i32 {
        if matches!(self, Leaf::NoToken | Leaf::OnlyFloor) { 0 } else { TOKEN_WORTH }
    }

    /// Each player's aim if the round ended now as it stands, tiles on the table left out of
    /// account; `root` is the player whose reading it is.
    pub(crate) fn now(self, state: &State, root: usize) -> [i32; 4] {
        self.close(state, root).1
    }

    /// How the round closes if it ended now, and what each player maximises then.
    pub(crate) fn close(self, state: &State, root: usize) -> (Close, [i32; 4]) {
        let n = state.players();
        let mut each = [Worth::default(); 4];
        for (worth, board) in each.iter_mut().zip(state.boards()) {
            *worth = self.worth(board, state.kind());
        }
        let end = each.map(|w| i32::from(w.end));
        if each.iter().any(|w| w.ends == Ends::Must) {
            return (Close::Over(None), self.maximised(end, n, root));
        }
        let first = state.token().unwrap_or(state.starter());
        let mut on = each.map(|w| i32::from(w.on));
        on[first] += self.token();
        let (mut close, mut best) = (Close::GoesOn, self.maximised(on, n, root));
        // Who speaks last decides with the least left open.
        for p in (0..n).rev().map(|i| (first + i) % n).filter(|&p| each[p].ends == Ends::May) {
            let mut ended = end;
            ended[p] = each[p].finish.into();
            let ended = self.maximised(ended, n, root);
            if prefers(p, n, &ended, &best) {
                (close, best) = (Close::Over(Some(p)), ended);
            }
        }
        (close, best)
    }

    fn maximised(self, worths: [i32; 4], players: usize, root: usize) -> [i32; 4] {
        match self {
            Leaf::Own | Leaf::OnlyFloor if players == 2 => {
                let own = worths[root];
                std::array::from_fn(|p| if p == root { own } else { -own })
            }
            Leaf::Own | Leaf::OnlyFloor => worths,
            _ => margins(worths, players),
        }
    }
}
