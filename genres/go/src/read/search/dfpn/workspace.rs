//! Room in which a search works; nothing in it lasts.

use super::super::lemmas::PositionFeatures;
use super::super::prior::Points;
use super::expand::{Found, Fresh};
use crate::read::Ply;

/// Lists and looks that are used again and again.
pub(in crate::read::search) struct Workspace {
    /// Where the attacker would take the eyes if the defender passed in the position whose
    /// successors are being made.
    pub(super) threats: u64,
    /// Chains and eyes of the position whose successors are being made.
    pub(super) parent: PositionFeatures,
    pub(in crate::read::search) scratch: PositionFeatures,
    pub(super) found: Vec<Found>,
    pub(super) places: Vec<(u32, Ply)>,
    pub(super) fresh: Vec<Fresh>,
    /// Successors that simulations under way go through.
    pub(super) siblings: Vec<(u32, Ply)>,
    pub(super) points: Option<Box<Points>>,
}

impl Workspace {
    pub(super) fn new() -> Workspace {
        Workspace {
            threats: 0,
            parent: PositionFeatures::new(),
            scratch: PositionFeatures::new(),
            found: Vec::new(),
            places: Vec::new(),
            fresh: Vec::new(),
            siblings: Vec::new(),
            points: Some(Box::new(Points::new())),
        }
    }
}
