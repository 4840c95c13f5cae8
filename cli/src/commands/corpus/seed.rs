//! `tesuji corpus seed`.

use super::selection;
use crate::commands::{Treated, each};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::path::{Path, PathBuf};
use tesuji_corpus::sql::{Seed, SeedOptions, with_nul};
use tesuji_corpus::{Error, Groups, LeftOut, Look, atomic::write_atomic};

/// The command.
pub fn command() -> Command {
    let rows = Arg::new("rows-only")
        .long("rows-only")
        .action(ArgAction::SetTrue)
        .help("Leave the CREATE statements out: the tables exist already");
    let unreviewed = Arg::new("unreviewed")
        .long("unreviewed")
        .action(ArgAction::SetTrue)
        .conflicts_with("verdicts")
        .help("Take records that nobody reviewed");
    let floors = Arg::new("floors")
        .long("floors")
        .value_name("N")
        .default_value("100")
        .value_parser(value_parser!(u32).range(1..=1_000_000))
        .help("Floors of equal size by difficulty; every tenth is the boss of its band");
    let migrations = Arg::new("migrations")
        .long("migrations")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .requires("stamp")
        .conflicts_with("out")
        .help("Write to DIR/STAMP_seed_puzzles.sql");
    let stamp = Arg::new("stamp")
        .long("stamp")
        .value_name("YYYYMMDDhhmmss")
        .value_parser(stamp)
        .requires("migrations")
        .help("When the migration is made: no clock is read");
    Command::new("seed")
        .about("Writes records as a migration for PostgreSQL, which may be run again")
        .args([common::genre(), common::file(), common::json(), common::out(), rows, unreviewed, floors, migrations])
        .arg(stamp)
        .args(selection::args())
}

/// Fourteen digits that are a time.
fn stamp(text: &str) -> Result<String, String> {
    let is_number = text.len() == 14 && text.bytes().all(|b| b.is_ascii_digit());
    let part = |from: usize, to: usize| text[from..to].parse::<u32>().unwrap_or(99);
    let is_time = || {
        let (month, day) = (part(4, 6), part(6, 8));
        (1..=12).contains(&month)
            && (1..=31).contains(&day)
            && part(8, 10) < 24
            && part(10, 12) < 60
            && part(12, 14) < 60
    };
    if is_number && is_time() { Ok(text.to_string()) } else { Err("fourteen digits: YYYYMMDDhhmmss".to_string()) }
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    // A missing input is an error before anything else.
    common::source_of(matches).identity()?;
    let selection = selection::of_seed(matches)?;
    let options = SeedOptions {
        tables: !matches.get_flag("rows-only"),
        floors: matches.get_one::<u32>("floors").copied().unwrap_or(100),
    };
    let most = matches.get_one::<u64>("max-similar").copied();
    let (mut seed, mut left, mut groups) = (Seed::new(options), LeftOut::default(), Groups::default());
    let Treated { bad, .. } = each(context, matches, console, &mut |work, console| {
        let record = &work.record;
        if !selection.takes(record, &mut left) {
            return Ok(());
        }
        let is_one_more = |most: u64| {
            let group = groups.add(Look::of(&work.puzzle, record));
            groups.size(group) as u64 > most
        };
        if most.is_some_and(is_one_more) {
            left.similar += 1;
            return Ok(());
        }
        if !seed.add(record, of_source(&work.puzzle, record).as_ref())? {
            left.twice += 1;
            return Ok(());
        }
        for field in with_nul(record) {
            let _ =
                writeln!(console.err, "{}: a NUL in {field}, which no database takes: U+FFFD stands for it", record.id);
        }
        Ok(())
    })?;
    let mut out = Vec::new();
    let told = seed.write(&mut out)?;
    let path = matches.get_one::<PathBuf>("migrations").zip(matches.get_one::<String>("stamp"));
    let path = path.map(|(dir, stamp)| dir.join(format!("{stamp}_seed_puzzles.sql")));
    match path.as_deref().or(matches.get_one::<PathBuf>("out").map(PathBuf::as_path)) {
        Some(path) => {
            if let Some(dir) = matches.get_one::<PathBuf>("migrations") {
                std::fs::create_dir_all(dir).map_err(Error::io(dir))?;
            }
            write(path, &out)?;
        }
        None => console.out.write_all(&out)?,
    }
    let line = serde_json::json!({
        "summary": "seed", "written": told.rows, "bad": bad, "ungraded": told.ungraded, "bosses": told.bosses,
        "left_out": left, "file": path.map(|p| p.display().to_string()),
    });
    let bare = if told.ungraded > 0 {
        format!(", {} without a grade and so on no floor", told.ungraded)
    } else {
        String::new()
    };
    let words = format!("seed: {} puzzles as SQL{bare}, {bad} bad{}", told.rows, left.words());
    Ending::new().bad(bad).tell(matches.get_flag("json"), line, &words, console)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    Ok(write_atomic(path, &mut |out| out.write_all(bytes)).map_err(Error::io(path))?)
}

/// The record in the source's schema, where its genre has that and the record all that it takes.
fn of_source(puzzle: &tesuji_genre::Puzzle, record: &tesuji_genre::Record) -> Option<serde_json::Value> {
    puzzle.genre.info().formats.contains(&"seed").then_some(())?;
    let mut text = Vec::new();
    puzzle.genre.write("seed", &mut std::iter::once(record.clone()), &mut text).ok()?;
    serde_json::from_slice(&text).ok()
}
