//! What several techniques read from one board, built once.

use super::als_sets::AlsSets;
use super::chain_search::{Chain, search};
use super::links::{Links, Reach};
use crate::Board;
use std::sync::OnceLock;

/// Lazily built structures of one [`Board`].
#[derive(Debug, Default)]
pub(crate) struct Derived {
    als: OnceLock<AlsSets>,
    links: [OnceLock<Links>; 3],
    chains: [OnceLock<Vec<Chain>>; 3],
}

impl Derived {
    /// The almost locked sets of the board.
    pub(super) fn als<'b>(&'b self, at: &Board<'_>) -> &'b AlsSets {
        self.als.get_or_init(|| AlsSets::of(at))
    }

    /// The link graph over the kinds of nodes that `reach` admits.
    pub(super) fn links<'b>(&'b self, at: &Board<'_>, reach: Reach) -> &'b Links {
        self.links[reach as usize].get_or_init(|| Links::of(at, reach))
    }

    /// All loops and inference chains of that graph, shortest first.
    pub(super) fn chains<'b>(&'b self, at: &Board<'_>, reach: Reach) -> &'b [Chain] {
        self.chains[reach as usize].get_or_init(|| search(at, self.links(at, reach), reach))
    }
}
