//! Norinori: shade two cells in every region; every shaded cell has exactly one shaded neighbour.

use super::region_walk::{Shading, settled};
use super::{listed, regions};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, RegionIds, StateForm, shade};
use crate::codec::{Borders, Codec, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::clue::RivalSearch;
use tesuji_genre::{Bad, pick, shuffle};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Clock, Domain, Technique, Tier, Value};

/// Dominoes over regions.
#[derive(Debug)]
pub struct Norinori;

/// The genre.
pub static NORINORI: Pencil = Pencil::of(&Norinori, &INFO);

const SHADED: Value = 1;
const REGION: u16 = 0;
const DOMINO: u16 = 1;

/// Draws of dominoes before a size is given up.
const TRIES: usize = 200;

/// Dominoes that are drawn, and the cells that two of their cells share a region by: those of a
/// domino, or halves of two.
fn groups(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Vec<usize>>> {
    let mut edges: Vec<usize> = board.inner_edges().collect();
    shuffle(&mut edges, rng);
    let mut shaded: Vec<usize> = Vec::new();
    for edge in edges {
        let [Some(a), Some(b)] = board.cells_beside(edge) else { continue };
        let near = |c: usize| shaded.contains(&c) || board.neighbours(c).any(|n| shaded.contains(&n));
        if !near(a) && !near(b) {
            shaded.extend([a, b]);
        }
    }
    let splits: Vec<bool> = (0..board.size().cells()).map(|_| pick(rng, 3) == 0).collect();
    let may = |a: usize, b: usize| !(splits[a] && board.neighbours(a).any(|n| n == b));
    regions::linked(board, &shaded, &may, rng).filter(|groups| !groups.is_empty())
}

static INFO: PencilInfo = PencilInfo {
    name: "norinori",
    about: "Two shaded cells in every region, all of them dominoes",
    rules: "Shade two cells in every region. Each shaded cell has exactly one shaded neighbour, be it in its \
        region or in another one.",
    sizes: &["8x8", "5x5", "6x6", "10x10"],
    options: tesuji_genre::clue::option::STYLED,
    look: Look::PLAIN.with_parts(500, [2, 16]),
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[
        Class::at_place("").counting("shaded cell", "shaded cells"),
        Class::at_place("the domino at").law("each shaded cell has one shaded neighbour"),
    ],
    clues_are_optional: false,
    clue_classes: &[REGION],
    settle: Some(settle),
    ..PencilInfo::PLAIN
};

/// The values of a shading in which each shaded cell has one shaded neighbour.
fn values(board: &Board, _labels: &[u32], shaded: &[bool]) -> Option<Vec<Value>> {
    let is_paired = |cell: usize| board.neighbours(cell).filter(|&n| shaded[n]).count() == 1;
    let holds = board.cells().all(|cell| !shaded[cell] || is_paired(cell));
    holds.then(|| board.cells().map(|cell| Value::from(shaded[cell])).collect())
}

fn settle(
    known: (&Puzzle, &[Value]),
    look: &Look,
    rivals: &mut RivalSearch<'_, Puzzle>,
    clock: &Clock,
    rng: &mut ChaCha8Rng,
) -> Option<(Puzzle, Vec<Value>)> {
    settled(&Shading { each: 2, values }, known, look, rivals, clock, rng)
}

impl PencilGenre for Norinori {
    fn handle(&self) -> &'static Pencil {
        &NORINORI
    }

    fn codec(&self) -> Codec {
        Codec::new(&["norinori"]).with(Borders).with_pieces()
    }

    fn form(&self) -> Form {
        Form::region_pieces()
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(RegionIds { borders_since: 1 });
        Some(form.with(Grid::marks(Lattice::Cells, shade)).with(Grid::notes(Lattice::Inner)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, SHADED));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (i, cells) in board.regions().into_iter().flat_map(|r| r.iter().enumerate()) {
            let vars = to.cells(cells.iter().copied());
            to.count(REGION, Place::Region(i as u16), vars, Domain::single(SHADED), (2, 2));
        }
        for cell in board.cells() {
            let vars = to.cells(std::iter::once(cell).chain(board.neighbours(cell)));
            let bit = |set: usize, i: usize| (set >> i & 1) as Value;
            // The first bit is the cell itself.
            let holds = |set: &usize| bit(*set, 0) == 0 || set.count_ones() == 2;
            let sets = (0..1usize << vars.len()).filter(holds);
            let tuples = sets.map(|set| (0..vars.len()).map(|i| bit(set, i)).collect()).collect();
            to.add(DOMINO, Place::Cell(cell as u16), RuleSpec::Table { vars, tuples });
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::giving(
                ("region-complete", "Region Complete", Tier::Beginner, 2),
                &[REGION],
                0,
                "has its two cells",
            ),
            listed::giving(
                ("region-needs-all", "Last Cells of a Region", Tier::Beginner, 2),
                &[REGION],
                SHADED,
                "has no other cells left",
            ),
            listed::giving(
                ("domino-complete", "Around a Domino", Tier::Beginner, 3),
                &[DOMINO],
                0,
                "has no room for more",
            ),
            listed::giving(
                ("domino-partner", "Only One Partner", Tier::Easy, 5),
                &[DOMINO],
                SHADED,
                "needs its second cell",
            ),
            listed::with(("region-and-dominoes", "Region and Dominoes", Tier::Easy, 9), REGION, &[DOMINO]),
            listed::with(("domino-and-regions", "Domino and Regions", Tier::Medium, 14), DOMINO, &[REGION]),
            listed::pair(("two-regions", "Two Regions", Tier::Medium, 20), REGION, REGION, &[DOMINO]),
        ];
        listed::with_ideas_and_counting(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let regions = board.regions().ok_or_else(|| Bad::new("regions are expected"))?;
        let small = regions.iter().position(|cells| cells.len() < 2);
        small.map_or(Ok(()), |i| Err(Bad::new("two cells are expected").at(board.name(Place::Region(i as u16)))))
    }

    fn board(&self, size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        let board = Board::new(size);
        let groups = (0..TRIES).find_map(|_| groups(&board, rng));
        regions::around(&board, &groups.ok_or_else(|| Bad::new("no room for dominoes").at("size"))?, look, rng)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Board::all_divisions(size)
    }

    fn clue_places(&self, _board: &Board) -> Vec<Place> {
        Vec::new()
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }
}
