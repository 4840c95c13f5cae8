//! Gokigen naname: a slash in every cell; a number counts the slashes that touch its corner;
//! slashes make no loop.

mod draw;
mod read;
mod slash;

use super::listed::{Step, and_ideas, pair, rule, with};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, clue};
use crate::codec::{Codec, CornerClues, FourCell, OlderCorners, Puzzle};
use crate::house::{
    Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene::{Glyph, Scene};
use rand_chacha::ChaCha8Rng;
use slash::{EVEN, ODD, ends, is_odd, is_odd_corner, set, slash};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, CompiledForms};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{JointRules, Row, Which};
use tesuji_solver::{Domain, Tier, Value};

/// read::Slashes without loops.
#[derive(Debug)]
pub struct Gokigen;

/// The genre.
pub static GOKIGEN: Pencil = Pencil::of(&Gokigen, &INFO);

const CLUE: u16 = 0;
const LOOPS: u16 = 1;

static INFO: PencilInfo = PencilInfo {
    name: "gokigen",
    about: "A slash in every cell without loops; numbers count slashes at corners",
    rules: "Draw one diagonal in every cell. A number says how many diagonals meet at its corner. No diagonals \
        form a closed loop.",
    sizes: &["8x8", "4x4", "5x5", "6x6", "10x10", "14x14"],
    look: Look::PLAIN.with_clues(44, 54).with_weights(&[-5, 3, 0, -2, -70]),
    values: Values::Named(&[('╲', "falling"), ('╱', "rising"), ('╲', "falling"), ('╱', "rising")]),
    values_are_directed: true,
    classes: &[
        Class::at_place("the clue at").counting("slash", "slashes"),
        Class::whole("the ban on loops").law("the slashes make no loop"),
    ],
    puzzle_kit: "GokigenNaname",
    tatham: "slant",
    clue_classes: &[CLUE],
    forms: CompiledForms::NONE,
    ..PencilInfo::PLAIN
};

impl PencilGenre for Gokigen {
    fn handle(&self) -> &'static Pencil {
        &GOKIGEN
    }

    fn codec(&self) -> Codec {
        Codec::new(&["gokigen"]).with(CornerClues(FourCell)).with_older(OlderCorners)
    }

    fn form(&self) -> Form {
        Form::corners(Signs::numbers(0))
    }

    fn states(&self) -> Option<StateForm> {
        Some(StateForm::of_numbers().with(Grid::clues(Lattice::Corners, clue)).with(read::Slashes))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        let board = &puzzle.board;
        for cell in board.cells() {
            let values = [false, true].map(|rises| slash(board, cell, rises));
            to.add(Place::Cell(cell as u16), set(values));
        }
        for corner in 0..board.corners() {
            let value = if is_odd_corner(board, corner) { ODD[0] } else { EVEN[0] };
            to.add(Place::Corner(corner as u16), Domain::single(value));
        }
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Corner(corner), Some(n)) = (place, clue.number()) {
                let corner = usize::from(corner);
                let vars = to.cells(board.cells_at(corner).collect::<Vec<_>>());
                let values = set(if is_odd_corner(board, corner) { ODD } else { EVEN });
                to.count(CLUE, place, vars, values, (n.into(), n.into()));
            }
        }
        for (odd, values) in [(false, EVEN), (true, ODD)] {
            let cells: Vec<usize> = board.cells().collect();
            let corners: Vec<usize> = (0..board.corners()).filter(|&c| is_odd_corner(board, c) == odd).collect();
            let number: BTreeMap<usize, u32> = corners.iter().copied().zip(cells.len() as u32..).collect();
            let join = |(i, &cell): (usize, &usize)| {
                // An even cell joins even corners when it falls, an odd one when it rises.
                let rises = is_odd(board, cell) != odd;
                ends(board, cell, rises).map(|corner| [i as u32, number.get(&corner).copied().unwrap_or(i as u32)])
            };
            let edges = cells.iter().enumerate().flat_map(join).collect();
            let mut vars = to.cells(cells.iter().copied());
            vars.extend(corners.iter().map(|&c| to.var(Place::Corner(c as u16))));
            let spec = RuleSpec::Acyclic { vars, values: set(values), edges, border: Vec::new() };
            to.add(LOOPS, Place::Corner(u16::from(odd)), spec);
        }
    }

    fn techniques(&self) -> Vec<Step> {
        let row = Row::new;
        let of = |n: u32| {
            Which::of(
                CLUE,
                match n {
                    1 => |spec| matches!(spec, RuleSpec::Count { low: 1, .. }),
                    2 => |spec| matches!(spec, RuleSpec::Count { low: 2, .. }),
                    _ => |spec| matches!(spec, RuleSpec::Count { low: 3, .. }),
                },
            )
        };
        let joint = |row, a, b| -> Step { Arc::new(JointRules::two(row, of(a), of(b), &[LOOPS])) };
        and_ideas(vec![
            rule(("clue", "Clue Complete", Tier::Beginner, 2), &[CLUE], "has all its slashes, or needs them all"),
            rule(("no-loop", "No Loop", Tier::Easy, 5), &[LOOPS], "leaves one way"),
            joint(row("pair-of-ones", "Pair of Ones", Tier::Easy, 7), 1, 1),
            joint(row("pair-of-threes", "Pair of Threes", Tier::Easy, 7), 3, 3),
            joint(row("twos-between", "Twos Between", Tier::Medium, 14), 2, 2),
            with(("clue-and-loops", "Clue and Loops", Tier::Medium, 16), CLUE, &[LOOPS]),
            pair(("neighbouring-clues", "Neighbouring Clues", Tier::Medium, 18), CLUE, CLUE, &[LOOPS]),
        ])
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        for (&place, clue) in &puzzle.clues {
            let Place::Corner(corner) = place else { continue };
            let cells = puzzle.board.cells_at(corner.into()).count();
            if clue.number().is_some_and(|n| usize::from(n) > cells) {
                return Err(Bad::new(format!("{cells} slashes at most touch it")).at(puzzle.board.name(place)));
            }
        }
        Ok(())
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        draw::completion(board, rng)
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        (0..board.corners()).map(|c| Place::Corner(c as u16)).collect()
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Corner(corner) = place else { return None };
        let touching = if is_odd_corner(board, corner.into()) { ODD } else { EVEN };
        let cells = board.cells_at(corner.into());
        Some(Clue::Number(cells.filter(|&c| touching.contains(&value(Place::Cell(c as u16)))).count() as u16))
    }

    /// Corners show their clues, not their values.
    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        let clue = |corner: &u16| puzzle.clues.get(&Place::Corner(*corner));
        scene.corners.retain(|corner, _| clue(corner).is_some());
        scene.glyphs.extend([("╲", Glyph::Diagonal(false)), ("╱", Glyph::Diagonal(true))]);
        for (corner, text) in &mut scene.corners {
            if let Some(n) = clue(corner).and_then(Clue::number) {
                *text = n.to_string();
            }
        }
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        read::kit(kit)
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        read::tatham(id)
    }
}
