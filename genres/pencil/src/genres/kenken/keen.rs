//! Game IDs of Keen: the borders of the cages, then a result for each.

use super::super::places;
use crate::board::{Board, Direction, Place};
use crate::clue::{Clue, Operator};
use crate::codec::Puzzle;
use crate::house::TathamId;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;

/// `a_3,a1s1a2`: two rows of letters and results.
pub(super) fn read(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
    places::lint_square(id.size)?;
    let (borders, results) = id.text.split_once(',').ok_or_else(|| bad_cages("a comma"))?;
    let board = Board::new(id.size).with_borders(&cages(borders, &Board::new(id.size))?)?;
    let mut clues = BTreeMap::new();
    let mut rest = results;
    for region in 0..board.regions().map_or(0, |r| r.len()) {
        let place = Place::Region(region as u16);
        let bad = |what: &str| Bad::new(format!("{what} is expected, not {rest:?}")).at(board.name(place));
        let letter = rest.chars().next();
        let operator = Operator::ALL.iter().find(|o| Some(o.2) == letter);
        let &(operator, ..) = operator.ok_or_else(|| bad("a, s, m or d with a number"))?;
        let digits = rest[1..].len() - rest[1..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = rest[1..1 + digits].parse().map_err(|_| bad("a number up to 65535"))?;
        clues.insert(place, Clue::Result(operator, number));
        rest = &rest[1 + digits..];
    }
    if !rest.is_empty() {
        return Err(Bad::new(format!("{rest:?} stands after the last cage")).at("cages"));
    }
    Ok(Puzzle { board: Arc::new(board), clues })
}

fn bad_cages(expected: &str) -> Bad {
    Bad::new(format!("{expected} is expected")).at("cages")
}

/// By edge whether it is a border. A letter says how many edges without a border come before the
/// next one, `_` that there is none; a number repeats the letter. The edges between columns come
/// row by row, then those between rows column by column, then one that is no edge.
fn cages(text: &str, board: &Board) -> Result<Vec<bool>, Bad> {
    let side = board.cols();
    let columns = (0..side).flat_map(|r| (1..side).map(move |c| (r, c - 1, Direction::Right)));
    let rows = (0..side).flat_map(|c| (1..side).map(move |r| (r - 1, c, Direction::Down)));
    let edges: Vec<usize> = columns.chain(rows).map(|(r, c, way)| board.edge(board.cell(r, c), way)).collect();
    let mut border = vec![false; board.edges()];
    let mut at = 0;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let run = match letter {
            '_' => 0,
            // `z` is 25 edges and no border behind them.
            'z' => 25,
            'a'..='y' => letter as usize - 'a' as usize + 1,
            _ => return Err(bad_cages("a letter or _")),
        };
        rest = &rest[1..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let times = if digits == 0 { 1 } else { rest[..digits].parse().map_err(|_| bad_cages("a smaller number"))? };
        rest = &rest[digits..];
        for _ in 0..times {
            at += run;
            if letter != 'z' {
                if let Some(&edge) = edges.get(at) {
                    border[edge] = true;
                }
                at += 1;
            }
            if at > edges.len() + 1 {
                return Err(bad_cages("an end of the letters at the last edge"));
            }
        }
    }
    if at == edges.len() + 1 { Ok(border) } else { Err(bad_cages("a letter for more edges")) }
}
