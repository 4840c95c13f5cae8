//! The files of a run: problems, what is beside them, the counts, and how far it got.

use super::files::{all_beside, beside, funnel_of, part_of, strict_of};
use super::{Funnel, GoOptions};
use crate::{GameRecord, hash};
use serde::{Deserialize, Serialize};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tesuji_corpus::{Error, Journal, PartFile, Progress, Start};
use tesuji_genre::Record;
use tesuji_go::cut::{AROUND, Cut, Found, Kind, Surroundings, ZONE};

/// Least time between two checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(2);

/// The identity of an input: names and sizes.
fn identity(path: &Path) -> Result<String, Error> {
    let of = fs::metadata(path).map_err(Error::io(path))?;
    if !of.is_dir() {
        return Ok(format!("{path:?} {}", of.len()));
    }
    let listed = path.join("games.jsonl");
    if let Ok(of) = fs::metadata(&listed) {
        return Ok(format!("{listed:?} {}", of.len()));
    }
    let paths = crate::input::find(path, None)?.paths;
    let sizes = paths.iter().map(|p| format!("{p:?} {}\n", fs::metadata(path.join(p)).map_or(0, |m| m.len())));
    Ok(hash::digest(&sizes.collect::<String>()))
}

/// The result of a game.
pub(super) enum Done {
    Game(Box<GameRecord>, Cut),
    Bad(String),
}

/// The contents of a checkpoint.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct State {
    funnel: Funnel,
    /// Bytes that stand of each file beside the first, by its name.
    beside: BTreeMap<PathBuf, u64>,
}

fn state_of(journal: &Journal) -> Result<State, Error> {
    serde_json::from_value(journal.outcome.clone()).map_err(|e| Error::io("journal")(e.into()))
}

/// Gives the files beside the first their names, and writes the counts.
fn publish_rest(out: &Path, state: &State) -> Result<(), Error> {
    for path in all_beside(out) {
        // Without a line of its own, what has the name is of another run. (One that has lines and
        // is not there was renamed before.)
        let done = match state.beside.contains_key(&path) {
            true => fs::rename(part_of(&path), &path),
            false => fs::remove_file(&path),
        };
        match done {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(Error::io(&path)(e)),
            _ => {}
        }
    }
    let funnel = funnel_of(out);
    let text = serde_json::to_string_pretty(&state.funnel).map_err(|e| Error::io(&funnel)(e.into()))?;
    tesuji_corpus::atomic::write_atomic(&funnel, &mut |file| writeln!(file, "{text}")).map_err(Error::io(&funnel))
}

pub(super) struct Run {
    part: PartFile,
    file: File,
    out: PathBuf,
    beside: BTreeMap<PathBuf, File>,
    fingerprint: String,
    pub(super) position: u64,
    state: State,
    /// Least images of what was written.
    seen: HashSet<String>,
    /// The surroundings of the written problems' keys, with the ids.
    looks: Vec<(Surroundings, String)>,
    most_similar: usize,
    saved: Instant,
}

/// How a run begins.
pub(super) enum Begun {
    Run(Box<Run>),
    /// It had ended, but for the last renaming.
    Done(Funnel),
}

impl Run {
    /// Begins a run, or goes on with one. `hunt` says what else it hangs on.
    pub(super) fn begin(path: &Path, out: &Path, options: &GoOptions, hunt: &str) -> Result<Begun, Error> {
        let asked = format!(
            "{} harvest go {:?} {:?} {} {} {} {hunt} {}",
            env!("CARGO_PKG_VERSION"),
            options.clean,
            options.cut,
            options.every,
            options.count,
            options.most_similar,
            identity(path)?
        );
        let fingerprint = hash::digest(&asked);
        let (part, journal) = match PartFile::open(out, &fingerprint)? {
            Start::Afresh(part) => (part, None),
            Start::Resumed(part, journal) => (part, Some(journal)),
            Start::Done(journal) => {
                let state = state_of(&journal)?;
                publish_rest(out, &state)?;
                PartFile::forget(out)?;
                return Ok(Begun::Done(state.funnel));
            }
        };
        let position = journal.as_ref().map_or(0, |j| j.position);
        let state = journal.as_ref().map(state_of).transpose()?.unwrap_or_default();
        Run::open(out, part, (fingerprint, position), state, options.most_similar).map(|run| Begun::Run(Box::new(run)))
    }

    /// Makes safe what is done; at the end of the input, gives the files their names.
    pub(super) fn end(mut self, ended: bool) -> Result<Funnel, Error> {
        self.state.funnel.finished = ended;
        self.checkpoint(ended)?;
        if ended {
            self.part.publish()?;
            publish_rest(&self.out, &self.state)?;
            PartFile::forget(&self.out)?;
        }
        Ok(self.state.funnel)
    }

    fn open(
        out: &Path,
        part: PartFile,
        (fingerprint, position): (String, u64),
        state: State,
        most_similar: usize,
    ) -> Result<Run, Error> {
        let mut beside = BTreeMap::new();
        let mut written = vec![part.path().to_path_buf()];
        for path in all_beside(out) {
            let length = state.beside.get(&path).copied().unwrap_or_default();
            let made = part_of(&path);
            if length == 0 {
                match fs::remove_file(&made) {
                    Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(Error::io(&made)(e)),
                    _ => continue,
                }
            }
            let mut file = OpenOptions::new().read(true).write(true).open(&made).map_err(Error::io(&made))?;
            file.set_len(length).map_err(Error::io(&made))?;
            file.seek(SeekFrom::Start(length)).map_err(Error::io(&made))?;
            // The strict file has nothing that is not in the first.
            if path != strict_of(out) {
                written.push(made);
            }
            beside.insert(path, file);
        }
        let (mut seen, mut looks) = (HashSet::new(), Vec::new());
        for path in &written {
            let lines = BufReader::new(File::open(path).map_err(Error::io(path))?).lines();
            for line in lines {
                let line = line.map_err(Error::io(path))?;
                let Ok(record) = serde_json::from_str::<Record>(&line) else { continue };
                looks.extend(look_of(&record));
                seen.extend(zone_of(&record));
                seen.extend(record.canon);
            }
        }
        let file = part.writer()?;
        Ok(Run {
            part,
            file,
            out: out.to_path_buf(),
            beside,
            fingerprint,
            position,
            state,
            seen,
            looks,
            most_similar,
            saved: Instant::now(),
        })
    }

    /// Counts a game that the engine refused, and keeps the first refusal's words for the summary.
    pub(super) fn refused(&mut self, words: &str, progress: &mut dyn Progress) {
        if self.state.funnel.refusal.is_none() {
            self.state.funnel.refusal = Some(words.to_string());
            progress.note(&format!("the engine refuses {words}"));
        }
    }

    pub(super) fn take(&mut self, done: Done, progress: &mut dyn Progress) -> Result<(), Error> {
        self.position += 1;
        progress.advance(1);
        let (game, cut) = match done {
            Done::Bad(why) => {
                self.state.funnel.bad += 1;
                progress.note(&why);
                return Ok(());
            }
            Done::Game(game, cut) => (game, cut),
        };
        self.state.funnel.add_game(game.category.name(), &cut.counts);
        for Found { kind, is_strict, record } in cut.found {
            let is_new = |name: Option<String>, seen: &mut HashSet<String>| name.is_none_or(|name| seen.insert(name));
            if !is_new(record.canon.clone(), &mut self.seen) || !is_new(zone_of(&record), &mut self.seen) {
                self.state.funnel.duplicates += 1;
                continue;
            }
            let mut record = of_game(record, kind, &game);
            if let Some((look, id)) = look_of(&record) {
                let like: Vec<&String> =
                    self.looks.iter().filter(|(l, _)| l.is_like(&look)).map(|(_, id)| id).collect();
                if like.len() > self.most_similar {
                    self.state.funnel.similar += 1;
                    continue;
                }
                if let Some(first) = like.first() {
                    record.extra.insert("similar_to".to_string(), first.as_str().into());
                }
                self.looks.push((look, id));
            }
            self.write(kind, is_strict, record)?;
        }
        if self.saved.elapsed() > CHECKPOINT {
            self.checkpoint(false)?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    fn write(&mut self, kind: Kind, is_strict: bool, record: Record) -> Result<(), Error> {
        let mut line = serde_json::to_vec(&record).map_err(|e| Error::io(self.part.path())(e.into()))?;
        line.push(b'\n');
        let Some(path) = beside(&self.out, kind) else {
            if is_strict {
                self.state.funnel.strict += 1;
                self.write_beside(strict_of(&self.out), &line)?;
            }
            self.state.funnel.written += 1;
            let category = record.extra.get("category").and_then(|c| c.as_str()).unwrap_or_default();
            let tiers = self.state.funnel.tiers.entry(category.to_string()).or_default();
            *tiers.entry(record.grade.map(|g| g.tier).unwrap_or_default()).or_default() += 1;
            return self.file.write_all(&line).map_err(Error::io(self.part.path()));
        };
        self.state.funnel.aside += 1;
        self.write_beside(path, &line)
    }

    fn write_beside(&mut self, path: PathBuf, line: &[u8]) -> Result<(), Error> {
        let file = match self.beside.entry(path.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(File::create(part_of(&path)).map_err(Error::io(&path))?),
        };
        file.write_all(line).map_err(Error::io(&path))?;
        *self.state.beside.entry(path).or_default() += line.len() as u64;
        Ok(())
    }

    fn checkpoint(&mut self, done: bool) -> Result<(), Error> {
        for (path, file) in &self.beside {
            file.sync_data().map_err(Error::io(path))?;
        }
        let length = self.file.metadata().map_err(Error::io(self.part.path()))?.len();
        let outcome = serde_json::to_value(&self.state).map_err(|e| Error::io("journal")(e.into()))?;
        let fingerprint = self.fingerprint.clone();
        let position = self.position;
        self.part.checkpoint(&Journal { fingerprint, position, length, pending: String::new(), outcome, done })
    }
}

/// The name of the zone that a record's proofs rest on.
fn zone_of(record: &Record) -> Option<String> {
    record.extra.get(ZONE)?.as_str().map(|name| format!("zone {name}"))
}

/// The surroundings of a record's key, with its id.
fn look_of(record: &Record) -> Option<(Surroundings, String)> {
    let look = serde_json::from_value(record.extra.get(AROUND)?.clone()).ok()?;
    Some((look, record.id.clone()))
}

/// The record with what its game says.
fn of_game(mut record: Record, kind: Kind, game: &GameRecord) -> Record {
    let source = record.source.get_or_insert_default();
    source.file = Some(game.source.file.clone());
    source.licence.clone_from(&game.licence);
    record.extra.insert("category".to_string(), game.category.name().into());
    record.extra.insert("kind".to_string(), kind.name().into());
    if let Some(serde_json::Value::Object(metadata)) = record.extra.get_mut("metadata") {
        metadata.insert("source_sgf_hash".to_string(), game.hash.clone().into());
        for (name, player) in [("black", &game.black), ("white", &game.white)] {
            metadata.insert(name.to_string(), player.name.clone().into());
            metadata.insert(format!("{name}_rank"), player.rank.clone().into());
        }
    }
    record
}
