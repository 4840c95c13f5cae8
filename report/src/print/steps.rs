//! The decisive steps of a solution, in pictures.

use tesuji_genre::{
    Bad, Genre, GradeRequest, Graded, HintRequest, Marks, Medium, Next, Puzzle, Record, Restriction, State,
};
use tesuji_solver::{Catalog, Deduction, Limits, TechniqueId, Tier};

/// A step in a picture of the board before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepPicture {
    /// The technique's name.
    pub name: String,
    /// The drawing.
    pub svg: String,
    /// The step in words.
    pub words: String,
}

/// The state with what a step writes down and strikes out.
pub(crate) fn apply(state: &mut State, step: &Deduction) {
    for placed in &step.places {
        state.placed.insert(placed.var.0, placed.value);
    }
    for removal in &step.removes {
        *state.removed.entry(removal.var.0).or_default() |= removal.values.0;
    }
}

/// The steps that decide: of those above the easiest techniques of the solution the hardest ones,
/// needed techniques first, each technique once; at most `most`, in their order.
fn chosen(graded: &Graded, catalog: &Catalog, most: usize) -> Vec<usize> {
    let needs = graded.info.needs.as_deref().unwrap_or_default();
    let weight = |step: &Deduction| {
        let technique = catalog.get(&step.technique)?;
        let is_needed = needs.iter().any(|need| need.technique == step.technique.as_str());
        Some((is_needed, technique.tier(), technique.score()))
    };
    let mut all: Vec<_> =
        graded.steps.iter().enumerate().filter_map(|(at, step)| Some((weight(step)?, at, &step.technique))).collect();
    // The hardest first, of equals the earliest.
    all.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut seen: Vec<&TechniqueId> = Vec::new();
    let mut steps = Vec::new();
    for (weight, at, technique) in all {
        // Beside a harder step the easiest ones decide nothing.
        let is_easy = weight.1 == Tier::Beginner && !steps.is_empty();
        if steps.len() < most && !is_easy && !seen.contains(&technique) {
            seen.push(technique);
            steps.push(at);
        }
    }
    steps.sort_unstable();
    steps
}

/// The decisive steps of a graded puzzle in pictures.
pub(super) fn decisive(
    genre: &'static dyn Genre,
    puzzle: &Puzzle,
    record: &Record,
    graded: &Graded,
    catalog: &Catalog,
    most: usize,
    limits: &Limits,
) -> Vec<StepPicture> {
    let wanted = chosen(graded, catalog, most);
    let mut state = record.state.clone().unwrap_or_default();
    let mut pictures = Vec::new();
    for (at, step) in graded.steps.iter().enumerate() {
        if wanted.contains(&at) {
            pictures.extend(picture(genre, puzzle, &state, &step.technique, catalog, limits));
        }
        apply(&mut state, step);
    }
    pictures
}

/// The first step of a technique in the solution of a puzzle, in a picture.
pub fn step_of(
    genre: &'static dyn Genre,
    puzzle: &Puzzle,
    technique: &TechniqueId,
    limits: &Limits,
) -> Option<StepPicture> {
    let graded = genre.grade(puzzle, None, &GradeRequest::new(genre.catalog().clone(), limits.clone())).ok()?;
    let mut state = State::default();
    for step in &graded.steps {
        if step.technique == *technique {
            return picture(genre, puzzle, &state, technique, genre.catalog(), limits);
        }
        apply(&mut state, step);
    }
    None
}

/// The step of a technique at a state: the hint that this technique gives.
fn picture(
    genre: &'static dyn Genre,
    puzzle: &Puzzle,
    state: &State,
    technique: &TechniqueId,
    catalog: &Catalog,
    limits: &Limits,
) -> Option<StepPicture> {
    let alone = catalog.filter(|t| t.id() == technique);
    // A technique that builds on another one finds nothing alone.
    for catalog in [&alone, catalog] {
        let request = HintRequest { limits: limits.clone(), any_solution: true, ..HintRequest::new(catalog) };
        if let Ok(hint) = genre.hint(puzzle, Some(state), &request)
            && let Next::Step(step) = hint.next
        {
            let name = catalog.get(&step.deduction.technique).map_or(String::new(), |t| t.name().to_string());
            let svg = genre.draw(puzzle, Some(state), &step.marks, Medium::Svg).ok()?;
            return Some(StepPicture { name, svg, words: step.brief.unwrap_or(step.words) });
        }
    }
    None
}

/// The state before the first step that needs a technique: where all others of the restriction
/// find nothing more. Of a game the position whose solution shows it.
///
/// # Errors
/// [`Bad`] where the puzzle is solved without it, or the others stall and it finds nothing either.
pub fn before(
    genre: &'static dyn Genre,
    puzzle: &Puzzle,
    record: &Record,
    technique: &TechniqueId,
    restriction: &Restriction,
    limits: &Limits,
) -> Result<(State, Marks, String), Bad> {
    let catalog = restriction.apply(genre.catalog());
    let Some(wanted) = genre.catalog().get(technique) else {
        return Err(Bad::new(format!("{} has no technique {technique}", genre.name())));
    };
    if !genre.info().has_trial {
        return super::games::before(genre, puzzle, record, technique, &catalog, limits);
    }
    let others = catalog.without(std::slice::from_ref(technique));
    let graded = genre.grade(puzzle, record.state.as_ref(), &GradeRequest::new(others, limits.clone()))?;
    if let Some(stop) = graded.limit {
        return Err(Bad::new(format!("not graded: the limit of {} was reached", stop.name())));
    }
    if graded.info.solved {
        return Err(Bad::new(format!("no step needs {}: the other techniques solve the puzzle", wanted.name())));
    }
    let mut state = record.state.clone().unwrap_or_default();
    for step in &graded.steps {
        apply(&mut state, step);
    }
    let alone = genre.catalog().filter(|t| t.id() == technique);
    let request = HintRequest { limits: limits.clone(), any_solution: true, ..HintRequest::new(&alone) };
    match genre.hint(puzzle, Some(&state), &request)?.next {
        Next::Step(step) => Ok((state, step.marks, step.words)),
        _ => Err(Bad::new(format!("the other techniques stall, and {} finds nothing there either", wanted.name()))),
    }
}
