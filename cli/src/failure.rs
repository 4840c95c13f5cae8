//! Why a command ended early.

use crate::Console;
use std::io;
use tesuji_corpus::Error;
use tesuji_genre::{Bad, near};

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// The command line makes no sense: exit 2.
    Usage(String),
    /// The parser of the command line says so itself (help, version and mistakes).
    Clap(Box<clap::Error>),
    /// The data or the system: exit 1.
    Run(Error),
    /// Whoever reads the output has gone away.
    Closed,
}

impl Failure {
    /// A name that does not exist, with the nearest ones.
    pub fn unknown<'a>(what: &str, name: &str, all: impl IntoIterator<Item = &'a str>) -> Failure {
        Failure::Usage(format!("no {what} {name:?}; {}", near(name, all)))
    }

    /// Writing to standard output failed.
    pub fn output(e: io::Error) -> Failure {
        if e.kind() == io::ErrorKind::BrokenPipe { Failure::Closed } else { Failure::Run(Error::io("output")(e)) }
    }

    /// Says it, and gives the exit code.
    pub fn report(self, console: &mut Console<'_>) -> u8 {
        match self {
            Failure::Usage(words) => {
                let _ = writeln!(console.err, "error: {words}");
                2
            }
            Failure::Clap(e) => {
                let text = e.render();
                if e.use_stderr() {
                    let _ = write!(console.err, "{text}");
                    2
                } else {
                    let _ = write!(console.out, "{text}");
                    0
                }
            }
            Failure::Run(e) => {
                let _ = writeln!(console.err, "error: {e}");
                if e.is_usage() { 2 } else { 1 }
            }
            Failure::Closed => 0,
        }
    }
}

impl From<Error> for Failure {
    fn from(e: Error) -> Self {
        match e {
            Error::Usage(words) => Failure::Usage(words),
            Error::Io { source, .. } if source.kind() == io::ErrorKind::BrokenPipe => Failure::Closed,
            e => Failure::Run(e),
        }
    }
}

impl From<Bad> for Failure {
    fn from(bad: Bad) -> Self {
        Failure::Run(Error::Bad(bad))
    }
}

impl From<io::Error> for Failure {
    fn from(e: io::Error) -> Self {
        Failure::output(e)
    }
}
