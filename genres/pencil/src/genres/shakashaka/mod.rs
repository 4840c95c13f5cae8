//! Shakashaka: put triangles into cells so that what stays white is made of rectangles, upright or
//! standing on a corner; numbers count the triangles beside them.

mod angle;
mod draw;

use super::{listed, places};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{ClueHoles, Grid, Lattice, StateForm, Word, clue_beside_wall};
use crate::codec::{Codec, FourCell, HoleClues, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use crate::scene::{Glyph, Scene};
use angle::{is_right, quarters};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Triangles around white rectangles.
#[derive(Debug)]
pub struct Shakashaka;

/// The genre.
pub static SHAKASHAKA: Pencil = Pencil::of(&Shakashaka, &INFO);

const NUMBER: u16 = 0;
const CORNER: u16 = 1;
/// A triangle's value: 1 and the number of the corner that is black, clockwise from the lower left
/// one as puzz.link counts: lower left, lower right, upper right, upper left.
const TRIANGLES: Domain = Domain::range(1, 4);
/// No cell, or one out of play.
const BLACK: Value = 5;

static INFO: PencilInfo = PencilInfo {
    name: "shakashaka",
    about: "Triangles leave white rectangles; numbers count triangles",
    rules: "Put right-angled triangles into some white cells, each of which fills half of its cell. What is left \
        white forms rectangles, upright or on their corners. A number counts the triangles in the cells \
        beside it.",
    sizes: &["8x8", "5x5", "6x6", "10x10"],
    values: Values::Named(&[
        ('.', "white"),
        ('◣', "lower left"),
        ('◢', "lower right"),
        ('◥', "upper right"),
        ('◤', "upper left"),
    ]),
    values_are_directed: true,
    classes: &[
        Class::at_place("the number at").counting("triangle", "triangles"),
        Class::at_place("the white angles at").law("all white areas are rectangles"),
    ],
    clue_classes: &[NUMBER],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Shakashaka {
    fn handle(&self) -> &'static Pencil {
        &SHAKASHAKA
    }

    fn codec(&self) -> Codec {
        Codec::new(&["shakashaka"]).with(HoleClues(FourCell))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(0).on_walls())
    }

    fn states(&self) -> Option<StateForm> {
        // Triangles are told as 2 to 5, in the order of their values.
        let triangle = |word: &str| match word {
            "." | "-" => Some(Word::Nothing),
            "+" => Some(Word::Mark(0)),
            _ => Some(Word::Mark(word.parse::<Value>().ok().filter(|n| (2..=5).contains(n))? - 1)),
        };
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, clue_beside_wall)).with(ClueHoles);
        Some(form.with(Grid::marks(Lattice::Cells, triangle)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, 4));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), Some(n)) = (place, clue.number()) {
                let vars = to.cells(board.neighbours(cell.into()));
                to.count(NUMBER, place, vars, TRIANGLES, (n.into(), n.into()));
            }
        }
        for corner in 0..board.corners() {
            let around = quarters(board, corner).map(|c| c.filter(|&c| !board.is_hole(c)));
            let choices = around.map(|cell| if cell.is_some() { 0..BLACK } else { BLACK..BLACK + 1 });
            let mut tuples = vec![Vec::new()];
            for values in choices {
                let longer = |tuple: Vec<Value>| values.clone().map(move |v| [&tuple[..], &[v]].concat());
                tuples = tuples.into_iter().flat_map(longer).collect();
            }
            let fits = |tuple: &Vec<Value>| <[Value; 4]>::try_from(&tuple[..]).is_ok_and(is_right);
            let in_play = |tuple: Vec<Value>| tuple.into_iter().filter(|&v| v != BLACK).collect();
            let tuples = tuples.into_iter().filter(fits).map(in_play).collect();
            let vars = to.cells(around.into_iter().flatten());
            if !vars.is_empty() {
                to.add(CORNER, Place::Corner(corner as u16), RuleSpec::Table { vars, tuples });
            }
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const N: &[u16] = &[NUMBER];
        const ANGLES: &[u16] = &[CORNER];
        let list = vec![
            listed::giving(("number-complete", "Number Complete", Tier::Beginner, 2), N, 0, "has all its triangles"),
            listed::rule(
                ("number-needs", "All Neighbours Needed", Tier::Beginner, 3),
                N,
                "needs a triangle on every side",
            ),
            listed::rule(("angles", "No Bent Angle", Tier::Beginner, 4), ANGLES, "would not all be right"),
            listed::with(("angles-around", "Angles of Neighbouring Points", Tier::Easy, 8), CORNER, ANGLES),
            listed::with(("number-and-angles", "Number and Angles", Tier::Easy, 9), NUMBER, ANGLES),
            listed::pair(("two-points", "Two Points", Tier::Medium, 16), CORNER, CORNER, ANGLES),
            listed::pair(("two-numbers", "Two Numbers", Tier::Hard, 32), NUMBER, NUMBER, ANGLES),
        ];
        listed::with_ideas(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        places::lint_beside_walls(puzzle, "triangles")
    }

    fn board(&self, size: Size, _look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        draw::board(size, rng)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        places::all_holes(size)
    }

    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        for (sign, down, left) in [("◣", true, true), ("◢", true, false), ("◥", false, false), ("◤", false, true)]
        {
            scene.glyphs.insert(sign, Glyph::Triangle { down, left });
        }
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        places::hole_places(board)
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let triangles = board.neighbours(cell.into()).filter(|&n| value(Place::Cell(n as u16)) > 0);
        Some(triangles.count()).filter(|&n| n < 5).map(|n| Clue::Number(n as u16))
    }
}
