//! Nurikabe: shade a connected sea without squares; every island holds one number, which is its
//! size.

mod draw;

use super::listed::{Step, and_ideas, giving, pair, rule, with};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue_or_shade};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{EitherWay, Row};
use tesuji_solver::{Domain, RulePart, Tier, Value};

/// Islands in a sea.
#[derive(Debug)]
pub struct Nurikabe;

/// The genre.
pub static NURIKABE: Pencil = Pencil::of(&Nurikabe, &INFO);

const SHADED: Value = 1;
const ISLANDS: u16 = 0;
const SEA: u16 = 1;
const SQUARE: u16 = 2;
/// Drawings of islands before a board is given up.
const DRAWS: usize = 4;

static INFO: PencilInfo = PencilInfo {
    name: "nurikabe",
    about: "A connected sea without squares; islands as large as their numbers",
    rules: "Shade some cells so that the others form islands with one number each, which says how many cells its \
        island has. Islands don't share an edge. All shaded cells hang together, and no two by two cells are \
        all shaded.",
    sizes: &["10x10", "5x5", "6x6", "7x7", "8x8", "12x12"],
    options: tesuji_genre::clue::option::STYLED,
    look: Look::PLAIN.with_parts(600, [1, 16]),
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[
        Class::whole("the islands").saying(&[
            (RulePart::AreaFull, "an island is complete"),
            (RulePart::AreaGrows, "an island has no other way to grow"),
            (RulePart::AreasJoin, "two islands would touch"),
            (RulePart::OutOfReach, "no island reaches so far"),
        ]),
        Class::whole("the sea"),
        Class::at_place("the square at").law("no two by two cells are all sea"),
    ],
    puzzle_kit: "Nurikabe",
    clues_are_optional: false,
    derives_edits: true,
    shows_unknown: true,
    repair: Some(draw::repair),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Nurikabe {
    fn handle(&self) -> &'static Pencil {
        &NURIKABE
    }

    fn codec(&self) -> Codec {
        Codec::new(&["nurikabe"]).with(CellClues(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(1).or_unknown())
    }

    fn states(&self) -> Option<StateForm> {
        Some(StateForm::unmarked_as(0).with(Grid::marks(Lattice::Cells, clue_or_shade)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, SHADED));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let (vars, edges) = to.cell_graph(&|_| true);
        let numbers: BTreeMap<usize, u32> = puzzle.board.cells().zip(0..).collect();
        let root = |(&place, clue): (&Place, &Clue)| match place {
            Place::Cell(cell) => Some([*numbers.get(&usize::from(cell))?, clue.number().unwrap_or(0).into()]),
            _ => None,
        };
        let roots = puzzle.clues.iter().filter_map(root).collect();
        to.add(ISLANDS, Place::Cell(0), RuleSpec::Islands { vars, values: Domain::single(0), edges, roots });
        to.connected(SEA, Domain::single(SHADED));
        to.no_square(SQUARE, SHADED);
    }

    fn techniques(&self) -> Vec<Step> {
        let row = Row::new;
        and_ideas(vec![
            rule(("square", "No Square of Sea", Tier::Beginner, 2), &[SQUARE], "is not all sea"),
            giving(
                ("island-shore", "Shore of Islands", Tier::Easy, 5),
                &[ISLANDS],
                SHADED,
                "are complete, touch, or do not reach so far",
            ),
            giving(("island-growth", "Island Growth", Tier::Easy, 7), &[ISLANDS], 0, "have no other room"),
            rule(("sea-connection", "The Sea Hangs Together", Tier::Medium, 10), &[SEA], "would fall apart"),
            with(("island-into-square", "Island Into a Square", Tier::Medium, 18), SQUARE, &[ISLANDS]),
            with(("sea-around-square", "Sea Around a Square", Tier::Medium, 22), SQUARE, &[SEA]),
            pair(("two-squares", "Two Squares", Tier::Hard, 35), SQUARE, SQUARE, &[ISLANDS, SEA]),
            Arc::new(EitherWay::new(row("either-way", "Sea Either Way", Tier::Hard, 36), &[SQUARE], &[ISLANDS])),
        ])
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let cells = puzzle.board.cells().count();
        for (&place, clue) in &puzzle.clues {
            let bad = |what: String| Err(Bad::new(what).at(puzzle.board.name(place)));
            match clue.number() {
                Some(0) => return bad("an island has at least one cell".into()),
                Some(n) if usize::from(n) > cells => {
                    return bad(format!("an island of {n} cells on a board of {cells}"));
                }
                _ => {}
            }
            let Place::Cell(cell) = place else { continue };
            let beside =
                puzzle.board.neighbours(cell.into()).find(|&n| puzzle.clues.contains_key(&Place::Cell(n as u16)));
            if beside.is_some() {
                return bad("two numbers side by side would be in one island".into());
            }
        }
        Ok(())
    }

    fn completion(&self, board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        (0..DRAWS).find_map(|_| draw::completion(board, look, rng))
    }

    fn boards(&self, size: crate::board::Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the places of numbers on a board of {size} are too many to list")))
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    /// The size of each island on a drawn cell of it.
    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        let islands = super::shapes::parts(board, &|c| value(Place::Cell(c as u16)) == 0);
        let clue = |island: Vec<usize>| {
            (Place::Cell(island[pick(rng, island.len())] as u16), Clue::Number(island.len() as u16))
        };
        islands.into_iter().map(clue).collect()
    }

    /// The size of the island that holds the number.
    fn edited_at(&self, puzzle: &Puzzle, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        puzzle.clues.get(&place)?;
        let islands = super::shapes::parts(&puzzle.board, &|c| value(Place::Cell(c as u16)) == 0);
        let own = islands.iter().find(|island| island.iter().any(|&c| Place::Cell(c as u16) == place))?;
        Some(Clue::Number(own.len() as u16))
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let kit = kit.clone().sized_by_rows();
        let marks = kit.answer()?;
        let values = marks.iter().enumerate().map(|(i, &w)| (Place::Cell(i as u16), Value::from(w == "x")));
        Ok((kit.numbers(0)?, values.collect()))
    }
}
