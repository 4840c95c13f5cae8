//! Discovery: what people would call techniques, found as recurring shapes of small proofs.
//!
//! Puzzles are solved with a given set of known techniques until they stall. At the stall every candidate is put on
//! trial; contradictions are reduced to their smallest cores, cores to [`Shape`]s modulo the symmetries that keep the
//! kinds of houses, and shapes are counted in [`Clusters`]. Positions that are read have no network: there, what lies around their key moves is
//! counted ([`Moves`]). The miner names nothing: [`Labels`] compares its shapes
//! with those of cases that somebody else named.

pub mod canon;
mod cluster;
mod label;
mod mine;
mod moves;
mod page;
mod refused;
mod shape;
mod stall;

pub use cluster::{Cluster, Clusters, Example, Summary};
pub use label::{Labels, NamedCase};
pub use mine::{Given, mine};
pub use moves::{MoveCandidate, MoveExample, MoveSummary, Moves, Places, first_moves, is_read, move_page};
pub use page::{Page, page};
pub use refused::Refused;
pub use shape::{Pattern, Plainness, Shape};
pub use stall::{Hit, Known, Options, Walk, walk};
