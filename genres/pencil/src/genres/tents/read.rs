//! Tents as other programs write them: pzprv3, Puzzle Kit, Simon Tatham's collection.

use super::TENT;
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::codec::pzprv3::Word;
use crate::genres::places;
use crate::house::{Kit, TathamId};
use std::collections::BTreeMap;
use tesuji_genre::Bad;
use tesuji_solver::Value;

/// A cell of a state.
pub(super) fn word(text: &str) -> Option<Word> {
    match text {
        "." => Some(Word::Nothing),
        "1" => Some(Word::Clue(Clue::Unknown)),
        "A" => Some(Word::Mark(TENT)),
        "-" | "+" => Some(Word::Mark(0)),
        _ => None,
    }
}

pub(super) fn kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
    let size = kit.size()?;
    let trees = kit.grid(2)?.iter().map(|&w| w == "x").collect();
    let board = Board::new(size).with_holes(trees)?;
    Ok((places::outside_puzzle(board, kit.problem.iter().take(2))?, kit.marked("o")?))
}

/// `_` is a tree, `a` to `y` one behind a gap, `z` a gap of 25 cells; one more tree stands
/// behind the last cell. Then the numbers of the columns and of the rows.
pub(super) fn tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
    let mut parts = id.text.split(',');
    let cells = id.size.cells();
    let (mut trees, mut at) = (vec![false; cells + 1], 0);
    for c in parts.next().unwrap_or_default().chars() {
        at += match c {
            '_' => 0,
            'a'..='z' => c as usize - 'a' as usize + usize::from(c != 'z'),
            _ => return Err(Bad::new(format!("{c:?}: a tree or a gap is expected")).at("cells")),
        };
        if c != 'z' {
            *trees.get_mut(at).ok_or_else(|| Bad::new("trees stand beyond the board").at("cells"))? = true;
            at += 1;
        }
    }
    if at != cells + 1 || trees.pop() != Some(true) {
        return Err(Bad::new(format!("the ID describes {at} places; {} are expected", cells + 1)).at("cells"));
    }
    let numbers: Vec<&str> = parts.collect();
    places::outside_puzzle(Board::new(id.size).with_holes(trees)?, std::iter::once(&numbers))
}
