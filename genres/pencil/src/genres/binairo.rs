//! Binairo: 0 or 1 in every cell, as many of each in every line, no three alike in a row, no two
//! rows and no two columns equal.

use super::{binary, drawn, listed};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::{CellClues, Codec, Hexadecimal, Puzzle};
use crate::house::{Form, Look, NO_RULES, Pencil, PencilGenre, PencilInfo, Rules, Signs, TathamId, Values, Variables};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Literal, Technique, Tier, Value, Var};

/// Zeros and ones in different lines.
#[derive(Debug)]
pub struct Binairo;

/// The genre.
pub static BINAIRO: Pencil = Pencil::of(&Binairo, &INFO);

/// Somewhere one line has 0 and the other 1.
fn different(lines: [&[Var]; 2]) -> RuleSpec {
    let somewhere = |(&a, &b): (&Var, &Var)| {
        [(0, 1), (1, 0)].map(|(x, y)| vec![Literal { var: a, value: x }, Literal { var: b, value: y }])
    };
    RuleSpec::Placements { placements: lines[0].iter().zip(lines[1]).flat_map(somewhere).collect() }
}

static INFO: PencilInfo = PencilInfo {
    name: "binairo",
    about: "Zeros and ones: halves in every line, no three in a row, no equal lines",
    rules: "Put 0 or 1 into every cell. Each row and each column has as many zeros as ones, and nowhere are \
        three equal signs side by side. No two rows are equal, and no two columns.",
    sizes: &["10x10", "4x4", "6x6", "8x8", "12x12"],
    look: Look::PLAIN.with_clues(23, 29),
    values: Values::Named(&[('0', "0"), ('1', "1")]),
    classes: binary::CLASSES,
    clue_classes: NO_RULES,
    tatham: "unruly",
    ..PencilInfo::PLAIN
};

impl PencilGenre for Binairo {
    fn handle(&self) -> &'static Pencil {
        &BINAIRO
    }

    fn codec(&self) -> Codec {
        Codec::new(&["binairo", "takuzu"]).with(CellClues(Hexadecimal))
    }

    fn form(&self) -> Form {
        Form::cells(Signs::bits())
    }

    fn variables(&self, puzzle: &Puzzle, to: &mut Variables) {
        to.cells(&puzzle.board, Domain::range(0, 1));
    }

    fn rules(&self, puzzle: &Puzzle, to: &mut Rules<'_>) {
        binary::rules(&puzzle.board, to);
        let lines = to.lines(binary::ROW, binary::COLUMN);
        for (i, (class, _, first)) in lines.iter().enumerate() {
            for (_, from, second) in lines[i + 1..].iter().filter(|l| l.0 == *class) {
                to.add(binary::EQUAL, *from, different([first, second]));
            }
        }
    }

    fn techniques(&self) -> Vec<Arc<dyn Technique>> {
        let mut list = binary::techniques();
        let equal = listed::rule(("equal-lines", "No Equal Lines", Tier::Easy, 10), &[binary::EQUAL], "would be equal");
        list.insert(5, equal);
        let around = &[binary::ROW, binary::COLUMN, binary::TRIPLE];
        list.insert(
            7,
            listed::with(("nearly-equal-lines", "Nearly Equal Lines", Tier::Medium, 20), binary::EQUAL, around),
        );
        listed::with_ideas_and_counting(list, 12, 120)
    }

    fn pattern(&self, _board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
        binary::given(place, clue.number().map(|n| n.min(1) as Value))
    }

    fn lint(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        binary::check(puzzle.board.size())?;
        let bad = puzzle.clues.iter().find(|(_, clue)| clue.number().is_none_or(|n| n > 1));
        bad.map_or(Ok(()), |(&place, _)| Err(Bad::new("0 or 1 is expected").at(puzzle.board.name(place))))
    }

    fn board(&self, size: Size, _look: &Look, _rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
        binary::check(size).map(|()| Board::new(size))
    }

    fn boards(&self, size: Size) -> Result<Vec<Board>, Bad> {
        binary::check(size).map(|()| vec![Board::new(size)])
    }

    fn completion(&self, board: &Board, _look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
        drawn::halves(board, true, rng)
    }

    fn clue_at(&self, _board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue> {
        Some(Clue::Number(value(place).into()))
    }

    /// A game of unruly whose lines must differ.
    fn read_tatham(&self, id: &TathamId<'_>) -> Result<Puzzle, Bad> {
        if !id.params.contains('u') {
            return Err(Bad::new(format!("{:?}: lines that may be equal make an unruly", id.params)).at("parameters"));
        }
        binary::read_tatham(id, &|is_white| Clue::Number(u16::from(!is_white)))
    }
}
