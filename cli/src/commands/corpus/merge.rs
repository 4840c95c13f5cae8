//! `tesuji corpus merge`.

use crate::bars::Bars;
use crate::common;
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::path::PathBuf;
use tesuji_corpus::{Parts, Progress, merge_corpora};

/// The command.
pub fn command() -> Command {
    let paths = Arg::new("paths")
        .value_name("PATH")
        .required(true)
        .num_args(1..)
        .value_parser(value_parser!(PathBuf))
        .help("The parts of a sharded pass (files, or their folder), or corpora");
    Command::new("merge")
        .about("Puts the parts of a sharded pass together, or several corpora into one; order does not matter")
        .args([paths, common::json(), common::out().help("Write to this file (.jsonl, .gz, .zst)").required(true)])
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let paths: Vec<PathBuf> = matches.get_many::<PathBuf>("paths").into_iter().flatten().cloned().collect();
    let Some(out) = matches.get_one::<PathBuf>("out") else { return Err(Failure::Usage("--out is missing".into())) };
    common::for_records(out)?;
    if let Some(parts) = Parts::find(&paths)? {
        let summary = parts.merge(out)?;
        // As the whole pass would have ended.
        let disagreements = summary["counts"]["disagreements"].as_u64().unwrap_or(0);
        let unfinished = serde_json::from_value(summary["counts"]["unfinished"].clone()).unwrap_or_default();
        let ending = Ending::new()
            .because(disagreements > 0, || format!("{disagreements} disagreements"))
            .unfinished(&unfinished)
            .bad(summary["bad"].as_u64().unwrap_or(0));
        let words = format!("merge: {} puzzles, {} written", summary["records"], summary["written"]);
        return ending.tell(matches.get_flag("json"), summary, &words, console);
    }
    let mut bars = Bars::new(&mut *console.err, console.terminal);
    let merged = merge_corpora(&paths, out, &mut |bad| bars.bad(bad, None))?;
    drop(bars);
    let line = serde_json::json!({
        "summary": "merge", "records": merged.records, "bad": merged.bad, "written": merged.written});
    let words = format!("merge: {} records, {} puzzles written, {} bad", merged.records, merged.written, merged.bad);
    Ending::new().bad(merged.bad).tell(matches.get_flag("json"), line, &words, console)
}
