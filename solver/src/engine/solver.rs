//! The learning engine as a [`Solver`].

use super::policy::Policy;
use super::session::Session;
use crate::{Answer, Domain, Limits, Network, RuleKind, Solver, Value};

/// Compiles a network for learning, searches, forgets it.
#[derive(Clone, Copy, Debug, Default)]
pub struct LearningSolver {
    /// Tuning constants.
    pub policy: Policy,
}

impl Solver for LearningSolver {
    fn name(&self) -> &'static str {
        "learning"
    }

    fn supports(&self, _net: &Network) -> Result<(), RuleKind> {
        Ok(())
    }

    fn solve(&self, net: &Network, from: Option<&[Domain]>, limits: &Limits) -> Answer<Vec<Value>> {
        Session::within(net, from.unwrap_or(net.domains()), self.policy).solve(&[], limits)
    }
}
