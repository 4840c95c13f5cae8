//! Genres whose catalogs have more techniques: forms that somebody promoted (`--catalog FILE`).

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, OnceLock};
use tesuji_discovery::{Decisions, Refusal};
use tesuji_genre::{
    Bad, EnumerateRequest, Enumerated, FirstMove, GenerateReport, GenerateRequest, Genre, GradeRequest, Graded, Hint,
    HintRequest, Later, Marks, Medium, OptionSpec, Parsed, Puzzle, Record, Reducible, RepairRequest, Repaired, Review,
    Solved, State, View, WalkRequest, Walked, recipe,
};
use tesuji_solver::{Catalog, Clock, Limits, TechniqueId, Tier};

/// The genres, each with what the decisions add to its catalog.
///
/// # Errors
/// [`Refusal`] where a decision can't stand beside the catalog.
pub fn with_decisions(
    genres: &[&'static dyn Genre],
    decisions: &Decisions,
) -> Result<Vec<&'static dyn Genre>, Refusal> {
    let extend = |&inner: &&'static dyn Genre| {
        if !decisions.iter().any(|d| d.genre == inner.name()) {
            return Ok(inner);
        }
        let catalog = decisions.overlay(inner.name(), inner.catalog())?;
        let added = catalog.list().len() > inner.catalog().list().len();
        Ok(if added { Overlaid::of(inner, catalog) } else { inner })
    };
    genres.iter().map(extend).collect()
}

/// A genre with another catalog.
struct Overlaid {
    inner: &'static dyn Genre,
    catalog: Catalog,
    own: OnceLock<&'static dyn Genre>,
}

impl Overlaid {
    /// Genres live as long as the program.
    fn of(inner: &'static dyn Genre, catalog: Catalog) -> &'static dyn Genre {
        let made: &'static Overlaid = Box::leak(Box::new(Overlaid { inner, catalog, own: OnceLock::new() }));
        let _ = made.own.set(made);
        made
    }

    fn mine(&self, parsed: Parsed) -> Parsed {
        let Some(&own) = self.own.get() else { return parsed };
        rename(parsed, own)
    }

    /// Is it a technique that the genre itself doesn't have?
    fn is_added(&self, id: &TechniqueId) -> bool {
        self.inner.catalog().get(id).is_none()
    }

    /// The puzzle's grade, if it is solved by the allowed techniques and not without those that it
    /// has to need. All needs are only taken of what is given out.
    fn judge(
        &self,
        want: &GenerateRequest,
        allowed: &Catalog,
        record: &Record,
        clock: &Clock,
    ) -> Result<Graded, String> {
        let puzzle = Puzzle::new(self.inner, record.size.clone(), record.puzzle.clone());
        let grade = |catalog: Catalog, needs: bool| {
            let limits = Limits::default().with_time(clock.remaining());
            let ask = GradeRequest { catalog, ceiling: None, needs, trial: 0, limits };
            let graded = self.inner.grade(&puzzle, None, &ask).map_err(|bad| bad.to_string())?;
            if graded.limit.is_some() { Err(NOT_GRADED.to_string()) } else { Ok(graded) }
        };
        let first = grade(allowed.clone(), false)?;
        if !first.info.solved {
            return Err("beyond the techniques".to_string());
        }
        if want.tier.is_some_and(|tier| tier.name() != first.info.tier) {
            return Err("another tier".to_string());
        }
        for id in &want.needs {
            // What was not used is not needed.
            if !first.info.techniques.contains_key(id.as_str())
                || grade(allowed.without(std::slice::from_ref(id)), false)?.info.solved
            {
                return Err(NOT_NEEDED.to_string());
            }
        }
        let graded = grade(allowed.clone(), true)?;
        let needs = |id: &TechniqueId| graded.info.needs.iter().flatten().any(|n| n.technique == id.as_str());
        if want.needs.iter().all(needs) { Ok(graded) } else { Err(NOT_NEEDED.to_string()) }
    }

    /// A puzzle beyond the genre's own techniques that is solved by these and the added ones, and
    /// needs those asked for.
    fn candidate(&self, want: &GenerateRequest, index: u64, clock: &Clock) -> recipe::Tried {
        let mut tried = recipe::Tried::default();
        let seed = seed_of(want.seed, index);
        let inner = GenerateRequest {
            tier: Some(Tier::Master),
            needs: Vec::new(),
            without: Vec::new(),
            take_over: false,
            count: 1,
            seed,
            limits: Limits {
                interrupt: want.limits.interrupt.clone(),
                ..Limits::default().with_time(clock.remaining())
            }
            .with_nodes(self.inner.patience()),
            threads: 1,
            ..want.clone()
        };
        let mut made = Vec::new();
        match self.inner.generate(&inner, &mut |record| made.push(record)) {
            Ok(report) => tried.count += report.tried,
            Err(bad) => tried.reject(bad.to_string()),
        }
        let allowed = want.allowed(&self.catalog);
        for mut record in made {
            match self.judge(want, &allowed, &record, clock) {
                Ok(graded) => {
                    record.grade = Some(graded.info);
                    record.extra.extend(graded.extra);
                    tried.records.push(record);
                }
                Err(why) => tried.reject(why),
            }
        }
        tried.cut |= clock.expired().is_some();
        tried
    }
}

/// Why a puzzle is not what was asked for.
const NOT_GRADED: &str = "not graded within the limits";
const NOT_NEEDED: &str = "does not need the techniques";

/// The seed of a candidate: far from those of other requests.
fn seed_of(seed: u64, index: u64) -> u64 {
    seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(index)
}

/// The same puzzle as one of the genre `own`.
fn rename(mut parsed: Parsed, own: &'static dyn Genre) -> Parsed {
    parsed.puzzle.genre = own;
    parsed.later = parsed
        .later
        .take()
        .map(|later| Later(Arc::new(move |choosing: &_| (later.0)(choosing).map(|parsed| rename(parsed, own)))));
    parsed
}

impl Genre for Overlaid {
    fn name(&self) -> &'static str {
        self.inner.name()
    }
    fn about(&self) -> &'static str {
        self.inner.about()
    }
    fn sizes(&self) -> &'static [&'static str] {
        self.inner.sizes()
    }
    fn options(&self) -> &'static [OptionSpec] {
        self.inner.options()
    }
    fn formats(&self) -> &'static [&'static str] {
        self.inner.formats()
    }
    fn is_one_document(&self, format: &str) -> bool {
        self.inner.is_one_document(format)
    }
    fn parse(&self, text: &str) -> Result<Parsed, Bad> {
        self.inner.parse(text).map(|parsed| self.mine(parsed))
    }
    fn is_comment(&self, line: &str) -> bool {
        self.inner.is_comment(line)
    }
    fn lines_of_next(&self, lines: &[&str], is_end: bool) -> Option<usize> {
        self.inner.lines_of_next(lines, is_end)
    }
    fn is_heading(&self, line: &str) -> bool {
        self.inner.is_heading(line)
    }
    fn parse_row(&self, heading: &str, row: &str) -> Result<Parsed, Bad> {
        self.inner.parse_row(heading, row).map(|parsed| self.mine(parsed))
    }
    fn read(&self, doc: &[u8], found: &mut dyn FnMut(Result<Parsed, Bad>)) -> bool {
        self.inner.read(doc, &mut |parsed| found(parsed.map(|parsed| self.mine(parsed))))
    }
    fn read_by(&self, doc: &[u8], rules: &str, found: &mut dyn FnMut(Result<Parsed, Bad>)) -> bool {
        self.inner.read_by(doc, rules, &mut |parsed| found(parsed.map(|parsed| self.mine(parsed))))
    }
    fn write(&self, format: &str, records: &mut dyn Iterator<Item = Record>, out: &mut dyn Write) -> Result<(), Bad> {
        self.inner.write(format, records, out)
    }
    fn least_image(&self, puzzle: &Puzzle) -> String {
        self.inner.least_image(puzzle)
    }
    fn essence(&self, record: &Record) -> Vec<String> {
        self.inner.essence(record)
    }
    fn notices(&self) -> Vec<String> {
        self.inner.notices()
    }
    fn view(&self, puzzle: &Puzzle) -> Result<View, Bad> {
        self.inner.view(puzzle)
    }
    fn catalog(&self) -> &Catalog {
        &self.catalog
    }
    fn solve(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad> {
        self.inner.solve(puzzle, limits)
    }
    fn reference(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad> {
        self.inner.reference(puzzle, limits)
    }
    fn first_moves(&self, puzzle: &Puzzle, solution: &serde_json::Value) -> Result<Vec<FirstMove>, Bad> {
        self.inner.first_moves(puzzle, solution)
    }
    fn reducible(&self, puzzle: &Puzzle, solution: &serde_json::Value) -> Result<Vec<Box<dyn Reducible>>, Bad> {
        self.inner.reducible(puzzle, solution)
    }
    fn contradicts(
        &self,
        puzzle: &Puzzle,
        stored: &serde_json::Value,
        found: &serde_json::Value,
    ) -> Result<Option<String>, Bad> {
        self.inner.contradicts(puzzle, stored, found)
    }
    fn review(
        &self,
        puzzle: &Puzzle,
        notes: &BTreeMap<String, serde_json::Value>,
        limits: &Limits,
    ) -> Result<Option<Review>, Bad> {
        self.inner.review(puzzle, notes, limits)
    }
    fn reference_nodes(&self) -> u64 {
        self.inner.reference_nodes()
    }
    fn patience(&self) -> u64 {
        self.inner.patience()
    }
    fn has_trial(&self) -> bool {
        self.inner.has_trial()
    }
    fn grade(&self, puzzle: &Puzzle, state: Option<&State>, want: &GradeRequest) -> Result<Graded, Bad> {
        self.inner.grade(puzzle, state, want)
    }
    fn hint(&self, puzzle: &Puzzle, state: Option<&State>, want: &HintRequest<'_>) -> Result<Hint, Bad> {
        self.inner.hint(puzzle, state, want)
    }
    fn generate(&self, want: &GenerateRequest, emit: &mut dyn FnMut(Record)) -> Result<GenerateReport, Bad> {
        if !want.needs.iter().any(|id| self.is_added(id)) {
            // What the genre's generator asks of a puzzle are its own techniques; the others are
            // not missed.
            let without = want.without.iter().filter(|id| !self.is_added(id)).cloned().collect();
            let mut noted = |mut record: Record| {
                if let Some(grade) = &mut record.grade {
                    want.restriction().note(grade);
                }
                emit(record);
            };
            return self.inner.generate(&GenerateRequest { without, ..want.clone() }, &mut noted);
        }
        recipe::possible(&self.catalog, want)?;
        let essence = |record: &Record| self.inner.essence(record);
        recipe::run(want, 1, emit, &essence, &|index, clock| self.candidate(want, index, clock))
    }
    fn parse_contradicting(&self, text: &str) -> Result<Parsed, Bad> {
        self.inner.parse_contradicting(text).map(|parsed| self.mine(parsed))
    }
    fn repair(&self, puzzle: &Puzzle, want: &RepairRequest) -> Result<Repaired, Bad> {
        self.inner.repair(puzzle, want)
    }
    fn enumerate(&self, want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad> {
        self.inner.enumerate(want, emit)
    }
    fn draw(&self, puzzle: &Puzzle, state: Option<&State>, marks: &Marks, medium: Medium) -> Result<String, Bad> {
        self.inner.draw(puzzle, state, marks, medium)
    }
    fn walk(&self, puzzle: &Puzzle, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
        self.inner.walk(puzzle, want)
    }
}
