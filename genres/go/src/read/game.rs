//! Life and death as a [`Game`] of two players.

use super::{Area, Ply, State};
use crate::Role;
use tesuji_solver::reading::{Game, Outcome, Side};

/// The attacker is [`Side::First`]: a capture is his win, an escape his loss, and play without end
/// a draw. (Two eyes are no rule but a lemma: see the closers.)
#[derive(Clone, Debug)]
pub struct LifeGame {
    /// Where it is played.
    pub area: Area,
}

impl Game for LifeGame {
    type Position = State;
    type Move = Ply;
    type Value = Outcome;

    fn side(&self, at: &State) -> Side {
        match at.turn {
            Role::Attacker => Side::First,
            Role::Defender => Side::Second,
        }
    }

    fn moves(&self, at: &State, to: &mut Vec<Ply>) {
        to.extend(self.area.moves(at));
    }

    fn play(&self, at: &State, ply: Ply) -> State {
        // Asked for legal moves only; an illegal one changes nothing but the turn.
        self.area.play(at, ply).unwrap_or(State { turn: at.turn.other(), ..*at })
    }

    fn verdict(&self, at: &State) -> Option<Outcome> {
        if self.area.is_captured(at) {
            Some(Outcome::Win)
        } else if self.area.has_escaped(at) {
            Some(Outcome::Loss)
        } else {
            None
        }
    }

    fn endless(&self) -> Outcome {
        Outcome::Draw
    }
}
