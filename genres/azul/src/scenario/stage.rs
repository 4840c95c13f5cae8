//! The two axes of stages.

use crate::{State, factories_for};

/// How far the walls are: by the most tiles on any player's wall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum GameStage {
    /// At most 8 tiles on each wall.
    Early,
    /// 9 to 17.
    Mid,
    /// 18 or more, or a row with four tiles.
    Late,
}

/// Why a position is late.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LateReason {
    /// 18 tiles or more on a wall.
    Tiles,
    /// A row lacks one tile.
    NearRow,
}

/// How far the round is, by tiles on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RoundStage {
    /// Two players: 14 tiles or more.
    Start,
    /// Two players: 7 to 13.
    Mid,
    /// Fewer.
    End,
}

impl GameStage {
    /// All, in order.
    pub const ALL: [GameStage; 3] = [GameStage::Early, GameStage::Mid, GameStage::Late];

    /// `early`, `mid`, `late`.
    pub fn name(self) -> &'static str {
        ["early", "mid", "late"][self as usize]
    }
}

impl RoundStage {
    /// All, in order.
    pub const ALL: [RoundStage; 3] = [RoundStage::Start, RoundStage::Mid, RoundStage::End];

    /// `start`, `mid`, `end`.
    pub fn name(self) -> &'static str {
        ["start", "mid", "end"][self as usize]
    }
}

/// The stage of the game, and what makes it late.
pub fn game_stage(state: &State) -> (GameStage, Option<LateReason>) {
    let tiles = state.boards().iter().map(|b| b.wall_tiles()).max().unwrap_or(0);
    let near = state.boards().iter().any(|b| (0..5).any(|row| b.row_tiles(row) >= 4));
    match tiles {
        18.. => (GameStage::Late, Some(LateReason::Tiles)),
        _ if near => (GameStage::Late, Some(LateReason::NearRow)),
        9.. => (GameStage::Mid, None),
        _ => (GameStage::Early, None),
    }
}

/// The fewest tiles on the table at this stage of the round: 70% and 35% of a full deal, rounded up: for two players 14
/// and 7 as in the source document, for three 20 and 10, for four 26 and 13.
pub fn stage_floor(players: usize, stage: RoundStage) -> u32 {
    let full = 4 * factories_for(players) as u32;
    match stage {
        RoundStage::Start => (full * 70).div_ceil(100),
        RoundStage::Mid => (full * 35).div_ceil(100),
        RoundStage::End => 0,
    }
}

/// The stage of the round.
pub fn round_stage(state: &State) -> RoundStage {
    let tiles = state.tiles_on_table();
    let at_least = |stage| tiles >= stage_floor(state.players(), stage);
    RoundStage::ALL.into_iter().find(|&s| at_least(s)).unwrap_or(RoundStage::End)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_scale_with_players() {
        let floors = |n| (stage_floor(n, RoundStage::Start), stage_floor(n, RoundStage::Mid));
        assert_eq!([2, 3, 4].map(floors), [(14, 7), (20, 10), (26, 13)]);
    }
}
