//! Closers and motifs as entries of a catalog.

use std::ops::ControlFlow;
use std::sync::Arc;
use tesuji_solver::{Because, Board, Deduction, Phase, Row, Technique, TechniqueId, Tier};

/// A name of a position genre: it works on positions, never on a network's board.
struct Named(Row);

impl Technique for Named {
    fn row(&self) -> &Row {
        &self.0
    }
    fn find(&self, _at: &Board<'_>, _found: &mut dyn FnMut(Deduction) -> ControlFlow<()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A catalog's entry for a closer ([`Phase::Propagation`]: a proved static verdict, can be needed)
/// or a motif ([`Phase::Pattern`]: describes a proof, can't be needed). The genre itself finds it.
pub fn named(id: &'static str, name: &'static str, tier: Tier, score: u32, phase: Phase) -> Arc<dyn Technique> {
    Arc::new(Named(Row::new(id, name, tier, score).reading(&[], phase)))
}

/// A step of a reading: the technique alone; words and marks go beside it.
pub fn step(technique: &TechniqueId) -> Deduction {
    Deduction { technique: technique.clone(), places: Vec::new(), removes: Vec::new(), because: Because::default() }
}
