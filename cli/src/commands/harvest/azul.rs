//! `tesuji harvest azul`.

use super::args::{Logs, logs, whose, whose_of};
use crate::commands::generate::{Sink, into};
use crate::common;
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use tesuji_azul::log::{Cut, CutOptions, cut};
use tesuji_azul::read::Reader;
use tesuji_azul::scenario::{FilterConfig, Kind};
use tesuji_azul::{GameStage, RoundStage};

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
        .arg(logs("Files of events"))
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
        .args(whose("Whose games these are", "Licence of the logs"))
        .arg(common::json())
        .arg(into())
        .args(common::limits("1h", "300000", "positions that one reading may visit; 0 reads nothing"))
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let options = options(matches)?;
    let (whose, licence) = whose_of(matches);
    let mut logs = Logs::of(matches);
    let (mut reader, mut total) = (Reader::new(), Cut::default());
    let (added, known) = {
        let mut sink = Sink::open(matches, console)?;
        logs.run(&mut |logs, path, text| {
            let file = path.to_string_lossy();
            let name = path.file_name().map_or(file.clone(), |n| n.to_string_lossy());
            let mut kept = 0;
            match cut(text, Some(&name), &options, &mut reader, &mut |mut record| {
                kept += 1;
                record.source.get_or_insert_default().licence.clone_from(&licence);
                record.extra.insert("category".to_string(), whose.name().into());
                sink.add(&record);
            }) {
                Ok(one) => add(&mut total, one),
                Err(bad) => {
                    total.kept += kept;
                    logs.wrong.push(bad.file(file));
                }
            }
            Ok(())
        })?;
        sink.close()?
    };
    let words = format!(
        "{} games, {} finished; {} decisions, {} kept",
        total.games, total.finished, total.decisions, total.kept
    );
    logs.end(("azul", &words, &total), (added, known), &total.rejected, (matches, console))
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
