//! Yajilin: shade cells that do not touch, and draw one loop through all others; an arrow counts
//! the shaded cells ahead.

mod draw;
mod loops;
mod read;
mod walk;

use super::listed::{Step, and_counting, and_ideas, giving, odd_and_even, pair, rule, ways, with};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{self, Grid, Lattice, StateForm, Word, line, shade};
use crate::codec::{Arrows, CellClues, Codec, Puzzle};
use crate::house::{Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Tier, Value};

/// A loop around shaded cells.
#[derive(Debug)]
pub struct Yajilin;

/// The genre.
pub static YAJILIN: Pencil = Pencil::of(&Yajilin, &INFO);

/// Values of a cell (on the loop, shaded, a clue) and of an edge (no line, a line).
const LOOP_CELL: Value = 0;
const SHADED: Value = 1;
const CLUE: Value = 2;
const LINE: Value = 4;
const NO_LINE: Value = 3;
const ARROW: u16 = 0;
const CELL: u16 = 1;
const TOUCH: u16 = 2;
const LOOP: u16 = 3;

static INFO: PencilInfo = PencilInfo {
    name: "yajilin",
    about: "Shade cells and draw one loop through all others; arrows count shaded cells",
    rules: "Shade some cells and draw one loop through all others but those with an arrow. Shaded cells don't \
        share an edge. The number of an arrow counts the shaded cells in its direction.",
    sizes: &["6x6", "5x5", "8x8", "10x10"],
    options: tesuji_genre::clue::option::STYLED,
    look: Look::PLAIN.with_clues(7, 13),
    values: Values::Named(&[('.', "on the loop"), ('#', "shaded"), ('c', "a clue"), ('x', "no line"), ('-', "line")]),
    classes: &[
        Class::at_place("the arrow at").counting("shaded cell", "shaded cells"),
        Class::at_place("the cell").law("the loop passes every cell without a clue that is not shaded"),
        Class::at_place("the ban on touching at").law("no two shaded cells touch"),
        Class::whole("the loop"),
    ],
    puzzle_kit: "Yajilin",
    clues_are_optional: false,
    clue_classes: &[ARROW],
    settle: Some(walk::settled),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Yajilin {
    fn handle(&self) -> &'static Pencil {
        &YAJILIN
    }

    fn codec(&self) -> Codec {
        Codec::new(&["yajilin", "yajirin"]).with(CellClues(Arrows)).drawn_as("b")
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbered_arrows())
    }

    fn states(&self) -> Option<StateForm> {
        let lines = |word: &str| match line(word)? {
            Word::Mark(value) => Some(Word::Mark(NO_LINE + value)),
            other => Some(other),
        };
        let form = StateForm::unmarked_as(LOOP_CELL).with_unmarked_edges(NO_LINE);
        let form = form.with(Grid::clues(Lattice::Cells, pzprv3::arrow)).with(Grid::marks(Lattice::Cells, shade));
        Some(form.with(Grid::marks(Lattice::Inner, lines)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        for cell in puzzle.board.cells() {
            let place = Place::Cell(cell as u16);
            let is_clue = puzzle.clues.contains_key(&place);
            to.add(place, if is_clue { Domain::single(CLUE) } else { Domain::range(LOOP_CELL, SHADED) });
        }
        to.inner_edges(&puzzle.board, Domain::range(NO_LINE, LINE));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), &Clue::Arrow(way, Some(n))) = (place, clue) {
                let ahead = to.cells(board.ray(cell.into(), way));
                to.count(ARROW, place, ahead, Domain::single(SHADED), (n.into(), n.into()));
            }
        }
        for cell in board.cells() {
            to.passed_or_not(CELL, cell, LOOP_CELL, NO_LINE, LINE);
        }
        to.not_adjacent(TOUCH, SHADED);
        to.centre_loop(LOOP, Domain::single(LINE));
    }

    fn techniques(&self) -> Vec<Step> {
        const CELLS: &[u16] = &[CELL, TOUCH];
        let list = and_ideas(vec![
            rule(("shaded-neighbour", "Beside a Shaded Cell", Tier::Beginner, 2), &[TOUCH], "lets one be shaded"),
            giving(("arrow-done", "Arrow Complete", Tier::Beginner, 3), &[ARROW], LOOP_CELL, "has all its cells"),
            giving(("arrow-needs-all", "Arrow Needs All", Tier::Beginner, 4), &[ARROW], SHADED, "needs them all"),
            giving(("line-continues", "Line Continues", Tier::Easy, 5), &[CELL], LINE, "has one way on"),
            rule(("cell-says", "Loop or Shaded", Tier::Easy, 6), &[CELL], "is passed by the loop, or shaded"),
            rule(("loop-closes-early", "No Early Loop", Tier::Medium, 12), &[LOOP], "would close early"),
            with(("arrow-and-touch", "Arrow and Gaps", Tier::Easy, 9), ARROW, &[TOUCH]),
            with(("arrow-and-cells", "Arrow and Cells", Tier::Medium, 16), ARROW, CELLS),
            with(("cells-around", "Cell and Its Neighbours", Tier::Medium, 20), CELL, CELLS),
            pair(("two-arrows", "Two Arrows", Tier::Hard, 35), ARROW, ARROW, CELLS),
            ways(("arrow-ways", "All Ways of an Arrow", Tier::Hard, 38), ARROW, CELLS, 1),
            odd_and_even(),
        ]);
        and_counting(list, ("arrows-counted", "Arrows and Cells Counted", Tier::Expert, 90))
    }

    fn completion(&self, board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        draw::completion(board, look, rng)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        match puzzle.clues.iter().find(|(_, clue)| clue.number().is_some()) {
            Some((&place, _)) => Err(Bad::new("a number without an arrow").at(puzzle.board.name(place))),
            None => Ok(()),
        }
    }

    fn boards(&self, size: crate::board::Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the places of arrows on a board of {size} are too many to list")))
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        draw::clues(board, value, rng)
    }

    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.link_edges();
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        read::kit(kit)
    }
}
