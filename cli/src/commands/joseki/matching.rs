//! `tesuji joseki match`.

use super::sources;
use crate::common;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;
use tesuji_corpus::Error;
use tesuji_joseki::dictionary::Dictionary;
use tesuji_joseki::game::Game;
use tesuji_joseki::position::Position;
use tesuji_joseki::variation::Book;

/// The command.
pub fn command() -> Command {
    Command::new("match").about("The book's moves for positions of games, a JSON line each").args([
        Arg::new("file").value_name("FILE").default_value("-").help("Games in SGF; - reads standard input"),
        sources::book(),
        Arg::new("move")
            .long("move")
            .value_name("N")
            .value_parser(clap::value_parser!(u64).range(1..))
            .help("The position before the N-th move, counted from 1; without it, the one at the end of the main line"),
        Arg::new("all").long("all").action(clap::ArgAction::SetTrue).conflicts_with("move").help("Every position"),
    ])
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let (book, _, wrong) = sources::load(&sources::paths(matches, "book"), console)?;
    let name = matches.get_one::<String>("file").map_or("-", String::as_str);
    let mut bytes = Vec::new();
    match name {
        "-" => drop(std::io::stdin().lock().read_to_end(&mut bytes).map_err(Error::io("standard input"))?),
        path => bytes = sources::read(&PathBuf::from(path))?,
    }
    let games = Game::all(&bytes);
    let mut bad = u64::from(games.is_empty()) + wrong;
    if games.is_empty() {
        let _ = writeln!(console.err, "{name}: no game");
    }
    let mut dictionaries = BTreeMap::<u8, Dictionary>::new();
    for (number, game) in games.into_iter().enumerate() {
        let mut lines = Vec::new();
        let answered = game.and_then(|game| {
            let dictionary = dictionaries.entry(game.size).or_insert_with(|| of_size(&book, game.size));
            answer(&game, dictionary, matches, number + 1, &mut lines)
        });
        for line in lines {
            common::print_json(&line, console)?;
        }
        if let Err(what) = answered {
            bad += 1;
            let _ = writeln!(console.err, "{name}: game {}: {what}", number + 1);
        }
    }
    Ok(u8::from(bad > 0))
}

/// The reader has reported the book's faults already.
fn of_size(book: &Book, size: u8) -> Dictionary {
    Dictionary::build(size, book, &mut |_| ())
}

fn answer(
    game: &Game,
    dictionary: &Dictionary,
    matches: &ArgMatches,
    number: usize,
    lines: &mut Vec<Value>,
) -> Result<(), String> {
    if matches.get_flag("all") {
        let mut position = game.position(0)?;
        lines.push(line(&position, dictionary, number));
        for (i, mv) in game.moves.iter().enumerate() {
            position.play(*mv).map_err(|e| format!("move {}: {mv}: {e}", i + 1))?;
            lines.push(line(&position, dictionary, number));
        }
        return game.whole();
    }
    let position = match matches.get_one::<u64>("move") {
        Some(&n) => game.before(usize::try_from(n).unwrap_or(usize::MAX)),
        None => game.end(),
    };
    lines.push(line(&position?, dictionary, number));
    Ok(())
}

fn line(position: &Position, dictionary: &Dictionary, game: usize) -> Value {
    let all = dictionary.matches(position);
    let suggestions: Vec<Value> = all
        .suggestions
        .iter()
        .map(|s| json!({"at": s.at.to_string(), "rating": s.rating, "kind": s.kind, "3x3": all.near.contains(&s.at)}))
        .collect();
    let ignored: Vec<String> = all.ignored.iter().map(|(at, _)| at.to_string()).collect();
    let board = position.board();
    json!({
        "game": game, "size": board.size(), "moves": board.moves(), "to_play": board.to_play(),
        "suggestions": suggestions, "ignored": ignored,
    })
}
