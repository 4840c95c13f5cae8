//! `tesuji mill opening …`.

use super::common;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;
use tesuji_genre::Genre;
use tesuji_mill::exchange::Category;
use tesuji_mill::genre::{MILL, record_of};
use tesuji_mill::puzzle::{Library, Question, standard};
use tesuji_mill::search::{OpeningTable, Placing};
use tesuji_mill::tables::Tables;
use tesuji_mill::{Colour, fen};
use tesuji_solver::Tier;
use tesuji_solver::reading::Outcome;

/// The commands.
pub fn command() -> Command {
    let file = || {
        Arg::new("file")
            .value_name("FILE")
            .required(true)
            .value_parser(clap::value_parser!(PathBuf))
            .help("The opening table")
    };
    let count = Arg::new("count")
        .long("count")
        .value_name("N")
        .default_value("20")
        .value_parser(clap::value_parser!(u64).range(1..))
        .help("Puzzles of each tier");
    Command::new("opening")
        .about("Tables of the positions after so many men: exact outcomes, and puzzles of them")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            Command::new("build")
                .about("Decides every position after so many men; goes on where an unfinished file ended")
                .arg(file())
                .args([
                    Arg::new("men")
                        .long("men")
                        .value_name("N")
                        .required(true)
                        .value_parser(clap::value_parser!(u8).range(..=17))
                        .help("Men placed by both sides"),
                    Arg::new("memory")
                        .long("memory")
                        .value_name("MB")
                        .default_value("256")
                        .value_parser(clap::value_parser!(u32).range(1..))
                        .help("Memory for known positions"),
                ])
                .args([super::variant_arg(), super::folder_arg()])
                .args(common::limits("1h", "18446744073709551615", "positions that are read")),
            Command::new("probe")
                .about("The outcome of a position")
                .arg(file())
                .arg(Arg::new("fen").value_name("FEN").required(true).help("Position string"))
                .arg(super::variant_arg()),
            Command::new("puzzles")
                .about("Positions of a table with one turn that keeps the outcome, as records")
                .arg(file())
                .args([count, super::folder_arg()])
                .args(common::limits("1h", "2000000", "positions that are read for each puzzle")),
        ])
}

/// Runs one of them.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("build", m)) => build(m, console),
        Some(("probe", m)) => probe(m, console),
        Some(("puzzles", m)) => puzzles(m, console),
        _ => Err(Failure::Usage("mill opening build, probe or puzzles".to_string())),
    }
}

fn file_of(matches: &ArgMatches) -> PathBuf {
    matches.get_one::<PathBuf>("file").cloned().unwrap_or_default()
}

fn build(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let rules = &super::variant_of(matches)?.rules;
    let (path, men) = (file_of(matches), matches.get_one::<u8>("men").copied().unwrap_or_default());
    let tables = Tables::open(rules, super::folder_of(matches)).map_err(super::table_failure)?;
    let megabytes = matches.get_one::<u32>("memory").copied().unwrap_or(256) as usize;
    let limits = common::limits_of(matches).with_memory(megabytes << 20);
    let mut placing = Placing::new(&tables, &limits).map_err(|e| super::bad(&e))?;
    let mut table = match path.exists() {
        true => OpeningTable::read(rules, &path).map_err(super::table_failure)?,
        false => OpeningTable::new(rules, men).map_err(super::table_failure)?,
    };
    if table.placed() != men {
        return Err(super::bad(&format!("{}: a table after {} men", path.display(), table.placed())));
    }
    let (start, mut last, mut total) = (Instant::now(), Instant::now(), 0);
    table.fill(&mut placing, &mut |done, all| {
        total = all;
        if last.elapsed().as_secs() >= 10 {
            last = Instant::now();
            let _ = writeln!(console.err, "{done} of {all} positions");
        }
    });
    table.write(&path).map_err(super::table_failure)?;
    let missing: Vec<String> = placing.missing().iter().map(ToString::to_string).collect();
    let line = json!({"summary": "mill opening build", "men": men, "counts": table.counts(), "positions": total,
        "nodes": placing.nodes(), "seconds": super::tables::rounded(start.elapsed()), "stop": placing.stop(),
        "missing": missing});
    common::print_json(&line, console)?;
    Ok(u8::from(!placing.stop().is_complete() || !missing.is_empty()))
}

fn probe(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let rules = &super::variant_of(matches)?.rules;
    let position = super::position(rules, matches.get_one::<String>("fen").map_or("", String::as_str))?;
    let at = Placing::admits(&position).map_err(|e| super::bad(&e))?;
    let mut table = OpeningTable::read(rules, &file_of(matches)).map_err(super::table_failure)?;
    let value = table.outcome(&at).map_or("unknown", super::solve::name);
    common::print_json(&json!({"value": value, "side": position.side, "men": table.placed()}), console)?;
    Ok(u8::from(value == "unknown"))
}

fn puzzles(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let variant = standard();
    let table = OpeningTable::read(&variant.rules, &file_of(matches)).map_err(super::table_failure)?;
    let nine = u32::from(variant.rules.men);
    let library = Library::open(variant, &super::folder_of(matches), nine, nine).map_err(|e| super::bad(&e))?;
    let limits = common::limits_of(matches);
    let clock = limits.start();
    let count = matches.get_one::<u64>("count").copied().unwrap_or(20);
    let (mut made, mut tried) = ([0_u64; Tier::ALL.len()], 0_u64);
    for (at, outcome) in table.positions() {
        if clock.expired().is_some() || made.iter().all(|&n| n >= count) {
            break;
        }
        if outcome == Outcome::Loss {
            continue;
        }
        tried += 1;
        let side = if at.own_hand == at.enemy_hand { Colour::White } else { Colour::Black };
        let text = fen::print(&at.position(side), fen::Dialect::Nodes);
        let question = Question::new(variant, &text, Category::Opening, 1).map_err(|e| super::bad(&e))?;
        let left = limits.clone().with_time(clock.remaining());
        let Some((record, tier)) = record_of(&question, &library, &left) else { continue };
        let made = &mut made[tier as usize];
        if *made < count {
            *made += 1;
            common::print_json(&serde_json::to_value(&record).unwrap_or_default(), console)?;
        }
    }
    let tiers: Vec<String> = Tier::ALL.iter().zip(made).map(|(tier, n)| format!("{} {n}", tier.name())).collect();
    let _ = writeln!(console.err, "{}: {tried} positions looked at; {}", MILL.name(), tiers.join(", "));
    Ok(0)
}
