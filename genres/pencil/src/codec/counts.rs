//! Numbers about whole lines: which end of a line they stand at says nothing.

use super::sections::{read_run, write_run};
use super::{Cursor, Puzzle, Run, Section};
use crate::board::{Board, Place, Side};
use crate::clue::{Clue, Operator};
use tesuji_genre::Bad;

/// By line the places at both ends: first the columns, then the rows.
fn ends(board: &Board) -> impl Iterator<Item = [Place; 2]> {
    let columns = (0..board.cols() as u16).map(|c| [Place::Outside(Side::Top, c), Place::Outside(Side::Bottom, c)]);
    columns.chain((0..board.rows() as u16).map(|r| [Place::Outside(Side::Left, r), Place::Outside(Side::Right, r)]))
}

/// One number a line, above the columns and left of the rows.
#[derive(Clone, Copy, Debug)]
pub struct LineCounts<R>(pub R);

impl<R: Run> Section for LineCounts<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let places: Vec<Place> = ends(&puzzle.board).map(|[first, _]| first).collect();
        read_run(&self.0, from, puzzle, &places)
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let told = |ends: [Place; 2]| ends.into_iter().find(|p| puzzle.clues.contains_key(p)).unwrap_or(ends[0]);
        let places: Vec<Place> = ends(&puzzle.board).map(told).collect();
        write_run(&self.0, puzzle, &places, to)
    }
}

/// Two numbers a line, of minus and of plus poles: the one of minus stands next to the board.
#[derive(Clone, Copy, Debug)]
pub struct PoleCounts<R>(pub R);

/// In the order of an address: where the number of a pole stands on a board as it is read, and its
/// pole.
fn poles(board: &Board) -> impl Iterator<Item = ([Place; 2], Operator)> {
    ends(board).flat_map(|[first, last]| [([last, first], Operator::Minus), ([first, last], Operator::Plus)])
}

impl<R: Run> Section for PoleCounts<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let places: Vec<_> = poles(&puzzle.board).collect();
        let clues = self.0.read(from, places.len())?;
        for (([place, _], pole), clue) in places.into_iter().zip(clues) {
            if let Some(n) = clue.and_then(|c| c.number()) {
                puzzle.clues.insert(place, Clue::Result(pole, n));
            }
        }
        Ok(())
    }
    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let number = |(ends, pole): ([Place; 2], Operator)| {
            ends.iter().find_map(|place| match puzzle.clues.get(place) {
                Some(Clue::Result(p, n)) if *p == pole => Some(Clue::Number(*n)),
                _ => None,
            })
        };
        let numbers: Vec<Option<Clue>> = poles(&puzzle.board).map(number).collect();
        self.0.write(&numbers, to)
    }
}
