//! Unruly: black or white in every cell, as many of each in every line, no three alike in a row.

use super::{binary, drawn, listed};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::{CellClues, Circles, Codec, Puzzle};
use crate::house::{
    Form, Kit, Look, NO_RULES, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables,
};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, CompiledForms};
use tesuji_solver::{Domain, Technique, Tier, Value};

/// Black and white in equal shares.
#[derive(Debug)]
pub struct Unruly;

/// The genre.
pub static UNRULY: Pencil = Pencil::of(&Unruly, &INFO);

const BLACK: Value = 1;

/// The colour of a clue.
fn colour(clue: &Clue) -> Option<Value> {
    match clue {
        Clue::White => Some(0),
        Clue::Black => Some(BLACK),
        _ => None,
    }
}

static INFO: PencilInfo = PencilInfo {
    name: "unruly",
    about: "Black and white: halves in every line, no three in a row",
    rules: "Make every cell black or white. Each row and each column has as many black cells as white ones, and \
        nowhere are three of one colour side by side.",
    sizes: &["10x10", "4x4", "6x6", "8x8", "14x14"],
    look: Look::PLAIN.with_clues(23, 29),
    tier_forms: &[(Tier::Beginner, CompiledForms { words: false, ..CompiledForms::ALL })],
    values: Values::Named(&[('○', "white"), ('●', "black")]),
    classes: binary::CLASSES,
    clue_classes: NO_RULES,
    puzzle_kit: "Binairo",
    tatham: "unruly",
    ..PencilInfo::PLAIN
};

impl PencilGenre for Unruly {
    // The puzzles of the set may have equal lines.

    fn handle(&self) -> &'static Pencil {
        &UNRULY
    }

    fn codec(&self) -> Codec {
        Codec::new(&["unruly"]).with(CellClues(Circles))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::two_colours())
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, BLACK));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        binary::rules(&puzzle.board, to);
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        listed::with_ideas_and_counting(binary::techniques(), 12, 120)
    }

    fn pattern(&self, _board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        binary::given(place, colour(clue))
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        binary::check(puzzle.board.size())
    }

    fn board(&self, size: Size, _look: &Look, _rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        binary::check(size).map(|()| Board::new(size))
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        binary::check(size).map(|()| vec![Board::new(size)])
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        drawn::halves(board, false, rng)
    }

    fn clue_at(&self, _board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        Some(if value(place) == BLACK { Clue::Black } else { Clue::White })
    }

    fn read_kit(&self, kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
        let mut puzzle = kit.numbers(0)?;
        for clue in puzzle.clues.values_mut() {
            *clue = if *clue == Clue::Number(2) { Clue::Black } else { Clue::White };
        }
        Ok((puzzle, kit.marked("2")?))
    }

    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        if id.params.contains('u') {
            return Err(Bad::new(format!("{:?}: lines that must differ make a binairo", id.params)).at("parameters"));
        }
        let clue = |is_white| if is_white { Clue::White } else { Clue::Black };
        binary::read_tatham(id, &clue)
    }
}
