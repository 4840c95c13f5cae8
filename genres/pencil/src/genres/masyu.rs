//! Masyu: one loop through all circles; it turns at black ones and goes straight before and after,
//! and it goes straight through white ones and turns before or after.

use super::listed::{Step, and_ideas, giving, odd_and_even, pair, rule, ways, with};
use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{self, Grid, Lattice, StateForm, line};
use crate::codec::{CellClues, Circles, Codec, Puzzle};
use crate::house::{
    Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Tier, Value, Var};

/// A loop through circles.
#[derive(Debug)]
pub struct Masyu;

/// The genre.
pub static MASYU: Pencil = Pencil::of(&Masyu, &INFO);

const LINE: Value = 1;
const BLACK: u16 = 0;
const WHITE: u16 = 1;
const CELL: u16 = 2;
const LOOP: u16 = 3;
/// Loops that are drawn for one puzzle.
const LOOPS: usize = 2;

static INFO: PencilInfo = PencilInfo {
    name: "masyu",
    about: "One loop through all circles: straight at white ones, turning at black ones",
    rules: "Draw one loop through all circles that neither crosses nor touches itself. At a black circle it \
        turns and goes straight on in the cells before and after. At a white circle it goes straight on and \
        turns in the cell before or after, or in both.",
    sizes: &["10x10", "6x6", "8x8", "15x15", "10x18"],
    look: Look::PLAIN.with_clues(17, 25).with_symmetric(17),
    values: Values::Named(&[('x', "no line"), ('-', "line")]),
    classes: &[
        Class::at_place("the black circle at").law("the loop turns at {} and goes straight before and after it"),
        Class::at_place("the white circle at").law("the loop goes straight through {} and turns before or after it"),
        Class::at_place("the cell").law("the loop passes a cell once or not at all"),
        Class::whole("the loop"),
    ],
    puzzle_kit: "Masyu",
    tatham: "pearl",
    clue_classes: &[BLACK, WHITE],
    repair: Some(|puzzle, two, look, rng| super::shapes::repaired_loop(&Masyu, puzzle, two, look, rng)),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Masyu {
    fn handle(&self) -> &'static Pencil {
        &MASYU
    }

    fn codec(&self) -> Codec {
        Codec::new(&["masyu", "mashu", "pearl"]).with(CellClues(Circles))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::circles())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, pzprv3::circle));
        Some(form.with(Grid::marks(Lattice::Inner, line)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.inner_edges(&puzzle.board, Domain::range(0, 1));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        for (&place, clue) in &puzzle.clues {
            if let Place::Cell(cell) = place {
                circle(&puzzle.board, cell.into(), clue, to);
            }
        }
        to.pass_cells(CELL, LINE, &|_| true);
        to.centre_loop(LOOP, Domain::single(LINE));
    }

    fn techniques(&self) -> Vec<Step> {
        const CIRCLES: &[u16] = &[BLACK, WHITE];
        const AROUND: &[u16] = &[CELL, WHITE];
        and_ideas(vec![
            rule(("black-circle", "Black Circle", Tier::Beginner, 3), &[BLACK], "turns, with straight arms"),
            rule(("white-circle", "White Circle", Tier::Beginner, 4), &[WHITE], "goes straight and turns beside it"),
            giving(("line-continues", "Line Continues", Tier::Easy, 5), &[CELL], LINE, "has one way on"),
            rule(("cell-done", "Cell Done", Tier::Easy, 5), &[CELL], "takes no further line"),
            rule(("loop-closes-early", "No Early Loop", Tier::Medium, 12), &[LOOP], "would close early"),
            with(("black-and-cells", "Black Circle and Its Cells", Tier::Medium, 14), BLACK, AROUND),
            with(("white-and-cells", "White Circle and Its Cells", Tier::Medium, 15), WHITE, AROUND),
            pair(("two-black-circles", "Two Black Circles", Tier::Medium, 18), BLACK, BLACK, AROUND),
            pair(("white-circles-in-line", "White Circles in a Line", Tier::Medium, 20), WHITE, WHITE, &[CELL]),
            pair(("circle-and-circle", "Black and White Circle", Tier::Medium, 22), BLACK, WHITE, CIRCLES),
            ways(("black-circle-ways", "All Ways of a Black Circle", Tier::Hard, 34), BLACK, AROUND, 2),
            odd_and_even(),
        ])
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let draw = |rng: &mut ChaCha8Rng| {
            let crosses = super::shapes::centre_loop(board, rng)?;
            let value = |place: Place| match place {
                Place::Edge(edge) => Value::from(crosses[usize::from(edge)]),
                _ => 0,
            };
            let circles = board.cells().filter_map(|c| Masyu.clue_at(board, Place::Cell(c as u16), &value));
            let black = circles.filter(|clue| *clue == Clue::Black).count();
            Some((black, crosses))
        };
        // Some loops are drawn; the one with the most turns between straight arms is kept.
        let drawn = (0..LOOPS).filter_map(|_| draw(rng)).max_by_key(|(black, _)| *black);
        drawn.map(|(_, crosses)| board.inner_edges().map(|e| Value::from(crosses[e])).collect())
    }

    /// Black circles are fewer on any loop, and stay.
    fn clue_weight(&self, _place: Place, clue: &Clue) -> i32 {
        if *clue == Clue::Black { 80 } else { 0 }
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let takes = |cell: usize, d: Direction| value(Place::Edge(board.edge(cell, d) as u16)) == LINE;
        let ways: Vec<Direction> = Direction::ALL.into_iter().filter(|&d| takes(cell.into(), d)).collect();
        let [a, b] = ways[..] else { return None };
        // A neighbour on the loop goes straight if the loop leaves it on its far side.
        let goes_on = |d: Direction| board.neighbour(cell.into(), d).is_some_and(|n| takes(n, d));
        match (a.opposite() == b, goes_on(a), goes_on(b)) {
            (false, true, true) => Some(Clue::Black),
            (true, true, true) | (false, ..) => None,
            (true, ..) => Some(Clue::White),
        }
    }

    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.link_edges();
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let board = Board::new(kit.size()?);
        let mut clues = BTreeMap::new();
        for (cell, word) in kit.grid(0)?.into_iter().enumerate() {
            let clue = match word {
                "w" => Clue::White,
                "b" => Clue::Black,
                _ => continue,
            };
            clues.insert(Place::Cell(cell as u16), clue);
        }
        let values = kit.links(&board)?;
        Ok((Puzzle { board: Arc::new(board), clues }, values))
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        let mut clues = BTreeMap::new();
        for (cell, mark) in id.cells(false)?.into_iter().enumerate() {
            let clue = match mark.as_deref() {
                Some("W") => Clue::White,
                Some("B") => Clue::Black,
                _ => continue,
            };
            clues.insert(Place::Cell(cell as u16), clue);
        }
        Ok(Puzzle { board: Arc::new(Board::new(id.size)), clues })
    }
}

/// States the rule of a circle over the eight links around it: its own, and those of its neighbours
/// that go straight on.
fn circle(board: &Board, cell: usize, clue: &Clue, to: &mut Rules<'_>) {
    let near = to.links(cell);
    let far = Direction::ALL.map(|d| {
        let next = board.neighbour(cell, d)?;
        to.links(next)[Direction::ALL.iter().position(|&x| x == d)?]
    });
    let vars: Vec<Var> = near.iter().chain(&far).copied().flatten().collect();
    let index = |var: Option<Var>| var.and_then(|v| vars.iter().position(|&x| x == v));
    let (near, far) = (near.map(index), far.map(index));
    let is_black = *clue == Clue::Black;
    let fits = |takes: &[bool]| {
        let on = |i: Option<usize>| i.is_some_and(|i| takes[i]);
        let ways: Vec<usize> = (0..4).filter(|&d| on(near[d])).collect();
        let [a, b] = ways[..] else { return false };
        // Above and below are 0 and 1, left and right 2 and 3.
        let is_straight = a / 2 == b / 2;
        let (first, second) = (on(far[a]), on(far[b]));
        if is_black { !is_straight && first && second } else { is_straight && !(first && second) }
    };
    let class = if is_black { BLACK } else { WHITE };
    to.fitting(class, Place::Cell(cell as u16), vars, &fits);
}
