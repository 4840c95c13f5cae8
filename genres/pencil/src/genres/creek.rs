//! Creek: shade cells, the others hanging together; a number counts the shaded cells around its
//! corner.

use super::{listed, shapes};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue, shade};
use crate::codec::{Codec, CornerClues, FourCell, OlderCorners, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Shaded cells around corners.
#[derive(Debug)]
pub struct Creek;

/// The genre.
pub static CREEK: Pencil = Pencil::of(&Creek, &INFO);

const SHADED: Value = 1;
const NUMBER: u16 = 0;
const WHITE: u16 = 1;

static INFO: PencilInfo = PencilInfo {
    name: "creek",
    about: "Numbers count shaded cells around corners; the others hang together",
    rules: "Shade some cells so that all unshaded cells hang together. A number on a corner counts the shaded \
        cells around it.",
    sizes: &["7x7", "4x4", "5x5", "6x6", "10x10"],
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[
        Class::at_place("the number on").counting("shaded cell", "shaded cells"),
        Class::whole("the unshaded cells"),
    ],
    clue_classes: &[NUMBER],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Creek {
    fn handle(&self) -> &'static Pencil {
        &CREEK
    }

    fn codec(&self) -> Codec {
        Codec::new(&["creek"]).with(CornerClues(FourCell)).with_older(OlderCorners)
    }

    fn form(&self) -> Form {
        Form::corners(Signs::numbers(0))
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Corners, clue));
        Some(form.with(Grid::marks(Lattice::Cells, shade)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, SHADED));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        for (&place, clue) in &puzzle.clues {
            if let (Place::Corner(corner), Some(n)) = (place, clue.number()) {
                let vars = to.cells(puzzle.board.cells_at(corner.into()));
                to.count(NUMBER, place, vars, Domain::single(SHADED), (n.into(), n.into()));
            }
        }
        to.connected(WHITE, Domain::single(0));
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const N: &[u16] = &[NUMBER];
        let list = vec![
            listed::giving(("number-complete", "Number Complete", Tier::Beginner, 2), N, 0, "has all its shaded cells"),
            listed::giving(("number-needs", "All Cells Needed", Tier::Beginner, 2), N, SHADED, "needs all cells left"),
            listed::pair(("neighbouring-numbers", "Neighbouring Numbers", Tier::Easy, 6), NUMBER, NUMBER, &[]),
            listed::rule(("connection", "Unshaded Cells Hang Together", Tier::Easy, 8), &[WHITE], "would fall apart"),
            listed::with(("number-among-numbers", "Number Among Numbers", Tier::Medium, 14), NUMBER, N),
            listed::with(
                ("number-and-connection", "Number and Connection", Tier::Medium, 18),
                NUMBER,
                &[NUMBER, WHITE],
            ),
            listed::pair(
                ("two-numbers", "Two Numbers and Connection", Tier::Hard, 34),
                NUMBER,
                NUMBER,
                &[NUMBER, WHITE],
            ),
        ];
        listed::with_ideas(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            let (Place::Corner(corner), Some(n)) = (place, clue.number()) else { continue };
            let cells = board.cells_at(corner.into()).count();
            if usize::from(n) > cells {
                return Err(Bad::new(format!("{n} of {cells} cells around it")).at(board.name(place)));
            }
        }
        Ok(())
    }

    /// Drawn blobs of shaded cells, the largest part of the others unshaded.
    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let mut shaded = shapes::blobs(board, rng);
        let open = shapes::parts(board, &|c| !shaded[c]).into_iter().max_by_key(Vec::len)?;
        (0..shaded.len()).for_each(|c| shaded[c] = !open.contains(&c));
        Some(board.cells().map(|c| Value::from(shaded[c])).collect())
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        (0..board.corners()).map(|c| Place::Corner(c as u16)).collect()
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Corner(corner) = place else { return None };
        let shaded = board.cells_at(corner.into()).filter(|&c| value(Place::Cell(c as u16)) == SHADED);
        Some(Clue::Number(shaded.count() as u16))
    }
}
