//! Grades and hints over a clue view.

use super::layout::Layout;
use crate::{Bad, ClueView, GradeInfo, GradeRequest, Graded, Marks, Need, State, sentence};
use tesuji_solver::grade::{self as grader, StandardGrader};
use tesuji_solver::trial::{Outcome, trial_depth};
use tesuji_solver::{Catalog, Deduction, Limits, Literal, Store};

/// Grades a puzzle with the techniques of the request.
pub(super) fn grade(view: &ClueView, state: Option<&State>, want: &GradeRequest) -> Result<Graded, Bad> {
    let start = view.store(state)?;
    let clash = |c: tesuji_solver::Conflict| {
        let bad = Bad::new("the candidates contradict each other: the puzzle has no solution");
        match c.var {
            Some(v) => bad.at(view.names.var(v)),
            None => bad,
        }
    };
    let mut at = start.clone();
    let clock = want.limits.start();
    let left = || want.limits.clone().with_time(clock.remaining());
    let got = StandardGrader::new(&want.catalog).with_limits(left()).grade(&mut at).map_err(clash)?;
    let mut limit = got.limit;
    let words = got.steps.iter().map(|s| wording(s, &want.catalog, view)).collect();
    let mut info = GradeInfo {
        tier: got.tier.name().to_string(),
        score: got.score,
        solved: got.solved,
        ceiling: want.ceiling.map(|tier| tier.name().to_string()),
        techniques: got.counts.iter().map(|(id, &n)| (id.to_string(), n)).collect(),
        features: [("effort".to_string(), got.effort as f64 / 100.0)].into(),
        ..GradeInfo::default()
    };
    // For comparison with outside ratings: the longest chain that can't be avoided, then effort.
    let rating = grader::rate(&mut start.clone(), &want.catalog, left()).map_err(clash)?;
    limit = limit.or(rating.limit);
    if rating.limit.is_none() {
        info.features.insert("chain".to_string(), f64::from(rating.chain));
        info.features.insert("rating".to_string(), f64::from(rating.chain) * CHAIN + rating.effort as f64 / 100.0);
    }
    if want.needs {
        let found = grader::needs(&start, &want.catalog, want.ceiling, &left()).map_err(clash)?;
        limit = limit.or(found.limit);
        info.ceiling = Some(found.ceiling.name().to_string());
        if found.solved {
            info.needs = Some(needs_of(&found, &start));
        }
    }
    if want.trial > 0 && !got.solved {
        let depth = trial_depth(&view.network, start.domains(), want.trial, &left());
        match depth.outcome {
            Outcome::Depth(k) => info.trial_depth = Some(k),
            Outcome::GaveUp(_) => limit = limit.or(Some(depth.stop)),
            Outcome::Beyond | Outcome::Contradiction(_) => {}
        }
    }
    Ok(Graded { info, steps: got.steps, words, limit })
}

/// Looks that a candidate of the longest chain outweighs in the rating: more than any puzzle's effort.
const CHAIN: f64 = 1e6;

/// Needs in the record's form: where the others stall.
pub(super) fn needs_of(found: &grader::Needs, start: &Store<'_>) -> Vec<Need> {
    let all = start.network().len();
    let need = |(id, stall): &(tesuji_solver::TechniqueId, grader::Stall)| Need {
        technique: id.to_string(),
        stalls_after: (stall.placed.len() - start.placed().len()) as u32,
        open: (all - stall.placed.len()) as u32,
    };
    found.needs.iter().map(need).collect()
}

/// A step in words: the technique, why, then what follows.
pub(super) fn wording(step: &Deduction, catalog: &Catalog, view: &ClueView) -> String {
    let names = &*view.names;
    let mut text = catalog.get(&step.technique).map_or_else(String::new, |t| format!("{}: ", t.name()));
    text += &sentence(&step.because.say, names);
    let mut follows: Vec<String> =
        step.places.iter().map(|l| format!("{}={}", names.var(l.var), names.value(l.value))).collect();
    // Cells that lose the same values are named together.
    let mut removes: Vec<(tesuji_solver::Domain, Vec<tesuji_solver::Var>)> = Vec::new();
    for r in &step.removes {
        match removes.iter_mut().find(|(values, _)| *values == r.values) {
            Some((_, vars)) => vars.push(r.var),
            None => removes.push((r.values, vec![r.var])),
        }
    }
    follows.extend(removes.iter().map(|(values, vars)| format!("{}≠{}", names.vars(vars), names.values(*values))));
    if !follows.is_empty() {
        if !text.is_empty() {
            text += ": ";
        }
        text += &follows.join(", ");
    }
    text
}

/// The next step of the catalog on a partly filled puzzle.
pub(super) fn hint(
    layout: &Layout,
    view: &ClueView,
    state: Option<&State>,
    catalog: &Catalog,
    limits: &Limits,
) -> Result<Option<(Deduction, String, Marks)>, Bad> {
    against_solution(layout, view, state, limits)?;
    let at = view.store(state)?;
    let Some(step) = grader::next_step(&at, catalog) else { return Ok(None) };
    let words = wording(&step, catalog, view);
    let mut gone: Vec<Literal> = Vec::new();
    for r in &step.removes {
        gone.extend(r.values.iter().map(|value| Literal { var: r.var, value }));
    }
    let mut cells: Vec<_> = step.because.pattern.iter().chain(&step.because.extra).map(|l| l.var).collect();
    cells.sort_unstable();
    cells.dedup();
    let marks = Marks {
        candidates: true,
        cells,
        pattern: step.because.pattern.clone(),
        extra: step.because.extra.clone(),
        gone,
        placed: step.places.clone(),
        moves: Vec::new(),
    };
    Ok(Some((step, words, marks)))
}

/// Nodes that the check of a state against the solution may take.
const CHECK_NODES: u64 = 1_000_000;

/// Techniques are about puzzles with one solution: others are refused. A state that contradicts it names its first wrong cell.
/// (Where the nodes do not do, nothing is known.)
pub(super) fn against_solution(
    layout: &Layout,
    view: &ClueView,
    state: Option<&State>,
    limits: &Limits,
) -> Result<(), Bad> {
    let own = Limits { solutions: 2, nodes: CHECK_NODES.min(limits.nodes), ..limits.clone() };
    let answer = layout.solve(&view.domains, &own);
    let solution = match answer.solutions.as_slice() {
        [] if answer.stop.is_complete() => return Err(Bad::new("no solution")),
        [_, _, ..] => return Err(Bad::new("more than one solution, where one is asked")),
        [one] if answer.stop.is_complete() => one,
        _ => return Ok(()),
    };
    let Some(state) = state else { return Ok(()) };
    for (&v, &value) in &state.placed {
        let (Some(&right), var) = (solution.get(v as usize), tesuji_solver::Var(v)) else { continue };
        if right != value {
            let what = format!("{} contradicts the solution", view.names.value(value));
            return Err(Bad::new(what).at(view.names.var(var)));
        }
    }
    for (&v, &mask) in &state.removed {
        let (Some(&right), var) = (solution.get(v as usize), tesuji_solver::Var(v)) else { continue };
        if tesuji_solver::Domain(mask).contains(right) {
            let what = format!("{} is struck out, but it is the solution's value", view.names.value(right));
            return Err(Bad::new(what).at(view.names.var(var)));
        }
    }
    Ok(())
}
