//! A toy game: a heap from which the players take one to three in turn; who takes the last has won.
//! A puzzle has one winning first move.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::LazyLock;
use tesuji_genre::{
    Bad, Coverage, EnumerateRequest, Enumerated, GenerateReport, GenerateRequest, Genre, GenreInfo, GradeInfo,
    GradeRequest, Graded, Hint, HintRequest, Marks, Medium, OptionSpec, Parsed, PositionActions, Puzzle, Record,
    Solved, State, View,
};
use tesuji_solver::reading::{DfPn, Game, Goal, Outcome, Side, negamax};
use tesuji_solver::{Catalog, Limits, Stats, Stop};

/// The genre.
#[derive(Debug)]
pub struct Nim;

/// Its one value.
pub static NIM: Nim = Nim;
static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::default);

/// The heaps, and the player to move.
type Position = (u8, Side);

impl Game for Nim {
    type Position = Position;
    type Move = u8;
    type Value = Outcome;

    fn side(&self, at: &Position) -> Side {
        at.1
    }
    fn moves(&self, at: &Position, to: &mut Vec<u8>) {
        to.extend(1..=at.0.min(3));
    }
    fn play(&self, at: &Position, mv: u8) -> Position {
        (at.0 - mv, at.1.other())
    }
    fn verdict(&self, at: &Position) -> Option<Outcome> {
        (at.0 == 0).then(|| Outcome::won_by(at.1.other()))
    }
    fn endless(&self) -> Outcome {
        Outcome::Draw
    }
}

fn heap(text: &str) -> Result<u8, Bad> {
    match text.strip_prefix("heap ").and_then(|n| n.parse().ok()) {
        Some(n) if (1..=20).contains(&n) => Ok(n),
        _ => Err(Bad::new(format!("{text:?}: \"heap N\" with N from 1 to 20 is expected"))),
    }
}

/// The first moves that win, as `wins` judges the position after each.
fn key_moves(puzzle: &Puzzle, wins: &dyn Fn(&Position) -> Result<bool, Stop>) -> Result<Solved, Bad> {
    let at = (heap(&puzzle.text)?, Side::First);
    let mut solved = Solved { solutions: Vec::new(), stop: Stop::Exhausted, stats: Stats::default() };
    for mv in Game::legal(&NIM, &at) {
        solved.stats.nodes += 1;
        match wins(&NIM.play(&at, mv)) {
            Ok(true) => solved.solutions.push(format!("take {mv}").into()),
            Ok(false) => {}
            Err(stop) => solved.stop = stop,
        }
    }
    Ok(solved)
}

const INFO: GenreInfo = GenreInfo {
    name: "toy-nim",
    about: "Take one to three; who takes the last wins",
    sizes: &["20"],
    options: &[OptionSpec { key: "first", values: &["take", "leave"], default: "take", help: "who moves first" }],
    formats: &["line"],
    has_trial: true,
    ..GenreInfo::POSITIONS
};

impl PositionActions for Nim {}

impl Genre for Nim {
    fn info(&self) -> &GenreInfo {
        &INFO
    }
    fn as_positions(&self) -> Option<&dyn PositionActions> {
        Some(self)
    }
    fn parse(&self, text: &str) -> Result<Parsed, Bad> {
        let n = heap(text.trim())?;
        let puzzle = Puzzle::new(&NIM, "20", format!("heap {n}"));
        Ok(Parsed { puzzle, state: None, line: None, notes: BTreeMap::new(), later: None })
    }
    fn read(&self, doc: &[u8], found: &mut dyn FnMut(Result<Parsed, Bad>)) -> bool {
        for (i, line) in String::from_utf8_lossy(doc).lines().enumerate() {
            found(self.parse(line).map_err(|bad| bad.line(i as u64 + 1)));
        }
        false
    }
    fn write(&self, _format: &str, records: &mut dyn Iterator<Item = Record>, out: &mut dyn Write) -> Result<(), Bad> {
        for record in records {
            writeln!(out, "{}", record.puzzle).map_err(|e| Bad::new(e.to_string()))?;
        }
        Ok(())
    }
    fn least_image(&self, puzzle: &Puzzle) -> String {
        puzzle.text.clone()
    }
    fn view(&self, _puzzle: &Puzzle) -> Result<View, Bad> {
        Ok(View::Reading)
    }
    fn catalog(&self) -> &Catalog {
        &CATALOG
    }
    fn solve(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad> {
        let goal = Goal { side: Side::First, value: Outcome::Win };
        key_moves(puzzle, &|at| {
            let read = DfPn::new().solve(self, at, goal, limits);
            read.holds.ok_or(read.stop)
        })
    }
    fn reference(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad> {
        key_moves(puzzle, &|at| {
            let searched = negamax(self, at, 32, limits);
            searched.interval.value().map(|v| v == Outcome::Win).ok_or(searched.stop)
        })
    }
    fn grade(&self, puzzle: &Puzzle, _state: Option<&State>, want: &GradeRequest) -> Result<Graded, Bad> {
        let at = (heap(&puzzle.text)?, Side::First);
        // The least horizon at which plain reading sees the win.
        let sees = |d: &u32| negamax(self, &at, *d, &want.limits).interval.value() == Some(Outcome::Win);
        let horizon = (1..=32).find(sees);
        let info = GradeInfo {
            tier: if horizon.is_some_and(|d| d <= 3) { "easy" } else { "hard" }.to_string(),
            score: Some(horizon.unwrap_or(0)),
            solved: horizon.is_some(),
            ..GradeInfo::default()
        };
        Ok(Graded { info, steps: Vec::new(), words: vec![format!("seen at {horizon:?} plies")], ..Graded::default() })
    }
    fn hint(&self, _puzzle: &Puzzle, _state: Option<&State>, want: &HintRequest<'_>) -> Result<Hint, Bad> {
        Ok(Hint::of_position(None, want.catalog))
    }
    fn generate(&self, want: &GenerateRequest, emit: &mut dyn FnMut(Record)) -> Result<GenerateReport, Bad> {
        let mut rng = ChaCha8Rng::seed_from_u64(want.seed);
        let mut report = GenerateReport { made: 0, tried: 0, rejected: BTreeMap::new(), stop: Stop::Enough };
        while report.made < want.count {
            if report.tried >= want.limits.nodes {
                report.stop = Stop::Nodes;
                break;
            }
            report.tried += 1;
            let puzzle = self.parse(&format!("heap {}", rng.next_u32() % 20 + 1))?.puzzle;
            if self.solve(&puzzle, &Limits::default())?.solutions.len() == 1 {
                emit(puzzle.record());
                report.made += 1;
            } else {
                *report.rejected.entry("no key move".into()).or_default() += 1;
            }
        }
        Ok(report)
    }
    fn enumerate(&self, _want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad> {
        let mut total = 0;
        for n in (1..=20u8).filter(|n| n % 4 != 0) {
            emit(self.parse(&format!("heap {n}"))?.puzzle.record());
            total += 1;
        }
        Ok(Enumerated {
            coverage: Coverage::Complete,
            stop: Stop::Exhausted,
            total,
            by: BTreeMap::new(),
            minimal: None,
        })
    }
    fn draw(&self, puzzle: &Puzzle, _s: Option<&State>, _m: &Marks, _medium: Medium) -> Result<String, Bad> {
        Ok("o".repeat(usize::from(heap(&puzzle.text)?)))
    }
}
