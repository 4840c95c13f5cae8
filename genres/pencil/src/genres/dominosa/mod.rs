//! Dominosa: divide the numbers into dominoes, each pair of numbers once.

mod draw;
mod pair;
mod read;

use super::listed;
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables};
use crate::scene::Scene;
use pair::{greatest, pair_at, pairs};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// A set of dominoes to be found.
#[derive(Debug)]
pub struct Dominosa;

/// The genre.
pub static DOMINOSA: Pencil = Pencil::of(&Dominosa, &INFO);

const DOMINO: Value = 1;
const CELL: u16 = 0;
const PAIR: u16 = 1;

static INFO: PencilInfo = PencilInfo {
    name: "dominosa",
    about: "Divide the numbers into dominoes, each pair once",
    rules: "Divide the board into dominoes. Each pair of numbers, doubles included, is on exactly one domino.",
    sizes: &["6x7", "4x5", "5x6", "7x8", "8x9"],
    options: &[],
    values: Values::Named(&[('x', "no domino"), ('-', "a domino")]),
    classes: &[
        Class::at_place("the cell").law("each cell is in one domino"),
        Class::pair("the domino").law("{} lies once"),
    ],
    tatham: "dominosa",
    clues_are_optional: false,
    clue_classes: &[PAIR],
    repair: Some(draw::repair),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Dominosa {
    fn handle(&self) -> &'static Pencil {
        &DOMINOSA
    }

    fn codec(&self) -> Codec {
        Codec::new(&["dominosa"]).with(CellClues(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(0).everywhere())
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.inner_edges(&puzzle.board, Domain::range(0, DOMINO));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for cell in board.cells() {
            let links = to.links(cell).into_iter().flatten().collect();
            to.count(CELL, Place::Cell(cell as u16), links, Domain::single(DOMINO), (1, 1));
        }
        let mut edges: BTreeMap<(u16, u16), Vec<_>> = BTreeMap::new();
        if let Ok(greatest) = greatest(board.size()) {
            edges.extend(pairs(greatest).into_iter().map(|pair| (pair, Vec::new())));
        }
        for edge in board.inner_edges() {
            if let Some(list) = pair_at(puzzle, edge).and_then(|pair| edges.get_mut(&pair)) {
                list.push(to.edge(edge));
            }
        }
        for ((a, b), vars) in edges.into_iter().filter(|_| puzzle.clues.len() == board.size().cells()) {
            to.count(PAIR, Class::pair_place(a, b), vars, Domain::single(DOMINO), (1, 1));
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::giving(
                ("only-place", "Only Place of a Domino", Tier::Beginner, 2),
                &[PAIR],
                DOMINO,
                "has one place left",
            ),
            listed::giving(
                ("one-partner", "One Partner Left", Tier::Beginner, 3),
                &[CELL],
                DOMINO,
                "has one partner left",
            ),
            listed::giving(("cell-taken", "Cell Is Taken", Tier::Beginner, 1), &[CELL], 0, "is taken"),
            listed::giving(("domino-found", "Domino Found", Tier::Beginner, 2), &[PAIR], 0, "is found"),
            listed::with(("domino-beside-cells", "Domino and Its Cells", Tier::Easy, 8), PAIR, &[CELL]),
            listed::with(("cell-with-dominoes", "Cell With Equal Dominoes", Tier::Easy, 9), CELL, &[PAIR]),
            listed::pair(("two-cells", "Two Cells", Tier::Medium, 16), CELL, CELL, &[PAIR]),
            listed::pair(("two-dominoes", "Two Dominoes", Tier::Hard, 32), PAIR, PAIR, &[CELL]),
        ];
        listed::with_ideas(list, 12, 120)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let most = greatest(puzzle.board.size())?;
        let mut counts = vec![0; usize::from(most) + 1];
        for cell in puzzle.board.cells() {
            let place = Place::Cell(cell as u16);
            let number = puzzle.clues.get(&place).and_then(Clue::number).filter(|n| *n <= most);
            let bad = || Bad::new(format!("a number from 0 to {most} is expected")).at(puzzle.board.name(place));
            counts[usize::from(number.ok_or_else(bad)?)] += 1;
        }
        let wanted = usize::from(most) + 2;
        let wrong = counts.iter().position(|&n| n != wanted);
        wrong.map_or(Ok(()), |n| Err(Bad::new(format!("{n} stands {} times; {wanted} are expected", counts[n]))))
    }

    fn board(&self, size: Size, _look: &Look, _rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        greatest(size).map(|_| Board::new(size))
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the arrangements of numbers on {size} are too many to list")))
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        draw::completion(board, rng)
    }

    fn clue_at(&self, _board: &Board, _place: Place, _value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        None
    }

    fn clues(&self, board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
        draw::clues(board, value, rng)
    }

    /// The numbers of pairs come after those of cells and edges, which have other clues.
    fn stated_at(&self, board: &Board, _class: u16, place: u32) -> u32 {
        (board.size().cells() + board.edges()) as u32 + place
    }

    /// Lines around the dominoes.
    fn paint(&self, puzzle: &Puzzle, value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        use crate::scene::Stroke;
        for edge in puzzle.board.inner_edges() {
            scene.borders[edge] = match value(Place::Edge(edge as u16)) {
                Some(0) => Stroke::Line,
                _ => Stroke::Open,
            };
            if !scene.is_complete && value(Place::Edge(edge as u16)) == Some(DOMINO) {
                scene.links[edge] = Stroke::Line;
            }
        }
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        read::tatham(id)
    }
}
