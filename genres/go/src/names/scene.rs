//! What motifs look at: a problem, its outcome and the moves of its main line.

use crate::read::{Area, Cell, Ply, State, cells};
use crate::study::lemmas::{eye_space, parts};
use crate::{Outcome, Point, Problem, Role};

/// A move with the positions around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Before it.
    pub before: State,
    /// The move.
    pub ply: Ply,
    /// After it.
    pub after: State,
}

impl Turn {
    /// Who moved.
    #[must_use]
    pub fn by(&self) -> Role {
        self.before.turn
    }

    /// The stone that was put, as a set.
    #[must_use]
    pub fn stone(&self) -> u64 {
        self.ply.cell().map_or(0, |c| 1 << c)
    }

    /// The stones that it took.
    #[must_use]
    pub fn taken(&self) -> u64 {
        let other = self.by().other();
        self.before.stones(other) & !self.after.stones(other)
    }
}

/// A problem with its main line.
pub struct Scene<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// Where it is played.
    pub area: &'a Area,
    /// What it comes to.
    pub outcome: Outcome,
    /// Is the main line proved by closers? (Life by seki is not.)
    pub closed: bool,
    /// The main line.
    pub turns: Vec<Turn>,
    /// Where it ends.
    pub end: State,
    /// Wrong first moves with what refutes them, where play must.
    pub refutations: Vec<Vec<Turn>>,
    /// All right first moves.
    pub keys: Vec<Turn>,
}

/// The moves of a line, up to the first that can't be played.
fn played(area: &Area, root: State, line: &[Ply]) -> Vec<Turn> {
    let (mut turns, mut at) = (Vec::new(), root);
    for &ply in line {
        let Some(after) = area.play(&at, ply) else { break };
        turns.push(Turn { before: at, ply, after });
        at = after;
    }
    turns
}

impl<'a> Scene<'a> {
    /// The scene of a line from a position; it ends at the first move that can't be played.
    #[must_use]
    pub fn new(
        problem: &'a Problem,
        area: &'a Area,
        outcome: Outcome,
        closed: bool,
        root: State,
        line: &[Ply],
    ) -> Scene<'a> {
        let turns = played(area, root, line);
        let end = turns.last().map_or(root, |t| t.after);
        Scene { problem, area, outcome, closed, turns, end, refutations: Vec::new(), keys: Vec::new() }
    }

    /// With wrong first moves and what refutes them, from the same position.
    #[must_use]
    pub fn refuting<'b>(self, root: State, lines: impl Iterator<Item = &'b [Ply]>) -> Scene<'a> {
        let refutations = lines.map(|line| played(self.area, root, line)).collect();
        Scene { refutations, ..self }
    }

    /// With all right first moves, from the same position.
    #[must_use]
    pub fn keyed(self, root: State, keys: impl Iterator<Item = Ply>) -> Scene<'a> {
        let keys = keys.filter_map(|key| played(self.area, root, &[key]).pop()).collect();
        Scene { keys, ..self }
    }

    /// The side to move first.
    #[must_use]
    pub fn prover(&self) -> Role {
        self.problem.first
    }

    /// The prover's moves, the first move first.
    pub fn own(&self) -> impl Iterator<Item = &Turn> {
        self.turns.iter().filter(|t| t.by() == self.prover() && t.ply != Ply::PASS)
    }

    /// The chain of `role` at one of the cells of `seed`.
    #[must_use]
    pub fn chain(&self, at: &State, role: Role, seed: u64) -> u64 {
        self.area.flood(seed, at.stones(role))
    }

    /// The chains of a side.
    #[must_use]
    pub fn chains(&self, at: &State, role: Role) -> Vec<u64> {
        parts(self.area, at.stones(role))
    }

    /// The liberties of a chain, as a set; `None` for an attacker chain that hangs together with
    /// the wall.
    #[must_use]
    pub fn liberties(&self, at: &State, role: Role, chain: u64) -> Option<u64> {
        let walled = role == Role::Attacker && chain & self.area.wall != 0;
        (!walled).then(|| self.area.around(chain) & self.area.all & !at.attacker & !at.defender)
    }

    /// Is the chain in atari? With its last liberty.
    #[must_use]
    pub fn atari(&self, at: &State, role: Role, chain: u64) -> Option<u64> {
        self.liberties(at, role, chain).filter(|l| l.count_ones() == 1)
    }

    /// The position after `role` plays at the only cell of `at_cell`, whoever's turn it is.
    #[must_use]
    pub fn play(&self, at: &State, role: Role, cell: u64) -> Option<Turn> {
        let before = State { turn: role, ko: State::NO_KO, ..*at };
        let ply = Ply(cell.trailing_zeros() as Cell);
        Some(Turn { before, ply, after: self.area.play(&before, ply)? })
    }

    /// The cell of a set as a point.
    #[must_use]
    pub fn point(&self, set: u64) -> Option<Point> {
        cells(set).next().and_then(|c| self.area.cells.get(c as usize).copied())
    }

    /// Where eyes may still be.
    #[must_use]
    pub fn eye_space(&self, at: &State) -> u64 {
        eye_space(self.area, at)
    }

    /// Has `role` a stone at that point: in the region, or in the wall?
    #[must_use]
    pub fn is_stone(&self, at: &State, role: Role, p: Point) -> bool {
        match self.area.cell(p) {
            Some(c) => at.stones(role) >> c & 1 == 1,
            None => role == Role::Attacker && self.problem.question.wall.contains(p),
        }
    }

    /// The board's corner that is nearest to a point, and the distances to it (the smaller first).
    #[must_use]
    pub fn from_corner(&self, p: Point) -> (u8, u8) {
        let (w, h) = self.problem.question.board.size();
        let (dx, dy) = (p.x.min(w - 1 - p.x), p.y.min(h - 1 - p.y));
        (dx.min(dy), dx.max(dy))
    }

    /// The points beside and diagonal to a point, on the board.
    #[must_use]
    pub fn near(&self, p: Point) -> (Vec<Point>, Vec<Point>) {
        let board = &self.problem.question.board;
        let at = |dx: i16, dy: i16| {
            let (x, y) = (i16::from(p.x) + dx, i16::from(p.y) + dy);
            let q = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
            board.on_board(q).then_some(q)
        };
        let beside = [(0, -1), (-1, 0), (1, 0), (0, 1)].into_iter().filter_map(|(x, y)| at(x, y)).collect();
        let diagonal = [(-1, -1), (1, -1), (-1, 1), (1, 1)].into_iter().filter_map(|(x, y)| at(x, y)).collect();
        (beside, diagonal)
    }
}
