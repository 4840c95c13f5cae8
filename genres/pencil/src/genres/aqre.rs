//! Aqre: shade cells that hang together so that regions have their numbers and no four cells in a
//! row are alike.

use super::{listed, regions};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, RegionClues, RegionIds, StateForm, clue, shade};
use crate::codec::{Borders, Codec, Hexadecimal, Puzzle, RegionNumbers};
use crate::house::{Class, Edit, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// No four alike in a row.
#[derive(Debug)]
pub struct Aqre;

/// The genre.
pub static AQRE: Pencil = Pencil::of(&Aqre, &INFO);

const SHADED: Value = 1;
const REGION: u16 = 0;
const FOUR: u16 = 1;
const BLACK: u16 = 2;

static INFO: PencilInfo = PencilInfo {
    name: "aqre",
    about: "Shade connected cells, no four in a row alike",
    rules: "Shade some cells so that all shaded cells hang together. A number counts the shaded cells of its \
        region. No four consecutive cells of a row or a column are all shaded or all unshaded.",
    sizes: &["6x6", "5x5", "8x8"],
    options: tesuji_genre::clue::option::STYLED_BASIC,
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[
        Class::at_place("the number of").counting("shaded cell", "shaded cells"),
        Class::at_place("the four cells from").law("no four cells in a line are alike"),
        Class::whole("the shaded cells"),
    ],
    clue_classes: &[REGION],
    repair: Some(repair),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Aqre {
    fn handle(&self) -> &'static Pencil {
        &AQRE
    }

    fn codec(&self) -> Codec {
        Codec::new(&["aqre"]).with(Borders).with(RegionNumbers(Hexadecimal))
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
        to.region_numbers(REGION, puzzle, SHADED);
        for line in puzzle.board.lines() {
            for four in line.windows(4) {
                let vars = to.cells(four.iter().copied());
                to.not_all(FOUR, Place::Cell(four[0] as u16), &vars, SHADED);
                to.not_all(FOUR, Place::Cell(four[0] as u16), &vars, 0);
            }
        }
        to.connected(BLACK, Domain::single(SHADED));
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::rule(("four-alike", "No Four Alike", Tier::Beginner, 2), &[FOUR], "can't be alike"),
            listed::giving(("region-complete", "Region Complete", Tier::Beginner, 3), &[REGION], 0, "is complete"),
            listed::giving(
                ("region-needs-all", "All Cells Needed", Tier::Beginner, 4),
                &[REGION],
                SHADED,
                "needs all cells left",
            ),
            listed::rule(
                ("shaded-connection", "Shaded Cells Hang Together", Tier::Medium, 10),
                &[BLACK],
                "would fall apart",
            ),
            listed::with(("region-and-lines", "Region and Lines", Tier::Medium, 14), REGION, &[FOUR]),
            listed::with(("line-and-connection", "Line and Connection", Tier::Medium, 18), FOUR, &[BLACK]),
            listed::pair(("neighbouring-regions", "Neighbouring Regions", Tier::Hard, 35), REGION, REGION, &[FOUR]),
            listed::with(("region-and-connection", "Region and Connection", Tier::Hard, 40), REGION, &[FOUR, BLACK]),
        ];
        listed::with_ideas_and_counting(list, 10, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        regions::lint_numbers(puzzle)
    }

    fn board(&self, size: Size, _look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        let board = Board::new(size);
        let labels = regions::rectangles(&board, rng);
        board.with_regions(&labels)
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
}

fn repair(puzzle: &Puzzle, two: [&[Value]; 2], look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    regions::repair_numbers(puzzle, SHADED, two, look, rng)
}
