//! Where a position stands in the game and in the round: the source document's two axes.

use crate::{State, factories_for};
use std::fmt;

/// Progress across the game, by the fullest wall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameStage {
    /// At most 8 tiles on every wall.
    Early,
    /// 9 to 17 tiles on the fullest wall.
    Mid,
    /// 18 tiles or more on a wall, or a row with four.
    Late,
}

/// Progress within the round, by the tiles left on the table as a share of a full deal: 20, 28 or
/// 36 tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoundStage {
    /// Seven tenths or more are left: 14 of 20, 20 of 28, 26 of 36.
    Start,
    /// 35 hundredths or more are left: 7 of 20, 10 of 28, 13 of 36.
    Mid,
    /// Fewer.
    End,
}

impl GameStage {
    /// All, in order.
    pub const ALL: [GameStage; 3] = [GameStage::Early, GameStage::Mid, GameStage::Late];

    /// In lower case.
    pub fn name(self) -> &'static str {
        ["early", "mid", "late"][self as usize]
    }

    /// From its name, whatever the case.
    pub fn from_name(name: &str) -> Option<GameStage> {
        Self::ALL.into_iter().find(|s| s.name().eq_ignore_ascii_case(name))
    }
}

impl RoundStage {
    /// All, in order.
    pub const ALL: [RoundStage; 3] = [RoundStage::Start, RoundStage::Mid, RoundStage::End];

    /// In lower case.
    pub fn name(self) -> &'static str {
        ["start", "mid", "end"][self as usize]
    }

    /// From its name, whatever the case.
    pub fn from_name(name: &str) -> Option<RoundStage> {
        Self::ALL.into_iter().find(|s| s.name().eq_ignore_ascii_case(name))
    }

    /// The stage by the number of tiles on the table among `players`.
    pub fn of(players: usize, tiles: u32) -> RoundStage {
        let full = 4 * factories_for(players) as u32;
        if tiles >= (7 * full).div_ceil(10) {
            RoundStage::Start
        } else if tiles >= (35 * full).div_ceil(100) {
            RoundStage::Mid
        } else {
            RoundStage::End
        }
    }
}

impl fmt::Display for GameStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for RoundStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl State {
    /// The stage of the game: by the most tiles on one wall, not by rounds.
    pub fn game_stage(&self) -> GameStage {
        let most = self.boards().iter().map(|b| b.wall_tiles()).max().unwrap_or(0);
        let near_row = self.boards().iter().any(|b| (0..5).any(|row| b.row_tiles(row) >= 4));
        if near_row || most >= 18 {
            GameStage::Late
        } else if most >= 9 {
            GameStage::Mid
        } else {
            GameStage::Early
        }
    }

    /// The stage of the round.
    pub fn round_stage(&self) -> RoundStage {
        RoundStage::of(self.players(), self.tiles_on_table())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_scale_with_the_deal() {
        for (players, start, mid) in [(2, 14, 7), (3, 20, 10), (4, 26, 13)] {
            assert_eq!(RoundStage::of(players, start), RoundStage::Start);
            assert_eq!(RoundStage::of(players, start - 1), RoundStage::Mid);
            assert_eq!(RoundStage::of(players, mid), RoundStage::Mid);
            assert_eq!(RoundStage::of(players, mid - 1), RoundStage::End);
        }
    }
}
