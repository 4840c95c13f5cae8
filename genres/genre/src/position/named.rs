//! Closers and motifs as entries of a catalog.

use std::ops::ControlFlow;
use std::sync::Arc;
use tesuji_solver::{Because, Board, Deduction, Phase, RuleKind, Technique, TechniqueId, Tier};

/// A name of a position genre: it has a tier and points, and works on positions, never on a
/// network's board.
struct Named {
    id: TechniqueId,
    name: &'static str,
    tier: Tier,
    score: u32,
    phase: Phase,
}

impl Technique for Named {
    fn id(&self) -> &TechniqueId {
        &self.id
    }
    fn name(&self) -> &'static str {
        self.name
    }
    fn tier(&self) -> Tier {
        self.tier
    }
    fn score(&self) -> u32 {
        self.score
    }
    fn phase(&self) -> Phase {
        self.phase
    }
    fn reads(&self) -> &'static [RuleKind] {
        &[]
    }
    fn find(&self, _at: &Board<'_>, _found: &mut dyn FnMut(Deduction) -> ControlFlow<()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A catalog's entry for a closer ([`Phase::Propagation`]: a proved static verdict, can be needed)
/// or a motif ([`Phase::Pattern`]: describes a proof, can't be needed). The genre itself finds it.
pub fn named(id: &'static str, name: &'static str, tier: Tier, score: u32, phase: Phase) -> Arc<dyn Technique> {
    Arc::new(Named { id: TechniqueId::new(id), name, tier, score, phase })
}

/// A step of a reading: the technique alone; words and marks go beside it.
pub fn step(technique: &TechniqueId) -> Deduction {
    Deduction { technique: technique.clone(), places: Vec::new(), removes: Vec::new(), because: Because::default() }
}
