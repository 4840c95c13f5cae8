//! Reading: the region as a game, and two readers of it.

mod area;
mod game;
pub mod reference;
pub mod sample;
pub mod search;
mod verdict;

pub use area::{Area, Cell, Exits, Ply, State, Supply, TooLarge, cells};
pub use game::LifeGame;
pub use reference::ReferenceReader;
pub use search::DfPnReader;
pub use verdict::{MOST_THREATS, Move, Reader, Reading, Verdict};
