//! The genre `tsumego`.

mod around;
mod chooser;
mod documents;
mod essence;
mod first_hint;
mod minimal;
mod seed;
mod told;
mod walk;

pub use first_hint::first_hint;

pub use minimal::Minimal;

use crate::judge::{self, Who};
use crate::problem::Problem;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::io::Write;
use tesuji_genre::position::{Candidate, Found, ParsedPosition, PositionGenre, Positions};
use tesuji_genre::recipe::Tried;
use tesuji_genre::{
    Bad, EnumerateRequest, Enumerated, FirstMove, GenerateRequest, Genre, GradeRequest, Graded, Later, Marks, Medium,
    OptionSpec, Puzzle, Record, Reducible, Review, Solved, Source, State, Step, WalkRequest, Walked, recipe,
};
use tesuji_solver::{Catalog, Clock, Deduction, Limits};

/// The genre.
#[derive(Clone, Copy, Debug)]
pub struct Tsumego;

static TSUMEGO: Positions<Tsumego> = Positions(Tsumego);

/// The genres of the family.
#[must_use]
pub fn genres() -> Vec<&'static dyn Genre> {
    vec![&TSUMEGO]
}

impl PositionGenre for Tsumego {
    type Position = Problem;

    fn handle(&self) -> &'static Positions<Self> {
        &TSUMEGO
    }
    fn name(&self) -> &'static str {
        "tsumego"
    }
    fn file_endings(&self) -> &'static [&'static str] {
        &["sgf"]
    }
    fn about(&self) -> &'static str {
        "Go problems of life and death: one key move captures, lives or makes a ko"
    }
    fn patience(&self) -> u64 {
        3_000
    }
    fn sizes(&self) -> &'static [&'static str] {
        &["19x19", "13x13", "9x9"]
    }
    fn options(&self) -> &'static [OptionSpec] {
        crate::generate::OPTIONS
    }
    fn formats(&self) -> &'static [&'static str] {
        &["line", "jsonl", "sgf", "seed"]
    }
    fn catalog(&self) -> &Catalog {
        crate::grade::catalog()
    }
    fn size(&self, problem: &Problem) -> String {
        let (w, h) = problem.question.board.size();
        format!("{w}x{h}")
    }
    fn parse(&self, text: &str) -> Result<ParsedPosition<Problem>, Bad> {
        Problem::parse(text).map(Into::into).map_err(|e| Bad::new(e.what).column(e.column))
    }
    fn print(&self, problem: &Problem) -> String {
        problem.print()
    }
    fn read_document(&self, doc: &[u8], found: &mut dyn FnMut(Found<Problem>)) -> bool {
        documents::read(doc, found)
    }
    fn write_document(
        &self,
        format: &str,
        records: &mut dyn Iterator<Item = Record>,
        out: &mut dyn Write,
    ) -> Result<(), Bad> {
        documents::write(format, records, out)
    }
    fn least_image(&self, problem: &Problem) -> String {
        problem.canonical()
    }
    fn essence(&self, problem: &Problem, record: &Record) -> Vec<String> {
        essence::of(problem, record).into_iter().collect()
    }
    fn solve(&self, problem: &Problem, limits: &Limits) -> Result<Solved, Bad> {
        judge::solve(problem, limits, Who::Search)
    }
    fn reference(&self, problem: &Problem, limits: &Limits) -> Result<Solved, Bad> {
        judge::solve(problem, limits, Who::Graph)
    }
    fn first_moves(&self, problem: &Problem, solution: &serde_json::Value) -> Vec<FirstMove> {
        around::first_moves(problem, solution)
    }
    fn reducible(&self, problem: &Problem, solution: &serde_json::Value) -> Vec<Box<dyn Reducible>> {
        minimal::of_line(problem, solution)
    }
    fn compared(&self, solution: &serde_json::Value) -> Option<serde_json::Value> {
        judge::compared(solution)
    }
    fn contradicts(&self, problem: &Problem, stored: &serde_json::Value, found: &serde_json::Value) -> Option<String> {
        judge::contradicts(problem, stored, found)
    }
    fn review(
        &self,
        problem: &Problem,
        notes: &BTreeMap<String, serde_json::Value>,
        limits: &Limits,
    ) -> Result<Option<Review>, Bad> {
        crate::book::review(problem, notes, limits)
    }
    fn caption(&self, record: &Record) -> Option<String> {
        told::caption(record)
    }
    fn left_open(
        &self,
        problem: &Problem,
        notes: &BTreeMap<String, serde_json::Value>,
    ) -> Option<Later<ParsedPosition<Problem>>> {
        documents::left_open(problem, notes)
    }
    /// Whole graphs of six to nine empty points.
    fn reference_nodes(&self) -> u64 {
        1_000_000
    }
    fn grade(&self, problem: &Problem, _: Option<&State>, want: &GradeRequest) -> Result<Graded, Bad> {
        crate::grade::grade(problem, want)
    }
    fn hint(
        &self,
        problem: &Problem,
        state: Option<&State>,
        catalog: &Catalog,
        limits: &Limits,
    ) -> Result<Option<(Deduction, String, Marks)>, Bad> {
        crate::grade::hint(problem, state, catalog, limits)
    }
    fn first_stage(&self, puzzle: &Puzzle, step: &Step) -> Option<Step> {
        let mut first = step.clone();
        // Words without a move stay as they are.
        if let Some((words, marks)) = first_hint(&puzzle.text, step) {
            if let Some(data) = &mut first.data {
                (data.because, data.moves) = (words.clone(), marks.moves.clone());
            }
            (first.words, first.marks) = (words, marks);
        }
        Some(first)
    }
    fn check_request(&self, want: &GenerateRequest) -> Result<(), Bad> {
        crate::generate::Wanted::of(want).map(|_| ())
    }
    fn sample(
        &self,
        want: &GenerateRequest,
        _: u64,
        rng: &mut ChaCha8Rng,
        clock: &Clock,
        tried: &mut Tried,
    ) -> Vec<Candidate<Problem>> {
        crate::generate::sample(want, rng, clock, tried)
    }
    fn enumerate(&self, want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad> {
        crate::enumerate::enumerate(want, &mut |problem, solution| {
            let mut record = Puzzle::new(self.handle(), self.size(problem), self.print(problem)).record();
            record.solution = Some(solution);
            record.source = Some(Source { tool: Some(recipe::tool()), ..Source::default() });
            emit(record);
        })
    }
    fn draw(&self, problem: &Problem, state: Option<&State>, marks: &Marks, medium: Medium) -> Result<String, Bad> {
        crate::draw::draw(problem, state, marks, medium)
    }
    fn tell(&self, record: &Record) -> Option<String> {
        told::told(record)
    }
    fn draw_proof(&self, record: &Record, medium: Medium) -> Option<String> {
        crate::zones::drawn(record, medium)
    }
    fn walk(&self, problem: &Problem, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
        walk::walk(problem, want)
    }
}
