//! An entry on record: a small table, a row a line.

use crate::median;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A row below this part of the last entry has fallen.
pub const FALLEN: f64 = 0.9;

/// One row of an entry.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// The unit of the figure.
    pub unit: String,
    /// The amount of work of a turn.
    pub amount: u64,
    /// Units a second of CPU.
    pub rate: f64,
    /// The rate on a machine that takes [`super::NOMINAL`] seconds for the kernel.
    pub normal: f64,
}

/// The figures of one run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Entry {
    /// Date and commit: the file's name without its ending.
    pub name: String,
    /// By row.
    pub figures: BTreeMap<String, Figure>,
}

impl Figure {
    /// A row's name and figure from a line.
    fn parse(line: &str) -> Option<(String, Figure)> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [row, unit, amount, rate, normal] = fields[..] else { return None };
        let (amount, rate, normal) = (amount.parse().ok()?, rate.parse().ok()?, normal.parse().ok()?);
        Some((row.to_string(), Figure { unit: unit.to_string(), amount, rate, normal }))
    }
}

const HEAD: &str = "row\tunit\tamount\trate\tnormal";

/// The folder with all entries.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("record/ledger")
}

impl Entry {
    /// The entry with the last name in a folder; an empty one if there is none.
    ///
    /// # Errors
    /// The file and line that can't be read, in words.
    pub fn last(folder: &Path) -> Result<Entry, String> {
        let files = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let last = files.filter(|path| path.extension().is_some_and(|ending| ending == "tsv")).max();
        let Some(path) = last else { return Ok(Entry::default()) };
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Entry::parse(name, &text).map_err(|why| format!("{}: {why}", path.display()))
    }

    /// An entry from its text.
    ///
    /// # Errors
    /// The line that is no row.
    pub fn parse(name: String, text: &str) -> Result<Entry, String> {
        let mut figures = BTreeMap::new();
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && *line != HEAD);
        for (at, line) in lines {
            let figure = Figure::parse(line);
            figures.extend([figure.ok_or_else(|| format!("line {}: {HEAD:?} is expected", at + 1))?]);
        }
        Ok(Entry { name, figures })
    }

    /// Its text; `about` tells the machine.
    pub fn text(&self, about: &str) -> String {
        let mut out = format!("# {about}\n{HEAD}\n");
        for (row, Figure { unit, amount, rate, normal }) in &self.figures {
            let _ = writeln!(out, "{row}\t{unit}\t{amount}\t{}\t{}", short(*rate), short(*normal));
        }
        out
    }
}

/// A figure in four digits.
pub fn short(figure: f64) -> String {
    let digits = (3.0 - figure.abs().max(1e-9).log10().floor()).clamp(0.0, 6.0);
    format!("{figure:.*}", digits as usize)
}

/// The median of a row's turns as a part of the last entry's figure.
pub fn ratio(turns: &[f64], last: f64) -> f64 {
    median(turns.to_vec()) / last
}

/// Is a row with these turns slower by more than a tenth than the figure on record?
pub fn has_fallen(turns: &[f64], last: f64) -> bool {
    ratio(turns, last) < FALLEN
}

/// Time and short name of the commit that is checked out, as an entry's name.
///
/// # Errors
/// Git's own words.
pub fn commit() -> Result<String, String> {
    let words = ["log", "-1", "--date=format:%Y-%m-%dT%H%M", "--format=%cd-%h"];
    let ended = Command::new("git").args(words).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = ended.map_err(|e| format!("git: {e}"))?;
    let name = String::from_utf8_lossy(&output.stdout).trim().to_string();
    if name.is_empty() { Err(format!("git: {}", String::from_utf8_lossy(&output.stderr))) } else { Ok(name) }
}
