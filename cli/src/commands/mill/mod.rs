//! `tesuji mill …`.

mod machine;
mod mine;
mod opening;
mod pack;
mod perft;
mod solve;
mod tables;
mod validate;

use crate::common::{self, Context};
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};
use std::path::PathBuf;
use tesuji_mill::tables::{Sector, TableError};
use tesuji_mill::variant::{self, PRESETS, VARIANTS};
use tesuji_mill::{Position, RuleSet, Variant, fen};

/// The commands.
pub fn command() -> Command {
    Command::new("mill")
        .about("Mill: endgame tables, counts of positions, packs of puzzles")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            tables::command(),
            mine::command(),
            opening::command(),
            pack::command(),
            perft::command(),
            solve::command(),
            validate::command(),
        ])
}

/// Runs one of them.
pub fn run(_context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("tables", m)) => tables::run(m, console),
        Some(("perft", m)) => perft::run(m, console),
        Some(("mine", m)) => mine::run(m, console),
        Some(("opening", m)) => opening::run(m, console),
        Some(("pack", m)) => pack::run(m, console),
        Some(("solve", m)) => solve::run(m, console),
        Some(("validate", m)) => validate::run(m, console),
        _ => Err(Failure::Usage("mill tables, mine, opening, pack, perft, solve or validate".to_string())),
    }
}

/// `--variant`.
fn variant_arg() -> Arg {
    Arg::new("variant")
        .long("variant")
        .value_name("ID")
        .default_value("standard_9mm")
        .help("Rule set: a ruleVariantId, or preset-0 to preset-10 for the engine's presets")
}

fn variant_of(matches: &ArgMatches) -> Result<&'static Variant, Failure> {
    let id = matches.get_one::<String>("variant").map_or("standard_9mm", String::as_str);
    variant::by_id(id).ok_or_else(|| Failure::unknown("variant", id, VARIANTS.iter().chain(&PRESETS).map(|v| v.id)))
}

/// `--tables`.
fn folder_arg() -> Arg {
    Arg::new("tables")
        .long("tables")
        .value_name("DIR")
        .default_value("out/tables")
        .value_parser(clap::value_parser!(PathBuf))
        .help("Folder of the tables")
}

fn folder_of(matches: &ArgMatches) -> PathBuf {
    matches.get_one::<PathBuf>("tables").cloned().unwrap_or_else(|| PathBuf::from("out/tables"))
}

/// A position string under the rules.
fn position(rules: &RuleSet, text: &str) -> Result<Position, Failure> {
    fen::parse(rules, text).map(|parsed| parsed.position).map_err(|e| bad(&e))
}

fn bad(e: &dyn std::fmt::Display) -> Failure {
    Failure::Run(tesuji_corpus::Error::Bad(tesuji_genre::Bad::new(e.to_string())))
}

fn table_failure(e: TableError) -> Failure {
    match e {
        TableError::Io { path, error } => Failure::Run(tesuji_corpus::Error::io(path)(error)),
        other => bad(&other),
    }
}

fn sector(text: &str) -> Result<Sector, String> {
    text.parse()
}
