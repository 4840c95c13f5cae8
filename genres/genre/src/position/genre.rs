//! The typed contract of a position genre.

use super::{Candidate, Positions};
use crate::recipe::Tried;
use crate::{
    Bad, EnumerateRequest, Enumerated, GenerateRequest, GenreInfo, GradeRequest, Graded, Later, Marks, Medium,
    PositionActions, Puzzle, Record, Solution, Solved, State, WalkRequest, Walked,
};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::Write;
use tesuji_solver::{Catalog, Clock, Deduction, Limits};

/// What a text says: a position with its question, perhaps with notes.
#[derive(Clone, Debug)]
pub struct ParsedPosition<P> {
    /// The position, with its question (side to move, goal).
    pub position: P,
    /// Where the player is, when moves were made already.
    pub state: Option<State>,
    /// What the text says besides (a rating, a stored solution), by name.
    pub notes: BTreeMap<String, serde_json::Value>,
    /// What is left to be chosen by reading the position; see
    /// [`Parsed::settled`](crate::Parsed::settled).
    pub later: Option<Later<ParsedPosition<P>>>,
}

impl<P> From<P> for ParsedPosition<P> {
    fn from(position: P) -> Self {
        ParsedPosition { position, state: None, notes: BTreeMap::new(), later: None }
    }
}

/// What a reader of documents finds: something with its line, where that makes sense, or what is
/// wrong.
pub type Found<P> = Result<(ParsedPosition<P>, Option<u64>), Bad>;

/// A genre whose puzzles are positions to be read. `solve` and `reference` answer the same question
/// in the same shape and share only the rules.
pub trait PositionGenre: PositionActions + Sized + Send + Sync + 'static {
    /// A position with its question.
    type Position: Clone + Debug + Send + Sync + 'static;

    /// The genre's one static value.
    fn handle(&self) -> &'static Positions<Self>;
    /// Its facts. `line` and `jsonl` are written by the adapter, the other formats by
    /// [`write_document`](Self::write_document).
    fn info(&self) -> &GenreInfo;
    /// Name on the command line.
    fn name(&self) -> &'static str {
        self.info().name
    }
    /// Its closers (phase propagation) and motifs (phase pattern), in order; see
    /// [`named`](super::named).
    fn catalog(&self) -> &Catalog;
    /// The size of a position in the genre's words.
    fn size(&self, position: &Self::Position) -> String;

    /// A position from one line in any notation that the genre reads.
    ///
    /// # Errors
    /// [`Bad`] with the column, field or place.
    fn parse(&self, text: &str) -> Result<ParsedPosition<Self::Position>, Bad>;

    /// The position of a puzzle.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn position(&self, puzzle: &Puzzle) -> Result<Self::Position, Bad> {
        match puzzle.form::<Self::Position>() {
            Some(position) => Ok(position.clone()),
            None => self.parse(&puzzle.text).map(|parsed| parsed.position),
        }
    }

    /// Does the notation tell all of a position? Where it does not, a puzzle keeps the position.
    fn is_all_told(&self, _position: &Self::Position) -> bool {
        true
    }

    /// The lossless one-line notation, normalised.
    fn print(&self, position: &Self::Position) -> String;

    /// Reads a whole document that is not a list of lines; `false` when it is no such document.
    fn read_document(&self, _doc: &[u8], _found: &mut dyn FnMut(Found<Self::Position>)) -> bool {
        false
    }

    /// Writes records as one document of a format of the genre's own.
    ///
    /// # Errors
    /// [`Bad`] when a record does not fit the format.
    fn write_document(
        &self,
        format: &str,
        _records: &mut dyn Iterator<Item = Record>,
        _out: &mut dyn Write,
    ) -> Result<(), Bad> {
        Err(Bad::new(format!("{} has no format {format}", self.name())))
    }

    /// The least image under the genre's symmetries.
    fn least_image(&self, position: &Self::Position) -> String;

    /// The fast reader's answer: what is known of the position, or each right move.
    ///
    /// # Errors
    /// [`Bad`] when the position can't be asked.
    fn solve(&self, position: &Self::Position, limits: &Limits) -> Result<Solved, Bad>;

    /// The reference reader's answer in the same shape.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn reference(&self, position: &Self::Position, limits: &Limits) -> Result<Solved, Bad>;

    /// The solution with the main line, as records keep it; `None` where a limit ends the search.
    ///
    /// # Errors
    /// [`Bad`] when the position breaks the rules of the genre.
    fn with_line(&self, position: &Self::Position, limits: &Limits) -> Result<Option<Solution>, Bad> {
        let solved = self.solve(position, &Limits { solutions: 1, ..limits.clone() })?;
        Ok(solved.solutions.into_iter().next())
    }

    /// Grades: tier, score, features; needs by ablation of closers where the request asks.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn grade(&self, position: &Self::Position, state: Option<&State>, want: &GradeRequest) -> Result<Graded, Bad>;

    /// The next step in words, with marks; `None` when there is nothing to say. Reading for it
    /// keeps within the limits.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn hint(
        &self,
        position: &Self::Position,
        state: Option<&State>,
        catalog: &Catalog,
        limits: &Limits,
    ) -> Result<Option<(Deduction, String, Marks)>, Bad>;

    /// Looks for mistakes in a request (size, option values) before any sampling.
    ///
    /// # Errors
    /// [`Bad`] naming the option.
    fn check_request(&self, _want: &GenerateRequest) -> Result<(), Bad> {
        Ok(())
    }

    /// Samples candidate `index`: positions that pass the exact key-move test and the genre's own
    /// options. A pure function of the request and the generator; counts and rejections go to
    /// `tried`; `tried.cut` when the clock runs out. The adapter grades those without a grade and
    /// filters by tier, needs and without.
    fn sample(
        &self,
        want: &GenerateRequest,
        index: u64,
        rng: &mut ChaCha8Rng,
        clock: &Clock,
        tried: &mut Tried,
    ) -> Vec<Candidate<Self::Position>>;

    /// Streams every puzzle of a size.
    ///
    /// # Errors
    /// [`Bad`] when the request does not fit the genre.
    fn enumerate(&self, want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad>;

    /// Draws a position.
    ///
    /// # Errors
    /// [`Bad`] when the state does not fit the position.
    fn draw(
        &self,
        position: &Self::Position,
        state: Option<&State>,
        marks: &Marks,
        medium: Medium,
    ) -> Result<String, Bad>;

    /// The board after some moves; see [`Genre::walk`](crate::Genre::walk). By itself, of first
    /// moves alone.
    ///
    /// # Errors
    /// [`Bad`] when a move can't be made.
    fn walk(&self, position: &Self::Position, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
        super::walk::by_first_moves(self, position, want)
    }
}
