//! Tapa: shade a connected set of cells without squares; numbers tell the lengths of the runs
//! around their cell.

use super::listed::{Step, and_ideas, pair, rule, with};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, runs_or_shade};
use crate::codec::{CellClues, Codec, Lists, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Tier, Value};

/// Runs around clues.
#[derive(Debug)]
pub struct Tapa;

/// The genre.
pub static TAPA: Pencil = Pencil::of(&Tapa, &INFO);

const SHADED: Value = 1;
const CLUE: u16 = 0;
const WALL: u16 = 1;
const SQUARE: u16 = 2;

/// Steps around a cell, in order.
const RING: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];

static INFO: PencilInfo = PencilInfo {
    name: "tapa",
    about: "A connected wall without squares; numbers tell the runs around their cell",
    rules: "Shade some cells without a clue so that all of them hang together and no two by two cells are all \
        shaded. The numbers of a clue are the lengths of the runs of shaded cells in the eight cells around it; \
        between two runs is at least one unshaded cell.",
    sizes: &["6x6", "5x5", "8x8", "10x10"],
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[
        Class::at_place("the clue at").law("{} lists the shaded runs around it"),
        Class::whole("the wall"),
        Class::at_place("the square at").law("no two by two cells are all shaded"),
    ],
    clue_classes: &[CLUE],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Tapa {
    fn handle(&self) -> &'static Pencil {
        &TAPA
    }

    fn codec(&self) -> Codec {
        Codec::new(&["tapa"]).with(CellClues(Lists))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::lists())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::marks(Lattice::Cells, runs_or_shade));
        Some(form.with(Grid::notes(Lattice::Inner)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, SHADED));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            let (Place::Cell(cell), Clue::Numbers(list)) = (place, clue) else { continue };
            let own = to.cell(cell.into());
            to.clause(CLUE, place, &[(own, SHADED, false)]);
            let around = ring(board, cell.into());
            let vars = to.cells(around.iter().copied().flatten());
            let fits = |shaded: &[bool]| matches(list, &runs(&around, &mut shaded.iter().copied()));
            to.fitting(CLUE, place, vars, &fits);
        }
        to.connected(WALL, Domain::single(SHADED));
        to.no_square(SQUARE, SHADED);
    }

    fn techniques(&self) -> Vec<Step> {
        const SMALL: &[u16] = &[SQUARE, CLUE];
        and_ideas(vec![
            rule(("clue", "Runs Around a Clue", Tier::Beginner, 3), &[CLUE], "fits no other way"),
            rule(("square", "No Square", Tier::Beginner, 2), &[SQUARE], "is not all shaded"),
            rule(("wall-connection", "The Wall Hangs Together", Tier::Medium, 10), &[WALL], "would fall apart"),
            with(("clue-and-squares", "Clue and Squares", Tier::Medium, 12), CLUE, &[SQUARE]),
            pair(("two-clues", "Two Clues", Tier::Medium, 16), CLUE, CLUE, SMALL),
            with(("clue-and-wall", "Clue and the Wall", Tier::Medium, 20), CLUE, &[SQUARE, WALL]),
            pair(("clues-and-wall", "Two Clues and the Wall", Tier::Hard, 35), CLUE, CLUE, &[SQUARE, WALL]),
        ])
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        for (&place, clue) in &puzzle.clues {
            let Clue::Numbers(list) = clue else { continue };
            let sum: u16 = list.iter().map(|n| n.unwrap_or(1)).sum();
            let gaps = if list.len() > 1 { list.len() as u16 } else { 0 };
            let has_zero = list.len() > 1 && list.contains(&Some(0));
            if sum + gaps > 8 || has_zero || list.is_empty() {
                return Err(Bad::new("the numbers do not fit around a cell").at(puzzle.board.name(place)));
            }
        }
        Ok(())
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let wall = super::shapes::sea(board, rng);
        Some(board.cells().map(|c| Value::from(wall[c])).collect())
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        if value(place) == SHADED {
            return None;
        }
        let around = ring(board, cell.into());
        let mut shaded = around.iter().flatten().map(|&c| value(Place::Cell(c as u16)) == SHADED);
        let mut list = runs(&around, &mut shaded);
        list.sort_unstable();
        if list.is_empty() {
            list.push(0);
        }
        Some(Clue::Numbers(list.into_iter().map(Some).collect()))
    }
}

/// The cells around a cell, in order; `None` where the board ends.
fn ring(board: &Board, cell: usize) -> [Option<usize>; 8] {
    let (r, c) = board.row_col(cell);
    RING.map(|(dr, dc)| {
        let (r, c) = (r.checked_add_signed(dr)?, c.checked_add_signed(dc)?);
        (r < board.rows() && c < board.cols()).then(|| board.cell(r, c)).filter(|&n| !board.is_hole(n))
    })
}

/// The lengths of the runs around a cell; `shaded` tells of the cells that there are.
fn runs(around: &[Option<usize>; 8], shaded: &mut dyn Iterator<Item = bool>) -> Vec<u16> {
    let on = around.map(|cell| cell.is_some() && shaded.next().unwrap_or(false));
    let Some(gap) = on.iter().position(|&s| !s) else { return vec![8] };
    let mut lengths = vec![0];
    for i in 1..=8 {
        if on[(gap + i) % 8] {
            *lengths.last_mut().unwrap_or(&mut 0) += 1;
        } else {
            lengths.push(0);
        }
    }
    lengths.retain(|&l| l > 0);
    lengths
}

/// Are these the lengths of the list, in any order? A number that is not told is any length.
fn matches(list: &[Option<u16>], lengths: &[u16]) -> bool {
    if list == [Some(0)] || lengths.is_empty() {
        return list == [Some(0)] && lengths.is_empty() || lengths.is_empty() && list == [None];
    }
    let mut left = lengths.to_vec();
    let known = list.iter().flatten().all(|n| {
        let at = left.iter().position(|l| l == n);
        at.map(|at| left.swap_remove(at)).is_some()
    });
    known && left.len() == list.iter().filter(|n| n.is_none()).count()
}
