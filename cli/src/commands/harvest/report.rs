//! `tesuji harvest report`.

use crate::common;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tesuji_corpus::{Error, Line, Source, next_line};
use tesuji_genre::{Bad, Genre, Record};
use tesuji_harvest::go::{Funnel, funnel_of};
use tesuji_report::harvested::{Stages, page};

/// The command.
pub fn command() -> Command {
    Command::new("report")
        .about("Says what each stage of a harvest saw and left out, and draws the problems")
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .required(true)
                .help("The problems of `harvest go`; its counts are read from beside it"),
        )
        .arg(
            Arg::new("html")
                .long("html")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Write a page with the boards"),
        )
        .arg(
            Arg::new("limit")
                .long("limit")
                .value_name("N")
                .value_parser(value_parser!(usize))
                .default_value("1000")
                .help("Boards on the page, at equal steps through the file"),
        )
        .arg(common::json())
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    if let Some(out) = matches.get_one::<PathBuf>("html") {
        common::for_page(out)?;
    }
    let path = matches.get_one::<PathBuf>("file").cloned().unwrap_or_default();
    let counts = funnel_of(&path);
    let funnel: Option<Funnel> = match std::fs::read(&counts) {
        Ok(text) => {
            let wrong = |e: serde_json::Error| Bad::new(format!("no counts of a harvest: {e}"));
            let named = |bad: Bad| Error::Bad(bad.file(counts.display().to_string()));
            Some(serde_json::from_slice(&text).map_err(|e| named(wrong(e)))?)
        }
        Err(_) => None,
    };
    let (mut records, mut bad) = (Vec::<(Record, &'static dyn Genre)>::new(), 0_u64);
    let mut input = Source::File(path.clone()).open()?;
    while let Some(line) = next_line(&mut *input).map_err(Error::io(&path))? {
        let Line::Text(text) = line else { continue };
        let record = String::from_utf8(text).ok().and_then(|text| Record::from_json(&text).ok());
        match record.and_then(|record| tesuji_genres::get(&record.genre).map(|genre| (record, genre))) {
            Some(both) => records.push(both),
            None => bad += 1,
        }
    }
    let mut tiers: BTreeMap<String, u64> = BTreeMap::new();
    for (record, _) in &records {
        *tiers.entry(record.grade.as_ref().map(|g| g.tier.clone()).unwrap_or_default()).or_default() += 1;
    }
    if let Some(out) = matches.get_one::<PathBuf>("html") {
        let most = matches.get_one::<usize>("limit").copied().unwrap_or(usize::MAX).max(1);
        let step = records.len().div_ceil(most).max(1);
        let drawn: Vec<_> = records.iter().step_by(step).cloned().collect();
        let own = funnel.clone().unwrap_or_default();
        let stages = Stages {
            lines: own.words(),
            rejected: own.rejected().into_iter().map(|(why, n)| (why.to_string(), n)).collect(),
            by_category: own.by_category.clone(),
            tiers: own.tiers.clone(),
        };
        let text = page(&format!("Harvest: {}", path.display()), &stages, &drawn);
        tesuji_corpus::atomic::write_atomic(out, &mut |file| file.write_all(text.as_bytes()))
            .map_err(Error::io(out))?;
    }
    if matches.get_flag("json") {
        let line = json!({
            "summary": "harvest report", "records": records.len(), "bad": bad, "tiers": tiers, "funnel": funnel,
        });
        common::print_json(&line, console)?;
    } else {
        let words = funnel.map_or_else(|| vec![format!("no counts at {}", counts.display())], |f| f.words());
        let tiers: Vec<String> = tiers.iter().map(|(tier, n)| format!("{n} {tier}")).collect();
        let text = format!("{}\n{} problems: {}\n", words.join("\n"), records.len(), tiers.join(", "));
        console.out.write_all(text.as_bytes()).map_err(Failure::output)?;
    }
    if bad > 0 {
        let _ = writeln!(console.err, "exit 1: {bad} lines are no records");
    }
    Ok(u8::from(bad > 0))
}
