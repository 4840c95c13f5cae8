//! `tesuji discover coverage`, `atlas` and `pictures`: what the techniques explain.

use super::super::{Treated, each_of};
use super::telling::write_file;
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, inputs};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tesuji_corpus::{Error, Source};
use tesuji_discovery::{Atlas, Coverage, Covered, MinedPicture, Picture, PictureError, covered};
use tesuji_genre::{Bad, Genre, Puzzle, View};
use tesuji_report::embedded;
use tesuji_solver::{Limits, Stop, Tier};

/// The commands.
pub fn commands() -> [Command; 4] {
    let files = || {
        Arg::new("file")
            .value_name("FILE")
            .num_args(0..)
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf))
            .help("Puzzles, as for `grade` [default: the corpora that come with the program]")
    };
    let time_each = || {
        Arg::new("time-each")
            .long("time-each")
            .value_name("TIME")
            .default_value("10s")
            .value_parser(common::duration)
            .help("Time for each puzzle")
    };
    let limit = || {
        Arg::new("limit")
            .long("limit")
            .value_name("N")
            .value_parser(value_parser!(usize))
            .help("Only N puzzles of each genre, spread evenly")
    };
    let [time, _] = common::limits("1h", "0", "not used");
    let shared = move || [files(), common::genre(), common::catalog(), time_each(), limit(), time.clone()];
    let coverage = Command::new("coverage")
        .about("Tells by what means the techniques finish puzzles: patterns, counting, rounds, trial, or not")
        .args(shared())
        .arg(common::json());
    let out = Arg::new("out")
        .long("out")
        .value_name("FILE")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("Write the page there");
    let atlas = Command::new("atlas")
        .about("Writes a page of the ideas in the steps of puzzles: pictures by genre, examples, what transfers")
        .args(shared())
        .arg(out);
    let file = Arg::new("picture")
        .value_name("FILE")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("A picture as text, as the atlas has them");
    let svg = Arg::new("svg")
        .long("svg")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Draw it there; of a false one the counterexample");
    let verify = Command::new("verify")
        .about("Proves a picture as a local theorem, or refuses it with a counterexample")
        .args([file, svg]);
    let dir = Arg::new("out")
        .long("out")
        .value_name("DIR")
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("Write the pictures and their page there (of several genres a folder each)");
    let top = Arg::new("top")
        .long("top")
        .value_name("N")
        .default_value("20")
        .value_parser(value_parser!(usize))
        .help("Pictures of each genre at most");
    let known = Arg::new("known-tier")
        .long("known-tier")
        .value_name("TIER")
        .value_parser(Tier::ALL.map(Tier::name))
        .help("Leave out the pictures of steps by techniques up to this tier");
    let pictures = Command::new("pictures")
        .about("Writes the pictures that explain most steps of puzzles, each as text that `promote` and `verify` read")
        .args(shared())
        .args([dir, top, known]);
    [coverage, atlas, verify, pictures]
}

/// A puzzle, and the name or place of its record.
type Named = (Puzzle, String);

/// The puzzles of each genre.
type Asked = BTreeMap<&'static str, (&'static dyn Genre, Vec<Named>)>;

fn asked(
    context: &Context<'_>,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<(Asked, u64, Stop), Failure> {
    let most = matches.get_one::<usize>("limit").copied().unwrap_or(usize::MAX);
    let mut sources: Vec<Source> = Vec::new();
    if matches.contains_id("file") {
        sources = inputs::sources(matches)?;
    }
    let mut all = Asked::new();
    if sources.is_empty() {
        let own = context.genres.iter().filter(|g| context.genre.is_none_or(|one| one.name() == g.name()));
        for genre in own {
            let Some(source) = embedded::corpus(genre.name()) else { continue };
            sources.push(source);
        }
    }
    let Treated { bad, stop } = each_of(context, &sources, matches, console, &mut |work, _| {
        let genre = work.puzzle.genre;
        let (_, list) = all.entry(genre.name()).or_insert((genre, Vec::new()));
        let title = work.record.title();
        list.push((work.puzzle.clone(), if title.is_empty() { work.record.id.clone() } else { title }));
        Ok(())
    })?;
    for (_, list) in all.values_mut().filter(|(_, list)| list.len() > most) {
        let all = list.len();
        let mut at = 0;
        list.retain(|_| {
            let is_taken = at * most / all != (at + 1) * most / all;
            at += 1;
            is_taken
        });
    }
    Ok((all, bad, stop))
}

/// The reason why positions of games are not looked at.
fn left_out(positions: u64) -> String {
    format!("{positions} positions of games left out: they have no steps by techniques")
}

/// `discover coverage`.
pub fn coverage(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let (all, mut bad, stop) = asked(context, matches, console)?;
    let each = matches.get_one::<Duration>("time-each").copied().unwrap_or(Duration::MAX);
    let clock = common::limits_of(matches).start();
    let (mut sum, mut genres, mut positions) = (Coverage::default(), BTreeMap::new(), 0_u64);
    for (name, (genre, puzzles)) in &all {
        let catalog = context.catalog(*genre);
        let look = |(puzzle, _): &Named| -> Result<Option<Coverage>, Bad> {
            let View::Clues(view) = genre.view(puzzle)? else { return Ok(None) };
            let mut one = Coverage::default();
            if clock.expired().is_some() {
                one.add(Covered::Unfinished, &BTreeMap::new());
                return Ok(Some(one));
            }
            let limits = Limits::default().with_time(each.min(clock.remaining()));
            let (reached, steps) = covered(&view, catalog, &limits)?;
            one.add(reached, &steps);
            Ok(Some(one))
        };
        let looks: Vec<Result<Option<Coverage>, Bad>> = puzzles.par_iter().map(look).collect();
        let mut of_genre = Coverage::default();
        for (look, (_, title)) in looks.into_iter().zip(puzzles) {
            match look {
                Ok(Some(one)) => of_genre.merge(&one),
                Ok(None) => positions += 1,
                Err(wrong) => {
                    bad += 1;
                    writeln!(console.err, "error: {name} {title}: {wrong}")?;
                }
            }
        }
        if of_genre.puzzles == 0 {
            continue;
        }
        let of = |n: u64| 100.0 * n as f64 / of_genre.puzzles as f64;
        writeln!(
            console.err,
            "{name:<16} {:>5} puzzles: {:>5.1}% without trial (patterns {:.0}, counting {:.0}, rounds {:.0}), trial {:.0}, beyond {:.0}, unfinished {:.0}",
            of_genre.puzzles,
            of_genre.explained(),
            of(of_genre.named),
            of(of_genre.counting),
            of(of_genre.rounds),
            of(of_genre.trial),
            of(of_genre.beyond),
            of(of_genre.unfinished)
        )?;
        sum.merge(&of_genre);
        genres.insert(*name, of_genre);
    }
    let ending = Ending::new()
        .bad(bad)
        .because(positions > 0, || left_out(positions))
        .because(sum.unfinished > 0, || format!("{} unfinished (time)", sum.unfinished))
        .stopped(stop);
    let mut summary = serde_json::json!({
        "summary": "coverage", "puzzles": sum.puzzles, "named": sum.named, "counting": sum.counting,
        "rounds": sum.rounds, "trial": sum.trial, "beyond": sum.beyond, "unfinished": sum.unfinished,
        "genres": genres,
    });
    if matches.get_flag("json") {
        ending.write(&mut summary);
        common::print_json(&summary, console)?;
    }
    writeln!(console.err, "{} puzzles: {:.1}% without trial", sum.puzzles, sum.explained())?;
    ending.explain(console);
    Ok(ending.code())
}

/// The ideas in the steps of the puzzles, their genres, and how the reading ended.
fn explored(
    context: &Context<'_>,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<(Atlas, Vec<&'static dyn Genre>, Ending), Failure> {
    let (all, mut bad, stop) = asked(context, matches, console)?;
    let each = matches.get_one::<Duration>("time-each").copied().unwrap_or(Duration::MAX);
    let clock = common::limits_of(matches).start();
    let mut atlas = Atlas::default();
    let (mut unfinished, mut positions) = (0_u64, 0_u64);
    for (name, (genre, puzzles)) in &all {
        let catalog = context.catalog(*genre);
        let look = |(puzzle, _): &Named| -> Result<Option<Atlas>, Bad> {
            let View::Clues(view) = genre.view(puzzle)? else { return Ok(None) };
            let mut one = Atlas::default();
            let limits = Limits::default().with_time(each.min(clock.remaining()));
            one.add(*genre, (puzzle, &view), catalog, &limits)?;
            Ok(Some(one))
        };
        let looks: Vec<Result<Option<Atlas>, Bad>> = puzzles.par_iter().map(look).collect();
        for (look, (_, title)) in looks.into_iter().zip(puzzles) {
            match look {
                Ok(Some(one)) => atlas.merge(one),
                Ok(None) => positions += 1,
                Err(wrong) => {
                    bad += 1;
                    writeln!(console.err, "error: {name} {title}: {wrong}")?;
                }
            }
        }
        unfinished += u64::from(clock.expired().is_some());
    }
    let ending = Ending::new()
        .bad(bad)
        .because(positions > 0, || left_out(positions))
        .because(unfinished > 0, || format!("{unfinished} genres unfinished (time)"))
        .stopped(stop);
    Ok((atlas, all.values().map(|(genre, _)| *genre).collect(), ending))
}

/// `discover atlas`.
pub fn atlas(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let (atlas, _, ending) = explored(context, matches, console)?;
    let Some(path) = matches.get_one::<PathBuf>("out") else { return Ok(2) };
    write_file(path, &atlas.html())?;
    for (genre, shares) in atlas.leave_one_out(&[5, 10, 20]) {
        let told: Vec<String> = shares.iter().map(|s| format!("{s:.0}%")).collect();
        writeln!(console.err, "{genre:<16} first 5, 10, 20 families of the others: {}", told.join(", "))?;
    }
    writeln!(console.err, "{} genres: {}", atlas.genres().len(), path.display())?;
    ending.explain(console);
    Ok(ending.code())
}

/// `discover pictures`.
pub fn pictures(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let (atlas, genres, ending) = explored(context, matches, console)?;
    let Some(out) = matches.get_one::<PathBuf>("out") else { return Ok(2) };
    let top = matches.get_one::<usize>("top").copied().unwrap_or(20);
    let known = matches.get_one::<String>("known-tier").and_then(|name| Tier::from_name(name));
    let mut failed = 0;
    for genre in &genres {
        let dir = if genres.len() == 1 { out.clone() } else { out.join(genre.name()) };
        let mut all = MinedPicture::ranked(&atlas, *genre, known, top);
        all.retain(|mined| context.decisions.get(genre.name(), &mined.picture.key()).is_none());
        if all.is_empty() {
            writeln!(console.err, "{}: no step has a picture of several rules", genre.name())?;
            continue;
        }
        // The pictures of the other genres are not lost with those of one.
        if let Err(why) = write_pictures(&dir, &all, *genre, console) {
            failed += 1;
            write!(console.err, "{}: ", genre.name())?;
            why.report(console);
        }
    }
    let ending = ending.bad(failed);
    ending.explain(console);
    Ok(ending.code())
}

/// Writes the pictures of a genre, a file each, and their page.
fn write_pictures(
    dir: &Path,
    all: &[MinedPicture],
    genre: &'static dyn Genre,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(Error::io(dir))?;
    for (rank, mined) in (1..).zip(all) {
        let file = dir.join(format!("{rank:02}.picture"));
        write_file(&file, &mined.picture.to_string())?;
        let line = serde_json::json!({
            "rank": rank, "genre": genre.name(), "family": mined.picture.family, "steps": mined.first.steps,
            "technique": mined.first.technique, "rules": mined.picture.rules.len(),
            "places": mined.picture.points.len(), "literature": mined.picture.known_name(),
            "file": file.display().to_string(),
        });
        common::print_json(&line, console)?;
    }
    let page = dir.join("pictures.html");
    write_file(&page, &MinedPicture::page(all, genre))?;
    writeln!(console.err, "{}: {} pictures: {}", genre.name(), all.len(), page.display())?;
    Ok(())
}

/// The picture of a file.
pub fn read_picture(path: &Path) -> Result<Picture, Failure> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    text.parse().map_err(|e: PictureError| {
        let bad = match e {
            PictureError::Line(line @ 1.., what) => Bad::new(what).line(line as u64),
            other => Bad::new(other.to_string()),
        };
        Failure::Run(Error::Bad(bad.file(path.display().to_string())))
    })
}

/// `discover verify`.
pub fn verify(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let Some(path) = matches.get_one::<PathBuf>("picture") else { return Ok(2) };
    let picture = read_picture(path)?;
    let verdict = picture.verify();
    if let Some(file) = matches.get_one::<PathBuf>("svg") {
        let values = match &verdict {
            Err(PictureError::False(_, values)) => Some(values.as_slice()),
            _ => None,
        };
        write_file(file, &picture.svg(values))?;
    }
    match verdict {
        Ok(()) => {
            write!(console.out, "{picture}")?;
            writeln!(console.err, "proved: the rules lead from the facts to the goal")?;
            Ok(0)
        }
        Err(why) => {
            let ending = Ending::new().because(true, || format!("{}: {why}", path.display()));
            ending.explain(console);
            Ok(ending.code())
        }
    }
}
