//! Tents: a tent of its own beside every tree, no two tents touching; numbers count the tents of
//! their lines.

mod camp;
mod draw;
mod read;

use super::{listed, places};
use crate::board::{Board, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{ClueHoles, Frame, Framed, Grid, Lattice, StateForm};
use crate::codec::{Codec, Hexadecimal, HoleMarks, LineCounts, Puzzle};
use crate::house::{
    Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene::Scene;
use camp::own_tents;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Trees with a tent each.
#[derive(Debug)]
pub struct Tents;

/// The genre.
pub static TENTS: Pencil = Pencil::of(&Tents, &INFO);

const TENT: Value = 1;
const LINE: u16 = 0;
const TOUCH: u16 = 1;
const TREE: u16 = 2;
const GRASS: u16 = 3;
const PAIRS: u16 = 4;

static INFO: PencilInfo = PencilInfo {
    name: "tents",
    about: "A tent beside every tree, none touching; numbers count tents",
    rules: "Put a tent beside every tree, so that each tree has a tent of its own beside it and each tent a \
        tree. Tents don't touch, not even at a corner. A number counts the tents of its line.",
    sizes: &["10x10", "5x5", "6x6", "8x8", "12x12"],
    options: tesuji_genre::clue::option::STYLED_BASIC,
    look: Look::PLAIN.with_clues_around(100, 100),
    values: Values::Named(&[('.', "grass"), ('▲', "a tent")]),
    classes: &[
        Class::at_place("").counting("tent", "tents"),
        Class::at_place("the ban on touching around").law("tents don't touch"),
        Class::at_place("the tree at").law("{} needs a tent beside it"),
        Class::at_place("the open ground at").law("no tree stands beside it"),
        Class::at_place("the pairs of trees and tents from").law("each tree has a tent of its own"),
    ],
    puzzle_kit: "Tent",
    tatham: "tents",
    clue_classes: &[LINE],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Tents {
    fn handle(&self) -> &'static Pencil {
        &TENTS
    }

    fn codec(&self) -> Codec {
        Codec::new(&["tents"]).with(LineCounts(Hexadecimal)).with(HoleMarks)
    }

    fn form(&self) -> Form {
        Form::line_counts(Signs::trees())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Framed::marks(Frame::TopLeft, read::word)).with(ClueHoles);
        Some(form.with(Grid::notes(Lattice::Inner)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, TENT));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Outside(side, i), Some(n)) = (place, clue.number()) {
                let vars = to.cells(board.line_of(side, i.into()));
                to.count(LINE, place, vars, Domain::single(TENT), (n.into(), n.into()));
            }
        }
        for corner in 0..board.corners() {
            let cells: Vec<usize> = board.cells_at(corner).collect();
            if cells.len() > 1 {
                let vars = to.cells(cells);
                to.at_most_one(TOUCH, Place::Corner(corner as u16), vars, TENT);
            }
        }
        own_tents(board, to);
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::preparation(
                ("open-ground", "No Tree Beside", Tier::Beginner, 1),
                &[GRASS],
                "has no tree beside it",
            ),
            listed::giving(("line-complete", "Line Complete", Tier::Beginner, 2), &[LINE], 0, "has all its tents"),
            listed::giving(
                ("line-needs-all", "All Places Needed", Tier::Beginner, 3),
                &[LINE],
                TENT,
                "needs a tent on every place left",
            ),
            listed::rule(("tent-neighbour", "Around a Tent", Tier::Beginner, 2), &[TOUCH], "leaves room for one tent"),
            listed::rule(
                ("last-place", "Last Place of a Tree", Tier::Beginner, 4),
                &[TREE],
                "has one place for its tent",
            ),
            listed::around(("tree-and-around", "Tree and What It Touches", Tier::Easy, 7), TREE, &[TOUCH]),
            listed::around(("line-and-touching", "Line Without Touching", Tier::Easy, 9), LINE, &[TOUCH]),
            listed::rule(("pairs", "Each Tree Its Own Tent", Tier::Medium, 14), &[PAIRS], "would not come out even"),
            listed::with(("line-and-trees", "Line and Trees", Tier::Medium, 18), LINE, &[TOUCH, TREE]),
            listed::pair(("two-lines", "Two Lines", Tier::Hard, 32), LINE, LINE, &[TOUCH, TREE]),
        ];
        listed::with_ideas_and_counting(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let alone = (0..board.size().cells()).find(|&c| board.is_hole(c) && board.neighbours(c).next().is_none());
        if let Some(tree) = alone {
            return Err(Bad::new("the tree has no room for a tent").at(board.name(Place::Cell(tree as u16))));
        }
        places::lint_counts(puzzle)
    }

    fn board(&self, size: Size, _look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        draw::board(size, rng)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        places::all_holes(size)
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let tents = draw::tents(board, rng)?;
        Some(board.cells().map(|c| Value::from(tents[c])).collect())
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        places::outside(board, &[Side::Top, Side::Left])
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        places::count_in_line(board, place, &|c| value(Place::Cell(c as u16)) == TENT)
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.open_holes();
        for (_, shown) in scene.cells.iter_mut().enumerate().filter(|(c, _)| puzzle.board.is_hole(*c)) {
            (shown.text, shown.is_clue) = ("♣".to_string(), true);
        }
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        read::kit(kit)
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        read::tatham(id)
    }
}
