//! Consecutive: each number once in every row and column; a bar stands between all neighbours that
//! differ by one.

use super::{listed, places, shapes, unequal};
use crate::board::{Board, Direction, Place, Size};
use crate::clue::Clue;
use crate::codec::{CellClues, Codec, EdgeClues, Filled, Hexadecimal, Puzzle};
use crate::house::{
    Class, Edit, Form, Look, Marks, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// A latin square with bars.
#[derive(Debug)]
pub struct Consecutive;

/// The genre.
pub static CONSECUTIVE: Pencil = Pencil::of(&Consecutive, &INFO);

const ROW: u16 = 0;
const COLUMN: u16 = 1;
const BAR: u16 = 2;
const NO_BAR: u16 = 3;

static INFO: PencilInfo = PencilInfo {
    name: "consecutive",
    about: "Each number once a line; bars tell all neighbours that differ by one",
    rules: "Put the numbers from 1 to the length of a row into the cells, each once in every row and column. Two \
        neighbours with a bar between them differ by one; neighbours without a bar don't.",
    sizes: &["5x5", "4x4", "6x6", "7x7"],
    options: &[],
    values: Values::Numbers,
    classes: &[
        Class::row("row"),
        Class::column("column"),
        Class::at_place("the bar on").law("numbers with a bar between them are neighbours"),
        Class::at_place("no bar on").law("numbers without a bar between them are no neighbours"),
    ],
    tatham: "unequal",
    repair: Some(repair),
    clues_are_optional: false,
    clue_classes: &[BAR, NO_BAR],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Consecutive {
    fn handle(&self) -> &'static Pencil {
        &CONSECUTIVE
    }

    fn codec(&self) -> Codec {
        Codec::new(&["consecutive"]).with(CellClues(Hexadecimal)).with(EdgeClues(Filled))
    }

    fn form(&self) -> Form {
        Form::between(Signs::numbers(1), Marks::Bars)
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
            let has_bar = puzzle.clues.contains_key(&place);
            let pairs = (1..=side).flat_map(|a| (1..=side).map(move |b| [a, b]));
            let fits = pairs.filter(|[a, b]| a != b && (a.abs_diff(*b) == 1) == has_bar);
            let tuples = fits.map(|pair| pair.to_vec()).collect();
            let vars = to.cells(board.cells_beside(edge).into_iter().flatten());
            to.add(if has_bar { BAR } else { NO_BAR }, place, RuleSpec::Table { vars, tuples });
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const LINES: &[u16] = &[ROW, COLUMN];
        const SIGNS: &[u16] = &[BAR, NO_BAR];
        let list = vec![
            listed::rule(("bar", "Bar", Tier::Beginner, 2), &[BAR], "stands between neighbouring numbers"),
            listed::rule(("no-bar", "No Bar", Tier::Beginner, 3), &[NO_BAR], "parts neighbouring numbers"),
            listed::rule(("line", "Naked and Hidden Singles", Tier::Beginner, 3), LINES, "holds each number once"),
            listed::with(("chain-of-bars", "Chain of Bars", Tier::Easy, 7), BAR, SIGNS),
            listed::with(("bar-and-lines", "Bar and Lines", Tier::Medium, 12), BAR, &[ROW, COLUMN, BAR]),
            listed::with(("row-and-bars", "Row with Bars", Tier::Medium, 16), ROW, SIGNS),
            listed::with(("column-and-bars", "Column with Bars", Tier::Medium, 16), COLUMN, SIGNS),
            listed::pair(("two-rows", "Two Rows", Tier::Hard, 35), ROW, ROW, &[COLUMN, BAR, NO_BAR]),
            listed::pair(("two-columns", "Two Columns", Tier::Hard, 35), COLUMN, COLUMN, &[ROW, BAR, NO_BAR]),
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
        Err(Bad::new(format!("the bars on a board of {size} go together and are not listed")))
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        Some(shapes::latin(board, rng).into_iter().map(|n| n as Value).collect())
    }

    /// The clues name all bars and no number.
    fn clue_places(&self, board: &Board) -> Vec<Place> {
        board.inner_edges().map(|e| Place::Edge(e as u16)).collect()
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Edge(edge) = place else { return None };
        let [a, b] = board.cells_beside(edge.into()).map(|c| value(Place::Cell(c.unwrap_or(0) as u16)));
        (a.abs_diff(b) == 1).then_some(Clue::Black)
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        for (edge, sign) in &mut scene.edge_signs {
            *sign = if puzzle.board.is_horizontal((*edge).into()) { "━" } else { "┃" }.to_string();
        }
    }

    /// Numbers with letters: `4D` is a 4 with a bar below it, which the cell below tells too.
    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        if !id.params.starts_with('a') {
            let what = "signs of greater numbers; the genre futoshiki reads them";
            return Err(Bad::new(format!("{:?}: {what}", id.params)).at("parameters"));
        }
        let board = Board::new(id.size);
        let mut clues = BTreeMap::new();
        let cells = unequal::cells(id, &board)?;
        let has = |cell: Option<usize>, way: Direction| cell.is_some_and(|c| cells[c].1.contains(&way));
        for (cell, (number, ways)) in cells.iter().enumerate() {
            if *number > 0 {
                clues.insert(Place::Cell(cell as u16), Clue::Number(*number));
            }
            for &way in ways {
                let place = Place::Edge(board.edge(cell, way) as u16);
                if !has(board.neighbour(cell, way), way.opposite()) {
                    return Err(Bad::new("one of two cells tells of a bar").at(board.name(place)));
                }
                clues.insert(place, Clue::Black);
            }
        }
        Ok(Puzzle { board: Arc::new(board), clues })
    }
}

/// Tells a number in which two solutions differ.
fn repair(puzzle: &Puzzle, [known, other]: [&[Value]; 2], _look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let cells: Vec<usize> = puzzle.board.cells().filter(|&c| known[c] != other[c]).collect();
    let cell = *cells.get(pick(rng, cells.len().max(1)))?;
    let mut puzzle = puzzle.clone();
    puzzle.clues.insert(Place::Cell(cell as u16), Clue::Number(known[cell].into()));
    Some(Edit { puzzle })
}
