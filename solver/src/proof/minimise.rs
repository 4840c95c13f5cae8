//! Irreducible cores.

use super::Proof;
use super::prove::{Prover, Theory};
use crate::{Literal, Truth};

impl Prover<'_, '_> {
    /// A proof whose core is irreducible: without any one of its truths, trial of the same depth no
    /// longer refutes the goal. The truths are tried in the order of the core; each that can go
    /// takes others with it.
    ///
    /// `None` when the proof is not one from these candidates, or a limit was reached.
    pub fn minimise(&mut self, proof: &Proof) -> Option<Proof> {
        let (goal, k) = (proof.literal()?, proof.depth());
        self.shrink(goal, k, proof.clone(), &proof.core.clone())
    }

    /// Drops what can go, trying the truths in the given order.
    pub(super) fn shrink(&mut self, goal: Literal, k: u8, mut proof: Proof, order: &[Truth]) -> Option<Proof> {
        for &truth in order {
            if !proof.core.contains(&truth) {
                continue;
            }
            let theory = self.without(&proof.core, truth);
            if self.refutes_in(goal, k, &theory)? {
                proof = self.refute_in(goal, k, &theory, &mut None)?;
            }
        }
        Some(proof)
    }

    /// Is the core irreducible: is each truth needed, at this depth?
    /// `None` when a limit was reached or the proof has no goal.
    pub fn is_irreducible(&mut self, proof: &Proof) -> Option<bool> {
        let (goal, k) = (proof.literal()?, proof.depth());
        for &truth in &proof.core {
            let theory = self.without(&proof.core, truth);
            if self.refutes_in(goal, k, &theory)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn without(&self, core: &[Truth], truth: Truth) -> Theory {
        let rest: Vec<Truth> = core.iter().copied().filter(|&t| t != truth).collect();
        self.only(&rest)
    }
}
