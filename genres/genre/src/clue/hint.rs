//! The next step of a partly filled puzzle.

use super::grade::wording;
use super::known::Engines;
use super::layout::Layout;
use crate::hint::clue_places;
use crate::{Bad, ClueView, Hint, HintRequest, Marks, Next, State, Step, StepData};
use crate::{LONG, brief_argument};
use tesuji_solver::grade as grader;
use tesuji_solver::reason::Refutation;
use tesuji_solver::trial;
use tesuji_solver::{Because, Board, Deduction, Fact, Literal, Store};

/// The first step that the techniques find; by trial where they find none and that is asked for.
pub(super) fn hint(
    layout: &Layout,
    view: &ClueView,
    state: Option<&State>,
    want: &HintRequest<'_>,
) -> Result<Hint, Bad> {
    let clock = want.limits.start();
    let engines = Engines { layout, solvers: want.solvers, limits: &want.limits };
    let known = engines.look(view, state, want.any_solution)?;
    let uniqueness = known.uniqueness;
    let catalog = uniqueness.allowed(want.catalog);
    let mut sweep = grader::StandardGrader::new(&catalog).begin(known.store(view, state)?);
    let mut prepared: Vec<(String, Vec<Fact>)> = Vec::new();
    while let Some((technique, look)) = sweep.next_step() {
        if technique.row().is_preparation && sweep.apply(&look).is_ok() {
            prepared.push((technique.name().to_lowercase(), look.conclusions()));
            continue;
        }
        let explained = technique.explain(&Board::new(sweep.store()), &look, &mut view.explainer());
        let deduction = explained.into_iter().next().unwrap_or(look);
        let words = wording(&deduction, &catalog, view) + &preparation(&deduction, &prepared, view);
        return Ok(Hint { uniqueness, next: told(deduction, (technique.name(), technique.says()), words, view) });
    }
    let at = sweep.into_store();
    if at.placed().len() == at.network().len() {
        return Ok(Hint { uniqueness, next: Next::Solved });
    }
    if want.last_resort {
        let limits = want.limits.clone().with_time(clock.remaining());
        if let Some(deduction) = trial::last_resort(&at, &limits) {
            let deduction = by_rules(&at, deduction, view);
            let words = format!("{}: {}", trial::NAME, wording(&deduction, &catalog, view));
            return Ok(Hint { uniqueness, next: told(deduction, (trial::NAME, ""), words, view) });
        }
    }
    Ok(Hint { uniqueness, next: Next::Stuck })
}

/// The facts that a step takes from preparation, which the board does not show, with their reasons.
fn preparation(step: &Deduction, prepared: &[(String, Vec<Fact>)], view: &ClueView) -> String {
    let premises = step.premises();
    let mut used: Vec<(&str, Vec<Fact>)> = Vec::new();
    for (name, facts) in prepared {
        let own = premises.iter().filter(|premise| facts.iter().any(|fact| fact.var == premise.var));
        let own: Vec<Fact> = own.copied().collect();
        match used.iter_mut().find(|(known, _)| *known == name.as_str()) {
            Some((_, all)) => all.extend(own),
            None if own.is_empty() => {}
            None => used.push((name, own)),
        }
    }
    let told = |(name, mut facts): (&str, Vec<Fact>)| {
        facts.sort_unstable();
        facts.dedup();
        format!("; {}: {name}", view.names.facts(&facts))
    };
    used.into_iter().map(told).collect()
}

/// A step by trial as a chain of rules, where these refute the candidate one by one.
fn by_rules(at: &Store<'_>, step: Deduction, view: &ClueView) -> Deduction {
    let [gone] = step.removes.as_slice() else { return step };
    let Some(value) = gone.values.value() else { return step };
    let suppose = Literal { var: gone.var, value };
    let want = Refutation { at: at.domains(), suppose, takes: &|_| true, most: usize::MAX };
    let Some(reasons) = view.explainer().refutation(&want) else { return step };
    let supposed = Some(Fact::is(suppose.var, value));
    // The chain says what the trial's own words say.
    let because = Because { reasons, supposed, say: Vec::new(), ..step.because };
    Deduction { because, ..step }
}

/// A step with its marks and its data.
fn told(deduction: Deduction, name: (&str, &str), words: String, view: &ClueView) -> Next {
    let data = StepData::of(&deduction, name, &*view.names);
    let is_long = words.split_whitespace().count() > LONG;
    let brief = is_long.then(|| format!("{}: {}", name.0, brief_argument(&deduction, name.1, &*view.names)));
    let mut gone: Vec<Literal> = Vec::new();
    for r in &deduction.removes {
        gone.extend(r.values.iter().map(|value| Literal { var: r.var, value }));
    }
    let because = &deduction.because;
    let shown = because.pattern.iter().chain(&because.extra).map(|l| l.var);
    let mut cells: Vec<_> = shown.chain(deduction.looked_at()).collect();
    cells.sort_unstable();
    cells.dedup();
    let places = clue_places(&deduction, &*view.names).into_iter().map(|(place, _)| place).collect();
    let marks = Marks {
        candidates: true,
        cells,
        places,
        pattern: because.pattern.clone(),
        extra: because.extra.clone(),
        gone,
        placed: deduction.places.clone(),
        ..Marks::default()
    };
    Next::Step(Box::new(Step { deduction, words, brief, marks, data: Some(data) }))
}
