//! Practice scenarios: positions of self-play at a stage of the game and of the round, filtered, of
//! a stated type.

mod filter;
mod kind;
mod params;
mod sample;
mod stage;

pub use crate::{GameStage, RoundStage};
pub use filter::{FilterConfig, Rejected, filter};
pub use kind::{Kind, POINT, kinds, shows};
pub use params::{Params, Quality};
pub use sample::{Sampler, Scenario, Tries, quality};
pub use stage::{LateReason, game_stage, round_stage};
