//! Problems made smaller: what lies outside is left out while both outcomes and the key stay.
//!
//! A point is left out by giving it to the wall, where the outcomes stay whichever colour has it.
//! Rooms that the defender closes off stay as they are, with the stones that close them, or are
//! left out as wholes; attacker stones in them that don't matter are taken away. The form is made
//! of the rooms alone: which stones stand around them is told by the outcomes, which tell variants
//! apart.

use crate::problem::Problem;
use crate::{Board, Color, DfPnReader, Point, Points, Question, Reader, Role, Symmetry};
use std::sync::LazyLock;
use tesuji_genre::{Reducible, Solution};
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
pub(super) fn of_line(problem: &Problem, solution: &Solution) -> Vec<Box<dyn Reducible>> {
    let height = problem.question.board.size().1;
    let width = problem.question.board.size().0;
    let (mut question, mut role) = (problem.question.clone(), problem.first);
    let mut found: Vec<Box<dyn Reducible>> = Vec::new();
    for (ply, word) in solution.line().into_iter().take(PLIES).enumerate() {
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

/// How a part of the region lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The defender's stones are all around it.
    Closed,
    /// Empty points, each of which is beside the wall.
    Liberties,
    /// Beside the wall, and more than liberties.
    Open,
}

/// Whose points are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum To {
    Wall,
    Defender,
    Empty,
}

/// Cells of a closed room that is left out as a whole at most: larger ones are what is asked about.
const ROOM: usize = 2;
/// Says that a point stands for its room.
const WHOLE: u16 = 1 << 15;

/// The points around a room, those at its corners included.
fn around(board: &Board, part: &Points) -> Points {
    let (width, height) = board.size();
    let near = |p: Point, q: Point| p.x.abs_diff(q.x) <= 1 && p.y.abs_diff(q.y) <= 1;
    let all = Points::board(width, height);
    all.iter().filter(|q| part.iter().any(|p| near(p, *q))).collect()
}

fn coded(p: Point) -> u16 {
    u16::from(p.y) << 8 | u16::from(p.x)
}

impl Minimal {
    /// The question is enclosed and not decided on the board.
    pub fn of(question: &Question, key: Option<(Role, Point)>) -> Option<Minimal> {
        if question.is_open() || question.for_life || question.is_captured() || question.board.ko().is_some() {
            return None;
        }
        Some(Minimal { question: question.clone(), key })
    }

    /// Cells of the region that no defender stone stands on, by connected parts.
    fn rooms(&self) -> Vec<(Points, Kind)> {
        let q = &self.question;
        let cells = q.region - q.board.stones(q.defender);
        let kind = |part: &Points| {
            let at_wall = q.board.beside(&q.wall) & *part;
            match () {
                () if at_wall.is_empty() => Kind::Closed,
                () if at_wall == *part && !part.meets(&q.board.stones(q.attacker())) => Kind::Liberties,
                () => Kind::Open,
            }
        };
        cells.parts().into_iter().map(|part| (part, kind(&part))).collect()
    }

    /// The question with points that are the wall's, the defender's, or nobody's.
    fn given(&self, points: &Points, to: To) -> Option<Minimal> {
        let q = &self.question;
        let mut stones: Vec<(Point, Color)> = Vec::new();
        for color in Color::ALL {
            stones.extend((q.board.stones(color) - *points).iter().map(|s| (s, color)));
        }
        let color = match to {
            To::Wall => Some(q.attacker()),
            To::Defender => Some(q.defender),
            To::Empty => None,
        };
        stones.extend(points.iter().filter_map(|p| Some((p, color?))));
        let (width, height) = q.board.size();
        let board = Board::set_up(width, height, stones).ok()?;
        let mut next = Question { board, ..q.clone() };
        if to == To::Wall {
            next.region = next.region - *points;
            next.target = next.target - *points;
            next.wall |= *points;
        }
        (!next.target.is_empty() && !next.is_captured()).then_some(Minimal { question: next, key: self.key })
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
    fn room(&self, cells: &Points, is_open: bool, cell: &dyn Fn(Point, bool) -> char) -> String {
        let q = &self.question;
        let near = if is_open { q.board.beside(cells) & q.board.stones(q.defender) } else { Points::EMPTY };
        let glyph = |p: Point| if cells.contains(p) { cell(p, is_open) } else { 'O' };
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
    /// Attacker stones in closed rooms first, then liberties and what lies open, then stones that
    /// close no room, then closed rooms as wholes (by their first cells).
    fn points(&self) -> Vec<u16> {
        let q = &self.question;
        let (mut kept, mut outer, mut last) = (Points::EMPTY, Points::EMPTY, Vec::new());
        let rooms = self.rooms();
        let is_one = rooms.iter().filter(|(_, kind)| *kind != Kind::Liberties).count() < 2;
        for (part, kind) in &rooms {
            match kind {
                Kind::Liberties => outer |= *part,
                Kind::Open => {
                    outer |= *part;
                    kept |= q.board.beside(part);
                }
                Kind::Closed => {
                    // With the stones at its corners: whether one of them is needed differs by
                    // chance.
                    kept |= *part | around(&q.board, part);
                    last.extend(part.first().filter(|_| !is_one && part.len() <= ROOM));
                }
            }
        }
        let stones = (q.region - outer - kept) & q.board.stones(q.defender);
        let free = (outer | stones) & q.board.beside(&q.wall);
        let rank = |p: &Point| (!outer.contains(*p), q.board.get(*p).is_some(), *p);
        let mut all: Vec<Point> = free.iter().collect();
        all.sort_by_key(rank);
        let whole = last.into_iter().map(|p| coded(p) | WHOLE);
        let inner = rooms.iter().filter(|(_, kind)| *kind == Kind::Closed).map(|(part, _)| *part);
        let inner = inner.fold(Points::EMPTY, |all, part| all | part) & q.board.stones(q.attacker());
        let is_key = |p: &Point| self.key.is_some_and(|(_, key)| key == *p);
        let single = inner.iter().chain(all).filter(|p| !is_key(p)).map(coded);
        single.chain(whole).collect()
    }

    fn without(&self, point: u16) -> Vec<Box<dyn Reducible>> {
        let [y, x] = (point & !WHOLE).to_be_bytes();
        let p = Point::new(x, y);
        let q = &self.question;
        let room = self.rooms().into_iter().find(|(part, _)| part.contains(p));
        let ways = match room {
            Some((part, Kind::Closed)) if point & WHOLE != 0 => {
                let has_key = self.key.is_some_and(|(_, key)| part.contains(key));
                let both = [self.given(&part, To::Defender), self.given(&part, To::Wall)];
                if has_key || both[0].is_none() { [None, None] } else { both }
            }
            Some((_, Kind::Closed)) => [self.given(&Points::single(p), To::Empty), None],
            _ => {
                let walled = self.given(&Points::single(p), To::Wall);
                let is_own = q.board.get(p) == Some(q.defender) || walled.is_none();
                let filled = if is_own { None } else { self.given(&Points::single(p), To::Defender) };
                [walled, filled]
            }
        };
        ways.into_iter().flatten().map(|m| Box::new(m) as Box<dyn Reducible>).collect()
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

    /// The rooms, whatever stands in them.
    fn form(&self, _: &str) -> String {
        let rooms = self.rooms().into_iter().filter(|(_, kind)| *kind != Kind::Liberties);
        let plain = |_: Point, is_open: bool| if is_open { ':' } else { '.' };
        let mut rooms: Vec<String> = rooms.map(|(cells, kind)| self.room(&cells, kind == Kind::Open, &plain)).collect();
        rooms.sort();
        if rooms.is_empty() { "no room".to_string() } else { rooms.join(" ") }
    }

    /// The outcomes, the rooms with what stands in them, and how many outside liberties count:
    /// these are alike, wherever they are.
    fn variant(&self, verdict: &str) -> String {
        let (mut liberties, mut rooms) = (0, Vec::new());
        for (cells, kind) in self.rooms() {
            match kind {
                Kind::Liberties => liberties += cells.len(),
                kind => rooms.push(self.room(&cells, kind == Kind::Open, &|p, is_open| self.cell(p, is_open))),
            }
        }
        rooms.sort();
        let outside = if liberties > 0 { format!(" +{liberties}") } else { String::new() };
        format!("{verdict}: {}{outside}", rooms.join(" "))
    }

    fn picture(&self) -> String {
        self.question.picture()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leaves out what can be left out, once through and again until nothing is.
    fn least(picture: &str) -> (String, Box<dyn Reducible>) {
        let mut at: Box<dyn Reducible> =
            Box::new(Minimal::of(&Question::from_picture(picture).unwrap(), None).unwrap());
        let verdict = at.verdict(100_000).unwrap();
        loop {
            let holds = |ways: &Vec<Box<dyn Reducible>>| {
                !ways.is_empty() && ways.iter().all(|w| w.verdict(100_000).as_ref() == Some(&verdict))
            };
            let Some(ways) = at.points().into_iter().map(|p| at.without(p)).find(holds) else { break };
            at = ways.into_iter().next().unwrap();
        }
        (at.variant(&verdict), at)
    }

    /// Liberties outside of a straight three don't matter, nor do a dead stone and an eye too many.
    #[test]
    fn what_does_not_matter_is_left_out() {
        for (picture, want) in [
            ("XXXXXXXX|XOOOOO.X|XO...O.X|XOOOOO.X|XXXXXXXX", "DEAD/ALIVE: ..."),
            ("XXXXXXX|XOOOOOX|XO.x.OX|XOOOOOX|XXXXXXX", "DEAD/DEAD: .x."),
            ("XXXXXX|XOOOOX|XO.xOX|XOOOOX|XXXXXX", "DEAD/DEAD: .."),
            ("XXXXXXXXX|XOOOOOOOX|XO.O.O.OX|XOOOOOOOX|XXXXXXXXX", "ALIVE/ALIVE: . ."),
            ("...OX|...OX|OOOOX|XXXXX", "DEAD/ALIVE: ..,|..."),
        ] {
            let (variant, at) = least(picture);
            let swapped = want.replace("..,|...", ",..|...");
            assert!(variant == want || variant == swapped, "{picture}: {variant} in {}", at.picture());
        }
    }

    /// All images of a position have one form and one variant.
    #[test]
    fn images_have_one_form() {
        let q = Question::from_picture("!.O.x.OX|XOOOOOX|XXXXXXX").unwrap();
        let names = |q: &Question| {
            let m = Minimal::of(q, None).unwrap();
            (m.form(""), m.variant(""))
        };
        let first = names(&q);
        for symmetry in Symmetry::ALL {
            assert_eq!(names(&q.image(symmetry)), first, "{symmetry:?}");
        }
    }
}
