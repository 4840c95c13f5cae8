//! Palisade: divide the board into regions of equal size; numbers count the borders around their
//! cells, the frame included.

use super::{listed, places};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::{CellClues, Codec, FourCell, LastNumber, Puzzle, whole_number};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::sync::Arc;
use tesuji_genre::{Bad, CompiledForms};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Literal, Technique, Tier, Value};

/// Regions of one size.
#[derive(Debug)]
pub struct Palisade;

/// The genre.
pub static PALISADE: Pencil = Pencil::of(&Palisade, &INFO);

const BORDER: Value = 1;
const NUMBER: u16 = 0;
const REGION: u16 = 1;

/// Places for regions at most, which are all listed.
const MOST_PLACES: usize = 20_000;

/// Cells of a region where the puzzle does not say it.
fn usual(size: Size) -> usize {
    [5, 4, 6, 3, 2].into_iter().find(|n| size.cells().is_multiple_of(*n)).unwrap_or(1)
}

fn region_size(puzzle: &Puzzle) -> usize {
    whole_number(puzzle).map_or_else(|| usual(puzzle.board.size()), usize::from)
}

/// All connected sets of `size` cells; `None` where there are too many.
fn room(board: &Board, size: usize) -> Option<BTreeSet<Vec<usize>>> {
    let mut sets: BTreeSet<Vec<usize>> = board.cells().map(|c| vec![c]).collect();
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for set in &sets {
            for next in set.iter().flat_map(|&c| board.neighbours(c)).filter(|n| !set.contains(n)) {
                let mut set = [&set[..], &[next]].concat();
                set.sort_unstable();
                larger.insert(set);
            }
        }
        sets = larger;
        if sets.len() > MOST_PLACES {
            return None;
        }
    }
    Some(sets)
}

static INFO: PencilInfo = PencilInfo {
    name: "palisade",
    about: "Regions of equal size; numbers count the borders of their cells",
    rules: "Divide the board into regions of the size stated. A number counts the edges of its cell that are \
        borders of regions or of the board.",
    sizes: &["5x5", "4x4", "5x6", "6x6"],
    values: Values::Named(&[('x', "no border"), ('-', "a border")]),
    classes: &[
        Class::at_place("the number at").counting("border", "borders"),
        Class::at_place("the region of").law("all regions have the same size"),
    ],
    tatham: "palisade",
    clue_classes: &[NUMBER],
    forms: CompiledForms { tables: false, ..CompiledForms::ALL },
    ..PencilInfo::PLAIN
};

impl PencilGenre for Palisade {
    fn handle(&self) -> &'static Pencil {
        &PALISADE
    }

    fn codec(&self) -> Codec {
        Codec::new(&["palisade"]).with(CellClues(FourCell)).with(LastNumber)
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(0)).with_region_size(usual)
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.inner_edges(&puzzle.board, Domain::range(0, BORDER));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), Some(n)) = (place, clue.number()) {
                let vars: Vec<_> = to.links(cell.into()).into_iter().flatten().collect();
                // More borders than sides can't be.
                let inner = (usize::from(n) + vars.len()).checked_sub(4).unwrap_or(usize::MAX);
                to.count(NUMBER, place, vars, Domain::single(BORDER), (inner, inner));
            }
        }
        let mut of: Vec<Vec<Vec<Literal>>> = vec![Vec::new(); board.size().cells()];
        for set in room(board, region_size(puzzle)).unwrap_or_default() {
            let mut way = Vec::new();
            for edge in board.inner_edges() {
                let inside = board.cells_beside(edge).into_iter().flatten().filter(|c| set.contains(c)).count();
                if inside > 0 {
                    way.push(Literal { var: to.edge(edge), value: Value::from(inside == 1) });
                }
            }
            set.iter().for_each(|&c| of[c].push(way.clone()));
        }
        for (cell, placements) in of.into_iter().enumerate() {
            to.add(REGION, Place::Cell(cell as u16), RuleSpec::Placements { placements });
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const N: &[u16] = &[NUMBER];
        const R: &[u16] = &[REGION];
        let list = vec![
            listed::giving(("number-complete", "Number Complete", Tier::Beginner, 2), N, 0, "has all its borders"),
            listed::giving(("number-needs", "All Borders Needed", Tier::Beginner, 2), N, BORDER, "needs all its sides"),
            listed::giving(("region-complete", "Region Complete", Tier::Beginner, 4), R, BORDER, "is complete"),
            listed::giving(("region-grows", "Region Must Grow", Tier::Easy, 6), R, 0, "has no other room"),
            listed::with(("number-and-numbers", "Numbers Around", Tier::Easy, 8), NUMBER, N),
            listed::pair(("two-numbers", "Two Numbers", Tier::Medium, 14), NUMBER, NUMBER, R),
            listed::with(("region-and-numbers", "Region Among Numbers", Tier::Medium, 18), REGION, N),
            listed::pair(("two-regions", "Two Regions", Tier::Hard, 34), REGION, REGION, N),
        ];
        listed::with_ideas(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let (cells, size) = (puzzle.board.size().cells(), region_size(puzzle));
        if size == 0 || !cells.is_multiple_of(size) {
            return Err(Bad::new(format!("regions of {size} cells do not divide {cells}")));
        }
        if room(&puzzle.board, size).is_none() {
            let what =
                format!("regions of {size} cells have more than {MOST_PLACES} places on the board, too many to list");
            return Err(Bad::new(what));
        }
        places::lint_numbers(puzzle, 0..=4)
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let is_border = |&e: &usize| board.cells_beside(e).contains(&None) || value(Place::Edge(e as u16)) == BORDER;
        Some(Clue::Number(board.sides(cell.into()).iter().filter(|e| is_border(e)).count() as u16))
    }

    fn board(&self, size: Size, _look: &Look, _rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        let board = Board::new(size);
        if usual(size) < 3 {
            return Err(Bad::new("a number of cells that 5, 4, 6 or 3 divides is expected").at("size"));
        }
        Ok(board)
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.corners.clear();
        let size = region_size(puzzle);
        scene.below = Some(format!("regions of {size} cell{}", if size == 1 { "" } else { "s" }));
    }

    /// `5x5n5:…`: the size of the regions, then the numbers with gaps; cells at the end may be left
    /// out.
    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        let bad = || Bad::new(format!("{:?}: the size of the regions is expected", id.params)).at("parameters");
        // Without a size it is that of a row.
        let size: usize = match id.params {
            "" => id.size.cols(),
            params => params.strip_prefix('n').and_then(|n| n.parse().ok()).ok_or_else(bad)?,
        };
        let told: usize =
            id.text.chars().map(|c| if c.is_ascii_lowercase() { c as usize - 'a' as usize + 1 } else { 1 }).sum();
        let mut text = id.text.to_string();
        for _ in told..id.size.cells() {
            text.push('a');
        }
        let mut puzzle = TathamId { text: &text, ..*id }.numbers(false)?;
        if size != usual(id.size) {
            puzzle.clues.insert(Place::Corner(0), Clue::Number(size as u16));
        }
        Ok(puzzle)
    }
}
