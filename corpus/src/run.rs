//! Runs a pass over an input: in parallel, in order, within limits, resumable.

use crate::blocks::{PATIENCE, Waited};
use crate::journal::{Journal, PartFile, Start};
use crate::look::{Look, Seen};
use crate::pipeline::Pipeline;
use crate::{
    Bad, Codec, Error, Filter, FrameWriter, Items, Outcome, Pass, Progress, Reader, Shard, Source, Summary, atomic,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tesuji_genre::Record;
use tesuji_solver::{Clock, Limits, Stop};

/// Items that are read before those in front of them are done, at most: bounds memory, not visible
/// in the output.
const AHEAD: usize = 256;
/// Bytes of these.
const AHEAD_BYTES: usize = 4 << 20;
/// Items between two checkpoints at least, unless a second has gone by.
const BETWEEN: u64 = 256;
const SECOND: Duration = Duration::from_secs(1);
/// Items whose size is printed, where their texts are grids.
const SIZES_TOLD: u64 = 10;

/// The message on how to go on after a failed run.
pub(crate) const GOES_ON: &str = "the same command goes on from there";
/// The message where the input can't be read again.
const AGAIN: &str = "its input can't be read again, so the same command starts afresh";

/// How to run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Worker threads; 0: one a core.
    pub threads: usize,
    /// Time for the whole run, nodes and memory for each record.
    pub limits: Limits,
    /// Which part of the input.
    pub shard: Shard,
    /// Least time between checkpoints.
    pub checkpoint: Duration,
    /// Is every item answered by a line on a stream, also one without a puzzle (`error`), each with
    /// the number of its line (`line`)?
    pub answers: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        let checkpoint = Duration::from_secs(2);
        RunOptions { threads: 0, limits: Limits::default(), shard: Shard::WHOLE, checkpoint, answers: false }
    }
}

/// Where the records go.
pub enum Target<'a> {
    /// Nowhere: only the summary counts.
    Nowhere,
    /// To a stream, plain.
    Stream(&'a mut dyn Write),
    /// To a file, packed by its extension; appears when it is whole, and an interrupted run
    /// resumes.
    File(PathBuf),
    /// To the part's file in a folder, packed by the extension, with its summary beside it.
    Part(PathBuf, String),
}

struct Run<'a, P: Pass> {
    look: Look<'a, P>,
    pool: rayon::ThreadPool,
    checkpoint: Duration,
    gather: Gather<'a, P::Summary>,
    end: u64,
}

/// The results of a run so far.
struct Gather<'a, S: Summary> {
    progress: &'a mut dyn Progress,
    filter: Option<Box<dyn Filter<S>>>,
    outcome: Outcome<S>,
}

/// Runs a pass.
///
/// # Errors
/// [`Error`] when the input can't be read or the output not written; what a run into a
/// file has done by then is kept beside it ([`Error::Kept`]).
pub fn run<P: Pass>(
    pass: &P,
    source: &Source,
    reader: &Reader,
    target: Target<'_>,
    options: &RunOptions,
    progress: &mut dyn Progress,
) -> Result<Outcome<P::Summary>, Error> {
    let shard = options.shard;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|e| Error::Usage(format!("{} threads: {e}", options.threads)))?;
    let total = match source {
        _ if source.is_stream() && shard != Shard::WHOLE => {
            let name = if *source == Source::Stdin { "standard input".to_string() } else { source.name() };
            return Err(Error::Usage(format!("a shard needs a file: {name} can't be counted first")));
        }
        _ if source.is_stream() => None,
        // The whole is counted for those who look at how much of it is done.
        _ if shard == Shard::WHOLE && !progress.is_watched() => None,
        _ => Some(Items::count(source, reader)?),
    };
    let range = total.map_or(0..u64::MAX, |n| shard.range(n));
    // An import's records depend on its reader's request.
    let parameters = Some(pass.parameters()).filter(|own| !own.is_empty()).unwrap_or_else(|| reader.asked());
    let filter = pass.filter();
    let mut run = Run {
        look: Look {
            pass,
            reader,
            clock: options.limits.start(),
            limits: options.limits.clone(),
            is_filtered: filter.is_some(),
            is_answered: options.answers && matches!(target, Target::Stream(_)),
        },
        pool,
        checkpoint: options.checkpoint,
        gather: Gather { progress, filter, outcome: Outcome::new(pass.name(), &parameters, shard) },
        end: range.end,
    };
    let size = total.map(|_| range.end - range.start);
    match target {
        Target::Nowhere => {
            run.gather.progress.start(size, 0);
            let mut out = FrameWriter::new(std::io::sink(), Codec::Plain);
            run.stream(source, range.start, &mut out)?;
        }
        Target::Stream(stream) => {
            run.gather.progress.start(size, 0);
            let mut out = FrameWriter::new(stream, Codec::Plain);
            run.stream(source, range.start, &mut out)?;
            out.finish().map_err(Error::io("output"))?;
        }
        Target::File(path) => {
            run.write_file(source, &path, range.start, size)?;
            if run.gather.outcome.stop == Stop::Exhausted {
                PartFile::forget(&path)?;
            }
        }
        Target::Part(dir, extension) => {
            refuse_others(&dir, pass.name(), &parameters, shard)?;
            let path = shard.part_file(&dir, &extension);
            run.write_file(source, &path, range.start, size)?;
            if run.gather.outcome.stop == Stop::Exhausted {
                let summary = shard.summary_file(&dir);
                let text = serde_json::to_string(&run.gather.outcome).map_err(|e| Error::io(&summary)(e.into()))?;
                atomic::write_atomic(&summary, &mut |out| writeln!(out, "{text}")).map_err(Error::io(&summary))?;
                PartFile::forget(&path)?;
            }
        }
    }
    run.gather.progress.finish();
    Ok(run.gather.outcome)
}

/// A folder holds the parts of one cut and one pass with its parameters: what tells of another is
/// not written over, nor mixed with.
fn refuse_others(dir: &Path, pass: &str, parameters: &str, shard: Shard) -> Result<(), Error> {
    let Ok(entries) = std::fs::read_dir(dir) else { return Ok(()) };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let refuse = |file: &Path, what: String| {
        let words = format!("{what}: parts of another pass need another folder");
        Err(Bad::new(words).file(file.display().to_string()).into())
    };
    for file in &files {
        if Shard::of_part_file(file).is_some_and(|other| other.of != shard.of) {
            return refuse(file, "a part of another cut stands there".to_string());
        }
        if !Shard::is_summary_file(file) {
            continue;
        }
        let Ok(text) = std::fs::read(file) else { continue };
        let Ok(there) = serde_json::from_slice::<serde_json::Value>(&text) else { continue };
        let (Some(other), Some(of)) = (there["summary"].as_str(), there["shard"]["of"].as_u64()) else { continue };
        if other != pass || of != u64::from(shard.of) {
            return refuse(file, format!("the summary of `{other}` in {of} parts stands there"));
        }
        if let Some(other) = there["parameters"].as_str().filter(|&other| other != parameters) {
            return refuse(file, format!("the summary of `{pass}` with {other:?} stands there, not {parameters:?}"));
        }
    }
    Ok(())
}

/// The items from the one of that number on; the limit that was reached before there were any. The
/// thread that opens is not waited for then: it may stand in a read that never ends.
fn open(source: &Source, reader: &Reader, from: u64, clock: &Clock) -> Result<Result<Items, Stop>, Error> {
    let (source, reader) = (source.clone(), reader.clone());
    let opened = Waited::start(move |send| {
        send(Items::open(&source, &reader).and_then(|mut items| items.skip_to(from).map(|()| items)));
    });
    opened.next(clock)?.ok_or_else(|| Error::Usage("the input could not be opened".to_string()))
}

impl<P: Pass> Run<'_, P> {
    /// Runs over an input whose records are not kept in a file of their own.
    fn stream<W: Write>(&mut self, source: &Source, from: u64, out: &mut FrameWriter<W>) -> Result<(), Error> {
        match open(source, self.look.reader, from, &self.look.clock)? {
            Ok(items) => self.go(items, out, None, "", &mut 0),
            Err(stop) => {
                self.gather.outcome.stop = stop;
                Ok(())
            }
        }
    }

    fn write_file(&mut self, source: &Source, path: &Path, from: u64, size: Option<u64>) -> Result<(), Error> {
        let identity = source.identity()?;
        let shard = self.gather.outcome.shard;
        let question = format!(
            "{} {} {} {}/{} nodes={} memory={}",
            self.look.pass.name(),
            self.gather.outcome.parameters,
            self.look.reader.asked(),
            shard.part,
            shard.of,
            self.look.limits.nodes,
            self.look.limits.memory
        );
        // Standard input can't be read again: a run over it always starts afresh.
        let fingerprint = match identity {
            Some(input) => format!("{question} {input}"),
            None => format!("{question} {}", std::process::id()),
        };
        let codec = Codec::of_path(path);
        let (part, journal) = match PartFile::open(path, &fingerprint)? {
            Start::Done(journal) => {
                self.gather.outcome = outcome_of(&journal, path)?;
                self.gather.progress.note("the interrupted run had ended: its output stands");
                return Ok(());
            }
            Start::Afresh(part) => (part, None),
            Start::Resumed(part, journal) => (part, Some(journal)),
        };
        let file = part.writer()?;
        let mut position = from;
        let (mut packed, mut pending) = (0, Vec::new());
        if let Some(journal) = journal {
            self.gather.outcome = outcome_of(&journal, path)?;
            // It may have been out of time; now it has some again.
            self.gather.outcome.stop = Stop::Exhausted;
            position = journal.position;
            self.restore(&part, &journal)?;
            (packed, pending) = (journal.length, journal.pending.into_bytes());
            self.gather.progress.note(&format!("goes on after {} items of an interrupted run", position - from));
        }
        let mut out = FrameWriter::resume(file, codec, packed, pending);
        self.gather.progress.start(size, position - from);
        let items = match open(source, self.look.reader, position, &self.look.clock) {
            Ok(Ok(items)) => items,
            Ok(Err(stop)) => {
                self.gather.outcome.stop = stop;
                return Ok(());
            }
            Err(e) => return Err(part.failed(e, GOES_ON)),
        };
        let ended = self.go(items, &mut out, Some(&part), &fingerprint, &mut position).and_then(|()| {
            if self.gather.outcome.stop != Stop::Exhausted {
                return Ok(());
            }
            out.end().map_err(Error::io(path))?;
            part.checkpoint(&self.gather.journal(&fingerprint, position, out.packed(), String::new(), true)?)
        });
        match ended {
            Ok(()) if self.gather.outcome.stop == Stop::Exhausted => part.publish(),
            // Out of time: the part and its journal stay, and the same command goes on.
            Ok(()) => Ok(()),
            Err(e) => {
                if position > from {
                    let pending = String::from_utf8_lossy(out.pending()).into_owned();
                    let journal = self.gather.journal(&fingerprint, position, out.packed(), pending, false)?;
                    // Else the last checkpoint stands.
                    let _ = part.rescue(&journal);
                }
                let next = if source.is_stream() { AGAIN } else { GOES_ON };
                Err(part.failed(e, next))
            }
        }
    }

    fn restore(&mut self, part: &PartFile, journal: &Journal) -> Result<(), Error> {
        let Some(filter) = &mut self.gather.filter else { return Ok(()) };
        let written = Source::File(part.path().to_path_buf());
        let mut input = written.open()?;
        while let Some(line) = crate::lines::next_line(&mut *input).map_err(Error::io(part.path()))? {
            if let crate::lines::Line::Text(text) = line
                && let Ok(record) = serde_json::from_slice::<Record>(&text)
            {
                filter.restore(&record);
            }
        }
        for line in journal.pending.lines() {
            if let Ok(record) = serde_json::from_str::<Record>(line) {
                filter.restore(&record);
            }
        }
        Ok(())
    }

    /// Runs over all items; `position` says how many are in front of those that are left.
    fn go<W: Write>(
        &mut self,
        items: Items,
        out: &mut FrameWriter<W>,
        part: Option<&PartFile>,
        fingerprint: &str,
        position: &mut u64,
    ) -> Result<(), Error> {
        let place = part.map_or(Path::new("output"), PartFile::path).to_path_buf();
        *position = items.index();
        let pipeline = Pipeline::new(AHEAD, AHEAD_BYTES, self.pool.current_num_threads());
        pipeline.read(items, self.end);
        let (look, gather, checkpoint) = (&self.look, &mut self.gather, self.checkpoint);
        self.pool.in_place_scope_fifo(|workers| {
            // However this ends, workers do not begin what nobody takes any more.
            let pipeline = ClosedAtEnd(&pipeline);
            let (mut saved, mut since) = (Instant::now(), 0);
            let mut is_over = false;
            while !is_over {
                let mut ready = pipeline.0.ready(None);
                if ready.is_nothing() {
                    // Who reads the output sees what is done before anything is waited for.
                    if part.is_none() {
                        out.flush().map_err(Error::io(&place))?;
                    }
                    ready = pipeline.0.ready(Some(PATIENCE));
                }
                for _ in 0..ready.workers {
                    let pipeline = pipeline.0;
                    workers.spawn_fifo(move |_| {
                        let mut kept = P::Kept::default();
                        pipeline.work(|item| look.at(item, &mut kept));
                    });
                }
                let is_waiting = ready.is_nothing() && ready.is_idle;
                for seen in ready.results {
                    let Some(seen) = seen else {
                        gather.outcome.stop = look.clock.expired().unwrap_or(Stop::Time);
                        break;
                    };
                    let before = gather.outcome.items;
                    let taken = gather.take(seen, out).map_err(Error::io(&place));
                    *position += gather.outcome.items - before;
                    taken?;
                    since += 1;
                    // Without a part nobody asks how much time has passed.
                    let Some(part) = part else { continue };
                    let waited = saved.elapsed();
                    if waited >= checkpoint && (since >= BETWEEN || waited >= SECOND) {
                        gather.save(part, fingerprint, *position, out)?;
                        (saved, since) = (Instant::now(), 0);
                    }
                }
                if let Some(read) = ready.end {
                    read?;
                    is_over = true;
                }
                // The input keeps us waiting.
                if let (true, Some(stop)) = (is_waiting, look.clock.expired()) {
                    gather.outcome.stop = stop;
                }
                is_over |= gather.outcome.stop != Stop::Exhausted;
            }
            if let Some(part) = part.filter(|_| gather.outcome.stop != Stop::Exhausted) {
                gather.save(part, fingerprint, *position, out)?;
            }
            out.flush().map_err(Error::io(&place))
        })
    }
}

/// Closes a pipeline when it is dropped.
struct ClosedAtEnd<'a, T>(&'a Pipeline<T>);

impl<T> Drop for ClosedAtEnd<'_, T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<S: Summary> Gather<'_, S> {
    fn journal(
        &self,
        fingerprint: &str,
        position: u64,
        length: u64,
        pending: String,
        done: bool,
    ) -> Result<Journal, Error> {
        let outcome = serde_json::to_value(&self.outcome).map_err(|e| Error::io("journal")(e.into()))?;
        Ok(Journal { fingerprint: fingerprint.to_string(), position, length, pending, outcome, done })
    }

    /// Makes safe what is done.
    fn save<W: Write>(
        &self,
        part: &PartFile,
        fingerprint: &str,
        position: u64,
        out: &mut FrameWriter<W>,
    ) -> Result<(), Error> {
        out.flush().map_err(Error::io(part.path()))?;
        let pending = String::from_utf8_lossy(out.pending()).into_owned();
        part.checkpoint(&self.journal(fingerprint, position, out.packed(), pending, false)?)
    }

    /// Takes in what came of an item. Where its lines can't be written, they are pending, and the
    /// item counts all the same.
    fn take<W: Write>(&mut self, seen: Seen<S>, out: &mut FrameWriter<W>) -> std::io::Result<()> {
        let mut written = Ok(());
        let bad = match seen {
            Seen::Blank(line) => {
                written = out.bytes(line.as_bytes());
                None
            }
            Seen::Bad(bad, text, line) => {
                written = out.bytes(line.as_bytes());
                Some((bad, text))
            }
            Seen::Failed(error) => return Err(error),
            Seen::Done(done) => {
                self.outcome.records += 1;
                if let Some(words) = done.read_as.filter(|_| self.outcome.items < SIZES_TOLD) {
                    self.progress.note(&words);
                }
                self.outcome.counts.merge(&done.counts);
                for (i, line) in done.lines.split_inclusive(|&b| b == b'\n').enumerate() {
                    if let (Some(filter), Some(record)) = (&mut self.filter, done.records.get(i))
                        && !filter.keep(record, &mut self.outcome.counts)
                    {
                        continue;
                    }
                    written = written.and(out.bytes(line));
                    self.outcome.written += 1;
                }
                if let Some(unread) = &done.unread {
                    self.progress.note(&format!("note: {unread}"));
                }
                done.bad
            }
        };
        if let Some((bad, text)) = bad {
            self.outcome.bad += 1;
            self.progress.bad(&bad, text.as_deref());
        }
        self.outcome.items += 1;
        self.progress.advance(1);
        written
    }
}

fn outcome_of<S: Summary>(journal: &Journal, path: &Path) -> Result<Outcome<S>, Error> {
    serde_json::from_value(journal.outcome.clone())
        .map_err(|e| Error::Bad(Bad::new(format!("damaged journal: {e}")).file(path.display().to_string())))
}
