//! Problems made smaller: what lies outside is left out while both outcomes and the key stay.
//!
//! A point is left out by giving it to the wall, where the outcomes stay whichever colour has it.
//! Rooms that the defender closes off stay as they are, with the stones that close them. The form
//! is made of the rooms alone: which stones stand around them is told by the outcomes.

use crate::problem::Problem;
use crate::{Board, Color, DfPnReader, Point, Points, Question, Reader, Role, Symmetry};
use serde_json::Value;
use std::sync::LazyLock;
use tesuji_genre::Reducible;
use tesuji_solver::Limits;

/// Plies of a main line that are looked at.
const PLIES: usize = 4;

static READER: LazyLock<DfPnReader> = LazyLock::new(DfPnReader::telling_seki);

/// A question with a right first move.
#[derive(Clone, Debug)]
pub struct Minimal {
    question: Question,
    key: Option<(Role, Point)>,
}

/// The positions of a solution's main line; none of problems that are open.
pub(super) fn of_line(problem: &Problem, solution: &Value) -> Vec<Box<dyn Reducible>> {
    let height = problem.question.board.size().1;
    let width = problem.question.board.size().0;
    let line = solution.get("line").and_then(Value::as_array);
    let (mut question, mut role) = (problem.question.clone(), problem.first);
    let mut found: Vec<Box<dyn Reducible>> = Vec::new();
    for (ply, word) in line.into_iter().flatten().filter_map(Value::as_str).take(PLIES).enumerate() {
        let mv = Point::parse(word, width, height);
        // The solver's moves are right; of the other side's nothing is known.
        let key = mv.filter(|_| ply % 2 == 0).map(|p| (role, p));
        found.extend(Minimal::of(&question, key).map(|m| Box::new(m) as Box<dyn Reducible>));
        let Ok(next) = question.play(role, mv) else { return found };
        (question, role) = (next, role.other());
    }
    found.extend(Minimal::of(&question, None).map(|m| Box::new(m) as Box<dyn Reducible>));
    found
}

impl Minimal {
    /// Of a question that is enclosed and not decided on the board.
    pub fn of(question: &Question, key: Option<(Role, Point)>) -> Option<Minimal> {
        if question.is_open() || question.for_life || question.is_captured() || question.board.ko().is_some() {
            return None;
        }
        Some(Minimal { question: question.clone(), key })
    }

    /// Cells of the region that no defender stone stands on, by connected parts; is the part open,
    /// that is, beside the wall?
    fn rooms(&self) -> Vec<(Points, bool)> {
        let q = &self.question;
        let cells = q.region - q.board.stones(q.defender);
        let is_open = |part: &Points| q.board.beside(part).meets(&q.wall);
        cells.parts().into_iter().map(|part| (part, is_open(&part))).collect()
    }

    /// The question with a point given to the wall, or to the defender.
    fn given(&self, p: Point, to_wall: bool) -> Option<Minimal> {
        let q = &self.question;
        let mut stones: Vec<(Point, Color)> = Vec::new();
        for color in Color::ALL {
            stones.extend(q.board.stones(color).iter().filter(|s| *s != p).map(|s| (s, color)));
        }
        stones.push((p, if to_wall { q.attacker() } else { q.defender }));
        let (width, height) = q.board.size();
        let board = Board::set_up(width, height, stones).ok()?;
        let mut next = Question { board, ..q.clone() };
        if to_wall {
            next.region.remove(p);
            next.target.remove(p);
            next.wall.insert(p);
        }
        (!next.target.is_empty() && !next.is_captured()).then(|| Minimal { question: next, key: self.key })
    }

    /// What stands on a cell of a room: small where the room is closed. Corners are told apart, in
    /// open rooms the edges too.
    fn cell(&self, p: Point, is_open: bool) -> char {
        let (width, height) = self.question.board.size();
        let edges = usize::from(p.x == 0 || p.x + 1 == width) + usize::from(p.y == 0 || p.y + 1 == height);
        let is_stone = self.question.board.get(p).is_some();
        match (is_open, is_stone) {
            (false, false) => ['.', '.', ','][edges],
            (false, true) => ['x', 'x', 'k'][edges],
            (true, false) => [':', '-', '+'][edges],
            (true, true) => ['X', 'E', 'K'][edges],
        }
    }

    /// The least picture of a room; of an open one with the defender's stones beside it.
    fn room(&self, cells: &Points, is_open: bool) -> String {
        let q = &self.question;
        let near = if is_open { q.board.beside(cells) & q.board.stones(q.defender) } else { Points::EMPTY };
        let glyph = |p: Point| if cells.contains(p) { self.cell(p, is_open) } else { 'O' };
        let size = q.board.size();
        let image = |s: Symmetry| {
            let at: Vec<(Point, char)> = (*cells | near).iter().map(|p| (s.point(p, size), glyph(p))).collect();
            let (left, top) = at.iter().fold((u8::MAX, u8::MAX), |low, (p, _)| (low.0.min(p.x), low.1.min(p.y)));
            let (right, below) = at.iter().fold((0, 0), |high, (p, _)| (high.0.max(p.x), high.1.max(p.y)));
            let mut rows = vec![vec![' '; usize::from(right - left) + 1]; usize::from(below - top) + 1];
            at.into_iter().for_each(|(p, c)| rows[usize::from(p.y - top)][usize::from(p.x - left)] = c);
            (rows.len(), rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("|"))
        };
        let images = Symmetry::ALL.into_iter().filter(|s| !s.swaps_colors()).map(image);
        images.min().unwrap_or_default().1
    }
}

impl Reducible for Minimal {
    fn points(&self) -> Vec<u16> {
        let q = &self.question;
        let (mut closed, mut open) = (Points::EMPTY, Points::EMPTY);
        for (part, is_open) in self.rooms() {
            *(if is_open { &mut open } else { &mut closed }) |= part;
        }
        let walls = q.board.beside(&closed);
        let is_key = |p: &Point| self.key.is_some_and(|(_, key)| key == *p);
        let free = (q.region - closed - walls) & q.board.beside(&q.wall);
        let rank = |p: &Point| (!open.contains(*p), q.board.get(*p).is_some(), *p);
        let mut all: Vec<Point> = free.iter().filter(|p| !is_key(p)).collect();
        all.sort_by_key(rank);
        all.into_iter().map(|p| u16::from(p.y) << 8 | u16::from(p.x)).collect()
    }

    fn without(&self, point: u16) -> Vec<Box<dyn Reducible>> {
        let [y, x] = point.to_be_bytes();
        let p = Point::new(x, y);
        let is_own = self.question.board.get(p) == Some(self.question.defender);
        let Some(walled) = self.given(p, true) else { return Vec::new() };
        let filled = if is_own { None } else { self.given(p, false) };
        [Some(walled), filled].into_iter().flatten().map(|m| Box::new(m) as Box<dyn Reducible>).collect()
    }

    fn verdict(&self, nodes: u64) -> Option<String> {
        let limits = Limits::default().with_nodes(nodes);
        let read = |q: &Question, first: Role| READER.read_first(q, first, &limits).ok()?.outcome.class();
        let q = &self.question;
        let [attacker, defender] = Role::ALL.map(|first| read(q, first));
        let (attacker, defender) = (attacker?, defender?);
        if let Some((role, p)) = self.key {
            let next = q.play(role, Some(p)).ok()?;
            let best = if role == Role::Attacker { attacker } else { defender };
            let after = if next.is_captured() { crate::Class::Dead } else { read(&next, role.other())? };
            if after != best {
                return None;
            }
        }
        Some(format!("{attacker}/{defender}"))
    }

    fn form(&self) -> String {
        let (mut liberties, mut rooms) = (0, Vec::new());
        for (cells, is_open) in self.rooms() {
            // Outside liberties are alike, wherever they are.
            if is_open && cells.len() == 1 && !cells.meets(&self.question.board.stones(self.question.attacker())) {
                liberties += 1;
            } else {
                rooms.push(self.room(&cells, is_open));
            }
        }
        rooms.sort();
        let outside = if liberties > 0 { format!(" +{liberties}") } else { String::new() };
        format!("{}{outside}", rooms.join(" "))
    }

    fn picture(&self) -> String {
        self.question.picture()
    }
}
