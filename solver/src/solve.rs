//! What every solver is: one trait, so that the cross-check is a loop.

use crate::{Domain, Limits, Network, RuleKind, Stats, Stop, Value};

/// Solutions, why the search ended, and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<S> {
    /// The solutions found, in the solver's order.
    pub solutions: Vec<S>,
    /// Why the search ended.
    pub stop: Stop,
    /// What it cost.
    pub stats: Stats,
}

/// A solver of networks.
pub trait Solver: Sync {
    /// Name on the command line and in verdicts: `simple`, `fast`, `sat`, `milp`, `cpsat`.
    fn name(&self) -> &'static str;

    /// Can it take this network?
    ///
    /// # Errors
    /// The first rule kind that it can't take: refused out loud, never skipped.
    fn supports(&self, net: &Network) -> Result<(), RuleKind>;

    /// Up to `limits.solutions` solutions (values by variable) within `from` (the initial domains
    /// if `None`).
    fn solve(&self, net: &Network, from: Option<&[Domain]>, limits: &Limits) -> Answer<Vec<Value>>;

    /// The solver with the network compiled, for many questions; `None` where nothing is gained by
    /// that.
    fn session(&self, _net: &Network) -> Option<Box<dyn Session>> {
        None
    }
}

/// A solver with a compiled network. Its answers hold as those of [`Solver::solve`] do; which of
/// several solutions it finds first may hang on what it was asked before.
pub trait Session {
    /// Up to `limits.solutions` solutions within `from`.
    fn solve(&mut self, from: &[Domain], limits: &Limits) -> Answer<Vec<Value>>;
}
