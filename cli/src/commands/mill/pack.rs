//! `tesuji mill pack`.

use crate::ending::Ending;
use crate::{Console, Failure, common, interrupt};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::json;
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, atomic};
use tesuji_mill::exchange::{Category, Severity, validate};
use tesuji_mill::puzzle::{Library, PackWords, SeriesRequest, pack_of, series};
use tesuji_mill::tables::{Builder, human};
use tesuji_solver::Stop;

/// The sectors that a pack of every category draws from: with them come all smaller ones.
const SECTORS: [(u8, u8); 2] = [(5, 5), (6, 4)];
/// Sectors that reading needs alone.
const SMALL: [(u8, u8); 1] = [(3, 3)];

/// The command.
pub fn command() -> Command {
    let text = |name: &'static str, help: &'static str| Arg::new(name).long(name).value_name("TEXT").help(help);
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("N").default_value(default).value_parser(value_parser!(u64)).help(help)
    };
    let words = PackWords::default();
    Command::new("pack")
        .about("Makes a pack for Sanmill: all tiers alike, many sectors, no position twice, ratings that fit the tiers")
        .after_help(
            "Every tier of a category gets an equal part where it can, a sector at most a tenth (where ten sectors have \
             puzzles: larger tables in --tables bring more). A puzzle's turns grow with its tier, and every tier has a band \
             of ratings of its own. formMill and capturePieces make up for categories that fall short. Fewer puzzles than \
             the request: exit 1, with the numbers.",
        )
        .args([
            Arg::new("count")
                .long("count")
                .value_name("N")
                .default_value("200")
                .value_parser(value_parser!(u32).range(1..=5000))
                .help("Puzzles in all"),
            Arg::new("category")
                .long("category")
                .value_name("CATEGORY")
                .action(ArgAction::Append)
                .value_delimiter(',')
                .value_parser(Category::NAMES.to_vec())
                .help("Categories [default: all but opening, which takes long]"),
            number("seed", "1", "The same seed gives the same pack"),
            number("draws", "6000", "Positions drawn for each puzzle at most"),
            super::variant_arg(),
            super::folder_arg(),
            text("id", "Identifier of the pack").default_value(words.id),
            text("name", "Its name").default_value(words.name),
            text("description", "What it is about").default_value(words.description),
            text("author", "Its author").default_value(words.author),
            text("date", "Date of making, as 2026-11-28; none without it, so that the same seed gives the same bytes"),
            Arg::new("out")
                .long("out")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Write the pack to this .json file instead of standard output"),
            common::json(),
        ])
        .args(common::limits("1h", "0", "nothing").into_iter().take(1))
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let number = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or(0);
    let out = matches.get_one::<PathBuf>("out");
    if let Some(path) = out.filter(|path| path.extension().is_none_or(|e| e != "json")) {
        return Err(Failure::Usage(format!("{}: a pack is a .json file", path.display())));
    }
    let variant = super::variant_of(matches)?;
    let categories: Vec<Category> = match matches.get_many::<String>("category") {
        Some(names) => names.filter_map(|name| Category::of(name)).collect(),
        None => Category::ALL.into_iter().filter(|&c| c != Category::Opening).collect(),
    };
    let is_read = |c: &Category| matches!(c, Category::FormMill | Category::CapturePieces);
    let sectors = if categories.iter().all(is_read) { &SMALL[..] } else { &SECTORS[..] };
    let library = library(variant, &super::folder_of(matches), sectors, console)?;
    let want = SeriesRequest {
        variant,
        categories,
        count: matches.get_one::<u32>("count").copied().unwrap_or(200),
        seed: number("seed"),
        draws: number("draws").max(1),
    };
    let mut limits = common::limits_of(matches);
    limits.interrupt = Some(interrupt::listen());
    let made = series(&want, &library, &limits.with_nodes(u64::MAX).start());
    let words = PackWords {
        id: text("id").unwrap_or_default(),
        name: text("name").unwrap_or_default(),
        description: text("description").unwrap_or_default(),
        author: text("author").unwrap_or_default(),
        date: text("date"),
    };
    let count = made.puzzles.len();
    let pack = pack_of(made.puzzles, &words);
    if let Some(wrong) = validate(&pack).into_iter().find(|finding| finding.severity == Severity::Error) {
        return Err(super::bad(&wrong));
    }
    match out {
        Some(path) => {
            let text = pack.export();
            atomic::write_atomic(path, &mut |out| out.write_all(text.as_bytes())).map_err(Error::io(path))?;
        }
        None => writeln!(console.out, "{}", pack.export().trim_end())?,
    }
    let lines: Vec<String> = made
        .categories
        .iter()
        .map(|c| {
            let tiers: Vec<String> = c.tiers.iter().map(|(tier, n)| format!("{n} {tier}")).collect();
            format!(
                "\n  {:<14} {} of {}, {} sectors, {} positions drawn: {}",
                c.category,
                c.made,
                c.wanted,
                c.sectors.len(),
                c.drawn,
                tiers.join(", ")
            )
        })
        .collect();
    let missing = want.count as usize - count;
    let ending = Ending::new().because(missing > 0, || {
        let why = if made.stop == Stop::Nodes { "out of draws (--draws)" } else { crate::commands::ended(made.stop) };
        format!("{missing} fewer than asked for: {why}")
    });
    let summary = json!({"summary": "mill pack", "made": count, "categories": made.categories});
    ending.tell(matches.get_flag("json"), summary, &format!("mill pack: {count} puzzles{}", lines.concat()), console)
}

/// The tables, those that are missing built; says so before.
fn library(
    variant: &'static tesuji_mill::Variant,
    folder: &Path,
    sectors: &[(u8, u8)],
    console: &mut Console<'_>,
) -> Result<std::sync::Arc<Library>, Failure> {
    let builder = Builder::new(&variant.rules, folder).map_err(super::table_failure)?.sectors(sectors.iter().copied());
    let plan = builder.plan().map_err(super::table_failure)?;
    let missing = plan.pairs.iter().filter(|p| p.is_missing).count();
    if missing > 0 {
        let _ = writeln!(
            console.err,
            "tables: building {missing} sectors in {} ({}; --tables says where)",
            folder.display(),
            human(plan.disk)
        );
    }
    let mut opened = None;
    for &(own, enemy) in sectors {
        opened = Some(Library::open(variant, folder, own.into(), enemy.into()).map_err(|bad| super::bad(&bad))?);
    }
    opened.ok_or_else(|| Failure::Usage("no sectors".to_string()))
}
