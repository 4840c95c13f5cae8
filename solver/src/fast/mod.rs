//! The fast engine: one SIMD lane per value.
//!
//! All-different is symmetric in the values. The variables are split into *blocks* (a partition
//! into full groups, read off the rules), and a block is a vector: lane `v` holds the positions
//! where value `v` may still stand. One group rule, run on all values at once, gives hidden
//! singles, locked candidates and the clearing of peers in every group; one horizontal step finds
//! the variables with one value. Nothing here knows of any genre: the kernel is chosen by the shape
//! of the rules ([`Engine::kernel`] says which), and a network without a partition runs on the
//! plain propagator.
//!
//! [`FastSolver`] compiles a network for each call; [`Engine`] is the compiled form, to be kept.

#![allow(
    clippy::needless_range_loop,
    reason = "indexed loops over fixed arrays unroll, and need no closures, which would not inherit a vector entry's features"
)]

#[cfg(feature = "check-propagations")]
mod check;
mod dispatch;
mod engine;
mod explain;
mod fixpoint;
mod further;
mod handover;
mod kernel;
mod lanes;
mod level;
mod model;
mod pick;
mod plain;
mod plan;
mod recorder;
mod restart;
mod search;
mod witness;

pub use engine::Engine;
pub use explain::{Pattern, Reason, Times};
pub use handover::HandOver;
pub use level::Width;
pub use search::{Count, Probe};

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
mod explain_tests;
#[cfg(test)]
mod tests;
