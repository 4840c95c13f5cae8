//! Errors of a whole file or run; a single bad line is a [`Bad`], counted, and the run goes on.

use std::path::{Path, PathBuf};
use tesuji_genre::Bad;

/// A run that could not go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Reading or writing failed (an unreadable archive, a full disk).
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The same in the middle of a long run, of which something is kept.
    #[error("{why}; {done} done so far are kept in {}: {next}", part.display())]
    Kept {
        /// The failure.
        why: Box<Error>,
        /// The file.
        part: PathBuf,
        /// Items, or records, that are done.
        done: u64,
        /// How to go on.
        next: &'static str,
    },
    /// Something that makes no sense to ask.
    #[error("{0}")]
    Usage(String),
    /// A file that is not what it should be (a damaged summary, a part of another run).
    #[error("{0}")]
    Bad(Bad),
    /// The output is being written by another run.
    #[error("{}: another run is writing it", .0.display())]
    Locked(PathBuf),
    /// The verdicts are being taken by somebody else.
    #[error("{}: {by} reviews it at this moment: end that `tesuji browse` first", path.display())]
    Held {
        /// The file.
        path: PathBuf,
        /// Who has it.
        by: String,
    },
}

impl Error {
    /// An error of the system at a path.
    pub fn io(path: impl AsRef<Path>) -> impl FnOnce(std::io::Error) -> Error {
        move |source| Error::Io { path: path.as_ref().to_path_buf(), source }
    }

    /// Was it the request, rather than the data?
    pub fn is_usage(&self) -> bool {
        matches!(self, Error::Usage(_))
    }
}

impl From<Bad> for Error {
    fn from(bad: Bad) -> Self {
        Error::Bad(bad)
    }
}
