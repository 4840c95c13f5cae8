//! The next step of a partly filled puzzle.

use super::grade::wording;
use super::known::Engines;
use super::layout::Layout;
use crate::{Bad, ClueView, Hint, HintRequest, Marks, Next, State, Step, StepData};
use tesuji_solver::grade as grader;
use tesuji_solver::trial;
use tesuji_solver::{Deduction, Literal};

/// The first step that the techniques find; by trial where they find none and that is asked for.
pub(super) fn hint(
    layout: &Layout,
    view: &ClueView,
    state: Option<&State>,
    want: &HintRequest<'_>,
) -> Result<Hint, Bad> {
    let clock = want.limits.start();
    let engines = Engines { layout, solvers: want.solvers, limits: &want.limits };
    let uniqueness = engines.look(view, state, want.any_solution)?;
    let at = view.store(state)?;
    if at.placed().len() == at.network().len() {
        return Ok(Hint { uniqueness, next: Next::Solved });
    }
    let catalog = uniqueness.allowed(want.catalog);
    if let Some(deduction) = grader::next_step(&at, &catalog) {
        let name = catalog.get(&deduction.technique).map_or("", |t| t.name());
        let words = wording(&deduction, &catalog, view);
        return Ok(Hint { uniqueness, next: told(deduction, name, words, view) });
    }
    if want.last_resort {
        let limits = want.limits.clone().with_time(clock.remaining());
        if let Some(deduction) = trial::last_resort(&at, &limits) {
            let words = format!("{}: {}", trial::NAME, wording(&deduction, &catalog, view));
            return Ok(Hint { uniqueness, next: told(deduction, trial::NAME, words, view) });
        }
    }
    Ok(Hint { uniqueness, next: Next::Stuck })
}

/// A step with its marks and its data.
fn told(deduction: Deduction, name: &str, words: String, view: &ClueView) -> Next {
    let data = StepData::of(&deduction, name, &*view.names);
    let mut gone: Vec<Literal> = Vec::new();
    for r in &deduction.removes {
        gone.extend(r.values.iter().map(|value| Literal { var: r.var, value }));
    }
    let because = &deduction.because;
    let mut cells: Vec<_> = because.pattern.iter().chain(&because.extra).map(|l| l.var).collect();
    cells.sort_unstable();
    cells.dedup();
    let marks = Marks {
        candidates: true,
        cells,
        pattern: because.pattern.clone(),
        extra: because.extra.clone(),
        gone,
        placed: deduction.places.clone(),
        ..Marks::default()
    };
    Next::Step(Box::new(Step { deduction, words, marks, data: Some(data) }))
}
