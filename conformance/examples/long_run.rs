//! `cargo run --release -p tesuji-conformance --example long_run -- --minutes 60 --out FOLDER`: random
//! cross-checks over all genres until the time is up, with a report. Any disagreement ends in exit 1,
//! with the puzzle in the report.
//!
//! A round of a genre makes a puzzle with random options and compares: all engines find the one
//! solution; with a clue less they find equal numbers of solutions; the genre's reference agrees;
//! every step of a grade keeps the solution; every format gives the puzzle back; a second run from
//! the same seed makes the same puzzle. The same seed makes the same rounds, as far as the time goes.

use clap::Parser;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tesuji_backends::by_name;
use tesuji_genre::{GenerateRequest, Genre, GradeRequest, Puzzle, Record, Solution, View};
use tesuji_solver::{Domain, Limits, Network, Solver, Value};

/// Random cross-checks over all genres.
#[derive(Parser)]
struct Args {
    /// Minutes
    #[arg(long, default_value_t = 60.0)]
    minutes: f64,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only these genres
    #[arg(long, value_delimiter = ',')]
    genres: Vec<String>,
    /// Folder for long_run.json and long_run.md
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Engines that answer besides the genre's own and its reference.
const ENGINES: [&str; 6] = ["fast", "plain", "learning", "sat", "batsat", "simple"];
/// Time and nodes of one question.
const TIME: Duration = Duration::from_millis(1_500);
const NODES: u64 = 200_000;
/// Nodes of the engines that look at every node plainly.
const FEW_NODES: u64 = 3_000;
/// Solutions that are counted.
const MOST: usize = 3;

/// The results of a genre.
#[derive(Default, Serialize)]
struct Tally {
    rounds: u64,
    puzzles: u64,
    /// Comparisons by kind.
    compared: BTreeMap<String, u64>,
    /// Questions that a limit cut short, by engine.
    unfinished: BTreeMap<String, u64>,
    disagreements: Vec<Disagreement>,
}

#[derive(Serialize)]
struct Disagreement {
    what: String,
    puzzle: String,
    round: u64,
}

impl Tally {
    fn compare(&mut self, kind: &str, is_well: bool, puzzle: &str, what: impl FnOnce() -> String) {
        *self.compared.entry(kind.to_string()).or_default() += 1;
        if !is_well {
            let what = format!("{kind}: {}", what());
            self.disagreements.push(Disagreement { what, puzzle: puzzle.to_string(), round: self.rounds });
        }
    }

    fn cut(&mut self, who: &str) {
        *self.unfinished.entry(who.to_string()).or_default() += 1;
    }
}

/// One of some things.
fn pick<'a, T>(rng: &mut ChaCha8Rng, all: &'a [T]) -> Option<&'a T> {
    (!all.is_empty()).then(|| &all[rng.next_u32() as usize % all.len()])
}

/// A request with a random size of the smaller half, and random options now and then.
fn request(genre: &dyn Genre, rng: &mut ChaCha8Rng) -> GenerateRequest {
    let mut sizes = genre.info().sizes.to_vec();
    let cells = |size: &&str| -> u64 { size.split('x').filter_map(|side| side.parse::<u64>().ok()).product() };
    sizes.sort_by_key(cells);
    sizes.truncate(sizes.len().div_ceil(2).max(1));
    let mut want = GenerateRequest { size: pick(rng, &sizes).map(ToString::to_string), ..GenerateRequest::default() };
    want.seed = rng.next_u64() >> 12;
    want.limits = Limits::default().with_time(Duration::from_secs(4)).with_nodes(400);
    for option in genre.info().options.iter().filter(|option| !option.values.is_empty()) {
        if rng.next_u32().is_multiple_of(4)
            && let Some(value) = pick(rng, option.values)
        {
            want.set.insert(option.key.to_string(), value.to_string());
        }
    }
    want
}

fn made(genre: &dyn Genre, want: &GenerateRequest) -> Option<Record> {
    let mut all = Vec::new();
    genre.generate(want, &mut |record| all.push(record)).ok()?;
    all.into_iter().next()
}

/// Solutions up to `MOST`, in order; `None`: a limit came first.
fn solutions(solver: &dyn Solver, network: &Network, domains: &[Domain]) -> Option<Vec<Vec<Value>>> {
    solver.supports(network).ok()?;
    let nodes = if matches!(solver.name(), "simple" | "plain") { FEW_NODES } else { NODES };
    let limits = Limits::solutions(MOST).with_nodes(nodes).with_time(TIME);
    let mut answer = solver.solve(network, Some(domains), &limits);
    let is_known = answer.stop.is_complete() || answer.solutions.len() == MOST;
    answer.solutions.sort();
    is_known.then_some(answer.solutions)
}

fn round(genre: &'static dyn Genre, engines: &[Box<dyn Solver>], rng: &mut ChaCha8Rng, tally: &mut Tally) {
    tally.rounds += 1;
    let want = request(genre, rng);
    let Some(record) = made(genre, &want) else {
        tally.cut("generate");
        return;
    };
    tally.puzzles += 1;
    let text = record.puzzle.clone();
    let Ok(parsed) = genre.parse(&text) else {
        tally.compare("its own notation", false, &text, || "a made puzzle is not read".to_string());
        return;
    };
    let puzzle = parsed.puzzle;
    tally.compare("its own notation", puzzle.text == text, &text, || format!("read as {}", puzzle.text));
    if rng.next_u32().is_multiple_of(8) {
        let again = made(genre, &GenerateRequest { threads: 2, ..want });
        // A time limit may cut the second run.
        if let Some(again) = again {
            tally.compare("the same seed", again.puzzle == text, &text, || again.puzzle.clone());
        }
    }
    formats(genre, &puzzle, &record, tally);
    let limits = Limits::solutions(2).with_nodes(NODES).with_time(TIME);
    let own = genre.solve(&puzzle, &limits);
    let reference = genre.reference(&puzzle, &Limits::solutions(2).with_nodes(FEW_NODES).with_time(TIME));
    match (&own, &reference) {
        (Ok(own), Ok(reference)) if own.stop.is_complete() && reference.stop.is_complete() => {
            let compared = |one: &Solution| match genre.as_positions() {
                Some(actions) => actions.compared(one),
                None => Some(one.clone()),
            };
            let sides = |all: &[Solution]| {
                let mut all: Vec<_> = all.iter().filter_map(compared).map(|v| format!("{v:?}")).collect();
                all.sort();
                all
            };
            let (ours, theirs) = (sides(&own.solutions), sides(&reference.solutions));
            tally.compare("the reference", ours == theirs, &text, || format!("{ours:?} against {theirs:?}"));
        }
        (Ok(own), Ok(_)) => tally.cut(if own.stop.is_complete() { "reference" } else { "solve" }),
        (Err(bad), _) | (_, Err(bad)) => {
            tally.compare("an answer", false, &text, || bad.to_string());
        }
    }
    let Ok(View::Clues(view)) = genre.view(&puzzle) else { return };
    let mut solved = None;
    let mut domains = view.domains.clone();
    for is_less in [false, true] {
        if is_less {
            // A given less, or a place whose values are open again.
            let given: Vec<usize> = view.given.iter().map(|var| var.index()).collect();
            let Some(&var) = pick(rng, &given) else { break };
            domains[var] = view.network.domains()[var];
        }
        let mut first: Option<(&str, Vec<Vec<Value>>)> = None;
        for engine in engines {
            let Some(found) = solutions(&**engine, &view.network, &domains) else {
                tally.cut(engine.name());
                continue;
            };
            for values in &found {
                tally.compare("rules of solutions", view.network.holds(values), &text, || engine.name().to_string());
            }
            match &first {
                None => first = Some((engine.name(), found)),
                Some((name, other)) => {
                    // Where there are as many as are counted, they may be others.
                    let is_same = found.len() == other.len() && (found.len() == MOST || found == *other);
                    let kind = if is_less { "engines, a given less" } else { "engines" };
                    tally.compare(kind, is_same, &text, || {
                        format!("{name} finds {} solutions, {} finds {}", other.len(), engine.name(), found.len())
                    });
                }
            }
        }
        if let (false, Some((name, found))) = (is_less, first) {
            tally.compare("one solution", found.len() == 1, &text, || format!("{name} finds {}", found.len()));
            solved = found.into_iter().next();
        }
    }
    if let Some(solution) = solved {
        steps(genre, &puzzle, &record, &solution, tally);
    }
}

/// Each step of a grade keeps the solution, and a grade that solves the puzzle ends in it.
fn steps(genre: &dyn Genre, puzzle: &Puzzle, record: &Record, solution: &[Value], tally: &mut Tally) {
    let limits = Limits::default().with_time(Duration::from_secs(5));
    let Ok(graded) = genre.grade(puzzle, None, &GradeRequest::new(genre.catalog().clone(), limits)) else {
        tally.compare("grade", false, &puzzle.text, || "no grade".to_string());
        return;
    };
    for step in &graded.steps {
        let places = step.places.iter().all(|l| solution[l.var.index()] == l.value);
        let removes = step.removes.iter().all(|r| !r.values.contains(solution[r.var.index()]));
        tally.compare("steps", places && removes, &puzzle.text, || {
            format!("{} takes the solution away", step.technique)
        });
    }
    if let (Some(stored), None) = (&record.grade, graded.limit) {
        let is_same = stored.tier == graded.info.tier && stored.points == graded.info.points;
        tally.compare("the grade of the record", is_same, &puzzle.text, || {
            format!("{} {:?} against {} {:?}", stored.tier, stored.points, graded.info.tier, graded.info.points)
        });
    }
}

/// Formats for other programs, which none here reads.
const WRITTEN_ONLY: [&str; 1] = ["seed"];

/// Reads again the puzzle that each format writes. Formats may refuse one in words.
fn formats(genre: &dyn Genre, puzzle: &Puzzle, record: &Record, tally: &mut Tally) {
    for format in genre.info().formats.iter().filter(|format| !WRITTEN_ONLY.contains(format)) {
        let mut written = Vec::new();
        if genre.write(format, &mut std::iter::once(record.clone()), &mut written).is_err() {
            continue;
        }
        let mut found = Vec::new();
        if !genre.read(&written, &mut |one| found.push(one)) {
            tesuji_genre::document::read_lines(genre, &written, &mut |one| found.push(one));
        }
        let texts: Vec<&str> = found.iter().flatten().map(|parsed| parsed.puzzle.text.as_str()).collect();
        // A format may say a puzzle otherwise (with sums that it needs): it has the same solutions.
        if !texts.contains(&puzzle.text.as_str())
            && let Some(Ok(parsed)) = found.first()
        {
            let limits = Limits::solutions(2).with_nodes(NODES).with_time(TIME);
            let solved = [genre.solve(puzzle, &limits), genre.solve(&parsed.puzzle, &limits)].map(Result::ok);
            let is_same = matches!(&solved, [Some(a), Some(b)] if a.solutions == b.solutions);
            let text = &parsed.puzzle.text;
            tally.compare("formats, in other words", is_same, &puzzle.text, || format!("{format}: {text}"));
            continue;
        }
        tally.compare("formats", texts.contains(&puzzle.text.as_str()), &puzzle.text, || {
            let why = found.first().and_then(|one| one.as_ref().err()).map(ToString::to_string);
            format!("{format}: {}", why.unwrap_or_else(|| "nothing is read".to_string()))
        });
    }
}

fn report(tallies: &BTreeMap<&str, Tally>, args: &Args, took: Duration) -> String {
    let sum = |of: &dyn Fn(&Tally) -> u64| tallies.values().map(of).sum::<u64>();
    let comparisons = sum(&|t| t.compared.values().sum());
    let mut out = format!(
        "# A long run\n\nSeed {}, {:.0} seconds, {} genres: {} puzzles, {comparisons} comparisons, {} disagreements.\n\n\
         | genre | puzzles | comparisons | cut short | disagreements |\n|---|---|---|---|---|\n",
        args.seed,
        took.as_secs_f64(),
        tallies.len(),
        sum(&|t| t.puzzles),
        sum(&|t| t.disagreements.len() as u64)
    );
    for (name, tally) in tallies {
        let listed = |all: &BTreeMap<String, u64>| {
            let all: Vec<String> = all.iter().map(|(name, n)| format!("{name} {n}")).collect();
            all.join(", ")
        };
        out += &format!(
            "| {name} | {} | {} | {} | {} |\n",
            tally.puzzles,
            listed(&tally.compared),
            listed(&tally.unfinished),
            tally.disagreements.len()
        );
    }
    for (name, tally) in tallies {
        for one in &tally.disagreements {
            out += &format!("\n- {name}, round {}: {}\n\n  `{}`\n", one.round, one.what, one.puzzle);
        }
    }
    out
}

fn main() -> ExitCode {
    let args = Args::parse();
    let start = Instant::now();
    let end = start + Duration::from_secs_f64(args.minutes.max(0.0) * 60.0);
    let engines: Vec<Box<dyn Solver>> = ENGINES.iter().filter_map(|name| by_name(name).ok()).collect();
    let genres: Vec<&'static dyn Genre> = tesuji_genres::all()
        .into_iter()
        .filter(|genre| args.genres.is_empty() || args.genres.iter().any(|name| name == genre.name()))
        .collect();
    if genres.is_empty() {
        eprintln!("no such genre");
        return ExitCode::from(2);
    }
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    'run: for turn in 0_u64.. {
        for (at, genre) in genres.iter().enumerate() {
            if Instant::now() >= end {
                break 'run;
            }
            let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
            rng.set_stream(turn << 16 | at as u64);
            round(*genre, &engines, &mut rng, tallies.entry(genre.name()).or_default());
        }
        eprintln!("round {}: {:.0} s", turn + 1, start.elapsed().as_secs_f64());
    }
    let text = report(&tallies, &args, start.elapsed());
    if let Some(folder) = &args.out {
        let json = serde_json::to_string_pretty(&tallies).unwrap_or_default() + "\n";
        let files = [("long_run.json", &json), ("long_run.md", &text)];
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| files.iter().try_for_each(|(name, text)| std::fs::write(folder.join(name), text)));
        if let Err(e) = written {
            eprintln!("{}: {e}", folder.display());
            return ExitCode::FAILURE;
        }
    }
    print!("{text}");
    if tallies.values().all(|tally| tally.disagreements.is_empty()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
