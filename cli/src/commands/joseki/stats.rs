//! `tesuji joseki stats`.

use super::sources;
use crate::common;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, atomic};
use tesuji_joseki::dictionary::Dictionary;
use tesuji_joseki::game::Game;
use tesuji_joseki::stats::{self, CornerMove, Departure, Sequences};

/// The command.
pub fn command() -> Command {
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("N")
            .default_value(default)
            .value_parser(clap::value_parser!(u64))
            .help(help)
    };
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").value_parser(clap::value_parser!(PathBuf)).help(help)
    };
    Command::new("stats")
        .about("Corner sequences of an archive of games: counts and results, what the book lacks, where it was left")
        .args([
            Arg::new("dir")
                .value_name("DIR")
                .required(true)
                .value_parser(clap::value_parser!(PathBuf))
                .help("Folder with games in SGF (folders in it too)"),
            sources::book(),
            number("top", "20", "How many sequences to list"),
            number("least", "4", "List sequences of at least so many moves"),
            number("longest", "12", "Count sequences up to so many moves")
                .value_parser(clap::value_parser!(u64).range(1..=100)),
            number("often", "20", "What the book lacks counts when it was played so often"),
            file("sgf", "Write what the book lacks as an SGF tree, ready to edit"),
            file("departures", "Write where each player left the book, a JSON line each"),
            common::json(),
        ])
}

/// All `.sgf` files below a folder, by name.
fn files(dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let (mut found, mut dirs) = (Vec::new(), vec![dir.to_path_buf()]);
    while let Some(dir) = dirs.pop() {
        for entry in std::fs::read_dir(&dir).map_err(Error::io(&dir))? {
            let entry = entry.map_err(Error::io(&dir))?;
            let kind = entry.file_type().map_err(Error::io(entry.path()))?;
            if kind.is_dir() {
                dirs.push(entry.path());
            } else if entry.path().extension().is_some_and(|e| e.eq_ignore_ascii_case("sgf")) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The contents of a file.
#[derive(Default)]
struct Part {
    sequences: Sequences,
    games: u64,
    wrong: Vec<String>,
    departures: Vec<(usize, Game, Vec<Departure>)>,
}

fn part(path: &Path, longest: usize, dictionary: Option<&Dictionary>) -> Part {
    let mut part = Part::default();
    // A pipe or a device could be read for ever.
    let read = || match std::fs::metadata(path)?.is_file() {
        true => std::fs::read(path),
        false => Err(std::io::Error::other("not a regular file")),
    };
    let bytes = match read() {
        Ok(bytes) => bytes,
        Err(e) => {
            part.wrong.push(format!("{}: {e}", path.display()));
            return part;
        }
    };
    let games = Game::all(&bytes);
    if games.is_empty() {
        part.wrong.push(format!("{}: no game", path.display()));
    }
    for (number, game) in games.into_iter().enumerate() {
        match game {
            Ok(mut game) => {
                if let Some(what) = game.end_where_it_breaks() {
                    let what = format!("{what}; counted up to there");
                    part.wrong.push(format!("{}: game {}: {what}", path.display(), number + 1));
                }
                part.games += 1;
                part.sequences.add(&game, longest);
                if let Some(dictionary) = dictionary.filter(|d| d.size() == game.size) {
                    // After that many moves, corners are settled.
                    let departures = stats::departures(&game, dictionary, 120);
                    part.departures.push((number + 1, game, departures));
                }
            }
            Err(what) => part.wrong.push(format!("{}: game {}: {what}", path.display(), number + 1)),
        }
    }
    part
}

fn words(moves: &[CornerMove]) -> Vec<String> {
    moves.iter().map(|m| m.on(19).to_string()).collect()
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let number = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let dir = matches.get_one::<PathBuf>("dir").cloned().unwrap_or_default();
    // Without a book that was asked for by name, the counts alone.
    let named = matches.value_source("book") == Some(clap::parser::ValueSource::CommandLine);
    let paths = sources::paths(matches, "book");
    let book = match named || paths.iter().all(|p| p.exists()) {
        true => Some(sources::load(&paths, console)?),
        false => None,
    };
    let of_book = book.as_ref().map_or(0, |(_, _, wrong)| *wrong);
    let dictionary = book.map(|(book, _, _)| Dictionary::build(19, &book, &mut |_| ()));
    let wants_book = ["sgf", "departures"].iter().any(|name| matches.contains_id(name));
    if wants_book && dictionary.is_none() {
        return Err(Failure::Usage("--sgf and --departures compare with a book: --book names it".to_string()));
    }

    let files = files(&dir)?;
    let longest = number("longest") as usize;
    let (mut sequences, mut games, mut wrong) = (Sequences::default(), 0, of_book);
    let (mut players, mut left) = (BTreeMap::<String, [u64; 4]>::new(), Vec::new());
    // So that the memory does not grow with the archive.
    for chunk in files.chunks(256) {
        let parts: Vec<Part> = chunk.par_iter().map(|path| part(path, longest, dictionary.as_ref())).collect();
        for (path, part) in chunk.iter().zip(parts) {
            sequences.merge(part.sequences);
            games += part.games;
            wrong += part.wrong.len() as u64;
            for what in part.wrong {
                let _ = writeln!(console.err, "{what}");
            }
            for (number, game, departures) in part.departures {
                for player in &game.players {
                    players.entry(player.clone()).or_default()[0] += 1;
                }
                for d in departures {
                    let player = &game.players[d.mv.color as usize];
                    players.entry(player.clone()).or_default()[1 + d.kind as usize] += 1;
                    let answers: Vec<String> = d.answers.iter().map(|s| s.at.to_string()).collect();
                    left.push(json!({
                        "file": sources::name(path), "game": number, "move": d.number, "color": d.mv.color,
                        "player": player, "played": d.mv.at.map_or("pass".to_string(), |at| at.to_string()),
                        "kind": d.kind, "corner": d.corner.name(), "book": answers,
                    }));
                }
            }
        }
    }

    for top in sequences.top(number("least") as usize, number("top") as usize) {
        let line = json!({
            "sequence": words(&top.moves), "count": top.count, "first_wins": top.wins[0], "other_wins": top.wins[1],
        });
        common::print_json(&line, console)?;
    }
    let mut lacking = Vec::new();
    if let Some(dictionary) = &dictionary {
        lacking = stats::lacking(&sequences, dictionary, number("often"));
        for l in &lacking {
            let line = json!({
                "lacking": words(&[l.mv])[0], "after": words(&l.known), "count": l.count, "of": l.of,
                "first_wins": l.wins[0], "other_wins": l.wins[1], "book_has_other": l.has_other,
            });
            common::print_json(&line, console)?;
        }
    }
    let write = |path: &PathBuf, bytes: &[u8]| {
        atomic::write_atomic(path, &mut |out| out.write_all(bytes)).map_err(Error::io(path))
    };
    if let Some(path) = matches.get_one::<PathBuf>("sgf") {
        write(path, &stats::lacking_sgf(&lacking))?;
    }
    if let Some(path) = matches.get_one::<PathBuf>("departures") {
        let mut text: String = left.iter().map(|line: &Value| format!("{line}\n")).collect();
        for (player, [games, bad, other, elsewhere]) in &players {
            let line = json!({"player": player, "games": games, "bad": bad, "other": other, "elsewhere": elsewhere});
            text.push_str(&format!("{line}\n"));
        }
        write(path, text.as_bytes())?;
    }
    let (corners, counted) = (sequences.corners, sequences.games);
    if matches.get_flag("json") {
        let line = json!({
            "summary": "stats", "files": files.len(), "games": games, "counted": counted, "corners": corners,
            "lacking": lacking.len(), "departures": left.len(), "players": players.len(), "wrong": wrong,
        });
        common::print_json(&line, console)?;
    } else {
        let _ = writeln!(
            console.err,
            "{} files, {games} games, {counted} of them on 19×19 with {corners} corners played; {} continuations lack; \
             the book was left {} times; {wrong} files or games could not be read, or not to their end",
            files.len(),
            lacking.len(),
            left.len()
        );
    }
    Ok(u8::from(wrong > 0))
}
