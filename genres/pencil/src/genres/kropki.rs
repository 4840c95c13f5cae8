//! Kropki: each number once in every row and column; a white dot between two numbers that differ by
//! one, a black one between a number and its double (either between 1 and 2), none elsewhere.

use super::{listed, places, shapes};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, circle, number};
use crate::codec::{Circles, Codec, EdgeClues, Puzzle};
use crate::house::{Class, Form, Look, Marks, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// A latin square with dots.
#[derive(Debug)]
pub struct Kropki;

/// The genre.
pub static KROPKI: Pencil = Pencil::of(&Kropki, &INFO);

const ROW: u16 = 0;
const COLUMN: u16 = 1;
const DOT: u16 = 2;
const NO_DOT: u16 = 3;

fn is_next(a: Value, b: Value) -> bool {
    a.abs_diff(b) == 1
}

fn is_double(a: Value, b: Value) -> bool {
    a == 2 * b || b == 2 * a
}

static INFO: PencilInfo = PencilInfo {
    name: "kropki",
    about: "Each number once a line; dots tell neighbours and doubles",
    rules: "Put the numbers from 1 to the length of a row into the cells, each once in every row and column. A \
        white dot joins two numbers that differ by one, a black dot two of which one is the double of the \
        other. Where there is no dot, neither holds.",
    sizes: &["5x5", "4x4", "6x6", "7x7"],
    options: &[],
    values: Values::Numbers,
    classes: &[
        Class::row("row"),
        Class::column("column"),
        Class::at_place("the dot on").law("a dot stands between neighbours or between a number and its double"),
        Class::at_place("no dot on").law("numbers without a dot between them are no neighbours and not double"),
    ],
    clues_are_optional: false,
    clue_classes: &[DOT, NO_DOT],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Kropki {
    fn handle(&self) -> &'static Pencil {
        &KROPKI
    }

    fn codec(&self) -> Codec {
        Codec::new(&["kropki"]).with(EdgeClues(Circles))
    }

    fn form(&self) -> Form {
        Form::between(Signs::none(), Marks::Dots)
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::of_numbers().with(Grid::clues(Lattice::Inner, circle));
        Some(form.with(Grid::marks(Lattice::Cells, number)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(1, places::side(&puzzle.board)));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (class, from, vars) in to.lines(ROW, COLUMN) {
            to.all_different(class, from, vars);
        }
        let side = places::side(board);
        for edge in board.inner_edges() {
            let place = Place::Edge(edge as u16);
            let (class, fits): (u16, fn(Value, Value) -> bool) = match puzzle.clues.get(&place) {
                Some(Clue::White) => (DOT, is_next),
                Some(Clue::Black) => (DOT, is_double),
                _ => (NO_DOT, |a, b| !is_next(a, b) && !is_double(a, b)),
            };
            let pairs = (1..=side).flat_map(|a| (1..=side).map(move |b| [a, b]));
            let tuples = pairs.filter(|&[a, b]| fits(a, b)).map(|pair| pair.to_vec()).collect();
            let vars = to.cells(board.cells_beside(edge).into_iter().flatten());
            to.add(class, place, RuleSpec::Table { vars, tuples });
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const LINES: &[u16] = &[ROW, COLUMN];
        let list = vec![
            listed::rule(("dot", "Dot", Tier::Beginner, 2), &[DOT], "lets few pairs stand"),
            listed::rule(("line", "Naked and Hidden Singles", Tier::Beginner, 3), LINES, "holds each number once"),
            listed::rule(("no-dot", "No Dot", Tier::Easy, 5), &[NO_DOT], "lets no such pair stand"),
            listed::with(("chain-of-dots", "Chain of Dots", Tier::Easy, 7), DOT, &[DOT, NO_DOT]),
            listed::with(("dot-and-lines", "Dot and Lines", Tier::Medium, 12), DOT, &[ROW, COLUMN, DOT]),
            listed::with(("row-and-dots", "Row with Dots", Tier::Medium, 16), ROW, &[DOT, NO_DOT]),
            listed::with(("column-and-dots", "Column with Dots", Tier::Medium, 16), COLUMN, &[DOT, NO_DOT]),
            listed::pair(("two-rows", "Two Rows", Tier::Hard, 35), ROW, ROW, &[COLUMN, DOT, NO_DOT]),
        ];
        listed::with_ideas(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        places::lint_square(puzzle.board.size())
    }

    fn board(&self, size: Size, _look: &Look, _rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        places::lint_square(size).map(|()| Board::new(size))
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the dots on a board of {size} go together and are not listed")))
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        Some(shapes::latin(board, rng).into_iter().map(|n| n as Value).collect())
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        board.inner_edges().map(|e| Place::Edge(e as u16)).collect()
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    /// Between 1 and 2 either dot.
    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        let mut dot = |place: Place| {
            let Place::Edge(edge) = place else { return None };
            let cells = board.cells_beside(edge.into());
            let [a, b] = cells.map(|c| value(Place::Cell(c.unwrap_or(0) as u16)));
            match (is_next(a, b), is_double(a, b)) {
                (true, true) => Some(if pick(rng, 2) == 0 { Clue::White } else { Clue::Black }),
                (true, false) => Some(Clue::White),
                (false, true) => Some(Clue::Black),
                (false, false) => None,
            }
        };
        self.clue_places(board).into_iter().filter_map(|p| Some((p, dot(p)?))).collect()
    }
}
