//! Fillomino: divide the board into areas and write into each cell the size of its area; areas of
//! one size do not touch.

mod draw;
mod sizes;
mod state;

use super::listed::{Step, and_ideas, pair, rule, with};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{self, Grid, Lattice, StateForm};
use crate::codec::{CellClues, Codec, GivenBorders, Hexadecimal, Puzzle};
use crate::house::{
    Class, Form, Kit, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use crate::scene::{Scene, Stroke};
use rand_chacha::ChaCha8Rng;
use sizes::{ALWAYS_SIZES, LARGER, Sizes};
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
/// The greatest value that stands for one size.
const LARGEST: usize = 62;
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
        let domains = Sizes::of(puzzle, LARGEST).map(|sizes| sizes::domains(puzzle, &sizes));
        let none = || puzzle.board.cells().map(|cell| (cell, Domain::EMPTY)).collect();
        for (cell, domain) in domains.unwrap_or_else(none) {
            to.add(Place::Cell(cell as u16), domain);
        }
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        if let Some(sizes) = Sizes::of(puzzle, LARGEST) {
            sizes::areas(puzzle, &sizes, to);
            sizes::given_borders(puzzle, &sizes, false, to);
        }
    }

    /// Sizes above the greatest number are one value.
    fn coarse(&self, puzzle: &Puzzle, variables: &mut Variables) -> Option<Value> {
        let sizes = Sizes::of(puzzle, LARGEST)?.joined(puzzle)?;
        for (cell, domain) in sizes::domains(puzzle, &sizes) {
            variables.add(Place::Cell(cell as u16), domain);
        }
        Some(LARGER)
    }

    fn coarse_rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        if let Some(sizes) = Sizes::of(puzzle, LARGEST).and_then(|sizes| sizes.joined(puzzle)) {
            sizes::areas(puzzle, &sizes, to);
            sizes::given_borders(puzzle, &sizes, true, to);
        }
    }

    fn techniques(&self) -> Vec<Step> {
        let row = Row::new;
        const SMALL: &[u16] = &[AREAS];
        let of_size = |row: Row, when: fn(&RuleView<'_>) -> bool, says| -> Step {
            Arc::new(RuleStep::new(row, SMALL, says).when(when))
        };
        and_ideas(vec![
            rule(("given-border", "Given Border", Tier::Beginner, 2), &[BORDER], "parts areas of other sizes"),
            of_size(row("ones", "Ones Stand Alone", Tier::Beginner, 2), |rule| is_size(rule, 1), "do not touch"),
            of_size(row("twos", "Pairs of Twos", Tier::Beginner, 3), |rule| is_size(rule, 2), "come in pairs"),
            rule(("area", "Area Complete or Too Small", Tier::Easy, 4), SMALL, "are full or have no other room"),
            with(("area-and-others", "Area Among Others", Tier::Medium, 15), AREAS, SMALL),
            pair(("two-sizes", "Two Sizes", Tier::Medium, 25), AREAS, AREAS, &[]),
        ])
    }

    fn pattern_in(&self, puzzle: &Puzzle, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        let value = clue.number().and_then(|n| self.value_of(puzzle, place, n.into()));
        value.map(|value| (place, Domain::single(value))).into_iter().collect()
    }

    /// The value of a size; large sizes that are no number of the puzzle share one value.
    fn value_of(&self, puzzle: &Puzzle, _place: Place, number: u32) -> Option<Value> {
        match number {
            0 => None,
            _ if number <= ALWAYS_SIZES.into() => Some(number as Value),
            _ => Some(Sizes::of(puzzle, LARGEST)?.value(number as usize)),
        }
    }

    fn numeral(&self, puzzle: &Puzzle, value: Value) -> String {
        if value <= ALWAYS_SIZES {
            return value.to_string();
        }
        let Some(sizes) = Sizes::of(puzzle, LARGEST) else { return value.to_string() };
        sizes.size(value).map_or_else(|| format!("more than {}", sizes.direct()), |size| size.to_string())
    }

    /// The number of cells of the area.
    fn number_at(&self, puzzle: &Puzzle, place: Place, value: &dyn Fn(Place) -> Option<Value>) -> Option<u32> {
        let own = value(place)?;
        let Place::Cell(cell) = place else { return Some(own.into()) };
        if own <= ALWAYS_SIZES {
            return Some(own.into());
        }
        Some(sizes::area(&puzzle.board, cell.into(), &|c| value(Place::Cell(c as u16))) as u32)
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let cells = puzzle.board.cells().count();
        for (&place, clue) in &puzzle.clues {
            let bad = |what: String| Err(Bad::new(what).at(puzzle.board.name(place)));
            match clue.number() {
                Some(0) => return bad("an area has at least one cell".into()),
                Some(n) if usize::from(n) > cells => return bad(format!("an area of {n} cells on a board of {cells}")),
                _ => {}
            }
        }
        let Some(sizes) = Sizes::of(puzzle, LARGEST) else {
            let most = LARGEST - usize::from(ALWAYS_SIZES);
            let what = format!("more than {most} different numbers above {ALWAYS_SIZES}");
            return Err(Bad::new(what).at("board"));
        };
        let is_border = |place: &&Place| matches!(place, Place::Edge(_));
        let most = sizes.most_joined();
        if let Some(&place) = puzzle.clues.keys().find(is_border).filter(|_| cells > most) {
            let what = format!("given borders on boards of more than {most} cells are not read");
            return Err(Bad::new(what).at(puzzle.board.name(place)));
        }
        Ok(())
    }

    /// More joined cells of larger areas could be one area or several.
    fn tell_apart(&self, puzzle: &Puzzle, value: &dyn Fn(Place) -> Value) -> Result<(), Bad> {
        let Some(sizes) = Sizes::of(puzzle, LARGEST) else { return Ok(()) };
        let joined = super::shapes::parts(&puzzle.board, &|c| value(Place::Cell(c as u16)) == LARGER);
        match joined.iter().find(|part| part.len() > sizes.most_joined()) {
            Some(part) => {
                let (cells, most) = (part.len(), sizes.direct());
                let what = format!(
                    "{cells} cells without a number are in areas of more than {most}, which can't be told apart"
                );
                Err(Bad::new(what).at(puzzle.board.name(Place::Cell(part[0] as u16))))
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

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Cell(cell) = place else { return None };
        let own = value(place);
        let area = || sizes::area(board, cell.into(), &|c| Some(value(Place::Cell(c as u16)))) as u16;
        Some(Clue::Number(if own <= ALWAYS_SIZES { own.into() } else { area() }))
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let puzzle = kit.numbers(0)?;
        let mut values = BTreeMap::new();
        for (cell, word) in kit.answer()?.into_iter().enumerate() {
            let size: u32 = word.parse().map_err(|_| Bad::new(format!("a number is expected, not {word:?}")))?;
            let place = Place::Cell(cell as u16);
            values.extend(self.value_of(&puzzle, place, size).map(|value| (place, value)));
        }
        Ok((puzzle, values))
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        id.numbers(false)
    }
}

fn is_size(rule: &RuleView<'_>, n: u32) -> bool {
    matches!(rule.spec, RuleSpec::Regions { size, .. } if *size == n)
}
