//! A place in the body of an address.

use tesuji_genre::Bad;

/// Reads the symbols of a body one after the other and knows the column of each.
pub struct Cursor<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    column: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of `body`, which stands at a column of its line, from 1.
    pub(super) fn new(body: &'a str, column: usize) -> Cursor<'a> {
        Cursor { rest: body.chars().peekable(), column }
    }

    /// The column of the next symbol.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The next symbol, left in place.
    pub fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    /// Takes the next symbol.
    pub fn take(&mut self) -> Option<char> {
        let symbol = self.rest.next()?;
        self.column += 1;
        Some(symbol)
    }

    /// Takes a number of so many digits of a base.
    ///
    /// # Errors
    /// [`Bad`] where a symbol is no digit, or none is left.
    pub fn digits(&mut self, count: usize, base: u32) -> Result<u32, Bad> {
        let mut number = 0;
        for _ in 0..count {
            let column = self.column;
            let digit = self.take().and_then(|c| c.to_digit(base));
            number = number * base
                + digit.ok_or_else(|| Bad::new(format!("a digit of base {base} is expected")).column(column))?;
        }
        Ok(number)
    }

    /// Refuses what is left.
    ///
    /// # Errors
    /// [`Bad`] when a symbol is left.
    pub(super) fn end(&mut self) -> Result<(), Bad> {
        match self.peek() {
            None => Ok(()),
            Some(c) => Err(Bad::new(format!("{c:?} stands after the last cell")).column(self.column)),
        }
    }

    /// An error at the next symbol.
    pub fn unexpected(&mut self, expected: &str) -> Bad {
        let what = match self.peek() {
            Some(c) => format!("{c:?}: {expected} is expected"),
            None => format!("the address ends where {expected} is expected"),
        };
        Bad::new(what).column(self.column)
    }
}
