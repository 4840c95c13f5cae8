//! Cleaning a whole archive: parallel, resumable, with bounded memory, the same bytes for any
//! number of threads.

use crate::input::{Listing, PassedOver, Unit, Units, find};
use crate::place::Places;
use crate::{CleanOptions, Finding, GameRecord, Games, clean_file, hash};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tesuji_corpus::{Error, Journal, PartFile, Progress, Start};

/// How to run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunOptions {
    /// How to clean.
    pub clean: CleanOptions,
    /// Keep games whose moves were seen before?
    pub keep_duplicates: bool,
    /// Worker threads; 0: one a core.
    pub threads: usize,
    /// Files larger than this are refused.
    pub largest: u64,
    /// Time for the whole run; afterwards the same call goes on.
    pub time: Duration,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            clean: CleanOptions::default(),
            keep_duplicates: false,
            threads: 0,
            largest: 32 << 20,
            time: Duration::from_secs(3600),
        }
    }
}

/// Counts of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Record files, those inside of archives among them, and whatever else has such a name and
    /// could not be read (pipes, archives inside of archives) or listed (folders).
    pub files: u64,
    /// Games found in them.
    pub games: u64,
    /// Games written.
    pub written: u64,
    /// Games left out because their moves were seen before.
    pub duplicates: u64,
    /// Files without a game of Go.
    pub without_games: u64,
    /// Inputs among them that could not be read or listed.
    pub unreadable: u64,
    /// Games of which only the line was written: their files could not be.
    #[serde(default)]
    pub unwritten: u64,
    /// Games below `sgf/` at the end that are none of this run: it stands in a folder that another
    /// had filled.
    #[serde(default)]
    pub others: u64,
    /// Files, those inside of archives among them, that were passed over since nothing in their
    /// names says that they hold records: how many, by extension.
    #[serde(default)]
    pub passed_over: PassedOver,
    /// Bytes read.
    pub bytes: u64,
    /// Findings by name.
    pub findings: BTreeMap<String, u64>,
    /// Was the end reached? Else the time ran out.
    pub finished: bool,
}

/// Files between two writes, and their bytes: what is in memory at once.
const CHUNK_FILES: usize = 256;
const CHUNK_BYTES: usize = 16 << 20;
/// Least time between two checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(2);

/// Cleans every record below `dir` into `out`: `games.jsonl` (a line a game), `diagnostics.jsonl`
/// (a line a finding) and the games themselves below `sgf/`. No file stops the run; an interrupted
/// one goes on where it was.
///
/// # Errors
/// When `dir` can't be read or `out` can't be written.
pub fn clean(dir: &Path, out: &Path, options: &RunOptions, progress: &mut dyn Progress) -> Result<Summary, Error> {
    let begun = Instant::now();
    fs::create_dir_all(out).map_err(Error::io(out))?;
    let Listing { paths, passed } = find(dir, Some(out))?;
    let fingerprint = fingerprint(dir, &paths, options);
    let target = out.join("games.jsonl");
    let (part, known) = match PartFile::open(&target, &fingerprint)? {
        Start::Afresh(part) => (part, None),
        Start::Resumed(part, journal) => (part, Some(journal)),
        Start::Done(journal) => {
            let mut summary = state_of(&journal)?.summary;
            publish_diagnostics(out)?;
            summary.others = others(out, &target)?;
            PartFile::forget(&target)?;
            return Ok(summary);
        }
    };
    let position = known.as_ref().map_or(0, |j| j.position);
    let state = known.as_ref().map(state_of).transpose()?.unwrap_or_default();
    let mut run = Run::open(out, part, fingerprint, position, state, options)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|e| Error::io(out)(io::Error::other(e)))?;
    // How many entries an archive has is known when it is opened.
    let packed = paths.iter().any(|p| p.extension().is_some_and(|e| e.eq_ignore_ascii_case("zip")));
    progress.start((!packed).then_some(paths.len() as u64), 0);
    let mut units = Units::new(dir, paths, options.largest);
    units.pass_over(position);
    progress.advance(position);
    let mut last = Instant::now();
    loop {
        let chunk = next_chunk(&mut units);
        let ended = chunk.is_empty();
        if !ended {
            run.chunk(&pool, &chunk)?;
            progress.advance(chunk.len() as u64);
        }
        let late = begun.elapsed() > options.time;
        if ended {
            run.state.summary.finished = true;
        }
        // Counted anew by every run, also by one that goes on.
        run.state.summary.passed_over = sum(&passed, units.passed());
        if ended || late || last.elapsed() > CHECKPOINT {
            run.checkpoint(ended)?;
            last = Instant::now();
        }
        if ended || late {
            break;
        }
    }
    progress.finish();
    let mut summary = run.state.summary.clone();
    if summary.finished {
        run.part.publish()?;
        publish_diagnostics(out)?;
        summary.others = others(out, &target)?;
        PartFile::forget(&target)?;
    }
    Ok(summary)
}

/// Two counts together.
fn sum(a: &PassedOver, b: &PassedOver) -> PassedOver {
    let mut sum = a.clone();
    for (extension, n) in b {
        *sum.entry(extension.clone()).or_default() += n;
    }
    sum
}

/// How many files below `sgf/` the list does not name.
fn others(out: &Path, games: &Path) -> Result<u64, Error> {
    let folder = out.join("sgf");
    if !folder.is_dir() {
        return Ok(0);
    }
    let mut own = HashSet::new();
    for line in BufReader::new(File::open(games).map_err(Error::io(games))?).lines() {
        let line = line.map_err(Error::io(games))?;
        let record: GameRecord = serde_json::from_str(&line).map_err(|e| Error::io(games)(e.into()))?;
        own.extend(record.sgf.map(|path| out.join(path)));
    }
    Ok(find(&folder, None)?.paths.iter().filter(|path| !own.contains(&folder.join(path))).count() as u64)
}

fn next_chunk(units: &mut Units) -> Vec<Unit> {
    let mut chunk = Vec::new();
    let mut bytes = 0;
    for unit in units {
        bytes += unit.bytes.as_ref().map_or(0, Vec::len);
        chunk.push(unit);
        if chunk.len() == CHUNK_FILES || bytes >= CHUNK_BYTES {
            break;
        }
    }
    chunk
}

/// Input and options of a run: other ones start afresh.
fn fingerprint(dir: &Path, paths: &[PathBuf], options: &RunOptions) -> String {
    let mut text =
        format!("{} {:?} {} {}\n", env!("CARGO_PKG_VERSION"), options.clean, options.keep_duplicates, options.largest);
    for path in paths {
        let of = fs::metadata(dir.join(path));
        let size = of.as_ref().map_or(0, fs::Metadata::len);
        let mut head = Vec::new();
        // An unreadable file is reported when its turn comes; a pipe would be read here.
        if of.is_ok_and(|of| of.is_file()) {
            let _ = File::open(dir.join(path)).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        }
        let head: String = head.into_iter().map(char::from).collect();
        text.push_str(&format!("{path:?} {size} {:x}\n", hash::number(&head)));
    }
    hash::digest(&text)
}

/// Bytes of each file that tell it from another of its name and size.
const HEAD: u64 = 1 << 13;

/// The contents of a checkpoint.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct State {
    summary: Summary,
    /// Bytes of the findings that stand.
    diagnostics: u64,
}

fn state_of(journal: &Journal) -> Result<State, Error> {
    serde_json::from_value(journal.outcome.clone()).map_err(|e| Error::io("journal")(e.into()))
}

fn diagnostics_part(out: &Path) -> PathBuf {
    out.join(".diagnostics.jsonl.part")
}

fn publish_diagnostics(out: &Path) -> Result<(), Error> {
    let part = diagnostics_part(out);
    match fs::rename(&part, out.join("diagnostics.jsonl")) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(Error::io(&part)(e)),
        _ => Ok(()),
    }
}

struct Run<'a> {
    out: &'a Path,
    part: PartFile,
    games: File,
    diagnostics: File,
    fingerprint: String,
    position: u64,
    state: State,
    options: &'a RunOptions,
    /// Moves seen, with the line of the game.
    seen: HashMap<u128, u64>,
    /// Where the games went.
    places: Places,
}

impl<'a> Run<'a> {
    fn open(
        out: &'a Path,
        part: PartFile,
        fingerprint: String,
        position: u64,
        state: State,
        options: &'a RunOptions,
    ) -> Result<Self, Error> {
        let path = diagnostics_part(out);
        let mut diagnostics = OpenOptions::new()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(&path)
            .map_err(Error::io(&path))?;
        diagnostics.set_len(state.diagnostics).map_err(Error::io(&path))?;
        diagnostics.seek(SeekFrom::Start(state.diagnostics)).map_err(Error::io(&path))?;
        let (mut seen, mut places) = (HashMap::new(), Places::default());
        if position > 0 {
            let written = BufReader::new(File::open(part.path()).map_err(Error::io(part.path()))?);
            for (number, line) in written.lines().enumerate() {
                let line = line.map_err(Error::io(part.path()))?;
                let record: GameRecord = serde_json::from_str(&line).map_err(|e| Error::io(part.path())(e.into()))?;
                for key in keys(&record) {
                    seen.entry(key).or_insert(number as u64 + 1);
                }
                record.sgf.iter().chain(&record.unwritten).for_each(|path| places.note(path));
            }
        }
        let games = part.writer()?;
        Ok(Run { out, part, games, diagnostics, fingerprint, position, state, options, seen, places })
    }

    fn chunk(&mut self, pool: &rayon::ThreadPool, chunk: &[Unit]) -> Result<(), Error> {
        let options = &self.options.clean;
        let cleaned: Vec<Result<Games, Finding>> = pool.install(|| {
            chunk
                .par_iter()
                .map(|unit| match &unit.bytes {
                    Ok(bytes) => Ok(clean_file(bytes, &unit.file, options)),
                    Err(why) => Err(Finding::new("unreadable", None, why.clone())),
                })
                .collect()
        });
        let (mut lines, mut told) = (Vec::new(), Vec::new());
        let mut ready: Vec<(&Unit, GameRecord, String, Vec<u8>)> = Vec::new();
        for (unit, cleaned) in chunk.iter().zip(cleaned) {
            self.state.summary.files += 1;
            self.state.summary.bytes += unit.bytes.as_ref().map_or(0, |b| b.len() as u64);
            let games = match cleaned {
                Ok(games) => games,
                Err(finding) => {
                    self.state.summary.unreadable += 1;
                    self.tell(unit, None, &finding, &mut told)?;
                    continue;
                }
            };
            self.state.summary.without_games += u64::from(games.games.is_empty());
            for finding in &games.findings {
                self.tell(unit, None, finding, &mut told)?;
            }
            let several = games.games.len() > 1;
            for mut game in games.games {
                self.state.summary.games += 1;
                let number = game.record.source.game;
                for finding in &game.findings {
                    self.tell(unit, Some(number), finding, &mut told)?;
                }
                if let Some(line) = self.known(&game.record) {
                    self.state.summary.duplicates += 1;
                    let why = format!("the same moves as line {line} of games.jsonl, but for symmetry");
                    let offset = game.record.source.offset.map(|o| o as usize);
                    self.tell(unit, Some(number), &Finding::new("duplicate", offset, why), &mut told)?;
                    continue;
                }
                self.state.summary.written += 1;
                let path = self.places.give(unit, several.then_some(number));
                game.record.source.entry.clone_from(&unit.entry);
                ready.push((unit, game.record, path, game.sgf));
            }
        }
        let out = self.out;
        let written: Vec<io::Result<()>> =
            pool.install(|| ready.par_iter().map(|(_, _, path, sgf)| write_file(out, path, sgf)).collect());
        for ((unit, mut record, path, _), written) in ready.into_iter().zip(written) {
            match written {
                Ok(()) => record.sgf = Some(path),
                // The line stands, without a file.
                Err(e) if concerns_a_name(&e) => {
                    self.state.summary.unwritten += 1;
                    let finding = Finding::new("unwritten", None, format!("{path}: {e}"));
                    self.tell(unit, Some(record.source.game), &finding, &mut told)?;
                    record.unwritten = Some(path);
                }
                Err(e) => return Err(Error::io(out.join(path))(e)),
            }
            serde_json::to_writer(&mut lines, &record).map_err(|e| Error::io(out)(e.into()))?;
            lines.push(b'\n');
        }
        self.games.write_all(&lines).map_err(Error::io(self.out))?;
        self.diagnostics.write_all(&told).map_err(Error::io(self.out))?;
        self.state.diagnostics += told.len() as u64;
        self.position += chunk.len() as u64;
        Ok(())
    }

    fn tell(&mut self, unit: &Unit, game: Option<usize>, finding: &Finding, told: &mut Vec<u8>) -> Result<(), Error> {
        *self.state.summary.findings.entry(finding.what.to_string()).or_default() += 1;
        let mut line = json!({"file": unit.file});
        if let Some(fields) = line.as_object_mut() {
            if let Some(entry) = &unit.entry {
                fields.insert("entry".into(), json!(entry));
            }
            if let Some(game) = game {
                fields.insert("game".into(), json!(game));
            }
            if let Ok(serde_json::Value::Object(rest)) = serde_json::to_value(finding) {
                fields.extend(rest);
            }
        }
        serde_json::to_writer(&mut *told, &line).map_err(|e| Error::io(self.out)(e.into()))?;
        told.push(b'\n');
        Ok(())
    }

    /// The line of the game with the same moves, and of a tree with variations, of the same tree;
    /// else notes this one.
    fn known(&mut self, record: &GameRecord) -> Option<u64> {
        let keys = keys(record);
        let line = self.state.summary.written + 1;
        // A game with variations is more than its main line: only the same tree is a duplicate of
        // it.
        let telling = if record.tree.is_some() { keys.last() } else { keys.first() };
        let known = telling.and_then(|k| self.seen.get(k)).copied();
        if known.is_none() || self.options.keep_duplicates {
            for key in keys {
                self.seen.entry(key).or_insert(line);
            }
            return None;
        }
        known
    }

    fn checkpoint(&mut self, done: bool) -> Result<(), Error> {
        self.diagnostics.sync_data().map_err(Error::io(self.out))?;
        let length = self.games.stream_position().map_err(Error::io(self.out))?;
        let outcome = serde_json::to_value(&self.state).map_err(|e| Error::io(self.out)(e.into()))?;
        let journal = Journal {
            fingerprint: self.fingerprint.clone(),
            position: self.position,
            length,
            pending: String::new(),
            outcome,
            done,
        };
        self.part.checkpoint(&journal)
    }
}

/// The hashes of a game: of its main line, and of its tree where it has variations.
pub(crate) fn keys(record: &GameRecord) -> Vec<u128> {
    let read = |text: &Option<String>| text.as_deref().and_then(|t| u128::from_str_radix(t, 16).ok());
    let Some(main) = read(&record.hash) else { return Vec::new() };
    // Moves that end where stones are set are not all of a game: another one may begin so.
    let is_whole = record.tree.is_none() || record.leaves > 1;
    // The two kinds are kept apart by a bit: a tree's hash is never taken for a line's.
    Some(main & !1).filter(|_| is_whole).into_iter().chain(read(&record.tree).map(|t| t | 1)).collect()
}

/// Does this error concern the one name, rather than all that is written?
fn concerns_a_name(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    matches!(
        error.kind(),
        Kind::NotADirectory
            | Kind::IsADirectory
            | Kind::DirectoryNotEmpty
            | Kind::AlreadyExists
            | Kind::InvalidFilename
            | Kind::InvalidInput
            | Kind::PermissionDenied
    )
}

/// Under a temporary name first, so that no half file has the name of a game.
fn write_file(out: &Path, path: &str, bytes: &[u8]) -> io::Result<()> {
    // Beside it, on the same file system, and with a name of its own: one that is as long as can be
    // has no room for more.
    let (temporary, path) = (format!(".{}.tmp", hash::digest(path)), out.join(path));
    let folder = path.parent().unwrap_or(out);
    let temporary = folder.join(temporary);
    let done = match fs::write(&temporary, bytes) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder).and_then(|()| fs::write(&temporary, bytes))
        }
        done => done,
    };
    let done = done.and_then(|()| fs::rename(&temporary, &path));
    if done.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    done
}
