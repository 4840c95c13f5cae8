//! `tesuji harvest mill`.

use super::args::{Logs, logs, time, whose, whose_of};
use crate::commands::generate::{Sink, into};
use crate::common;
use crate::{Console, Failure, interrupt};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tesuji_genre::Bad;
use tesuji_mill::cut::{Cut, CutOptions, cut, lists_by};
use tesuji_mill::exchange::Category;
use tesuji_mill::puzzle::{Library, default_folder};
use tesuji_mill::variant::VARIANTS;
use tesuji_solver::Limits;

/// The command.
pub fn command() -> Command {
    Command::new("mill")
        .about("Cuts puzzles out of played games of Mill: positions that the endgame tables know, with one right turn")
        .after_help(
            "Games are text as Sanmill writes it (tags, numbered turns), a game a line, or JSON: an object with `games`, \
             or a pack whose puzzles say how their positions came about. The tables that are there say what is known: \
             `mill tables build` makes more. Records hold the turn that was played, what the position was worth before \
             and after it, and whether it was the key. Exit code 1: a game was wrong, or the time was over.",
        )
        .arg(logs("Files of games"))
        .arg(
            Arg::new("goal")
                .long("goal")
                .value_name("GOAL")
                .action(ArgAction::Append)
                .value_delimiter(',')
                .value_parser(Category::ALL.map(Category::name))
                .default_values(["winGame", "findBestMove"])
                .help("What may be asked for; of a position the first that makes a puzzle"),
        )
        .arg(
            Arg::new("missed")
                .long("missed")
                .action(ArgAction::SetTrue)
                .help("Only where the player's turn gave a win or a draw up"),
        )
        .arg(
            Arg::new("tables")
                .long("tables")
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .help("Folder of the endgame tables [default: out/tables, or TESUJI_TABLES]"),
        )
        .arg(
            Arg::new("variant")
                .long("variant")
                .value_name("ID")
                .value_parser(VARIANTS.map(|variant| variant.id))
                .default_value(VARIANTS[0].id)
                .help("The rules of games that do not name theirs"),
        )
        .args(whose("Whose games these are", "Licence of the games"))
        .arg(common::json())
        .arg(into())
        .args(time("1h"))
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let goals = matches.get_many::<String>("goal").into_iter().flatten();
    let options = CutOptions {
        categories: goals.filter_map(|name| Category::of(name)).collect(),
        only_missed: matches.get_flag("missed"),
    };
    let rules = matches.get_one::<String>("variant").and_then(|id| VARIANTS.iter().find(|v| v.id == *id));
    let rules = rules.unwrap_or(&VARIANTS[0]);
    let (whose, licence) = whose_of(matches);
    let folder = matches.get_one::<PathBuf>("tables").cloned().unwrap_or_else(default_folder);
    let mut logs = Logs::of(matches);
    let limits = Limits::default().with_time(logs.left()).with_interrupt(interrupt::listen());
    let clock = limits.start();
    let mut libraries: BTreeMap<&'static str, Library> = BTreeMap::new();
    let mut total = Cut::default();
    let (added, known) = {
        let mut sink = Sink::open(matches, console)?;
        logs.run(&mut |logs, path, text| {
            let name = path.file_name().map_or_else(|| path.to_string_lossy(), |n| n.to_string_lossy());
            for listed in lists_by(text, rules) {
                let listed = match listed {
                    Ok(listed) => listed,
                    Err(bad) => {
                        logs.wrong.push(bad.file(path.to_string_lossy()));
                        continue;
                    }
                };
                let variant = listed.game.variant;
                if !libraries.contains_key(variant.id) {
                    match Library::partial(variant, &folder) {
                        Ok(library) => drop(libraries.insert(variant.id, library)),
                        Err(bad) => {
                            let bad = Bad { at: Some(format!("game {}", listed.name)), ..bad };
                            logs.wrong.push(bad.file(path.to_string_lossy()));
                            continue;
                        }
                    }
                }
                let Some(library) = libraries.get(variant.id) else { continue };
                total.add(cut(&listed.game, &options, library, &clock, &mut |mut record| {
                    let source = record.source.get_or_insert_default();
                    source.file = Some(name.to_string());
                    source.licence.clone_from(&licence);
                    record.extra.insert("category".to_string(), whose.name().into());
                    if let Some(serde_json::Value::Object(metadata)) = record.extra.get_mut("metadata") {
                        metadata.insert("game".to_string(), listed.name.clone().into());
                    }
                    sink.add(&record);
                }));
            }
            Ok(())
        })?;
        sink.close()?
    };
    let words = format!(
        "{} games, {} positions, {} of them known, in {} of these the turn gave something up; {} puzzles, in {} of them the \
         player found the key",
        total.games, total.positions, total.valued, total.missed, total.kept, total.found
    );
    logs.end(("mill", &words, &total), (added, known), &total.rejected, (matches, console))
}
