//! The first stage of a hint: where to look, and for which idea, without the move.

use crate::draw::number;
use crate::{Point, Points, Problem};
use tesuji_genre::{Marks, Step};

/// Side of the squares into which the region is divided: a hint shows the one with the move.
const SIDE: u8 = 3;

/// The first words of a hint: the idea, if it has a name, and a part of the region of three by
/// three points. `None` where the hint names no move.
#[must_use]
pub fn first_hint(puzzle: &str, step: &Step) -> Option<(String, Marks)> {
    let problem = Problem::parse(puzzle).ok()?;
    let q = &problem.question;
    let (w, h) = q.board.size();
    let key = Point::parse(step.marks.moves.first()?, w, h)?;
    let low = |along: fn(Point) -> u8| q.region.iter().map(along).min().unwrap_or_default();
    let block = |p: Point| (p.x.saturating_sub(low(|p| p.x)) / SIDE, p.y.saturating_sub(low(|p| p.y)) / SIDE);
    let place = block(key);
    let part: Points =
        (q.board.empty() & (q.region | Points::single(key))).iter().filter(|&p| block(p) == place).collect();
    let corner = |p: Option<Point>| p.map(|p| p.name(h)).unwrap_or_default();
    let between = if part.len() > 1 {
        format!("around {} to {}", corner(part.first()), corner(part.iter().last()))
    } else {
        format!("around {}", corner(part.first()))
    };
    let technique = crate::grade::catalog().get(&step.deduction.technique).map(|t| t.name().to_lowercase());
    let idea = technique.map_or("It has no name of its own.".to_string(), |name| format!("The idea: {name}."));
    let cells = part.iter().map(|p| number(&problem, p)).collect();
    Some((format!("Look {between}. {idea}"), Marks { cells, ..Marks::default() }))
}
