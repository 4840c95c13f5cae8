//! Sets of puzzles, each with the answer that all have to give.

use super::Solved;
use crate::generic::sample;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tesuji_corpus::{Items, Reader, Source, Work};
use tesuji_genre::{Bad, Genre, View};
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::{Domain, FastSolver, Limits, Network, Solver, Value};

/// A puzzle with the answer that all have to give.
pub struct Puzzle {
    /// In the genre's notation.
    pub text: String,
    /// The rules.
    pub network: Arc<Network>,
    /// The values that the puzzle leaves to each variable.
    pub domains: Vec<Domain>,
    /// The solutions, up to two.
    pub solutions: Vec<Vec<Value>>,
    /// The puzzle as Puzzle Kit has it, where it comes from there.
    pub kit: Option<KitText>,
}

/// A puzzle in Puzzle Kit's form.
#[derive(Clone)]
pub struct KitText {
    /// The genre, which also reads answers of that form.
    pub genre: &'static dyn HouseGenre,
    /// Rows and columns, then the clues.
    pub problem: String,
}

impl Puzzle {
    /// Why an answer is another one.
    pub fn disagrees(&self, answer: &Solved) -> Option<String> {
        let expected = self.solutions.len().min(if answer.is_first_only { 1 } else { 2 });
        if answer.count != expected {
            return Some(format!("{} solutions, not {expected}", answer.count));
        }
        match (&answer.values, self.solutions.as_slice()) {
            (Some(values), [only]) if values.iter().any(|&(var, value)| only[var.index()] != value) => {
                Some("another solution".to_string())
            }
            _ => None,
        }
    }
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
fn answered(text: String, network: Arc<Network>, domains: Vec<Domain>, kit: Option<KitText>) -> Option<Puzzle> {
    let limits = Limits::solutions(2).with_nodes(NODES);
    let answer = FastSolver::default().solve(&network, Some(&domains), &limits);
    let is_known = answer.stop.is_complete() || answer.solutions.len() > 1;
    is_known.then_some(Puzzle { text, network, domains, solutions: answer.solutions, kit })
}

/// Items that are spread evenly, `take` of them at most.
pub(crate) fn spread<T>(all: Vec<T>, take: usize) -> impl Iterator<Item = T> {
    let step = (all.len() / take.max(1)).max(1);
    all.into_iter().step_by(step).take(take)
}

/// The puzzles of a source with what their records say.
pub(crate) fn works(genre: &'static dyn Genre, source: &Source) -> Result<Vec<Work>, String> {
    let all = tesuji_genres::all();
    let reader = Reader::new(&all, Some(genre), source);
    let mut items = Items::open(source, &reader).map_err(|e| e.to_string())?;
    let mut works = Vec::new();
    while let Some(item) = items.next_item().map_err(|e| e.to_string())? {
        works.extend(reader.work(item).map_err(|e| e.to_string())?);
    }
    Ok(works)
}

fn read(genre: &'static dyn Genre, source: &Source, take: usize) -> Result<Vec<Puzzle>, String> {
    let mut puzzles = Vec::new();
    for work in spread(works(genre, source)?, take) {
        if let View::Clues(view) = genre.view(&work.puzzle).map_err(|e| e.to_string())? {
            puzzles.extend(answered(work.puzzle.text.clone(), view.network.clone(), view.domains.clone(), None));
        }
    }
    Ok(puzzles)
}

/// A data set of Puzzle Kit; `None` where the pencil house has no such genre.
fn kit(file: &Path, take: usize) -> Result<Option<Set>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let json: serde_json::Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let (Some(name), Some(data)) = (json["name"].as_str(), json["data"].as_object()) else {
        return Err("no data set of Puzzle Kit: a name and data are expected".to_string());
    };
    let Some(genre) = tesuji_pencil::genres::all().into_iter().find(|g| g.puzzle_kit() == name) else {
        return Ok(None);
    };
    let mut puzzles = Vec::new();
    let problems = data.iter().filter_map(|(id, entry)| Some((id, entry["problem"].as_str()?)));
    for (id, problem) in spread(problems.collect(), take) {
        let bad = |bad: Bad| format!("puzzle {id:?}: {bad}");
        let (text, _) = genre.read_kit(problem, "").map_err(bad)?;
        let parsed = genre.parse(&text).map_err(bad)?;
        if let View::Clues(view) = genre.view(&parsed.puzzle).map_err(bad)? {
            let kit = Some(KitText { genre, problem: problem.to_string() });
            puzzles.extend(answered(text, view.network.clone(), view.domains.clone(), kit));
        }
    }
    Ok(Some(Set { genre: genre.name().to_string(), name: "Puzzle Kit".to_string(), puzzles }))
}

/// Sudokus of the data folder.
fn sudokus(take: usize) -> impl Iterator<Item = Set> {
    let network = Arc::new(crate::boxed(3, 3));
    SUDOKUS.iter().filter_map(move |file| {
        let Some(sample) = sample(file, take) else {
            eprintln!("SKIPPED: {file} is not there");
            return None;
        };
        let line = |domains: &[Domain]| -> String {
            domains.iter().map(|d| d.value().map_or('.', |v| char::from(b'0' + v))).collect()
        };
        let puzzles = sample.into_iter().filter_map(|d| answered(line(&d), network.clone(), d, None)).collect();
        Some(Set { genre: "sudoku".to_string(), name: file.trim_end_matches(".txt").to_string(), puzzles })
    })
}

/// Which sets are raced.
pub struct Wanted<'a> {
    /// Puzzles of each.
    pub take: usize,
    /// Genres; empty: all.
    pub genres: &'a [String],
    /// Further sets as `GENRE=FILE`.
    pub named: &'a [String],
    /// A folder with data sets of Puzzle Kit.
    pub kit: Option<&'a Path>,
}

/// The sets: the corpora that come with the project, sudokus of the data folder where it is there,
/// those that are named, and data sets of Puzzle Kit.
///
/// # Errors
/// The file or line that can't be read, in words.
pub fn sets(wanted: &Wanted<'_>) -> Result<Vec<Set>, String> {
    let take = wanted.take;
    let is_wanted = |name: &str| wanted.genres.is_empty() || wanted.genres.iter().any(|one| one == name);
    let mut all = Vec::new();
    for genre in tesuji_genres::all().into_iter().filter(|genre| is_wanted(genre.name())) {
        let path = format!("{}/../data/puzzles/{}.jsonl.gz", env!("CARGO_MANIFEST_DIR"), genre.name());
        if Path::new(&path).exists() {
            let puzzles = read(genre, &Source::of_arg(&path), take)?;
            if !puzzles.is_empty() {
                all.push(Set { genre: genre.name().to_string(), name: "data/puzzles".to_string(), puzzles });
            }
        }
        if genre.name() == "sudoku" {
            all.extend(sudokus(take));
        }
    }
    for one in wanted.named {
        let (genre, file) = one.split_once('=').ok_or_else(|| format!("{one}: GENRE=FILE is expected"))?;
        let known = tesuji_genres::get(genre).ok_or_else(|| format!("no genre {genre:?}"))?;
        let puzzles = read(known, &Source::of_arg(file), take).map_err(|why| format!("{file}: {why}"))?;
        let name = file.rsplit('/').next().unwrap_or(file).to_string();
        all.push(Set { genre: genre.to_string(), name, puzzles });
    }
    if let Some(folder) = wanted.kit {
        let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|ext| ext == "json")) {
            let set = kit(file, take).map_err(|why| format!("{}: {why}", file.display()))?;
            all.extend(set.filter(|set| is_wanted(&set.genre) && !set.puzzles.is_empty()));
        }
    }
    Ok(all)
}
