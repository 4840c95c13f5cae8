//! Akari: place bulbs so that every cell is lit and no bulb lights another; numbers count the bulbs
//! beside them.

use super::{drawn, listed, places, shapes};
use crate::board::{Board, Direction, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{ClueHoles, Grid, Lattice, StateForm, clue_or_shade};
use crate::codec::{Codec, FourCell, HoleClues, Puzzle};
use crate::house::{
    Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene::{Glyph, Scene};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, CompiledForms};
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Bulbs that light lines.
#[derive(Debug)]
pub struct Akari;

/// The genre.
pub static AKARI: Pencil = Pencil::of(&Akari, &INFO);

const BULB: Value = 1;
const NUMBER: u16 = 0;
const LINE: u16 = 1;
const LIT: u16 = 2;
/// Cells of a board whose walls are listed in all ways, at most.
const MOST_LISTED: usize = 12;

/// The line of cells from one wall to the next that holds a cell.
fn line_of(board: &Board, cell: usize, back: Direction) -> Vec<usize> {
    let first = board.ray(cell, back).last().unwrap_or(cell);
    std::iter::once(first).chain(board.ray(first, back.opposite())).collect()
}

/// The puzzle of these walls: by cell, whether there is one, and its number.
fn puzzle_of(size: Size, walls: Vec<Option<Option<u16>>>) -> Result<Puzzle, Bad> {
    let board = Board::new(size).with_holes(walls.iter().map(Option::is_some).collect())?;
    let number = |(cell, wall): (usize, Option<Option<u16>>)| Some((Place::Cell(cell as u16), Clue::Number(wall??)));
    Ok(Puzzle { board: Arc::new(board), clues: walls.into_iter().enumerate().filter_map(number).collect() })
}

/// The wall of a mark: none, one without a number, one with a number.
fn wall(mark: &str) -> Result<Option<Option<u16>>, Bad> {
    match mark {
        "-" => Ok(None),
        "x" | "B" => Ok(Some(None)),
        _ => {
            let bad = || Bad::new(format!("a wall or a number is expected, not {mark:?}"));
            Ok(Some(Some(mark.parse().map_err(|_| bad())?)))
        }
    }
}

static INFO: PencilInfo = PencilInfo {
    name: "akari",
    about: "Bulbs light all cells and not each other",
    rules: "Put bulbs on white cells. A bulb lights its row and column up to the next wall. Every white cell is \
        lit, and no bulb lights another one. A number on a wall counts the bulbs beside it.",
    sizes: &["10x10", "6x6", "7x7", "14x14", "12x18"],
    look: Look::PLAIN.with_weights(&[-30, 0]),
    tier_forms: &[(Tier::Medium, CompiledForms::NONE)],
    values: Values::Named(&[('.', "no bulb"), ('*', "bulb")]),
    classes: &[
        Class::at_place("the number at").counting("bulb", "bulbs"),
        Class::at_place("the line from").law("bulbs don't light each other"),
        Class::at_place("the light at").law("{} must come from somewhere"),
    ],
    puzzle_kit: "Akari",
    tatham: "lightup",
    clue_classes: &[NUMBER],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Akari {
    fn handle(&self) -> &'static Pencil {
        &AKARI
    }

    fn codec(&self) -> Codec {
        Codec::new(&["lightup", "akari", "bijutsukan"]).with(HoleClues(FourCell))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(0).on_walls())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::marks(Lattice::Cells, clue_or_shade));
        Some(form.with(ClueHoles).with(Grid::notes(Lattice::Cells)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, BULB));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), Some(n)) = (place, clue.number()) {
                let vars = to.cells(board.neighbours(cell.into()));
                to.count(NUMBER, place, vars, Domain::single(BULB), (n.into(), n.into()));
            }
        }
        for cell in board.cells() {
            let lines = [Direction::Left, Direction::Up].map(|back| line_of(board, cell, back));
            for line in lines.iter().filter(|l| l.len() > 1 && l[0] == cell) {
                let vars = to.cells(line.iter().copied());
                to.at_most_one(LINE, Place::Cell(cell as u16), vars, BULB);
            }
            let mut seen = lines.concat();
            seen.sort_unstable();
            seen.dedup();
            let literals: Vec<_> = seen.into_iter().map(|c| (to.cell(c), BULB, true)).collect();
            to.clause(LIT, Place::Cell(cell as u16), &literals);
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::giving(
                ("number-complete", "Number Complete", Tier::Beginner, 2),
                &[NUMBER],
                0,
                "has all its bulbs",
            ),
            listed::giving(
                ("number-needs-all", "All Neighbours Needed", Tier::Beginner, 3),
                &[NUMBER],
                BULB,
                "needs a bulb on every side left",
            ),
            listed::rule(("lit-line", "Lit Line", Tier::Beginner, 2), &[LINE], "has its bulb"),
            listed::rule(("only-light", "Only One Place Lights It", Tier::Easy, 5), &[LIT], "must come from somewhere"),
            listed::with(("number-and-lines", "Number and Lines", Tier::Easy, 8), NUMBER, &[LINE]),
            listed::with(("light-and-lines", "Light and Lines", Tier::Medium, 14), LIT, &[LINE]),
            listed::with(("light-and-numbers", "Light and Numbers", Tier::Medium, 16), LIT, &[NUMBER]),
            listed::pair(("two-numbers", "Two Numbers", Tier::Medium, 20), NUMBER, NUMBER, &[LINE, LIT]),
            listed::pair(("two-lights", "Two Lights", Tier::Hard, 35), LIT, LIT, &[LINE, NUMBER]),
        ];
        listed::with_ideas(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        places::lint_beside_walls(puzzle, "bulbs")
    }

    fn board(&self, size: Size, _look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        Board::new(size).with_holes(shapes::sprinkled(size, 20, rng))
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        if size.cells() > MOST_LISTED {
            return Err(Bad::new(format!("the places of walls on a board of {size} are too many to list")));
        }
        let walls = |set: u32| (0..size.cells()).map(|c| set >> c & 1 == 1).collect();
        (0..1 << size.cells()).map(|set| Board::new(size).with_holes(walls(set))).collect()
    }

    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.glyphs.insert("*", Glyph::Disc("#ffd54a"));
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let bulbs = drawn::lights(board, rng);
        Some(board.cells().map(|c| Value::from(bulbs[c])).collect())
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        places::hole_places(board)
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let bulbs = board.neighbours(cell.into()).filter(|&n| value(Place::Cell(n as u16)) == BULB);
        Some(Clue::Number(bulbs.count() as u16))
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let walls = kit.grid(0)?.into_iter().map(wall).collect::<Result<_, Bad>>()?;
        Ok((puzzle_of(kit.size()?, walls)?, kit.marked("o")?))
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        let marks = id.cells(false)?;
        let board = Board::new(id.size);
        let placed = |(i, m): (usize, &Option<String>)| {
            wall(m.as_deref().unwrap_or("-")).map_err(|bad| bad.at(board.name(Place::Cell(i as u16))))
        };
        let walls = marks.iter().enumerate().map(placed).collect::<Result<_, Bad>>()?;
        puzzle_of(id.size, walls)
    }
}
