//! Shikaku: divide the board into rectangles with one number each, which is the rectangle's area.

mod draw;
mod rectangle;

use super::listed::{Step, and_ideas, pair, rule, with};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, border, clue};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables};
use rand_chacha::ChaCha8Rng;
use rectangle::{placement, rectangles};
use std::collections::BTreeMap;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Literal, Tier, Value};

/// Rectangles of given areas.
#[derive(Debug)]
pub struct Shikaku;

/// The genre.
pub static SHIKAKU: Pencil = Pencil::of(&Shikaku, &INFO);

const BORDER: Value = 1;
const RECTANGLE: u16 = 0;
const CORNER: u16 = 1;

static INFO: PencilInfo = PencilInfo {
    name: "shikaku",
    about: "Rectangles with one number each, their area",
    rules: "Divide the board into rectangles with one number each, which says how many cells its rectangle has.",
    sizes: &["10x10", "4x4", "5x5", "6x6", "8x8"],
    tatham: "rect",
    options: tesuji_genre::clue::option::STYLED,
    look: Look::PLAIN.with_parts(500, [2, 12]),
    values: Values::Named(&[('x', "no border"), ('-', "border")]),
    classes: &[
        Class::at_place("the rectangle of").law("each rectangle holds one number, which is its size"),
        Class::at_place("the borders at").law("no rectangle has a bent border"),
    ],
    clues_are_optional: false,
    shows_unknown: true,
    repair: Some(draw::repair),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Shikaku {
    fn handle(&self) -> &'static Pencil {
        &SHIKAKU
    }

    fn codec(&self) -> Codec {
        Codec::new(&["shikaku"]).with(CellClues(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(1).or_unknown())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, clue));
        Some(form.with(Grid::marks(Lattice::Inner, border)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.inner_edges(&puzzle.board, Domain::range(0, BORDER));
    }

    /// Each number has a rectangle, and borders meet as those of rectangles do. That every
    /// rectangle has a number: the areas add up to the board's, or a rectangle is listed for all
    /// its cells.
    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        let mut owners: Vec<Vec<Vec<Literal>>> = vec![Vec::new(); board.size().cells()];
        for (&place, clue) in &puzzle.clues {
            let Place::Cell(cell) = place else { continue };
            let mut placements = Vec::new();
            for cells in rectangles(puzzle, cell.into(), clue.number()) {
                let placement = placement(board, &cells, to);
                cells.iter().for_each(|&c| owners[c].push(placement.clone()));
                placements.push(placement);
            }
            to.add(RECTANGLE, place, RuleSpec::Placements { placements });
        }
        let told: Option<usize> = puzzle.clues.values().map(|c| c.number().map(usize::from)).sum();
        if told != Some(board.size().cells()) {
            for cell in board.cells() {
                let placements = std::mem::take(&mut owners[cell]);
                to.add(RECTANGLE, Place::Cell(cell as u16), RuleSpec::Placements { placements });
            }
        }
        for corner in 0..board.corners() {
            let edges: Vec<usize> = board.edges_at(corner).collect();
            if edges.len() == 4 {
                let vars = edges.iter().map(|&e| to.edge(e)).collect();
                // Above, below, left, right: none, a straight line, or three and more.
                let fits = |on: &[bool]| match on.iter().filter(|&&b| b).count() {
                    0 | 3 | 4 => true,
                    2 => on[0] == on[1],
                    _ => false,
                };
                to.fitting(CORNER, Place::Corner(corner as u16), vars, &fits);
            }
        }
    }

    fn techniques(&self) -> Vec<Step> {
        const R: &[u16] = &[RECTANGLE];
        and_ideas(vec![
            rule(("rectangle", "One Place for a Rectangle", Tier::Easy, 4), R, "leaves this way only"),
            rule(("corner", "Borders Go On", Tier::Easy, 5), &[CORNER], "go on straight or meet"),
            with(("rectangle-and-corners", "Rectangle and Corners", Tier::Medium, 12), RECTANGLE, &[CORNER]),
            with(("rectangle-among-others", "Rectangle Among Others", Tier::Medium, 15), RECTANGLE, R),
            pair(("two-rectangles", "Two Rectangles", Tier::Medium, 20), RECTANGLE, RECTANGLE, &[CORNER]),
        ])
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let cells = puzzle.board.size().cells();
        for (&place, clue) in &puzzle.clues {
            let Place::Cell(cell) = place else { continue };
            if rectangles(puzzle, cell.into(), clue.number()).is_empty() {
                return Err(Bad::new("no rectangle of this area has room").at(puzzle.board.name(place)));
            }
        }
        let told: Option<usize> = puzzle.clues.values().map(|c| c.number().map(usize::from)).sum();
        if told.is_some_and(|t| t != cells) {
            return Err(Bad::new(format!(
                "the areas add up to {}, and the board has {cells} cells",
                told.unwrap_or(0)
            )));
        }
        Ok(())
    }

    fn boards(&self, size: crate::board::Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the places of numbers on a board of {size} are too many to list")))
    }

    fn completion(&self, board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        draw::completion(board, look, rng)
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        draw::clues(board, value, rng)
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        id.numbers(true)
    }
}
