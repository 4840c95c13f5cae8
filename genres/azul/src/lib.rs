//! Azul for two to four players, coloured and grey wall: rules, policies, practice scenarios, exact
//! reading of the round.
//!
//! ```
//! use tesuji_azul::{Phase, Policy, Rng, State, WallKind, play_out};
//!
//! let mut rng = Rng::new(7);
//! let mut state = State::deal(2, WallKind::Coloured, &mut rng);
//! assert_eq!((state.phase(), state.factories().len(), state.tiles_on_table()), (Phase::Drafting, 5, 20));
//! let first = state.legal()[0];
//! state.play(first)?;
//!
//! // The text has everything; what it says is the position.
//! let again: State = tesuji_azul::text::parse(&state.to_string())?;
//! assert_eq!(again, state);
//!
//! play_out(&mut state, &[Policy::Greedy, Policy::Random], &mut rng);
//! assert_eq!(state.phase(), Phase::Over);
//! assert!(state.conserves());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod adapt;
mod around;
mod board;
pub mod conform;
pub mod draw;
mod genre;
pub mod grade;
pub mod leaf;
pub mod log;
pub mod openings;
pub mod packs;
mod play;
mod policy;
pub mod practice;
pub mod read;
pub mod review;
mod rng;
mod round;
pub mod scenario;
mod setup;
mod stage;
mod state;
pub mod strong;
pub mod text;
mod tiles;
mod tiling;
mod walk;

pub use board::{
    Board, COLOUR_BONUS, COLUMN_BONUS, FLOOR_PENALTY, FLOOR_SPACES, NO_COLUMN, ROW_BONUS, Tiled, Tiling, WallKind,
    coloured_at, coloured_column, placement_runs, placement_score,
};
pub use genre::{AZUL, Azul, grade_info, scenario_fields};
pub use play::Illegal;
pub use policy::{Policy, greedy_score, play_out};
pub use rng::{Rng, parse_seed, sub_seed};
pub use round::{NotYet, RoundEnd};
pub use setup::{BoardSetup, Setup};
pub use stage::{GameStage, RoundStage};
pub use state::{CENTRE, FLOOR, MAX_FACTORIES, MAX_PLAYERS, Move, Phase, ROUND_CAP, State, factories_for};
pub use tiles::{Colour, TILES_PER_COLOUR, Tiles};
pub use tiling::Aim;

/// The genres of the family: one.
pub fn genres() -> Vec<&'static dyn tesuji_genre::Genre> {
    vec![&AZUL]
}
