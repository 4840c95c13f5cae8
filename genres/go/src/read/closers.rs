//! The lemmas that proofs may rest on, as closers of the game.

use super::{LifeGame, State, plain};
use tesuji_solver::reading::{Closer, Interval, Outcome};
use tesuji_solver::{TechniqueId, Tier};

/// Name of [`PassAlive`].
pub static PASS_ALIVE: TechniqueId = TechniqueId::new("pass-alive");
/// Name of [`NoTwoEyes`].
pub static NO_TWO_EYES: TechniqueId = TechniqueId::new("no-two-eyes");

/// Chains with two vital regions each can't be captured (Benson 1976).
#[derive(Clone, Copy, Debug)]
pub struct PassAlive;

/// No room for two eyes is left.
#[derive(Clone, Copy, Debug)]
pub struct NoTwoEyes;

impl Closer<LifeGame> for PassAlive {
    fn id(&self) -> &TechniqueId {
        &PASS_ALIVE
    }

    fn tier(&self) -> Tier {
        Tier::Easy
    }

    fn close(&self, game: &LifeGame, at: &State) -> Option<Interval<Outcome>> {
        let alive = plain::pass_alive(&game.area, at) & game.area.target.unwrap_or(u64::MAX);
        (alive != 0).then(|| Interval::exact(Outcome::Loss))
    }
}

impl Closer<LifeGame> for NoTwoEyes {
    fn id(&self) -> &TechniqueId {
        &NO_TWO_EYES
    }

    fn tier(&self) -> Tier {
        Tier::Easy
    }

    fn close(&self, game: &LifeGame, at: &State) -> Option<Interval<Outcome>> {
        plain::no_two_eyes(&game.area, at).then(|| Interval::exact(Outcome::Win))
    }
}
