//! `tesuji cycle`, and `tesuji` alone.

use crate::bars::Bars;
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tesuji_corpus::{Error, Source, atomic};
use tesuji_report::{Candidate, CycleOptions, NO_CORPUS, SharedIdea, cycle, embedded, write};

/// The command.
pub fn command() -> Command {
    let corpus = Arg::new("corpus")
        .long("corpus")
        .value_name("FILE")
        .help("Puzzles to start from (lines, records, or a document) [default: the corpus that comes with tesuji, if there is one for the genre]");
    let out = Arg::new("out")
        .long("out")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .default_value("out")
        .help("Folder for report.html, cycle.json and timings.json");
    let seed = Arg::new("seed")
        .long("seed")
        .value_name("S")
        .value_parser(value_parser!(u64))
        .default_value("1")
        .help("Seed of everything that is made");
    let time = Arg::new("time")
        .long("time")
        .value_name("TIME")
        .value_parser(common::duration)
        .help("Time for the whole cycle: 90, 90s, 15m, 2h [default: 55s on the embedded corpus, 1h on a file]");
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64)).default_value(default).help(help)
    };
    let mine =
        Arg::new("mine").long("mine").value_name("N").value_parser(value_parser!(u64)).help(
            "Puzzles given to the miner at most [default: 300; of positions, whose solutions are only counted, all]",
        );
    Command::new("cycle")
        .about("The whole loop: generate, cross-check, grade, mine, generate again against the grades; writes a report")
        .args([common::genre(), corpus, out, seed, time, common::threads(), common::json(), common::catalog()])
        .args([number("fresh", "20", "Puzzles to make first"), mine, number("top", "20", "Candidates to show")])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let genre = match context.genre {
        Some(genre) => genre,
        None => context
            .genres
            .iter()
            .copied()
            .find(|g| g.name() == embedded::GENRE)
            .ok_or_else(|| Failure::Usage("--genre is missing".to_string()))?,
    };
    let number = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let corpus = match matches.get_one::<String>("corpus") {
        Some(file) => Source::of_arg(file),
        // Where none comes with tesuji, the loop stands on what it makes itself.
        None => embedded::corpus(genre.name()).unwrap_or_else(|| Source::Bytes(NO_CORPUS.to_string(), [].into())),
    };
    let default = if matches.contains_id("corpus") { 3600 } else { 55 };
    // A cycle of one genre, or on a file, is about that.
    let is_whole = context.genre.is_none() && !matches.contains_id("corpus");
    let is_other = |g: &&'static dyn tesuji_genre::Genre| g.name() != genre.name();
    let others = context.genres.iter().copied().filter(|g| is_whole && is_other(g));
    let want = CycleOptions {
        genre,
        genres: context.genres.to_vec(),
        corpus,
        seed: number("seed"),
        time: matches.get_one::<Duration>("time").copied().unwrap_or(Duration::from_secs(default)),
        threads: matches.get_one::<usize>("threads").copied().unwrap_or(0),
        quick: !matches.contains_id("corpus"),
        fresh: number("fresh"),
        mine: matches.get_one::<u64>("mine").map(|&n| usize::try_from(n).unwrap_or(usize::MAX)),
        top: usize::try_from(number("top")).unwrap_or(usize::MAX),
        catalogs: context.catalogs.clone(),
        promoted: context.promoted(genre.name()),
        others: others.filter(|g| embedded::corpus(g.name()).is_some()).collect(),
    };
    let out = matches.get_one::<PathBuf>("out").cloned().unwrap_or_else(|| PathBuf::from("out"));
    // Before an hour of work is done for nothing.
    let mut folder = common::Folder::with_room(&out)?;
    let (found, times) = cycle(&want, &mut Bars::new(&mut *console.err, console.terminal))?;
    // The summary is printed even where the report can't be written.
    writeln!(console.err, "{}", found.words())?;
    folder.free();
    let page = write(&out, genre, &found, &times)?;
    writeln!(console.err, "report: {}", page.display())?;
    if let Some(idea) = &found.idea {
        tell_idea(idea, console)?;
    }
    if let Some(form) = found.shown_form() {
        tell_form(form, genre, &out, console)?;
    }
    let disagreements = found.disagreements.len();
    let ending = Ending::new()
        .bad(found.bad.len() as u64)
        .because(disagreements > 0, || format!("{disagreements} disagreements"));
    if matches.get_flag("json") {
        let mut line = serde_json::json!({"summary": "cycle", "genre": found.genre, "read": found.read, "compared": found.compared,
            "bad": found.bad.len(), "disagreements": disagreements, "tiers": found.tiers,
            "check": found.check, "candidates": found.candidates.len(), "notes": found.notes,
            "report": page.display().to_string()});
        ending.write(&mut line);
        common::print_json(&line, console)?;
    }
    ending.explain(console);
    Ok(ending.code())
}

/// Tells of the idea that several genres share.
fn tell_idea(idea: &SharedIdea, console: &mut Console<'_>) -> Result<(), Failure> {
    let of = |p: &tesuji_report::IdeaPicture| match &p.names {
        Some(names) => format!("{} ({names})", p.genre),
        None => p.genre.clone(),
    };
    let shown: Vec<String> = idea.pictures.iter().map(of).collect();
    writeln!(console.err, "\none idea in {} genres, {}: {}", idea.genres, idea.family, idea.meaning)?;
    writeln!(console.err, "  {}; with pictures: report.html#ideas", shown.join(", "))?;
    Ok(())
}

/// Shows one mined form: its picture in a file, its name in the literature, and what comes next.
fn tell_form(
    form: &Candidate,
    genre: &dyn tesuji_genre::Genre,
    out: &Path,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let picture = out.join("form.svg");
    atomic::write_atomic(&picture, &mut |file| file.write_all(form.svg.as_bytes())).map_err(Error::io(&picture))?;
    let name =
        form.literature.as_deref().map_or("no name known".to_string(), |name| format!("in the literature: {name}"));
    writeln!(console.err, "\na mined form, in {} puzzles ({name}):\n  {}", form.puzzles, form.words)?;
    writeln!(console.err, "  its picture: {}; all forms: report.html#candidates", picture.display())?;
    writeln!(
        console.err,
        "  next: `tesuji discover --genre {} FILE` mines puzzles of your own; nothing is promoted by itself",
        genre.name()
    )?;
    Ok(())
}
