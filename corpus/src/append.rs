//! Appending to a corpus file without duplicates.

use crate::journal::{Journal, PartFile, Start};
use crate::run::GOES_ON;
use crate::{Codec, Error, FrameWriter, Line, Source, atomic, key, next_line};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tesuji_genre::{Bad, Genre, Record};

/// Adds records to a file of records; those whose id it has are left out. The file is replaced as a
/// whole at the end. What was added before a run failed or was killed is kept beside it, and taken
/// over by the next run that adds to the same file.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    /// Until it has got its name.
    part: Option<PartFile>,
    fingerprint: String,
    out: Option<FrameWriter<File>>,
    known: HashSet<String>,
    /// By what else than ids records of a genre are known.
    essence: Option<Essence>,
    /// The checkpoint that was taken over.
    resumed: Option<Journal>,
    added: u64,
    left_out: u64,
    begun: Instant,
    spent: Duration,
}

/// A genre whose records are known by position, too.
#[derive(Clone, Copy)]
struct Essence(&'static dyn Genre);

impl std::fmt::Debug for Essence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Essence").field(&self.0.name()).finish()
    }
}

impl Essence {
    /// The texts that a collection has only once.
    fn of(self, record: &Record) -> Vec<String> {
        let actions = self.0.as_positions().filter(|_| record.genre == self.0.name());
        actions.map_or_else(Vec::new, |actions| actions.essence(record))
    }
}

/// Checkpoints take so much of the time at most: a share of one in this many.
const SHARE: u32 = 20;

impl Appender {
    /// Opens a file, which need not exist.
    ///
    /// # Errors
    /// [`Error::Bad`] with the line when the file holds something else than records, or is packed
    /// otherwise than its name says; [`Error::Io`] when it can't be read, [`Error::Locked`] when
    /// another run is at it.
    pub fn open(path: &Path) -> Result<Appender, Error> {
        Appender::opened(path, None)
    }

    /// The same, where puzzles of a genre are also left out whose position or line the file has
    /// ([`PositionActions::essence`](tesuji_genre::PositionActions::essence)).
    ///
    /// # Errors
    /// As [`open`](Appender::open).
    pub fn open_for(path: &Path, genre: &'static dyn Genre) -> Result<Appender, Error> {
        Appender::opened(path, Some(Essence(genre)))
    }

    fn opened(path: &Path, essence: Option<Essence>) -> Result<Appender, Error> {
        let codec = Codec::of_path(path);
        // Nothing but a plain file is opened: a pipe would wait.
        let place = atomic::place(path).map_err(Error::io(path))?;
        let fingerprint = fingerprint(&place, codec)?;
        let (part, resumed) = match PartFile::open(path, &fingerprint)? {
            Start::Afresh(part) => (part, None),
            Start::Resumed(part, journal) => (part, Some(journal)),
            Start::Done(_) => return Err(Error::Locked(path.to_path_buf())),
        };
        let opened = match &resumed {
            None => Self::copy(path, codec, &part, essence),
            Some(journal) => Self::take_over(codec, &part, journal, essence),
        };
        match opened {
            Ok((out, known)) => Ok(Appender {
                path: path.to_path_buf(),
                part: Some(part),
                fingerprint,
                out: Some(out),
                known,
                essence,
                resumed,
                added: 0,
                left_out: 0,
                begun: Instant::now(),
                spent: Duration::ZERO,
            }),
            Err(e) => {
                if resumed.is_none() {
                    part.discard()?;
                }
                Err(e)
            }
        }
    }

    fn copy(
        path: &Path,
        codec: Codec,
        part: &PartFile,
        essence: Option<Essence>,
    ) -> Result<(FrameWriter<File>, HashSet<String>), Error> {
        let mut known = HashSet::new();
        let mut file = part.writer()?;
        if !path.exists() {
            return Ok((FrameWriter::new(file, codec), known));
        }
        read_keys(path, essence, &mut known)?;
        let mut old = File::open(path).map_err(Error::io(path))?;
        let length = io::copy(&mut old, &mut file).map_err(Error::io(part.path()))?;
        let last = last_byte(path)?;
        let pending = if last.is_none_or(|byte| byte == b'\n') { Vec::new() } else { vec![b'\n'] };
        Ok((FrameWriter::resume(file, codec, length, pending), known))
    }

    /// The rest of an interrupted run.
    fn take_over(
        codec: Codec,
        part: &PartFile,
        journal: &Journal,
        essence: Option<Essence>,
    ) -> Result<(FrameWriter<File>, HashSet<String>), Error> {
        let mut known = HashSet::new();
        read_keys(part.path(), essence, &mut known)?;
        let pending = journal.pending.lines().filter_map(|line| serde_json::from_str::<Record>(line).ok());
        pending.for_each(|record| learn(&record, essence, &mut known));
        Ok((FrameWriter::resume(part.writer()?, codec, journal.length, journal.pending.clone().into_bytes()), known))
    }

    /// How many records an interrupted run had added: they are in the file at the end, too.
    pub fn recovered(&self) -> u64 {
        self.resumed.as_ref().map_or(0, |journal| journal.position)
    }

    /// How many records were added so far, without those of an interrupted run.
    pub fn added(&self) -> u64 {
        self.added
    }

    /// Adds a record; `false` when the file has it.
    ///
    /// # Errors
    /// [`Error::Io`] when writing fails.
    pub fn add(&mut self, record: &Record) -> Result<bool, Error> {
        let texts = self.essence.map_or_else(Vec::new, |essence| essence.of(record));
        if self.known.contains(&key(record)) || texts.iter().any(|text| self.known.contains(text)) {
            self.left_out += 1;
            return Ok(false);
        }
        self.known.insert(key(record));
        self.known.extend(texts);
        // A record that can't be written is pending.
        self.added += 1;
        if let (Some(out), Some(part)) = (&mut self.out, &self.part) {
            out.record(record).map_err(Error::io(part.path()))?;
        }
        // Where records come slowly, each is made safe as it comes.
        if self.spent * SHARE <= self.begun.elapsed() {
            let start = Instant::now();
            self.save()?;
            self.spent += start.elapsed();
        }
        Ok(true)
    }

    fn save(&mut self) -> Result<(), Error> {
        if let (Some(out), Some(part)) = (&mut self.out, &self.part) {
            out.flush().map_err(Error::io(part.path()))?;
        }
        match (self.journal(), &self.part) {
            (Some(journal), Some(part)) => part.checkpoint(&journal),
            _ => Ok(()),
        }
    }

    /// How far it got, where there is anything to keep.
    fn journal(&self) -> Option<Journal> {
        let position = self.recovered() + self.added;
        let out = self.out.as_ref().filter(|_| position > 0)?;
        Some(Journal {
            fingerprint: self.fingerprint.clone(),
            position,
            length: out.packed(),
            pending: String::from_utf8_lossy(out.pending()).into_owned(),
            outcome: serde_json::Value::Null,
            done: false,
        })
    }

    /// Ends a run that failed: the failure, with what is kept.
    #[must_use]
    pub fn fail(mut self, why: Error) -> Error {
        self.rescue();
        match self.part.take() {
            Some(part) => part.failed(why, GOES_ON),
            None => why,
        }
    }

    /// Keeps what was added; on a full disk too.
    fn rescue(&self) {
        if let (Some(journal), Some(part)) = (self.journal(), &self.part) {
            // Else the last checkpoint stands.
            let _ = part.rescue(&journal);
        }
    }

    /// Puts the file in place: how many records were added (without those of an interrupted run),
    /// and how many it had.
    ///
    /// # Errors
    /// When writing or renaming fails; the file is then as it was, and what was added is kept
    /// beside it ([`Error::Kept`]).
    pub fn finish(mut self) -> Result<(u64, u64), Error> {
        if let Some(Err(e)) = self.out.as_mut().map(FrameWriter::end) {
            let why = Error::io(&self.path)(e);
            return Err(self.fail(why));
        }
        if let Some(part) = self.part.take() {
            if self.recovered() + self.added == 0 && self.path.exists() {
                part.discard()?;
            } else {
                part.publish()?;
                PartFile::forget(&self.path)?;
            }
        }
        Ok((self.added, self.left_out))
    }
}

/// A run that ends without [`finish`](Appender::finish) has failed: what it has added is kept.
impl Drop for Appender {
    fn drop(&mut self) {
        self.rescue();
        if self.recovered() + self.added == 0
            && let Some(part) = self.part.take()
        {
            // There is nobody to tell.
            let _ = part.discard();
        }
    }
}

/// The identity of the target: another file of that name, or a changed one, starts afresh.
fn fingerprint(path: &Path, codec: Codec) -> Result<String, Error> {
    let mut head = Vec::new();
    match File::open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok("append to nothing".to_string()),
        file => file.and_then(|file| file.take(4).read_to_end(&mut head)).map_err(Error::io(path))?,
    };
    let packed = Codec::of_magic(&head);
    if !head.is_empty() && packed != codec {
        let words = format!("packed as {packed:?}, and its name says {codec:?}: it can't be appended to");
        return Err(Bad::new(words.to_lowercase()).file(path.display().to_string()).into());
    }
    let identity = Source::File(path.to_path_buf()).identity()?;
    Ok(format!("append to {}", identity.unwrap_or_default()))
}

/// Takes in by what a record is known.
fn learn(record: &Record, essence: Option<Essence>, known: &mut HashSet<String>) {
    known.insert(key(record));
    known.extend(essence.into_iter().flat_map(|essence| essence.of(record)));
}

/// The keys of a file's records, all of whose lines must be such.
fn read_keys(file: &Path, essence: Option<Essence>, known: &mut HashSet<String>) -> Result<(), Error> {
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
            Ok(record) => learn(&record, essence, known),
            Err(e) => return Err(bad(format!("not a record ({e}): this file can't be appended to")).into()),
        };
    }
    Ok(())
}

/// The last byte of the lines of a file, packed or not.
fn last_byte(path: &Path) -> Result<Option<u8>, Error> {
    let mut input = Source::File(path.to_path_buf()).open()?;
    let mut last = None;
    loop {
        let chunk = input.fill_buf().map_err(Error::io(path))?;
        let Some(&byte) = chunk.last() else { return Ok(last) };
        let length = chunk.len();
        last = Some(byte);
        input.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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

    /// As a run that is killed: nothing is tidied up.
    fn kill(mut appender: Appender) {
        appender.part.take();
    }

    fn opened(path: &Path, texts: &[&str]) -> Appender {
        let mut appender = Appender::open(path).expect("opens");
        for text in texts {
            appender.add(&record(text)).expect("adds");
        }
        appender
    }

    /// A run that is killed: what it had made safe is in the file after the next one.
    #[test]
    fn what_an_interrupted_run_added_is_taken_over() {
        let dir = tempfile::tempdir().expect("a folder");
        for name in ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"] {
            let path = dir.path().join(name);
            kill(opened(&path, &["b"]));
            let next = opened(&path, &["c"]);
            assert_eq!((next.recovered(), next.finish().expect("ends")), (1, (1, 0)));
            assert_eq!(lines(&path), ["b", "c"]);
            kill(opened(&path, &["c", "e"]));
            // One that fails keeps what was taken over, and its own.
            drop(opened(&path, &["x"]));
            let next = opened(&path, &["e", "f"]);
            assert_eq!((next.recovered(), next.finish().expect("ends")), (2, (1, 1)));
            assert_eq!(lines(&path), ["b", "c", "e", "x", "f"]);
            // A file that another hand changed is not gone on with; one that was only touched is.
            kill(opened(&path, &["y"]));
            let bytes = fs::read(&path).expect("reads");
            fs::write(&path, &bytes).expect("writes");
            kill(opened(&path, &[]));
            assert_eq!(opened(&path, &[]).recovered(), 1);
            fs::write(&path, "").expect("writes");
            assert_eq!(opened(&path, &[]).finish().expect("ends"), (0, 0));
        }
        assert_eq!(fs::read_dir(dir.path()).expect("lists").count(), 3, "no temporary files stay");
    }

    /// Records for another file, or for this one before it changed, are not added.
    #[test]
    fn a_file_that_another_hand_changed_is_not_gone_on_with() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.jsonl");
        let line = |text: &str| serde_json::to_string(&record(text)).expect("writes") + "\n";
        fs::write(&path, line("a")).expect("writes");
        kill(opened(&path, &["y"]));
        fs::write(&path, line("b")).expect("writes");
        let next = opened(&path, &["z"]);
        assert_eq!((next.recovered(), next.finish().expect("ends")), (0, (1, 0)));
        assert_eq!(lines(&path), ["b", "z"]);
        assert_eq!(opened(&path, &[]).recovered(), 0, "nor is a run that ended");
    }

    /// The file keeps its very bytes, as it stands on the disk.
    #[cfg(unix)]
    #[test]
    fn a_file_that_has_it_all_is_not_written() {
        use std::os::unix::fs::MetadataExt;
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.jsonl");
        opened(&path, &["a"]).finish().expect("ends");
        let number = || fs::metadata(&path).expect("is there").ino();
        let before = number();
        assert_eq!(opened(&path, &["a"]).finish().expect("ends"), (0, 1));
        assert_eq!(number(), before);
        assert_eq!(opened(&path, &["b"]).finish().expect("ends"), (1, 0));
        assert_ne!(number(), before);
    }

    #[test]
    fn a_run_that_fails_keeps_what_it_added_and_says_so() {
        let dir = tempfile::tempdir().expect("a folder");
        for name in ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"] {
            let path = dir.path().join(name);
            let words = opened(&path, &["b", "c"]).fail(Error::Usage("the disk is full".into())).to_string();
            let kept = format!("2 done so far are kept in {}", dir.path().join(format!(".{name}.part")).display());
            assert!(words.starts_with("the disk is full; ") && words.contains(&kept), "{words}");
            assert!(!path.exists());
            assert_eq!(opened(&path, &["c", "d"]).finish().expect("ends"), (1, 1));
            assert_eq!(lines(&path), ["b", "c", "d"]);
        }
        drop(opened(&dir.path().join("none.jsonl"), &[]));
        assert_eq!(fs::read_dir(dir.path()).expect("lists").count(), 3, "no temporary files stay");
    }

    #[test]
    fn a_file_without_a_last_newline_goes_on_with_one() {
        let dir = tempfile::tempdir().expect("a folder");
        for name in ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"] {
            let path = dir.path().join(name);
            let text = serde_json::to_string(&record("a")).expect("writes");
            fs::write(&path, Codec::of_path(&path).frame(text.as_bytes()).expect("packs")).expect("writes");
            opened(&path, &["b"]).finish().expect("ends");
            assert_eq!(lines(&path), ["a", "b"]);
        }
    }

    #[test]
    fn a_file_that_is_packed_otherwise_than_named_is_not_touched() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.jsonl");
        let text = format!("{}\n", serde_json::to_string(&record("a")).expect("writes"));
        fs::write(&path, Codec::Gzip.frame(text.as_bytes()).expect("packs")).expect("writes");
        let refused = Appender::open(&path).expect_err("refused").to_string();
        assert!(refused.contains("a.jsonl") && refused.contains("packed as gzip"), "{refused}");
        assert_eq!(fs::read_dir(dir.path()).expect("lists").count(), 1);
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
