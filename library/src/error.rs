//! The one error of the library.

use std::fmt;
use tesuji_genre::{Bad, nearest};

/// A text, a request or a catalog that can't stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// A text or a request can't stand: where, and what was expected.
    Bad(Bad),
    /// A name that nothing has, with the nearest names.
    Unknown {
        /// The kind of thing that the name should name: "genre", "technique".
        kind: &'static str,
        /// The name.
        name: String,
        /// The nearest names that there are.
        near: Vec<String>,
    },
    /// A file of decisions is refused.
    #[cfg(feature = "mining")]
    Refused(tesuji_discovery::Refusal),
}

impl Error {
    /// A name that none of `all` is.
    pub(crate) fn unknown<'a>(kind: &'static str, name: &str, all: impl IntoIterator<Item = &'a str>) -> Error {
        let near = nearest(name, all).into_iter().map(str::to_string).collect();
        Error::Unknown { kind, name: name.to_string(), near }
    }

    /// The line of a text that is wrong, from 1, where it is known.
    pub fn line(&self) -> Option<u64> {
        match self {
            Error::Bad(bad) => bad.line,
            _ => None,
        }
    }

    /// The column that is wrong, from 1, where it is known.
    pub fn column(&self) -> Option<u64> {
        match self {
            Error::Bad(bad) => bad.column,
            _ => None,
        }
    }

    /// The cell, field or path that is wrong, where it is known.
    pub fn at(&self) -> Option<&str> {
        match self {
            Error::Bad(bad) => bad.at.as_deref(),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Bad(bad) => bad.fmt(f),
            Error::Unknown { kind, name, near } => write!(f, "no {kind} {name:?}; nearest: {}", near.join(", ")),
            #[cfg(feature = "mining")]
            Error::Refused(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Bad> for Error {
    fn from(bad: Bad) -> Error {
        Error::Bad(bad)
    }
}

#[cfg(feature = "mining")]
impl From<tesuji_discovery::Refusal> for Error {
    fn from(why: tesuji_discovery::Refusal) -> Error {
        Error::Refused(why)
    }
}
