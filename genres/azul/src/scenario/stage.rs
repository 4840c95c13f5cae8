//! Stages with what makes them.

use crate::{GameStage, RoundStage, State};

/// Why a position is late.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LateReason {
    /// 18 tiles or more on a wall.
    Tiles,
    /// A row lacks one tile.
    NearRow,
}

/// The stage of the game, and what makes it late.
pub fn game_stage(state: &State) -> (GameStage, Option<LateReason>) {
    let stage = state.game_stage();
    let tiles = state.boards().iter().any(|b| b.wall_tiles() >= 18);
    let reason = if tiles { LateReason::Tiles } else { LateReason::NearRow };
    (stage, (stage == GameStage::Late).then_some(reason))
}

/// The stage of the round.
pub fn round_stage(state: &State) -> RoundStage {
    state.round_stage()
}
