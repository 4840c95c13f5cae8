//! A solver that notes how long each answer took.

use std::sync::{Arc, Mutex};
use std::time::Instant;
use tesuji_solver::{Answer, Domain, Limits, Network, RuleKind, Solver, Value};

/// Microseconds by call, in the order in which the calls ended.
pub type Figures = Arc<Mutex<Vec<f64>>>;

/// Any solver, timed.
pub struct Timed {
    inner: Box<dyn Solver>,
    figures: Figures,
}

impl Timed {
    /// Notes the times of `inner` in `figures`.
    pub fn new(inner: Box<dyn Solver>, figures: Figures) -> Self {
        Timed { inner, figures }
    }
}

/// Runs `work` and notes its microseconds.
pub fn note<T>(figures: &Figures, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let out = work();
    let micros = start.elapsed().as_secs_f64() * 1e6;
    figures.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(micros);
    out
}

/// The figures noted so far, in rising order (the order of calls is the thread scheduler's).
pub fn taken(figures: &Figures) -> Vec<f64> {
    let mut all = figures.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
    all.sort_by(f64::total_cmp);
    all
}

impl Solver for Timed {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn supports(&self, net: &Network) -> Result<(), RuleKind> {
        self.inner.supports(net)
    }

    fn solve(&self, net: &Network, from: Option<&[Domain]>, limits: &Limits) -> Answer<Vec<Value>> {
        note(&self.figures, || self.inner.solve(net, from, limits))
    }
}
