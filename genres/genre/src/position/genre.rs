//! The typed contract of a position genre.

use super::{Candidate, Positions};
use crate::recipe::Tried;
use crate::{
    Bad, EnumerateRequest, Enumerated, FirstMove, GenerateRequest, GradeRequest, Graded, Later, Marks, Medium,
    OptionSpec, Puzzle, Record, Reducible, Review, Solved, State, Step, WalkRequest, Walked,
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
pub trait PositionGenre: Sized + Send + Sync + 'static {
    /// A position with its question.
    type Position: Clone + Debug + Send + Sync + 'static;

    /// The genre's one static value.
    fn handle(&self) -> &'static Positions<Self>;
    /// Name on the command line.
    fn name(&self) -> &'static str;
    /// One line: what it is.
    fn about(&self) -> &'static str;
    /// The sizes it is offered in, the default first.
    fn sizes(&self) -> &'static [&'static str];
    /// Its options.
    fn options(&self) -> &'static [OptionSpec];
    /// Its formats: `line` and `jsonl`, which the adapter writes, then those of
    /// [`write_document`](Self::write_document).
    fn formats(&self) -> &'static [&'static str] {
        &["line", "jsonl"]
    }
    /// How the names of its files end. See [`Genre::file_endings`](crate::Genre::file_endings).
    fn file_endings(&self) -> &'static [&'static str] {
        &[]
    }
    /// Is a format of its own one document, which can't be written in parts?
    fn is_one_document(&self, _format: &str) -> bool {
        false
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

    /// The lossless one-line notation, normalised.
    fn print(&self, position: &Self::Position) -> String;

    /// Reads a whole document that is not a list of lines; `false` when it is no such document.
    fn read_document(&self, _doc: &[u8], _found: &mut dyn FnMut(Found<Self::Position>)) -> bool {
        false
    }

    /// The same by rules that are named; see [`Genre::read_by`](crate::Genre::read_by).
    fn read_document_by(&self, _doc: &[u8], _rules: &str, found: &mut dyn FnMut(Found<Self::Position>)) -> bool {
        found(Err(Bad::new(format!("documents of {} have no rules to choose", self.name())).at("variant")));
        true
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

    /// What a collection has only once; see [`Genre::essence`](crate::Genre::essence).
    fn essence(&self, _position: &Self::Position, _record: &Record) -> Vec<String> {
        Vec::new()
    }

    /// What was written beside the answers; see [`Genre::notices`](crate::Genre::notices).
    fn notices(&self) -> Vec<String> {
        Vec::new()
    }

    /// The field of a solution that lists the right first moves.
    fn moves_field(&self) -> &'static str {
        "keys"
    }

    /// A record with its solution in words. See [`Genre::tell`](crate::Genre::tell).
    fn tell(&self, _record: &Record) -> Option<String> {
        None
    }

    /// A drawing of a proof. See [`Genre::draw_proof`](crate::Genre::draw_proof).
    fn draw_proof(&self, _record: &Record, _medium: Medium) -> Option<String> {
        None
    }

    /// The fast reader's answer: key moves or lines, each a JSON value.
    ///
    /// # Errors
    /// [`Bad`] when the position can't be asked.
    fn solve(&self, position: &Self::Position, limits: &Limits) -> Result<Solved, Bad>;

    /// The reference reader's answer in the same shape.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn reference(&self, position: &Self::Position, limits: &Limits) -> Result<Solved, Bad>;

    /// The first moves whose results a solution tells; see
    /// [`Genre::first_moves`](crate::Genre::first_moves).
    fn first_moves(&self, _position: &Self::Position, _solution: &serde_json::Value) -> Vec<FirstMove> {
        Vec::new()
    }

    /// The solution with the main line, as records keep it; `None` where a limit ends the search.
    ///
    /// # Errors
    /// [`Bad`] when the position breaks the rules of the genre.
    fn with_line(&self, position: &Self::Position, limits: &Limits) -> Result<Option<serde_json::Value>, Bad> {
        let solved = self.solve(position, &Limits { solutions: 1, ..limits.clone() })?;
        Ok(solved.solutions.into_iter().next())
    }

    /// The positions that a solution's main line goes through; see
    /// [`Genre::reducible`](crate::Genre::reducible).
    fn reducible(&self, _position: &Self::Position, _solution: &serde_json::Value) -> Vec<Box<dyn Reducible>> {
        Vec::new()
    }

    /// What of a stored solution can't be, where this one was found; see
    /// [`Genre::contradicts`](crate::Genre::contradicts).
    fn contradicts(
        &self,
        _position: &Self::Position,
        _stored: &serde_json::Value,
        _found: &serde_json::Value,
    ) -> Option<String> {
        None
    }

    /// The part of a solution on which engines have to agree; see
    /// [`Genre::compared`](crate::Genre::compared).
    fn compared(&self, solution: &serde_json::Value) -> Option<serde_json::Value> {
        Some(solution.clone())
    }

    /// What came of holding a given solution against what is found; see
    /// [`Genre::review`](crate::Genre::review).
    ///
    /// # Errors
    /// [`Bad`] when what is given can't be read.
    fn review(
        &self,
        _position: &Self::Position,
        _notes: &BTreeMap<String, serde_json::Value>,
        _limits: &Limits,
    ) -> Result<Option<Review>, Bad> {
        Ok(None)
    }

    /// What stands below the drawing of a record; see [`Genre::caption`](crate::Genre::caption).
    fn caption(&self, _record: &Record) -> Option<String> {
        None
    }

    /// What a record leaves to be chosen; see [`Genre::left_open`](crate::Genre::left_open).
    fn left_open(
        &self,
        _position: &Self::Position,
        _notes: &BTreeMap<String, serde_json::Value>,
    ) -> Option<Later<ParsedPosition<Self::Position>>> {
        None
    }

    /// Nodes that the reference engine gets for a position where nothing else is asked for.
    fn reference_nodes(&self) -> u64 {
        100_000
    }

    /// Candidates that are tried for a kind of puzzle where the clock is not to decide (see
    /// [`Genre::patience`](crate::Genre::patience)).
    fn patience(&self) -> u64 {
        500
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

    /// The first stage of a hint; see [`Genre::first_stage`](crate::Genre::first_stage).
    fn first_stage(&self, _puzzle: &Puzzle, _step: &Step) -> Option<Step> {
        None
    }

    /// The solution in words, with what to point at; see [`Genre::answer`](crate::Genre::answer).
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn answer(
        &self,
        position: &Self::Position,
        state: Option<&State>,
        limits: &Limits,
    ) -> Result<Option<(String, Marks)>, Bad> {
        let hint = self.hint(position, state, self.catalog(), limits)?;
        Ok(hint.map(|(_, words, marks)| (words, marks)))
    }

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
