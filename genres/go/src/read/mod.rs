//! Reading: the region as a game, and two readers of it.

mod area;
mod certificate;
mod closers;
mod friends;
mod game;
mod orientation;
pub mod plain;
mod pool;
pub mod reference;
mod regions;
pub mod sample;
pub mod search;
pub mod shapes;
mod verdict;
mod walls;
mod widened;
mod widening;

pub use area::{Area, Cell, Exits, Ply, State, Supply, TooLarge, cells};
pub use certificate::{Certificate, Proved};
pub use closers::{NO_TWO_EYES, NoTwoEyes, PASS_ALIVE, PassAlive};
pub use game::LifeGame;
pub use pool::Pooled;
pub use reference::ReferenceReader;
pub use search::DfPnReader;
pub use verdict::{MOST_THREATS, Move, Reader, Reading, Verdict};
pub use widened::Widened;
