//! Magnets: every domino is a magnet or neutral; like poles do not touch, numbers count the poles
//! of their lines.

mod read;

use super::{listed, places, shapes};
use crate::board::{Board, Place, Side, Size};
use crate::clue::{Clue, Operator};
use crate::codec::pzprv3::{RegionBorders, StateForm};
use crate::codec::{BordersAndHoles, Codec, Hexadecimal, PoleCounts, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, TathamId, Values, Variables};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::{Bad, pick, shuffle};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Literal, Technique, Tier, Value};

/// Magnets and neutral dominoes.
#[derive(Debug)]
pub struct Magnets;

/// The genre.
pub static MAGNETS: Pencil = Pencil::of(&Magnets, &INFO);

const PLUS: Value = 1;
const MINUS: Value = 2;
const COUNT: u16 = 0;
const DOMINO: u16 = 1;
const TOUCH: u16 = 2;

fn value_of(pole: Operator) -> Value {
    if pole == Operator::Plus { PLUS } else { MINUS }
}

/// The poles of a domino's cells, or of a single cell, which is neutral. A larger region has one
/// magnet at most, on two cells side by side.
fn ways(board: &Board, cells: &[usize], to: &Rules<'_>) -> Vec<Vec<Literal>> {
    let beside = |a: usize| board.neighbours(a).filter(|b| cells.contains(b)).map(move |b| Some([a, b]));
    let magnets = cells.iter().flat_map(|&a| beside(a));
    let value = |magnet: Option<[usize; 2]>, cell: usize| match magnet {
        Some([plus, _]) if plus == cell => PLUS,
        Some([_, minus]) if minus == cell => MINUS,
        _ => 0,
    };
    let way = |magnet| cells.iter().map(|&c| Literal { var: to.cell(c), value: value(magnet, c) }).collect();
    std::iter::once(None).chain(magnets).map(way).collect()
}

/// A drawn solution. In a drawn order each domino gets drawn poles, turned if need be. It is
/// neutral if both ways touch equal poles.
fn drawn_magnets(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    /// One domino in this many is neutral without being tried.
    const NEUTRAL: usize = 5;
    let mut dominoes: Vec<[usize; 2]> = Vec::new();
    for cells in board.regions()?.iter() {
        match *cells {
            [a, b] => dominoes.push([a, b]),
            [_] => {}
            _ => return None,
        }
    }
    shuffle(&mut dominoes, rng);
    let mut values = vec![0; board.size().cells()];
    for [a, b] in dominoes {
        let poles = if pick(rng, 2) == 0 { [PLUS, MINUS] } else { [MINUS, PLUS] };
        let is_neutral = pick(rng, NEUTRAL) == 0;
        let fits = |[p, q]: &[Value; 2]| {
            let touches = |cell: usize, pole: Value| board.neighbours(cell).any(|n| values[n] == pole);
            !touches(a, *p) && !touches(b, *q)
        };
        let ways = [poles, [poles[1], poles[0]]];
        if let Some(&[p, q]) = ways.iter().find(|way| !is_neutral && fits(way)) {
            (values[a], values[b]) = (p, q);
        }
    }
    Some(board.cells().map(|cell| values[cell]).collect())
}

static INFO: PencilInfo = PencilInfo {
    name: "magnets",
    about: "Dominoes are magnets or neutral; numbers count poles",
    rules: "Each domino is neutral, or a magnet with a plus and a minus. Equal poles don't share an edge. A number \
        above or to the left of the board counts the pluses of its line, one below or to the right its minuses.",
    sizes: &["6x6", "4x4", "5x6", "8x8", "9x10"],
    options: tesuji_genre::clue::option::STYLED_BASIC,
    values: Values::Named(&[('.', "neutral"), ('+', "plus"), ('-', "minus")]),
    classes: &[
        Class::at_place("").counting("pole", "poles"),
        Class::at_place("the domino at").law("a domino has both poles, or is neutral"),
        Class::at_place("the touching cells at").law("like poles don't touch"),
    ],
    tatham: "magnets",
    clue_classes: &[COUNT],
    ..PencilInfo::PLAIN
};

impl PencilGenre for Magnets {
    fn handle(&self) -> &'static Pencil {
        &MAGNETS
    }

    fn codec(&self) -> Codec {
        Codec::new(&["magnets"]).with(PoleCounts(Hexadecimal)).with(BordersAndHoles)
    }

    fn form(&self) -> Form {
        Form::poles()
    }

    fn states(&self) -> Option<StateForm> {
        Some(StateForm::unmarked_as(0).with(RegionBorders).with(read::Poles))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, MINUS));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
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
                let placements = ways(board, &cells, to);
                to.add(DOMINO, Place::Cell(cells[0] as u16), RuleSpec::Placements { placements });
            }
        }
        to.not_adjacent(TOUCH, PLUS);
        to.not_adjacent(TOUCH, MINUS);
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
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
        listed::with_ideas_and_counting(list, 12, 120)
    }

    /// A circle on a cell is a given pole: white plus, black minus.
    fn pattern(&self, _board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        match clue {
            Clue::White => vec![(place, Domain::single(PLUS))],
            Clue::Black => vec![(place, Domain::single(MINUS))],
            _ => Vec::new(),
        }
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        puzzle.board.regions().ok_or_else(|| Bad::new("dominoes are expected"))?;
        places::lint_counts(puzzle)
    }

    fn board(&self, size: Size, _look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        let board = Board::new(size);
        let labels = shapes::dominoes(&board, rng);
        board.with_regions(&labels)
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        let all = Board::all_divisions(size)?;
        let fits = |board: &Board| board.regions().is_some_and(|r| r.iter().all(|cells| cells.len() == 2));
        Ok(all.into_iter().filter(fits).collect())
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        drawn_magnets(board, rng)
    }

    fn clue_places(&self, board: &Board) -> Vec<Place> {
        places::outside(board, &Side::ALL)
    }

    fn clue_at(&self, board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        let Place::Outside(side, _) = place else { return None };
        let pole = if matches!(side, Side::Top | Side::Left) { Operator::Plus } else { Operator::Minus };
        let is_pole = |c: usize| value(Place::Cell(c as u16)) == value_of(pole);
        Some(Clue::Result(pole, places::count_in_line(board, place, &is_pole)?.number()?))
    }

    fn paint(&self, puzzle: &Puzzle, _value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) {
        for (place, clue) in &puzzle.clues {
            if let (Place::Cell(cell), Clue::White | Clue::Black) = (place, clue) {
                let sign = if *clue == Clue::White { "+" } else { "-" };
                scene.cells[usize::from(*cell)].text = sign.to_string();
            }
        }
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        read::tatham(id)
    }
}
