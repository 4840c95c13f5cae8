//! `tesuji harvest clean`.

use super::args::{path, path_of, time, time_of, whose, whose_of};
use crate::bars::Bars;
use crate::common;
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use tesuji_harvest::{CleanOptions, RunOptions, Strip, Summary};

/// The command.
pub fn command() -> Command {
    Command::new("clean")
        .about("Reads a folder of .sgf, .gib, .ngf, .mgt, their .gz and .zip, repairs it, and writes FF[4] in UTF-8 and a line of JSON a game")
        .after_help(
            "Writes games.jsonl (a line a game), diagnostics.jsonl (a line a repair: file, byte, what, why) and sgf/.\n\
             An interrupted run goes on where it was.\n\
             Exit code 1: some files hold no game, or could not be read (folders and archives inside of archives among \
             them) or written.",
        )
        .arg(path("dir").value_name("DIR").help("Folder of records, or one file"))
        .arg(path("out").long("out").value_name("DIR").help("Folder to write into"))
        .args(whose(
            "Whose games these are; goes into every line, and makes dan ranks of pros `p`",
            "Licence of the archive; goes into every line",
        ))
        .arg(
            Arg::new("strip")
                .long("strip")
                .value_name("PART")
                .action(ArgAction::Append)
                .value_delimiter(',')
                .value_parser(Strip::NAMES)
                .help("Leave out: chat, comments, private (properties of no standard), markup, variations"),
        )
        .arg(
            Arg::new("keep-duplicates")
                .long("keep-duplicates")
                .action(ArgAction::SetTrue)
                .help("Keep games with the same moves, but for symmetry, as one before"),
        )
        .arg(
            Arg::new("largest")
                .long("largest")
                .value_name("MIB")
                .value_parser(value_parser!(u64).range(1..=4000))
                .default_value("32")
                .help("Refuse files larger than this"),
        )
        .arg(common::threads())
        .arg(common::json())
        .args(time("1h"))
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let mut strip = Strip::default();
    for part in matches.get_many::<String>("strip").into_iter().flatten() {
        strip.add(part);
    }
    let (category, licence) = whose_of(matches);
    let options = RunOptions {
        clean: CleanOptions { category, licence, strip },
        keep_duplicates: matches.get_flag("keep-duplicates"),
        threads: matches.get_one::<usize>("threads").copied().unwrap_or(0),
        largest: matches.get_one::<u64>("largest").map_or(32 << 20, |m| m << 20),
        time: time_of(matches),
    };
    let (dir, out) = (path_of(matches, "dir"), path_of(matches, "out"));
    let summary = {
        let mut bars = Bars::new(&mut *console.err, console.terminal);
        tesuji_harvest::clean(&dir, &out, &options, &mut bars)?
    };
    if matches.get_flag("json") {
        let mut line = serde_json::to_value(&summary).map_err(|e| Failure::output(e.into()))?;
        if let Some(fields) = line.as_object_mut() {
            fields.insert("summary".into(), "harvest clean".into());
        }
        common::print_json(&line, console)?;
    }
    let _ = writeln!(console.err, "{}", words(&summary, &out));
    Ok(u8::from(summary.without_games + summary.unreadable + summary.unwritten > 0))
}

fn words(s: &Summary, out: &std::path::Path) -> String {
    let Summary { files, games, written, duplicates, without_games, unreadable, .. } = s;
    let mut text = format!(
        "harvest clean: {files} files, {games} games: {written} written, {duplicates} seen before; {without_games} files \
         without a game, {unreadable} unreadable"
    );
    if s.unwritten > 0 {
        text += &format!(", {} not written", s.unwritten);
    }
    if s.others > 0 {
        text += &format!("\n{} games of another run are left in {}", s.others, out.join("sgf").display());
    }
    if !s.passed_over.is_empty() {
        let kinds: Vec<String> = s.passed_over.iter().map(|(extension, n)| format!("{n} {extension}")).collect();
        let total: u64 = s.passed_over.values().sum();
        text += &format!("\n{total} files passed over, which are no records by their names: {}", kinds.join(", "));
    }
    for (what, n) in &s.findings {
        text += &format!("\n  {n:>7}  {what}");
    }
    text += &match s.finished {
        true => format!("\nend of input; the places are in {}", out.join("diagnostics.jsonl").display()),
        false => "\nout of time (--time): the same command goes on".to_string(),
    };
    text
}
