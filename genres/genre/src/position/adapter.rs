//! The adapter: every [`PositionGenre`] in [`Positions`] is a [`Genre`].

use super::{ParsedPosition, PositionGenre};
use super::{motif, sample};
use crate::{
    Bad, Choosing, EnumerateRequest, Enumerated, GenerateReport, GenerateRequest, Genre, GenreInfo, GradeRequest,
    Graded, Hint, HintRequest, Later, Marks, Medium, Parsed, PositionActions, Puzzle, Record, Solved, State, View,
    WalkRequest, Walked, document,
};
use std::io::Write;
use std::sync::Arc;
use tesuji_solver::{Catalog, Limits};

/// A position genre as a [`Genre`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Positions<G>(pub G);

impl<G: PositionGenre> Positions<G> {
    /// The object-safe puzzle of a position.
    pub fn puzzle(&self, position: &G::Position) -> Puzzle {
        let puzzle = Puzzle::new(self.0.handle(), self.0.size(position), self.0.print(position));
        if self.0.is_all_told(position) { puzzle } else { puzzle.with_form(position.clone()) }
    }

    /// The object-safe form of what was read.
    pub fn parsed(&self, typed: ParsedPosition<G::Position>, line: Option<u64>) -> Parsed {
        let puzzle = self.puzzle(&typed.position);
        let later = typed.later.map(|later| self.later(later, line));
        Parsed { puzzle, state: typed.state, line, notes: typed.notes, later }
    }

    /// The object-safe form of what is chosen later.
    pub fn later(&self, later: Later<ParsedPosition<G::Position>>, line: Option<u64>) -> Later<Parsed> {
        let adapter = self.0.handle();
        Later(Arc::new(move |choosing: &Choosing| (later.0)(choosing).map(|typed| adapter.parsed(typed, line))))
    }
}

impl<G: PositionGenre> Genre for Positions<G> {
    fn info(&self) -> &GenreInfo {
        self.0.info()
    }
    fn as_positions(&self) -> Option<&dyn PositionActions> {
        Some(&self.0)
    }
    fn parse(&self, text: &str) -> Result<Parsed, Bad> {
        self.0.parse(text).map(|typed| self.parsed(typed, None))
    }
    fn read(&self, doc: &[u8], found: &mut dyn FnMut(Result<Parsed, Bad>)) -> bool {
        let read = self.0.read_document(doc, &mut |r| found(r.map(|(typed, line)| self.parsed(typed, line))));
        if !read {
            document::read_lines(self, doc, found);
        }
        read
    }
    fn write(&self, format: &str, records: &mut dyn Iterator<Item = Record>, out: &mut dyn Write) -> Result<(), Bad> {
        document::check_format(self, format)?;
        if !matches!(format, "line" | "jsonl") {
            return self.0.write_document(format, records, out);
        }
        for record in records {
            document::write_line(format, &record, out)?;
        }
        Ok(())
    }
    fn least_image(&self, puzzle: &Puzzle) -> String {
        match self.0.position(puzzle) {
            Ok(position) => self.0.least_image(&position),
            Err(_) => puzzle.text.clone(),
        }
    }
    fn view(&self, puzzle: &Puzzle) -> Result<View, Bad> {
        self.0.position(puzzle).map(|_| View::Reading)
    }
    fn catalog(&self) -> &Catalog {
        self.0.catalog()
    }
    fn solve(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad> {
        self.0.solve(&self.0.position(puzzle)?, limits)
    }
    fn reference(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad> {
        self.0.reference(&self.0.position(puzzle)?, limits)
    }
    fn grade(&self, puzzle: &Puzzle, state: Option<&State>, want: &GradeRequest) -> Result<Graded, Bad> {
        motif::graded(&self.0, &self.0.position(puzzle)?, state, want)
    }
    fn hint(&self, puzzle: &Puzzle, state: Option<&State>, want: &HintRequest<'_>) -> Result<Hint, Bad> {
        let step = self.0.hint(&self.0.position(puzzle)?, state, want.catalog, &want.limits)?;
        Ok(Hint::of_position(step, want.catalog))
    }
    fn generate(&self, want: &GenerateRequest, emit: &mut dyn FnMut(Record)) -> Result<GenerateReport, Bad> {
        sample::generate(self, want, emit)
    }
    fn enumerate(&self, want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad> {
        self.0.enumerate(want, emit)
    }
    fn draw(&self, puzzle: &Puzzle, state: Option<&State>, marks: &Marks, medium: Medium) -> Result<String, Bad> {
        self.0.draw(&self.0.position(puzzle)?, state, marks, medium)
    }
    fn walk(&self, puzzle: &Puzzle, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
        self.0.walk(&self.0.position(puzzle)?, want)
    }
}
