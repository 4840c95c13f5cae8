//! Slitherlink: draw one loop along the edges; a number says how many of its cell's edges the loop
//! takes.

mod techniques;

use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, Since, StateForm, clue, line};
use crate::codec::{CellClues, Codec, FourCell, Puzzle};
use crate::house::{
    Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// A loop along edges.
#[derive(Debug)]
pub struct Slitherlink;

/// The genre.
pub static SLITHERLINK: Pencil = Pencil::of(&Slitherlink, &INFO);

const LINE: Value = 1;
const CLUE: u16 = 0;
const CORNER: u16 = 1;
const LOOP: u16 = 2;

static INFO: PencilInfo = PencilInfo {
    name: "slitherlink",
    about: "One loop along the edges; numbers count the edges of their cells",
    rules: "Draw one loop along the edges of cells that neither crosses nor touches itself. A number says how \
        many edges of its cell belong to the loop.",
    sizes: &["10x10", "5x5", "7x7", "15x15", "10x18"],
    look: Look::PLAIN.with_clues(28, 42).with_symmetric(67).with_weights(&[0, 15, 0, 0]),
    values: Values::Named(&[('x', "no line"), ('-', "line")]),
    classes: &[
        Class::at_place("the clue at").counting("line", "lines"),
        Class::at_place("the lines at").law("at a corner the loop goes on"),
        Class::whole("the loop"),
    ],
    easiest: Tier::Easy,
    clue_classes: &[CLUE],
    puzzle_kit: "Slitherlink",
    tatham: "loopy",
    ..PencilInfo::PLAIN
};

impl PencilGenre for Slitherlink {
    fn handle(&self) -> &'static Pencil {
        &SLITHERLINK
    }

    fn codec(&self) -> Codec {
        Codec::new(&["slither", "slitherlink"]).with(CellClues(FourCell))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(0))
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, clue));
        let form = form.with(Since(1, Grid::notes(Lattice::Cells)));
        Some(form.with(Grid::marks(Lattice::Edges, line)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.edges(&puzzle.board, Domain::range(0, 1));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), Some(n)) = (place, clue.number()) {
                let sides = board.sides(cell.into()).map(|e| to.edge(e)).to_vec();
                to.count(CLUE, place, sides, Domain::single(LINE), (n.into(), n.into()));
            }
        }
        for corner in 0..board.corners() {
            let edges = board.edges_at(corner).map(|e| to.edge(e)).collect();
            to.number_in(CORNER, Place::Corner(corner as u16), edges, LINE, &[0, 2]);
            to.mark_implied();
        }
        to.border_loop(LOOP, Domain::single(LINE));
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        techniques::list()
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let bad = puzzle.clues.iter().find(|(_, clue)| clue.number().is_some_and(|n| n > 3));
        bad.map_or(Ok(()), |(&place, _)| {
            Err(Bad::new("a number from 0 to 3 is expected: four lines would close a loop of one cell")
                .at(puzzle.board.name(place)))
        })
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let inside = super::shapes::simply_connected(board, rng);
        Some((0..board.edges()).map(|e| Value::from(is_border(board, &inside, e))).collect())
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let lines = board.sides(cell.into()).into_iter().filter(|&e| value(Place::Edge(e as u16)) == LINE);
        // Four lines close a loop of one cell, which is no clue that anybody gives.
        Some(lines.count()).filter(|&n| n < 4).map(|n| Clue::Number(n as u16))
    }

    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.hide_grid();
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let puzzle = kit.numbers(0)?;
        let marks = kit.answer()?;
        if marks.is_empty() {
            return Ok((puzzle, BTreeMap::new()));
        }
        let inside: Vec<bool> = marks.iter().map(|&w| w == "x").collect();
        let board = &puzzle.board;
        let values = (0..board.edges()).map(|e| (Place::Edge(e as u16), Value::from(is_border(board, &inside, e))));
        let values = values.collect();
        Ok((puzzle, values))
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        // Squares are the usual grid.
        if id.params.starts_with('t') && !id.params.starts_with("t0") {
            return Err(Bad::new(format!("{:?}: only square grids (t0) are slitherlinks", id.params)).at("parameters"));
        }
        id.numbers(false)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Ok(vec![Board::new(size)])
    }
}

/// Does the loop around the cells inside take the edge?
fn is_border(board: &Board, inside: &[bool], edge: usize) -> bool {
    let [a, b] = board.cells_beside(edge).map(|c| c.is_some_and(|c| inside[c]));
    a != b
}
