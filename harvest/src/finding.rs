//! Findings in a file, with the repairs.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use tesuji_sgf::Diagnostic;

/// One finding, of the reader or of the cleaner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// First byte of the file that is concerned.
    pub offset: Option<u64>,
    /// How many bytes are concerned.
    #[serde(default)]
    pub len: u64,
    /// Its kind: a short name.
    pub what: Cow<'static, str>,
    /// The repair, in words.
    pub why: String,
}

impl Finding {
    /// A finding at a place.
    pub fn new(what: &'static str, offset: Option<usize>, why: impl Into<String>) -> Self {
        Finding { offset: offset.map(|o| o as u64), len: 0, what: Cow::Borrowed(what), why: why.into() }
    }
}

impl From<&Diagnostic> for Finding {
    fn from(d: &Diagnostic) -> Self {
        let why = match d.detail.is_empty() {
            true => d.fault.describe().to_string(),
            false => format!("{}: {}", d.fault.describe(), d.detail),
        };
        Finding { offset: Some(d.offset as u64), len: d.len as u64, what: Cow::Borrowed(d.fault.name()), why }
    }
}
