//! Kakuro: digits from 1 to 9, different in each run, that add up to the number at its head.

mod draw;
mod read;
mod run;

use super::listed::{Step, and_ideas, pair, rule, with};
use crate::board::{Board, Direction, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, number};
use crate::codec::{Codec, Crossings, Puzzle};
use crate::house::{Class, Edit, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use run::{runs, total};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Tier, Value};

/// Crossing sums.
#[derive(Debug)]
pub struct Kakuro;

/// The genre.
pub static KAKURO: Pencil = Pencil::of(&Kakuro, &INFO);

const ACROSS: u16 = 0;
const DOWN: u16 = 1;
/// The longest run: there are nine digits.
const LONGEST: usize = 9;

static INFO: PencilInfo = PencilInfo {
    name: "kakuro",
    about: "Crossing sums of different digits",
    rules: "Put a digit from 1 to 9 into every white cell. The number on a wall is the sum of the run of white \
        cells to its right, or below it. No digit stands twice in a run.",
    sizes: &["9x9", "4x4", "5x5", "6x6", "8x8", "11x13"],
    options: tesuji_genre::clue::option::STYLED,
    look: Look::PLAIN.with_parts(320, [2, 7]),
    values: Values::Numbers,
    classes: &[Class::at_place("the run right of").combining(), Class::at_place("the run below").combining()],
    puzzle_kit: "Kakuro",
    clues_are_optional: false,
    derives_edits: true,
    repair: Some(repair),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Kakuro {
    fn handle(&self) -> &'static Pencil {
        &KAKURO
    }

    fn codec(&self) -> Codec {
        Codec::new(&["kakuro"]).with(Crossings)
    }

    fn form(&self) -> Form {
        Form::crossings()
    }

    fn states(&self) -> Option<StateForm> {
        Some(StateForm::of_numbers().with(Crossings).with(Grid::marks(Lattice::Cells, number)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(1, 9));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        for run in runs(&puzzle.board) {
            let vars = to.cells(run.cells.iter().copied());
            let class = if run.way == Direction::Down { DOWN } else { ACROSS };
            match total(puzzle, &run) {
                Some(total) => to.add(class, run.head, RuleSpec::Cage { vars, total: total.into() }),
                None if vars.len() > 1 => to.all_different(class, run.head, vars),
                None => {}
            }
        }
    }

    fn techniques(&self) -> Vec<Step> {
        const RUNS: &[u16] = &[ACROSS, DOWN];
        and_ideas(vec![
            rule(("run-across", "Combinations Across", Tier::Easy, 4), &[ACROSS], "has no sum with it"),
            rule(("run-down", "Combinations Down", Tier::Easy, 4), &[DOWN], "has no sum with it"),
            pair(("crossing-runs", "Crossing Runs", Tier::Medium, 15), ACROSS, DOWN, &[]),
            with(("across-and-down", "Run Across and Its Crossings", Tier::Medium, 20), ACROSS, RUNS),
            with(("down-and-across", "Run Down and Its Crossings", Tier::Medium, 20), DOWN, RUNS),
        ])
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        for run in runs(&puzzle.board) {
            let n = run.cells.len();
            let bad = |what: String| Err(Bad::new(what).at(puzzle.board.name(run.head)));
            if n > LONGEST {
                return bad(format!("a run of {n} cells; nine digits are different"));
            }
            let (least, most) = (n * (n + 1) / 2, n * (19 - n) / 2);
            match total(puzzle, &run) {
                Some(t) if !(least..=most).contains(&usize::from(t)) => {
                    return bad(format!("{n} digits add up to {least} to {most}, not to {t}"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn board(&self, size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        draw::board(size, look, rng)
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        draw::completion(board, rng)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the boards of size {size} are too many to list")))
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        let mut places: Vec<Place> = runs(board).into_iter().map(|r| r.head).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let sum = |way: Direction| {
            let run = runs(board).into_iter().find(|r| r.head == place && r.way == way)?;
            Some(run.cells.iter().map(|&c| u16::from(value(Place::Cell(c as u16)))).sum())
        };
        match place {
            Place::Cell(_) => Some(Clue::Numbers(vec![sum(Direction::Down), sum(Direction::Right)])),
            Place::Outside(side, _) => sum(side.inwards()).map(Clue::Number),
            _ => None,
        }
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        for (&place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), Clue::Numbers(sums)) = (place, clue) {
                let sum = |i: usize| sums.get(i).copied().flatten();
                scene.cells[usize::from(cell)].sums = Some([sum(0), sum(1)]);
            }
        }
        scene.take_in_sums();
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        read::kit(kit)
    }
}

/// Changes of which the one is taken that leaves the fewest sets of digits to the sums.
const PROPOSALS: usize = 8;

/// A digit of the first solution becomes another one, and the sums follow: of some changes of cells
/// in which the solutions differ, one after which the sums of its runs are told by few digits.
fn repair(puzzle: &Puzzle, two: [&[Value]; 2], _look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let board = &puzzle.board;
    let cells: Vec<usize> = board.cells().collect();
    let digit = |cell: usize| cells.binary_search(&cell).map_or(0, |i| two[0][i]);
    let differ: Vec<usize> = (0..cells.len()).filter(|&i| two[0][i] != two[1][i]).map(|i| cells[i]).collect();
    let (all, sets) = (runs(board), draw::Sets::new());
    let mut propose = || {
        let &turned = differ.get(pick(rng, differ.len().max(1)))?;
        let around = || all.iter().map(|run| &run.cells).filter(|cells| cells.contains(&turned));
        let taken: Domain = around().flatten().map(|&cell| digit(cell)).collect();
        let free: Vec<Value> = Domain::range(1, 9).minus(taken).iter().collect();
        let &other = free.get(pick(rng, free.len().max(1)))?;
        let value = |cell: usize| if cell == turned { other } else { digit(cell) };
        let total = |cells: &[usize]| cells.iter().map(|&c| usize::from(value(c))).sum();
        let left: f64 = around().map(|cells| sets.count(cells.len(), total(cells))).sum();
        Some((left as usize, turned, other))
    };
    let proposals: Vec<(usize, usize, Value)> = (0..PROPOSALS).filter_map(|_| propose()).collect();
    let &(_, turned, other) = proposals.iter().min_by_key(|(left, ..)| *left)?;
    let value = |place: Place| match place {
        Place::Cell(cell) if usize::from(cell) == turned => other,
        Place::Cell(cell) => digit(cell.into()),
        _ => 0,
    };
    let clues = Kakuro.clue_places(board).into_iter().filter_map(|p| Some((p, Kakuro.clue_at(board, p, &value)?)));
    Some(Edit { puzzle: Puzzle { clues: clues.collect(), board: Arc::clone(board) } })
}
