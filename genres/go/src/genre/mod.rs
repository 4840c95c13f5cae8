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

use crate::advice::{NetProposer, Proposer};
use crate::judge::{self, Who};
use crate::problem::Problem;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use tesuji_genre::position::{Candidate, Found, ParsedPosition, PositionGenre, Positions};
use tesuji_genre::recipe::Tried;
use tesuji_genre::{
    Adviser, Bad, EnumerateRequest, Enumerated, FirstMove, GenerateRequest, Genre, GenreInfo, GradeRequest, Graded,
    Later, Marks, Medium, Parsed, PositionActions, Puzzle, Record, Reducible, Review, Solution, Solved, Source, State,
    Step, WalkRequest, Walked, recipe,
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

const INFO: GenreInfo = GenreInfo {
    name: "tsumego",
    about: "Go problems of life and death: one key move captures, lives or makes a ko",
    title: "Go problems",
    rules: "Find the move that captures the marked stones, or saves them.",
    sizes: &["19x19", "13x13", "9x9"],
    options: crate::generate::OPTIONS,
    formats: &["line", "jsonl", "sgf", "seed"],
    file_endings: &["sgf"],
    patience: 3_000,
    // Whole graphs of six to nine empty points.
    reference_nodes: 1_000_000,
    ..GenreInfo::POSITIONS
};

impl PositionActions for Tsumego {
    fn left_open(&self, puzzle: &Puzzle, notes: &BTreeMap<String, Value>) -> Option<Later<Parsed>> {
        documents::left_open(&self.position(puzzle).ok()?, notes).map(|later| TSUMEGO.later(later, None))
    }
    fn adviser(&self, file: &Path) -> Option<Result<Adviser, Bad>> {
        let net = NetProposer::open(file).map_err(|why| Bad::new(why.to_string()));
        Some(net.map(|net| Adviser::new(net.name().to_string(), Arc::new(net) as Arc<dyn Proposer>)))
    }
    fn essence(&self, record: &Record) -> Vec<String> {
        let parsed = PositionGenre::parse(self, &record.puzzle).ok();
        parsed.and_then(|parsed| essence::of(&parsed.position, record)).into_iter().collect()
    }
    fn first_moves(&self, puzzle: &Puzzle, solution: &Solution) -> Result<Vec<FirstMove>, Bad> {
        Ok(around::first_moves(&self.position(puzzle)?, solution))
    }
    fn reducible(&self, puzzle: &Puzzle, solution: &Solution) -> Result<Vec<Box<dyn Reducible>>, Bad> {
        Ok(minimal::of_line(&self.position(puzzle)?, solution))
    }
    fn compared(&self, solution: &Solution) -> Option<Solution> {
        judge::compared(solution)
    }
    fn contradicts(&self, puzzle: &Puzzle, stored: &Solution, found: &Solution) -> Result<Option<String>, Bad> {
        Ok(judge::contradicts(&self.position(puzzle)?, stored, found))
    }
    fn review(&self, puzzle: &Puzzle, notes: &BTreeMap<String, Value>, limits: &Limits) -> Result<Option<Review>, Bad> {
        crate::book::review(&self.position(puzzle)?, notes, limits)
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
    fn caption(&self, record: &Record) -> Option<String> {
        told::caption(record)
    }
    fn tell(&self, record: &Record) -> Option<String> {
        told::told(record)
    }
    fn draw_proof(&self, record: &Record, medium: Medium) -> Option<String> {
        crate::zones::drawn(record, medium)
    }
}

impl PositionGenre for Tsumego {
    type Position = Problem;

    fn handle(&self) -> &'static Positions<Self> {
        &TSUMEGO
    }
    fn info(&self) -> &GenreInfo {
        &INFO
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
    fn is_all_told(&self, problem: &Problem) -> bool {
        problem.idea.is_none()
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
    fn solve(&self, problem: &Problem, limits: &Limits) -> Result<Solved, Bad> {
        judge::solve(problem, limits, Who::Search)
    }
    fn reference(&self, problem: &Problem, limits: &Limits) -> Result<Solved, Bad> {
        judge::solve(problem, limits, Who::Graph)
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
            let mut record = TSUMEGO.puzzle(problem).record();
            record.solution = Some(solution.into());
            record.source = Some(Source { tool: Some(recipe::tool()), ..Source::default() });
            emit(record);
        })
    }
    fn draw(&self, problem: &Problem, state: Option<&State>, marks: &Marks, medium: Medium) -> Result<String, Bad> {
        crate::draw::draw(problem, state, marks, medium)
    }
    fn walk(&self, problem: &Problem, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
        walk::walk(problem, want)
    }
}
