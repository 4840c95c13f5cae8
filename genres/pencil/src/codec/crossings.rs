//! Kakuro's boards: clue cells with a number downwards and one to the right, and numbers outside.

use super::pzprv3::{Filled, Rows, StateSection};
use super::{Cursor, Puzzle, Section};
use crate::board::{Board, Place, Side};
use crate::clue::Clue;
use std::sync::Arc;
use tesuji_genre::Bad;

/// Clue cells, which are holes: `.` without numbers, else the number downwards and the one to the
/// right; `k` to `z` for gaps. Then the numbers above the columns and left of the rows that begin
/// with a cell in play. `-` and 0: no
/// number; each is written as it was read.
#[derive(Clone, Copy, Debug)]
pub struct Crossings;

/// Numbers above 19 are capitals.
const CAPITALS: u16 = 20;

fn number(from: &mut Cursor<'_>) -> Result<Option<u16>, Bad> {
    let n = match from.peek() {
        Some(c @ '0'..='9') => c as u16 - '0' as u16,
        Some(c @ 'a'..='j') => c as u16 - 'a' as u16 + 10,
        Some(c @ 'A'..='Z') => c as u16 - 'A' as u16 + CAPITALS,
        Some('-') => {
            from.take();
            return Ok(None);
        }
        _ => return Err(from.unexpected("a number from 0 to 45 or '-'")),
    };
    from.take();
    Ok(Some(n))
}

fn symbol(n: Option<u16>) -> Result<char, Bad> {
    let Some(n) = n else { return Ok('-') };
    match n {
        n @ 0..=9 => Ok(char::from(b'0' + n as u8)),
        n @ 10..=19 => Ok(char::from(b'a' + (n - 10) as u8)),
        n @ CAPITALS..=45 => Ok(char::from(b'A' + (n - CAPITALS) as u8)),
        n => Err(Bad::new(format!("{n} has no form in an address; at most 45 is expected"))),
    }
}

/// The places outside with room for a number.
fn outside(board: &Board) -> Vec<Place> {
    let above = (0..board.cols()).filter(|&c| !board.is_hole(board.cell(0, c)));
    let left = (0..board.rows()).filter(|&r| !board.is_hole(board.cell(r, 0)));
    let above = above.map(|c| Place::Outside(Side::Top, c as u16));
    above.chain(left.map(|r| Place::Outside(Side::Left, r as u16))).collect()
}

impl Section for Crossings {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let cells = puzzle.board.size().cells();
        let mut holes = vec![false; cells];
        let mut cell = 0;
        while cell < cells {
            match from.peek() {
                None => break,
                Some(c @ 'k'..='z') => {
                    cell += c as usize - 'k' as usize + 1;
                    if cell > cells {
                        return Err(from.unexpected("a shorter gap"));
                    }
                    from.take();
                    continue;
                }
                Some('.') => drop(from.take()),
                Some(_) => {
                    let (down, right) = (number(from)?, number(from)?);
                    puzzle.clues.insert(Place::Cell(cell as u16), Clue::Numbers(vec![down, right]));
                }
            }
            holes[cell] = true;
            cell += 1;
        }
        puzzle.board = Arc::new(Board::clone(&puzzle.board).with_holes(holes)?);
        for place in outside(&puzzle.board) {
            if from.peek().is_none() {
                break;
            }
            if let Some(n) = number(from)? {
                puzzle.clues.insert(place, Clue::Number(n));
            }
        }
        Ok(())
    }

    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let board = &puzzle.board;
        let mut gap = 0;
        let flush = |gap: &mut u8, to: &mut String| {
            if *gap > 0 {
                to.push(char::from(b'j' + *gap));
                *gap = 0;
            }
        };
        for cell in 0..board.size().cells() {
            if !board.is_hole(cell) {
                gap += 1;
                if gap == 16 {
                    flush(&mut gap, to);
                }
                continue;
            }
            flush(&mut gap, to);
            let place = Place::Cell(cell as u16);
            match puzzle.clues.get(&place) {
                Some(Clue::Numbers(list)) if list.len() == 2 => {
                    for &n in list {
                        to.push(symbol(n).map_err(|bad| bad.at(board.name(place)))?);
                    }
                }
                _ => to.push('.'),
            }
        }
        flush(&mut gap, to);
        for place in outside(board) {
            let n = puzzle.clues.get(&place).and_then(Clue::number);
            to.push(symbol(n).map_err(|bad| bad.at(board.name(place)))?);
        }
        Ok(())
    }
}

/// The same in a state: a grid with one row and column more, in which a clue cell is the number to
/// the right and the one downwards (`8,4`, 0 for none) and `.` a cell in play.
impl StateSection for Crossings {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Board::clone(&to.puzzle.board);
        let wide = board.cols() + 1;
        let words = from.grid("clues", board.rows() + 1, wide)?.unwrap_or_default();
        let mut holes = vec![false; board.size().cells()];
        for (i, word) in words.into_iter().enumerate() {
            let bad = |place| Bad::new(format!("{word:?} is no clue")).at(board.name(place));
            let number = |text: &str, place| match text {
                "-" | "-1" => Ok(None),
                _ => text.parse().map(Some).map_err(|_| bad(place)),
            };
            match ((i / wide).checked_sub(1), (i % wide).checked_sub(1)) {
                (Some(r), Some(c)) if word != "." => {
                    let cell = board.cell(r, c);
                    let place = Place::Cell(cell as u16);
                    holes[cell] = true;
                    let (right, down) = word.split_once(',').ok_or_else(|| bad(place))?;
                    let list = vec![number(down, place)?, number(right, place)?];
                    if list.iter().flatten().any(|&n| n > 0) {
                        to.puzzle.clues.insert(place, Clue::Numbers(list));
                    }
                }
                (Some(_), Some(_)) | (None, None) => {}
                (row, col) => {
                    let (side, line) = row.map_or((Side::Top, col), |r| (Side::Left, Some(r)));
                    let place = Place::Outside(side, line.unwrap_or(0) as u16);
                    // Where a line has no number outside, 0 fills its place.
                    let n = number(word, place)?.filter(|&n| n > 0);
                    to.puzzle.clues.extend(n.map(|n| (place, Clue::Number(n))));
                }
            }
        }
        to.puzzle.board = Arc::new(board.with_holes(holes)?);
        Ok(())
    }
}
