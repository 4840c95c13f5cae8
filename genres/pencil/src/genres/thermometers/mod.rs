//! Thermometers: fill each from its bulb on, as far as you like; numbers count the filled cells of
//! their lines.

mod draw;
mod read;

use super::{listed, places};
use crate::board::{Board, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::{Arrows, CellClues, Codec, Hexadecimal, LineCounts, Puzzle};
use crate::house::{Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Thermometers, told by arrows from each cell to the next one.
#[derive(Debug)]
pub struct Thermometers;

/// The genre.
pub static THERMOMETERS: Pencil = Pencil::of(&Thermometers, &INFO);

const FILLED: Value = 1;
const COUNT: u16 = 0;
const THERMOMETER: u16 = 1;

/// The cell that comes after a cell.
fn next(puzzle: &Puzzle, cell: usize) -> Option<usize> {
    match puzzle.clues.get(&Place::Cell(cell as u16))? {
        Clue::Arrow(way, _) => puzzle.board.neighbour(cell, *way),
        _ => None,
    }
}

/// The cells from each bulb on.
fn thermometers(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let cells = puzzle.board.size().cells();
    let mut is_next = vec![false; cells];
    (0..cells).filter_map(|c| next(puzzle, c)).for_each(|c| is_next[c] = true);
    let from = |bulb: usize| std::iter::successors(Some(bulb), |&c| next(puzzle, c)).take(cells).collect();
    (0..cells).filter(|&c| !is_next[c]).map(from).collect()
}

static INFO: PencilInfo = PencilInfo {
    name: "thermometers",
    about: "Thermometers fill from their bulbs; numbers count filled cells",
    rules: "Fill thermometers from their bulbs without a gap; one may stay empty. A number counts the filled \
        cells of its line.",
    sizes: &["8x8", "4x4", "5x5", "6x6", "10x10"],
    options: &[],
    values: Values::Named(&[('.', "empty"), ('#', "filled")]),
    classes: &[
        Class::at_place("").counting("filled cell", "filled cells"),
        Class::at_place("the thermometer at").law("a thermometer is filled from its bulb on"),
    ],
    puzzle_kit: "Thermometer",
    clues_are_optional: false,
    clue_classes: &[COUNT],
    repair: Some(draw::repair),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Thermometers {
    fn handle(&self) -> &'static Pencil {
        &THERMOMETERS
    }

    fn codec(&self) -> Codec {
        Codec::new(&["thermometers"]).with(LineCounts(Hexadecimal)).with(CellClues(Arrows))
    }

    fn form(&self) -> Form {
        Form::line_counts(Signs::arrows())
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, FILLED));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        for (&place, clue) in &puzzle.clues {
            if let (Place::Outside(side, i), Some(n)) = (place, clue.number()) {
                let vars = to.cells(puzzle.board.line_of(side, i.into()));
                to.count(COUNT, place, vars, Domain::single(FILLED), (n.into(), n.into()));
            }
        }
        for cell in puzzle.board.cells() {
            if let Some(next) = next(puzzle, cell) {
                let literals = [(to.cell(cell), FILLED, true), (to.cell(next), 0, true)];
                to.clause(THERMOMETER, Place::Cell(cell as u16), &literals);
            }
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const T: &[u16] = &[THERMOMETER];
        let list = vec![
            listed::giving(("below", "Filled Below", Tier::Beginner, 2), T, FILLED, "is filled up to there"),
            listed::giving(("above", "Empty Above", Tier::Beginner, 2), T, 0, "is empty from there on"),
            listed::giving(("line-full", "Line Complete", Tier::Beginner, 3), &[COUNT], 0, "has its filled cells"),
            listed::giving(
                ("line-needs", "All Cells Needed", Tier::Beginner, 3),
                &[COUNT],
                FILLED,
                "needs the cells left",
            ),
            listed::with(("line-and-thermometers", "Thermometers Along a Line", Tier::Easy, 7), COUNT, T),
            listed::pair(("crossing-lines", "Crossing Lines", Tier::Medium, 16), COUNT, COUNT, T),
            listed::with(("line-and-lines", "Line Over Lines", Tier::Hard, 32), COUNT, &[COUNT, THERMOMETER]),
        ];
        listed::with_ideas_and_counting(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        places::lint_counts(puzzle)?;
        let (mut into, mut told) = (BTreeMap::new(), 0);
        for (&place, clue) in &puzzle.clues {
            let bad = |what: &str| Err(Bad::new(what.to_string()).at(board.name(place)));
            match (place, clue) {
                (Place::Cell(cell), Clue::Arrow(..)) => {
                    let Some(next) = next(puzzle, cell.into()) else { return bad("the arrow leaves the board") };
                    if into.insert(next, cell).is_some() {
                        return bad("two arrows lead to the cell after it");
                    }
                }
                (Place::Cell(_), _) => return bad("an arrow is expected"),
                _ => {}
            }
        }
        thermometers(puzzle).iter().for_each(|t| told += t.len());
        if told < board.cells().count() { Err(Bad::new("arrows that lead round are no thermometer")) } else { Ok(()) }
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the thermometers on a board of {size} are too many to list")))
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        Some(draw::completion(board, rng))
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        let outside = places::outside(board, &[Side::Top, Side::Left]);
        places::cell_places(board).into_iter().chain(outside).collect()
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        draw::clues(board, value, rng)
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.tubes = thermometers(puzzle);
        for bulb in thermometers(puzzle).into_iter().filter_map(|t| t.first().copied()) {
            let cell = &mut scene.cells[bulb];
            (cell.text, cell.is_clue) = (format!("○{}", cell.text), true);
        }
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        read::kit(kit)
    }
}
