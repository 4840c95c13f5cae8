//! The fast engine: one SIMD lane per value, and the learning engine for what that gets lost in.
//!
//! Networks whose variables split into all-different groups run on the kernels of `tesuji-lanes`;
//! rules of other kinds follow after each fixpoint of the groups. Nothing here knows of any genre:
//! the kernel is chosen by the shape of the rules ([`Engine::kernel`] says which), and a network
//! without a partition is the learning engine's.
//!
//! This is where it is decided which engine searches, and when one hands over to another: all that
//! the product asks of a network's solutions it asks an [`Engine`].
//!
//! [`FastSolver`] compiles a network for each call; [`Engine`] is the compiled form, to be kept.

#[cfg(test)]
mod check;
mod drawn;
mod engine;
mod further;
mod handover;

pub use engine::Engine;
pub use handover::HandOver;
pub use tesuji_lanes::{Count, Probe, Width};

use crate::{Answer, Domain, Limits, Network, RuleKind, Session, Solver, Value};

/// The fast engine as a [`Solver`]: compiles the network, searches, forgets it.
#[derive(Clone, Copy, Debug, Default)]
pub struct FastSolver {
    /// When to probe.
    pub probe: Probe,
}

impl Solver for FastSolver {
    fn name(&self) -> &'static str {
        "fast"
    }

    fn supports(&self, _net: &Network) -> Result<(), RuleKind> {
        Ok(())
    }

    fn solve(&self, net: &Network, from: Option<&[Domain]>, limits: &Limits) -> Answer<Vec<Value>> {
        Engine::compile(net).with_probe(self.probe).solve(from.unwrap_or(net.domains()), limits)
    }

    fn session(&self, net: &Network) -> Option<Box<dyn Session>> {
        Some(Box::new(Engine::compile(net).with_probe(self.probe)))
    }
}

impl Session for Engine {
    fn solve(&mut self, from: &[Domain], limits: &Limits) -> Answer<Vec<Value>> {
        Engine::solve(self, from, limits)
    }
}

#[cfg(test)]
mod tests;
