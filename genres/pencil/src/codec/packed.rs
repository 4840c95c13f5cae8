//! Rows of small clues of which several share a symbol, and arrows with numbers.

use super::runs::no_form;
use super::{Cursor, Run};
use crate::board::Direction;
use crate::clue::Clue;
use tesuji_genre::Bad;

/// Reads `len` digits of a base, `pack` of them to a symbol, the first the most significant.
pub(super) fn read_packed(from: &mut Cursor<'_>, len: usize, base: u32, pack: usize) -> Result<Vec<u32>, Bad> {
    let mut digits = Vec::with_capacity(len);
    while digits.len() < len && from.peek().is_some() {
        let symbol = from.digits(1, base.pow(pack as u32))?;
        let more = (0..pack).rev().map(|i| symbol / base.pow(i as u32) % base);
        digits.extend(more.take(len - digits.len()));
    }
    digits.resize(len, 0);
    Ok(digits)
}

pub(super) fn write_packed(digits: &[u32], base: u32, pack: usize, to: &mut String) {
    for chunk in digits.chunks(pack) {
        let padded = chunk.iter().copied().chain(std::iter::repeat(0)).take(pack);
        to.extend(char::from_digit(padded.fold(0, |sum, d| sum * base + d), base.pow(pack as u32)));
    }
}

/// Circles, three places to a symbol of base 27: none, white, black.
#[derive(Clone, Copy, Debug)]
pub struct Circles;

impl Run for Circles {
    fn read(&self, from: &mut Cursor<'_>, len: usize) -> Result<Vec<Option<Clue>>, Bad> {
        let clue = |d| [None, Some(Clue::White), Some(Clue::Black)][d as usize].clone();
        Ok(read_packed(from, len, 3, 3)?.into_iter().map(clue).collect())
    }

    fn write(&self, places: &[Option<Clue>], to: &mut String) -> Result<(), Bad> {
        let digit = |(at, clue): (usize, &Option<Clue>)| match clue {
            None => Ok(0),
            Some(Clue::White) => Ok(1),
            Some(Clue::Black) => Ok(2),
            Some(other) => Err(no_form(other, at, "a circle")),
        };
        let digits = places.iter().enumerate().map(digit).collect::<Result<Vec<_>, Bad>>()?;
        write_packed(&digits, 3, 3, to);
        Ok(())
    }
}

/// Filled places, five to a symbol of base 32.
#[derive(Clone, Copy, Debug)]
pub struct Filled;

impl Run for Filled {
    fn read(&self, from: &mut Cursor<'_>, len: usize) -> Result<Vec<Option<Clue>>, Bad> {
        Ok(read_packed(from, len, 2, 5)?.into_iter().map(|d| (d == 1).then_some(Clue::Black)).collect())
    }

    fn write(&self, places: &[Option<Clue>], to: &mut String) -> Result<(), Bad> {
        let digit = |(at, clue): (usize, &Option<Clue>)| match clue {
            None => Ok(0),
            Some(Clue::Black) => Ok(1),
            Some(other) => Err(no_form(other, at, "a filled cell")),
        };
        let digits = places.iter().enumerate().map(digit).collect::<Result<Vec<_>, Bad>>()?;
        write_packed(&digits, 2, 5, to);
        Ok(())
    }
}

/// Arrows with numbers: a digit for the direction (0 none, 1 up, 2 down, 3 left, 4 right) and a
/// hexadecimal number or `.`; the direction plus 5 before two digits, `-` and the direction before
/// three; `a` to `z` for gaps.
#[derive(Clone, Copy, Debug)]
pub struct Arrows;

fn direction(digit: u32) -> Option<Direction> {
    Direction::ALL.get((digit as usize).checked_sub(1)?).copied()
}

impl Run for Arrows {
    fn read(&self, from: &mut Cursor<'_>, len: usize) -> Result<Vec<Option<Clue>>, Bad> {
        let mut row = Vec::with_capacity(len);
        while row.len() < len {
            let Some(symbol) = from.peek() else { break };
            let column = from.column();
            if symbol.is_ascii_lowercase() {
                from.take();
                row.extend(std::iter::repeat_n(None, symbol as usize - 'a' as usize + 1));
                if row.len() > len {
                    return Err(Bad::new(format!("a gap reaches beyond the last of {len} places")).column(column));
                }
                continue;
            }
            let (way, digits) = match symbol {
                '-' => {
                    from.take();
                    (from.digits(1, 5)?, 3)
                }
                '0'..='4' => (from.digits(1, 10)?, 1),
                '5'..='9' => (from.digits(1, 10)? - 5, 2),
                _ => return Err(from.unexpected("an arrow or a gap")),
            };
            let number = if from.peek() == Some('.') {
                from.take();
                None
            } else {
                Some(from.digits(digits, 16)? as u16)
            };
            row.push(Some(match (direction(way), number) {
                (Some(way), number) => Clue::Arrow(way, number),
                (None, Some(n)) => Clue::Number(n),
                (None, None) => Clue::Unknown,
            }));
        }
        row.resize(len, None);
        Ok(row)
    }

    fn write(&self, places: &[Option<Clue>], to: &mut String) -> Result<(), Bad> {
        let mut gap = 0;
        let flush = |gap: &mut usize, to: &mut String| {
            while *gap > 0 {
                let step = (*gap).min(26);
                to.push(char::from(b'a' + step as u8 - 1));
                *gap -= step;
            }
        };
        for (at, clue) in places.iter().enumerate() {
            let (way, number) = match clue {
                None => {
                    gap += 1;
                    continue;
                }
                Some(Clue::Arrow(way, number)) => {
                    (1 + Direction::ALL.iter().position(|d| d == way).unwrap_or(0), *number)
                }
                Some(Clue::Number(n)) => (0, Some(*n)),
                Some(Clue::Unknown) => (0, None),
                Some(other) => return Err(no_form(other, at, "an arrow with a number")),
            };
            flush(&mut gap, to);
            *to += &match number {
                None => format!("{way}."),
                Some(n @ 0..=15) => format!("{way}{n:x}"),
                Some(n @ 16..=255) => format!("{}{n:02x}", way + 5),
                Some(n) => format!("-{way}{n:03x}"),
            };
        }
        flush(&mut gap, to);
        Ok(())
    }
}

/// Lists of one to four numbers around a cell, as in Tapa: 0 to 8 alone, `9` for four ones, `.` for
/// `?`, two symbols of base 36 for longer lists, `g` to `z` for gaps.
#[derive(Clone, Copy, Debug)]
pub struct Lists;

/// Bases of longer lists: how many numbers, the base of each, the first code.
const LISTS: [(usize, u32, u32); 3] = [(2, 6, 360), (3, 4, 396), (4, 2, 460)];

impl Run for Lists {
    fn read(&self, from: &mut Cursor<'_>, len: usize) -> Result<Vec<Option<Clue>>, Bad> {
        super::runs::fill(from, len, |from| {
            let Some(symbol) = from.peek() else { return Ok((None, 0)) };
            if let Some(gap) = super::runs::gap_of(symbol) {
                from.take();
                return Ok((None, gap));
            }
            let numbers = match symbol {
                '0'..='8' => vec![Some(from.digits(1, 10)? as u16)],
                '9' => {
                    from.take();
                    vec![Some(1); 4]
                }
                '.' => {
                    from.take();
                    vec![None]
                }
                'a'..='f' => {
                    let column = from.column();
                    let code = from.digits(2, 36)?;
                    let list = LISTS.iter().rev().find(|(_, _, first)| code >= *first);
                    let fits = list.filter(|(count, base, first)| code - first < base.pow(*count as u32));
                    let &(count, base, first) =
                        fits.ok_or_else(|| Bad::new("no list of numbers has this code").column(column))?;
                    let number = |i: usize| (code - first) / base.pow((count - 1 - i) as u32) % base;
                    (0..count).map(|i| Some(number(i) as u16).filter(|&n| n > 0)).collect()
                }
                _ => return Err(from.unexpected("numbers, '.' or a gap")),
            };
            Ok((Some(Clue::Numbers(numbers)), 1))
        })
    }

    fn write(&self, places: &[Option<Clue>], to: &mut String) -> Result<(), Bad> {
        let mut gap = super::runs::Gap::default();
        for (at, clue) in places.iter().enumerate() {
            let Some(clue) = clue else {
                gap.add(to);
                continue;
            };
            gap.flush(to);
            let Clue::Numbers(list) = clue else { return Err(no_form(clue, at, "a list of numbers")) };
            match list[..] {
                [None] => to.push('.'),
                [Some(n @ 0..=8)] => *to += &n.to_string(),
                [Some(1), Some(1), Some(1), Some(1)] => to.push('9'),
                _ => {
                    let form = LISTS.iter().find(|l| l.0 == list.len());
                    let &(_, base, first) = form.ok_or_else(|| no_form(clue, at, "a list of up to four numbers"))?;
                    let mut code = 0;
                    for n in list.iter().map(|n| u32::from(n.unwrap_or(0))) {
                        if n >= base {
                            return Err(no_form(clue, at, "smaller numbers"));
                        }
                        code = code * base + n;
                    }
                    let code = code + first;
                    to.extend(char::from_digit(code / 36, 36).into_iter().chain(char::from_digit(code % 36, 36)));
                }
            }
        }
        gap.flush(to);
        Ok(())
    }
}
