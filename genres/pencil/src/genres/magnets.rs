//! Magnets: every domino is a magnet or neutral; like poles do not touch, numbers count the poles
//! of their lines.

use super::{listed, places, shapes};
use crate::board::{Board, Place, Side, Size};
use crate::clue::{Clue, Operator};
use crate::codec::{BordersAndHoles, Codec, Hexadecimal, PoleCounts, Puzzle};
use crate::house::{Class, Pencil, PencilGenre, Rules, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Literal, Technique, Tier, Value};

/// Magnets and neutral dominoes.
#[derive(Debug)]
pub struct Magnets;

/// The genre.
pub static MAGNETS: Pencil = Pencil::of::<Magnets>();

const PLUS: Value = 1;
const MINUS: Value = 2;
const COUNT: u16 = 0;
const DOMINO: u16 = 1;
const TOUCH: u16 = 2;

fn value_of(pole: Operator) -> Value {
    if pole == Operator::Plus { PLUS } else { MINUS }
}

/// The poles of a domino's cells, or of a single cell, which is neutral.
fn ways(cells: &[usize], to: &Rules<'_>) -> Vec<Vec<Literal>> {
    let pairs: &[[Value; 2]] = if cells.len() == 2 { &[[0, 0], [PLUS, MINUS], [MINUS, PLUS]] } else { &[[0, 0]] };
    let way =
        |values: &[Value; 2]| cells.iter().zip(values).map(|(&c, &value)| Literal { var: to.cell(c), value }).collect();
    pairs.iter().map(way).collect()
}

impl PencilGenre for Magnets {
    const NAME: &'static str = "magnets";
    const ABOUT: &'static str = "Dominoes are magnets or neutral; numbers count poles";
    const SIZES: &'static [&'static str] = &["6x6", "4x4", "5x6", "8x8", "9x10"];
    const OPTIONS: &'static [tesuji_genre::OptionSpec] = tesuji_genre::clue::option::BASIC;
    const VALUES: Values = Values::Named(&[('.', "neutral"), ('+', "plus"), ('-', "minus")]);
    const CLASSES: &'static [Class] =
        &[Class::at_place(""), Class::at_place("the domino at"), Class::at_place("the touching cells at")];
    const TATHAM: &'static str = "magnets";
    const CLUE_CLASSES: &'static [u16] = &[COUNT];

    fn handle() -> &'static Pencil {
        &MAGNETS
    }

    fn codec() -> Codec {
        Codec::new(&["magnets"]).with(PoleCounts(Hexadecimal)).with(BordersAndHoles)
    }

    fn variables(puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, MINUS));
    }

    fn rules(puzzle: &Puzzle, to: &mut Rules<'_>) {
        let board = &puzzle.board;
        for (&place, clue) in &puzzle.clues {
            if let (Place::Outside(side, i), Clue::Result(pole, n)) = (place, clue) {
                let vars = to.cells(board.line_of(side, i.into()));
                let n = usize::from(*n);
                to.count(COUNT, place, vars, Domain::single(value_of(*pole)), (n, n));
            }
        }
        for cells in board.regions().into_iter().flat_map(|r| r.iter()) {
            let cells: Vec<usize> = cells.iter().copied().filter(|&c| !board.is_hole(c)).collect();
            if !cells.is_empty() {
                let placements = ways(&cells, to);
                to.add(DOMINO, Place::Cell(cells[0] as u16), RuleSpec::Placements { placements });
            }
        }
        to.not_adjacent(TOUCH, PLUS);
        to.not_adjacent(TOUCH, MINUS);
    }

    fn techniques() -> Vec<Arc<dyn Technique>> {
        let list = vec![
            listed::rule(("other-half", "Other Half", Tier::Beginner, 2), &[DOMINO], "is a magnet or neutral"),
            listed::rule(("like-poles", "Like Poles Apart", Tier::Beginner, 2), &[TOUCH], "can't have like poles"),
            listed::rule(("line-count", "Line Complete", Tier::Beginner, 3), &[COUNT], "counts the poles of its line"),
            listed::with(("domino-and-touching", "Domino Among Poles", Tier::Easy, 7), DOMINO, &[TOUCH]),
            listed::with(("count-and-dominoes", "Count and Dominoes", Tier::Easy, 9), COUNT, &[DOMINO]),
            listed::with(("count-and-touching", "Count Without Touching", Tier::Medium, 14), COUNT, &[DOMINO, TOUCH]),
            listed::pair(("both-poles", "Both Poles of a Line", Tier::Medium, 18), COUNT, COUNT, &[DOMINO]),
            listed::pair(("two-counts", "Two Counts", Tier::Hard, 34), COUNT, COUNT, &[DOMINO, TOUCH]),
        ];
        listed::with_contradictions(list, 12, 120)
    }

    /// A circle on a cell is a given pole: white plus, black minus.
    fn pattern(_board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        match clue {
            Clue::White => vec![(place, Domain::single(PLUS))],
            Clue::Black => vec![(place, Domain::single(MINUS))],
            _ => Vec::new(),
        }
    }

    fn lint(puzzle: &Puzzle) -> Result<(), Bad> {
        let board = &puzzle.board;
        let regions = board.regions().ok_or_else(|| Bad::new("dominoes are expected"))?;
        if let Some(i) = regions.iter().position(|cells| cells.len() > 2) {
            let place = Place::Region(i as u16);
            return Err(Bad::new("a domino of at most two cells is expected").at(board.name(place)));
        }
        places::lint_counts(puzzle)
    }

    fn board(size: Size, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        let board = Board::new(size);
        let labels = shapes::dominoes(&board, rng);
        board.with_regions(&labels)
    }

    fn boards(size: Size) -> Result<Vec<Board>, Bad> {
        let all = super::regions::all_divisions(size)?;
        let fits = |board: &Board| board.regions().is_some_and(|r| r.iter().all(|cells| cells.len() == 2));
        Ok(all.into_iter().filter(fits).collect())
    }

    fn clue_places(board: &Board) -> Vec<Place> {
        places::outside(board, &Side::ALL)
    }

    fn clue_at(board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Outside(side, _) = place else { return None };
        let pole = if matches!(side, Side::Top | Side::Left) { Operator::Plus } else { Operator::Minus };
        let is_pole = |c: usize| value(Place::Cell(c as u16)) == value_of(pole);
        Some(Clue::Result(pole, places::count_in_line(board, place, &is_pole)?.number()?))
    }

    fn paint(puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        for (place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), Clue::White | Clue::Black) = (place, clue) {
                let sign = if *clue == Clue::White { "+" } else { "-" };
                scene.cells[usize::from(*cell)].text = sign.to_string();
            }
        }
    }

    /// Numbers of plus poles above and left, of minus poles below and right; then the dominoes:
    /// left and right half, top and bottom half, `*` a single cell.
    fn read_tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        let parts: Vec<&str> = id.text.splitn(5, ',').collect();
        let [top, left, bottom, right, dominoes] = parts[..] else {
            return Err(Bad::new("four rows of numbers and the dominoes are expected").at("numbers"));
        };
        let board = Board::new(id.size);
        let mut clues = BTreeMap::new();
        let lists = [(Side::Top, top, Operator::Plus), (Side::Left, left, Operator::Plus)];
        let minus = [(Side::Bottom, bottom, Operator::Minus), (Side::Right, right, Operator::Minus)];
        for (side, numbers, pole) in lists.into_iter().chain(minus) {
            let places = places::outside(&board, &[side]);
            if numbers.chars().count() != places.len() {
                return Err(Bad::new(format!("{} numbers are expected, not {numbers:?}", places.len())).at("numbers"));
            }
            for (place, c) in places.into_iter().zip(numbers.chars()).filter(|(_, c)| *c != '.') {
                let n = c.to_digit(36).ok_or_else(|| Bad::new("a number is expected").at(board.name(place)))?;
                clues.insert(place, Clue::Result(pole, n as u16));
            }
        }
        let halves: Vec<char> = dominoes.chars().filter(|&c| c != ',').collect();
        if halves.len() != id.size.cells() || halves.iter().any(|c| !"LRTB*".contains(*c)) {
            return Err(Bad::new(format!("L, R, T, B or * for {} cells is expected", id.size.cells())).at("dominoes"));
        }
        let label = |(cell, half): (usize, &char)| match half {
            'R' => cell.wrapping_sub(1) as u32,
            'B' => cell.wrapping_sub(id.size.cols()) as u32,
            _ => cell as u32,
        };
        let labels: Vec<u32> = halves.iter().enumerate().map(label).collect();
        Ok(Puzzle { board: Arc::new(board.with_regions(&labels)?), clues })
    }
}
