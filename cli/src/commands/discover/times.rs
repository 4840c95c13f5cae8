//! `tesuji discover times`: points of techniques fitted to the times that people take.

use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tesuji_corpus::Error;
use tesuji_discovery::{TimedSolve, fit_points, fit_scores};
use tesuji_genre::{Bad, Genre, GradeRequest, near};
use tesuji_solver::{Catalog, Limits};
use tesuji_web::{SolveTime, TIMES_VERSION};

const FORMATS: &str = "\
FILE is what `browse --play` writes (a JSON line for each solved puzzle: version, id, genre, size, puzzle, seconds, moves, \
hints), or a table with tabs and a head: a column `puzzle` and one of seconds (`seconds` or the one of --column), of the genre \
of --genre. Puzzles that took a hint are left out of the fit; their hints are counted. Nothing is changed: a person decides about points.";

/// The command.
pub fn command() -> Command {
    let file = Arg::new("times")
        .value_name("FILE")
        .action(ArgAction::Append)
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help("Times: of `browse --play`, or a table");
    let column = Arg::new("column")
        .long("column")
        .value_name("NAME")
        .default_value("seconds")
        .help("The column of seconds in a table");
    let [time, _] = common::limits("1h", "0", "not used");
    Command::new("times")
        .about("Fits points of techniques to the times that people take, and says how well they rank puzzles")
        .after_help(FORMATS)
        .args([file, common::genre(), common::catalog(), column, common::json(), time])
}

/// A puzzle with its time, as a file has it.
struct Timed {
    genre: &'static dyn Genre,
    puzzle: String,
    seconds: f64,
    hints: Vec<String>,
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let column = matches.get_one::<String>("column").cloned().unwrap_or_default();
    let (mut all, mut bad): (Vec<Timed>, u64) = (Vec::new(), 0);
    for path in matches.get_many::<PathBuf>("times").into_iter().flatten() {
        for read in times_of(path, context, &column)? {
            match read {
                Ok(timed) => all.push(timed),
                Err(wrong) => {
                    bad += 1;
                    writeln!(console.err, "error: {wrong}")?;
                }
            }
        }
    }
    let clock = common::limits_of(matches).start();
    let mut by_genre: BTreeMap<&str, Vec<Timed>> = BTreeMap::new();
    all.into_iter().for_each(|timed| by_genre.entry(timed.genre.name()).or_default().push(timed));
    let (mut unfinished, mut few) = (0_u64, Vec::new());
    for (name, timed) in &by_genre {
        let Some(genre) = timed.first().map(|t| t.genre) else { continue };
        let catalog = context.catalog(genre);
        let limits = Limits::default().with_time(clock.remaining());
        let alone: Vec<&Timed> = timed.iter().filter(|t| t.hints.is_empty()).collect();
        let graded: Vec<Result<Option<TimedSolve>, Bad>> =
            alone.par_iter().map(|t| solve_of(t, catalog, &limits)).collect();
        let mut solves = Vec::new();
        for result in graded {
            match result {
                Ok(Some(solve)) => solves.push(solve),
                Ok(None) => unfinished += 1,
                Err(wrong) => {
                    bad += 1;
                    writeln!(console.err, "error: {name}: {wrong}")?;
                }
            }
        }
        let hints: Vec<&str> = timed.iter().flat_map(|t| t.hints.iter().map(String::as_str)).collect();
        if !tell((genre.name(), catalog), &solves, &hints, matches, console)? {
            few.push(format!("{name}: {} timed puzzles without a hint, of 10 that a fit needs", solves.len()));
        }
    }
    let ending = Ending::new()
        .bad(bad)
        .because(unfinished > 0, || format!("{unfinished} puzzles are beyond the techniques, or not graded in time"))
        .because(!few.is_empty(), || few.join("; "));
    ending.explain(console);
    Ok(ending.code())
}

/// The steps of a puzzle by technique; `None` where the techniques don't solve it.
fn solve_of(timed: &Timed, catalog: &Catalog, limits: &Limits) -> Result<Option<TimedSolve>, Bad> {
    let puzzle = timed.genre.parse(&timed.puzzle)?.puzzle;
    let want = GradeRequest { words: false, ..GradeRequest::new(catalog.clone(), limits.clone()) };
    let info = timed.genre.grade(&puzzle, None, &want)?.info;
    let score = f64::from(info.score.unwrap_or(0));
    Ok(info.solved.then_some(TimedSolve { seconds: timed.seconds, score, steps: info.techniques }))
}

/// Tells of the fit of a genre; `false`: there are too few puzzles.
fn tell(
    (genre, catalog): (&str, &Catalog),
    solves: &[TimedSolve],
    hints: &[&str],
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<bool, Failure> {
    let points = catalog.list().iter().map(|t| (t.id().to_string(), f64::from(t.score()))).collect();
    let hinted = |name: &str| {
        let begins = |hint: &&&str| hint.strip_prefix(name).is_some_and(|rest| rest.starts_with(": "));
        hints.iter().filter(begins).count()
    };
    let Some(fit) = fit_points(solves, &points) else { return Ok(false) };
    let by_score = fit_scores(solves);
    let is_json = matches.get_flag("json");
    let round = |x: f64, by: f64| (x * by).round() / by;
    for technique in catalog.list() {
        let fitted = fit.techniques.iter().find(|f| f.technique == technique.id().as_str());
        let asked = hinted(technique.name());
        let Some(f) = fitted else { continue };
        if is_json {
            let line = json!({"genre": genre, "technique": f.technique, "points": f.points, "fitted": round(f.fitted, 10.0),
                "seconds": round(f.seconds, 100.0), "puzzles": f.puzzles, "hints": asked});
            common::print_json(&line, console)?;
        } else {
            writeln!(
                console.out,
                "{:<28} {:>5} points, fitted {:>7.1}, {:>7.2} s a step, in {} puzzles, {asked} hints",
                f.technique, f.points, f.fitted, f.seconds, f.puzzles
            )?;
        }
    }
    if is_json {
        let line = json!({"summary": "times", "genre": genre, "puzzles": solves.len(), "base": round(fit.base, 10.0),
            "spearman": round(fit.before, 1000.0), "fitted": round(fit.after, 1000.0),
            "score": by_score.map(|f| json!({"spearman": round(f.rank, 1000.0), "base": round(f.base, 1000.0),
                "slope": round(f.slope, 1000.0), "interval": [round(f.interval.0, 100.0), round(f.interval.1, 100.0)]}))});
        common::print_json(&line, console)?;
    }
    writeln!(
        console.err,
        "{genre}: {} puzzles, {:.0} s besides the steps; rank correlation with the seconds {:.2} by the points as they \
         are, {:.2} by fitted ones (each puzzle by a fit on others)",
        solves.len(),
        fit.base,
        fit.before,
        fit.after
    )?;
    if let Some(f) = by_score {
        writeln!(
            console.err,
            "{genre}: rank correlation of score and seconds {:.2}; seconds = e^{:.2} · score^{:.2}, and eight of ten \
             held out took {:.2} to {:.2} times that",
            f.rank, f.base, f.slope, f.interval.0, f.interval.1
        )?;
    }
    Ok(true)
}

/// The times of a file.
fn times_of(path: &Path, context: &Context<'_>, column: &str) -> Result<Vec<Result<Timed, Bad>>, Failure> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    let at = |bad: Bad, line: usize| bad.line(line as u64 + 1).file(path.display().to_string());
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).peekable();
    let Some((_, head)) = lines.peek() else { return Ok(Vec::new()) };
    if head.starts_with('{') {
        let read = |(i, line): (usize, &str)| kept(line, context).map_err(|bad| at(bad, i));
        return Ok(lines.map(read).collect());
    }
    let names: Vec<&str> = head.split('\t').map(str::trim).collect();
    let place = |name: &str| {
        names.iter().position(|own| *own == name).ok_or_else(|| {
            let near = near(name, names.iter().copied());
            Failure::Usage(format!("{}: no column {name:?}; {near}", path.display()))
        })
    };
    let (puzzle, seconds) = (place("puzzle")?, place(column)?);
    let genre = context.the_genre()?;
    let read = |(i, line): (usize, &str)| {
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        let wrong = |what: String| at(Bad::new(what), i);
        let puzzle = fields.get(puzzle).filter(|text| !text.is_empty()).ok_or_else(|| wrong("no puzzle".into()))?;
        let text = fields.get(seconds).copied().unwrap_or_default();
        let seconds = seconds_of(text).ok_or_else(|| wrong(format!("{column}: {text:?} is no number of seconds")))?;
        Ok(Timed { genre, puzzle: puzzle.to_string(), seconds, hints: Vec::new() })
    };
    Ok(lines.skip(1).map(read).collect())
}

fn seconds_of(text: &str) -> Option<f64> {
    text.parse().ok().filter(|s: &f64| s.is_finite() && *s > 0.0)
}

/// A line of `browse --play`.
fn kept(line: &str, context: &Context<'_>) -> Result<Timed, Bad> {
    let time: SolveTime = serde_json::from_str(line).map_err(|e| Bad::new(format!("no time of a puzzle: {e}")))?;
    if time.version != TIMES_VERSION {
        return Err(Bad::new(format!("version {}; this program reads version {TIMES_VERSION}", time.version)));
    }
    let genre = context.genres.iter().copied().find(|g| g.name() == time.genre).ok_or_else(|| {
        let near = near(&time.genre, context.genres.iter().map(|g| g.name()));
        Bad::new(format!("no genre {:?}; {near}", time.genre))
    })?;
    let seconds = Some(time.seconds).filter(|s| *s > 0.0).ok_or_else(|| Bad::new("no seconds"))?;
    Ok(Timed { genre, puzzle: time.puzzle, seconds, hints: time.hints.into_iter().map(|h| h.says).collect() })
}
