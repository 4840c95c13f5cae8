//! Skyscrapers: each height once in every row and column; numbers outside count the buildings seen
//! from there. Lots without a building, if there are fewer heights than cells, are parks. A variant
//! has each height once on both diagonals, too.

mod heights;
mod read;

use super::{drawn, listed, places};
use crate::board::{Board, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Frame, Framed, StateForm, clue_or_number};
use crate::codec::{
    Codec, GivenCells, Hexadecimal, LastNumber, OutsideClues, Puzzle, Variant, is_variant, whole_number,
};
use crate::house::{
    Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene::Scene;
use heights::{each_once, heights};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, CompiledForms};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{Row, RuleStep, RuleView};
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Buildings that hide others.
#[derive(Debug)]
pub struct Skyscrapers;

/// The genre.
pub static SKYSCRAPERS: Pencil = Pencil::of(&Skyscrapers, &INFO);

const ROW: u16 = 0;
const COLUMN: u16 = 1;
const CLUE: u16 = 2;
const DIAGONAL: u16 = 3;

/// Is one building seen, or all?
fn is_extreme(rule: &RuleView<'_>) -> bool {
    matches!(rule.spec, RuleSpec::Visible { vars, count } if *count <= 1 || *count as usize >= vars.len())
}

static INFO: PencilInfo = PencilInfo {
    name: "skyscrapers",
    about: "Each height once a line; numbers count the buildings seen",
    rules: "Put the heights from 1 to the length of a row into the cells, each once in every row and column. A \
        number outside says how many buildings are seen from there; higher ones hide lower ones behind them.",
    sizes: &["5x5", "4x4", "6x6", "7x7"],
    look: Look::PLAIN.with_clues_around(45, 60),
    tier_forms: &[(Tier::Medium, CompiledForms { tables: false, ..CompiledForms::ALL })],
    values: Values::Numbers,
    classes: &[Class::row("row"), Class::column("column"), Class::at_place(""), Class::at_place("the diagonal from")],
    puzzle_kit: "Skyscraper",
    kit_variants: &["D"],
    tatham: "towers",
    clue_classes: &[CLUE],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Skyscrapers {
    fn handle(&self) -> &'static Pencil {
        &SKYSCRAPERS
    }

    fn codec(&self) -> Codec {
        let clues = OutsideClues { run: Hexadecimal, all_sides: true };
        Codec::new(&["skyscrapers", "towers", "building", "skyscraper"])
            .with(clues)
            .with(GivenCells(Hexadecimal))
            .with(LastNumber)
            .with(Variant('d'))
    }

    fn form(&self) -> Form {
        Form::around(Signs::numbers(1))
    }

    fn states(&self) -> Option<StateForm> {
        Some(StateForm::of_numbers().with(Framed::marks(Frame::Around, clue_or_number)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        let heights = heights(puzzle);
        to.cells(&puzzle.board, Domain::range(Value::from(heights == places::side(&puzzle.board)), heights));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        each_once(puzzle, to);
        for (&place, clue) in &puzzle.clues {
            if let (Place::Outside(side, i), Some(n)) = (place, clue.number()) {
                let vars = to.cells(puzzle.board.line_of(side, i.into()));
                to.add(CLUE, place, RuleSpec::Visible { vars, count: n.into() });
            }
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const LINES: &[u16] = &[ROW, COLUMN, DIAGONAL];
        let extreme = Row::new("clue-one-or-all", "One or All Seen", Tier::Beginner, 2);
        let list = vec![
            Arc::new(RuleStep::new(extreme, &[CLUE], "sees one building, or all").when(is_extreme)),
            listed::rule(("line", "Naked and Hidden Singles", Tier::Beginner, 3), LINES, "holds each height once"),
            listed::rule(("clue", "What a Clue Sees", Tier::Easy, 6), &[CLUE], "would see too few or too many"),
            listed::with(("clue-and-line", "Clue and Its Line", Tier::Medium, 14), CLUE, LINES),
            listed::pair(("opposite-clues", "Opposite Clues", Tier::Medium, 18), CLUE, CLUE, &[]),
            listed::pair(("two-rows", "Two Rows", Tier::Hard, 32), ROW, ROW, &[COLUMN, CLUE]),
            listed::pair(("two-columns", "Two Columns", Tier::Hard, 32), COLUMN, COLUMN, &[ROW, CLUE]),
            listed::pair(("two-clues-and-lines", "Two Clues and Lines", Tier::Hard, 38), CLUE, CLUE, LINES),
        ];
        listed::with_ideas(list, 12, 120)
    }

    fn pattern(&self, _board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        places::given_number(place, clue)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        places::lint_square(puzzle.board.size())?;
        let heights = u16::from(heights(puzzle));
        if is_variant(puzzle) && puzzle.board.rows() < 2 {
            return Err(Bad::new("diagonals are expected").at("size"));
        }
        if heights == 0 || whole_number(puzzle).is_some_and(|n| n > heights) {
            return Err(Bad::new("a number of heights up to the side is expected").at("heights"));
        }
        places::lint_numbers(puzzle, 1..=heights)
    }

    fn board(&self, size: Size, _look: &Look, _rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        places::lint_square(size).map(|()| Board::new(size))
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        places::lint_square(size).map(|()| vec![Board::new(size)])
    }

    /// Heights inside are given only where the clues outside are not enough.
    fn clue_weight(&self, place: Place, _clue: &Clue) -> i32 {
        if matches!(place, Place::Cell(_)) { -100 } else { 0 }
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        drawn::latin_square(board, rng)
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        let outside = places::outside(board, &Side::ALL);
        places::cell_places(board).into_iter().chain(outside).collect()
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Outside(side, i) = place else { return Some(Clue::Number(value(place).into())) };
        let (mut top, mut seen) = (0, 0);
        for height in board.line_of(side, i.into()).into_iter().map(|c| value(Place::Cell(c as u16))) {
            seen += u16::from(height > top);
            top = top.max(height);
        }
        Some(Clue::Number(seen))
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.corners.clear();
        let parks = whole_number(puzzle).map(|highest| format!("heights 1 to {highest}, parks elsewhere"));
        let diagonals = is_variant(puzzle).then(|| "each height once on both diagonals, too".to_string());
        let words: Vec<String> = parks.into_iter().chain(diagonals).collect();
        scene.below = (!words.is_empty()).then(|| words.join("; "));
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        read::kit(kit)
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        read::tatham(id)
    }
}
