//! Rows of clues with gaps, as puzz.link writes them.

use super::Cursor;
use crate::clue::Clue;
use tesuji_genre::Bad;

/// A way to write a row of places, each with a clue or without.
pub trait Run: Send + Sync {
    /// Reads `len` places. A row may end early: the places left have no clue.
    ///
    /// # Errors
    /// [`Bad`] with the column of what does not belong.
    fn read(&self, from: &mut Cursor<'_>, len: usize) -> Result<Vec<Option<Clue>>, Bad>;

    /// Writes the places.
    ///
    /// # Errors
    /// [`Bad`] when a clue has no form here; its place in the row stands in [`Bad::at`] as
    /// a number from 0.
    fn write(&self, places: &[Option<Clue>], to: &mut String) -> Result<(), Bad>;
}

/// The longest gap that one letter `g` to `z` stands for.
const LONGEST_GAP: usize = 20;

/// Reads a letter `g` to `z` as the length of a gap.
pub(super) fn gap_of(symbol: char) -> Option<usize> {
    ('g'..='z').contains(&symbol).then(|| symbol as usize - 'f' as usize)
}

/// Collects gaps and writes them when a clue follows or the row ends.
#[derive(Default)]
pub(super) struct Gap(usize);

impl Gap {
    pub(super) fn add(&mut self, to: &mut String) {
        self.0 += 1;
        if self.0 == LONGEST_GAP {
            self.flush(to);
        }
    }

    pub(super) fn flush(&mut self, to: &mut String) {
        if self.0 > 0 {
            to.push(char::from(b'f' + self.0 as u8));
            self.0 = 0;
        }
    }
}

pub(super) fn no_form(clue: &Clue, at: usize, expected: &str) -> Bad {
    Bad::new(format!("{clue:?} has no form in an address; {expected} is expected")).at(at.to_string())
}

/// Fills a row while symbols last; `step` reads one symbol and says which clue it is and how many
/// places it covers.
pub(super) fn fill(
    from: &mut Cursor<'_>,
    len: usize,
    mut step: impl FnMut(&mut Cursor<'_>) -> Result<(Option<Clue>, usize), Bad>,
) -> Result<Vec<Option<Clue>>, Bad> {
    let mut row = Vec::with_capacity(len);
    while row.len() < len && from.peek().is_some() {
        let column = from.column();
        let (clue, covers) = step(from)?;
        let gap = covers - usize::from(clue.is_some());
        row.extend(clue.map(Some));
        row.extend(std::iter::repeat_n(None, gap));
        // A four-cell clue at the end may cover cells beyond the board; a gap may not.
        if row.len() > len {
            if gap > 2 {
                return Err(Bad::new(format!("a gap reaches beyond the last of {len} places")).column(column));
            }
            row.truncate(len);
        }
    }
    row.resize(len, None);
    Ok(row)
}

/// Hexadecimal numbers with gaps: `0`–`f`, `-xx`, `+xxx` and larger ones, `.` for `?`, `g`–`z` for
/// gaps.
#[derive(Clone, Copy, Debug)]
pub struct Hexadecimal;

/// Prefixes of longer numbers: symbol, digits, and what is added to them.
const LONGER: [(char, usize, u32); 5] = [('-', 2, 0), ('+', 3, 0), ('=', 3, 4096), ('@', 3, 8192), ('*', 4, 12240)];

impl Run for Hexadecimal {
    fn read(&self, from: &mut Cursor<'_>, len: usize) -> Result<Vec<Option<Clue>>, Bad> {
        fill(from, len, |from| {
            let Some(symbol) = from.peek() else { return Ok((None, 0)) };
            if let Some(gap) = gap_of(symbol) {
                from.take();
                return Ok((None, gap));
            }
            if symbol == '.' {
                from.take();
                return Ok((Some(Clue::Unknown), 1));
            }
            let column = from.column();
            let prefix = LONGER.iter().find(|(prefix, ..)| *prefix == symbol || (*prefix == '@' && symbol == '%'));
            let number = match prefix {
                Some(&(_, digits, more)) => {
                    from.take();
                    from.digits(digits, 16)? + more
                }
                None if symbol.is_ascii_hexdigit() && !symbol.is_ascii_uppercase() => from.digits(1, 16)?,
                None => return Err(from.unexpected("a number, '.' or a gap")),
            };
            let number = u16::try_from(number).map_err(|_| Bad::new("the number is too large").column(column))?;
            Ok((Some(Clue::Number(number)), 1))
        })
    }

    fn write(&self, places: &[Option<Clue>], to: &mut String) -> Result<(), Bad> {
        let mut gap = Gap::default();
        for (at, clue) in places.iter().enumerate() {
            let Some(clue) = clue else {
                gap.add(to);
                continue;
            };
            gap.flush(to);
            match clue {
                Clue::Unknown => to.push('.'),
                Clue::Number(n @ 0..=15) => *to += &format!("{n:x}"),
                Clue::Number(n @ 16..=255) => *to += &format!("-{n:02x}"),
                Clue::Number(n @ 256..=4095) => *to += &format!("+{n:03x}"),
                Clue::Number(n @ 4096..=8191) => *to += &format!("={:03x}", n - 4096),
                Clue::Number(n @ 8192..=12239) => *to += &format!("@{:03x}", n - 8192),
                Clue::Number(n) => *to += &format!("*{:04x}", n - 12240),
                other => return Err(no_form(other, at, "a number or ?")),
            }
        }
        gap.flush(to);
        Ok(())
    }
}

/// Numbers 0 to 4 whose symbol also says how many empty places follow: `0`–`4` none, `5`–`9` one,
/// `a`–`e` two.
#[derive(Clone, Copy, Debug)]
pub struct FourCell;

impl Run for FourCell {
    fn read(&self, from: &mut Cursor<'_>, len: usize) -> Result<Vec<Option<Clue>>, Bad> {
        fill(from, len, |from| {
            let Some(symbol) = from.peek() else { return Ok((None, 0)) };
            let read = match symbol {
                '.' => (Some(Clue::Unknown), 1),
                '0'..='9' | 'a'..='e' => {
                    let n = symbol.to_digit(16).unwrap_or(0) as u16;
                    (Some(Clue::Number(n % 5)), 1 + usize::from(n / 5))
                }
                _ => match gap_of(symbol) {
                    Some(gap) => (None, gap),
                    None => return Err(from.unexpected("a number from 0 to 4, '.' or a gap")),
                },
            };
            from.take();
            Ok(read)
        })
    }

    fn write(&self, places: &[Option<Clue>], to: &mut String) -> Result<(), Bad> {
        let mut gap = Gap::default();
        let filled = |at: usize| places.get(at).is_some_and(Option::is_some);
        let mut at = 0;
        while let Some(clue) = places.get(at) {
            match clue {
                None => gap.add(to),
                Some(Clue::Unknown) => {
                    gap.flush(to);
                    to.push('.');
                }
                Some(Clue::Number(n @ 0..=4)) => {
                    gap.flush(to);
                    let after = if filled(at + 1) {
                        0
                    } else if filled(at + 2) {
                        1
                    } else {
                        2
                    };
                    *to += &format!("{:x}", usize::from(*n) + 5 * after);
                    at += after;
                }
                Some(other) => return Err(no_form(other, at, "a number from 0 to 4 or ?")),
            }
            at += 1;
        }
        gap.flush(to);
        Ok(())
    }
}

/// One symbol a place: `0`–`9`, `a`–`z` for numbers up to 35, `-xx` in base 36 above, `.` for none,
/// `@` (in older addresses `%`) for `?`.
#[derive(Clone, Copy, Debug)]
pub struct SingleSymbol;

impl Run for SingleSymbol {
    fn read(&self, from: &mut Cursor<'_>, len: usize) -> Result<Vec<Option<Clue>>, Bad> {
        fill(from, len, |from| match from.peek() {
            Some('.') => {
                from.take();
                Ok((None, 1))
            }
            Some('@' | '%') => {
                from.take();
                Ok((Some(Clue::Unknown), 1))
            }
            Some('-') => {
                from.take();
                Ok((Some(Clue::Number(from.digits(2, 36)? as u16)), 1))
            }
            Some(c) if c.is_ascii_digit() || c.is_ascii_lowercase() => {
                Ok((Some(Clue::Number(from.digits(1, 36)? as u16)), 1))
            }
            _ => Err(from.unexpected("a number, '@' or '.'")),
        })
    }

    fn write(&self, places: &[Option<Clue>], to: &mut String) -> Result<(), Bad> {
        let symbol = |n: u16| char::from_digit(n.into(), 36).unwrap_or('?');
        for (at, clue) in places.iter().enumerate() {
            match clue {
                None => to.push('.'),
                Some(Clue::Unknown) => to.push('@'),
                Some(Clue::Number(n @ 0..=35)) => to.push(symbol(*n)),
                Some(Clue::Number(n @ 36..=1295)) => {
                    to.push('-');
                    to.push(symbol(n / 36));
                    to.push(symbol(n % 36));
                }
                Some(other) => return Err(no_form(other, at, "a number up to 1295")),
            }
        }
        Ok(())
    }
}
