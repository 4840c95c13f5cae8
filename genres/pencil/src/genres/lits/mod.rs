//! LITS: shade a tetromino in every region; all hang together, no two by two cells are shaded, and
//! tetrominoes of one shape do not touch.

mod read;
mod tetromino;

use super::region_walk::{Shading, settled};
use super::{listed, regions};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, RegionIds, StateForm};
use crate::codec::{Borders, Codec, Holes, OlderRegions, Puzzle};
use crate::house::{Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_genre::clue::RivalSearch;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Clock, Domain, Technique, Tier, Value};
pub(super) use tetromino::tetrominoes;

/// A tetromino in every region.
#[derive(Debug)]
pub struct Lits;

/// The genre.
pub static LITS: Pencil = Pencil::of(&Lits, &INFO);

const REGION: u16 = 0;
const SQUARE: u16 = 1;
const EQUAL: u16 = 2;
const SHADED: u16 = 3;

/// The values of the four shapes: 1 to 4.
const SHAPES: [Value; 4] = [1, 2, 3, 4];

fn any_shape() -> Domain {
    Domain::range(1, 4)
}

static INFO: PencilInfo = PencilInfo {
    name: "lits",
    about: "Shade a tetromino in every region; equal ones do not touch",
    title: "LITS",
    rules: "Shade four cells in every region that hang together: an L, an I, a T or an S. All shaded cells hang \
        together, and no two by two cells are all shaded. Two shapes of the same letter don't share an edge, even \
        if one is turned or mirrored.",
    sizes: &["8x8", "6x6", "10x10"],
    options: tesuji_genre::clue::option::STYLED,
    look: Look::PLAIN.with_parts(750, [4, 20]),
    values: Values::Named(&[('.', "unshaded"), ('L', "L"), ('I', "I"), ('T', "T"), ('S', "S")]),
    classes: &[
        Class::at_place("").law("{} holds one tetromino"),
        Class::at_place("the square at").law("no two by two cells are all shaded"),
        Class::at_place("the ban on equal shapes at").law("equal shapes don't touch"),
        Class::whole("the shaded cells"),
    ],
    puzzle_kit: "LITS",
    clues_are_optional: false,
    clue_classes: &[REGION],
    settle: Some(settle),
    ..PencilInfo::PLAIN
};

/// The values of a shading with a tetromino in every region, all of them in one piece without
/// squares, equal ones apart.
fn values(board: &Board, labels: &[u32], shaded: &[bool]) -> Option<Vec<Value>> {
    let mut parts: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    board.cells().filter(|&c| shaded[c]).for_each(|c| parts.entry(labels[c]).or_default().push(c));
    let mut shapes: Vec<Value> = vec![0; shaded.len()];
    for part in parts.values() {
        let shape = tetromino::shape(board, <[usize; 4]>::try_from(part.as_slice()).ok()?)?;
        part.iter().for_each(|&c| shapes[c] = shape);
    }
    let clash = |a: usize, b: usize| shapes[a] != 0 && shapes[a] == shapes[b] && labels[a] != labels[b];
    let is_apart = board.cells().all(|a| board.neighbours(a).all(|b| !clash(a, b)));
    let has_square = || board.squares().any(|square| square.iter().all(|&c| shaded[c]));
    let holds = is_apart && !has_square() && board.is_connected(&|c| shaded[c]);
    holds.then(|| board.cells().map(|c| shapes[c]).collect())
}

fn settle(
    known: (&Puzzle, &[Value]),
    look: &Look,
    rivals: &mut RivalSearch<'_, Puzzle>,
    clock: &Clock,
    rng: &mut ChaCha8Rng,
) -> Option<(Puzzle, Vec<Value>)> {
    settled(&Shading { each: 4, values }, known, look, rivals, clock, rng)
}

impl PencilGenre for Lits {
    fn handle(&self) -> &'static Pencil {
        &LITS
    }

    fn codec(&self) -> Codec {
        Codec::new(&["lits"]).with(Borders).with(Holes).with_older(OlderRegions)
    }

    fn form(&self) -> Form {
        Form::regions(true)
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(RegionIds { borders_since: 1 });
        Some(form.with(Grid::marks(Lattice::Cells, read::word)).with(Grid::notes(Lattice::Inner)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, 4));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
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

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
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

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let regions = board.regions().ok_or_else(|| Bad::new("regions are expected"))?;
        let bad = regions.iter().position(|cells| !tetromino::fits_one(board, cells));
        bad.map_or(Ok(()), |i| Err(Bad::new("no tetromino fits").at(board.name(Place::Region(i as u16)))))
    }

    fn board(&self, size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        regions::around_tetrominoes(&Board::new(size), look, rng)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Board::all_divisions(size)
    }

    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        for cell in scene.cells.iter_mut().filter(|c| !c.is_clue && !c.text.is_empty()) {
            cell.filled = true;
        }
    }

    fn clue_places(&self, _board: &Board) -> Vec<Place> {
        Vec::new()
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        read::kit(kit)
    }
}
