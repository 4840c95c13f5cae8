//! Proofs on the whole board, by relevance zones.
//!
//! A region takes for granted that its wall holds. A [`ZoneCertificate`] takes nothing for granted:
//! each position of it names the points that it looks at, its *zone*, and what it claims holds on
//! every board with the same stones there, whatever lies elsewhere. The search ([`prove`]) is
//! guided by the reader of a region where there is one, and answers on the whole board what that
//! leaves out. The checker ([`ZoneCertificate::check`]) knows nothing of how zones are made; the replay
//! ([`ZoneCertificate::play_randomly`]) plays a certificate out on other boards.

mod certificate;
mod check;
mod closure;
mod drawn;
mod ground;
mod guide;
mod ideas;
mod life;
mod numbers;
mod policy;
mod prove;
mod replay;
mod search;
#[cfg(test)]
mod tests;

pub use certificate::{Refused, Spot, VERSION, ZoneCertificate, ZoneGoal, ZoneNode, ZoneSide, ZoneStep};
pub use drawn::drawn;
pub use ideas::Ideas;
pub use prove::{ZoneProof, prove, prove_problem, prove_with};
pub(crate) use prove::{for_board, for_guide, prove_in, prove_reading};
pub use replay::{Lost, Played};
