//! Clean games one after the other, for whoever counts, mines or analyses them.

use crate::input::{Units, find};
use crate::run::keys;
use crate::{CleanOptions, GameRecord, clean_file};
use std::collections::{HashSet, VecDeque};
use std::io::BufRead;
use std::path::Path;
use tesuji_corpus::{Error, Line, Source, next_line};
use tesuji_genre::Bad;

/// Clean games: of the lines that [`clean`](crate::clean) wrote, or of raw records cleaned on the
/// way.
pub struct Stream(From);

enum From {
    Lines { input: Option<Box<dyn BufRead + Send>>, name: String, line: u64 },
    Files { units: Box<Units>, options: Box<CleanOptions>, ready: VecDeque<GameRecord>, seen: HashSet<u128> },
}

/// Opens a stream: of a `.jsonl` file (also `.gz`, `.zst`), of a folder that holds `games.jsonl`,
/// or of raw records in a file or below a folder. Raw records are cleaned with the options; games
/// that were seen before are left out.
///
/// ```no_run
/// for game in tesuji_harvest::games("archive".as_ref(), &Default::default())? {
///     let game = game?;
///     println!("{:?} {} moves", game.black.name, game.moves.len());
/// }
/// # Ok::<(), tesuji_corpus::Error>(())
/// ```
///
/// # Errors
/// When the path can't be read.
pub fn games(path: &Path, options: &CleanOptions) -> Result<Stream, Error> {
    let lines = path.join("games.jsonl");
    let name = path.to_string_lossy();
    let file = match () {
        () if lines.is_file() => Some(lines),
        () if path.is_file() && [".jsonl", ".jsonl.gz", ".jsonl.zst"].iter().any(|e| name.ends_with(e)) => {
            Some(path.into())
        }
        () => None,
    };
    Ok(Stream(match file {
        Some(file) => {
            let input = Some(Source::File(file.clone()).open()?);
            From::Lines { input, name: file.display().to_string(), line: 0 }
        }
        None => {
            let units = Box::new(Units::new(path, find(path, None)?.paths, crate::RunOptions::default().largest));
            From::Files { units, options: Box::new(options.clone()), ready: VecDeque::new(), seen: HashSet::new() }
        }
    }))
}

impl Iterator for Stream {
    type Item = Result<GameRecord, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            From::Lines { input, name, line } => loop {
                let read = next_line(&mut **input.as_mut()?);
                *line += 1;
                let bad = |what: String| Error::Bad(Bad::new(what).file(name.clone()).line(*line));
                match read {
                    // An unreadable input can't be read again.
                    Err(e) => {
                        *input = None;
                        return Some(Err(Error::io(&*name)(e)));
                    }
                    Ok(None) => return None,
                    Ok(Some(Line::TooLong(n))) => return Some(Err(bad(format!("{n} bytes: too long")))),
                    Ok(Some(Line::Text(text))) if text.trim_ascii().is_empty() => {}
                    Ok(Some(Line::Text(text))) => {
                        return Some(serde_json::from_slice(&text).map_err(|e| bad(format!("not a game: {e}"))));
                    }
                }
            },
            From::Files { units, options, ready, seen } => loop {
                if let Some(game) = ready.pop_front() {
                    return Some(Ok(game));
                }
                let unit = units.next()?;
                let bad = |what: String| Some(Err(Error::Bad(Bad::new(what).file(unit.file.clone()))));
                let bytes = match unit.bytes {
                    Ok(bytes) => bytes,
                    Err(why) => return bad(why),
                };
                let games = clean_file(&bytes, &unit.file, options).games;
                if games.is_empty() {
                    return bad("no game in it".to_string());
                }
                for game in games {
                    let mut record = game.record;
                    record.source.entry.clone_from(&unit.entry);
                    let keys = keys(&record);
                    let telling = if record.tree.is_some() { keys.last() } else { keys.first() };
                    if telling.is_none_or(|k| !seen.contains(k)) {
                        seen.extend(keys);
                        ready.push_back(record);
                    }
                }
            },
        }
    }
}
