//! The race: sets of puzzles, engines, rows, the table and the plot.

use crate::generic::{domains, sample};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;
use sudoku::Sudoku;
use tesuji_backends::{NAMES, by_name};
use tesuji_corpus::{Items, Reader, Source};
use tesuji_genre::{Genre, View};
use tesuji_solver::{Answer, Domain, FastSolver, Limits, Network, Solver, Value};

/// A puzzle with the answer that all have to give.
pub struct Puzzle {
    /// In the genre's notation.
    pub text: String,
    /// The rules.
    pub network: std::sync::Arc<Network>,
    /// The values that the puzzle leaves to each variable.
    pub domains: Vec<Domain>,
    /// The solutions, up to two.
    pub solutions: Vec<Vec<Value>>,
}

impl Puzzle {
    /// Why an answer is another one.
    pub fn disagrees(&self, answer: &Solved) -> Option<String> {
        if answer.count != self.solutions.len() {
            return Some(format!("{} solutions, not {}", answer.count, self.solutions.len()));
        }
        match (&answer.values, self.solutions.as_slice()) {
            (Some(values), [only]) if values != only => Some("another solution".to_string()),
            _ => None,
        }
    }
}

/// An answer.
pub struct Solved {
    /// Solutions, up to two.
    pub count: usize,
    /// The first of them, where the engine tells it.
    pub values: Option<Vec<Value>>,
    /// Was the search complete?
    pub is_complete: bool,
    /// CPU seconds, of an engine that is a process of its own.
    pub seconds: Option<f64>,
}

/// A set of puzzles of one genre.
pub struct Set {
    /// The genre's name.
    pub genre: String,
    /// The name of the set.
    pub name: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// Nodes for the answers that are compared with.
const NODES: u64 = 2_000_000;
/// Sets of sudokus that are raced where the data folder is there.
const SUDOKUS: [&str; 4] = [
    "17_clue.txt",
    "magictour_top1465.txt",
    "sudoku_exchange_diabolical_2020_rated.txt",
    "forum_hardest_1905_11plus.txt",
];

/// The puzzle of a view, where it is answered within the limits.
fn answered(text: String, network: std::sync::Arc<Network>, domains: Vec<Domain>) -> Option<Puzzle> {
    let limits = Limits::solutions(2).with_nodes(NODES);
    let answer = FastSolver::default().solve(&network, Some(&domains), &limits);
    let is_known = answer.stop.is_complete() || answer.solutions.len() > 1;
    is_known.then_some(Puzzle { text, network, domains, solutions: answer.solutions })
}

fn read(genre: &'static dyn Genre, source: &Source, take: usize) -> Result<Vec<Puzzle>, String> {
    let all = tesuji_genres::all();
    let reader = Reader::new(&all, Some(genre), source);
    let mut items = Items::open(source, &reader).map_err(|e| e.to_string())?;
    let mut works = Vec::new();
    while let Some(item) = items.next_item().map_err(|e| e.to_string())? {
        works.extend(reader.work(item).map_err(|e| e.to_string())?);
    }
    let step = (works.len() / take.max(1)).max(1);
    let mut puzzles = Vec::new();
    for work in works.into_iter().step_by(step).take(take) {
        if let View::Clues(view) = genre.view(&work.puzzle).map_err(|e| e.to_string())? {
            puzzles.extend(answered(work.puzzle.text.clone(), view.network.clone(), view.domains.clone()));
        }
    }
    Ok(puzzles)
}

/// The sets: the corpora that come with the project, sudokus of the data folder where it is there,
/// and those that are named as `GENRE=FILE`.
///
/// # Errors
/// The file or line that can't be read, in words.
pub fn sets(take: usize, only: &[String], named: &[String]) -> Result<Vec<Set>, String> {
    let mut all = Vec::new();
    let wanted = |name: &str| only.is_empty() || only.iter().any(|one| one == name);
    for genre in tesuji_genres::all().into_iter().filter(|genre| wanted(genre.name())) {
        let path = format!("{}/../data/puzzles/{}.jsonl.gz", env!("CARGO_MANIFEST_DIR"), genre.name());
        if std::path::Path::new(&path).exists() {
            let puzzles = read(genre, &Source::of_arg(&path), take)?;
            if !puzzles.is_empty() {
                all.push(Set { genre: genre.name().to_string(), name: "data/puzzles".to_string(), puzzles });
            }
        }
        if genre.name() != "sudoku" {
            continue;
        }
        let network = std::sync::Arc::new(crate::boxed(3, 3));
        for file in SUDOKUS {
            let Some(sample) = sample(file, take) else {
                eprintln!("SKIPPED: {file} is not there");
                continue;
            };
            let line = |domains: &[Domain]| -> String {
                domains.iter().map(|d| d.value().map_or('.', |v| char::from(b'0' + v))).collect()
            };
            let puzzles = sample.into_iter().filter_map(|d| answered(line(&d), network.clone(), d)).collect();
            let name = file.trim_end_matches(".txt").to_string();
            all.push(Set { genre: "sudoku".to_string(), name, puzzles });
        }
    }
    for one in named {
        let (genre, file) = one.split_once('=').ok_or_else(|| format!("{one}: GENRE=FILE is expected"))?;
        let known = tesuji_genres::get(genre).ok_or_else(|| format!("no genre {genre:?}"))?;
        let puzzles = read(known, &Source::of_arg(file), take).map_err(|why| format!("{file}: {why}"))?;
        let name = file.rsplit('/').next().unwrap_or(file).to_string();
        all.push(Set { genre: genre.to_string(), name, puzzles });
    }
    Ok(all)
}

type Solve = Box<dyn FnMut(&Puzzle, Duration) -> Option<Solved>>;

/// An engine in the race.
pub struct Rival {
    /// Its name.
    pub name: String,
    solve: Solve,
}

impl Rival {
    /// Its answer; `None` where it does not take the puzzle.
    pub fn solve(&mut self, puzzle: &Puzzle, limit: Duration) -> Option<Solved> {
        (self.solve)(puzzle, limit)
    }
}

/// The answer of one of our engines to a question for two solutions.
fn solved(answer: Answer<Vec<Value>>) -> Solved {
    let count = answer.solutions.len();
    Solved {
        count,
        values: answer.solutions.into_iter().next(),
        is_complete: answer.stop.is_complete() || count > 1,
        seconds: None,
    }
}

fn general(solver: Box<dyn Solver>) -> Solve {
    Box::new(move |puzzle, limit| {
        solver.supports(&puzzle.network).ok()?;
        let limits = Limits::solutions(2).with_time(limit);
        let answer = solver.solve(&puzzle.network, Some(&puzzle.domains), &limits);
        Some(solved(answer))
    })
}

/// The engines for puzzles of a genre, and the names of those that are not there, with the reason.
pub fn rivals(genre: &str) -> (Vec<Rival>, Vec<String>) {
    let (mut all, mut skipped) = (Vec::new(), Vec::new());
    for name in NAMES {
        match by_name(name) {
            Ok(solver) => all.push(Rival { name: (*name).to_string(), solve: general(solver) }),
            Err(why) => skipped.push(format!("{name}: {why}")),
        }
    }
    if genre == "sudoku" {
        all.push(Rival { name: "fast, compiled once".to_string(), solve: compiled_once() });
        all.push(Rival { name: "crate sudoku".to_string(), solve: Box::new(|puzzle, _| sudoku_crate(puzzle)) });
    }
    for (name, script) in OUTSIDE {
        match outside(genre, script) {
            Ok(Some(solve)) => all.push(Rival { name: name.to_string(), solve }),
            Ok(None) => {}
            Err(why) => skipped.push(format!("{name}: {why}")),
        }
    }
    (all, skipped)
}

fn compiled_once() -> Solve {
    let engine = tesuji_solver::fast::Engine::compile(&crate::boxed(3, 3));
    Box::new(move |puzzle, limit| {
        let domains = domains(&puzzle.text)?;
        let answer = engine.solve(&domains, &Limits::solutions(2).with_time(limit));
        Some(solved(answer))
    })
}

fn sudoku_crate(puzzle: &Puzzle) -> Option<Solved> {
    let sudoku = Sudoku::from_str_line(puzzle.text.get(..81)?).ok()?;
    let count = sudoku.solutions_count_up_to(2);
    let values = if count == 1 { sudoku.some_solution().map(|s| s.to_bytes().to_vec()) } else { None };
    Some(Solved { count, values, is_complete: true, seconds: None })
}

/// Rivals outside of this program: a name, and a script in `benches/rivals` that a Python runs. It
/// takes 81 characters and answers with the number of solutions up to two, the first of them, and its
/// CPU seconds.
const OUTSIDE: [(&str, &str); 2] = [("OR-tools (Python)", "ortools_sudoku.py"), ("Z3 (Python)", "z3_sudoku.py")];

/// The Python that runs them: `TESUJI_PYTHON`, or the one of the system.
fn python() -> String {
    std::env::var("TESUJI_PYTHON").unwrap_or_else(|_| "python3".to_string())
}

/// The rival of a script: `Ok(None)` where it does not know the genre.
///
/// Its times are those that it tells itself, so that the start of an interpreter is not counted.
fn outside(genre: &str, script: &str) -> Result<Option<Solve>, String> {
    if genre != "sudoku" {
        return Ok(None);
    }
    let path = format!("{}/rivals/{script}", env!("CARGO_MANIFEST_DIR"));
    let ran = Command::new(python()).arg(&path).arg("--version").stdin(Stdio::null()).output();
    match ran {
        Ok(ran) if ran.status.success() => {}
        Ok(ran) => return Err(String::from_utf8_lossy(&ran.stderr).lines().last().unwrap_or("fails").to_string()),
        Err(e) => return Err(format!("python3: {e}")),
    }
    Ok(Some(Box::new(move |puzzle, _| {
        let line = puzzle.text.get(..81).filter(|_| puzzle.text.len() == 81)?;
        let ran = Command::new(python()).arg(&path).arg(line).output().ok()?;
        let text = String::from_utf8_lossy(&ran.stdout).into_owned();
        let mut words = text.split_whitespace();
        let count = words.next()?.parse().ok()?;
        let values = words.next().map(|line| line.bytes().map(|b| b.wrapping_sub(b'0')).collect());
        let seconds = words.next()?.parse().ok();
        Some(Solved { count, values: values.filter(|_| count == 1), is_complete: true, seconds })
    })))
}

/// One engine on one set.
#[derive(Default, Serialize)]
pub struct Cell {
    /// Puzzles that it got.
    pub asked: usize,
    /// Those that it finished.
    pub finished: usize,
    /// Those that took too long.
    pub late: usize,
    /// Those that it does not take.
    pub refused: usize,
    /// CPU microseconds of each finished puzzle.
    pub micros: Vec<f64>,
}

impl Cell {
    /// The middle time; none where nothing was finished, or too little to tell.
    pub fn median(&self) -> Option<f64> {
        (self.finished > 0 && self.finished * 2 > self.asked).then(|| crate::median(self.micros.clone()))
    }
}

/// A set with all engines.
#[derive(Serialize)]
pub struct Row {
    /// The genre's name.
    pub genre: String,
    /// The name of the set.
    pub set: String,
    /// Puzzles of the set.
    pub puzzles: usize,
    /// By engine.
    pub cells: BTreeMap<String, Cell>,
}

/// The whole race.
#[derive(Default, Serialize)]
pub struct Race {
    /// The machine: processor and cores.
    pub machine: String,
    /// Versions by name.
    pub versions: BTreeMap<String, String>,
    /// Milliseconds for a puzzle.
    pub limit: u64,
    /// Engines that this machine does not have, each with the reason.
    pub skipped: Vec<String>,
    /// The sets.
    pub rows: Vec<Row>,
}

impl Race {
    /// An empty row for a set.
    pub fn row(&self, set: &Set) -> Row {
        Row { genre: set.genre.clone(), set: set.name.clone(), puzzles: set.puzzles.len(), cells: BTreeMap::new() }
    }

    fn engines(&self) -> Vec<String> {
        let there: BTreeSet<&str> = self.rows.iter().flat_map(|row| row.cells.keys().map(String::as_str)).collect();
        let own = NAMES.iter().copied().filter(|name| there.contains(name));
        let others = there.iter().copied().filter(|name| !NAMES.contains(name));
        own.chain(others).map(str::to_string).collect()
    }
}

/// The engine that others are compared with.
const BASE: &str = "fast";

/// The processor and its cores.
pub fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name =
        text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let kernel = tesuji_solver::fast::Engine::compile(&crate::boxed(3, 3)).kernel().to_string();
    format!("{}, {cores} cores; {kernel}", name.unwrap_or("a processor without a name"))
}

/// Versions of the engines, as the lock file has them.
pub fn versions() -> BTreeMap<String, String> {
    let lock = include_str!("../../Cargo.lock");
    let mut versions = BTreeMap::from([("tesuji".to_string(), env!("CARGO_PKG_VERSION").to_string())]);
    let mut name = "";
    for line in lock.lines() {
        if let Some(rest) = line.strip_prefix("name = ") {
            name = rest.trim_matches('"');
        } else if let Some(rest) = line.strip_prefix("version = ")
            && ["sudoku", "varisat", "batsat", "cadical", "good_lp", "microlp", "highs"].contains(&name)
        {
            versions.insert(name.to_string(), rest.trim_matches('"').to_string());
        }
    }
    for (rival, script) in OUTSIDE {
        let path = format!("{}/rivals/{script}", env!("CARGO_MANIFEST_DIR"));
        if let Ok(ran) = Command::new(python()).arg(&path).arg("--version").output()
            && ran.status.success()
        {
            versions.insert(rival.to_string(), String::from_utf8_lossy(&ran.stdout).trim().to_string());
        }
    }
    versions
}

fn micros(of: f64) -> String {
    match of {
        _ if of >= 1e6 => format!("{:.1} s", of / 1e6),
        _ if of >= 1e3 => format!("{:.1} ms", of / 1e3),
        _ => format!("{of:.1} µs"),
    }
}

/// The table: median CPU time a puzzle, and how many times that of the fast engine.
pub fn markdown(race: &Race) -> String {
    let engines = race.engines();
    let mut out = String::from("# Race\n\n");
    let _ = writeln!(out, "{}\n", race.machine);
    let versions: Vec<String> = race.versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
    let _ = writeln!(
        out,
        "Versions: {}. Each answer (solutions up to two, and the only one) was compared; medians of CPU time a puzzle, and in \
         brackets how many times that of `{BASE}`; (n of m): finished within {} ms, where not all were.\n",
        versions.join(", "),
        race.limit
    );
    if !race.skipped.is_empty() {
        let _ = writeln!(out, "Not there: {}.\n", race.skipped.join("; "));
    }
    let _ = writeln!(out, "| genre | set | puzzles | {} |", engines.join(" | "));
    let _ = writeln!(out, "|---|---|---|{}", "---|".repeat(engines.len()));
    for row in &race.rows {
        let base = row.cells.get(BASE).and_then(Cell::median);
        let cells = engines.iter().map(|name| match row.cells.get(name) {
            None => String::new(),
            Some(cell) if cell.refused == cell.asked => "not taken".to_string(),
            Some(cell) => {
                let part = match cell.finished == cell.asked {
                    true => String::new(),
                    false => format!(" ({} of {})", cell.finished, cell.asked),
                };
                match (cell.median(), base) {
                    (Some(time), Some(base)) if name != BASE => {
                        format!("{} [{:.1}]{part}", micros(time), time / base)
                    }
                    (Some(time), _) => format!("{}{part}", micros(time)),
                    (None, _) => format!("late{part}"),
                }
            }
        });
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            row.genre,
            row.set,
            row.puzzles,
            cells.collect::<Vec<_>>().join(" | ")
        );
    }
    out
}

/// Height of a row of the plot, and the widths of names and of a factor of ten.
const ROW: f64 = 15.0;
const NAMES_WIDTH: f64 = 190.0;
const DECADE: f64 = 85.0;
/// Powers of ten of the axis, below and above the fast engine.
const DECADES: (i32, i32) = (-1, 5);
const COLOURS: [&str; 10] =
    ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"];

/// A plot of the ratios: a row a set, a dot an engine, on a logarithmic axis.
pub fn plot(race: &Race) -> String {
    let engines = race.engines();
    let legend = (engines.len() as f64 / 6.0).ceil() * 16.0;
    let (top, width) = (30.0 + legend, NAMES_WIDTH + DECADE * f64::from(DECADES.1 - DECADES.0) + 30.0);
    let height = top + ROW * race.rows.len() as f64 + 10.0;
    let x = |ratio: f64| {
        NAMES_WIDTH + DECADE * (ratio.log10().clamp(DECADES.0.into(), DECADES.1.into()) - f64::from(DECADES.0))
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"10\">\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fff\"/>"
    );
    let colour = |name: &str| engines.iter().position(|e| e == name).map_or("#000", |i| COLOURS[i % COLOURS.len()]);
    for (i, name) in engines.iter().enumerate() {
        let (cx, cy) = (14.0 + (i % 6) as f64 * (width - 20.0) / 6.0, 14.0 + (i / 6) as f64 * 16.0);
        let _ = write!(
            out,
            "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4\" fill=\"{}\"/><text x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            colour(name),
            cx + 7.0,
            cy + 3.5
        );
    }
    for power in DECADES.0..=DECADES.1 {
        let at = x(10_f64.powi(power));
        let _ = write!(
            out,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{:.1}\" y2=\"{height:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}×</text>",
            top - 4.0,
            top - 8.0,
            10_f64.powi(power)
        );
    }
    for (i, row) in race.rows.iter().enumerate() {
        let y = top + ROW * (i as f64 + 0.5);
        let name = if row.set == "data/puzzles" { row.genre.clone() } else { format!("{}: {}", row.genre, row.set) };
        let name: String = name.chars().take(34).collect();
        let _ = write!(out, "<text x=\"4\" y=\"{:.1}\">{name}</text>", y + 3.5);
        let Some(base) = row.cells.get(BASE).and_then(Cell::median) else { continue };
        for (engine, cell) in &row.cells {
            let Some(time) = cell.median() else { continue };
            let fill = if cell.finished == cell.asked { colour(engine) } else { "#fff" };
            let _ = write!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"{}\"><title>{engine}: {:.1}×</title></circle>",
                x(time / base),
                colour(engine),
                time / base
            );
        }
    }
    out + "</svg>\n"
}
