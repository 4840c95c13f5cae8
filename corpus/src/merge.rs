//! Merging: the parts of a sharded pass into the whole, or corpora into one.

use crate::atomic::{beside, write_atomic};
use crate::passes::check::CheckSummary;
use crate::passes::{DedupeSummary, FirstOfClass, GradeSummary, ImportSummary, SolveSummary, StatsSummary};
use crate::{Bad, Codec, Error, Filter, FrameWriter, Line, Outcome, Shard, Sorter, Source, Summary, next_line};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tesuji_genre::Record;
use tesuji_solver::Stop;

/// The parts of a sharded pass, by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    of: u32,
    files: BTreeMap<u32, PathBuf>,
}

impl Parts {
    /// The parts among the paths (files, or folders that hold them; their summaries are found
    /// beside them); `None` when there are none.
    ///
    /// # Errors
    /// [`Error::Bad`] when a part is missing, stands twice, or is of another run, or a file beside
    /// them is neither a part nor a summary; [`Error::Io`] when a folder can't be read.
    pub fn find(paths: &[PathBuf]) -> Result<Option<Parts>, Error> {
        let mut found: Vec<(Shard, PathBuf)> = Vec::new();
        let mut others: Vec<&PathBuf> = Vec::new();
        for path in paths {
            if path.is_dir() {
                for entry in fs::read_dir(path).map_err(Error::io(path))? {
                    let file = entry.map_err(Error::io(path))?.path();
                    found.extend(Shard::of_part_file(&file).map(|shard| (shard, file)));
                }
            } else {
                match Shard::of_part_file(path) {
                    Some(shard) => found.push((shard, path.clone())),
                    None if Shard::is_summary_file(path) => {}
                    None => others.push(path),
                }
            }
        }
        if let (false, Some(other)) = (found.is_empty(), others.first()) {
            let what = "no part of a pass, beside parts: merge those first";
            return Err(Bad::new(what).file(other.display().to_string()).into());
        }
        found.sort();
        let Some(of) = found.first().map(|(s, _)| s.of) else { return Ok(None) };
        let mut files = BTreeMap::new();
        for (shard, file) in found {
            let name = file.display().to_string();
            if shard.of != of {
                return Err(Bad::new(format!("a part of {}, beside parts of {of}", shard.of)).file(name).into());
            }
            if let Some(other) = files.insert(shard.part, file) {
                return Err(Bad::new(format!("the same part as {}", other.display())).file(name).into());
            }
        }
        let missing: Vec<String> =
            (1..=of).filter(|i| !files.contains_key(i)).map(|i| Shard { part: i, of }.to_string()).collect();
        if !missing.is_empty() {
            return Err(Bad::new(format!("parts are missing: {}", missing.join(", "))).into());
        }
        Ok(Some(Parts { of, files }))
    }

    /// Puts the parts together in their order, packed by the extension of `out`; the summaries too,
    /// which are returned.
    ///
    /// # Errors
    /// [`Error::Bad`] when a summary is missing, damaged or of another run; [`Error::Io`] when
    /// reading or writing fails.
    pub fn merge(&self, out: &Path) -> Result<serde_json::Value, Error> {
        let mut summaries = Vec::new();
        for (&part, file) in &self.files {
            let path = Shard { part, of: self.of }.summary_file(file.parent().unwrap_or(Path::new("")));
            let text = fs::read(&path).map_err(Error::io(&path))?;
            let value: serde_json::Value = serde_json::from_slice(&text).map_err(|e| damaged(&path, &e.to_string()))?;
            summaries.push((path, value));
        }
        let pass = summaries.first().and_then(|(_, s)| s["summary"].as_str()).unwrap_or_default().to_string();
        match pass.as_str() {
            "solve" => self.merge_typed::<SolveSummary>(&summaries, None, out),
            "grade" => self.merge_typed::<GradeSummary>(&summaries, None, out),
            "check" => self.merge_typed::<CheckSummary>(&summaries, None, out),
            "import" => self.merge_typed::<ImportSummary>(&summaries, None, out),
            "stats" => self.merge_typed::<StatsSummary>(&summaries, None, out),
            "dedupe" => self.merge_typed::<DedupeSummary>(&summaries, Some(&mut FirstOfClass::default()), out),
            other => Err(Bad::new(format!("parts of a pass {other:?}, which can't be merged here")).into()),
        }
    }

    fn merge_typed<S: Summary>(
        &self,
        summaries: &[(PathBuf, serde_json::Value)],
        mut filter: Option<&mut dyn Filter<S>>,
        out: &Path,
    ) -> Result<serde_json::Value, Error> {
        let mut whole: Option<Outcome<S>> = None;
        let mut written = Vec::new();
        for ((path, value), (&part, _)) in summaries.iter().zip(&self.files) {
            let mut one: Outcome<S> =
                serde_json::from_value(value.clone()).map_err(|e| damaged(path, &e.to_string()))?;
            if one.shard != (Shard { part, of: self.of }) {
                return Err(damaged(path, &format!("it is of part {}", one.shard)));
            }
            if one.stop != Stop::Exhausted {
                return Err(damaged(path, "its part is not whole"));
            }
            written.push(one.written);
            one.shard = Shard::WHOLE;
            match &mut whole {
                None => whole = Some(one),
                Some(all) if all.pass == one.pass && all.parameters == one.parameters => all.merge(&one),
                Some(all) => {
                    let what =
                        format!("a part of {} {}, beside {} {}", one.pass, one.parameters, all.pass, all.parameters);
                    return Err(damaged(path, &what));
                }
            }
        }
        let Some(mut whole) = whole else { return Err(Bad::new("no parts").into()) };
        let mut outcome = Ok(());
        let all = write_atomic(out, &mut |file| {
            let mut frames = FrameWriter::new(file, Codec::of_path(out));
            for (path, &of_part) in self.files.values().zip(&written) {
                let mut lines = 0;
                let copied = each_line(path, &mut |number, line| {
                    lines += 1;
                    let wrong = |what: String| Bad::new(what).file(path.display().to_string()).line(number);
                    // A line cut short may well end in a bracket.
                    if serde_json::from_str::<serde::de::IgnoredAny>(line).is_err() {
                        return Err(wrong("half a record".to_string()).into());
                    }
                    if let Some(filter) = filter.as_deref_mut() {
                        let record: Record =
                            serde_json::from_str(line).map_err(|e| wrong(format!("not a record: {e}")))?;
                        if !filter.keep(&record, &mut whole.counts) {
                            whole.written -= 1;
                            return Ok(());
                        }
                    }
                    frames.line(line).map_err(Error::io(out))
                });
                let is_whole = || {
                    let what = format!("{lines} records, where its summary says that {of_part} were written");
                    if lines == of_part { Ok(()) } else { Err(Bad::new(what).file(path.display().to_string()).into()) }
                };
                if let Err(e) = copied.and_then(|()| is_whole()) {
                    outcome = Err(e);
                    return Err(std::io::Error::other("a part can't be read"));
                }
            }
            frames.finish().map(|_| ())
        });
        outcome?;
        all.map_err(Error::io(out))?;
        serde_json::to_value(&whole).map_err(|e| Error::io(out)(e.into()))
    }
}

fn damaged(path: &Path, why: &str) -> Error {
    Error::Bad(Bad::new(format!("not the summary of this part: {why}")).file(path.display().to_string()))
}

/// Gives each line that is not blank, with its number.
fn each_line(path: &Path, give: &mut dyn FnMut(u64, &str) -> Result<(), Error>) -> Result<(), Error> {
    let mut input = Source::File(path.to_path_buf()).open()?;
    let mut number = 0;
    while let Some(line) = next_line(&mut *input).map_err(Error::io(path))? {
        number += 1;
        let bad = |what: &str| Error::Bad(Bad::new(what).file(path.display().to_string()).line(number));
        let Line::Text(text) = line else { return Err(bad("a line too long for a record")) };
        if !text.is_empty() {
            give(number, std::str::from_utf8(&text).map_err(|_| bad("not UTF-8 text"))?)?;
        }
    }
    Ok(())
}

/// Counts of a merge of corpora.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Merged {
    /// Records read.
    pub records: u64,
    /// Bad lines.
    pub bad: u64,
    /// Puzzles written.
    pub written: u64,
}

/// All records of the files, sorted by id, those of one puzzle as one: the same bytes in whatever
/// order the files are named. Bad lines go to `bad`.
///
/// # Errors
/// [`Error::Io`] when a file can't be read or the output not written; nothing is written then.
pub fn merge_corpora(files: &[PathBuf], out: &Path, bad: &mut dyn FnMut(&Bad)) -> Result<Merged, Error> {
    let mut merged = Merged::default();
    let mut sorter = Sorter::new(&beside(out, &format!("{}.runs", std::process::id())))?;
    for path in files {
        let mut input = Source::File(path.clone()).open()?;
        let mut number = 0;
        while let Some(line) = next_line(&mut *input).map_err(Error::io(path))? {
            number += 1;
            // As where records are read one by one: a mark of the byte order, remarks.
            let line = match line {
                Line::Text(text) if number == 1 => {
                    Line::Text(text.strip_prefix("\u{feff}".as_bytes()).map_or(text.clone(), <[u8]>::to_vec))
                }
                line => line,
            };
            let wrong = match &line {
                Line::Text(text) if text.is_empty() || text.starts_with(b"#") => continue,
                Line::Text(text) => match serde_json::from_slice::<Record>(text) {
                    Ok(record) if !record.id.is_empty() => {
                        merged.records += 1;
                        sorter.add(record)?;
                        continue;
                    }
                    Ok(_) => "a record without id: import it first".to_string(),
                    Err(_) if is_summary(text) => continue,
                    Err(e) => format!("not a record: {e}"),
                },
                Line::TooLong(n) => format!("a line of {n} bytes is too long"),
            };
            merged.bad += 1;
            bad(&Bad::new(wrong).file(path.display().to_string()).line(number));
        }
    }
    let mut sorted = Some(sorter);
    let mut outcome = Ok(());
    let written = write_atomic(out, &mut |file| {
        let mut frames = FrameWriter::new(file, Codec::of_path(out));
        let Some(sorter) = sorted.take() else { return Ok(()) };
        outcome = sorter.finish(&mut |record| {
            merged.written += 1;
            frames.record(&record).map_err(Error::io(out))
        });
        match &outcome {
            Ok(()) => frames.finish().map(|_| ()),
            Err(_) => Err(std::io::Error::other("merging failed")),
        }
    });
    outcome?;
    written.map_err(Error::io(out))?;
    Ok(merged)
}

/// Is the line a summary that a command printed after its records?
fn is_summary(text: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(text).is_ok_and(|v| v.get("summary").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corpus beside parts is not left out without a word.
    #[test]
    fn what_is_no_part_is_told() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let all = ["part-1-of-2.jsonl", "part-2-of-2.jsonl", "summary-1.json", "summary-2.json"];
        let parts = Parts::find(&paths(&all)).unwrap().unwrap();
        assert_eq!((parts.of, parts.files.len()), (2, 2));
        let mixed = Parts::find(&paths(&["part-1-of-2.jsonl", "part-2-of-2.jsonl", "corpus.jsonl"]));
        assert!(mixed.unwrap_err().to_string().contains("corpus.jsonl"));
        assert_eq!(Parts::find(&paths(&["corpus.jsonl", "other.jsonl"])).unwrap(), None);
    }
}
