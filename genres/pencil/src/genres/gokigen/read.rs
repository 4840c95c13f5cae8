//! Gokigen as other programs write it: pzprv3, Puzzle Kit, Simon Tatham's collection.

use super::slash::slash;
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::codec::pzprv3::{Filled, Rows, StateSection};
use crate::house::{Kit, TathamId};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Value};

/// The slashes of a state: `1` falls, `2` rises.
pub(super) struct Slashes;

impl StateSection for Slashes {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Arc::clone(&to.puzzle.board);
        let words = from.grid("slashes", board.rows(), board.cols())?;
        for cell in board.cells() {
            let place = Place::Cell(cell as u16);
            let value = match words.as_ref().map_or(".", |w| w[cell]) {
                "." => None,
                "1" => Some(slash(&board, cell, false)),
                "2" => Some(slash(&board, cell, true)),
                word => return Err(Bad::new(format!("{word:?} is no slash")).at(board.name(place))),
            };
            to.marks.insert(place, value.map(Domain::single));
        }
        Ok(())
    }
}

pub(super) fn kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
    let board = Board::new(kit.size()?);
    let rows = kit.problem.iter().take(board.rows() + 1);
    let words: Vec<&str> = rows.flat_map(|row| row.iter().copied()).collect();
    if words.len() != board.corners() {
        return Err(Bad::new(format!("{} words for {} corners", words.len(), board.corners())));
    }
    let numbers = words.iter().enumerate().filter_map(|(i, w)| Some((i, w.parse().ok()?)));
    let clues = numbers.map(|(i, n)| (Place::Corner(i as u16), Clue::Number(n))).collect();
    let answer = kit.answer()?.into_iter().enumerate();
    let values = answer.map(|(c, w)| (Place::Cell(c as u16), slash(&board, c, w == "/"))).collect();
    Ok((Puzzle { board: Arc::new(board), clues }, values))
}

pub(super) fn tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
    let board = Board::new(id.size);
    let mut corner = 0;
    let mut clues = BTreeMap::new();
    for c in id.text.chars() {
        match c {
            'a'..='z' => corner += c as usize - 'a' as usize,
            '0'..='4' => drop(clues.insert(Place::Corner(corner as u16), Clue::Number(c as u16 - '0' as u16))),
            _ => return Err(Bad::new(format!("{c:?}: a number from 0 to 4 or a gap is expected"))),
        }
        corner += 1;
    }
    if corner != board.corners() {
        return Err(Bad::new(format!("the ID describes {corner} corners, and the board has {}", board.corners())));
    }
    Ok(Puzzle { board: Arc::new(board), clues })
}
