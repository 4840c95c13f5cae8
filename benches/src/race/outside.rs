//! Rivals of the Python registry: scripts in `benches/rivals`, each a process that answers line by
//! line.
//!
//! `script --version` tells the version, `script --genres` the genres. Then each line in is a JSON
//! object: `genre`, `puzzle` (Puzzle Kit's form where `kit` is true, else the genre's notation),
//! `kit`, `seconds` for the search. Each line out is one: `count` (solutions found, up to two),
//! `solution` (of the same form), `first_only` (it looked for no second one), `seconds` of CPU; or
//! `late` or `refused` as true. The start of the interpreter is not counted.

use super::Puzzle;
use super::rivals::{Rival, Solve, Solved, by_variable};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tesuji_solver::{Value, Var};

/// Names and scripts.
const SCRIPTS: [(&str, &str); 3] = [
    ("OR-tools (Python)", "ortools_sudoku.py"),
    ("Z3 (Python)", "z3_sudoku.py"),
    ("puzzlekit (Python), first solution", "puzzlekit_pencil.py"),
];

/// The script, to be run by the Python that `TESUJI_PYTHON` names, or by the one of the system.
fn script(name: &str) -> Command {
    let mut command = Command::new(std::env::var("TESUJI_PYTHON").unwrap_or_else(|_| "python3".to_string()));
    command.arg(format!("{}/rivals/{name}", env!("CARGO_MANIFEST_DIR")));
    command
}

/// The output of a script for an option; the last line of its complaint where it fails.
fn told(name: &str, option: &str) -> Result<String, String> {
    let ran = script(name).arg(option).stdin(Stdio::null()).output().map_err(|e| format!("python3: {e}"))?;
    if ran.status.success() {
        return Ok(String::from_utf8_lossy(&ran.stdout).trim().to_string());
    }
    Err(String::from_utf8_lossy(&ran.stderr).lines().last().unwrap_or("fails").to_string())
}

/// Versions by name, of those that are there.
pub(super) fn versions() -> BTreeMap<String, String> {
    let of = |&(name, script): &(&str, &str)| Some((name.to_string(), told(script, "--version").ok()?));
    SCRIPTS.iter().filter_map(of).collect()
}

/// The rivals that know a genre, and the names of those that are not there, with the reason.
pub(super) fn rivals(genre: &str) -> (Vec<Rival>, Vec<String>) {
    let (mut all, mut skipped) = (Vec::new(), Vec::new());
    for (name, script) in SCRIPTS {
        match told(script, "--genres") {
            Ok(genres) if genres.split_whitespace().any(|known| known == genre) => match Process::start(script) {
                Ok(process) => all.push(Rival { name: name.to_string(), solve: process.into_solve(genre) }),
                Err(why) => skipped.push(format!("{name}: {why}")),
            },
            Ok(_) => {}
            Err(why) => skipped.push(format!("{name}: {why}")),
        }
    }
    (all, skipped)
}

/// A line of a script.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Line {
    count: usize,
    solution: Option<String>,
    first_only: bool,
    seconds: f64,
    late: bool,
    refused: bool,
}

/// A running script; it ends with the value.
struct Process {
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    fn start(name: &str) -> Result<Self, String> {
        let mut child =
            script(name).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(|e| format!("python3: {e}"))?;
        let answers = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Self { child, answers })
    }

    fn ask(&mut self, genre: &str, puzzle: &Puzzle, limit: Duration) -> Option<Line> {
        let text = puzzle.kit.as_ref().map_or(&puzzle.text, |kit| &kit.problem);
        let seconds = limit.as_secs_f64();
        let asked = json!({ "genre": genre, "puzzle": text, "kit": puzzle.kit.is_some(), "seconds": seconds });
        writeln!(self.child.stdin.as_mut()?, "{asked}").ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }

    fn into_solve(mut self, genre: &str) -> Solve {
        let genre = genre.to_string();
        Box::new(move |puzzle, limit| {
            let line = self.ask(&genre, puzzle, limit)?;
            if line.refused {
                return None;
            }
            let values = match &line.solution {
                Some(text) if line.count == 1 => Some(values_of(puzzle, text)?),
                _ => None,
            };
            Some(Solved {
                count: line.count,
                values,
                is_complete: !line.late && line.seconds <= limit.as_secs_f64(),
                is_first_only: line.first_only,
                seconds: Some(line.seconds),
            })
        })
    }
}

/// The values that a solution tells; `None` where it can't be read, so that nothing could be
/// compared.
fn values_of(puzzle: &Puzzle, text: &str) -> Option<Vec<(Var, Value)>> {
    let values = match &puzzle.kit {
        Some(kit) => kit.genre.read_kit(&kit.problem, text).ok()?.1,
        None => by_variable(text.bytes().map(|b| b.wrapping_sub(b'0')).collect()),
    };
    (!values.is_empty()).then_some(values)
}
