//! A GTP engine over a book of joseki.
//!
//! The protocol is version 2 (G. Farnebäck, "Specification of the Go Text Protocol, version 2,
//! draft 2").

mod board_commands;
mod diagram;
mod engine;
mod extra;
mod handicap;
mod joseki_commands;
mod protocol;
mod score;

pub use engine::Engine;
pub use extra::Extra;
pub use protocol::{Reply, Request};
