//! Ripple effect: each region holds the numbers from 1 to its size; between equal numbers
//! n in a line lie at least n cells.

mod draw;

use super::listed::{Step, and_ideas, pair, rule, with};
use crate::board::{Board, Direction, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{BlackHoles, Grid, Lattice, RegionBorders, StateForm, Word, clue, number};
use crate::codec::{Borders, CellClues, Codec, Hexadecimal, Holes, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Tier, Value};

/// Numbers that keep their distance.
#[derive(Debug)]
pub struct Ripple;

/// The genre.
pub static RIPPLE: Pencil = Pencil::of(&Ripple, &INFO);

const REGION: u16 = 0;
const DISTANCE: u16 = 1;
/// The largest region that values can number.
const LARGEST: usize = 63;

static INFO: PencilInfo = PencilInfo {
    name: "ripple",
    about: "Regions hold 1 to their size; equal numbers keep their distance",
    rules: "Put numbers into the cells. A region of some size holds the numbers from 1 to that size, each once. \
        Between two equal numbers in a row or a column are at least as many cells as the number says.",
    sizes: &["6x6", "5x5", "8x8", "10x10"],
    look: Look::PLAIN.with_parts(350, [2, 5]),
    values: Values::Numbers,
    classes: &[
        Class::at_place(""),
        Class::at_place("the distance from").law("equal numbers in a line stand farther apart than they say"),
    ],
    clue_classes: crate::house::NO_RULES,
    ..PencilInfo::PLAIN
};

impl PencilGenre for Ripple {
    fn handle(&self) -> &'static Pencil {
        &RIPPLE
    }

    fn codec(&self) -> Codec {
        Codec::new(&["ripple", "hakyukoka"]).with(Borders).with(CellClues(Hexadecimal)).with(Holes)
    }

    fn form(&self) -> Form {
        Form::regions_and_cells(Signs::numbers(1))
    }

    fn states(&self) -> Option<StateForm> {
        // `#` is a cell out of play.
        let clue = |word: &str| if word == "#" { Some(Word::Clue(Clue::Black)) } else { clue(word) };
        let form = StateForm::of_numbers().with(RegionBorders).with(Grid::clues(Lattice::Cells, clue)).with(BlackHoles);
        Some(form.with(Grid::marks(Lattice::Cells, number)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        let board = &puzzle.board;
        for cell in board.cells() {
            let size = board.regions().map_or(1, |r| r.cells(r.of(cell)).len());
            to.add(Place::Cell(cell as u16), Domain::range(1, size.min(LARGEST) as Value));
        }
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        let Some(regions) = board.regions() else { return };
        for (number, cells) in regions.iter().enumerate().filter(|(_, c)| c.len() > 1) {
            let vars = to.cells(cells.iter().copied());
            to.all_different(REGION, Place::Region(number as u16), vars);
        }
        let most = |cell: usize| regions.cells(regions.of(cell)).len().min(LARGEST);
        for cell in board.cells() {
            for way in [Direction::Right, Direction::Down] {
                let (row, col) = board.row_col(cell);
                let ahead = match way {
                    Direction::Right => (1..board.cols() - col).map(|d| cell + d).collect::<Vec<_>>(),
                    _ => (1..board.rows() - row).map(|d| cell + d * board.cols()).collect(),
                };
                for (other, distance) in ahead.into_iter().zip(1..).take(most(cell)) {
                    let largest = most(cell).min(most(other));
                    if board.is_hole(other) || largest < distance || regions.of(cell) == regions.of(other) {
                        continue;
                    }
                    let vars = to.cells([cell, other]);
                    let pairs = (1..=most(cell)).flat_map(|a| (1..=most(other)).map(move |b| [a, b]));
                    let fits = pairs.filter(|&[a, b]| a != b || a < distance);
                    let tuples = fits.map(|pair| pair.map(|n| n as Value).to_vec()).collect();
                    to.add(DISTANCE, Place::Cell(cell as u16), RuleSpec::Table { vars, tuples });
                }
            }
        }
    }

    fn techniques(&self) -> Vec<Step> {
        and_ideas(vec![
            rule(("distance", "Too Near", Tier::Beginner, 2), &[DISTANCE], "keeps equal numbers apart"),
            rule(("region", "Numbers of a Region", Tier::Easy, 5), &[REGION], "holds each number once"),
            with(("region-and-distance", "Region and Distances", Tier::Medium, 14), REGION, &[DISTANCE]),
            pair(("two-distances", "Two Distances", Tier::Medium, 18), DISTANCE, DISTANCE, &[REGION]),
            pair(("two-regions", "Two Regions", Tier::Hard, 35), REGION, REGION, &[DISTANCE]),
        ])
    }

    fn pattern(&self, _board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        clue.number().map(|n| (place, Self::given(n))).into_iter().collect()
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let Some(regions) = puzzle.board.regions() else { return Ok(()) };
        for (&place, clue) in &puzzle.clues {
            let (Place::Cell(cell), Some(n)) = (place, clue.number()) else { continue };
            let size = regions.cells(regions.of(cell.into())).len();
            if !(1..=size.min(LARGEST)).contains(&usize::from(n)) {
                let what = format!("a number from 1 to the {size} cells of its region is expected, not {n}");
                return Err(Bad::new(what).at(puzzle.board.name(place)));
            }
        }
        if let Some(large) = regions.iter().find(|r| r.len() > LARGEST) {
            let at = puzzle.board.name(Place::Cell(large[0] as u16));
            return Err(Bad::new(format!("a region of {} cells; {LARGEST} are possible", large.len())).at(at));
        }
        Ok(())
    }

    fn drawn(&self, size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Option<(Board, Vec<Value>)> {
        draw::draw(size, look, rng)
    }

    fn board(&self, size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        super::shapes::division(size, look, rng)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the divisions of a board of {size} are too many to list")))
    }

    fn clue_at(&self, _board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        Some(Clue::Number(value(place).into()))
    }
}

impl Ripple {
    fn given(n: u16) -> Domain {
        if usize::from(n) <= LARGEST { Domain::single(n as Value) } else { Domain::EMPTY }
    }
}
