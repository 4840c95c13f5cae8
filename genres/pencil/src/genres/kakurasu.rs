//! Kakurasu: shade cells; a shaded cell counts its column's number for its row and its row's number
//! for its column.

use super::{listed, places, shapes};
use crate::board::{Board, Place, Side};
use crate::clue::Clue;
use crate::codec::{Codec, Hexadecimal, OutsideClues, Puzzle};
use crate::house::{Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Sums of positions.
#[derive(Debug)]
pub struct Kakurasu;

/// The genre.
pub static KAKURASU: Pencil = Pencil::of(&Kakurasu, &INFO);

const SHADED: Value = 1;
const ROW: u16 = 0;
const COLUMN: u16 = 1;

/// The most cells of a line whose rule lists the sets of positions with the right sum; longer lines
/// state the sum itself.
const LONGEST: usize = 16;

/// The sum of the positions, from 1, that a set holds.
fn sum(set: usize) -> usize {
    (0..LONGEST).filter(|i| set >> i & 1 == 1).map(|i| i + 1).sum()
}

/// The share of shaded cells of a new puzzle in percent: the least, …
const LEAST_SHADED: usize = 27;
/// … and the most.
const MOST_SHADED: usize = 40;

static INFO: PencilInfo = PencilInfo {
    name: "kakurasu",
    about: "Shaded positions of every line add up to its number",
    rules: "Shade some cells. In a row a shaded cell counts as much as its place from the left, in a column as \
        much as its place from the top. The number beside a line is the sum of its shaded cells.",
    sizes: &["8x8", "4x4", "5x5", "6x6", "7x7"],
    options: tesuji_genre::clue::option::STYLED_BASIC,
    look: Look::PLAIN.with_clues_around(100, 100),
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[
        Class::row("row").law("the shaded cells of {} add up to its clue"),
        Class::column("column").law("the shaded cells of {} add up to its clue"),
    ],
    puzzle_kit: "Kakurasu",
    repair: Some(|puzzle, two, look, rng| shapes::repaired_picture(&Kakurasu, puzzle, two, look, rng)),
    ..PencilInfo::PLAIN
};

impl PencilGenre for Kakurasu {
    fn handle(&self) -> &'static Pencil {
        &KAKURASU
    }

    fn codec(&self) -> Codec {
        Codec::new(&["kakurasu"]).with(OutsideClues { run: Hexadecimal, all_sides: false })
    }

    fn form(&self) -> Form {
        Form::line_counts(Signs::none())
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, SHADED));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        for (&place, clue) in &puzzle.clues {
            let (Place::Outside(side, i), Some(n)) = (place, clue.number()) else { continue };
            let line = puzzle.board.line_of(side, i.into());
            let len = line.len();
            let class = if side == Side::Top { COLUMN } else { ROW };
            let from = Place::Cell(line[0] as u16);
            if len > LONGEST {
                let vars = to.cells(line);
                let weights = (1..=len as i32).collect();
                to.add(class, from, RuleSpec::Linear { vars, weights, total: n.into(), groups: Vec::new() });
                continue;
            }
            let sets = (0..1usize << len).filter(|&set| sum(set) == usize::from(n));
            let tuples = sets.map(|set| (0..len).map(|i| (set >> i & 1) as Value).collect()).collect();
            let vars = to.cells(line);
            to.add(class, from, RuleSpec::Table { vars, tuples });
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const LINES: &[u16] = &[ROW, COLUMN];
        let list = vec![
            listed::only_way(("only-sum", "Only One Way", Tier::Beginner, 3), LINES, "has one way to its sum"),
            listed::giving(("in-no-sum", "In No Sum", Tier::Easy, 5), LINES, 0, "can't reach its sum with it"),
            listed::giving(
                ("in-every-sum", "In Every Sum", Tier::Easy, 6),
                LINES,
                SHADED,
                "can't reach its sum without it",
            ),
            listed::pair(("row-and-column", "Row and Column", Tier::Medium, 16), ROW, COLUMN, &[]),
            listed::with(("row-over-columns", "Row over Columns", Tier::Hard, 30), ROW, &[COLUMN]),
            listed::with(("column-over-rows", "Column over Rows", Tier::Hard, 30), COLUMN, &[ROW]),
        ];
        listed::with_ideas(list, 12, 100)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            let (Place::Outside(side, i), Some(n)) = (place, clue.number()) else { continue };
            let len = board.line_of(side, i.into()).len();
            if usize::from(n) > len * (len + 1) / 2 {
                return Err(Bad::new(format!("{n} is more than all positions of the line")).at(board.name(place)));
            }
        }
        Ok(())
    }

    /// In print about a third of the cells is shaded, and no line is empty.
    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let share = LEAST_SHADED + pick(rng, MOST_SHADED - LEAST_SHADED + 1);
        let mut shaded: Vec<bool> = board.cells().map(|_| pick(rng, 100) < share).collect();
        shapes::fill_empty_lines(board, &mut shaded, rng);
        Some(shaded.into_iter().map(Value::from).collect())
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        places::outside(board, &[Side::Top, Side::Left])
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Outside(side, i) = place else { return None };
        let cells = board.line_of(side, i.into()).into_iter().enumerate();
        let shaded = cells.filter(|&(_, c)| value(Place::Cell(c as u16)) == SHADED);
        Some(Clue::Number(shaded.map(|(at, _)| at as u16 + 1).sum()))
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        Ok((places::outside_puzzle(Board::new(kit.size()?), kit.problem.iter().take(2))?, kit.marked("x")?))
    }
}
