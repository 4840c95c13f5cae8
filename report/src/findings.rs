//! The findings of a cycle as data: the page shows them, and `cycle.json` holds them.

use crate::frontier::TierMove;
use serde::Serialize;
use std::collections::BTreeMap;
use tesuji_genre::{Bad, GenerateReport, Record};

/// Everything a cycle found. Free of clocks: the same input and seed give the same JSON wherever no
/// time limit bites (times stand in [`Timings`]).
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// Genre.
    pub genre: String,
    /// Corpus file, or `embedded`.
    pub corpus: String,
    /// Seed.
    pub seed: u64,
    /// Puzzles read, from the corpus and freshly made: those of the stage that came furthest.
    pub read: u64,
    /// Puzzles that at least two solvers finished.
    pub compared: u64,
    /// Input that was no puzzle.
    pub bad: Vec<Bad>,
    /// Notes on parts that were left out or cut short.
    pub notes: Vec<String>,
    /// Puzzles made before grading, request by request.
    pub generated: Vec<Made>,
    /// Cross-check, a row a solver and file.
    pub check: Vec<CheckRow>,
    /// Other genres beside the engines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub genres: Vec<crate::GenreRow>,
    /// Disagreements, as the check records them.
    pub disagreements: Vec<serde_json::Value>,
    /// Puzzles by number of solutions as counted by the fast engine: 0, 1, 2 = two or more.
    pub solutions: BTreeMap<u32, u64>,
    /// Puzzles by tier.
    pub tiers: BTreeMap<String, u64>,
    /// Puzzles that the catalog does not solve, by trial depth (`?` where it was not found within
    /// the limits).
    pub trial_depth: BTreeMap<String, u64>,
    /// Tiers that promoted forms changed.
    pub frontier: Vec<TierMove>,
    /// Use of techniques, in catalog order.
    pub techniques: Vec<TechniqueRow>,
    /// A puzzle of each tier.
    pub examples: Vec<Record>,
    /// By genre, the means that finish its puzzles.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub coverage: BTreeMap<String, tesuji_discovery::Coverage>,
    /// An idea that several genres share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idea: Option<crate::SharedIdea>,
    /// Forms that the miner found beyond the known techniques.
    pub candidates: Vec<Candidate>,
    /// Techniques that the miner was given.
    pub known: Vec<String>,
    /// Puzzles mined, and how many of them stalled; of positions: how many were looked at (those
    /// that no motif describes, if there are any).
    pub mined: (u64, u64),
    /// Were they positions, of which views of key moves are mined, not proofs?
    pub positions: bool,
    /// Puzzles made against the grades, request by request.
    pub regenerated: Vec<Made>,
}

/// One generation request and what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Made {
    /// The request in words, as on the command line.
    pub request: String,
    /// The purpose of the request.
    pub why: String,
    /// The generator's report.
    pub report: GenerateReport,
    /// The puzzles.
    pub puzzles: Vec<Record>,
}

/// One solver on one file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CheckRow {
    /// Solver name.
    pub solver: String,
    /// File, or `embedded`, `generated`.
    pub file: String,
    /// Puzzles given to it.
    pub asked: u64,
    /// Puzzles that it finished.
    pub done: u64,
    /// Finished puzzles on which it agrees with the others.
    pub agree: u64,
    /// Puzzles given up at the limit.
    pub unfinished: u64,
    /// Puzzles with a rule kind that it can't take.
    pub refused: u64,
    /// Its limit, in words.
    pub limit: String,
}

/// How often a technique was used.
#[derive(Clone, Debug, Serialize)]
pub struct TechniqueRow {
    /// Id.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Tier.
    pub tier: String,
    /// Puzzles in which it fired.
    pub puzzles: u64,
    /// Times it fired.
    pub fired: u64,
    /// A puzzle in which it fired.
    pub example: Option<String>,
}

/// A candidate technique.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// Rank, from 1.
    pub rank: u64,
    /// The shape in words.
    pub shape: String,
    /// Distinct puzzles.
    pub puzzles: u64,
    /// Eliminations seen; of positions: places where the view occurs.
    pub seen: u64,
    /// Puzzles that it unlocks; of positions: right moves among the puzzles that were kept apart.
    pub unlocks: u64,
    /// An example in words.
    pub words: String,
    /// The puzzle of the example.
    pub puzzle: String,
    /// A drawing of the example.
    pub svg: String,
    /// The name that the literature has for the shape, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub literature: Option<String>,
}

/// Measured times, kept apart because they differ from run to run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Timings {
    /// Wall seconds of each stage, in order.
    pub stages: Vec<(String, f64)>,
    /// Microseconds per puzzle, by solver.
    pub solvers: BTreeMap<String, Vec<f64>>,
    /// Microseconds to grade each puzzle.
    pub grading: Vec<f64>,
}

impl Findings {
    /// Findings of a cycle that has just begun.
    pub(crate) fn new(genre: &str, corpus: String, seed: u64) -> Findings {
        Findings {
            genre: genre.to_string(),
            corpus,
            seed,
            read: 0,
            compared: 0,
            bad: Vec::new(),
            notes: Vec::new(),
            generated: Vec::new(),
            check: Vec::new(),
            genres: Vec::new(),
            disagreements: Vec::new(),
            solutions: BTreeMap::new(),
            tiers: BTreeMap::new(),
            trial_depth: BTreeMap::new(),
            frontier: Vec::new(),
            techniques: Vec::new(),
            examples: Vec::new(),
            coverage: BTreeMap::new(),
            idea: None,
            candidates: Vec::new(),
            known: Vec::new(),
            mined: (0, 0),
            positions: false,
            regenerated: Vec::new(),
        }
    }

    /// The outcome in a few lines.
    pub fn words(&self) -> String {
        let made: u64 = self.generated.iter().chain(&self.regenerated).map(|m| m.report.made).sum();
        let tiers: Vec<String> = self.tiers.iter().map(|(tier, n)| format!("{tier} {n}")).collect();
        let mut words = format!(
            "{} puzzles; compared by two engines or more: {} of {}, {} disagreements; {} bad inputs; tiers: {}; {made} generated; {} candidates from {} {}",
            self.read,
            self.compared,
            self.read,
            self.disagreements.len(),
            self.bad.len(),
            tiers.join(", "),
            self.candidates.len(),
            self.mined.1,
            if self.positions { "positions" } else { "stalled puzzles" }
        );
        for row in &self.check {
            words += &format!(
                "\n  {:<8} {:<12} done {} of {}, agree {}, unfinished {}, refused {}",
                row.solver, row.file, row.done, row.asked, row.agree, row.unfinished, row.refused
            );
        }
        if !self.genres.is_empty() {
            let puzzles: u64 = self.genres.iter().map(|row| row.puzzles).sum();
            let compared: u64 = self.genres.iter().map(|row| row.compared).sum();
            let n = self.genres.len();
            words += &format!("\n  {n} other genres: {puzzles} puzzles, compared by two engines or more: {compared}");
        }
        for note in &self.notes {
            words += &format!("\n  note: {note}");
        }
        words
    }

    /// The mined form to look at: of those that are named, or of all, the one in most puzzles.
    pub fn shown_form(&self) -> Option<&Candidate> {
        let of = |named: bool| self.candidates.iter().find(|c| !c.svg.is_empty() && (!named || c.literature.is_some()));
        of(true).or(of(false))
    }
}
