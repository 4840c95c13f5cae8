//! Kurotto: shade cells; a number counts the cells of all shaded groups that touch its cell, which
//! is not shaded.

use super::listed::{Step, and_ideas, giving, pair, with};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue, shade};
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{Bad, pick};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Tier, Value};

/// Groups around numbers.
#[derive(Debug)]
pub struct Kurotto;

/// The genre.
pub static KUROTTO: Pencil = Pencil::of(&Kurotto, &INFO);

const SHADED: Value = 1;
const NUMBER: u16 = 0;

static INFO: PencilInfo = PencilInfo {
    name: "kurotto",
    about: "Numbers count the shaded cells of the groups that touch them",
    rules: "Shade some of the cells without a clue. A number is the sum of the sizes of all groups of shaded cells \
        that touch its cell by an edge.",
    sizes: &["6x6", "4x4", "5x5", "8x8"],
    options: &[],
    values: Values::Named(&[('.', "unshaded"), ('#', "shaded")]),
    classes: &[Class::at_place("the number at").law("the shaded areas beside {} have as many cells as it says")],
    clues_are_optional: false,
    clue_classes: &[NUMBER],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Kurotto {
    fn handle(&self) -> &'static Pencil {
        &KUROTTO
    }

    fn codec(&self) -> Codec {
        Codec::new(&["kurotto"]).with(CellClues(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(0).or_unknown())
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::unmarked_as(0).with(Grid::clues(Lattice::Cells, clue));
        Some(form.with(Grid::marks(Lattice::Cells, shade)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        for cell in puzzle.board.cells() {
            let place = Place::Cell(cell as u16);
            let most = if puzzle.clues.contains_key(&place) { 0 } else { SHADED };
            to.add(place, Domain::range(0, most));
        }
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let (vars, edges) = to.cell_graph(&|_| true);
        for (&place, clue) in &puzzle.clues {
            let (Place::Cell(cell), Some(n)) = (place, clue.number()) else { continue };
            let beside = to.cells(puzzle.board.neighbours(cell.into()).collect::<Vec<_>>());
            let starts = (0..).zip(&vars).filter(|(_, v)| beside.contains(v)).map(|(i, _)| i).collect();
            let spec = RuleSpec::Reached {
                vars: vars.clone(),
                values: Domain::single(SHADED),
                edges: edges.clone(),
                starts,
                size: n.into(),
            };
            to.add(NUMBER, place, spec);
        }
    }

    fn techniques(&self) -> Vec<Step> {
        const N: &[u16] = &[NUMBER];
        and_ideas(vec![
            giving(("number-complete", "Number Complete", Tier::Beginner, 3), N, 0, "has all its cells"),
            giving(("number-needs", "All Room Needed", Tier::Easy, 5), N, SHADED, "has no other room"),
            with(("number-alone", "What a Number Allows", Tier::Medium, 12), NUMBER, &[]),
            with(("number-and-others", "Number Among Others", Tier::Medium, 18), NUMBER, N),
            pair(("two-numbers", "Two Numbers", Tier::Hard, 35), NUMBER, NUMBER, &[]),
        ])
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let open = puzzle.board.cells().count() - puzzle.clues.len();
        let bad = puzzle.clues.iter().find(|(_, clue)| clue.number().is_some_and(|n| usize::from(n) > open));
        bad.map_or(Ok(()), |(&place, _)| {
            Err(Bad::new(format!("only {open} cells can be shaded")).at(puzzle.board.name(place)))
        })
    }

    fn boards(&self, size: crate::board::Size) -> Result<Vec<Board>, Bad> {
        Err(Bad::new(format!("the places of numbers on a board of {size} are too many to list")))
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        Some(board.cells().map(|_| Value::from(pick(rng, 5) < 2)).collect())
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        if value(place) == SHADED {
            return None;
        }
        let groups = super::shapes::parts(board, &|c| value(Place::Cell(c as u16)) == SHADED);
        let touching = groups.iter().filter(|g| board.neighbours(cell.into()).any(|n| g.contains(&n)));
        Some(Clue::Number(touching.map(|g| g.len() as u16).sum()))
    }
}
