//! The rows of a state's text.

use tesuji_genre::Bad;

/// The version that the first row of a state tells; `None`: it is no such row.
pub(super) fn version_of(row: &str) -> Option<u32> {
    match row.strip_prefix("pzprv3")? {
        "" => Some(0),
        more => more.strip_prefix('.')?.parse().ok(),
    }
}

/// Does a row begin what follows the puzzle: notes on it, moves, trials, an address?
fn is_appendix(row: &str) -> bool {
    ["info:{", "history:{", "__HISTORY__", "TrialData", "http:", "https:"].iter().any(|first| row.starts_with(first))
}

/// Takes the rows of a text one after the other.
pub struct Rows<'a> {
    rows: Vec<&'a str>,
    next: usize,
    version: u32,
}

impl<'a> Rows<'a> {
    pub(super) fn new(text: &'a str) -> Rows<'a> {
        let rows = text.trim().split(['/', '\n']).map(str::trim).take_while(|row| !is_appendix(row));
        Rows { rows: rows.collect(), next: 0, version: 0 }
    }

    /// Takes the row that says which format it is.
    pub(super) fn take_version(&mut self) -> Result<(), Bad> {
        let first = self.rows.first().copied().unwrap_or_default();
        self.next = 1;
        self.version = version_of(first).ok_or_else(|| Bad::new("pzprv3 is expected").column(1))?;
        Ok(())
    }

    /// The version of the format: 1 of `pzprv3.1`, 0 of `pzprv3`.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Refuses a row of letters behind the size: such a state is of a variation with other rules.
    pub(super) fn no_variation(&mut self) -> Result<(), Bad> {
        let flags = self.rows.get(self.next).copied().unwrap_or_default();
        let is_flags = !flags.is_empty() && flags.chars().all(|c| c.is_ascii_lowercase() || "_,".contains(c));
        if is_flags { Err(Bad::new(format!("the variation {flags:?} is not read")).at("variation")) } else { Ok(()) }
    }

    /// Is nothing left but empty rows?
    pub fn is_at_end(&self) -> bool {
        self.rows[self.next.min(self.rows.len())..].iter().all(|row| row.is_empty())
    }

    /// The words of the next row, so many; `what` names the row.
    ///
    /// # Errors
    /// [`Bad`] naming the row that has other words or is missing.
    pub fn take(&mut self, what: &str, words: usize) -> Result<Vec<&'a str>, Bad> {
        let Some(row) = self.rows.get(self.next) else {
            return Err(Bad::new(format!("the text ends where {words} words are expected")).at(what));
        };
        self.next += 1;
        let found: Vec<&str> = row.split_whitespace().collect();
        if found.len() == words {
            return Ok(found);
        }
        Err(Bad::new(format!("{} words; {words} are expected", found.len())).at(what))
    }

    /// The words of a grid; `None` where the text ends before it.
    ///
    /// # Errors
    /// [`Bad`] naming the row that has other words or is missing.
    pub fn grid(&mut self, what: &str, rows: usize, cols: usize) -> Result<Option<Vec<&'a str>>, Bad> {
        if self.is_at_end() {
            return Ok(None);
        }
        let mut words = Vec::with_capacity(rows * cols);
        for row in 0..rows {
            words.extend(self.take(&format!("row {} of the {what}", row + 1), cols)?);
        }
        Ok(Some(words))
    }

    /// Refuses rows that are left.
    pub(super) fn end(&self) -> Result<(), Bad> {
        if self.is_at_end() {
            return Ok(());
        }
        Err(Bad::new("rows stand after the last section").at(format!("row {} of the state", self.next + 1)))
    }
}
