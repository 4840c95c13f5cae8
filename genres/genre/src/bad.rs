//! Bad input, with its place.

use std::fmt;

/// One thing wrong with an input: where, and what was expected. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Bad {
    /// File, when known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Column in the line, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// Cell, field or JSON path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// What is wrong and what was expected.
    pub what: String,
}

impl Bad {
    /// Without a place yet.
    pub fn new(what: impl Into<String>) -> Self {
        Bad { what: what.into(), ..Bad::default() }
    }

    /// At a column of the text (from 1).
    #[must_use]
    pub fn column(mut self, column: usize) -> Self {
        self.column = Some(column as u64);
        self
    }

    /// At a cell, field or path.
    #[must_use]
    pub fn at(mut self, at: impl Into<String>) -> Self {
        self.at = Some(at.into());
        self
    }

    /// On a line of the file (from 1), unless already placed.
    #[must_use]
    pub fn line(mut self, line: u64) -> Self {
        self.line.get_or_insert(line);
        self
    }

    /// In a file, unless already placed.
    #[must_use]
    pub fn file(mut self, file: impl Into<String>) -> Self {
        self.file.get_or_insert_with(|| file.into());
        self
    }
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut place = String::new();
        if let Some(file) = &self.file {
            place += &format!("{file}:");
        }
        if let Some(line) = self.line {
            place += &if self.file.is_some() { format!("{line}:") } else { format!("line {line}:") };
        }
        if let Some(c) = self.column {
            place += &if self.line.is_some() { format!("{c}:") } else { format!("column {c}:") };
        }
        if let Some(at) = &self.at {
            place += if place.is_empty() { "" } else { " " };
            place += &format!("{at}:");
        }
        if !place.is_empty() {
            write!(f, "{place} ")?;
        }
        f.write_str(&self.what)
    }
}

impl std::error::Error for Bad {}
