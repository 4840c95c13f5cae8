//! `tesuji check --state FILE`: the rules that answers break, finished or not.

use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::ArgMatches;
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;
use tesuji_corpus::{Error, Source};
use tesuji_genre::{Bad, BrokenRule, ClueActions, Genre, Parsed, Solution, State, Told, lines_of_state};

/// Broken rules that a message names.
const TOLD: usize = 5;

/// The findings on a state.
struct Checked {
    genre: &'static dyn Genre,
    puzzle: String,
    broken: Vec<BrokenRule>,
    /// Places that have no value yet.
    open: usize,
}

/// Runs it.
pub fn run(context: &Context<'_>, path: &Path, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let mut text = String::new();
    Source::of_arg(path).open()?.read_to_string(&mut text).map_err(Error::io(path))?;
    let is_finished = matches.get_flag("finished");
    let (mut bad, mut wrong, mut all) = (0, 0, 0);
    for (line, part) in parts(&text) {
        all += 1;
        let title = format!("{}:{line}", path.display());
        match checked(context, &part, is_finished) {
            Err(why) => {
                bad += 1;
                common::print_json(&json!({ "line": line, "error": why.to_string() }), console)?;
                writeln!(console.err, "error: {title}: {why}")?;
            }
            Ok(Checked { genre, puzzle, broken, open }) => {
                wrong += u64::from(!broken.is_empty());
                let row = json!({
                    "line": line, "genre": genre.name(), "puzzle": puzzle, "open": open, "broken": broken,
                });
                common::print_json(&row, console)?;
                for rule in broken.iter().take(TOLD) {
                    let places = tesuji_genre::listed(&rule.places);
                    let places = if places.is_empty() { String::new() } else { format!(" at {places}") };
                    writeln!(console.err, "{title}: {} is broken{places}: {}", rule.rule, rule.words)?;
                }
                if broken.len() > TOLD {
                    writeln!(console.err, "{title}: and {} rules more", broken.len() - TOLD)?;
                }
            }
        }
    }
    let ending = Ending::new().bad(bad).because(wrong > 0, || format!("{wrong} of {all} states break a rule"));
    ending.explain(console);
    Ok(ending.code())
}

/// The states of a text, each with its line: records and states in a line each, or states of pzprv3
/// over several lines.
fn parts(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        let taken = lines_of_state(&lines[at..], true).unwrap_or(1).max(1);
        let part = lines[at..(at + taken).min(lines.len())].join("\n");
        if !part.trim().is_empty() {
            found.push((at + 1, part));
        }
        at += taken;
    }
    found
}

fn checked(context: &Context<'_>, part: &str, finished: bool) -> Result<Checked, Bad> {
    let record: Option<Value> = serde_json::from_str(part).ok().filter(Value::is_object);
    let (text, record) = match &record {
        Some(record) => (record["puzzle"].as_str().ok_or_else(|| Bad::new("the record has no puzzle"))?, record),
        None => (part, &Value::Null),
    };
    let genre = genre_of(context, record["genre"].as_str(), text)?;
    let actions = genre.clues("has no rules that an answer breaks")?;
    let Parsed { puzzle, state, .. } = actions.parse_answer(text, finished)?;
    let state = match answer(record, &puzzle, actions)? {
        Some(own) => own,
        None => state.ok_or_else(|| Bad::new("a puzzle without an answer: a state or a solution is expected"))?,
    };
    let broken = actions.broken_rules(&puzzle, &state)?;
    let open = match genre.view(&puzzle)? {
        tesuji_genre::View::Clues(view) => {
            state.keep(&view.domains).iter().filter(|domain| !domain.is_single()).count()
        }
        tesuji_genre::View::Reading => 0,
    };
    Ok(Checked { genre, puzzle: puzzle.text, broken, open })
}

/// The state or the solution of a record.
fn answer(record: &Value, puzzle: &tesuji_genre::Puzzle, actions: &dyn ClueActions) -> Result<Option<State>, Bad> {
    if let Some(state) = record.get("state").filter(|state| !state.is_null()) {
        return serde_json::from_value(state.clone()).map(Some).map_err(|e| Bad::new(e.to_string()).at("state"));
    }
    let Some(solution) = record.get("solution").filter(|solution| !solution.is_null()) else { return Ok(None) };
    let solution: Solution =
        serde_json::from_value(solution.clone()).map_err(|e| Bad::new(e.to_string()).at("solution"))?;
    let none = || Bad::new("no solution of the puzzle's shape").at("solution");
    actions.solution_state(puzzle, &solution)?.map(Some).ok_or_else(none)
}

/// The genre named by a record, by the command line, or by the text itself.
fn genre_of(context: &Context<'_>, named: Option<&str>, text: &str) -> Result<&'static dyn Genre, Bad> {
    let asked = context.genre;
    let told = || Told::of(text).map(|told| told.name);
    let name = named.or_else(told);
    if let (Some(genre), true) = (asked, named.is_none_or(|name| asked.is_some_and(|genre| genre.name() == name))) {
        return Ok(genre);
    }
    let name = name.ok_or_else(|| Bad::new("a plain notation: name its genre (--genre)"))?;
    let has = |genre: &&&'static dyn Genre| genre.name() == name || genre.info().address_names.contains(&name);
    context.genres.iter().find(has).copied().ok_or_else(|| {
        let near = tesuji_genre::nearest(name, context.genres.iter().map(|genre| genre.name())).join(", ");
        Bad::new(format!("no genre {name:?}; nearest: {near}"))
    })
}
