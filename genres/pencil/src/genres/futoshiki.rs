//! Futoshiki: each number once in every row and column; signs between cells say which is greater.

use super::{drawn, listed, places, unequal};
use crate::board::{Board, Direction, Place, Size};
use crate::clue::Clue;
use crate::codec::{Arrows, CellClues, Codec, EdgeClues, Hexadecimal, Puzzle};
use crate::house::{
    Class, Form, Look, Marks, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// A latin square with signs.
#[derive(Debug)]
pub struct Futoshiki;

/// The genre.
pub static FUTOSHIKI: Pencil = Pencil::of(&Futoshiki, &INFO);

const ROW: u16 = 0;
const COLUMN: u16 = 1;
const SIGN: u16 = 2;

static INFO: PencilInfo = PencilInfo {
    name: "futoshiki",
    about: "Each number once a line; signs say which cell is greater",
    rules: "Put the numbers from 1 to the length of a row into the cells, each once in every row and column. A \
        sign between two cells points to the smaller number.",
    sizes: &["5x5", "4x4", "6x6", "7x7"],
    values: Values::Numbers,
    classes: &[
        Class::row("row"),
        Class::column("column"),
        Class::at_place("the sign on").law("the sign points to the smaller number"),
    ],
    tatham: "unequal",
    clue_classes: &[SIGN],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Futoshiki {
    fn handle(&self) -> &'static Pencil {
        &FUTOSHIKI
    }

    fn codec(&self) -> Codec {
        Codec::new(&["futoshiki", "unequal"]).with(CellClues(Hexadecimal)).with(EdgeClues(Arrows))
    }

    fn form(&self) -> Form {
        Form::between(Signs::numbers(1), Marks::Greater)
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(1, places::side(&puzzle.board)));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        for (class, from, vars) in to.lines(ROW, COLUMN) {
            to.all_different(class, from, vars);
        }
        for (&place, clue) in &puzzle.clues {
            let (Place::Edge(edge), Clue::Arrow(way, _)) = (place, clue) else { continue };
            let [Some(first), Some(second)] = puzzle.board.cells_beside(edge.into()) else { continue };
            // The sign points to the smaller one.
            let (below, above) = match way {
                Direction::Down | Direction::Right => (second, first),
                Direction::Up | Direction::Left => (first, second),
            };
            to.add(SIGN, place, RuleSpec::Inequality { below: to.cell(below), above: to.cell(above) });
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const LINES: &[u16] = &[ROW, COLUMN];
        let list = vec![
            listed::rule(("sign", "Greater or Smaller", Tier::Beginner, 2), &[SIGN], "bounds both cells"),
            listed::rule(("line", "Naked and Hidden Singles", Tier::Beginner, 3), LINES, "holds each number once"),
            listed::with(("chain", "Chain of Signs", Tier::Easy, 6), SIGN, &[SIGN]),
            listed::with(("sign-and-lines", "Sign and Lines", Tier::Easy, 9), SIGN, LINES),
            listed::with(("row-and-signs", "Row with Signs", Tier::Medium, 16), ROW, &[SIGN]),
            listed::with(("column-and-signs", "Column with Signs", Tier::Medium, 16), COLUMN, &[SIGN]),
            listed::pair(("two-signs", "Two Signs", Tier::Medium, 20), SIGN, SIGN, LINES),
            listed::pair(("two-rows", "Two Rows", Tier::Hard, 35), ROW, ROW, &[COLUMN, SIGN]),
            listed::pair(("two-columns", "Two Columns", Tier::Hard, 35), COLUMN, COLUMN, &[ROW, SIGN]),
        ];
        listed::with_ideas(list, 12, 120)
    }

    fn pattern(&self, _board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        places::given_number(place, clue)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        places::lint_square(puzzle.board.size())?;
        places::lint_numbers(puzzle, 1..=places::side(&puzzle.board).into())
    }

    fn board(&self, size: Size, _look: &Look, _rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        places::lint_square(size).map(|()| Board::new(size))
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        places::lint_square(size).map(|()| vec![Board::new(size)])
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        drawn::latin_square(board, rng)
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        let edges = board.inner_edges().map(|e| Place::Edge(e as u16));
        places::cell_places(board).into_iter().chain(edges).collect()
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Edge(edge) = place else { return Some(Clue::Number(value(place).into())) };
        let [first, second] = board.cells_beside(edge.into()).map(|c| value(Place::Cell(c.unwrap_or(0) as u16)));
        let way = match (board.is_horizontal(edge.into()), first > second) {
            (true, true) => Direction::Down,
            (true, false) => Direction::Up,
            (false, true) => Direction::Right,
            (false, false) => Direction::Left,
        };
        Some(Clue::Arrow(way, None))
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        for (place, clue) in &puzzle.clues {
            let (Place::Edge(edge), Clue::Arrow(way, _)) = (place, clue) else { continue };
            let sign = match way {
                Direction::Up => "∧",
                Direction::Down => "∨",
                Direction::Left => "<",
                Direction::Right => ">",
            };
            scene.edge_signs.insert(*edge, sign.to_string());
        }
    }

    /// Numbers with letters: `4D` is a 4 greater than what is below it.
    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        if id.params.starts_with('a') {
            let what = "signs of neighbouring numbers; the genre consecutive reads them";
            return Err(Bad::new(format!("{:?}: {what}", id.params)).at("parameters"));
        }
        let board = Board::new(id.size);
        let mut clues = BTreeMap::new();
        for (cell, (number, ways)) in unequal::cells(id, &board)?.into_iter().enumerate() {
            if number > 0 {
                clues.insert(Place::Cell(cell as u16), Clue::Number(number));
            }
            for way in ways {
                let place = Place::Edge(board.edge(cell, way) as u16);
                if clues.insert(place, Clue::Arrow(way, None)).is_some() {
                    return Err(Bad::new("two signs on one edge").at(board.name(place)));
                }
            }
        }
        Ok(Puzzle { board: Arc::new(board), clues })
    }
}
