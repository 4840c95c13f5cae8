//! The production reader: df-pn with lemmas, forced moves, threat counts in the key, and closed
//! sets against repetition.
//!
//! From the question down:
//!
//! - `reader` gives a question to a `session`, which decides which numbers of ko threats are
//!   searched and what follows for the outcome; `paused` keeps a session for later.
//! - `dfpn` is the search for one number of threats. It owns what it remembers: the
//!   transposition `table`, patterns of captures (`dominance`) and of `lives`.
//! - A new position is decided by the `lemmas` and the eye shapes of `nakade`, or gets first
//!   numbers from the `prior`. `moves` and `forced` say which moves need be considered.
//! - `certify`, `induction` and `proof` turn what the table says into closed sets, results
//!   for any number of threats, and proofs that others can check.
//! - `policy` holds all tuning constants; `geometry` and `chains` what is known of the cells.

mod certify;
mod chains;
mod dfpn;
mod dominance;
mod ends;
mod forced;
mod geometry;
#[cfg(test)]
mod ground;
mod induction;
mod judge;
mod lemmas;
mod lives;
mod memory;
mod moves;
mod nakade;
mod paused;
mod policy;
pub mod prior;
mod proof;
mod reader;
mod session;
mod sizes;
mod table;
#[cfg(test)]
pub(in crate::read) mod tests;
mod weights;

pub use judge::SearchJudge;
pub(in crate::read) use lives::SharedLives;
pub(in crate::read) use paused::PausedSearch;
pub use policy::{Policy, PriorScale};
pub use reader::{DfPnReader, Guesses};
pub(in crate::read) use session::Objective;
pub use sizes::Solved;
pub(in crate::read) use table::INFINITE;
