//! Appending to a corpus file without duplicates.

use crate::journal::{Journal, PartFile, Start};
use crate::{Codec, Error, FrameWriter, Line, Source, key, next_line};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, UNIX_EPOCH};
use tesuji_genre::{Bad, Record};

/// Adds records to a file of records; those whose id it has are left out. The file is replaced as a whole at the end. What was
/// added before an interruption is kept beside it, and taken over by the next run that adds to the same file.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    part: PartFile,
    fingerprint: String,
    out: FrameWriter<File>,
    known: HashSet<String>,
    recovered: u64,
    added: u64,
    left_out: u64,
    checkpoint: Duration,
    saved: Instant,
}

/// How often what was added is made safe.
const CHECKPOINT: Duration = Duration::from_secs(1);

impl Appender {
    /// Opens a file, which need not exist.
    ///
    /// # Errors
    /// [`Error::Bad`] with the line when the file holds something else than records; [`Error::Io`] when it can't be
    /// read, [`Error::Locked`] when another run is at it.
    pub fn open(path: &Path) -> Result<Appender, Error> {
        let codec = Codec::of_path(path);
        let fingerprint = fingerprint(path).map_err(Error::io(path))?;
        let (part, journal) = match PartFile::open(path, &fingerprint)? {
            Start::Afresh(part) => (part, None),
            Start::Resumed(part, journal) => (part, Some(journal)),
            Start::Done(_) => return Err(Error::Locked(path.to_path_buf())),
        };
        let opened = match &journal {
            None => Self::copy(path, codec, &part),
            Some(journal) => Self::take_over(codec, &part, journal),
        };
        match opened {
            Ok((out, known)) => Ok(Appender {
                path: path.to_path_buf(),
                part,
                fingerprint,
                out,
                known,
                recovered: journal.map_or(0, |j| j.position),
                added: 0,
                left_out: 0,
                checkpoint: CHECKPOINT,
                saved: Instant::now(),
            }),
            Err(e) => {
                part.discard()?;
                Err(e)
            }
        }
    }

    fn copy(path: &Path, codec: Codec, part: &PartFile) -> Result<(FrameWriter<File>, HashSet<String>), Error> {
        let mut known = HashSet::new();
        let mut file = part.writer()?;
        if !path.exists() {
            return Ok((FrameWriter::new(file, codec), known));
        }
        read_keys(path, &mut known)?;
        let mut ends_in_newline = true;
        let mut old = File::open(path).map_err(Error::io(path))?;
        let length = io::copy(&mut old, &mut file).map_err(Error::io(part.path()))?;
        if codec == Codec::Plain && length > 0 {
            let bytes = fs::metadata(path).map_err(Error::io(path))?.len();
            ends_in_newline = last_byte(path, bytes).map_err(Error::io(path))? == Some(b'\n');
        }
        let pending = if ends_in_newline { Vec::new() } else { vec![b'\n'] };
        Ok((FrameWriter::resume(file, codec, length, pending), known))
    }

    /// What an interrupted run left.
    fn take_over(
        codec: Codec,
        part: &PartFile,
        journal: &Journal,
    ) -> Result<(FrameWriter<File>, HashSet<String>), Error> {
        let mut known = HashSet::new();
        read_keys(part.path(), &mut known)?;
        let pending = journal.pending.lines().filter_map(|line| serde_json::from_str::<Record>(line).ok());
        known.extend(pending.map(|record| key(&record)));
        Ok((FrameWriter::resume(part.writer()?, codec, journal.length, journal.pending.clone().into_bytes()), known))
    }

    /// How many records an interrupted run had added: they are in the file at the end, too.
    pub fn recovered(&self) -> u64 {
        self.recovered
    }

    /// Adds a record; `false` when the file has it.
    ///
    /// # Errors
    /// [`Error::Io`] when writing fails.
    pub fn add(&mut self, record: &Record) -> Result<bool, Error> {
        if !self.known.insert(key(record)) {
            self.left_out += 1;
            return Ok(false);
        }
        self.out.record(record).map_err(Error::io(self.part.path()))?;
        self.added += 1;
        if self.saved.elapsed() >= self.checkpoint {
            self.save()?;
        }
        Ok(true)
    }

    fn save(&mut self) -> Result<(), Error> {
        self.out.flush().map_err(Error::io(self.part.path()))?;
        self.part.checkpoint(&Journal {
            fingerprint: self.fingerprint.clone(),
            position: self.recovered + self.added,
            length: self.out.packed(),
            pending: String::from_utf8_lossy(self.out.pending()).into_owned(),
            outcome: serde_json::Value::Null,
            done: false,
        })?;
        self.saved = Instant::now();
        Ok(())
    }

    /// Puts the file in place: how many records were added (those of an interrupted run too), and how many it had.
    ///
    /// # Errors
    /// [`Error::Io`] when writing or renaming fails; the file is then as it was.
    pub fn finish(self) -> Result<(u64, u64), Error> {
        let Appender { path, part, out, recovered, added, left_out, .. } = self;
        out.finish().and_then(|mut f| f.flush()).map_err(Error::io(&path))?;
        if recovered + added == 0 && path.exists() {
            part.discard()?;
        } else {
            part.publish()?;
            PartFile::forget(&path)?;
        }
        Ok((recovered + added, left_out))
    }
}

/// What is added to: another file of that name, or the same one changed, starts afresh.
fn fingerprint(path: &Path) -> io::Result<String> {
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok("append to nothing".to_string()),
        Err(e) => Err(e),
        Ok(of) => {
            let changed = of.modified()?.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
            Ok(format!("append to {} bytes of {changed}", of.len()))
        }
    }
}

/// The keys of a file's records, all of whose lines must be such.
fn read_keys(file: &Path, known: &mut HashSet<String>) -> Result<(), Error> {
    let mut input = Source::File(file.to_path_buf()).open()?;
    let mut number = 0;
    while let Some(line) = next_line(&mut *input).map_err(Error::io(file))? {
        number += 1;
        let bad = |what: String| Bad::new(what).file(file.display().to_string()).line(number);
        let Line::Text(text) = line else { return Err(bad("a line too long for a record".into()).into()) };
        if text.is_empty() {
            continue;
        }
        match serde_json::from_slice::<Record>(&text) {
            Ok(record) => known.insert(key(&record)),
            Err(e) => return Err(bad(format!("not a record ({e}): this file can't be appended to")).into()),
        };
    }
    Ok(())
}

fn last_byte(path: &Path, length: u64) -> io::Result<Option<u8>> {
    use io::{Read, Seek, SeekFrom};
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(length.saturating_sub(1)))?;
    let mut byte = [0];
    Ok(if file.read(&mut byte)? == 1 { Some(byte[0]) } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn record(text: &str) -> Record {
        let id = tesuji_genre::record_id("toy", text);
        Record { id, genre: "toy".into(), size: "1".into(), puzzle: text.into(), ..Record::default() }
    }

    fn lines(path: &Path) -> Vec<String> {
        let mut text = String::new();
        Source::File(path.to_path_buf()).open().expect("opens").read_to_string(&mut text).expect("reads");
        text.lines().map(|l| serde_json::from_str::<Record>(l).expect("a record").puzzle).collect()
    }

    #[test]
    fn appends_what_is_new() {
        let dir = tempfile::tempdir().expect("a folder");
        for name in ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"] {
            let path = dir.path().join(name);
            for (round, expected) in [(["a", "b", "a"], (2, 1)), (["b", "c", "a"], (1, 2)), (["a", "b", "c"], (0, 3))] {
                let mut appender = Appender::open(&path).expect("opens");
                for text in round {
                    appender.add(&record(text)).expect("adds");
                }
                assert_eq!(appender.finish().expect("ends"), expected);
            }
            assert_eq!(lines(&path), ["a", "b", "c"]);
        }
        assert_eq!(fs::read_dir(dir.path()).expect("lists").count(), 3, "no temporary files stay");
    }

    /// A run that is killed after its last checkpoint: what it had made safe is in the file after the next one.
    #[test]
    fn what_an_interrupted_run_added_is_taken_over() {
        let dir = tempfile::tempdir().expect("a folder");
        for name in ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"] {
            let path = dir.path().join(name);
            for (there, killed, now, all) in [
                (vec![], vec!["b"], vec!["c"], vec!["b", "c"]),
                (vec!["d"], vec!["c", "e"], vec!["e", "f"], vec!["b", "c", "d", "e", "f"]),
            ] {
                let add = |texts: &[&str], is_killed: bool| {
                    let mut appender = Appender::open(&path).expect("opens");
                    appender.checkpoint = Duration::ZERO;
                    for text in texts {
                        appender.add(&record(text)).expect("adds");
                    }
                    if is_killed { None } else { Some((appender.recovered(), appender.finish().expect("ends"))) }
                };
                if !there.is_empty() {
                    add(&there, false);
                }
                add(&killed, true);
                let (recovered, _) = add(&now, false).expect("ends");
                assert_eq!(recovered, 1);
                assert_eq!(lines(&path), all);
            }
            // A file that another hand changed is not gone on with.
            let mut left = Appender::open(&path).expect("opens");
            left.checkpoint = Duration::ZERO;
            left.add(&record("x")).expect("adds");
            drop(left);
            fs::write(&path, "").expect("writes");
            assert_eq!(Appender::open(&path).expect("opens").finish().expect("ends"), (0, 0));
        }
        assert_eq!(fs::read_dir(dir.path()).expect("lists").count(), 3, "no temporary files stay");
    }

    #[test]
    fn a_file_without_a_last_newline_goes_on_with_one() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.jsonl");
        fs::write(&path, serde_json::to_string(&record("a")).expect("writes")).expect("writes");
        let mut appender = Appender::open(&path).expect("opens");
        appender.add(&record("b")).expect("adds");
        appender.finish().expect("ends");
        assert_eq!(lines(&path), ["a", "b"]);
    }

    #[test]
    fn what_is_no_corpus_is_not_touched() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("notes.txt");
        fs::write(&path, "dear diary\n").expect("writes");
        let refused = Appender::open(&path).expect_err("refused").to_string();
        assert!(refused.contains("notes.txt:1"), "{refused}");
        assert_eq!(fs::read(&path).expect("reads"), b"dear diary\n");
        assert_eq!(fs::read_dir(dir.path()).expect("lists").count(), 1);
    }
}
