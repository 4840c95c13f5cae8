//! `tesuji harvest go`.

use super::args::{path, path_of, time, time_of, whose, whose_of};
use crate::bars::Bars;
use crate::commands::generate::number;
use crate::common;
use crate::ending::Ending;
use crate::{Console, Failure, interrupt};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::path::PathBuf;
use tesuji_go::cut::{CutOptions, JudgeOptions, ScanOptions};
use tesuji_harvest::CleanOptions;
use tesuji_harvest::engine::{Engine, Gone, Process, Recording, SessionOptions, Tape, Transcript, view_named};
use tesuji_harvest::go::{GoOptions, HuntOptions, Rule, aside_of, funnel_of, harvest, harvest_by_engine, strict_of};
use tesuji_solver::Limits;

/// A figure with a default.
fn fraction(name: &'static str, default: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("X").value_parser(value_parser!(f64)).default_value(default).help(help)
}

/// How an engine hunts.
fn hunt_of(matches: &ArgMatches) -> HuntOptions {
    let n = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let x = |name: &str| matches.get_one::<f64>(name).copied().unwrap_or_default();
    let stones = usize::try_from(n("flip-stones")).unwrap_or(usize::MAX);
    HuntOptions {
        rule: Rule { winrate: x("drop"), points: x("points"), flip: x("flip"), stones, ..Rule::default() },
        visits: u32::try_from(n("visits")).unwrap_or(u32::MAX),
        nodes: n("max-nodes"),
        accepts: matches.get_flag("accept-engine"),
        ideas: n("ideas"),
        ..HuntOptions::default()
    }
}

/// The engine that the options name: a process, a tape, or a process with a tape.
fn engine_of(matches: &ArgMatches) -> Result<Option<Box<dyn Engine>>, Failure> {
    let broken = |gone: Gone| Failure::Usage(gone.to_string());
    let command = matches.get_one::<String>("engine");
    let process =
        command.map(|command| Process::start(command, SessionOptions::default())).transpose().map_err(broken)?;
    let tape = matches.get_one::<PathBuf>("tape");
    Ok(match (process, tape) {
        (None, None) => None,
        (Some(process), None) => Some(Box::new(process)),
        (Some(process), Some(tape)) => {
            // A recording of others is not written to.
            if tape.exists() && Tape::engine_of(tape).is_none() && std::fs::metadata(tape).is_ok_and(|m| m.len() > 0) {
                let what = "no tape of ours, so answers can't be added to it: give another --tape, or no --engine";
                return Err(Failure::Usage(format!("{}: {what}", tape.display())));
            }
            Some(Box::new(Recording::new(process, tape)?))
        }
        (None, Some(path)) => match Tape::engine_of(path) {
            Some(identity) => Some(Box::new(Tape::open(path, identity)?)),
            None => {
                let view = matches.get_one::<String>("tape-view").and_then(|name| view_named(name));
                // A file that exists and is no tape is a wrong argument.
                let read = Transcript::read(path, view);
                let named = |why| if path.exists() { Failure::Usage(format!("{why}")) } else { Failure::from(why) };
                Some(Box::new(read.map_err(named)?))
            }
        },
    })
}

/// The command.
pub fn command() -> Command {
    Command::new("go")
        .about("Cuts problems of life and death out of played games: groups whose status is proved, and depends on who moves")
        .after_help(
            "Games are lines of `harvest clean`, or raw records. Complete problems go to FILE, those with longer lines \
             to a strict file too (`.strict.jsonl`); kos, and groups that live by being joined to others, to a second \
             file (`.aside.jsonl`); what each stage left out, and why, to `.funnel.json`. An interrupted run goes on where it was. Exit code 1: out of time, lines were no games, or the engine refused every game.",
        )
        .arg(path("games").value_name("GAMES").help("games.jsonl, a folder with it, or a folder of records"))
        .arg(path("out").long("out").value_name("FILE").help("File of problems (.jsonl)"))
        .args(whose("Whose games raw records are", "Licence of raw records"))
        .arg(number("stones", "N", "4", "Fewest stones of a chain that is asked about"))
        .arg(number("liberties", "N", "8", "Most liberties of it"))
        .arg(number("from", "N", "20", "Moves before the first position that is looked at"))
        .arg(number("scan-nodes", "N", "5000", "Positions that each side's status may take"))
        .arg(number("max-nodes", "N", "300000", "Positions that an answer may take; what needs more is too deep"))
        .arg(number("margin", "LINES", "3", "Lines that are shown around what is played"))
        .arg(number("min-plies", "N", "3", "Fewest plies of the main line"))
        .arg(number("max-plies", "N", "15", "Most plies of the main line"))
        .arg(number("strict-plies", "N", "5", "Fewest plies of what goes to the strict file, too"))
        .arg(Arg::new("both").long("both").action(ArgAction::SetTrue).help("Keep both sides' problems of one position"))
        .arg(
            Arg::new("engine")
                .long("engine")
                .value_name("COMMAND")
                .help("Ask about the groups that an engine hunts (`katago analysis -config … -model …`), not about all"),
        )
        .arg(
            Arg::new("tape")
                .long("tape")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help(
                    "Keep the engine's answers here, and take them from here; without --engine only that. Lines that \
                     others recorded of KataGo's analysis engine (requests and replies) are read, too",
                ),
        )
        .arg(
            Arg::new("tape-view")
                .long("tape-view")
                .value_name("SIDE")
                .value_parser(["black", "white", "side-to-move"])
                .requires("tape")
                .help("Whose chances recorded replies give, where their requests don't say"),
        )
        .arg(number("visits", "N", "100", "Visits of the engine for each position"))
        .arg(fraction("drop", "0.15", "Chances that a blunder loses, from 0 to 1; or"))
        .arg(fraction("points", "5", "points that it loses"))
        .arg(fraction("flip", "0.7", "Change of a chain's ownership, of -1 to 1, that is a change of owners"))
        .arg(number("flip-stones", "N", "3", "Stones of one colour that change owners"))
        .arg(
            Arg::new("accept-engine")
                .long("accept-engine")
                .action(ArgAction::SetTrue)
                .help("Keep what only the engine says, in a file of its own (`.engine.jsonl`)"),
        )
        .arg(number(
            "ideas",
            "N",
            "0",
            "Ask for the engine's policy about so many positions of each of these, and prove on the whole board what it claims, where that helps",
        ))
        .arg(number("max-similar", "N", "", "No more problems that look alike around their key than these besides the first"))
        .arg(number("every", "K", "1", "Only every K-th game"))
        .arg(number("count", "N", "", "No more games than these"))
        .arg(common::threads())
        .arg(common::json())
        .args(time("12h"))
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let n = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let size = |name: &str| usize::try_from(n(name)).unwrap_or(usize::MAX);
    let (category, licence) = whose_of(matches);
    let options = GoOptions {
        clean: CleanOptions { category, licence, ..CleanOptions::default() },
        cut: CutOptions {
            scan: ScanOptions {
                stones: size("stones"),
                liberties: size("liberties"),
                nodes: n("scan-nodes"),
                from: size("from"),
            },
            judge: JudgeOptions {
                nodes: n("max-nodes"),
                margin: u8::try_from(n("margin")).unwrap_or(u8::MAX),
                plies: (size("min-plies"), size("max-plies")),
                strict: size("strict-plies"),
                ..JudgeOptions::default()
            },
            both: matches.get_flag("both"),
        },
        every: n("every"),
        count: matches.get_one::<u64>("count").copied().unwrap_or(u64::MAX),
        most_similar: matches
            .get_one::<u64>("max-similar")
            .map_or(usize::MAX, |&n| usize::try_from(n).unwrap_or(usize::MAX)),
        threads: matches.get_one::<usize>("threads").copied().unwrap_or(0),
        limits: Limits::default().with_time(time_of(matches)).with_interrupt(interrupt::listen()),
    };
    let (games, out) = (path_of(matches, "games"), path_of(matches, "out"));
    common::for_records(&out)?;
    let mut engine = engine_of(matches)?;
    let funnel = {
        let mut bars = Bars::new(&mut *console.err, console.terminal);
        match &mut engine {
            None => harvest(&games, &out, &options, &mut bars)?,
            Some(engine) => harvest_by_engine(&games, &out, &options, &hunt_of(matches), &mut **engine, &mut bars)?,
        }
    };
    let mut line = serde_json::to_value(&funnel).map_err(|e| Failure::output(e.into()))?;
    if let Some(fields) = line.as_object_mut() {
        fields.insert("summary".into(), "harvest go".into());
    }
    let mut words = format!("harvest go:\n{}", funnel.words().join("\n"));
    if funnel.finished {
        let [strict, aside, counts] =
            [strict_of(&out), aside_of(&out), funnel_of(&out)].map(|p| p.display().to_string());
        words += &format!("\nstrict file {strict}, second file {aside}, counts {counts}");
    }
    let ending = Ending::new()
        .because(!funnel.finished, || "out of time or interrupted: the same command goes on".to_string())
        .because(funnel.refused_all(), || "the engine refuses every game".to_string())
        .because(funnel.bad > 0, || format!("{} lines are no games", funnel.bad));
    ending.tell(matches.get_flag("json"), line, &words, console)
}
