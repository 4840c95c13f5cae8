//! The names of the genre: closers, which prove, and motifs, which describe.

mod chase;
mod closers;
mod motifs;
mod scene;
#[cfg(test)]
mod tests;

pub use closers::{ALL as CLOSERS, ClosedBy, Closers};
pub use motifs::{ALL as MOTIFS, Motif};
pub use scene::{Scene, Turn};

/// The motifs that a scene shows, in the order of the list.
#[must_use]
pub fn shown(scene: &Scene<'_>) -> Vec<&'static Motif> {
    MOTIFS.iter().filter(|m| (m.shown)(scene)).collect()
}
