//! The engine: a point of some rows over binaries.

use super::{Bound, Outcome, Row};
use std::time::Duration;
use tesuji_solver::Stop;

/// A point, or why there is none, by microlp. It says "infeasible" of what it has proved from the
/// rows themselves (since its version 0.7: 0.6 said so of rows that have a point).
#[cfg(not(feature = "highs"))]
pub(super) fn solve(binaries: usize, rows: &[Row], time: Duration) -> Outcome {
    use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, SolveOutcome};
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    if time < Duration::MAX {
        problem.set_time_limit(time);
    }
    let binaries: Vec<_> = (0..binaries).map(|_| problem.add_binary_var(0.0)).collect();
    for row in rows {
        let terms: Vec<_> = row.terms.iter().map(|&(c, b)| (binaries[b], c as f64)).collect();
        for bound in row.bounds() {
            let (relation, side) = match bound {
                Bound::Equal(side) => (ComparisonOp::Eq, side),
                Bound::AtMost(side) => (ComparisonOp::Le, side),
                Bound::AtLeast(side) => (ComparisonOp::Ge, side),
            };
            problem.add_constraint(&terms, relation, side as f64);
        }
    }
    match problem.solve() {
        Ok(SolveOutcome::Solution(found)) => {
            Outcome::Point(binaries.iter().map(|&b| found.var_value(b) > 0.5).collect())
        }
        Ok(SolveOutcome::Interrupted(_)) => Outcome::Stopped(Stop::Time),
        Err(Error::Infeasible) => Outcome::Infeasible,
        Err(_) => Outcome::Stopped(Stop::Interrupted),
    }
}

/// A point, or why there is none, by HiGHS.
#[cfg(feature = "highs")]
pub(super) fn solve(binaries: usize, rows: &[Row], time: Duration) -> Outcome {
    use good_lp::solvers::{ResolutionError, Solution, SolverModel, WithTimeLimit};
    use good_lp::{Expression, ProblemVariables, variable};
    let mut vars = ProblemVariables::new();
    let binaries: Vec<_> = (0..binaries).map(|_| vars.add(variable().binary())).collect();
    let model = vars.minimise(Expression::from(0.0)).using(good_lp::solvers::highs::highs);
    let mut model = model.set_threads(1);
    model.set_verbose(false);
    if time < Duration::MAX {
        model = model.with_time_limit(time.as_secs_f64());
    }
    for row in rows {
        let mut sum = Expression::with_capacity(row.terms.len());
        for &(c, b) in &row.terms {
            sum.add_mul(c as f64, binaries[b]);
        }
        for bound in row.bounds() {
            model.add_constraint(match bound {
                Bound::Equal(side) => sum.clone().eq(side as f64),
                Bound::AtMost(side) => sum.clone().leq(side as f64),
                Bound::AtLeast(side) => sum.clone().geq(side as f64),
            });
        }
    }
    match model.solve() {
        Ok(found) => Outcome::Point(binaries.iter().map(|&b| found.value(b) > 0.5).collect()),
        Err(ResolutionError::Infeasible) => Outcome::Infeasible,
        Err(_) => Outcome::Stopped(Stop::Interrupted),
    }
}
