//! Other programs, with their CPU time.

use super::Trouble;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Where Debian puts games, which need not be among the places that are searched.
const GAMES: &str = "/usr/games";

/// The program of that name.
pub(super) fn found(name: &str) -> Result<PathBuf, Trouble> {
    let places = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&places).chain([PathBuf::from(GAMES)]);
    let place = places.find(|place| place.join(name).is_file());
    place.map(|place| place.join(name)).ok_or_else(|| Trouble::Missing(name.to_string()))
}

/// Runs a program to its end: its CPU seconds, and what it printed.
pub(super) fn run(program: &Path, words: &[String]) -> Result<(f64, String), String> {
    let bad = |e: std::io::Error| format!("{}: {e}", program.display());
    let start = Command::new(program).args(words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = start.map_err(bad)?;
    let mut printed = String::new();
    if let Some(mut out) = child.stdout.take() {
        std::io::Read::read_to_string(&mut out, &mut printed).map_err(bad)?;
    }
    // The system keeps the figures of a process that has ended until somebody asks how.
    let file = |name: &str| std::fs::read_to_string(format!("/proc/{}/{name}", child.id())).unwrap_or_default();
    let is_over = |stat: &str| stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with(['Z', 'X']));
    while !is_over(&file("stat")) {
        std::thread::sleep(Duration::from_micros(200));
    }
    let spent = file("schedstat").split(' ').next().and_then(|ns| ns.parse::<f64>().ok());
    let status = child.wait().map_err(bad)?;
    match spent {
        Some(ns) if status.success() && ns > 0.0 => Ok((ns / 1e9, printed)),
        _ => Err(format!("{}: {status}, or its CPU time is not told", program.display())),
    }
}
