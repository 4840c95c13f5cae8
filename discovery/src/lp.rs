//! Linear programs in nonnegative unknowns, through `good_lp`: over microlp (pure Rust) or, with
//! the feature `highs`, over HiGHS. What comes out is floating point and proves nothing by itself.

use good_lp::solvers::{Solution, SolutionStatus, SolverModel, WithTimeLimit};
use good_lp::{Expression, ProblemVariables, Variable, variable};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// What a row's sum has to be, beside its bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Equal,
    Most,
    Least,
}

/// `minimise costs · x` under rows, all unknowns within 0 and `upper`.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) costs: Vec<f64>,
    pub(crate) rows: Vec<(Vec<(usize, f64)>, Side, f64)>,
    pub(crate) upper: f64,
    pub(crate) whole: bool,
}

impl Program {
    /// An optimal point; `None` where there is none, the time is up, or the engine gave up.
    pub(crate) fn solve(&self, time: Duration) -> Option<Vec<f64>> {
        let mut vars = ProblemVariables::new();
        let unknown = || if self.whole { variable().integer() } else { variable() }.min(0.0).max(self.upper);
        let all: Vec<Variable> = self.costs.iter().map(|_| vars.add(unknown())).collect();
        let sum = |terms: &mut dyn Iterator<Item = (usize, f64)>| {
            let mut sum = Expression::with_capacity(8);
            terms.for_each(|(i, c)| sum.add_mul(c, all[i]));
            sum
        };
        let cost = sum(&mut self.costs.iter().copied().enumerate().filter(|(_, c)| *c != 0.0));
        let mut model = engine(vars, cost, time);
        for (terms, side, bound) in &self.rows {
            let sum = sum(&mut terms.iter().copied());
            model.add_constraint(match side {
                Side::Equal => sum.eq(*bound),
                Side::Most => sum.leq(*bound),
                Side::Least => sum.geq(*bound),
            });
        }
        // A panic inside the engine is one more way of giving up.
        let solution = catch_unwind(AssertUnwindSafe(|| model.solve())).ok()?.ok()?;
        let is_done = matches!(solution.status(), SolutionStatus::Optimal | SolutionStatus::GapLimit);
        is_done.then(|| all.iter().map(|&v| solution.value(v)).collect())
    }
}

#[cfg(not(feature = "highs"))]
fn engine(vars: ProblemVariables, cost: Expression, time: Duration) -> good_lp::solvers::microlp::MicroLpProblem {
    let model = vars.minimise(cost).using(good_lp::solvers::microlp::microlp);
    if time == Duration::MAX { model } else { model.with_time_limit(time.as_secs_f64()) }
}

#[cfg(feature = "highs")]
fn engine(vars: ProblemVariables, cost: Expression, time: Duration) -> good_lp::solvers::highs::HighsProblem {
    let mut model = vars.minimise(cost).using(good_lp::solvers::highs::highs).set_threads(1);
    model.set_verbose(false);
    if time == Duration::MAX { model } else { model.with_time_limit(time.as_secs_f64()) }
}
