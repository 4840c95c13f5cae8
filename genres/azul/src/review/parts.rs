//! The accounts that make up a board's worth when a round ends: two lines of play are compared
//! account by account.

use crate::leaf::{TOKEN_WORTH, line_worth, margins, promised_points, wall_worth, worths};
use crate::{Phase, Rng, State};

/// An account of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Account {
    /// Points of the tiles placed in this round.
    Tiles,
    /// Points lost on the floor line in this round.
    Floor,
    /// Bonuses, where the game ends with the round.
    Bonus,
    /// The promise of lines that are not full.
    Lines,
    /// The promise of the wall's columns and colours.
    Wall,
    /// Moving first in the next round.
    Token,
    /// All that comes after this round, where it is played on.
    Later,
}

impl Account {
    /// All.
    pub const ALL: [Account; 7] =
        [Account::Tiles, Account::Floor, Account::Bonus, Account::Lines, Account::Wall, Account::Token, Account::Later];
}

/// The accounts of one board in points, beside the score that it had before.
pub(super) type Parts = [f64; 7];

/// The accounts of all boards, and who has what margin.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcome {
    pub parts: [Parts; 4],
    /// Scores before the round's end.
    pub before: [f64; 4],
    /// Each player's margin, which the player maximises.
    pub margins: [f64; 4],
    /// Is the game over with the round?
    pub is_over: bool,
}

/// The outcome of a round whose tiles are all taken; the next one is dealt from the stream of
/// chance.
pub(super) fn close(state: &mut State, rng: &mut Rng) -> Outcome {
    let mut outcome = Outcome::default();
    for (before, board) in outcome.before.iter_mut().zip(state.boards()) {
        *before = f64::from(board.score());
    }
    let Ok(ended) = state.end_round(rng) else { return outcome };
    outcome.is_over = state.phase() == Phase::Over;
    for (p, done) in ended.boards.iter().enumerate() {
        let board = state.board(p);
        let tiles: f64 = done.points.iter().map(|&n| f64::from(n)).sum();
        let bonus = ended.bonuses.as_ref().map_or(0.0, |b| f64::from(b[p]));
        let parts = &mut outcome.parts[p];
        // A score does not fall below 0: what is lost is what is missing in the end.
        let floor = f64::from(board.score()) - bonus - outcome.before[p] - tiles;
        (parts[Account::Tiles as usize], parts[Account::Floor as usize]) = (tiles, floor);
        parts[Account::Bonus as usize] = bonus;
        if !outcome.is_over {
            let lines = (0..5).filter_map(|row| board.line(row).map(|(c, n)| (row, c, n)));
            let lines = lines.map(|(row, c, n)| line_worth(row, n, promised_points(board, state.kind(), row, c)));
            parts[Account::Lines as usize] = f64::from(lines.sum::<i32>()) / 10.0;
            parts[Account::Wall as usize] = f64::from(wall_worth(board)) / 10.0;
            let is_first = state.starter() == p;
            parts[Account::Token as usize] = if is_first { f64::from(TOKEN_WORTH) / 10.0 } else { 0.0 };
        }
    }
    outcome.margins = margins(worths(state), state.players()).map(|m| f64::from(m) / 10.0);
    outcome
}

impl Outcome {
    /// Takes what a further round came to in place of what this one promises.
    pub(super) fn followed_by(&mut self, later: &Outcome, players: usize) {
        for p in 0..players {
            let own = &mut self.parts[p];
            let after = self.before[p] + own[..3].iter().sum::<f64>();
            let total = later.before[p] + later.parts[p].iter().sum::<f64>();
            own[3..].fill(0.0);
            own[Account::Later as usize] = total - after;
        }
        self.margins = later.margins;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{Reader, Want};
    use crate::{Policy, WallKind};
    use tesuji_solver::Limits;

    /// The accounts add up to the margin that reading maximises, on both walls.
    #[test]
    fn accounts_add_up_to_the_margin() {
        let mut compared = 0;
        for seed in 0..60 {
            let kind = if seed % 2 == 0 { WallKind::Coloured } else { WallKind::Grey };
            let mut rng = Rng::new(seed);
            let mut state = State::deal(2, kind, &mut rng);
            for _ in 0..40 + seed {
                match state.phase() {
                    Phase::Drafting => {
                        let mv = Policy::Mixed(800_000).choose(&state, &mut rng).expect("a move");
                        state.play(mv).expect("legal");
                    }
                    Phase::Tiling => {
                        state.end_round(&mut rng).expect("the round's end");
                    }
                    _ => break,
                }
            }
            if state.phase() != Phase::Drafting || state.tiles_on_table() > 8 {
                continue;
            }
            let me = state.turn();
            let mut reader = Reader::new();
            let value = reader.read(&state, Want::Best, &Limits::default()).best().expect("read").value;
            while state.phase() == Phase::Drafting {
                let best = reader.read(&state, Want::Best, &Limits::default()).best().expect("read");
                state.play(best.mv).expect("legal");
            }
            let outcome = close(&mut state, &mut Rng::new(1));
            let total = |p: usize| outcome.before[p] + outcome.parts[p].iter().sum::<f64>();
            let margin = total(me) - total(1 - me);
            assert!((margin * 10.0 - f64::from(value)).abs() < 1e-6, "{seed}: {margin} {value} {outcome:?}");
            assert!((margin - outcome.margins[me]).abs() < 1e-9);
            compared += 1;
        }
        assert!(compared > 5, "{compared}");
    }
}
