//! Numbers of regions with the operation that makes them.

use super::{Cursor, Puzzle, Section};
use crate::board::Place;
use crate::clue::{Clue, Operator};
use tesuji_genre::Bad;

/// For each region a letter and a decimal number: `a12` the sum, `s3` the difference, `m40` the
/// product, `d2` the quotient, `n5` a number without an operation, `_` none.
#[derive(Clone, Copy, Debug)]
pub struct RegionResults;

const NUMBER: char = 'n';
const NONE: char = '_';

impl Section for RegionResults {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let regions = puzzle.board.regions().map_or(0, |r| r.len());
        for region in 0..regions {
            let letter = from.peek();
            let operator = Operator::ALL.iter().find(|o| Some(o.2) == letter).map(|o| o.0);
            if operator.is_none() && letter != Some(NUMBER) && letter != Some(NONE) {
                return Err(from.unexpected("an operation of a region: a, s, m, d, n or _"));
            }
            from.take();
            if letter == Some(NONE) {
                continue;
            }
            let column = from.column();
            let mut text = String::new();
            while let Some(c) = from.peek().filter(char::is_ascii_digit) {
                text.push(c);
                from.take();
            }
            let number = text.parse().map_err(|_| Bad::new("a number up to 65535 is expected").column(column))?;
            let clue = operator.map_or(Clue::Number(number), |o| Clue::Result(o, number));
            puzzle.clues.insert(Place::Region(region as u16), clue);
        }
        Ok(())
    }

    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let regions = puzzle.board.regions().map_or(0, |r| r.len());
        for region in 0..regions {
            let place = Place::Region(region as u16);
            let letter = |operator: Operator| Operator::ALL.iter().find(|o| o.0 == operator).map_or(NUMBER, |o| o.2);
            match puzzle.clues.get(&place) {
                None => to.push(NONE),
                Some(Clue::Number(n)) => *to += &format!("{NUMBER}{n}"),
                Some(Clue::Result(operator, n)) => *to += &format!("{}{n}", letter(*operator)),
                Some(other) => return Err(Bad::new(format!("{other:?} has no form")).at(puzzle.board.name(place))),
            }
        }
        Ok(())
    }
}
