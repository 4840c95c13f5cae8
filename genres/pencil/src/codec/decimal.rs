//! Decimal digits with gaps, and the slash between two parts of a body.

use super::runs::{fill, no_form};
use super::{Cursor, Puzzle, Run, Section};
use crate::clue::Clue;
use tesuji_genre::Bad;

/// Numbers 0 to 9, `.` for `?`, `a` to `z` for gaps of 1 to 26 places.
#[derive(Clone, Copy, Debug)]
pub struct Decimal;

/// The longest gap that a letter stands for.
const LONGEST_GAP: usize = 26;

impl Run for Decimal {
    fn read(&self, from: &mut Cursor<'_>, len: usize) -> Result<Vec<Option<Clue>>, Bad> {
        fill(from, len, |from| {
            let Some(symbol) = from.peek() else { return Ok((None, 0)) };
            let read = match symbol {
                '.' => (Some(Clue::Unknown), 1),
                '0'..='9' => (Some(Clue::Number(symbol as u16 - '0' as u16)), 1),
                'a'..='z' => (None, symbol as usize - 'a' as usize + 1),
                _ => return Err(from.unexpected("a digit, '.' or a gap")),
            };
            from.take();
            Ok(read)
        })
    }

    fn write(&self, places: &[Option<Clue>], to: &mut String) -> Result<(), Bad> {
        let mut gap = 0;
        for (at, clue) in places.iter().enumerate() {
            let Some(clue) = clue else {
                gap += 1;
                continue;
            };
            write_gap(gap, to);
            gap = 0;
            match clue {
                Clue::Unknown => to.push('.'),
                Clue::Number(n @ 0..=9) => to.extend(char::from_digit((*n).into(), 10)),
                other => return Err(no_form(other, at, "a number from 0 to 9 or ?")),
            }
        }
        write_gap(gap, to);
        Ok(())
    }
}

fn write_gap(gap: usize, to: &mut String) {
    to.extend(std::iter::repeat_n('z', gap / LONGEST_GAP));
    let rest = (gap % LONGEST_GAP) as u8;
    if rest > 0 {
        to.push(char::from(b'a' + rest - 1));
    }
}

/// A slash.
#[derive(Clone, Copy, Debug)]
pub struct Slash;

impl Section for Slash {
    fn read(&self, from: &mut Cursor<'_>, _puzzle: &mut Puzzle) -> Result<(), Bad> {
        if from.peek() != Some('/') {
            return Err(from.unexpected("'/'"));
        }
        from.take();
        Ok(())
    }
    fn write(&self, _puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        to.push('/');
        Ok(())
    }
}
