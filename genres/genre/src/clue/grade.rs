//! Grades over a clue view.

use super::known::Known;
use crate::{Bad, ClueView, GradeInfo, GradeRequest, Graded, HumanTimes, Need, State, StepData, argument, sentence};
use tesuji_solver::grade::{self as grader, StandardGrader};
use tesuji_solver::trial::{Outcome, trial_depth};
use tesuji_solver::{Board, Catalog, Deduction, Store};

/// Grades a puzzle with the techniques of the request, less those that rest on what is not proved
/// of it.
pub(super) fn grade(
    view: &ClueView,
    state: Option<&State>,
    want: &GradeRequest,
    known: &Known,
    times: Option<HumanTimes>,
) -> Result<Graded, Bad> {
    let uniqueness = known.uniqueness;
    let catalog = uniqueness.allowed(&want.catalog);
    let start = known.store(view, state)?;
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
    let grader = StandardGrader::new(&catalog).with_limits(left());
    let has_reasons = !view.network.is_packed();
    let grader = if has_reasons || want.words || want.steps { grader } else { grader.without_steps() };
    let got = grader.grade(&mut at).map_err(clash)?;
    let mut limit = got.limit;
    let mut info = GradeInfo {
        tier: got.tier.name().to_string(),
        points: Some(got.score),
        solved: got.solved,
        ceiling: want.ceiling.map(|tier| tier.name().to_string()),
        techniques: got.counts.iter().map(|(id, &n)| (id.to_string(), n)).collect(),
        features: [("effort".to_string(), got.effort as f64 / 100.0)].into(),
        ..GradeInfo::default()
    };
    // For comparison with outside ratings: the longest chain that can't be avoided, then effort.
    let rate = || grader::rate_graded(&mut start.clone(), &catalog, &got, left());
    let rating = want.rating.then(rate).transpose().map_err(clash)?;
    limit = limit.or(rating.and_then(|rating| rating.limit));
    if let Some(rating) = rating.filter(|rating| rating.limit.is_none()) {
        info.features.insert("chain".to_string(), f64::from(rating.chain));
        info.features.insert("rating".to_string(), f64::from(rating.chain) * CHAIN + rating.effort as f64 / 100.0);
    }
    if want.needs {
        let found = grader::needs(&start, &catalog, want.ceiling, &left()).map_err(clash)?;
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
    let explained = if has_reasons || want.words { explained(&start, &got.steps, &catalog, view) } else { Vec::new() };
    let joint = grader::joint_weight(&explained);
    let score = got.effort as f64 / 100.0 * (1.0 + joint).sqrt();
    info.score = Some(score.round() as u32);
    if joint > 0.0 {
        info.features.insert("joint".to_string(), (joint * 100.0).round() / 100.0);
    }
    let timed = times.filter(|times| got.solved && view.network.len() == times.variables);
    if let Some(times) = timed {
        info.features.insert("seconds".to_string(), times.seconds(score).round());
    }
    let spoken = match want.words {
        true => spoken(explained, &catalog, view),
        false => Graded { steps: got.steps, ..Graded::default() },
    };
    Ok(Graded { info, limit, uniqueness, ..spoken })
}

/// Looks that a candidate of the longest chain outweighs in the rating: more than any puzzle's
/// effort.
const CHAIN: f64 = 1e6;

/// Needs in the record's form: where the others stall.
pub(super) fn needs_of(found: &grader::Needs, start: &Store<'_>) -> Vec<Need> {
    let all = start.network().len();
    let need = |(id, stall): &(tesuji_solver::TechniqueId, grader::Stall)| {
        let stalls_after = (stall.placed.len() - start.placed().len()) as u32;
        Need::new(id.as_str(), stalls_after, (all - stall.placed.len()) as u32)
    };
    found.needs.iter().map(need).collect()
}

/// The steps with their reasons, one for each set of premises.
fn explained(start: &Store<'_>, looks: &[Deduction], catalog: &Catalog, view: &ClueView) -> Vec<Deduction> {
    let mut at = start.clone();
    let mut with = view.explainer();
    let mut steps = Vec::new();
    for look in looks {
        let technique = catalog.get(&look.technique);
        let mut explained = match technique {
            Some(technique) => technique.explain(&Board::new(&at), look, &mut with),
            None => Vec::new(),
        };
        if explained.is_empty() {
            explained.push(look.clone());
        }
        steps.append(&mut explained);
        if grader::apply(&mut at, look).is_err() {
            break;
        }
    }
    steps
}

/// Explained steps as data and in words. The words leave mere preparation out.
fn spoken(steps: Vec<Deduction>, catalog: &Catalog, view: &ClueView) -> Graded {
    let (mut words, mut data) = (Vec::new(), Vec::new());
    for step in &steps {
        let technique = catalog.get(&step.technique);
        if !technique.is_some_and(|t| t.row().is_preparation) {
            words.push(wording(step, catalog, view));
        }
        let name = technique.map_or(("", ""), |t| (t.name(), t.says()));
        data.push(StepData::of(step, name, &*view.names));
    }
    Graded { steps, words, data, ..Graded::default() }
}

/// A step in words: the technique, what stands, what follows, why.
pub(super) fn wording(step: &Deduction, catalog: &Catalog, view: &ClueView) -> String {
    let technique = catalog.get(&step.technique);
    let says = technique.map_or("", |t| t.says());
    let name = technique.map_or_else(String::new, |t| format!("{}: ", t.name()));
    if !step.because.reasons.is_empty() {
        return name + &argument(step, says, &*view.names);
    }
    let names = &*view.names;
    let mut text = name;
    text += &sentence(&step.because.say, names);
    let mut follows: Vec<String> =
        step.places.iter().map(|l| format!("{}={}", names.var(l.var), names.value(l.value))).collect();
    // Cells that lose the same values are named together.
    let mut removes: Vec<(tesuji_solver::Domain, Vec<tesuji_solver::Var>)> = Vec::new();
    // What is written down says what it strikes.
    let is_placed = |var| step.places.iter().any(|l| l.var == var);
    for r in step.removes.iter().filter(|r| !is_placed(r.var)) {
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
