//! `tesuji discover pages`.

use super::curate::{minimal_positions, read};
use super::telling::write_file;
use crate::common::{self, Context};
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::path::PathBuf;
use tesuji_discovery::{Cluster, MinimalCluster, SUPPORT};
use tesuji_report::forms::pages;
use tesuji_report::minimal_page;

/// The command.
pub fn command() -> Command {
    let clusters = Arg::new("clusters")
        .value_name("FILE")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("The clusters (clusters.jsonl of `discover mine --out`), or minimal positions (minimal.jsonl)");
    let out = Arg::new("out")
        .long("out")
        .value_name("DIR")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("Write there: index.html and form-RANK.html");
    let top = Arg::new("top")
        .long("top")
        .value_name("N")
        .default_value("20")
        .value_parser(value_parser!(usize))
        .help("Forms to make pages of");
    let support = Arg::new("support")
        .long("support")
        .value_name("N")
        .value_parser(value_parser!(u64))
        .help("Puzzles in which a form occurs at least [default: 2]");
    Command::new("pages").about("Writes HTML pages of mined forms, for a person who decides about them").args([
        clusters,
        common::genre(),
        common::catalog(),
        out,
        top,
        support,
    ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let genre = context.the_genre()?;
    let Some(path) = matches.get_one::<PathBuf>("clusters") else { return Ok(2) };
    let support = matches.get_one::<u64>("support").copied().unwrap_or(SUPPORT);
    let top = matches.get_one::<usize>("top").copied().unwrap_or(20);
    if let Some(all) = minimal_positions(&[path])? {
        let ranked: Vec<&MinimalCluster> = all.ranked(support).into_iter().take(top).collect();
        let Some(dir) = matches.get_one::<PathBuf>("out") else { return Ok(2) };
        std::fs::create_dir_all(dir).map_err(tesuji_corpus::Error::io(dir))?;
        let page = minimal_page(genre, &all, &ranked, context.decisions, &path.display().to_string());
        write_file(&dir.join("index.html"), &page)?;
        writeln!(console.err, "{} forms: {}", ranked.len(), dir.join("index.html").display())?;
        return Ok(0);
    }
    let parts = read(path)?;
    if parts.genre != genre.name() {
        let words = format!("{}: clusters of {}, not of {}", path.display(), parts.genre, genre.name());
        return Err(Failure::Usage(words));
    }
    let ranked: Vec<&Cluster> = parts.clusters.ranked_from(support).into_iter().take(top).collect();
    let Some(dir) = matches.get_one::<PathBuf>("out") else { return Ok(2) };
    let made = pages(genre, &parts, &ranked, context.decisions)?;
    std::fs::create_dir_all(dir).map_err(tesuji_corpus::Error::io(dir))?;
    for page in &made {
        write_file(&dir.join(&page.file), &page.html)?;
    }
    writeln!(console.err, "{} forms: {}", ranked.len(), dir.join("index.html").display())?;
    Ok(0)
}
