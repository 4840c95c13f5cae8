//! The pencil house: what a genre says of itself in one file, and everything else from the shared
//! layers.
//!
//! A genre implements [`PencilGenre`]: which places carry variables, the rules that a puzzle
//! states, its codec, its techniques and its words. [`Pencil`] makes of that a clue genre with
//! solving, grading, hints, generation, enumeration, drawings and formats.

mod adapter;
mod class;
mod combinations;
mod facts;
mod genre;
mod info;
mod known;
mod look;
mod pasted;
mod read;
mod rules;
mod solution;
mod text;
mod variables;
mod words;

pub use class::Class;
pub use genre::{Edit, ListedEdit, NO_RULES, PencilGenre, Repair, Settle, Values};
pub use info::PencilInfo;
pub use look::Look;
pub(crate) use pasted::documents::legup_board;
pub(crate) use pasted::saved;
pub use pasted::{Form, Marks, Signs};
pub use read::{Kit, KitRows, TathamId};
pub use rules::Rules;
pub use variables::Variables;
pub use words::HouseNames;

use crate::board::{Board, Place};
use crate::codec::{Codec, Puzzle};
use crate::scene::Scene;
use std::sync::{Arc, OnceLock};
use tesuji_genre::{Bad, Genre, GenreInfo, Solution};
use tesuji_solver::{Catalog, Domain, Network, Value, Var};

/// A genre of the pencil house as a clue genre. One type for all, so that solving, grading and
/// generation are compiled once and not once a genre.
pub struct Pencil {
    /// Its facts.
    pub info: &'static PencilInfo,
    genre: &'static dyn PencilGenre,
    contract: OnceLock<GenreInfo>,
    catalog: OnceLock<Catalog>,
    class_names: OnceLock<Arc<[String]>>,
    codec: OnceLock<Codec>,
    form: OnceLock<Form>,
}

impl Pencil {
    /// The genre's static value.
    pub const fn of(genre: &'static dyn PencilGenre, info: &'static PencilInfo) -> Pencil {
        Pencil {
            info,
            genre,
            contract: OnceLock::new(),
            catalog: OnceLock::new(),
            class_names: OnceLock::new(),
            codec: OnceLock::new(),
            form: OnceLock::new(),
        }
    }
}

/// A genre of the house: its knowledge beyond [`Genre`].
pub trait HouseGenre: Genre {
    /// The name of Puzzle Kit's data set with such puzzles; empty: none.
    fn puzzle_kit(&self) -> &'static str;
    /// The name of Simon Tatham's game with such puzzles; empty: none.
    fn tatham(&self) -> &'static str;
    /// A puzzle of Puzzle Kit in the genre's notation, and the values of its stored answer (empty:
    /// none is stored).
    ///
    /// # Errors
    /// [`Bad`] where the text does not fit the genre.
    fn read_kit(&self, problem: &str, answer: &str) -> Result<(String, Vec<(Var, Value)>), Bad>;
    /// A puzzle in the genre's notation as a board with clues.
    ///
    /// # Errors
    /// [`Bad`] where the text is no puzzle.
    fn typed(&self, puzzle: &str) -> Result<crate::codec::Puzzle, Bad>;
    /// The forms of puzzles that are read, in words.
    fn forms_read(&self) -> String;
    /// The places of a puzzle's variables, by variable.
    ///
    /// # Errors
    /// [`Bad`] where the text is no puzzle.
    fn places(&self, puzzle: &str) -> Result<Vec<Place>, Bad>;
    /// The values of a puzzle's solution in the record's shape; `None` when it is none.
    fn solution_values(&self, puzzle: &str, solution: &Solution) -> Option<Vec<Value>>;
    /// Does the genre read states of pzprv3?
    fn has_states(&self) -> bool;
    /// A state of pzprv3.
    ///
    /// # Errors
    /// [`Bad`] where the text does not fit the genre.
    fn read_state(&self, text: &str) -> Result<Marked, Bad>;
    /// A puzzle as it is drawn before anything is written down.
    fn scene(&self, puzzle: &Puzzle) -> Scene;
    /// How the genre's puzzles are written.
    fn codec(&self) -> &Codec;
    /// The boards without clues that an enumeration of a size runs over.
    ///
    /// # Errors
    /// [`Bad`] where they are too many.
    fn boards(&self, size: &str) -> Result<Vec<Board>, Bad>;
    /// The rules on a board without clues.
    ///
    /// # Errors
    /// [`Bad`] where they don't fit.
    fn bare_network(&self, board: &Board) -> Result<Network, Bad>;
    /// The puzzles that a completed board makes: one for each set of its clues where clues may be
    /// left out.
    ///
    /// # Errors
    /// [`Bad`] where one has no form in the genre's notation.
    fn puzzles_of(&self, board: &Board, values: &[Value]) -> Result<Vec<String>, Bad>;
    /// The name of a class of rules: "the clue at".
    fn class_words(&self, class: u16) -> Option<&'static str>;
}

/// A puzzle with marks on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marked {
    /// The puzzle in the genre's notation.
    pub puzzle: String,
    /// The variables that the text tells of.
    pub marks: Vec<Mark>,
}

/// A variable of a state, and what is marked there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The variable.
    pub var: Var,
    /// The values that the mark leaves, where there is one; of most marks it is one value.
    pub values: Option<Domain>,
    /// The value in a finished puzzle where nothing is marked, if there is one.
    pub unmarked: Option<Value>,
}

impl Pencil {
    /// How the genre's puzzles are written.
    pub fn codec(&self) -> &Codec {
        self.codec.get_or_init(|| self.genre.codec())
    }

    /// How its puzzles stand in texts that people paste.
    pub fn form(&self) -> &Form {
        self.form.get_or_init(|| self.genre.form())
    }
}
