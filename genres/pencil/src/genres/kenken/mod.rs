//! KenKen: a latin square; the values of each cage make its number by its operation.

mod keen;

use super::drawn;
use super::listed::{Step, and_ideas, pair, rule, with};
use crate::board::{Board, Place, Size};
use crate::clue::{Clue, Operator};
use crate::codec::{Borders, Codec, Puzzle, RegionResults};
use crate::house::{Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Tier, Value};

/// Cages with operations.
#[derive(Debug)]
pub struct KenKen;

/// The genre.
pub static KENKEN: Pencil = Pencil::of(&KenKen, &INFO);

const CAGE: u16 = 0;
const ROW: u16 = 1;
const COLUMN: u16 = 2;
/// New products are not larger.
const LARGEST_PRODUCT: u32 = 400;
/// The largest side: values have one or two digits.
const LARGEST_SIDE: usize = 20;

static INFO: PencilInfo = PencilInfo {
    name: "kenken",
    about: "A latin square whose cages make their numbers by their operations",
    title: "KenKen",
    rules: "Put the numbers from 1 to the length of a row into the cells, each once in every row and column. The \
        numbers of a cage give its result by its operation, in some order; where no operation is printed, any of \
        the four may do.",
    sizes: &["6x6", "4x4", "5x5", "7x7"],
    options: tesuji_genre::clue::option::STYLED,
    look: Look::PLAIN.with_parts(220, [2, 4]),
    values: Values::Numbers,
    classes: &[Class::at_place("the cage of").combining(), Class::row("row"), Class::column("column")],
    puzzle_kit: "KenKen",
    tatham: "keen",
    clues_are_optional: false,
    clue_classes: &[CAGE],
    ..PencilInfo::PLAIN
};

impl PencilGenre for KenKen {
    fn handle(&self) -> &'static Pencil {
        &KENKEN
    }

    fn codec(&self) -> Codec {
        Codec::new(&["kenken"]).with(Borders).with(RegionResults)
    }

    fn form(&self) -> Form {
        Form::cages()
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        let most = puzzle.board.rows().max(puzzle.board.cols()).min(LARGEST_SIDE);
        to.cells(&puzzle.board, Domain::range(1, most as Value));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        let lines = (0..board.rows()).map(|r| (ROW, board.row(r)));
        for (class, cells) in lines.chain((0..board.cols()).map(|c| (COLUMN, board.col(c)))) {
            let vars = to.cells(cells.iter().copied());
            to.all_different(class, Place::Cell(cells[0] as u16), vars);
        }
        let Some(regions) = board.regions() else { return };
        for (&place, clue) in &puzzle.clues {
            let Place::Region(region) = place else { continue };
            let cells = regions.cells(region.into());
            let vars = to.cells(cells.iter().copied());
            let spec = match *clue {
                Clue::Result(Operator::Plus, n) => RuleSpec::Sum { vars, total: n.into() },
                Clue::Result(operator, n) => RuleSpec::Table { vars, tuples: tuples(board, cells, &[operator], n) },
                Clue::Number(n) => {
                    RuleSpec::Table { vars, tuples: tuples(board, cells, &Operator::ALL.map(|o| o.0), n) }
                }
                _ => continue,
            };
            to.add(CAGE, place, spec);
        }
    }

    fn techniques(&self) -> Vec<Step> {
        const LINES: &[u16] = &[ROW, COLUMN];
        and_ideas(vec![
            rule(("cage", "Cage Combinations", Tier::Beginner, 3), &[CAGE], "has no way with it"),
            rule(("line", "Sets in a Line", Tier::Easy, 5), LINES, "holds each number once"),
            with(("cage-and-lines", "Cage and Lines", Tier::Medium, 12), CAGE, LINES),
            pair(("two-cages", "Two Cages", Tier::Medium, 16), CAGE, CAGE, &[]),
            pair(("cage-and-row", "Cage and Row", Tier::Medium, 18), CAGE, ROW, &[CAGE]),
            pair(("cage-and-column", "Cage and Column", Tier::Medium, 18), CAGE, COLUMN, &[CAGE]),
        ])
    }

    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.label_regions();
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let (rows, cols) = (puzzle.board.rows(), puzzle.board.cols());
        if rows != cols || rows > LARGEST_SIDE {
            return Err(Bad::new(format!("a square of side 1 to {LARGEST_SIDE} is expected")).at("size"));
        }
        Ok(())
    }

    fn board(&self, size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        if size.rows() != size.cols() || size.rows() > LARGEST_SIDE {
            return Err(Bad::new(format!("a square of side 1 to {LARGEST_SIDE} is expected")).at("size"));
        }
        super::shapes::division(size, look, rng)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the cages on a board of {size} are too many to list")))
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        drawn::latin_square(board, rng)
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        (0..board.regions().map_or(0, |r| r.len())).map(|r| Place::Region(r as u16)).collect()
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    /// An operation for each cage, drawn among those that the values allow.
    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        let mut clues = BTreeMap::new();
        for (region, cells) in board.regions().into_iter().flat_map(|r| r.iter()).enumerate() {
            let values: Vec<u32> = cells.iter().map(|&c| value(Place::Cell(c as u16)).into()).collect();
            let (most, least) = (values.iter().copied().max().unwrap_or(1), values.iter().copied().min().unwrap_or(1));
            let product: u32 = values.iter().product();
            let ways = [
                (Operator::Plus, values.iter().sum(), true),
                (Operator::Times, product, product <= LARGEST_PRODUCT),
                (Operator::Minus, most - least, values.len() == 2),
                (Operator::Divide, most / least.max(1), values.len() == 2 && most % least.max(1) == 0),
            ];
            let ways: Vec<_> = ways.into_iter().filter(|w| w.2).collect();
            let (operator, n, _) = ways[pick(rng, ways.len())];
            let clue = if values.len() == 1 { Clue::Number(most as u16) } else { Clue::Result(operator, n as u16) };
            clues.insert(Place::Region(region as u16), clue);
        }
        clues
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let board = kit.regions(kit.size()?.rows())?;
        let mut clues = BTreeMap::new();
        for (cell, word) in kit.grid(0)?.into_iter().enumerate().filter(|(_, w)| !["-", "."].contains(w)) {
            let place = Place::Cell(cell as u16);
            let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
            let number =
                digits.parse().map_err(|_| Bad::new(format!("{word:?} is no result")).at(board.name(place)))?;
            let clue = match &word[digits.len()..] {
                "+" => Clue::Result(Operator::Plus, number),
                "-" => Clue::Result(Operator::Minus, number),
                "*" | "x" => Clue::Result(Operator::Times, number),
                "/" | ":" => Clue::Result(Operator::Divide, number),
                _ => Clue::Number(number),
            };
            let region = board.regions().map_or(0, |r| r.of(cell));
            clues.insert(Place::Region(region as u16), clue);
        }
        let mut values = BTreeMap::new();
        for (cell, word) in kit.answer()?.into_iter().enumerate() {
            values.extend(word.parse().ok().map(|n: Value| (Place::Cell(cell as u16), n)));
        }
        Ok((Puzzle { board: Arc::new(board), clues }, values))
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        keen::read(id)
    }
}

/// The values of a cage that make the number by one of the operations, different in each line.
fn tuples(board: &Board, cells: &[usize], operators: &[Operator], number: u16) -> Vec<Vec<Value>> {
    let most = board.rows().max(board.cols()).min(LARGEST_SIDE) as Value;
    let only_product = operators == [Operator::Times];
    let points: Vec<(usize, usize)> = cells.iter().map(|&cell| board.row_col(cell)).collect();
    let mut found = Vec::new();
    // The values so far, and the one to try next in each place.
    let (mut at, mut value) = (Vec::with_capacity(cells.len()), most);
    loop {
        if at.len() == cells.len() && operators.iter().any(|o| o.fits(&at, number)) {
            found.push(at.clone());
        }
        if at.len() == cells.len() || value == 0 {
            let Some(last) = at.pop() else { return found };
            value = last - 1;
            continue;
        }
        let (row, col) = points[at.len()];
        let clashes = at.iter().zip(&points).any(|(&v, &(r, c))| v == value && (r == row || c == col));
        let product = || at.iter().chain([&value]).map(|&v| u64::from(v)).product::<u64>();
        if clashes || (only_product && u64::from(number) % product() != 0) {
            value -= 1;
        } else {
            at.push(value);
            value = most;
        }
    }
}
