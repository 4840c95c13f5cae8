//! Star battle: every row, column and region has the same number of stars, none of which touch.

mod draw;
mod number;
mod read;

use super::{listed, regions};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, RegionIds, StateForm, shade};
use crate::codec::{Borders, Codec, Holes, Puzzle, WholeNumber};
use crate::house::{Class, Form, Kit, ListedEdit, Look, Pencil, PencilGenre, PencilInfo, Rules, Values, Variables};
use crate::scene::{Glyph, Scene};
use number::{STARS, stars, stars_of};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Stars that do not touch.
#[derive(Debug)]
pub struct StarBattle;

/// The genre.
pub static STAR_BATTLE: Pencil = Pencil::of(&StarBattle, &INFO);

const STAR: Value = 1;
const ROW: u16 = 0;
const COLUMN: u16 = 1;
const REGION: u16 = 2;
const TOUCH: u16 = 3;

static INFO: PencilInfo = PencilInfo {
    name: "starbattle",
    about: "Stars in every row, column and region, none touching",
    title: "Star battle",
    rules: "Put stars into cells, as many as stated into every row, every column and every region. Stars don't \
        touch, not even at a corner.",
    sizes: &["10x10", "5x5", "6x6", "7x7", "8x8", "9x9"],
    options: tesuji_genre::clue::option::STYLED,
    look: Look::PLAIN.with_parts(1000, [3, u16::MAX]),
    values: Values::Named(&[('.', "no star"), ('*', "star")]),
    classes: &[
        Class::row("row").counting("star", "stars"),
        Class::column("column").counting("star", "stars"),
        Class::at_place("").counting("star", "stars"),
        Class::at_place("the ban on touching at").law("stars don't touch"),
    ],
    puzzle_kit: "Starbattle",
    clues_are_optional: false,
    clue_classes: &[REGION],
    repair: Some(regions::repair),
    ..PencilInfo::PLAIN
};

impl PencilGenre for StarBattle {
    fn handle(&self) -> &'static Pencil {
        &STAR_BATTLE
    }

    fn codec(&self) -> Codec {
        Codec::new(&["starbattle"]).with(WholeNumber).with(Borders).with(Holes).with_pieces()
    }

    fn form(&self) -> Form {
        Form::star_regions()
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(WholeNumber).with(RegionIds { borders_since: u32::MAX });
        Some(form.with(Grid::marks(Lattice::Cells, shade)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, STAR));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        // A board without its number is a new one.
        let n = stars(puzzle).unwrap_or_else(|| stars_of(board.size()));
        let rows = (0..board.rows()).map(|r| (ROW, Place::Cell(board.cell(r, 0) as u16), board.row(r)));
        let cols = (0..board.cols()).map(|c| (COLUMN, Place::Cell(c as u16), board.col(c)));
        let regions = board.regions().into_iter().flat_map(|r| r.iter().enumerate());
        let regions = regions.map(|(i, cells)| (REGION, Place::Region(i as u16), cells.to_vec()));
        for (class, place, cells) in rows.chain(cols).chain(regions) {
            let vars = to.cells(cells);
            to.count(class, place, vars, Domain::single(STAR), (n, n));
        }
        for corner in 0..board.corners() {
            let square: Vec<usize> = board.cells_at(corner).collect();
            // Stars touch across a corner beside a cell out of play, too.
            if square.len() > 1 && board.edges_at(corner).count() == 4 {
                let vars = to.cells(square.iter().copied());
                to.at_most_one(TOUCH, Place::Cell(square[0] as u16), vars, STAR);
            }
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const HOUSES: &[u16] = &[ROW, COLUMN, REGION];
        let list = vec![
            listed::rule(
                ("star-neighbour", "Beside a Star", Tier::Beginner, 2),
                &[TOUCH],
                "leaves no room beside the star",
            ),
            listed::giving(
                ("house-complete", "Line or Region Complete", Tier::Beginner, 2),
                HOUSES,
                0,
                "has its stars",
            ),
            listed::giving(
                ("house-needs-all", "Last Places", Tier::Beginner, 3),
                HOUSES,
                STAR,
                "has no other places left",
            ),
            listed::with(("region-squeeze", "Region Leaves No Room", Tier::Easy, 8), REGION, &[TOUCH]),
            listed::with(("row-squeeze", "Row Leaves No Room", Tier::Easy, 9), ROW, &[TOUCH]),
            listed::with(("column-squeeze", "Column Leaves No Room", Tier::Easy, 9), COLUMN, &[TOUCH]),
            listed::pair(("region-in-row", "Region and Row", Tier::Medium, 15), REGION, ROW, &[TOUCH]),
            listed::pair(("region-in-column", "Region and Column", Tier::Medium, 15), REGION, COLUMN, &[TOUCH]),
            listed::pair_around(("two-regions", "Two Regions", Tier::Hard, 35), REGION, REGION, &[ROW, COLUMN, TOUCH]),
            listed::counted(("stars-counted", "Lines and Regions Counted", Tier::Hard, 45)),
        ];
        listed::with_ideas(list, 12, 150)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let regions = board.regions().ok_or_else(|| Bad::new("regions are expected"))?;
        let n = stars(puzzle).ok_or_else(|| Bad::new("the number of stars is expected"))?;
        let (rows, cols) = (board.rows(), board.cols());
        if rows != cols || regions.len() != rows {
            return Err(Bad::new(format!(
                "{rows} rows, {cols} columns and {} regions can't have {n} stars each: as many are expected",
                regions.len()
            )));
        }
        let small = regions.iter().position(|cells| cells.len() < n);
        small
            .map_or(Ok(()), |i| Err(Bad::new(format!("no room for {n} stars")).at(board.name(Place::Region(i as u16)))))
    }

    fn board(&self, size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        draw::board(size, look, rng)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Board::all_divisions(size)
    }

    fn clue_places(&self, _board: &Board) -> Vec<Place> {
        vec![STARS]
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let in_row = |row: usize| board.row(row).into_iter().filter(|&c| value(Place::Cell(c as u16)) == STAR).count();
        (place == STARS).then(|| Clue::Number((0..board.rows()).map(in_row).max().unwrap_or(0) as u16))
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.glyphs.insert("*", Glyph::Sign("★"));
        scene.corners.clear();
        if let Some(n) = stars(puzzle) {
            let stars = if n == 1 { "star" } else { "stars" };
            scene.below = Some(format!("{n} {stars} a row, column and region"));
        }
    }

    fn single_edits(&self, puzzle: &Puzzle) -> Vec<ListedEdit> {
        regions::moved_cells(puzzle)
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        read::kit(kit)
    }
}
