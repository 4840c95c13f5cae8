//! The names of the files of a run.

use std::path::{Path, PathBuf};
use tesuji_go::cut::Kind;

/// Where the second file of a run goes: kos, and groups that live by being joined.
#[must_use]
pub fn aside_of(out: &Path) -> PathBuf {
    out.with_extension("aside.jsonl")
}

/// Where complete problems go again whose lines are long enough for a strict taste.
#[must_use]
pub fn strict_of(out: &Path) -> PathBuf {
    out.with_extension("strict.jsonl")
}

/// Where positions go of which only an engine says what they are.
#[must_use]
pub fn engine_of(out: &Path) -> PathBuf {
    out.with_extension("engine.jsonl")
}

/// The file beside `out` for a kind of problem; none for complete ones, which go there.
pub(super) fn beside(out: &Path, kind: Kind) -> Option<PathBuf> {
    match kind {
        Kind::Complete => None,
        Kind::Ko | Kind::Joined => Some(aside_of(out)),
        Kind::Engine => Some(engine_of(out)),
    }
}

/// Where the counts of a run go.
#[must_use]
pub fn funnel_of(out: &Path) -> PathBuf {
    out.with_extension("funnel.json")
}

/// The name of a file while it is made.
pub(super) fn part_of(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.part"))
}

/// The files beside the first.
pub(super) fn all_beside(out: &Path) -> [PathBuf; 3] {
    [aside_of(out), engine_of(out), strict_of(out)]
}
