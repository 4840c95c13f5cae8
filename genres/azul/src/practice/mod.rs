//! The practice tool's JSON: positions with their metadata, in and out.
//!
//! The field names are those of the source document's tool (`state_version` 1). What that tool lacks and a position needs
//! is added, and may be left out on the way in: `start_player_id` (who started the round), `phase` when the game is over,
//! and for the grey wall the colours of its tiles instead of `true`. `ruleset_id` is `azul_v1_2p`, `…_3p`, `…_4p`, with
//! `_grey` behind it for the grey wall.
//!
//! ```
//! use tesuji_azul::{Rng, State, WallKind, practice};
//!
//! let position = practice::Practice::new(State::deal(2, WallKind::Coloured, &mut Rng::new(7)));
//! let again = practice::import(&practice::export(&position))?;
//! assert_eq!(again, position);
//!
//! let wrong = practice::export(&position).replace("\"lid\"", "\"lids\"");
//! assert_eq!(practice::import(&wrong).unwrap_err().at.as_deref(), Some("lids"));
//! # Ok::<(), tesuji_genre::Bad>(())
//! ```

pub mod call;
mod export;
mod import;
pub(crate) mod tree;

use crate::{GameStage, State};

pub use export::{export, export_value};
pub use import::{Imported, import, read};

/// Version of the format.
pub const STATE_VERSION: u32 = 1;

/// A position with the metadata that the practice tool keeps. The stage of the round and the stage of the game follow from
/// the position; whether the game's stage is written down is part of the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Practice {
    /// The position.
    pub state: State,
    /// The seed that made the scenario.
    pub scenario_seed: Option<String>,
    /// The stage of the game that the scenario was made for.
    pub scenario_game_stage: Option<GameStage>,
}

impl Practice {
    /// A position without metadata.
    pub fn new(state: State) -> Practice {
        Practice { state, scenario_seed: None, scenario_game_stage: None }
    }

    /// A scenario: with its seed and the stage of the game.
    pub fn scenario(state: State, seed: u64) -> Practice {
        Practice { state, scenario_seed: Some(seed.to_string()), scenario_game_stage: Some(state.game_stage()) }
    }
}
