//! Kurodoko: shade cells, none touching, the others hanging together; a number counts the cells
//! that are seen from it in the four directions, its own included.

use super::{listed, places, shapes};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue, shade};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::{Bad, CompiledForms};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Numbers that see so far.
#[derive(Debug)]
pub struct Kurodoko;

/// The genre.
pub static KURODOKO: Pencil = Pencil::of(&Kurodoko, &INFO);

const SHADED: Value = 1;
const NUMBER: u16 = 0;
const TOUCH: u16 = 1;
const WHITE: u16 = 2;

static INFO: PencilInfo = PencilInfo {
    name: "kurodoko",
    about: "Shaded cells part nothing; numbers count the cells that they see",
    rules: "Shade some cells. Shaded cells don't share an edge, and all unshaded cells hang together. A number \
        is unshaded and counts the unshaded cells that it sees in its row and column, itself included.",
    sizes: &["7x7", "5x5", "6x6", "9x9"],
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[
        Class::at_place("the number at").law("{} counts the cells that it sees"),
        Class::at_place("the ban on touching at").law("no two shaded cells touch"),
        Class::whole("the unshaded cells"),
    ],
    clue_classes: &[NUMBER],
    tatham: "range",
    forms: CompiledForms::NONE,
    ..PencilInfo::PLAIN
};

impl PencilGenre for Kurodoko {
    fn handle(&self) -> &'static Pencil {
        &KURODOKO
    }

    fn codec(&self) -> Codec {
        Codec::new(&["kurodoko"]).with(CellClues(Hexadecimal))
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
        for (&place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), Some(n)) = (place, clue.number()) {
                let placements = places::views(&puzzle.board, cell.into(), n.into(), to);
                to.add(NUMBER, place, RuleSpec::Placements { placements });
            }
        }
        to.not_adjacent(TOUCH, SHADED);
        to.connected(WHITE, Domain::single(0));
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::rule(
                ("shaded-neighbour", "Beside a Shaded Cell", Tier::Beginner, 2),
                &[TOUCH],
                "leaves the other cell unshaded",
            ),
            listed::giving(("must-see", "Must See So Far", Tier::Beginner, 4), &[NUMBER], 0, "would see too few cells"),
            listed::giving(
                ("view-ends", "View Ends Here", Tier::Easy, 5),
                &[NUMBER],
                SHADED,
                "would see too many cells",
            ),
            listed::rule(
                ("unshaded-connection", "Unshaded Cells Hang Together", Tier::Easy, 8),
                &[WHITE],
                "would fall apart",
            ),
            listed::with(("number-and-touching", "Number Without Touching", Tier::Medium, 14), NUMBER, &[TOUCH]),
            listed::pair(("two-numbers", "Two Numbers", Tier::Medium, 18), NUMBER, NUMBER, &[TOUCH]),
            listed::with(("number-and-connection", "Number and Connection", Tier::Hard, 32), NUMBER, &[TOUCH, WHITE]),
        ];
        listed::with_ideas_and_counting(list, 12, 120)
    }

    fn pattern(&self, _board: &Board, place: Place, _clue: &Clue) -> Vec<(Place, Domain)> {
        vec![(place, Domain::single(0))]
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let most = puzzle.board.rows() + puzzle.board.cols() - 1;
        places::lint_numbers(puzzle, 1..=most as u16)
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let shaded = shapes::scattered(board, rng);
        Some(board.cells().map(|c| Value::from(shaded[c])).collect())
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        places::view(board, place, &|c| value(Place::Cell(c as u16)) == 0)
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        id.numbers(true)
    }
}
