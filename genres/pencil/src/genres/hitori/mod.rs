//! Hitori: shade cells so that no number stands twice in a row or column; shaded cells do not
//! touch, the others hang together.

mod draw;
mod read;

use super::{listed, shapes};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue, shade};
use crate::codec::{CellClues, Codec, Puzzle, SingleSymbol};
use crate::house::{
    Class, Form, Kit, ListedEdit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, ClueEdit, pick};
use tesuji_solver::techniques::steps::{JointRules, Row, RuleStep, Which};
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Equal numbers are shaded away.
#[derive(Debug)]
pub struct Hitori;

/// The genre.
pub static HITORI: Pencil = Pencil::of(&Hitori, &INFO);

const SHADED: Value = 1;
const ROW: u16 = 0;
const COLUMN: u16 = 1;
const TOUCH: u16 = 2;
const WHITE: u16 = 3;
/// The least percentage of cells that are shaded in print, …
const LEAST_SHADED: usize = 28;
/// … and how many percentages from there on are drawn.
const SHARES: usize = 3;

static INFO: PencilInfo = PencilInfo {
    name: "hitori",
    about: "Shade cells so that no number stands twice in a line",
    rules: "Shade some cells so that no number stands twice in the unshaded cells of a row or a column. Shaded \
        cells don't share an edge, and all unshaded cells hang together.",
    sizes: &["10x10", "5x5", "6x6", "8x8", "12x12"],
    options: &[],
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[
        Class::row("row").law("{} may have one unshaded {clue}"),
        Class::column("column").law("{} may have one unshaded {clue}"),
        Class::at_place("the ban on touching at").law("no two shaded cells touch"),
        Class::whole("the unshaded cells"),
    ],
    puzzle_kit: "Hitori",
    tatham: "singles",
    clues_are_optional: false,
    repair: Some(draw::repair),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Hitori {
    fn handle(&self) -> &'static Pencil {
        &HITORI
    }

    fn codec(&self) -> Codec {
        Codec::new(&["hitori"]).with(CellClues(SingleSymbol))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::none().or_labels().everywhere())
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
        let lines =
            (0..board.rows()).map(|r| (ROW, board.row(r))).chain((0..board.cols()).map(|c| (COLUMN, board.col(c))));
        for (class, cells) in lines {
            let mut equal: BTreeMap<&Clue, Vec<usize>> = BTreeMap::new();
            for cell in cells {
                if let Some(clue) = puzzle.clues.get(&Place::Cell(cell as u16)).filter(|c| c.number().is_some()) {
                    equal.entry(clue).or_default().push(cell);
                }
            }
            for cells in equal.into_values().filter(|c| c.len() > 1) {
                let vars = to.cells(cells.iter().copied());
                to.at_most_one(class, Place::Cell(cells[0] as u16), vars, 0);
            }
        }
        to.not_adjacent(TOUCH, SHADED);
        to.connected(WHITE, Domain::single(0));
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const LINES: &[u16] = &[ROW, COLUMN];
        let joint = |id, name, tier, score, first, second| -> Arc<dyn Technique> {
            Arc::new(JointRules::two(
                Row::new(id, name, tier, score),
                Which::class(first),
                Which::class(second),
                &[TOUCH],
            ))
        };
        let list: Vec<Arc<dyn Technique>> = vec![
            Arc::new(RuleStep::new(
                Row::new("shaded-neighbour", "Beside a Shaded Cell", Tier::Beginner, 2),
                &[TOUCH],
                "leaves the other cell unshaded",
            )),
            Arc::new(RuleStep::new(
                Row::new("equal-number", "Equal to an Unshaded Number", Tier::Beginner, 3),
                LINES,
                "leave one cell unshaded at most",
            )),
            listed::with(("sandwich", "Pair, Triple, or Sandwich", Tier::Beginner, 4), ROW, &[TOUCH]),
            listed::with(
                ("sandwich-in-column", "Pair, Triple, or Sandwich in a Column", Tier::Beginner, 4),
                COLUMN,
                &[TOUCH],
            ),
            Arc::new(RuleStep::new(
                Row::new("unshaded-connection", "Unshaded Cells Hang Together", Tier::Easy, 8),
                &[WHITE],
                "would fall apart",
            )),
            joint("crossing-pairs", "Crossing Pairs", Tier::Medium, 18, ROW, COLUMN),
            joint("pairs-in-rows", "Pairs in Two Rows", Tier::Medium, 20, ROW, ROW),
            joint("pairs-in-columns", "Pairs in Two Columns", Tier::Medium, 20, COLUMN, COLUMN),
        ];
        listed::with_ideas(list, 8, 100)
    }

    fn repaired_one_in(&self) -> Option<u64> {
        Some(128)
    }

    /// A drawn shading whose shaded cells do not touch and part nothing.
    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let mut shaded = shapes::scattered(board, rng);
        let wanted = shaded.len() * (LEAST_SHADED + pick(rng, SHARES)) / 100;
        shapes::packed(board, &mut shaded, wanted, &|_| true, rng);
        Some(board.cells().map(|c| Value::from(shaded[c])).collect())
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        draw::clues(board, value, rng)
    }

    /// Another number in a cell.
    fn single_edits(&self, puzzle: &Puzzle) -> Vec<ListedEdit> {
        let board = &puzzle.board;
        let most = board.rows().max(board.cols()) as u16;
        let mut edits = Vec::new();
        for cell in board.cells() {
            let place = Place::Cell(cell as u16);
            let before = puzzle.clues.get(&place);
            for after in (1..=most).map(Clue::Number).filter(|clue| Some(clue) != before) {
                let [from, to] = [before, Some(&after)].map(|clue| clue.map(scene::sign));
                let mut puzzle = puzzle.clone();
                puzzle.clues.insert(place, after);
                let words = ClueEdit { at: board.name(place), from, to };
                edits.push(ListedEdit { touches: vec![place], words, puzzle });
            }
        }
        edits
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        Ok((kit.numbers(0)?, kit.marked("x")?))
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        read::tatham(id)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the hitoris of size {size} are too many to list: every filling is one")))
    }
}
