//! `tesuji corpus seed`.

use crate::commands::{Treated, each};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::io::{self, Write};
use std::path::PathBuf;
use tesuji_corpus::{Error, SqlWriter, atomic::write_atomic};

/// The command.
pub fn command() -> Command {
    let rows = Arg::new("rows-only")
        .long("rows-only")
        .action(ArgAction::SetTrue)
        .help("Leave the CREATE statements out: the tables exist already");
    Command::new("seed").about("Writes records as portable SQL text, for seeding a database").args([
        common::genre(),
        common::file(),
        common::json(),
        common::out(),
        rows,
    ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let tables = !matches.get_flag("rows-only");
    let (mut written, mut bad) = (0u64, 0);
    match matches.get_one::<PathBuf>("out").cloned() {
        Some(path) => {
            let mut failed = None;
            let outcome = write_atomic(&path, &mut |out| {
                rows(context, matches, console, out, tables).map(|n| (written, bad) = n).map_err(|e| {
                    failed = Some(e);
                    io::Error::other("rows")
                })
            });
            if let Some(e) = failed {
                return Err(e);
            }
            outcome.map_err(Error::io(&path))?;
        }
        None => {
            let mut quiet = io::sink();
            let mut inner = Console { out: &mut quiet, err: &mut *console.err, terminal: console.terminal };
            (written, bad) = rows(context, matches, &mut inner, &mut *console.out, tables)?;
        }
    }
    let line = serde_json::json!({"summary": "seed", "written": written, "bad": bad});
    let words = format!("seed: {written} puzzles as SQL, {bad} bad");
    Ending::new().bad(bad).tell(matches.get_flag("json"), line, &words, console)
}

fn rows(
    context: &Context<'_>,
    matches: &ArgMatches,
    console: &mut Console<'_>,
    out: &mut dyn Write,
    tables: bool,
) -> Result<(u64, u64), Failure> {
    // An input that is not there is told before anything is written.
    common::source_of(matches).identity()?;
    let mut sql = SqlWriter::new(out, tables)?;
    let mut written = 0;
    let mut seen = std::collections::HashSet::new();
    let mut left_out = 0_u64;
    let Treated { bad, .. } = each(context, matches, console, &mut |work, _| {
        // The id is the key: states of one puzzle are one row.
        if seen.insert(work.record.id.clone()) {
            sql.record(&work.record)?;
            written += 1;
        } else {
            left_out += 1;
        }
        Ok(())
    })?;
    sql.finish()?;
    if left_out > 0 {
        let _ = writeln!(
            console.err,
            "seed: {left_out} more records of puzzles that have a row (one a puzzle, whatever its state)"
        );
    }
    Ok((written, bad))
}
