//! `tesuji corpus import`.

use crate::commands::generate::{Sink, into};
use crate::commands::{Treated, each, ended};
use crate::common::{self, Context};
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};
use std::path::PathBuf;
use tesuji_corpus::passes::{ImportPass, clues};

/// The command.
pub fn command() -> Command {
    let licence = Arg::new("licence")
        .long("licence")
        .value_name("TEXT")
        .help("Licence of the source, for records that state none");
    Command::new("import")
        .about("Turns whatever the genre reads into records")
        .args(common::pass_args())
        .args([into().conflicts_with_all(["out", "shard"]), licence])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let Some(path) = matches.get_one::<PathBuf>("into") else {
        let outcome = common::run_pass(context, &ImportPass, matches, console)?;
        let words = outcome.counts.sizes.iter().map(|(size, n)| format!("{n} {size}")).collect::<Vec<_>>().join(", ");
        return common::finish(&outcome, &words, matches, console);
    };
    let mut sink = Sink::file(path, console)?;
    let Treated { bad, stop } = each(context, matches, console, &mut |work, _| {
        clues(work)?;
        sink.add(&work.record);
        Ok(())
    })?;
    let recovered = sink.recovered();
    let (added, known) = sink.close()?;
    if matches.get_flag("json") {
        let mut line =
            serde_json::json!({"summary": "import", "added": added, "known": known, "bad": bad, "stop": stop});
        if recovered > 0 {
            line["recovered"] = recovered.into();
        }
        common::print_json(&line, console)?;
    } else {
        let _ = writeln!(console.err, "import: {added} added, {known} in the file already, {bad} bad; {}", ended(stop));
    }
    Ok(u8::from(bad > 0))
}
