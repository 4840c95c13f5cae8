//! `tesuji corpus import`.

use crate::commands::generate::{Sink, into};
use crate::commands::{Treated, each, ended};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};
use std::path::PathBuf;
use tesuji_corpus::passes::{ImportPass, clues};
use tesuji_solver::Stop;

/// The command.
pub fn command() -> Command {
    let licence = Arg::new("licence")
        .long("licence")
        .value_name("TEXT")
        .help("Licence of the source, for records that state none");
    Command::new("import")
        .about("Turns whatever the genre reads into records")
        .args(common::pass_args_over_all())
        .args([into().conflicts_with_all(["out", "shard"]), licence])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let Some(path) = matches.get_one::<PathBuf>("into") else {
        let outcome = common::run_pass_over_all(context, &ImportPass, matches, console)?;
        let words = outcome.counts.sizes.iter().map(|(size, n)| format!("{n} {size}")).collect::<Vec<_>>().join(", ");
        return common::finish(&outcome, &words, Ending::new(), matches, console);
    };
    common::for_records(path)?;
    crate::interrupt::listen();
    let mut sink = Sink::file(path, console)?;
    let Treated { bad, stop } = each(context, matches, console, &mut |work, _| {
        clues(work)?;
        sink.add(&work.record);
        Ok(())
    })?;
    let recovered = sink.recovered();
    let (added, known) = sink.close()?;
    let mut line = serde_json::json!({"summary": "import", "added": added, "known": known, "bad": bad, "stop": stop});
    if recovered > 0 {
        line["recovered"] = recovered.into();
    }
    let words = format!("import: {added} added, {known} in the file already, {bad} bad; {}", ended(stop));
    let code = Ending::new().bad(bad).stopped(stop).tell(matches.get_flag("json"), line, &words, console)?;
    if stop != Stop::Exhausted {
        let _ = writeln!(console.err, "what was read is in {}; the same command adds the rest", path.display());
    }
    Ok(code)
}
