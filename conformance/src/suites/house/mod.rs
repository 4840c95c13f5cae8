//! Shared parts of the suites over all genres of the pencil house: puzzles posed, solved by two
//! engines, judged.

pub(super) mod kit;
pub(super) mod nonogram_lines;
pub(super) mod puzzlink;
pub(super) mod pzprjs;
mod rules_of_codes;
#[cfg(test)]
mod states_by_hand;
pub(super) mod tatham;

use super::pencil::{Says, sat, sound};
use crate::{Case, Error, Options, Report, Verdict};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;
use tesuji_genre::{Bad, ClueView, Puzzle, View};
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::{Limits, Value, Var};

/// The factor of time that a second engine gets over the first.
const PATIENCE: u32 = 10;

/// A puzzle of a genre, as the engines see it.
pub(super) struct Posed {
    pub genre: &'static dyn HouseGenre,
    pub puzzle: Puzzle,
    pub view: ClueView,
}

impl Posed {
    pub fn new(genre: &'static dyn HouseGenre, text: &str) -> Result<Posed, Bad> {
        let puzzle = genre.parse(text)?.puzzle;
        match genre.view(&puzzle)? {
            View::Clues(view) => Ok(Posed { genre, puzzle, view }),
            View::Reading => Err(Bad::new("the puzzle has no network")),
        }
    }

    /// The word of the genre's own solving on up to two solutions.
    pub fn solve(&self, time: Duration) -> Result<Says, String> {
        let limits = Limits::solutions(2).with_time(time);
        let solved = self.genre.solve(&self.puzzle, &limits).map_err(|bad| bad.to_string())?;
        let values = solved.solutions.iter().map(|s| self.genre.solution_values(&self.puzzle.text, s));
        let values: Option<Vec<_>> = values.collect();
        let values = values.ok_or("a solution can't be read back")?;
        Ok(sound(&self.view.network, &self.view.domains, Says::counted(values, solved.stop)))
    }

    /// The rules that values break, in words. Rules about places without a value are left out.
    pub fn broken(&self, values: &[(Var, Value)]) -> Vec<String> {
        let mut told = vec![None; self.view.network.len()];
        values.iter().for_each(|&(var, value)| told[var.index()] = Some(value));
        let clashes = values.iter().filter(|(var, value)| !self.view.domains[var.index()].contains(*value));
        let clashes = clashes.map(|(var, _)| format!("what is given at {}", self.view.names.var(*var)));
        let rules = self.view.network.rule_ids().filter(|&id| {
            let rule = self.view.network.rule(id);
            let is_told = rule.scope().iter().all(|v| told[v.index()].is_some());
            is_told && !rule.holds(&|v| told[v.index()].unwrap_or_default())
        });
        clashes.chain(rules.map(|id| self.view.names.rule(id))).collect()
    }

    /// The verdict where an answer is not the one expected: proved where a second engine says the
    /// same.
    pub fn judge(&self, got: &Says, time: Duration, mut line: Json) -> Report {
        let limits = Limits::solutions(2).with_time(time.saturating_mul(PATIENCE));
        let second = sat(&self.view.network, &self.view.domains, &limits);
        line["genre"] = self.genre.name().into();
        line["puzzle"] = self.puzzle.text.clone().into();
        line["got"] = got.word().into();
        line["sat"] = second.word().into();
        let solutions: Vec<Json> = match got {
            Says::One(values) => vec![self.view.solution(values).into()],
            Says::Many(all) => all.iter().map(|values| self.view.solution(values).into()).collect(),
            _ => Vec::new(),
        };
        line["solutions"] = solutions.into();
        let verdict = match (got, &second) {
            (Says::GaveUp(_), _) | (_, Says::GaveUp(_)) => Verdict::Unknown,
            (a, b) if a.agrees(b) => Verdict::Proved,
            _ => Verdict::Differ,
        };
        Report::with_line(verdict, line)
    }
}

/// The genre with a name in addresses and states: one of the program, else one of the genre files
/// that come with it.
pub(super) fn of_address(name: &str) -> Option<&'static dyn HouseGenre> {
    let has = |g: &&'static dyn HouseGenre| g.info().address_names.contains(&name);
    tesuji_pencil::genres::all().into_iter().find(has).or_else(|| described().iter().copied().find(has))
}

/// The genres of the files in `data/genres`, by name of the file.
fn described() -> &'static [&'static dyn HouseGenre] {
    static GENRES: OnceLock<Vec<&'static dyn HouseGenre>> = OnceLock::new();
    GENRES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/genres");
        let files = files(&folder, "toml").unwrap_or_default();
        let genre = |file: &PathBuf| tesuji_described::read(&text_of(file).ok()?).ok();
        files.iter().filter_map(genre).map(|genre| genre as &dyn HouseGenre).collect()
    })
}

/// A case that is not run: it counts in tables of the summary, each under a name.
pub(super) struct Left(pub Vec<(&'static str, String)>);

impl Left {
    /// A case that counts in one table.
    pub fn of(table: &'static str, name: impl Into<String>) -> Left {
        Left(vec![(table, name.into())])
    }

    /// A case of a genre that is not there, by its name and by what is missing.
    pub fn not_there(name: &str, missing: Option<&String>) -> Left {
        let missing = missing.map(|kind| ("missing", kind.clone()));
        Left([("not_there", name.to_string())].into_iter().chain(missing).collect())
    }
}

impl Case for Left {
    fn run(&self, _: &Options) -> Report {
        let skipped = Report::of(Verdict::Skipped);
        self.0.iter().fold(skipped, |report, (table, name)| report.count_in(table, name.clone()))
    }
}

/// A report of a text that could not be read.
pub(super) fn unread(case: &str, reason: &str) -> Report {
    Report::with_line(Verdict::Differ, json!({"case": case, "reason": reason}))
}

/// The file, or the files of a folder whose names end so, by name.
pub(super) fn files(path: &Path, ending: &str) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let list = std::fs::read_dir(path).map_err(|e| Error::Input(format!("cannot read {}: {e}", path.display())))?;
    let mut files: Vec<PathBuf> = list.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == ending) && !stem(f).starts_with('_'));
    files.sort();
    if files.is_empty() {
        return Err(Error::Input(format!("{} holds no file that ends with .{ending}", path.display())));
    }
    Ok(files)
}

/// The name of a file without its ending.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The text of a file.
pub(super) fn text_of(path: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(path).map_err(|e| Error::Input(format!("cannot read {}: {e}", path.display())))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
