//! Simple loop: one loop through all cells that are not walls.

use super::listed::{Step, and_ideas, giving, pair, rule, with};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, line, wall};
use crate::codec::{CellClues, Codec, Filled, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use tesuji_solver::{Domain, Tier, Value};

/// A loop through all cells.
#[derive(Debug)]
pub struct SimpleLoop;

/// The genre.
pub static SIMPLE_LOOP: Pencil = Pencil::of(&SimpleLoop, &INFO);

const LINE: Value = 1;
const CELL: u16 = 0;
const LOOP: u16 = 1;
const WALL: u16 = 2;

static INFO: PencilInfo = PencilInfo {
    name: "simple-loop",
    about: "One loop through all cells that are not walls",
    title: "Simple loop",
    rules: "Draw one loop through all white cells that neither crosses nor touches itself.",
    sizes: &["6x6", "5x5", "8x8", "10x10"],
    options: &[],
    values: Values::Named(&[('x', "no line"), ('-', "line")]),
    classes: &[
        Class::at_place("the cell").law("the loop passes every cell"),
        Class::whole("the loop"),
        Class::at_place("the wall at").law("no line crosses a wall"),
    ],
    clues_are_optional: false,
    clue_classes: &[WALL],
    repair: Some(|puzzle, two, look, rng| super::shapes::repaired_loop(&SimpleLoop, puzzle, two, look, rng)),
    ..PencilInfo::PLAIN
};

impl PencilGenre for SimpleLoop {
    fn handle(&self) -> &'static Pencil {
        &SIMPLE_LOOP
    }

    fn codec(&self) -> Codec {
        Codec::new(&["simpleloop"]).with(CellClues(Filled))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::black_cells())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, wall));
        Some(form.with(Grid::marks(Lattice::Inner, line)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.inner_edges(&puzzle.board, Domain::range(0, 1));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        for cell in puzzle.board.cells() {
            let place = Place::Cell(cell as u16);
            let links = to.links(cell).into_iter().flatten().collect();
            let (class, passes) = if puzzle.clues.contains_key(&place) { (WALL, 0) } else { (CELL, 2) };
            to.count(class, place, links, Domain::single(LINE), (passes, passes));
        }
        to.centre_loop(LOOP, Domain::single(LINE));
        if !is_balanced(puzzle) {
            // No loop: more lines than there are would have to meet in the first cell.
            let links: Vec<_> = to.links(0).into_iter().flatten().collect();
            let more = links.len() + 1;
            to.count(LOOP, Place::Cell(0), links, Domain::single(LINE), (more, more));
        }
    }

    fn techniques(&self) -> Vec<Step> {
        and_ideas(vec![
            rule(("wall", "Wall", Tier::Beginner, 1), &[WALL], "takes no line"),
            giving(("two-ways", "Two Ways Left", Tier::Beginner, 3), &[CELL], LINE, "has two ways left"),
            rule(("cell-done", "Cell Done", Tier::Easy, 4), &[CELL], "takes no further line"),
            rule(("loop-closes-early", "No Early Loop", Tier::Medium, 10), &[LOOP], "would close early"),
            with(("cells-around", "Cell and Its Neighbours", Tier::Medium, 18), CELL, &[CELL]),
            pair(("two-cells", "Two Cells and the Loop", Tier::Hard, 35), CELL, CELL, &[CELL, LOOP]),
        ])
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let crosses = super::shapes::centre_loop(board, rng)?;
        Some(board.inner_edges().map(|e| Value::from(crosses[e])).collect())
    }

    fn boards(&self, size: crate::board::Size) -> Result<Vec<Board>, tesuji_genre::Bad> {
        Err(tesuji_genre::Bad::new(format!("the places of walls on a board of {size} are too many to list")))
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let is_passed = board.sides(cell.into()).into_iter().any(|e| value(Place::Edge(e as u16)) == LINE);
        (!is_passed).then_some(Clue::Black)
    }

    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.link_edges();
        for cell in scene.cells.iter_mut().filter(|c| c.is_clue) {
            cell.text.clear();
            cell.filled = true;
        }
    }
}

/// From cell to cell a loop changes colours on a chessboard, so it passes as many cells of both.
fn is_balanced(puzzle: &Puzzle) -> bool {
    let passed = puzzle.board.cells().filter(|&c| !puzzle.clues.contains_key(&Place::Cell(c as u16)));
    let (even, odd): (Vec<usize>, Vec<usize>) = passed.partition(|&c| {
        let (row, column) = puzzle.board.row_col(c);
        (row + column).is_multiple_of(2)
    });
    even.len() == odd.len()
}
