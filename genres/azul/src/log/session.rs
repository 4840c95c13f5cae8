//! A game that is played and logged.

use super::{Event, Recorder};
use crate::{Illegal, Move, Phase, Policy, Rng, State, WallKind};

/// A game from its first deal: rounds are ended and dealt as they come, and every event is kept. On
/// the grey wall all players tile as [`leaf`](crate::leaf) says.
#[derive(Clone, Debug)]
pub struct Session {
    state: State,
    rng: Rng,
    recorder: Recorder,
    events: Vec<Event>,
}

impl Session {
    /// Deals a game; there are as many players as names (2 to 4, else `None`).
    pub fn deal(names: &[&str], kind: WallKind, seed: u64) -> Option<Session> {
        if !(2..=4).contains(&names.len()) {
            return None;
        }
        let mut rng = Rng::new(seed);
        let state = State::deal(names.len(), kind, &mut rng);
        let (recorder, events) = Recorder::start(&state, names.iter().map(|n| n.to_string()).collect())?;
        Some(Session { state, rng, recorder, events })
    }

    /// The position.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Is the game over?
    pub fn over(&self) -> bool {
        self.state.phase() != Phase::Drafting
    }

    /// Plays a move, and ends the round with the last one. Gives whether it did.
    ///
    /// # Errors
    /// [`Illegal`]; the game is as it was.
    pub fn play(&mut self, mv: Move) -> Result<bool, Illegal> {
        self.state.check_move(mv)?;
        self.events.extend(self.recorder.play(&self.state, mv));
        self.state.apply(mv);
        let before = self.state;
        let Ok(ended) = self.state.end_round(&mut self.rng) else { return Ok(false) };
        self.events.extend(self.recorder.end_round(&before, &ended, &self.state));
        Ok(true)
    }

    /// The move that a policy makes, played; `None` when the game is over.
    pub fn play_by(&mut self, policy: Policy) -> Option<Move> {
        let mv = policy.choose(&self.state, &mut self.rng)?;
        // A policy chooses among the legal moves.
        self.play(mv).ok().map(|_| mv)
    }
}
