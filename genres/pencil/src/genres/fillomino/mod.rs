//! Fillomino: divide the board into areas and write into each cell the size of its area; areas of
//! one size do not touch.

mod draw;
mod sizes;
mod state;

use super::steps::{Step, and_ideas, rule, two_rules, with_rules_around};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{self, Grid, Lattice, StateForm};
use crate::codec::{CellClues, Codec, GivenBorders, Hexadecimal, Puzzle};
use crate::house::{
    Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene::{Scene, Stroke};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{Row, RuleStep, RuleView};
use tesuji_solver::{Domain, Tier, Value};

/// Areas as large as their numbers.
#[derive(Debug)]
pub struct Fillomino;

/// The genre.
pub static FILLOMINO: Pencil = Pencil::of(&Fillomino, &INFO);

const AREAS: u16 = 0;
const BORDER: u16 = 1;
/// The largest size that a value can tell.
const LARGEST: usize = 62;
/// The value of cells in larger areas.
const LARGER: Value = 63;
/// The most connected cells with that value that are one area in any case: two larger areas that
/// touch differ in size, so they have at least one cell more.
const MOST_JOINED: usize = 2 * LARGEST + 2;
/// New areas are not larger.
const LARGEST_DRAWN: usize = 9;
/// Divisions that are drawn before one is given up.
const DRAWS: usize = 5;

static INFO: PencilInfo = PencilInfo {
    name: "fillomino",
    about: "Areas as large as their numbers; areas of one size do not touch",
    rules: "Divide the board into areas and write into each cell how many cells its area has. Areas with equally \
        many cells don't share an edge. An area may have several of the given numbers, or none.",
    sizes: &["8x8", "4x4", "5x5", "6x6", "10x10", "13x9"],
    look: Look::PLAIN.with_clues(34, 44).with_symmetric(81).with_parts(380, [1, 9]),
    values: Values::Numbers,
    classes: &[Class::size("the areas of size"), Class::at_place("the border")],
    puzzle_kit: "Fillomino",
    tatham: "filling",
    ..PencilInfo::PLAIN
};

impl PencilGenre for Fillomino {
    fn handle(&self) -> &'static Pencil {
        &FILLOMINO
    }

    fn codec(&self) -> Codec {
        Codec::new(&["fillomino", "fillomino01"]).with(CellClues(Hexadecimal)).with(GivenBorders)
    }

    fn form(&self) -> Form {
        Form::cells(Signs::numbers(1))
    }

    fn states(&self) -> Option<StateForm> {
        let form = StateForm::of_numbers().with(Grid::clues(Lattice::Cells, pzprv3::clue));
        Some(form.with(Grid::marks(Lattice::Cells, pzprv3::number)).with(state::Bordered))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        for (cell, domain) in sizes::domains(puzzle) {
            to.add(Place::Cell(cell as u16), domain);
        }
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        sizes::areas(sizes::domains(puzzle), LARGEST, to);
        sizes::given_borders(puzzle, LARGEST, to);
    }

    /// Sizes above the greatest number are one value.
    fn coarse(&self, puzzle: &Puzzle, variables: &mut Variables) -> Option<Value> {
        let largest = sizes::greatest(puzzle)?;
        for (cell, domain) in sizes::joined(sizes::domains(puzzle), largest) {
            variables.add(Place::Cell(cell as u16), domain);
        }
        Some(LARGER)
    }

    fn coarse_rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        if let Some(largest) = sizes::greatest(puzzle) {
            sizes::areas(sizes::joined(sizes::domains(puzzle), largest), largest, to);
            sizes::given_borders(puzzle, largest, to);
        }
    }

    fn techniques(&self) -> Vec<Step> {
        let row = Row::new;
        const SMALL: &[u16] = &[AREAS];
        let of_size = |row: Row, when: fn(&RuleView<'_>) -> bool, says| -> Step {
            Arc::new(RuleStep::new(row, SMALL, says).when(when))
        };
        and_ideas(vec![
            rule(row("given-border", "Given Border", Tier::Beginner, 2), &[BORDER], "parts areas of other sizes"),
            of_size(row("ones", "Ones Stand Alone", Tier::Beginner, 2), |rule| is_size(rule, 1), "do not touch"),
            of_size(row("twos", "Pairs of Twos", Tier::Beginner, 3), |rule| is_size(rule, 2), "come in pairs"),
            rule(row("area", "Area Complete or Too Small", Tier::Easy, 4), SMALL, "are full or have no other room"),
            with_rules_around(row("area-and-others", "Area Among Others", Tier::Medium, 15), AREAS, SMALL),
            two_rules(row("two-sizes", "Two Sizes", Tier::Medium, 25), AREAS, AREAS, &[]),
        ])
    }

    fn pattern(&self, _board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        let number = clue.number().filter(|&n| usize::from(n) <= LARGEST);
        number.map(|n| (place, Domain::single(n as Value))).into_iter().collect()
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let cells = puzzle.board.cells().count();
        let is_border = |place: &&Place| matches!(place, Place::Edge(_));
        if let Some(&place) = puzzle.clues.keys().find(is_border).filter(|_| cells > MOST_JOINED) {
            let what = format!("given borders on boards of more than {MOST_JOINED} cells are not read");
            return Err(Bad::new(what).at(puzzle.board.name(place)));
        }
        for (&place, clue) in &puzzle.clues {
            let bad = |what: String| Err(Bad::new(what).at(puzzle.board.name(place)));
            match clue.number() {
                Some(0) => return bad("an area has at least one cell".into()),
                Some(n) if usize::from(n) > cells => return bad(format!("an area of {n} cells on a board of {cells}")),
                Some(n) if usize::from(n) > LARGEST => {
                    return bad(format!("areas of more than {LARGEST} cells can't be told"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// More joined cells of larger areas could be one area or several.
    fn tell_apart(&self, board: &Board, value: &dyn Fn(Place) -> Value) -> Result<(), Bad> {
        let joined = super::shapes::parts(board, &|c| value(Place::Cell(c as u16)) == LARGER);
        match joined.iter().find(|part| part.len() > MOST_JOINED) {
            Some(part) => {
                let what =
                    format!("{} cells are in areas of more than {LARGEST}, which can't be told apart", part.len());
                Err(Bad::new(what).at(board.name(Place::Cell(part[0] as u16))))
            }
            None => Ok(()),
        }
    }

    /// Areas of one size that touch are joined until none do.
    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let sizes = (0..DRAWS).find_map(|_| draw::draw(board, rng))?;
        Some(board.cells().map(|c| sizes[c] as Value).collect())
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        if scene.is_complete {
            scene.bound_areas();
        }
        for place in puzzle.clues.keys() {
            if let Place::Edge(edge) = place {
                scene.edge_signs.remove(edge);
                scene.borders[usize::from(*edge)] = Stroke::Line;
            }
        }
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        board.cells().map(|c| Place::Cell(c as u16)).collect()
    }

    fn clue_at(&self, _board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        Some(Clue::Number(value(place).into()))
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let mut values = BTreeMap::new();
        for (cell, word) in kit.answer()?.into_iter().enumerate() {
            let size = word.parse().map_err(|_| Bad::new(format!("a number is expected, not {word:?}")))?;
            values.insert(Place::Cell(cell as u16), size);
        }
        Ok((kit.numbers(0)?, values))
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        id.numbers(false)
    }
}

fn is_size(rule: &RuleView<'_>, n: u32) -> bool {
    matches!(rule.spec, RuleSpec::Regions { size, .. } if *size == n)
}
