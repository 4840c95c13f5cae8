//! LITS: shade a tetromino in every region; all hang together, no two by two cells are shaded, and
//! tetrominoes of one shape do not touch.

use super::{listed, regions};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, RegionIds, StateForm, Word, shade};
use crate::codec::{Borders, Codec, Holes, OlderRegions, Puzzle};
use crate::house::{Class, Edit, Kit, Pencil, PencilGenre, Rules, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, OptionSpec};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// A tetromino in every region.
#[derive(Debug)]
pub struct Lits;

/// The genre.
pub static LITS: Pencil = Pencil::of::<Lits>();

const REGION: u16 = 0;
const SQUARE: u16 = 1;
const EQUAL: u16 = 2;
const SHADED: u16 = 3;

/// The values of the four shapes: 1 to 4.
const SHAPES: [Value; 4] = [1, 2, 3, 4];

fn any_shape() -> Domain {
    Domain::range(1, 4)
}

/// The shape of four cells: its value; `None` for a square and for what does not hang together.
fn shape(board: &Board, cells: [usize; 4]) -> Option<Value> {
    let at = cells.map(|c| board.row_col(c));
    let near = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    let mut degrees = at.map(|a| at.iter().filter(|&&b| near(a, b)).count());
    degrees.sort_unstable();
    let straight = at.iter().all(|a| a.0 == at[0].0) || at.iter().all(|a| a.1 == at[0].1);
    // Three links: a path, or a T; a path is straight, an L with three cells in a line, or an S.
    match degrees {
        [1, 1, 1, 3] => Some(3),
        [1, 1, 2, 2] if straight => Some(2),
        [1, 1, 2, 2] => {
            let in_line = |of: fn((usize, usize)) -> usize| {
                at.iter().any(|&a| at.iter().filter(|&&b| of(a) == of(b)).count() == 3)
            };
            let is_l = in_line(|p| p.0) || in_line(|p| p.1);
            // Two pairs of neighbours do not hang together.
            let links = at
                .iter()
                .enumerate()
                .flat_map(|(i, &a)| at[..i].iter().map(move |&b| (a, b)))
                .filter(|&(a, b)| near(a, b));
            (links.count() == 3).then_some(if is_l { 1 } else { 4 })
        }
        _ => None,
    }
}

/// Every tetromino within some cells: its cells and its value.
pub(super) fn tetrominoes(board: &Board, cells: &[usize]) -> Vec<([usize; 4], Value)> {
    let mut found: Vec<Vec<usize>> = cells.iter().map(|&c| vec![c]).collect();
    for _ in 1..4 {
        let grown = found.iter().flat_map(|part| {
            let near =
                part.iter().flat_map(|&c| board.neighbours(c)).filter(|n| cells.contains(n) && !part.contains(n));
            near.map(|n| {
                let mut more = part.clone();
                more.push(n);
                more.sort_unstable();
                more
            })
        });
        let mut grown: Vec<Vec<usize>> = grown.collect();
        grown.sort_unstable();
        grown.dedup();
        found = grown;
    }
    let four = found.into_iter().filter_map(|part| <[usize; 4]>::try_from(part).ok());
    four.filter_map(|part| Some((part, shape(board, part)?))).collect()
}

impl PencilGenre for Lits {
    const NAME: &'static str = "lits";
    const ABOUT: &'static str = "Shade a tetromino in every region; equal ones do not touch";
    const SIZES: &'static [&'static str] = &["8x8", "6x6", "10x10"];
    const OPTIONS: &'static [OptionSpec] = &[];
    const VALUES: Values = Values::Named(&[('.', "unshaded"), ('L', "L"), ('I', "I"), ('T', "T"), ('S', "S")]);
    const CLASSES: &'static [Class] = &[
        Class::at_place(""),
        Class::at_place("the square at"),
        Class::at_place("the ban on equal shapes at"),
        Class::whole("the shaded cells"),
    ];
    const PUZZLE_KIT: &'static str = "LITS";
    const CLUES_ARE_OPTIONAL: bool = false;
    const REPAIRS: bool = true;

    fn handle() -> &'static Pencil {
        &LITS
    }

    fn codec() -> Codec {
        Codec::new(&["lits"]).with(Borders).with(Holes).with_older(OlderRegions)
    }

    fn states() -> Option<StateForm> {
        // A shaded cell is of some shape.
        let shaded = |word: &str| match shade(word)? {
            Word::Mark(1) => Some(Word::OneOf(any_shape())),
            other => Some(other),
        };
        let form = StateForm::unmarked_as(0).with(RegionIds { borders_since: 1 });
        Some(form.with(Grid::marks(Lattice::Cells, shaded)).with(Grid::notes(Lattice::Inner)))
    }

    fn variables(puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, 4));
    }

    fn rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        let Some(regions) = board.regions() else { return };
        for (i, cells) in regions.iter().enumerate() {
            let tuple = |(part, value): &([usize; 4], Value)| {
                cells.iter().map(|c| if part.contains(c) { *value } else { 0 }).collect()
            };
            let tuples = tetrominoes(board, cells).iter().map(tuple).collect();
            let vars = to.cells(cells.iter().copied());
            to.add(REGION, Place::Region(i as u16), RuleSpec::Table { vars, tuples });
        }
        for square in board.squares() {
            let vars = to.cells(square);
            to.count(SQUARE, Place::Cell(square[0] as u16), vars, any_shape(), (0, 3));
        }
        for edge in board.inner_edges() {
            if let ([Some(a), Some(b)], true) = (board.cells_beside(edge), regions.is_border(board, edge)) {
                for value in SHAPES {
                    let literals = [a, b].map(|c| (to.cell(c), value, false));
                    to.clause(EQUAL, Place::Edge(edge as u16), &literals);
                }
            }
        }
        to.connected(SHADED, any_shape());
    }

    fn techniques() -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::rule(
                ("tetromino-fits", "Where Tetrominoes Fit", Tier::Beginner, 3),
                &[REGION],
                "has no other place for its tetromino",
            ),
            listed::rule(("no-square", "No Square", Tier::Beginner, 2), &[SQUARE], "can't be full"),
            listed::rule(("equal-shapes", "Equal Shapes Apart", Tier::Easy, 4), &[EQUAL], "keeps equal shapes apart"),
            listed::rule(
                ("shaded-connection", "Shaded Cells Hang Together", Tier::Medium, 12),
                &[SHADED],
                "would fall apart",
            ),
            listed::with(("region-and-squares", "Tetromino against Squares", Tier::Easy, 8), REGION, &[SQUARE]),
            listed::with(
                ("region-and-neighbours", "Tetromino against Neighbours", Tier::Medium, 14),
                REGION,
                &[SQUARE, EQUAL],
            ),
            listed::with(("region-and-connection", "Tetromino Must Connect", Tier::Medium, 18), REGION, &[SHADED]),
            listed::pair(("two-regions", "Two Regions", Tier::Hard, 35), REGION, REGION, &[SQUARE, EQUAL, SHADED]),
        ];
        listed::with_contradictions(list, 12, 120)
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let regions = board.regions().ok_or_else(|| Bad::new("regions are expected"))?;
        let bad = regions.iter().position(|cells| tetrominoes(board, cells).is_empty());
        bad.map_or(Ok(()), |i| Err(Bad::new("no tetromino fits").at(board.name(Place::Region(i as u16)))))
    }

    fn board(size: Size, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        regions::around_tetrominoes(&Board::new(size), rng)
    }

    fn boards(size: Size) -> Result<Vec<Board>, Bad> {
        regions::all_divisions(size)
    }

    fn paint(_puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        for cell in scene.cells.iter_mut().filter(|c| !c.is_clue && !c.text.is_empty()) {
            cell.filled = true;
        }
    }

    fn clue_places(_board: &Board) -> Vec<Place> {
        Vec::new()
    }

    fn clue_at(_board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    fn repair(puzzle: &Puzzle, two: [&[Value]; 2], rng: &mut ChaCha8Rng) -> Option<Edit> {
        regions::repair(puzzle, two, rng)
    }

    fn read_kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let kit = kit.clone().sized_by_rows();
        let board = kit.with_holes(kit.regions(0)?, 0, &["@"])?;
        let puzzle = Puzzle { board: Arc::new(board), clues: BTreeMap::new() };
        let letter = |(cell, word): (usize, &str)| {
            let value = ["-", "L", "I", "T", "S"].iter().position(|w| *w == word)?;
            Some((Place::Cell(cell as u16), value as Value))
        };
        Ok((puzzle, kit.answer()?.into_iter().enumerate().filter_map(letter).collect()))
    }
}
