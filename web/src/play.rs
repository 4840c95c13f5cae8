//! Times that a person takes: kept on their own disk, where they asked for it (`browse --play`).
//!
//! A line a puzzle: `{"version":1,"id","genre","size","puzzle","seconds","moves","hints":[{"after",
//! "moves","says"}]}`. `seconds` run from when the page has the board until it is solved;
//! `hints` are the steps that the page played on, each after its seconds and moves.

use crate::api::{Answer, Refused, apart, told};
use crate::shelf::Shelf;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tesuji_corpus::Error;

/// The version of the lines.
pub const TIMES_VERSION: u32 = 1;
/// Hints of one puzzle at most.
const HINTS: usize = 1_000;
/// Seconds of one puzzle at most: a week.
const LONGEST: f64 = 7.0 * 86_400.0;
/// Letters of a hint that are kept.
const LETTERS: usize = 400;

/// A hint that a person took.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TakenHint {
    /// Seconds since the page had the board.
    pub after: f64,
    /// Moves before it.
    pub moves: u32,
    /// The step in words.
    pub says: String,
}

/// A puzzle that a person solved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolveTime {
    /// [`TIMES_VERSION`].
    pub version: u32,
    /// The record's id.
    pub id: String,
    /// The genre.
    pub genre: String,
    /// The size.
    pub size: String,
    /// The puzzle, one line.
    pub puzzle: String,
    /// Seconds from when the page had the board until it was solved.
    pub seconds: f64,
    /// Moves in all.
    pub moves: u32,
    /// The hints that were taken.
    pub hints: Vec<TakenHint>,
}

/// The file of times beside a file of records.
pub fn times_path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".times.jsonl");
    PathBuf::from(name)
}

/// A file of times, open for further lines.
#[derive(Debug)]
pub struct TimesFile {
    path: PathBuf,
    file: std::fs::File,
}

impl TimesFile {
    /// Opens it, or begins it. A last line that was torn gets its end, so that it stands alone.
    ///
    /// # Errors
    /// [`Error::Io`] where that fails.
    pub fn open(path: &Path) -> Result<TimesFile, Error> {
        let options = || std::fs::OpenOptions::new().create(true).append(true).read(true).open(path);
        let mut file = options().map_err(Error::io(path))?;
        let mut last = [b'\n'];
        if file.metadata().map_err(Error::io(path))?.len() > 0 {
            file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(Error::io(path))?;
        }
        if last != [b'\n'] {
            file.write_all(b"\n").map_err(Error::io(path))?;
        }
        Ok(TimesFile { path: path.to_path_buf(), file })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn add(&mut self, time: &SolveTime) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(time)?;
        line.push(b'\n');
        let before = self.file.metadata()?.len();
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // Half a line is worth nothing.
            self.file.set_len(before)?;
        }
        written
    }
}

/// The time that the page states.
#[derive(Deserialize)]
pub(crate) struct Solved {
    n: u32,
    seconds: f64,
    moves: u32,
    #[serde(default)]
    hints: Vec<TakenHint>,
}

/// Keeps a time. Answers when it is on the disk.
pub(crate) async fn keep(State(shelf): State<Arc<Shelf>>, Json(solved): Json<Solved>) -> Answer {
    apart(move || {
        let refused = |why: &str| Refused(StatusCode::UNPROCESSABLE_ENTITY, why.to_string());
        let Some(times) = &shelf.times else { return Err(refused("times are not kept: start with --play")) };
        let is_time = |seconds: f64| seconds.is_finite() && (0.0..=LONGEST).contains(&seconds);
        if !is_time(solved.seconds) || solved.hints.iter().any(|h| !is_time(h.after)) || solved.hints.len() > HINTS {
            return Err(refused("no time of a puzzle"));
        }
        let record = shelf.work(solved.n)?.record;
        let tenths = |seconds: f64| (seconds * 10.0).round() / 10.0;
        let hints = solved.hints.into_iter().map(|h| TakenHint {
            after: tenths(h.after),
            says: h.says.chars().take(LETTERS).collect(),
            ..h
        });
        let time = SolveTime {
            version: TIMES_VERSION,
            id: record.id,
            genre: record.genre,
            size: record.size,
            puzzle: record.puzzle,
            seconds: tenths(solved.seconds),
            moves: solved.moves,
            hints: hints.collect(),
        };
        let mut file = times.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let path = file.path().display().to_string();
        file.add(&time).map_err(|e| Refused(StatusCode::INSUFFICIENT_STORAGE, format!("not kept, {path}: {e}")))?;
        told(json!({ "seconds": time.seconds, "hints": time.hints.len() }))
    })
    .await
}
