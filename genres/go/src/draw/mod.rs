//! Diagrams: Unicode for terminals, SVG for pages.
//!
//! Marks: `placed` are moves in order (the literal's value is the move's number, the variable the
//! point's number by rows), `cells` are points to look at, `gone` are moves that fail.

mod svg;
#[cfg(test)]
mod tests;
mod text;

use crate::{Color, Goal, Point, Points, Problem};
use std::collections::BTreeMap;
use tesuji_genre::{Bad, Marks, Medium, Rect, State};
use tesuji_solver::Var;

/// What is drawn, after the moves of the marks were laid on.
struct Scene<'a> {
    problem: &'a Problem,
    low: Point,
    high: Point,
    /// Move numbers by point, with the colour of the move.
    numbers: BTreeMap<Point, (u8, Color)>,
    looked_at: Points,
    failing: Points,
    /// The target, where other stones of the defender stand beside it.
    targets: Points,
    /// Stones that are taken to hold, where that is to be seen.
    held: Points,
    /// Words in place of the usual ones.
    caption: Option<String>,
}

/// The caption of a problem of which the best outcome is a ko.
pub(crate) fn ko_caption(problem: &Problem) -> String {
    format!("{} to play. Ko.", if problem.color() == Color::Black { "Black" } else { "White" })
}

/// The number of a point in marks and states.
#[must_use]
pub fn number(problem: &Problem, p: Point) -> Var {
    Var(u32::from(p.y) * u32::from(problem.question.board.size().0) + u32::from(p.x))
}

fn point(problem: &Problem, Var(var): Var) -> Option<Point> {
    let (w, h) = problem.question.board.size();
    let (x, y) = (var % u32::from(w), var / u32::from(w));
    (y < u32::from(h)).then(|| Point::new(x as u8, y as u8))
}

impl Scene<'_> {
    fn of<'a>(problem: &'a Problem, marks: &Marks) -> Scene<'a> {
        let board = &problem.question.board;
        let (w, h) = board.size();
        let (low, high) = shown(problem, marks);
        // One line more where the board goes on, and the edge where it is near.
        let less = |v: u8| if v <= 2 { 0 } else { v - 1 };
        let more = |v: u8, end: u8| if v + 3 >= end { end - 1 } else { v + 1 };
        let color = |n: u8| if n % 2 == 1 { problem.color() } else { problem.color().other() };
        let at = |var: Var| point(problem, var);
        let q = &problem.question;
        let own = board.stones(q.defender);
        let asked = own & if q.goal == Goal::Crucial { q.target } else { q.region };
        // Where all stones of the colour are asked about, no mark is needed.
        let targets = if own.within(&asked) { Points::EMPTY } else { asked };
        Scene {
            problem,
            low: Point::new(less(low.x), less(low.y)),
            high: Point::new(more(high.x, w), more(high.y, h)),
            numbers: marks.placed.iter().filter_map(|l| Some((at(l.var)?, (l.value, color(l.value))))).collect(),
            looked_at: marks.cells.iter().filter_map(|&v| at(v)).collect(),
            failing: marks.gone.iter().filter_map(|l| at(l.var)).collect(),
            targets,
            held: Points::EMPTY,
            caption: marks.caption.clone(),
        }
    }

    fn is_star(&self, p: Point) -> bool {
        let (w, h) = self.problem.question.board.size();
        if w != h || !matches!(w, 9 | 13 | 19) {
            return false;
        }
        let lines: &[u8] = match w {
            9 => &[2, 4, 6],
            13 => &[3, 6, 9],
            _ => &[3, 9, 15],
        };
        let middle = |v: u8| v == w / 2;
        let on = lines.contains(&p.x) && lines.contains(&p.y);
        // On the small boards only the corners and the middle are marked.
        on && (w == 19 || middle(p.x) == middle(p.y))
    }
}

/// The least rectangle with every stone of the position, and what is marked: the first and the last
/// point. Of a closed region with its rim, too; where an open one ends is no matter to who looks at
/// the board.
fn shown(problem: &Problem, marks: &Marks) -> (Point, Point) {
    let board = &problem.question.board;
    let stones = board.stones(Color::Black) | board.stones(Color::White);
    let variables = marks.placed.iter().chain(&marks.gone).map(|l| l.var).chain(marks.cells.iter().copied());
    let marked: Points = variables.filter_map(|var| point(problem, var)).collect();
    let mut corners: Vec<Point> = (stones | marked).iter().collect();
    if !problem.question.is_open() || stones.is_empty() {
        let (low, high) = problem.window();
        corners.extend([low, high]);
    }
    let (mut low, mut high) = (Point::new(u8::MAX, u8::MAX), Point::new(0, 0));
    for p in corners {
        low = Point::new(low.x.min(p.x), low.y.min(p.y));
        high = Point::new(high.x.max(p.x), high.y.max(p.y));
    }
    (low, high)
}

/// Draws a problem. A state's text holds moves already made, in letters and numbers (`C1 B2`).
///
/// # Errors
/// [`Bad`] when a move of the state can't be played.
pub fn draw(problem: &Problem, state: Option<&State>, marks: &Marks, medium: Medium) -> Result<String, Bad> {
    let problem = match state {
        Some(state) => after(problem, state)?,
        None => problem.clone(),
    };
    let scene = Scene::of(&problem, marks);
    Ok(match medium {
        Medium::Unicode => text::draw(&scene),
        Medium::Svg => svg::draw(&scene),
    })
}

/// A drawing with where its points are in it: the window of a problem, or the whole board. Chains
/// that are taken to hold bear a dot.
pub(crate) fn with_places(problem: &Problem, marks: &Marks, whole: bool) -> (String, Vec<(Point, Rect)>) {
    let mut scene = Scene::of(problem, marks);
    let (w, h) = problem.question.board.size();
    if whole {
        (scene.low, scene.high) = (Point::new(0, 0), Point::new(w - 1, h - 1));
    }
    scene.held = problem.question.wall;
    (svg::draw(&scene), svg::places(&scene))
}

/// The problem after the moves of a state.
///
/// # Errors
/// [`Bad`] naming the move.
pub fn after(problem: &Problem, state: &State) -> Result<Problem, Bad> {
    let (w, h) = problem.question.board.size();
    let mut at = problem.clone();
    for word in state.text.as_deref().unwrap_or_default().split_whitespace() {
        let mv = match word {
            "pass" => None,
            _ => Some(Point::parse(word, w, h).ok_or_else(|| Bad::new(format!("no point: {word}")).at("state"))?),
        };
        at.question = at
            .question
            .play(at.first, mv)
            .map_err(|why| Bad::new(format!("{word} can't be played: {why}")).at("state"))?;
        at.first = at.first.other();
    }
    Ok(at)
}
