//! SAT: clauses once, engines behind one trait, sessions that answer many puzzles with the same
//! rules.

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod certificate;
mod clauses;
mod cnf;
mod session;
mod varisat;

pub use batsat::BatSatEngine;
#[cfg(feature = "cadical")]
pub use cadical::CadicalEngine;
pub use certificate::{Certificate, Claim, Unproved, certify};
pub use cnf::{Cnf, Lit, Term};
pub use session::SatSession;
pub use varisat::VarisatEngine;

use std::marker::PhantomData;
use tesuji_solver::{Answer, Clock, Domain, Limits, Network, RuleKind, Session, Solver, Stop, Value};

/// What a SAT engine says of the clauses under the assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a model; [`SatBackend::value`] reads it.
    Sat,
    /// There is none.
    Unsat,
    /// It gave up.
    Stopped(Stop),
}

/// An incremental SAT engine.
pub trait SatBackend {
    /// Name of the solver over this engine.
    const NAME: &'static str;

    /// Name of the solver over this engine that states all rules exactly.
    const EXACT: &'static str;

    /// An empty engine. `interruptible`: will it be asked to keep a time limit? (It costs some
    /// engines something.)
    fn new(interruptible: bool) -> Self;

    /// Makes room for variables 1 to `n`.
    fn reserve(&mut self, n: usize);

    /// Adds a clause.
    fn add(&mut self, clause: &[Lit]);

    /// Searches for a model in which the assumptions hold, until the clock runs out or `nodes`
    /// conflicts (engines that can't count them ignore this). After [`Verdict::Stopped`] the engine
    /// is not used again.
    fn solve(&mut self, assumptions: &[Lit], clock: &Clock, nodes: u64) -> Verdict;

    /// The value of variable `n` in the last model.
    fn value(&self, n: Lit) -> bool;

    /// Conflicts so far, where known.
    fn conflicts(&self) -> Option<u64>;
}

/// A SAT engine as a solver: a fresh engine for each puzzle, unless a [`session`](Solver::session)
/// is kept.
#[derive(Debug)]
pub struct Sat<B> {
    exactly: bool,
    engine: PhantomData<fn() -> B>,
}

impl<B> Sat<B> {
    /// The solver over engine `B`: cuts for the rules whose encoding is lazy.
    pub const fn new() -> Self {
        Sat { exactly: false, engine: PhantomData }
    }

    /// The same with rules stated exactly.
    pub const fn exact() -> Self {
        Sat { exactly: true, engine: PhantomData }
    }

    fn clauses(&self, net: &Network, from: Option<&[Domain]>) -> Cnf {
        if self.exactly { Cnf::exact(net, from) } else { Cnf::of(net, from) }
    }
}

impl<B> Default for Sat<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: SatBackend + 'static> Solver for Sat<B> {
    fn name(&self) -> &'static str {
        if self.exactly { B::EXACT } else { B::NAME }
    }

    fn supports(&self, net: &Network) -> Result<(), RuleKind> {
        net.is_encoded()
    }

    fn solve(&self, net: &Network, from: Option<&[Domain]>, limits: &Limits) -> Answer<Vec<Value>> {
        SatSession::<B>::of(self.clauses(net, from)).solve(None, limits)
    }

    fn session(&self, net: &Network) -> Option<Box<dyn Session>> {
        Some(Box::new(SatSession::<B>::of(self.clauses(net, None))))
    }
}

impl<B: SatBackend + 'static> Session for SatSession<B> {
    fn solve(&mut self, from: &[Domain], limits: &Limits) -> Answer<Vec<Value>> {
        SatSession::solve(self, Some(from), limits)
    }
}
