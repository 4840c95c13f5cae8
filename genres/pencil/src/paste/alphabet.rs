//! What the symbols of a grid's cells stand for.
//!
//! Usually 1 to 9 and then A, B, … are values, and one of `. 0 _ - *` is an empty cell. Other
//! alphabets are told by what stands in the grid: letters alone from A; `x`, `?` or another symbol
//! for empty cells; and `0` as a value, where another symbol is the empty cell. A zero that could
//! be either is refused: nothing is guessed.

use crate::symbols;
use tesuji_genre::Bad;
use tesuji_solver::Value;

/// Zeros from which on, in a grid of more than nine values all of which occur, no two in a line,
/// `0` is a value.
const ZEROS: usize = 3;

/// The meaning of the symbols in one grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Alphabet {
    /// A symbol for empty cells besides the usual ones.
    blank: Option<char>,
    /// Is `0` a value (the last one)?
    zero: bool,
    /// Are letters values from A = 1?
    letters: bool,
}

impl Alphabet {
    /// The alphabet of the cells of an `n`×`n` grid, in reading order.
    ///
    /// # Errors
    /// [`Bad`] where `0` may be a value or an empty cell.
    pub(crate) fn of(n: usize, cells: &[char]) -> Result<Alphabet, Bad> {
        let has = |what: &dyn Fn(char) -> bool| cells.iter().any(|&c| what(c));
        let mut alphabet = Alphabet { blank: own_blank(n, cells), ..Alphabet::default() };
        let beyond = |c: char| c.is_ascii_alphabetic() && symbols::value(c).is_some_and(|v| usize::from(v) > n);
        alphabet.letters = !has(&|c| matches!(c, '1'..='9'))
            && has(&|c| beyond(c) && Some(c) != alphabet.blank)
            && cells.iter().all(|&c| !c.is_ascii_alphabetic() || Some(c) == alphabet.blank || letter(c) <= n);
        let other_blank = has(&|c| c != '0' && (symbols::is_empty(c) || Some(c) == alphabet.blank));
        if other_blank && has(&|c| c == '0') && !alphabet.letters {
            alphabet.zero = is_zero_a_value(n, cells)?;
        }
        Ok(alphabet)
    }

    /// The value of a symbol, 0 for an empty cell; `None` when it is neither.
    pub(crate) fn value(self, n: usize, symbol: char) -> Option<Value> {
        if symbol == '0' && self.zero {
            return Some(n as Value);
        }
        if symbols::is_empty(symbol) || Some(symbol) == self.blank {
            return Some(0);
        }
        if self.letters {
            return symbol.is_ascii_alphabetic().then(|| letter(symbol)).filter(|&v| v <= n).map(|v| v as Value);
        }
        symbols::value(symbol).filter(|&v| usize::from(v) <= n)
    }

    /// Is `0` a value?
    pub(crate) fn has_zero(self) -> bool {
        self.zero
    }

    /// What is unusual of it, in words for the record.
    pub(crate) fn words(self, n: usize) -> Option<String> {
        let top = symbols::symbol(n as Value);
        if self.zero {
            return Some(format!("0 of the source is written {top}"));
        }
        self.letters.then(|| "A of the source is written 1, B 2, and so on".to_string())
    }
}

/// 1 for A.
fn letter(symbol: char) -> usize {
    usize::from(symbol.to_ascii_uppercase() as u8 - b'A') + 1
}

/// The one other symbol that stands for empty cells, where none of the usual symbols does.
fn own_blank(n: usize, cells: &[char]) -> Option<char> {
    if cells.iter().any(|&c| c != '0' && symbols::is_empty(c)) {
        return None;
    }
    let may_be = |c: char| {
        if c.is_ascii_alphabetic() { c.eq_ignore_ascii_case(&'x') && n < 33 } else { !c.is_alphanumeric() }
    };
    let mut others = cells.iter().copied().filter(|&c| may_be(c));
    let first = others.next()?;
    others.all(|c| c == first).then_some(first)
}

/// Is `0` a value beside another symbol for empty cells? It can't be one where the last value has
/// its own symbol, or where it would stand twice in a line.
fn is_zero_a_value(n: usize, cells: &[char]) -> Result<bool, Bad> {
    let occurs = |value: usize| cells.iter().any(|&c| symbols::value(c) == Some(value as Value));
    let zeros: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == '0').collect();
    let in_line = |a: usize, b: usize| a / n == b / n || a % n == b % n;
    let clash = zeros.iter().enumerate().any(|(i, &a)| zeros[i + 1..].iter().any(|&b| in_line(a, b)));
    if occurs(n) || clash {
        return Ok(false);
    }
    // Ten symbols or more: hexadecimal grids and the like, whose zero is one of the symbols and
    // occurs like the others.
    if n > 9 && zeros.len() >= ZEROS && (1..n).all(occurs) {
        return Ok(true);
    }
    let last = symbols::symbol(n as Value - 1);
    let cell = crate::variant::cell_name(n, zeros.first().copied().unwrap_or(0));
    Err(Bad::new(format!(
        "ambiguous: 0 may be an empty cell, as the other empty symbol is, or one of the values 0 to {last}; \
         write all empty cells alike"
    ))
    .at(cell))
}
