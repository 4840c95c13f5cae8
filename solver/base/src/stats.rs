//! What a search did.

/// What a search did. Counts are deterministic; what a field counts is the solver's own unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Stats {
    /// Branch children visited (for a SAT solver: decisions where known, else solver calls).
    pub nodes: u64,
    /// Propagation sweeps or rule calls.
    pub propagations: u64,
    /// Trial assumptions (probing).
    pub trials: u64,
}
