//! Cave: shade cells; the others hang together, every shaded cell hangs together with the outside.
//! A number counts the cells that are seen from it in the four directions, its own included.

use super::{listed, places, shapes};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue, shade};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// A cave and the rock around it.
#[derive(Debug)]
pub struct Cave;

/// The genre.
pub static CAVE: Pencil = Pencil::of(&Cave, &INFO);

const SHADED: Value = 1;
const NUMBER: u16 = 0;
const INSIDE: u16 = 1;
const ROCK: u16 = 2;
const CROSSING: u16 = 3;

static INFO: PencilInfo = PencilInfo {
    name: "cave",
    about: "A cave in one piece, rock that reaches the frame, numbers that see so far",
    rules: "Shade some cells; the others are the cave, which hangs together. Each group of shaded cells reaches \
        the frame. A number is in the cave and counts the cells of the cave that it sees in its row and \
        column up to shaded cells, itself included.",
    sizes: &["7x7", "5x5", "6x6", "8x8", "10x10"],
    values: Values::Named(&[('.', "cave"), ('#', "rock")]),
    classes: &[
        Class::at_place("the number at").law("{} counts the cells of the cave that it sees"),
        Class::whole("the cave"),
        Class::whole("the rock").law("all rock hangs together with the frame"),
        Class::at_place("the crossing at").law("the cave and the rock would cut each other apart"),
    ],
    clue_classes: &[NUMBER],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Cave {
    fn handle(&self) -> &'static Pencil {
        &CAVE
    }

    fn codec(&self) -> Codec {
        Codec::new(&["cave", "corral", "bag"]).with(CellClues(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(1).or_unknown())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, clue));
        Some(form.with(Grid::marks(Lattice::Cells, shade)).with(Grid::notes(Lattice::Inner)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, SHADED));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), Some(n)) = (place, clue.number()) {
                let placements = places::views(board, cell.into(), n.into(), to);
                to.add(NUMBER, place, RuleSpec::Placements { placements });
            }
        }
        // Two kinds that cross at a corner can't both hang together: this follows, and helps.
        for square in board.squares() {
            for first in [0, SHADED] {
                let kinds = [first, 1 - first, 1 - first, first];
                let literals: Vec<_> = square.iter().zip(kinds).map(|(&c, v)| (to.cell(c), v, false)).collect();
                to.clause(CROSSING, Place::Cell(square[0] as u16), &literals);
            }
        }
        to.connected(INSIDE, Domain::single(0));
        // Beyond the frame all rock is one: cells at the frame are neighbours.
        let (vars, mut edges) = to.cell_graph(&|_| true);
        let frame: Vec<usize> = board.cells().filter(|&c| board.neighbours(c).count() < 4).collect();
        let number = |cell: usize| board.cells().position(|c| c == cell).unwrap_or(0) as u32;
        for (i, &a) in frame.iter().enumerate() {
            edges.extend(frame[i + 1..].iter().map(|&b| [number(a), number(b)]));
        }
        to.add(ROCK, Place::Cell(0), RuleSpec::Connected { vars, values: Domain::single(SHADED), edges });
        let reached: Vec<_> = frame.iter().map(|&c| (to.cell(c), SHADED, true)).collect();
        for cell in board.cells().filter(|c| !frame.contains(c)) {
            let literals = [&[(to.cell(cell), SHADED, false)], &reached[..]].concat();
            to.clause(ROCK, Place::Cell(cell as u16), &literals);
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const N: &[u16] = &[NUMBER];
        let list = vec![
            listed::giving(("must-see", "Must See So Far", Tier::Beginner, 3), N, 0, "would see too few cells"),
            listed::giving(("view-ends", "View Ends Here", Tier::Beginner, 4), N, SHADED, "would see too many cells"),
            listed::rule(
                ("no-crossing", "No Crossing", Tier::Easy, 5),
                &[CROSSING],
                "can't have both kinds on its diagonals",
            ),
            listed::rule(("cave-connection", "The Cave Hangs Together", Tier::Easy, 8), &[INSIDE], "would fall apart"),
            listed::rule(("rock-connection", "Rock Reaches the Frame", Tier::Medium, 10), &[ROCK], "would be shut in"),
            listed::with(("number-and-crossings", "Number and Crossings", Tier::Medium, 15), NUMBER, &[CROSSING]),
            listed::pair(("two-numbers", "Two Numbers", Tier::Medium, 18), NUMBER, NUMBER, &[CROSSING]),
            listed::with(
                ("number-and-connection", "Number and Connection", Tier::Hard, 32),
                NUMBER,
                &[CROSSING, INSIDE, ROCK],
            ),
        ];
        listed::with_ideas(list, 12, 120)
    }

    fn pattern(&self, _board: &Board, place: Place, _clue: &Clue) -> Vec<(Place, Domain)> {
        vec![(place, Domain::single(0))]
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let most = puzzle.board.rows() + puzzle.board.cols() - 1;
        places::lint_numbers(puzzle, 2..=most as u16)
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let inside = shapes::simply_connected(board, rng);
        Some(board.cells().map(|c| Value::from(!inside[c])).collect())
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let clue = places::view(board, place, &|c| value(Place::Cell(c as u16)) == 0);
        clue.filter(|clue| *clue != Clue::Number(1))
    }
}
