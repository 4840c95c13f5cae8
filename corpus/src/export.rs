//! Records in a format of their genre.

use std::cell::RefCell;
use std::io::Write;
use tesuji_genre::{Bad, Genre, Record, State, document};

/// Writes records in a format, each looked at by itself: one that the format can't hold is refused,
/// and the rest goes on. In memory: what a format of lines makes of the records; of a format that
/// is one document, the records themselves.
pub struct Export<'a> {
    genre: &'a dyn Genre,
    format: &'a str,
    text: Vec<u8>,
    records: Vec<Record>,
}

impl<'a> Export<'a> {
    /// In one of the genre's formats.
    pub fn new(genre: &'a dyn Genre, format: &'a str) -> Self {
        let format = document::own_format(genre, format);
        Export { genre, format, text: Vec::new(), records: Vec::new() }
    }

    /// One more record.
    ///
    /// # Errors
    /// [`Bad`] when the format can't hold it; it is left out then.
    pub fn add(&mut self, record: &Record) -> Result<(), Bad> {
        let start = self.text.len();
        let one = RefCell::new(Some(record.clone()));
        let wrote = self.genre.write(self.format, &mut std::iter::from_fn(|| one.borrow_mut().take()), &mut self.text);
        let wrote = wrote.and_then(|()| self.holds_state(record, &self.text[start..]));
        let whole = self.genre.info().documents.contains(&self.format);
        if wrote.is_err() || whole {
            self.text.truncate(start);
        }
        if whole && wrote.is_ok() {
            self.records.push(record.clone());
        }
        wrote
    }

    /// Is the state of the record in what was written of it? Read back, since some formats of a
    /// genre have states and some have none.
    fn holds_state(&self, record: &Record, text: &[u8]) -> Result<(), Bad> {
        let Some(state) = record.state.as_ref().filter(|s| **s != State::default() && self.format != "jsonl") else {
            return Ok(());
        };
        let mut found = None;
        if !self.genre.read(text, &mut |parsed| found = parsed.ok().and_then(|p| p.state)) {
            let line = std::str::from_utf8(text).unwrap_or_default().trim();
            found = self.genre.parse(line).ok().and_then(|p| p.state);
        }
        let is_held = |found: State| {
            let is_removed = |(var, mask): (&u32, &u64)| mask & !found.removed.get(var).copied().unwrap_or(0) == 0;
            found.placed == state.placed && found.text == state.text && state.removed.iter().all(is_removed)
        };
        if found.is_some_and(is_held) {
            return Ok(());
        }
        Err(Bad::new(format!("{} can't hold the state of a puzzle that was begun: jsonl can", self.format)).at("state"))
    }

    /// Everything, one document where the format is one. Of no records nothing is made.
    ///
    /// # Errors
    /// [`Bad`] when the records don't go together.
    pub fn finish(mut self) -> Result<Vec<u8>, Bad> {
        if !self.records.is_empty() {
            let mut records = self.records.into_iter();
            self.genre.write(self.format, &mut records, &mut self.text as &mut dyn Write)?;
        }
        Ok(self.text)
    }
}
