//! The adapter: every [`PositionGenre`] in [`Positions`] is a [`Genre`].

use super::{ParsedPosition, PositionGenre};
use super::{motif, sample};
use crate::{
    Answer, Bad, Choosing, EnumerateRequest, Enumerated, FirstMove, GenerateReport, GenerateRequest, Genre,
    GradeRequest, Graded, Hint, HintRequest, Later, Marks, Medium, OptionSpec, Parsed, Puzzle, Record, Reducible,
    Review, Solved, State, Step, View, WalkRequest, Walked, document,
};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use tesuji_solver::{Catalog, Limits};

/// A position genre as a [`Genre`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Positions<G>(pub G);

impl<G: PositionGenre> Positions<G> {
    fn parsed(&self, typed: ParsedPosition<G::Position>, line: Option<u64>) -> Parsed {
        let genre = &self.0;
        let puzzle = Puzzle::new(genre.handle(), genre.size(&typed.position), genre.print(&typed.position));
        let later = typed.later.map(|later| self.later(later, line));
        Parsed { puzzle, state: typed.state, line, notes: typed.notes, later }
    }

    fn later(&self, later: Later<ParsedPosition<G::Position>>, line: Option<u64>) -> Later<Parsed> {
        let adapter = self.0.handle();
        Later(Arc::new(move |choosing: &Choosing| (later.0)(choosing).map(|typed| adapter.parsed(typed, line))))
    }

    fn typed(&self, puzzle: &Puzzle) -> Result<G::Position, Bad> {
        self.0.parse(&puzzle.text).map(|p| p.position)
    }
}

impl<G: PositionGenre> Genre for Positions<G> {
    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn about(&self) -> &'static str {
        self.0.about()
    }
    fn sizes(&self) -> &'static [&'static str] {
        self.0.sizes()
    }
    fn file_endings(&self) -> &'static [&'static str] {
        self.0.file_endings()
    }
    fn options(&self) -> &'static [OptionSpec] {
        self.0.options()
    }
    fn formats(&self) -> &'static [&'static str] {
        self.0.formats()
    }
    fn is_one_document(&self, format: &str) -> bool {
        self.0.is_one_document(format)
    }
    fn has_trial(&self) -> bool {
        false
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
    fn read_by(&self, doc: &[u8], rules: &str, found: &mut dyn FnMut(Result<Parsed, Bad>)) -> bool {
        let mut typed = |r: super::Found<G::Position>| found(r.map(|(typed, line)| self.parsed(typed, line)));
        self.0.read_document_by(doc, rules, &mut typed)
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
        match self.typed(puzzle) {
            Ok(position) => self.0.least_image(&position),
            Err(_) => puzzle.text.clone(),
        }
    }
    fn essence(&self, record: &Record) -> Vec<String> {
        self.0.parse(&record.puzzle).map_or_else(|_| Vec::new(), |typed| self.0.essence(&typed.position, record))
    }
    fn notices(&self) -> Vec<String> {
        self.0.notices()
    }
    fn view(&self, puzzle: &Puzzle) -> Result<View, Bad> {
        self.typed(puzzle).map(|_| View::Reading)
    }
    fn catalog(&self) -> &Catalog {
        self.0.catalog()
    }
    fn solve(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad> {
        self.0.solve(&self.typed(puzzle)?, limits)
    }
    fn reference(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad> {
        self.0.reference(&self.typed(puzzle)?, limits)
    }
    fn answer_of(&self, solution: &serde_json::Value) -> Answer {
        let moves = solution.get(self.0.moves_field()).and_then(|list| Some(list.as_array()?.len()));
        // A solution with an outcome and no list has no moves to make.
        let moves = moves.or(solution.get("outcome").map(|_| 0));
        Answer::Position { moves, is_undecided: solution.get("undecided").is_some() }
    }
    fn tell(&self, record: &Record) -> Option<String> {
        self.0.tell(record)
    }
    fn draw_proof(&self, record: &Record, medium: Medium) -> Option<String> {
        self.0.draw_proof(record, medium)
    }
    fn first_moves(&self, puzzle: &Puzzle, solution: &serde_json::Value) -> Result<Vec<FirstMove>, Bad> {
        Ok(self.0.first_moves(&self.typed(puzzle)?, solution))
    }
    fn reducible(&self, puzzle: &Puzzle, solution: &serde_json::Value) -> Result<Vec<Box<dyn Reducible>>, Bad> {
        Ok(self.0.reducible(&self.typed(puzzle)?, solution))
    }
    fn compared(&self, solution: &serde_json::Value) -> Option<serde_json::Value> {
        self.0.compared(solution)
    }
    fn contradicts(
        &self,
        puzzle: &Puzzle,
        stored: &serde_json::Value,
        found: &serde_json::Value,
    ) -> Result<Option<String>, Bad> {
        Ok(self.0.contradicts(&self.typed(puzzle)?, stored, found))
    }
    fn review(
        &self,
        puzzle: &Puzzle,
        notes: &BTreeMap<String, serde_json::Value>,
        limits: &Limits,
    ) -> Result<Option<Review>, Bad> {
        self.0.review(&self.typed(puzzle)?, notes, limits)
    }
    fn caption(&self, record: &Record) -> Option<String> {
        self.0.caption(record)
    }
    fn left_open(&self, puzzle: &Puzzle, notes: &BTreeMap<String, serde_json::Value>) -> Option<Later<Parsed>> {
        self.0.left_open(&self.typed(puzzle).ok()?, notes).map(|later| self.later(later, None))
    }
    fn patience(&self) -> u64 {
        self.0.patience()
    }
    fn reference_nodes(&self) -> u64 {
        self.0.reference_nodes()
    }
    fn grade(&self, puzzle: &Puzzle, state: Option<&State>, want: &GradeRequest) -> Result<Graded, Bad> {
        motif::graded(&self.0, &self.typed(puzzle)?, state, want)
    }
    fn hint(&self, puzzle: &Puzzle, state: Option<&State>, want: &HintRequest<'_>) -> Result<Hint, Bad> {
        let step = self.0.hint(&self.typed(puzzle)?, state, want.catalog, &want.limits)?;
        Ok(Hint::of_position(step, want.catalog))
    }
    fn first_stage(&self, puzzle: &Puzzle, step: &Step) -> Option<Step> {
        self.0.first_stage(puzzle, step)
    }
    fn answer(&self, puzzle: &Puzzle, state: Option<&State>, limits: &Limits) -> Result<Option<(String, Marks)>, Bad> {
        self.0.answer(&self.typed(puzzle)?, state, limits)
    }
    fn generate(&self, want: &GenerateRequest, emit: &mut dyn FnMut(Record)) -> Result<GenerateReport, Bad> {
        sample::generate(self, want, emit)
    }
    fn enumerate(&self, want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad> {
        self.0.enumerate(want, emit)
    }
    fn draw(&self, puzzle: &Puzzle, state: Option<&State>, marks: &Marks, medium: Medium) -> Result<String, Bad> {
        self.0.draw(&self.typed(puzzle)?, state, marks, medium)
    }
    fn walk(&self, puzzle: &Puzzle, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
        self.0.walk(&self.typed(puzzle)?, want)
    }
}
