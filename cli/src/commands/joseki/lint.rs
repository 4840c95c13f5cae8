//! `tesuji joseki lint`.

use super::sources;
use crate::common;
use crate::{Console, Failure};
use clap::{ArgMatches, Command};
use serde_json::json;
use std::collections::BTreeMap;
use tesuji_joseki::lint::lint;

/// The command.
pub fn command() -> Command {
    Command::new("lint")
        .about("Finds contradictory, unreachable and shadowed variations, bad moves without an answer, and wrong tags")
        .args([sources::files(), common::json()])
}

/// Runs it: exit 1 where something was found.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let mut files = Vec::new();
    for path in sources::paths(matches, "files") {
        files.push((sources::name(&path), sources::read(&path)?));
    }
    let found = lint(&files);
    let mut kinds = BTreeMap::<&str, u64>::new();
    for f in &found {
        *kinds.entry(f.kind.name()).or_default() += 1;
        if matches.get_flag("json") {
            common::print_json(&json!({"kind": f.kind.name(), "place": f.place, "what": f.what}), console)?;
        } else {
            writeln!(console.out, "{} [{}] {}", f.place, f.kind.name(), f.what)?;
        }
    }
    if matches.get_flag("json") {
        let line = json!({"summary": "lint", "files": files.len(), "findings": found.len(), "kinds": kinds});
        common::print_json(&line, console)?;
    } else {
        let _ = writeln!(console.err, "{} findings in {} files", found.len(), files.len());
    }
    Ok(u8::from(!found.is_empty()))
}
