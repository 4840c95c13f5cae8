//! Heyawake: shade cells, no two side by side, so that rooms have their numbers, no line of
//! unshaded cells runs through three rooms, and the unshaded cells hang together.

mod draw;
mod repair;

use super::{listed, regions};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, RegionClues, RegionIds, StateForm, clue, shade};
use crate::codec::{Borders, Codec, Hexadecimal, Puzzle, RegionNumbers};
use crate::house::{Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Rooms and short lines of sight.
#[derive(Debug)]
pub struct Heyawake;

/// The genre.
pub static HEYAWAKE: Pencil = Pencil::of(&Heyawake, &INFO);

const SHADED: Value = 1;
const ROOM: u16 = 0;
const TOUCH: u16 = 1;
const THREE_ROOMS: u16 = 2;
const WHITE: u16 = 3;
/// Completions that are drawn before a division is given up.
const DRAWS: usize = 4;

/// The shortest stretches of a line of cells that reach from one room through a second into a
/// third.
fn three_rooms(board: &Board, line: &[usize]) -> Vec<Vec<usize>> {
    let Some(regions) = board.regions() else { return Vec::new() };
    let rooms: Vec<&[usize]> = line.chunk_by(|&a, &b| regions.of(a) == regions.of(b)).collect();
    let stretch = |w: &[&[usize]]| {
        let (first, last) = (w[0].last().copied(), w[2].first().copied());
        first.into_iter().chain(w[1].iter().copied()).chain(last).collect()
    };
    rooms.windows(3).map(stretch).collect()
}

static INFO: PencilInfo = PencilInfo {
    name: "heyawake",
    about: "Shade cells so that no unshaded line runs through three rooms",
    rules: "Shade some cells. Shaded cells don't share an edge, and all unshaded cells hang together. A number \
        counts the shaded cells of its room. No straight line of unshaded cells runs through more than two \
        rooms.",
    sizes: &["10x10", "6x6", "8x8", "12x12", "10x18"],
    options: tesuji_genre::clue::option::STYLED_BASIC,
    look: Look::PLAIN.with_clues(6, 11).with_parts(650, [1, 15]).with_weights(&[-100, -60, 0, 60, 100]),
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[
        Class::at_place("the number of").counting("shaded cell", "shaded cells"),
        Class::at_place("the ban on touching at").law("no two shaded cells touch"),
        Class::at_place("the line through three rooms at").law("no line of unshaded cells runs through three rooms"),
        Class::whole("the unshaded cells"),
    ],
    puzzle_kit: "Heyawake",
    clue_classes: &[ROOM],
    repair: Some(repair::repair),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Heyawake {
    fn handle(&self) -> &'static Pencil {
        &HEYAWAKE
    }

    fn codec(&self) -> Codec {
        Codec::new(&["heyawake"]).with(Borders).with(RegionNumbers(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::region_numbers()
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(RegionIds { borders_since: 1 }).with(RegionClues(clue));
        Some(form.with(Grid::marks(Lattice::Cells, shade)).with(Grid::notes(Lattice::Inner)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, SHADED));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        to.region_numbers(ROOM, puzzle, SHADED);
        to.not_adjacent(TOUCH, SHADED);
        for line in board.lines() {
            for stretch in three_rooms(board, &line) {
                let literals: Vec<_> = stretch.iter().map(|&c| (to.cell(c), SHADED, true)).collect();
                to.clause(THREE_ROOMS, Place::Cell(stretch[0] as u16), &literals);
            }
        }
        to.connected(WHITE, Domain::single(0));
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::rule(
                ("shaded-neighbour", "Beside a Shaded Cell", Tier::Beginner, 2),
                &[TOUCH],
                "leaves the other cell unshaded",
            ),
            listed::giving(("room-complete", "Room Complete", Tier::Beginner, 3), &[ROOM], 0, "is complete"),
            listed::giving(
                ("room-needs-all", "All Cells Needed", Tier::Beginner, 4),
                &[ROOM],
                SHADED,
                "needs all cells left",
            ),
            listed::rule(("three-rooms", "Three Rooms", Tier::Easy, 5), &[THREE_ROOMS], "must be cut"),
            listed::with(("packed-room", "Packed Room", Tier::Easy, 8), ROOM, &[TOUCH]),
            listed::rule(
                ("unshaded-connection", "Unshaded Cells Hang Together", Tier::Medium, 12),
                &[WHITE],
                "would fall apart",
            ),
            listed::with(("cut-line", "Line and Neighbours", Tier::Medium, 14), THREE_ROOMS, &[TOUCH]),
            listed::with(("room-and-lines", "Room and Lines", Tier::Medium, 18), ROOM, &[TOUCH, THREE_ROOMS]),
            listed::with(
                ("room-and-connection", "Room and Connection", Tier::Hard, 35),
                ROOM,
                &[TOUCH, THREE_ROOMS, WHITE],
            ),
            listed::ways(("room-ways", "All Ways of a Room", Tier::Hard, 30), ROOM, &[TOUCH, THREE_ROOMS], 1),
            listed::pair(
                ("neighbouring-rooms", "Neighbouring Rooms", Tier::Hard, 40),
                ROOM,
                ROOM,
                &[TOUCH, THREE_ROOMS],
            ),
        ];
        let counted = ("rooms-counted", "Rooms and Lines Counted", Tier::Expert, 90);
        listed::and_counting(listed::with_ideas(list, 10, 120), counted)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        regions::lint_numbers(puzzle)
    }

    fn board(&self, size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        draw::board(Board::new(size), look, rng)
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        (0..DRAWS).find_map(|_| draw::completion(board, rng))
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Board::all_divisions(size)
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        regions::places(board)
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        regions::number(board, place, &|cell| value(Place::Cell(cell as u16)) == SHADED)
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let numbers = kit.numbers(0)?;
        Ok((regions::with_numbers(kit.regions(numbers.board.rows())?, &numbers), kit.marked("x")?))
    }
}
