//! The solution of a game's position in pictures: the position with its key move, then the boards
//! along the solution's line.

use super::StepPicture;
use tesuji_genre::{Bad, Genre, GradeRequest, Graded, Marks, Medium, Puzzle, Record, State, WalkRequest};
use tesuji_solver::{Catalog, Limits, TechniqueId};

/// The solution in pictures, `most` of them at most; none where the limits end the search for it.
pub(super) fn line(
    genre: &'static dyn Genre,
    puzzle: &Puzzle,
    record: &Record,
    catalog: &Catalog,
    most: usize,
    limits: &Limits,
) -> Vec<StepPicture> {
    let mut pictures = Vec::new();
    let limits = &as_many(limits);
    let state = record.state.as_ref();
    let Some(actions) = genre.as_positions() else { return pictures };
    let Ok(Some((words, marks))) = actions.answer(puzzle, state, limits) else { return pictures };
    let graded = genre.grade(puzzle, state, &GradeRequest::new(catalog.clone(), limits.clone()));
    let name = graded.ok().and_then(|graded| named(&graded, catalog)).unwrap_or_default();
    let Ok(svg) = genre.draw(puzzle, state, &marks, Medium::Svg) else { return pictures };
    pictures.push(StepPicture { name, svg, words });
    // A position that was begun has no line in its record's solution.
    if state.is_some() {
        return pictures;
    }
    let solution = record.solution.clone().or_else(|| genre.solve(puzzle, limits).ok()?.solutions.into_iter().next());
    let Some(solution) = solution else { return pictures };
    let mut moves: Vec<String> = Vec::new();
    while pictures.len() < most {
        let want = WalkRequest { solution: Some(&solution), moves: &moves, step: true, ..WalkRequest::default() };
        let Ok(walked) = genre.walk(puzzle, &want) else { break };
        if walked.moves.len() <= moves.len() {
            break;
        }
        let first = moves.len();
        let mut words = numbered(&walked.moves[first..], first);
        for told in &walked.told {
            words += &format!(" {told}");
        }
        moves = walked.moves;
        // A walk of one move shows the board before it, as the first picture does.
        let is_last = walked.is_end;
        if !(is_last && first == 0 && moves.len() == 1) {
            pictures.push(StepPicture { name: String::new(), svg: walked.svg, words });
        }
        if is_last {
            break;
        }
    }
    pictures
}

/// The same time, and as many positions as the genre itself has for a question.
pub(crate) fn as_many(limits: &Limits) -> Limits {
    limits.clone().with_nodes(u64::MAX)
}

/// Moves with their numbers: "1. B9 2. A9".
fn numbered(moves: &[String], before: usize) -> String {
    let all: Vec<String> = (before + 1..).zip(moves).map(|(n, mv)| format!("{n}. {mv}")).collect();
    all.join(" ")
}

/// The names of the techniques that a graded position shows.
fn named(graded: &Graded, catalog: &Catalog) -> Option<String> {
    let names: Vec<&str> = graded.steps.iter().filter_map(|step| Some(catalog.get(&step.technique)?.name())).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// The position before the move that shows a technique, with that move's marks and words.
///
/// # Errors
/// [`Bad`] where the solution doesn't show it, or is not found within the limits.
pub(super) fn before(
    genre: &'static dyn Genre,
    puzzle: &Puzzle,
    record: &Record,
    technique: &TechniqueId,
    catalog: &Catalog,
    limits: &Limits,
) -> Result<(State, Marks, String), Bad> {
    let limits = &as_many(limits);
    let state = record.state.as_ref();
    let graded = genre.grade(puzzle, state, &GradeRequest::new(catalog.clone(), limits.clone()))?;
    if let Some(stop) = graded.limit {
        return Err(Bad::new(format!("not graded: the limit of {} was reached", stop.name())));
    }
    let name = catalog.get(technique).map_or_else(|| technique.to_string(), |t| t.name().to_string());
    if !graded.steps.iter().any(|step| step.technique == *technique) {
        let shown = named(&graded, catalog).unwrap_or_else(|| "nothing that has a name".to_string());
        return Err(Bad::new(format!("no move of the solution shows {name}; it shows {shown}")));
    }
    let none = || Bad::new("no move to show");
    let (words, marks) =
        genre.positions("has no positions to read")?.answer(puzzle, state, limits)?.ok_or_else(none)?;
    Ok((state.cloned().unwrap_or_default(), marks, format!("{name}: {words}")))
}
