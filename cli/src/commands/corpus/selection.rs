//! Which records `corpus seed` and `corpus export` take.

use crate::Failure;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use std::path::PathBuf;
use tesuji_corpus::Selection;
use tesuji_corpus::verdicts::{Verdicts, verdicts_path};

/// The options.
pub fn args() -> [Arg; 5] {
    [
        Arg::new("verdicts")
            .long("verdicts")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Only records that this file of verdicts approves (`tesuji browse` keeps it beside the records)"),
        Arg::new("category").long("category").value_name("NAME").help("Only records from games of this category"),
        Arg::new("licence").long("licence").value_name("TEXT").help("The licence of records that state none"),
        Arg::new("allow-unlicensed")
            .long("allow-unlicensed")
            .action(ArgAction::SetTrue)
            .help("Take records without a licence, too"),
        Arg::new("max-similar")
            .long("max-similar")
            .value_name("N")
            .value_parser(value_parser!(u64).range(1..))
            .help("At most so many that are much alike: images, or the same shape around the key"),
    ]
}

/// The selection of the options, with these verdicts.
fn selection(matches: &ArgMatches, verdicts: Option<Verdicts>, allow_unlicensed: bool) -> Selection {
    let category = matches.get_one::<String>("category").cloned();
    Selection { verdicts, allow_unlicensed, category }
}

/// The selection of an export: verdicts only where an option names them; licences where the format
/// leaves the house.
pub fn of_export(matches: &ArgMatches, needs_licence: bool) -> Result<Selection, Failure> {
    let verdicts = matches.get_one::<PathBuf>("verdicts").map(|path| read(path)).transpose()?;
    Ok(selection(matches, verdicts, !needs_licence || matches.get_flag("allow-unlicensed")))
}

/// The selection of a seed: verdicts always, unless an option says that there are none.
pub fn of_seed(matches: &ArgMatches) -> Result<Selection, Failure> {
    let allow = matches.get_flag("allow-unlicensed");
    if matches.get_flag("unreviewed") {
        return Ok(selection(matches, None, allow));
    }
    let beside = || matches.get_one::<PathBuf>("file").map(|file| verdicts_path(file)).filter(|path| path.exists());
    let path = matches.get_one::<PathBuf>("verdicts").cloned().or_else(beside);
    let path = path.ok_or_else(|| {
        let what = "only approved puzzles are seeded, and nobody reviewed these: `tesuji browse FILE` does that, \
                    --verdicts FILE names its file, --unreviewed takes all";
        Failure::Usage(what.to_string())
    })?;
    Ok(selection(matches, Some(read(&path)?), allow))
}

/// A file of verdicts, which must be there.
fn read(path: &std::path::Path) -> Result<Verdicts, Failure> {
    std::fs::metadata(path).map_err(tesuji_corpus::Error::io(path))?;
    Ok(Verdicts::read(path)?)
}
