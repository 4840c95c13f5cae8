//! Hashi: join the islands with bridges along the lines of cells, at most two between a pair, all
//! in one piece.

mod bridge;
mod draw;
mod read;

use super::listed::{Step, and_ideas, giving, pair, preparation, rule, with};
use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue, line};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{
    Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene::Scene;
use bridge::{one_piece, water};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Tier, Value, Var};

/// Bridges between islands.
#[derive(Debug)]
pub struct Hashi;

/// The genre.
pub static HASHI: Pencil = Pencil::of(&Hashi, &INFO);

/// Bridges between two islands at most.
const MOST: Value = 2;
const ISLAND: u16 = 0;
const WATER: u16 = 1;
const ALL: u16 = 2;

static INFO: PencilInfo = PencilInfo {
    name: "hashi",
    about: "Join all islands with single and double bridges",
    rules: "Join the islands by bridges, which run along a row or a column from island to island and don't cross. \
        There are at most two bridges between two islands. A number says how many bridges its island has. All \
        islands hang together.",
    sizes: &["10x10", "5x5", "7x7", "15x15"],
    options: tesuji_genre::clue::option::STYLED,
    look: Look::PLAIN.with_clues(27, 36),
    values: Values::Named(&[('x', "no bridge"), ('-', "one bridge"), ('=', "two bridges")]),
    classes: &[
        Class::at_place("the island at").law("{} has as many bridges as its number says"),
        Class::at_place("the water at").law("bridges run straight on and don't cross"),
        Class::whole("all islands").law("all islands must hang together"),
    ],
    puzzle_kit: "Hashi",
    tatham: "bridges",
    clues_are_optional: false,
    clue_classes: &[ISLAND],
    repair: Some(|puzzle, two, look, rng| draw::repair(&Hashi, puzzle, two, look, rng)),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Hashi {
    fn handle(&self) -> &'static Pencil {
        &HASHI
    }

    fn codec(&self) -> Codec {
        Codec::new(&["hashi", "hashikake", "bridges"]).with(CellClues(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(1).or_unknown())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, clue));
        Some(form.with(Grid::marks(Lattice::Inner, line)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.inner_edges(&puzzle.board, Domain::range(0, MOST));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for cell in board.cells() {
            let place = Place::Cell(cell as u16);
            let links = to.links(cell);
            match puzzle.clues.get(&place) {
                Some(clue) => {
                    let vars: Vec<Var> = links.into_iter().flatten().collect();
                    let bridges = Domain::range(1, MOST);
                    match clue.number() {
                        Some(total) => to.add(ISLAND, place, RuleSpec::Sum { vars, total: total.into() }),
                        None => {
                            let most = vars.len();
                            to.count(ISLAND, place, vars, bridges, (1, most));
                        }
                    }
                }
                None => water(place, links, to),
            }
        }
        one_piece(board, to);
    }

    fn techniques(&self) -> Vec<Step> {
        const AROUND: &[u16] = &[WATER, ISLAND];
        and_ideas(vec![
            preparation(("water", "Bridges Are Straight", Tier::Beginner, 1), &[WATER], "carries bridges straight on"),
            giving(("island-needs-all", "All Bridges Needed", Tier::Beginner, 3), &[ISLAND], MOST, "needs them all"),
            rule(("island", "Island Count", Tier::Easy, 5), &[ISLAND], "has its number of bridges"),
            rule(("isolation", "No Isolated Group", Tier::Medium, 12), &[ALL], "would fall apart"),
            with(("island-and-others", "Island and Its Neighbours", Tier::Medium, 18), ISLAND, AROUND),
            pair(("two-islands", "Two Islands and the Rest", Tier::Hard, 35), ISLAND, ISLAND, &[WATER, ALL]),
        ])
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let bad = puzzle.clues.iter().find(|(_, clue)| clue.number().is_some_and(|n| !(1..=8).contains(&n)));
        bad.map_or(Ok(()), |(&place, _)| {
            Err(Bad::new("an island has one to eight bridges").at(puzzle.board.name(place)))
        })
    }

    fn completion(&self, board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        draw::completion(board, look, rng)
    }

    fn boards(&self, size: crate::board::Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the places of islands on a board of {size} are too many to list")))
    }

    /// The number of bridges, where they do not just pass.
    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let at = Direction::ALL.map(|d| match board.neighbour(cell.into(), d) {
            Some(_) => value(Place::Edge(board.edge(cell.into(), d) as u16)),
            None => 0,
        });
        let total: Value = at.iter().sum();
        let passes = at[0] == at[1] && at[2] == at[3] && (at[0] == 0 || at[2] == 0);
        (total > 0 && !passes).then_some(Clue::Number(total.into()))
    }

    fn paint(&self, _puzzle: &Puzzle, value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        for (edge, stroke) in scene.borders.iter_mut().enumerate() {
            if value(Place::Edge(edge as u16)) == Some(MOST) {
                *stroke = crate::scene::Stroke::Double;
            }
        }
        scene.link_edges();
        scene.clues_in_circles = true;
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        read::kit(kit)
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        read::tatham(id)
    }
}
