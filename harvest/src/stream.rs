//! Clean games one after the other, for whoever counts, mines or analyses them.

use crate::input::{Units, find};
use crate::run::keys;
use crate::{CleanOptions, GameRecord, clean_file};
use std::collections::{HashSet, VecDeque};
use std::io::BufRead;
use std::path::Path;
use tesuji_corpus::{Error, Source};

/// Clean games: of the lines that [`clean`](crate::clean) wrote, or of raw records cleaned on the
/// way.
pub struct Stream(From);

enum From {
    Lines(Box<dyn BufRead + Send>, String),
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
        Some(file) => From::Lines(Source::File(file.clone()).open()?, file.display().to_string()),
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
            From::Lines(input, name) => loop {
                let mut line = String::new();
                match input.read_line(&mut line) {
                    Err(e) => return Some(Err(Error::io(&*name)(e))),
                    Ok(0) => return None,
                    Ok(_) if line.trim().is_empty() => {}
                    Ok(_) => return Some(serde_json::from_str(&line).map_err(|e| Error::io(&*name)(e.into()))),
                }
            },
            From::Files { units, options, ready, seen } => loop {
                if let Some(game) = ready.pop_front() {
                    return Some(Ok(game));
                }
                let unit = units.next()?;
                let Ok(bytes) = unit.bytes else { continue };
                for game in clean_file(&bytes, &unit.file, options).games {
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
