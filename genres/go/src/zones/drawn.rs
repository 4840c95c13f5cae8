//! The points that a proof rests on, drawn.

use crate::{Point, Problem, draw};
use tesuji_genre::{Marks, Medium, Record};

/// A record's problem with the zone of its proof marked: the points that the proof looks at. `None`
/// where its solution has none.
#[must_use]
pub fn drawn(record: &Record, medium: Medium) -> Option<String> {
    let problem = Problem::parse(&record.puzzle).ok()?;
    let solution = record.solution_or_found()?;
    let (w, h) = problem.question.board.size();
    let names = solution.words("zone")?;
    let cells =
        names.into_iter().filter_map(|name| Point::parse(name, w, h)).map(|p| draw::number(&problem, p)).collect();
    let caption = Some("The proof rests on the marked points.".to_string());
    draw::draw(&problem, None, &Marks { cells, caption, ..Marks::default() }, medium).ok()
}
