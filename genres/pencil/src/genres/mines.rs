//! Minesweeper: a mine or none in every cell without a number; numbers count the mines in the eight
//! cells around them.

use super::{listed, places};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue, shade};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use crate::scene::{Glyph, Scene};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Hidden mines.
#[derive(Debug)]
pub struct Mines;

/// The genre.
pub static MINES: Pencil = Pencil::of(&Mines, &INFO);

const MINE: Value = 1;
const NUMBER: u16 = 0;

static INFO: PencilInfo = PencilInfo {
    name: "mines",
    about: "Numbers count the mines around them",
    rules: "Some cells without a number hold a mine. A number counts the mines in the cells around it, diagonal \
        ones included.",
    sizes: &["8x8", "4x4", "5x5", "6x6", "10x10"],
    values: Values::Named(&[('.', "no mine"), ('*', "a mine")]),
    classes: &[Class::at_place("the number at").counting("mine", "mines")],
    clue_classes: &[NUMBER],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Mines {
    fn handle(&self) -> &'static Pencil {
        &MINES
    }

    fn codec(&self) -> Codec {
        Codec::new(&["mines", "minesweeper"]).with(CellClues(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(0).or_unknown())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, clue));
        Some(form.with(Grid::marks(Lattice::Cells, shade)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, MINE));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        for (&place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), Some(n)) = (place, clue.number()) {
                let vars = to.cells(puzzle.board.all_neighbours(cell.into()));
                to.count(NUMBER, place, vars, Domain::single(MINE), (n.into(), n.into()));
            }
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const N: &[u16] = &[NUMBER];
        let list = vec![
            listed::giving(("number-complete", "Number Complete", Tier::Beginner, 2), N, 0, "has all its mines"),
            listed::giving(("number-needs", "All Cells Are Mines", Tier::Beginner, 2), N, MINE, "needs all cells left"),
            listed::pair(("two-numbers", "Two Numbers", Tier::Easy, 6), NUMBER, NUMBER, &[]),
            listed::with(("number-among-numbers", "Number Among Numbers", Tier::Medium, 12), NUMBER, N),
            listed::pair(("numbers-among-numbers", "Two Numbers Among Others", Tier::Hard, 28), NUMBER, NUMBER, N),
        ];
        listed::with_ideas_and_counting(list, 12, 120)
    }

    fn pattern(&self, _board: &Board, place: Place, _clue: &Clue) -> Vec<(Place, Domain)> {
        vec![(place, Domain::single(0))]
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        places::lint_numbers(puzzle, 0..=8)
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        Some(board.cells().map(|_| Value::from(pick(rng, 3) == 0)).collect())
    }

    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.glyphs.insert("*", Glyph::Disc("#1d2733"));
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let mines = board.all_neighbours(cell.into()).filter(|&n| value(Place::Cell(n as u16)) == MINE);
        (value(place) != MINE).then(|| Clue::Number(mines.count() as u16))
    }
}
