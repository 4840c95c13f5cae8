//! `tesuji enumerate`.

use super::generate::{Sink, into, number, why};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::request::{option_args, options_of};
use crate::{Console, Failure, interrupt};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use tesuji_genre::clue::option::shapes_what_is_made;
use tesuji_genre::{Coverage, EnumerateRequest, Genre};

/// The command, with the flags of the genre.
pub fn command(genre: Option<&'static dyn Genre>) -> Command {
    let flag = |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    let mut args = vec![
        common::genre(),
        Arg::new("size").long("size").value_name("SIZE").required(true).help("Size"),
        flag("minimal", "Only puzzles of which no clue can be left out"),
        flag("modulo-symmetry", "One of each symmetry class"),
        flag("grids", "Full grids instead of puzzles").conflicts_with("minimal"),
        flag("count-only", "Only count").conflicts_with_all(["limit", "into"]),
        number("limit", "N", "", "Give out at most N").value_parser(value_parser!(u64).range(1..)),
        into(),
        common::json(),
    ];
    args.extend(common::limits("10m", "18446744073709551615", "search nodes in all"));
    Command::new("enumerate").about("Streams every puzzle of a size").args(&args).args(
        // Options that shape generated puzzles mean nothing where all puzzles are listed.
        option_args(genre, &args).into_iter().filter(|arg| !shapes_what_is_made(arg.get_id().as_str())),
    )
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let genre = context.the_genre()?;
    let mut limits = common::limits_of(matches).with_interrupt(interrupt::listen());
    limits.solutions =
        matches.get_one::<u64>("limit").map_or(usize::MAX, |&n| usize::try_from(n).unwrap_or(usize::MAX));
    let want = EnumerateRequest {
        size: matches.get_one::<String>("size").cloned().unwrap_or_default(),
        minimal: matches.get_flag("minimal"),
        modulo_symmetry: matches.get_flag("modulo-symmetry"),
        grids: matches.get_flag("grids"),
        count_only: matches.get_flag("count-only"),
        set: options_of(genre, matches)?,
        limits,
    };
    if let Some(path) = matches.get_one::<std::path::PathBuf>("into") {
        common::for_records(path)?;
    }
    let mut sink = Sink::open(matches, console)?;
    let found = genre.enumerate(&want, &mut |r| sink.add(&r)).map_err(|bad| Failure::Usage(bad.to_string()))?;
    let (added, known) = sink.close()?;
    let mut line = serde_json::to_value(&found).map_err(|e| Failure::output(e.into()))?;
    if let Some(fields) = line.as_object_mut() {
        fields.insert("summary".into(), "enumerate".into());
        fields.insert("added".into(), added.into());
        fields.insert("known".into(), known.into());
    }
    let coverage = match found.coverage {
        Coverage::Complete => "complete",
        Coverage::Partial => "partial",
    };
    let mut words = format!("enumerate: {} in all, {coverage}; {}", found.total, why(found.stop));
    for (clues, n) in &found.by {
        words += &format!("\n  {clues:>4}  {n}");
    }
    if let Some(minimal) = found.minimal {
        words += &format!("\n  minimal  {minimal}");
    }
    Ending::new().because(!found.stop.is_complete(), || format!("not all were listed: {}", why(found.stop))).tell(
        matches.get_flag("json"),
        line,
        &words,
        console,
    )
}
