//! Sorting more records than fit in memory: sorted runs on disk, then one merge.

use crate::{Codec, Error, FrameWriter, Line, Source, next_line, union::key, union::union};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fs::{self, File};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use tesuji_genre::{Bad, Record};

/// Bytes of records held before a run is written.
const RUN: usize = 32 << 20;
/// Runs merged at a time.
const FAN: usize = 64;

/// Gathers records; gives them out sorted by puzzle, those of one puzzle as one.
#[derive(Debug)]
pub struct Sorter {
    dir: PathBuf,
    held: BTreeMap<String, Record>,
    size: usize,
    runs: Vec<PathBuf>,
    made: usize,
}

impl Sorter {
    /// Keeps its runs in a new folder of that name, which goes when the sorter does.
    ///
    /// # Errors
    /// [`Error::Io`] when the folder can't be made.
    pub fn new(dir: &Path) -> Result<Sorter, Error> {
        fs::create_dir_all(dir).map_err(Error::io(dir))?;
        Ok(Sorter { dir: dir.to_path_buf(), held: BTreeMap::new(), size: 0, runs: Vec::new(), made: 0 })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// [`Error::Io`] when a run can't be written.
    pub fn add(&mut self, record: Record) -> Result<(), Error> {
        self.size += 512 + record.puzzle.len() * 2;
        let key = key(&record);
        let merged = match self.held.remove(&key) {
            Some(old) => union(old, record),
            None => record,
        };
        self.held.insert(key, merged);
        if self.size >= RUN {
            self.write_run()?;
            if self.runs.len() >= FAN {
                let runs = std::mem::take(&mut self.runs);
                let path = self.next_path();
                let mut out = run_writer(&path)?;
                merge_runs(&runs, &mut |record| out.record(&record).map_err(Error::io(&path)))?;
                out.finish().map_err(Error::io(&path))?;
                for run in runs {
                    fs::remove_file(&run).map_err(Error::io(&run))?;
                }
                self.runs.push(path);
            }
        }
        Ok(())
    }

    fn next_path(&mut self) -> PathBuf {
        self.made += 1;
        self.dir.join(format!("run-{}.jsonl.zst", self.made))
    }

    fn write_run(&mut self) -> Result<(), Error> {
        let path = self.next_path();
        let mut out = run_writer(&path)?;
        for record in std::mem::take(&mut self.held).into_values() {
            out.record(&record).map_err(Error::io(&path))?;
        }
        out.finish().map_err(Error::io(&path))?;
        self.runs.push(path);
        self.size = 0;
        Ok(())
    }

    /// Gives out everything in order.
    ///
    /// # Errors
    /// What `give` returns, or [`Error::Io`] when a run can't be read.
    pub fn finish(mut self, give: &mut dyn FnMut(Record) -> Result<(), Error>) -> Result<(), Error> {
        if self.runs.is_empty() {
            return std::mem::take(&mut self.held).into_values().try_for_each(give);
        }
        self.write_run()?;
        merge_runs(&self.runs, give)
    }
}

impl Drop for Sorter {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}

fn run_writer(path: &Path) -> Result<FrameWriter<File>, Error> {
    Ok(FrameWriter::new(File::create(path).map_err(Error::io(path))?, Codec::Zstd))
}

fn next_record(path: &Path, input: &mut dyn BufRead) -> Result<Option<Record>, Error> {
    match next_line(input).map_err(Error::io(path))? {
        None => Ok(None),
        Some(Line::Text(text)) => serde_json::from_slice(&text)
            .map(Some)
            .map_err(|e| Error::Bad(Bad::new(format!("damaged run: {e}")).file(path.display().to_string()))),
        Some(Line::TooLong(n)) => {
            Err(Error::Bad(Bad::new(format!("a record of {n} bytes is too long")).file(path.display().to_string())))
        }
    }
}

fn merge_runs(runs: &[PathBuf], give: &mut dyn FnMut(Record) -> Result<(), Error>) -> Result<(), Error> {
    let mut inputs = Vec::new();
    let mut heads: BinaryHeap<Reverse<(String, usize)>> = BinaryHeap::new();
    let mut records: Vec<Option<Record>> = Vec::new();
    for (i, run) in runs.iter().enumerate() {
        let mut input = Source::File(run.clone()).open()?;
        let first = next_record(run, &mut *input)?;
        heads.extend(first.as_ref().map(|r| Reverse((key(r), i))));
        records.push(first);
        inputs.push(input);
    }
    let mut held: Option<(String, Record)> = None;
    while let Some(Reverse((at, i))) = heads.pop() {
        let next = next_record(&runs[i], &mut *inputs[i])?;
        heads.extend(next.as_ref().map(|r| Reverse((key(r), i))));
        let Some(record) = std::mem::replace(&mut records[i], next) else { continue };
        held = match held.take() {
            Some((key, old)) if key == at => Some((key, union(old, record))),
            old => {
                if let Some((_, old)) = old {
                    give(old)?;
                }
                Some((at, record))
            }
        };
    }
    held.map_or(Ok(()), |(_, last)| give(last))
}
