//! Writes a cycle's report: one page, and the data beside it.

use crate::findings::{Findings, Timings};
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, atomic};
use tesuji_genre::Genre;

/// Writes `report.html`, `cycle.json` (free of clocks) and `timings.json` into `dir`; gives the
/// page's path.
///
/// # Errors
/// [`Error`] when the folder can't be made or a file not written; no file is left half written.
pub fn write(dir: &Path, genre: &'static dyn Genre, found: &Findings, times: &Timings) -> Result<PathBuf, Error> {
    std::fs::create_dir_all(dir).map_err(Error::io(dir))?;
    let text = |path: &Path, text: &str| {
        atomic::write_atomic(path, &mut |out| out.write_all(text.as_bytes())).map_err(Error::io(path))
    };
    let data = dir.join("cycle.json");
    text(&data, &(serde_json::to_string_pretty(found).map_err(|e| Error::io(&data)(e.into()))? + "\n"))?;
    let data = dir.join("timings.json");
    text(&data, &(serde_json::to_string_pretty(times).map_err(|e| Error::io(&data)(e.into()))? + "\n"))?;
    let page = dir.join("report.html");
    text(&page, &crate::page(genre, found, times))?;
    Ok(page)
}
