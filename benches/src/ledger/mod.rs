//! The ledger: every figure that the project takes of its speed, as rows that are measured in short
//! turns, one row after the other, beside the last entry on record.

mod clock;
mod entry;
mod making;
mod measure;
mod others;
mod outside;
mod paths;
mod sets;

pub use clock::{Done, Kernel, NOMINAL, Turn};
pub use entry::{Entry, FALLEN, Figure, commit, folder, has_fallen, ratio, short};
pub use making::Making;
pub use measure::{Measured, Options, measure};
pub use paths::{FORMS, Forms, compare};

use std::fmt;

/// Why a row has no figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// A program or a file that is not on this machine.
    Missing(String),
    /// A wrong answer, in words.
    Wrong(String),
}

impl From<String> for Trouble {
    fn from(why: String) -> Trouble {
        Trouble::Wrong(why)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Missing(what) => write!(f, "{what} is not there"),
            Trouble::Wrong(why) => f.write_str(why),
        }
    }
}

/// Does a number of units of work and checks the answers.
pub type Work = Box<dyn FnMut(u64) -> Result<Done, String>>;

/// One figure.
pub struct Row {
    /// Its name.
    pub name: String,
    /// The unit of the figure.
    pub unit: &'static str,
    /// CPU seconds of a turn, about.
    pub slice: f64,
    /// Rows of rivals that do the like.
    pub beside: Vec<String>,
    /// Is it another program, or another library?
    pub is_rival: bool,
    prepare: Box<dyn Fn() -> Result<Work, Trouble>>,
}

impl Row {
    fn new(name: String, unit: &'static str, slice: f64, prepare: impl Fn() -> Result<Work, Trouble> + 'static) -> Row {
        Row { name, unit, slice, beside: Vec::new(), is_rival: false, prepare: Box::new(prepare) }
    }

    /// Its work, ready to begin.
    ///
    /// # Errors
    /// The missing part, or the fault at the start.
    pub fn work(&self) -> Result<Work, Trouble> {
        (self.prepare)()
    }
}

/// All rows, with at most `rivals` other generators.
pub fn rows(rivals: usize) -> Vec<Row> {
    let mut all = Vec::new();
    making::rows(rivals, &mut all);
    sets::rows(&mut all);
    others::rows(&mut all);
    all
}
