//! Country road: one loop that enters every region once; a number counts the cells that it passes
//! in its region; cells that are not passed do not touch across a border.

use super::listed::{Step, and_counting, and_ideas, giving, pair, rule, with};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, RegionClues, RegionIds, Since, StateForm, VariationRow, Word, clue, line};
use crate::codec::{Borders, Codec, Hexadecimal, Puzzle, RegionNumbers};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Tier, Value};

/// A loop through regions.
#[derive(Debug)]
pub struct CountryRoad;

/// The genre.
pub static COUNTRY_ROAD: Pencil = Pencil::of(&CountryRoad, &INFO);

/// Values of a cell (left out, passed) and of an edge (no line, a line).
const OUT: Value = 0;
const PASSED: Value = 1;
const NO_LINE: Value = 2;
const LINE: Value = 3;
const NUMBER: u16 = 0;
const CELL: u16 = 1;
const BORDER: u16 = 2;
const TOUCH: u16 = 3;
const LOOP: u16 = 4;

static INFO: PencilInfo = PencilInfo {
    name: "country-road",
    about: "One loop that enters every region once; numbers count the cells passed",
    title: "Country road",
    rules: "Draw one loop through the centres of cells that neither crosses nor touches itself. It enters and \
        leaves every region exactly once. A number says how many cells of its region the loop passes. Two \
        neighbours in different regions are not both left out.",
    sizes: &["6x6", "5x5", "8x8"],
    look: Look::PLAIN.with_parts(400, [2, 6]),
    values: Values::Named(&[('.', "left out"), ('o', "passed"), ('x', "no line"), ('-', "line")]),
    classes: &[
        Class::at_place("the number of").counting("passed cell", "passed cells"),
        Class::at_place("the cell").law("the loop passes a cell once or leaves it out"),
        Class::at_place("the border of").law("the loop enters and leaves a country once"),
        Class::at_place("the ban on touching at").law("cells left out don't touch across a border"),
        Class::whole("the loop"),
    ],
    clue_classes: &[NUMBER],
    ..PencilInfo::PLAIN
};

impl PencilGenre for CountryRoad {
    fn handle(&self) -> &'static Pencil {
        &COUNTRY_ROAD
    }

    fn codec(&self) -> Codec {
        Codec::new(&["country"]).with(Borders).with(RegionNumbers(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::region_numbers()
    }

    fn states(&self) -> Option<StateForm> {
        let lines = |word: &str| match line(word)? {
            Word::Mark(value) => Some(Word::Mark(NO_LINE + value)),
            other => Some(other),
        };
        let form = StateForm::unmarked_as(NO_LINE).with(Since(1, VariationRow));
        let form = form.with(RegionIds { borders_since: 2 }).with(RegionClues(clue));
        Some(form.with(Grid::marks(Lattice::Inner, lines)).with(Grid::notes(Lattice::Cells)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(OUT, PASSED));
        // The loop goes through no border inside of a country.
        for edge in puzzle.board.inner_edges() {
            let most = if puzzle.board.is_stray(edge) { NO_LINE } else { LINE };
            to.add(Place::Edge(edge as u16), Domain::range(NO_LINE, most));
        }
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        let Some(regions) = board.regions() else { return };
        for (number, cells) in regions.iter().enumerate() {
            let place = Place::Region(number as u16);
            if let Some(n) = puzzle.clues.get(&place).and_then(Clue::number) {
                let vars = to.cells(cells.iter().copied());
                to.count(NUMBER, place, vars, Domain::single(PASSED), (n.into(), n.into()));
            }
            let is_edge = |&e: &usize| match board.cells_beside(e) {
                [Some(a), Some(b)] => (regions.of(a) == number) != (regions.of(b) == number),
                _ => false,
            };
            let edges: Vec<_> = board.inner_edges().filter(is_edge).map(|e| to.edge(e)).collect();
            if regions.len() > 1 {
                to.count(BORDER, place, edges, Domain::single(LINE), (2, 2));
            }
        }
        for cell in board.cells() {
            to.passed_or_not(CELL, cell, PASSED, NO_LINE, LINE);
        }
        for edge in board.inner_edges().filter(|&e| regions.is_border(board, e) || board.is_stray(e)) {
            if let [Some(a), Some(b)] = board.cells_beside(edge) {
                let vars = to.cells([a, b]);
                to.not_all(TOUCH, Place::Edge(edge as u16), &vars, OUT);
            }
        }
        to.centre_loop(LOOP, Domain::single(LINE));
    }

    fn techniques(&self) -> Vec<Step> {
        const CELLS: &[u16] = &[CELL, TOUCH];
        let list = and_ideas(vec![
            rule(("touch", "Beside a Cell Left Out", Tier::Beginner, 2), &[TOUCH], "lets one be left out"),
            rule(("number", "Number Complete", Tier::Beginner, 3), &[NUMBER], "counts the cells passed"),
            rule(("border", "In and Out Once", Tier::Beginner, 4), &[BORDER], "is crossed twice"),
            giving(("line-continues", "Line Continues", Tier::Easy, 5), &[CELL], LINE, "has one way on"),
            rule(("cell-says", "Passed or Left Out", Tier::Easy, 6), &[CELL], "is passed once or not at all"),
            rule(("loop-closes-early", "No Early Loop", Tier::Medium, 12), &[LOOP], "would close early"),
            with(("number-and-cells", "Number and Cells", Tier::Medium, 15), NUMBER, CELLS),
            with(("border-and-cells", "Border and Cells", Tier::Medium, 18), BORDER, CELLS),
            pair(("number-and-border", "Number and Border", Tier::Hard, 35), NUMBER, BORDER, CELLS),
        ]);
        and_counting(list, ("counted-together", "Counted Together", Tier::Expert, 90))
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let Some(regions) = puzzle.board.regions() else { return Ok(()) };
        for (&place, clue) in &puzzle.clues {
            let (Place::Region(region), Some(n)) = (place, clue.number()) else { continue };
            let cells = regions.cells(region.into()).len();
            if usize::from(n) > cells || n == 0 {
                let what = format!("a number from 1 to the {cells} cells of its region is expected, not {n}");
                return Err(Bad::new(what).at(puzzle.board.name(place)));
            }
        }
        Ok(())
    }

    fn board(&self, size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        super::shapes::division(size, look, rng)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the divisions of a board of {size} are too many to list")))
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        (0..board.regions().map_or(0, |r| r.len())).map(|r| Place::Region(r as u16)).collect()
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Region(region) = place else { return None };
        let cells = board.regions()?.cells(region.into());
        let passed = cells.iter().filter(|&&c| value(Place::Cell(c as u16)) == PASSED).count();
        Some(Clue::Number(passed as u16))
    }

    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.link_edges();
        for cell in scene.cells.iter_mut().filter(|c| c.text == "o") {
            cell.text.clear();
        }
    }
}
