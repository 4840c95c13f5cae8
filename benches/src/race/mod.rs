//! The race: sets of puzzles, engines and rivals, rows, the table and the plot.

mod outside;
#[cfg(feature = "pumpkin")]
mod pumpkin;
mod report;
mod rivals;
mod sets;

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_backends::NAMES;

pub use report::{markdown, plot};
pub use rivals::{Rival, Solved, rivals};
pub use sets::{KitText, Puzzle, Set, Wanted, sets};
pub(crate) use sets::{spread, works};

/// One engine on one set.
#[derive(Default, Deserialize, Serialize)]
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
#[derive(Deserialize, Serialize)]
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
#[derive(Default, Deserialize, Serialize)]
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
    let lock = include_str!("../../../Cargo.lock");
    let mut versions = BTreeMap::from([("tesuji".to_string(), env!("CARGO_PKG_VERSION").to_string())]);
    let mut name = "";
    for line in lock.lines() {
        if let Some(rest) = line.strip_prefix("name = ") {
            name = rest.trim_matches('"');
        } else if let Some(rest) = line.strip_prefix("version = ")
            && ["sudoku", "varisat", "batsat", "cadical", "pumpkin-core", "microlp"].contains(&name)
        {
            versions.insert(name.to_string(), rest.trim_matches('"').to_string());
        }
    }
    versions.extend(outside::versions());
    versions
}
