//! Galaxies: divide the board into areas with one star each, of which the star is the centre of
//! symmetry.

mod draw;
mod read;

use super::listed::{Step, and_ideas, pair, rule, with};
use super::star_areas::{MOST_STARS, core, half_turn, reach, stars};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm};
use crate::codec::{Codec, Puzzle, Stars, star_places};
use crate::house::{Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Tier, Value};

/// Areas around their stars.
#[derive(Debug)]
pub struct Galaxies;

/// The genre.
pub static GALAXIES: Pencil = Pencil::of(&Galaxies, &INFO);

const MIRROR: u16 = 0;
const GALAXY: u16 = 1;

static INFO: PencilInfo = PencilInfo {
    name: "galaxies",
    about: "Areas with one star each, their centre of symmetry",
    rules: "Divide the board into areas with one circle each. An area looks the same after half a turn around its \
        circle.",
    sizes: &["10x10", "4x4", "5x5", "6x6", "7x7", "10x18"],
    options: tesuji_genre::clue::option::STYLED,
    look: Look::PLAIN.with_parts(520, [1, 30]),
    values: Values::Numbers,
    classes: &[
        Class::at_place("the symmetry around").law("a galaxy is symmetric around its star"),
        Class::at_place("the galaxy of"),
    ],
    puzzle_kit: "Galaxies",
    tatham: "galaxies",
    clues_are_optional: false,
    clue_classes: &[MIRROR, GALAXY],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Galaxies {
    fn handle(&self) -> &'static Pencil {
        &GALAXIES
    }

    fn codec(&self) -> Codec {
        Codec::new(&["tentaisho", "galaxies"]).with(Stars)
    }

    fn form(&self) -> Form {
        Form::points()
    }

    fn states(&self) -> Option<StateForm> {
        Some(StateForm::of_numbers().with(Stars).with(read::Areas).with(Grid::notes(Lattice::Cells)))
    }

    /// A cell takes the number of its star, in reading order from 1.
    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        let board = &puzzle.board;
        let bare = if puzzle.clues.is_empty() { Domain::range(1, MOST_STARS as Value) } else { Domain::EMPTY };
        let mut domains = vec![bare; board.size().cells()];
        for (star, value) in stars(puzzle) {
            for cell in reach(puzzle, star) {
                domains[cell] = domains[cell].with(value);
            }
        }
        for (star, value) in stars(puzzle) {
            core(board, star).into_iter().for_each(|c| domains[c] = Domain::single(value));
        }
        for cell in board.cells() {
            to.add(Place::Cell(cell as u16), domains[cell]);
        }
    }

    fn value_words(&self, puzzle: &Puzzle, _place: Place, value: Value) -> Option<String> {
        let star = stars(puzzle).into_iter().find(|(_, own)| *own == value)?.0;
        let name = puzzle.board.name(star);
        Some(match name.strip_prefix("the edge ") {
            Some(between) => format!("in the galaxy of the star {between}"),
            None => format!("in the galaxy of the star at {name}"),
        })
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (star, value) in stars(puzzle) {
            let (cells, mirror) = (reach(puzzle, star), half_turn(board, star));
            for &cell in &cells {
                if let Some(other) = mirror(cell).filter(|&o| o != cell) {
                    let (a, b) = (to.cell(cell), to.cell(other));
                    to.clause(MIRROR, star, &[(a, value, false), (b, value, true)]);
                }
            }
            let (vars, edges) = to.cell_graph(&|c| cells.binary_search(&c).is_ok());
            to.add(GALAXY, star, RuleSpec::Connected { vars, values: Domain::single(value), edges });
        }
    }

    fn techniques(&self) -> Vec<Step> {
        const M: &[u16] = &[MIRROR];
        and_ideas(vec![
            rule(("mirror", "Mirrored Cells", Tier::Beginner, 2), M, "takes both cells or none"),
            rule(("galaxy-connection", "A Galaxy Hangs Together", Tier::Easy, 6), &[GALAXY], "would fall apart"),
            with(("galaxy-and-mirrors", "Galaxy and Mirrors", Tier::Medium, 14), GALAXY, M),
            pair(("two-mirrors", "Two Symmetries", Tier::Medium, 16), MIRROR, MIRROR, &[GALAXY]),
            pair(("two-galaxies", "Two Galaxies", Tier::Hard, 35), GALAXY, GALAXY, M),
        ])
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        if stars(puzzle).len() < puzzle.clues.len() {
            return Err(Bad::new(format!("cells within reach of more than {MOST_STARS} stars")));
        }
        let mut owner: BTreeMap<usize, Place> = BTreeMap::new();
        for (star, _) in stars(puzzle) {
            for cell in core(&puzzle.board, star) {
                if owner.insert(cell, star).is_some() {
                    return Err(Bad::new("two stars touch one cell").at(puzzle.board.name(star)));
                }
            }
        }
        Ok(())
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the places of stars on a board of {size} are too many to list")))
    }

    /// The borders of the areas.
    fn paint(&self, _puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        scene.bound_areas();
        scene.hide_values();
        scene.small_circles = true;
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        star_places(board)
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    fn completion(&self, board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        draw::completion(board, look, rng)
    }

    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, _rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        draw::clues(board, value)
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        read::kit(kit)
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        read::tatham(id)
    }
}
