//! Knowledge that families bring to reading: sound static verdicts, and names for what a proof
//! shows.

use super::{Game, Interval, Proof};
use crate::{TechniqueId, Tier};

/// A sound static verdict with a name and a tier (two eyes, no eye space, a closed mill that can't
/// be stopped…): a proved lemma about positions, never an estimate.
pub trait Closer<G: Game>: Sync {
    /// Stable name.
    fn id(&self) -> &TechniqueId;

    /// Tier.
    fn tier(&self) -> Tier;

    /// What the lemma says of this position: its value, or a bound on it. Asked only where the
    /// rules give no verdict.
    fn close(&self, game: &G, at: &G::Position) -> Option<Interval<G::Value>>;
}

/// A name for what a proof shows (snapback, throw-in, under the stones…). Motifs describe; they
/// can't be needed.
pub trait Motif<G: Game>: Sync {
    /// Stable name.
    fn id(&self) -> &TechniqueId;

    /// Does the proof show it?
    fn names(&self, game: &G, proof: &Proof<G>) -> bool;
}
