//! The stronger player: static values of all boards after the move, less what the next player can
//! do with what is left.

use crate::leaf::{self, Ends, Leaf};
use crate::{Move, Phase, Rng, State};

/// A board's worth if the round ended now and the others ended no game, in tenths.
fn board_worth(state: &State, player: usize) -> i32 {
    let worth = Leaf::True.worth(state.board(player), state.kind());
    let token = if state.token() == Some(player) { leaf::TOKEN_WORTH } else { 0 };
    let on = i32::from(worth.on) + token;
    match worth.ends {
        Ends::No => on,
        Ends::May => on.max(worth.finish.into()),
        Ends::Must => worth.end.into(),
    }
}

/// The move with the greatest own gain less half of the best reply's gain; ties by chance.
pub(crate) fn choose(state: &State, rng: &mut Rng) -> Option<Move> {
    let me = state.turn();
    let mut best: Vec<Move> = Vec::new();
    let mut most = i32::MIN;
    for mv in state.legal() {
        let mut next = *state;
        next.apply(mv);
        let mut worth = 2 * board_worth(&next, me);
        if next.phase() == Phase::Drafting {
            let you = next.turn();
            let now = board_worth(&next, you);
            let gain = next.legal().into_iter().map(|reply| {
                let mut after = next;
                after.apply(reply);
                board_worth(&after, you) - now
            });
            worth -= gain.max().unwrap_or(0);
        }
        if worth > most {
            most = worth;
            best.clear();
        }
        if worth == most {
            best.push(mv);
        }
    }
    let pick = rng.below(best.len() as u32) as usize;
    best.get(pick).copied()
}
