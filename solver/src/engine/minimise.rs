//! Minimisation: literals of a learnt clause that follow from its others go, through the reasons of
//! propagators too.

use super::analyze::{Mark, Source};
use super::core::Engine;
use super::literal::Lit;

impl Engine {
    /// Takes the redundant literals out of the cut; the first one stays.
    pub fn minimise(&mut self) {
        let mut cut = std::mem::take(&mut self.analysis.cut);
        let first = cut[0];
        cut.retain(|&lit| lit == first || !self.is_redundant(lit, self.policy.minimise_depth));
        self.analysis.cut = cut;
    }

    /// Does the literal follow from literals of the cut?
    fn is_redundant(&mut self, lit: Lit, depth: u32) -> bool {
        if depth == 0 {
            return false;
        }
        let source = self.source(lit);
        if matches!(source, Source::None) {
            return false;
        }
        let mut i = 0;
        while let Some(because) = self.nth(source, i) {
            i += 1;
            let atom = because.atom();
            if self.trail.level_of(atom) == 0 {
                continue;
            }
            match self.analysis.marks[atom.index()] {
                Mark::Seen | Mark::Redundant => continue,
                Mark::Needed => return false,
                Mark::Unseen => {}
            }
            if !self.is_redundant(because, depth - 1) {
                self.analysis.mark(atom, Mark::Needed);
                return false;
            }
            self.analysis.mark(atom, Mark::Redundant);
        }
        true
    }
}
