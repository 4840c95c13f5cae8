//! The catalog of the genre, and its tags.

use crate::names::{CLOSERS, ClosedBy, MOTIFS};
use std::sync::OnceLock;
use tesuji_genre::position::named;
use tesuji_solver::{Catalog, Phase, Tier};

/// The closers' names, tiers and points.
pub const CATALOG: [(ClosedBy, &str, Tier, u32); 5] = [
    (ClosedBy::Capture, "Capture", Tier::Beginner, 1),
    (ClosedBy::Escape, "Escape", Tier::Beginner, 1),
    (ClosedBy::TwoEyes, "Two eyes", Tier::Beginner, 2),
    (ClosedBy::NoEyeSpace, "No room for two eyes", Tier::Beginner, 2),
    (ClosedBy::Nakade, "Nakade", Tier::Easy, 6),
];

/// The tags that records carry besides the ids of motifs: what is asked, where, and how it ends.
pub const TAGS: &[(&str, &str)] = &[
    ("life-and-death", "every problem of the genre"),
    ("corner", "the region has points on two edges that meet"),
    ("side", "the region touches an edge"),
    ("centre", "the region touches no edge"),
    ("to-kill", "the attacker moves first"),
    ("to-live", "the defender moves first"),
    ("open", "the defender could get away"),
    ("short", "the main line has fewer than five plies"),
];

pub(crate) fn catalog() -> &'static Catalog {
    static ALL: OnceLock<Catalog> = OnceLock::new();
    ALL.get_or_init(|| {
        debug_assert!(CATALOG.iter().map(|c| c.0).eq(CLOSERS));
        let closers =
            CATALOG.iter().map(|&(c, name, tier, score)| named(c.id(), name, tier, score, Phase::Propagation));
        let motifs = MOTIFS.iter().map(|m| named(m.id, m.name, m.tier, m.score, Phase::Pattern));
        closers.chain(motifs).collect()
    })
}
