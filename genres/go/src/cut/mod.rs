//! From played games to problems, without any engine: the exact reader finds the groups whose
//! status is proved and depends on who moves, and what of the board they need.
//!
//! *Scan* tells the groups of a game that are unsettled, *crop* takes off the stones that no proof
//! needs, *judge* says whether what is left is a problem: one right first move, all others refuted,
//! and the same answer as on the whole board. What each stage leaves out is counted by its reason.

mod crop;
mod frame;
mod game;
mod granted;
mod judge;
mod known;
mod life;
mod record;
mod scan;
mod similar;
#[cfg(test)]
mod tests;
mod trim;
mod validate;

pub use crop::{Crop, crop};
pub use frame::{Frame, frame};
pub use game::{Played, Position};
pub use judge::{JudgeOptions, Judged};
pub use life::{Life, life_of};
pub use record::{AROUND, Cut, CutOptions, DEEP, Found, Kind, ZONE, cut};
pub use scan::{Counts, ScanOptions, Unsettled, ask, scan};
pub use similar::{Surroundings, zone_id};
pub use validate::{Outside, Rejected};
