//! What addresses leave out where there is none of it: given cells, cells out of play, a number.

use super::packed::{read_packed, write_packed};
use super::pzprv3::{Filled, Rows, StateSection};
use super::sections::{cell_places, read_borders, read_run, write_borders, write_run};
use super::{Borders, Circles, Cursor, Puzzle, Run, Section};
use crate::board::{Board, Place};
use crate::clue::Clue;
use std::sync::Arc;
use tesuji_genre::Bad;

/// The clues of all cells, left out where no cell has one.
#[derive(Clone, Copy, Debug)]
pub struct GivenCells<R>(pub R);

impl<R: Run> Section for GivenCells<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        if from.peek() == Some('/') {
            return Ok(());
        }
        let places = cell_places(&puzzle.board);
        read_run(&self.0, from, puzzle, &places)
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        if puzzle.clues.keys().any(|place| matches!(place, Place::Cell(_))) {
            write_run(&self.0, puzzle, &cell_places(&puzzle.board), to)?;
        }
        Ok(())
    }
}

/// The borders of regions; then circles on given cells, three to a symbol, and the cells out of
/// play, five to a symbol, both left out where there is neither. No region goes through a cell out
/// of play.
#[derive(Clone, Copy, Debug)]
pub struct BordersAndHoles;

impl Section for BordersAndHoles {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let border = read_borders(from, &puzzle.board)?;
        let places = cell_places(&puzzle.board);
        read_run(&Circles, from, puzzle, &places)?;
        let holes = read_packed(from, places.len(), 2, 5)?.into_iter().map(|d| d == 1).collect();
        puzzle.board = Arc::new(Board::clone(&puzzle.board).with_holes(holes)?.with_borders(&border)?);
        Ok(())
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        Borders.write(puzzle, to)?;
        let board = &puzzle.board;
        let places = cell_places(board);
        let holes: Vec<u32> = (0..places.len()).map(|c| board.is_hole(c).into()).collect();
        if holes.contains(&1) || puzzle.clues.keys().any(|place| matches!(place, Place::Cell(_))) {
            write_run(&Circles, puzzle, &places, to)?;
            write_packed(&holes, 2, 5, to);
        }
        Ok(())
    }
}

/// Given borders, black signs on their edges, packed as those of regions; left out where there is
/// none.
#[derive(Clone, Copy, Debug)]
pub struct GivenBorders;

impl Section for GivenBorders {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        if from.peek().is_none() {
            return Ok(());
        }
        let border = read_borders(from, &puzzle.board)?;
        let given = border.into_iter().enumerate().filter(|(_, is_border)| *is_border);
        puzzle.clues.extend(given.map(|(edge, _)| (Place::Edge(edge as u16), Clue::Black)));
        Ok(())
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let is_given = |edge: usize| puzzle.clues.get(&Place::Edge(edge as u16)) == Some(&Clue::Black);
        if (0..puzzle.board.edges()).any(is_given) {
            write_borders(&puzzle.board, &is_given, to);
        }
        Ok(())
    }
}

/// Mirrors on cells out of play: `L` falls, `R` rises, `a` to `z` are gaps.
#[derive(Clone, Copy, Debug)]
pub struct MirrorHoles;

const LONGEST_GAP: usize = 26;

impl Section for MirrorHoles {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let cells = puzzle.board.size().cells();
        let mut holes = vec![false; cells];
        let mut at = 0;
        while at < cells && from.peek().is_some() {
            match from.peek() {
                Some(gap @ 'a'..='z') => at += gap as usize - 'a' as usize,
                Some(mirror @ ('L' | 'R')) => {
                    holes[at] = true;
                    puzzle.clues.insert(Place::Cell(at as u16), Clue::Slash(mirror == 'R'));
                }
                _ => return Err(from.unexpected("a mirror or a gap")),
            }
            from.take();
            at += 1;
        }
        puzzle.board = Arc::new(Board::clone(&puzzle.board).with_holes(holes)?);
        Ok(())
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let cells = puzzle.board.size().cells();
        let mirror = |at: usize| match puzzle.clues.get(&Place::Cell(at as u16)) {
            Some(Clue::Slash(rises)) => Some(*rises),
            _ => None,
        };
        let mut at = 0;
        while at < cells {
            let gap = (at..cells).take(LONGEST_GAP).take_while(|&c| mirror(c).is_none()).count();
            match mirror(at) {
                Some(rises) => to.push(if rises { 'R' } else { 'L' }),
                None => to.push(char::from(b'a' + gap as u8 - 1)),
            }
            at += gap.max(1);
        }
        Ok(())
    }
}

/// Numbers of the whole puzzle, a `.` behind each of them and `/` behind all.
#[derive(Clone, Copy, Debug)]
pub struct WholeNumbers;

impl Section for WholeNumbers {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let mut numbers = Vec::new();
        while from.peek() != Some('/') {
            let mut number = 0;
            while from.peek() != Some('.') {
                if number >= 1000 {
                    return Err(from.unexpected("'.'"));
                }
                number = 10 * number + from.digits(1, 10)? as u16;
            }
            from.take();
            numbers.push(Some(number));
        }
        from.take();
        puzzle.clues.insert(Place::Corner(0), Clue::Numbers(numbers));
        Ok(())
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let list = puzzle.clues.iter().find_map(|(place, clue)| match (place, clue) {
            (Place::Corner(_), Clue::Numbers(list)) => Some(list),
            _ => None,
        });
        for number in list.into_iter().flatten() {
            *to += &format!("{}.", number.unwrap_or(0));
        }
        to.push('/');
        Ok(())
    }
}

/// Cells out of play: one, with up to 17 cells in play behind it, is a digit of base 36 below 18; a
/// digit from 18 on is a gap of 1 to 18 cells.
#[derive(Clone, Copy, Debug)]
pub struct HoleMarks;

const LONGEST_BEHIND: usize = 17;

impl Section for HoleMarks {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let cells = puzzle.board.size().cells();
        let mut holes = vec![false; cells];
        let mut at = 0;
        while at < cells && from.peek().is_some() {
            let digit = from.digits(1, 36)? as usize;
            holes[at] = digit <= LONGEST_BEHIND;
            at += 1 + digit % (LONGEST_BEHIND + 1);
        }
        puzzle.board = Arc::new(Board::clone(&puzzle.board).with_holes(holes)?);
        Ok(())
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let board = &puzzle.board;
        let cells = board.size().cells();
        let mut at = 0;
        while at < cells {
            let is_hole = board.is_hole(at);
            let behind = (at + 1..cells).take(LONGEST_BEHIND).take_while(|&c| !board.is_hole(c)).count();
            let digit = if is_hole { behind } else { behind + LONGEST_BEHIND + 1 };
            to.extend(char::from_digit(digit as u32, 36));
            at += 1 + behind;
        }
        Ok(())
    }
}

/// The number of the whole puzzle. An image of the board may have it on another corner.
pub fn whole_number(puzzle: &Puzzle) -> Option<u16> {
    puzzle.clues.iter().find_map(|(place, clue)| match place {
        Place::Corner(_) => clue.number(),
        _ => None,
    })
}

/// A number of the whole puzzle, on the first corner of the board, that a `/` ends.
#[derive(Clone, Copy, Debug)]
pub struct WholeNumber;

impl Section for WholeNumber {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let mut number = from.digits(1, 10)? as u16;
        while from.peek() != Some('/') {
            if number >= 1000 {
                return Err(from.unexpected("'/'"));
            }
            number = 10 * number + from.digits(1, 10)? as u16;
        }
        from.take();
        puzzle.clues.insert(Place::Corner(0), Clue::Number(number));
        Ok(())
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let number = whole_number(puzzle).ok_or_else(|| Bad::new("the number of the puzzle is missing"))?;
        *to += &format!("{number}/");
        Ok(())
    }
}

/// A number of the whole puzzle, on the first corner of the board, behind a `/`; both are left out
/// where there is none.
#[derive(Clone, Copy, Debug)]
pub struct LastNumber;

impl Section for LastNumber {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        if from.peek() != Some('/') {
            return Ok(());
        }
        from.take();
        let mut number = None;
        while from.peek().is_some_and(|c| c.is_ascii_digit()) && number < Some(1000) {
            number = Some(10 * number.unwrap_or(0) + from.digits(1, 10)? as u16);
        }
        puzzle.clues.extend(number.map(|n| (Place::Corner(0), Clue::Number(n))));
        Ok(())
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        if let Some(number) = whole_number(puzzle) {
            *to += &format!("/{number}");
        }
        Ok(())
    }
}

/// A letter for a variant, a black sign on the last corner, behind the last number.
#[derive(Clone, Copy, Debug)]
pub struct Variant(pub char);

impl Section for Variant {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        if from.peek() == Some(self.0) {
            from.take();
            puzzle.clues.insert(variant_place(&puzzle.board), Clue::Black);
        }
        Ok(())
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        if is_variant(puzzle) {
            *to += if whole_number(puzzle).is_none() { "/" } else { "" };
            to.push(self.0);
        }
        Ok(())
    }
}

/// Where the sign of a variant stands.
pub fn variant_place(board: &Board) -> Place {
    Place::Corner(board.corners() as u16 - 1)
}

/// Is the puzzle of the variant? An image of the board may have the sign on another corner.
pub fn is_variant(puzzle: &Puzzle) -> bool {
    puzzle.clues.iter().any(|(place, clue)| matches!((place, clue), (Place::Corner(_), Clue::Black)))
}

impl StateSection for WholeNumber {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        if from.is_at_end() {
            return Ok(());
        }
        let word = from.take("number", 1)?[0];
        let number = word.parse().map_err(|_| Bad::new(format!("{word:?} is no number")).at("number"))?;
        to.puzzle.clues.insert(Place::Corner(0), Clue::Number(number));
        Ok(())
    }
}
