//! LITS: shade a tetromino in every region; all hang together, no two by two cells are shaded, and
//! tetrominoes of one shape do not touch.

mod read;
mod tetromino;

use super::{listed, regions};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, RegionIds, StateForm};
use crate::codec::{Borders, Codec, Holes, OlderRegions, Puzzle};
use crate::house::{Class, Form, Growth, Kit, Look, Pencil, PencilGenre, Repair, Rules, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, OptionSpec};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value};
pub(super) use tetromino::tetrominoes;

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

impl PencilGenre for Lits {
    const NAME: &'static str = "lits";
    const ABOUT: &'static str = "Shade a tetromino in every region; equal ones do not touch";
    const SIZES: &'static [&'static str] = &["8x8", "6x6", "10x10"];
    const OPTIONS: &'static [OptionSpec] = tesuji_genre::clue::option::STYLED;
    const LOOK: Look = Look::PLAIN.with_parts(750, [4, 20]);
    const VALUES: Values = Values::Named(&[('.', "unshaded"), ('L', "L"), ('I', "I"), ('T', "T"), ('S', "S")]);
    const CLASSES: &'static [Class] = &[
        Class::at_place("").law("{} holds one tetromino"),
        Class::at_place("the square at").law("no two by two cells are all shaded"),
        Class::at_place("the ban on equal shapes at").law("equal shapes don't touch"),
        Class::whole("the shaded cells"),
    ];
    const PUZZLE_KIT: &'static str = "LITS";
    const CLUES_ARE_OPTIONAL: bool = false;
    const CLUE_CLASSES: &'static [u16] = &[REGION];
    const REPAIR: Option<Repair> = Some(regions::repair);
    const GROWTH: Option<Growth> = Some(regions::regrown);

    fn handle() -> &'static Pencil {
        &LITS
    }

    fn codec() -> Codec {
        Codec::new(&["lits"]).with(Borders).with(Holes).with_older(OlderRegions)
    }

    fn form() -> Form {
        Form::regions(true)
    }

    fn states() -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(RegionIds { borders_since: 1 });
        Some(form.with(Grid::marks(Lattice::Cells, read::word)).with(Grid::notes(Lattice::Inner)))
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
        listed::with_ideas(list, 12, 120)
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let regions = board.regions().ok_or_else(|| Bad::new("regions are expected"))?;
        let bad = regions.iter().position(|cells| !tetromino::fits_one(board, cells));
        bad.map_or(Ok(()), |i| Err(Bad::new("no tetromino fits").at(board.name(Place::Region(i as u16)))))
    }

    fn board(size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        regions::around_tetrominoes(&Board::new(size), look, rng)
    }

    fn boards(size: Size) -> Result<Vec<Board>, Bad> {
        Board::all_divisions(size)
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

    fn read_kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        read::kit(kit)
    }
}
