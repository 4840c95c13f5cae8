//! Yin-yang: a white or a black circle in every cell; each colour hangs together, and no two by two
//! circles are alike.

use super::listed;
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Grid, Lattice, StateForm, Word, circle};
use crate::codec::{CellClues, Circles, Codec, Puzzle};
use crate::house::{Class, Form, Look, Pencil, PencilGenre, PencilInfo, Rules, Signs, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::{CompiledForms, pick};
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Two colours that hang together.
#[derive(Debug)]
pub struct YinYang;

/// The genre.
pub static YIN_YANG: Pencil = Pencil::of(&YinYang, &INFO);

const WHITE: Value = 0;
const BLACK: Value = 1;
const SQUARE: u16 = 0;
const CHECKER: u16 = 1;
const ALL_WHITE: u16 = 2;
const ALL_BLACK: u16 = 3;

/// Attempts to turn each cell of a drawn solution, on average.
const TURNS: usize = 100;
/// Cells up to which a search draws a solution: these differ more.
const SEARCHED: usize = 64;

/// After a cell was turned: are no two by two cells around it alike or crossed, and are both
/// colours in one piece?
fn stands(board: &Board, squares: &[[usize; 4]], black: &[bool], cell: usize) -> bool {
    let is_wrong = |square: &[usize; 4]| {
        let [a, b, c, d] = square.map(|c| black[c]);
        a == d && b == c
    };
    !squares.iter().any(|square| square.contains(&cell) && is_wrong(square))
        && board.neighbours(cell).any(|n| black[n] == black[cell])
        && board.is_connected(&|c| black[c])
        && board.is_connected(&|c| !black[c])
}

static INFO: PencilInfo = PencilInfo {
    name: "yinyang",
    about: "Both colours hang together, no two by two cells alike",
    title: "Yin-yang",
    rules: "Put a black or a white circle into every cell. The cells of either colour hang together, and no two \
        by two cells are all of one colour.",
    sizes: &["6x6", "5x5", "8x8", "10x10"],
    values: Values::Named(&[('○', "white"), ('●', "black")]),
    classes: &[
        Class::at_place("the square at").law("no two by two cells are of one colour"),
        Class::at_place("the crossing at").law("the colours would cut each other apart"),
        Class::whole("the white circles"),
        Class::whole("the black circles"),
    ],
    clue_classes: crate::house::NO_RULES,
    tier_forms: &[(Tier::Medium, CompiledForms::NONE)],
    ..PencilInfo::PLAIN
};

impl PencilGenre for YinYang {
    fn handle(&self) -> &'static Pencil {
        &YIN_YANG
    }

    fn codec(&self) -> Codec {
        Codec::new(&["yinyang"]).with(CellClues(Circles))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::circles())
    }

    fn states(&self) -> Option<StateForm> {
        let colour = |word: &str| match circle(word)? {
            Word::Clue(Clue::White) => Some(Word::Mark(WHITE)),
            Word::Clue(Clue::Black) => Some(Word::Mark(BLACK)),
            other => Some(other),
        };
        let form = StateForm::of_numbers().with(Grid::clues(Lattice::Cells, circle));
        Some(form.with(Grid::marks(Lattice::Cells, colour)))
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(WHITE, BLACK));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        to.no_square(SQUARE, WHITE);
        to.no_square(SQUARE, BLACK);
        // Two colours that cross at a corner can't both hang together: this follows, and helps.
        for square in puzzle.board.squares() {
            for first in [WHITE, BLACK] {
                let colours = [first, 1 - first, 1 - first, first];
                let literals: Vec<_> = square.iter().zip(colours).map(|(&c, v)| (to.cell(c), v, false)).collect();
                to.clause(CHECKER, Place::Cell(square[0] as u16), &literals);
            }
        }
        to.connected(ALL_WHITE, Domain::single(WHITE));
        to.connected(ALL_BLACK, Domain::single(BLACK));
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        const BOTH: &[u16] = &[ALL_WHITE, ALL_BLACK];
        let list = vec![
            listed::rule(("no-square", "No Square", Tier::Beginner, 2), &[SQUARE], "can't be of one colour"),
            listed::rule(
                ("no-crossing", "No Crossing", Tier::Beginner, 3),
                &[CHECKER],
                "can't have both colours on its diagonals",
            ),
            listed::rule(("connection", "Circles Hang Together", Tier::Easy, 8), BOTH, "would fall apart"),
            listed::with(
                ("square-and-white", "Square and White Circles", Tier::Medium, 16),
                SQUARE,
                &[ALL_WHITE, CHECKER],
            ),
            listed::with(
                ("square-and-black", "Square and Black Circles", Tier::Medium, 16),
                SQUARE,
                &[ALL_BLACK, CHECKER],
            ),
            listed::pair(("two-squares", "Neighbouring Squares", Tier::Medium, 18), SQUARE, SQUARE, &[CHECKER]),
            listed::pair(
                ("squares-and-connection", "Squares and Both Colours", Tier::Hard, 35),
                SQUARE,
                SQUARE,
                &[CHECKER, ALL_WHITE, ALL_BLACK],
            ),
        ];
        listed::with_ideas(list, 12, 120)
    }

    fn pattern(&self, _board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        match clue {
            Clue::White => vec![(place, Domain::single(WHITE))],
            Clue::Black => vec![(place, Domain::single(BLACK))],
            _ => Vec::new(),
        }
    }

    /// Two combs, whose cells are turned one by one where both colours stay as they must be.
    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        let comb = |cell: usize| {
            let (row, col) = board.row_col(cell);
            col == 0 || (row.is_multiple_of(2) && col + 1 < board.cols())
        };
        let cells: Vec<usize> = board.cells().collect();
        if cells.len() <= SEARCHED {
            return None;
        }
        let mut black: Vec<bool> = (0..board.size().cells()).map(comb).collect();
        let squares: Vec<[usize; 4]> = board.squares().collect();
        for _ in 0..TURNS * cells.len() {
            let cell = cells[pick(rng, cells.len())];
            black[cell] = !black[cell];
            if !stands(board, &squares, &black, cell) {
                black[cell] = !black[cell];
            }
        }
        let is_swapped = pick(rng, 2) == 1;
        Some(cells.iter().map(|&c| if black[c] == is_swapped { WHITE } else { BLACK }).collect())
    }

    fn clue_at(&self, _board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        Some(if value(place) == BLACK { Clue::Black } else { Clue::White })
    }
}
