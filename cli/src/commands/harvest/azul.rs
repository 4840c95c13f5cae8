//! `tesuji harvest azul`.

use crate::commands::generate::{Sink, into};
use crate::common;
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::path::PathBuf;
use std::time::Instant;
use tesuji_azul::log::{Cut, CutOptions, cut};
use tesuji_azul::read::Reader;
use tesuji_azul::scenario::{FilterConfig, Kind};
use tesuji_azul::{GameStage, RoundStage};
use tesuji_corpus::Error;
use tesuji_genre::Bad;

/// The command.
pub fn command() -> Command {
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("N").default_value(default).value_parser(value_parser!(u32)).help(help)
    };
    Command::new("azul")
        .about("Cuts decision positions out of logs of Azul games, filters them, and grades them")
        .after_help(
            "A log has one event a line, in the form of Board Game Arena's notifications ({\"type\":…,\"args\":…}); every \
             event is checked. A wrong one is named, and the positions before it are kept. Records hold the line of the \
             event that took the tiles, the player's move and what it cost. Exit code 1: a log was wrong.",
        )
        .arg(
            Arg::new("logs")
                .value_name("LOG")
                .required(true)
                .action(ArgAction::Append)
                .value_parser(value_parser!(PathBuf))
                .help("Files of events"),
        )
        .arg(Arg::new("stage").long("stage").value_name("STAGE").help("GAME or GAME/ROUND: early, mid, late, any; start, mid, end"))
        .arg(
            Arg::new("type")
                .long("type")
                .value_name("TYPE")
                .action(ArgAction::Append)
                .value_delimiter(',')
                .value_parser(Kind::ALL.map(Kind::name))
                .help("Only positions that show this type; may be given several times"),
        )
        .arg(common::tier("Only this tier"))
        .arg(Arg::new("gap").long("gap").value_name("POINTS").value_parser(value_parser!(f64)).help("Least gap between best and second best"))
        .arg(number("min-moves", "6", "Fewest legal moves"))
        .arg(number("min-destinations", "2", "Fewest different destinations"))
        .arg(common::json())
        .arg(into())
        .args(common::limits("1h", "300000", "positions that one reading may visit; 0 reads nothing"))
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let options = options(matches)?;
    let limits = common::limits_of(matches);
    let begun = Instant::now();
    let logs: Vec<PathBuf> = matches.get_many::<PathBuf>("logs").into_iter().flatten().cloned().collect();
    let mut reader = Reader::new();
    let (mut total, mut wrong) = (Cut::default(), Vec::new());
    let mut done = 0;
    let (added, known) = {
        let mut sink = Sink::open(matches, console)?;
        for path in &logs {
            if begun.elapsed() >= limits.time {
                break;
            }
            done += 1;
            let file = path.to_string_lossy();
            let name = path.file_name().map_or(file.clone(), |n| n.to_string_lossy());
            let text = match std::fs::read(path) {
                Ok(bytes) => match String::from_utf8(bytes) {
                    Ok(text) => text,
                    Err(_) => {
                        wrong.push(Bad::new("no UTF-8").file(file));
                        continue;
                    }
                },
                Err(e) => return Err(Error::io(path)(e).into()),
            };
            let mut kept = 0;
            match cut(&text, Some(&name), &options, &mut reader, &mut |record| {
                kept += 1;
                sink.add(&record);
            }) {
                Ok(one) => add(&mut total, one),
                Err(bad) => {
                    total.kept += kept;
                    wrong.push(bad.file(file));
                }
            }
        }
        sink.close()?
    };
    for bad in &wrong {
        let _ = writeln!(console.err, "error: {bad}");
    }
    if matches.get_flag("json") {
        let mut line = serde_json::to_value(&total).map_err(|e| Failure::output(e.into()))?;
        if let Some(fields) = line.as_object_mut() {
            fields.insert("summary".into(), "harvest azul".into());
            fields.insert("logs".into(), done.into());
            fields.insert("wrong".into(), wrong.len().into());
            fields.insert("added".into(), added.into());
            fields.insert("known".into(), known.into());
            fields.insert("stop".into(), if done < logs.len() { "time" } else { "exhausted" }.into());
        }
        common::print_json(&line, console)?;
    }
    let ended =
        if done < logs.len() { format!("out of time after {done} logs (--time)") } else { "end of input".into() };
    let mut words = format!(
        "harvest azul: {done} logs, {} wrong; {} games, {} finished; {} decisions, {} kept; {ended}",
        wrong.len(),
        total.games,
        total.finished,
        total.decisions,
        total.kept,
    );
    for (reason, n) in &total.rejected {
        words += &format!("\n  {n:>7}  {reason}");
    }
    let _ = writeln!(console.err, "{words}");
    let short = done < logs.len();
    let ending = Ending::new().because(!wrong.is_empty(), || format!("{} logs were wrong", wrong.len()));
    let ending = ending.because(short, || format!("out of time after {done} of {} logs (--time)", logs.len()));
    ending.explain(console);
    Ok(ending.code())
}

fn options(matches: &ArgMatches) -> Result<CutOptions, Failure> {
    let number = |name: &str, default: u32| matches.get_one::<u32>(name).copied().unwrap_or(default);
    let (mut game_stage, mut round_stage) = (None, None);
    if let Some(text) = matches.get_one::<String>("stage") {
        let (game, round) = text.split_once('/').unwrap_or((text, "any"));
        if game != "any" {
            let stage = GameStage::from_name(game);
            game_stage = Some(stage.ok_or_else(|| Failure::unknown("stage", game, ["any", "early", "mid", "late"]))?);
        }
        if round != "any" {
            let stage = RoundStage::from_name(round);
            round_stage = Some(stage.ok_or_else(|| Failure::unknown("stage", round, ["any", "start", "mid", "end"]))?);
        }
    }
    let kinds = matches.get_many::<String>("type").into_iter().flatten().filter_map(|name| Kind::from_name(name));
    Ok(CutOptions {
        filter: FilterConfig {
            min_legal_actions: number("min-moves", 6),
            min_unique_destinations: number("min-destinations", 2),
            min_value_gap: matches.get_one::<f64>("gap").copied(),
            ..FilterConfig::default()
        },
        game_stage,
        round_stage,
        kinds: kinds.collect(),
        tier: common::tier_of(matches),
        read_nodes: common::limits_of(matches).nodes,
    })
}

fn add(total: &mut Cut, one: Cut) {
    total.games += one.games;
    total.finished += one.finished;
    total.decisions += one.decisions;
    total.kept += one.kept;
    for (reason, n) in one.rejected {
        *total.rejected.entry(reason).or_default() += n;
    }
}
