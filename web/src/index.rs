//! The index of all records: place in the file, difficulty, tags.

use rayon::prelude::*;
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tesuji_corpus::{Error, Items, Reader, Source};
use tesuji_genre::{Bad, Genre, Record};
use tesuji_solver::Tier;

/// A record in the index.
#[derive(Clone, Debug)]
pub struct Entry {
    at: u64,
    length: u32,
    /// Its line in the file, from 1.
    pub line: u64,
    /// Its id.
    pub id: String,
    /// Its words in [`Index::words`]: the genre first, then rank, tags, techniques.
    pub genre: u32,
    /// The rank.
    pub rank: Option<u32>,
    /// Tags.
    pub tags: Box<[u32]>,
    /// Techniques.
    pub techniques: Box<[u32]>,
    /// Tier and score.
    pub grade: Option<(Tier, u32)>,
}

/// Where the records are.
#[derive(Debug)]
enum Store {
    /// In a plain file, read where they stand.
    File(PathBuf, Mutex<File>),
    /// In memory: unpacked, or made from other notations.
    Bytes(Vec<u8>),
}

/// The records of a file.
#[derive(Debug)]
pub struct Index {
    store: Store,
    /// The records, in the order of the file.
    pub entries: Vec<Entry>,
    /// Names of genres, ranks, tags and techniques, each once.
    pub words: Vec<String>,
    /// Lines that are no records, with what is wrong with the first of them.
    pub bad: u64,
    /// The first of these.
    pub first_bad: Option<Bad>,
    /// Records whose id stands before them: they are left out.
    pub repeated: u64,
    /// The first of these.
    pub first_repeated: Option<Bad>,
    by_id: HashMap<String, u32>,
}

/// The fields of a record that the index reads.
#[derive(Deserialize)]
struct Light {
    id: String,
    genre: String,
    #[serde(default)]
    rank: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    grade: Option<LightGrade>,
}

#[derive(Deserialize)]
struct LightGrade {
    tier: String,
    #[serde(default)]
    score: Option<u32>,
    #[serde(default)]
    techniques: HashMap<String, u32>,
    #[serde(default)]
    rank: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
}

/// Words, each once.
#[derive(Default)]
struct Words {
    all: Vec<String>,
    known: HashMap<String, u32>,
}

impl Words {
    fn number(&mut self, word: String) -> u32 {
        if let Some(&n) = self.known.get(&word) {
            return n;
        }
        let n = self.all.len() as u32;
        self.known.insert(word.clone(), n);
        self.all.push(word);
        n
    }
}

impl Index {
    /// Reads a file of records, packed or not; other notations become records first.
    ///
    /// # Errors
    /// [`Error::Io`] where it can't be read, [`Error::Usage`] where it has no record.
    pub fn open(path: &Path, genres: &[&'static dyn Genre], genre: Option<&'static dyn Genre>) -> Result<Index, Error> {
        let source = Source::File(path.to_path_buf());
        let mut bytes = Vec::new();
        source.open()?.read_to_end(&mut bytes).map_err(Error::io(path))?;
        let is_records = bytes.split(|&b| b == b'\n').find(|l| !l.trim_ascii().is_empty()).is_some_and(|line| {
            line.trim_ascii_start().starts_with(b"{") && serde_json::from_slice::<Light>(line).is_ok()
        });
        let file = || File::open(path).map_err(Error::io(path));
        if !is_records {
            bytes = made(&source, genres, genre)?;
        }
        let mut index = Index::of(&bytes);
        let is_plain = is_records && file()?.metadata().map_err(Error::io(path))?.len() == bytes.len() as u64;
        index.store = if is_plain { Store::File(path.to_path_buf(), Mutex::new(file()?)) } else { Store::Bytes(bytes) };
        if index.entries.is_empty() {
            let why = index.first_bad.map_or(String::new(), |bad| format!(": {bad}"));
            return Err(Error::Usage(format!("{}: no puzzle in it{why}", path.display())));
        }
        Ok(index)
    }

    fn of(bytes: &[u8]) -> Index {
        let mut lines: Vec<(u64, &[u8], u64)> = Vec::new();
        let mut start = 0;
        for (number, end) in (1_u64..).zip(memchr::memchr_iter(b'\n', bytes).chain([bytes.len()])) {
            let line = &bytes[start..end];
            if !line.trim_ascii().is_empty() {
                lines.push((start as u64, line, number));
            }
            start = end + 1;
        }
        let read: Vec<Result<Light, serde_json::Error>> =
            lines.par_iter().map(|(_, line, _)| serde_json::from_slice(line)).collect();
        let mut words = Words::default();
        let mut index = Index {
            store: Store::Bytes(Vec::new()),
            entries: Vec::with_capacity(lines.len()),
            words: Vec::new(),
            bad: 0,
            first_bad: None,
            repeated: 0,
            first_repeated: None,
            by_id: HashMap::with_capacity(lines.len()),
        };
        for ((at, line, number), light) in lines.into_iter().zip(read) {
            let light = match light {
                Ok(light) => light,
                // The summary of the run that made the records.
                Err(_) if line.starts_with(b"{\"summary\"") => continue,
                Err(e) => {
                    index.bad += 1;
                    index.first_bad.get_or_insert_with(|| Bad::new(format!("not a record: {e}")).line(number));
                    continue;
                }
            };
            // States of one puzzle are reviewed once.
            if let Some(&first) = index.by_id.get(&light.id) {
                let before = index.entries[first as usize].line;
                let what = format!("the id {} stands in line {before}", light.id);
                index.repeated += 1;
                index.first_repeated.get_or_insert_with(|| Bad::new(what).line(number));
                continue;
            }
            index.by_id.insert(light.id.clone(), index.entries.len() as u32);
            let mut numbers = |list: Vec<String>| list.into_iter().map(|w| words.number(w)).collect::<Box<[u32]>>();
            let (mut rank, mut tags) = (light.rank, light.tags);
            let mut techniques = Vec::new();
            let mut grade = None;
            if let Some(of) = light.grade {
                grade = Tier::from_name(&of.tier).map(|tier| (tier, of.score.unwrap_or(0)));
                rank = rank.or(of.rank);
                tags.extend(of.tags);
                techniques.extend(of.techniques.into_keys());
                techniques.sort_unstable();
            }
            let (tags, techniques) = (numbers(tags), numbers(techniques));
            let genre = words.number(light.genre);
            let rank = rank.map(|rank| words.number(rank));
            let length = line.len() as u32;
            index.entries.push(Entry { at, length, line: number, id: light.id, genre, rank, tags, techniques, grade });
        }
        index.words = words.all;
        index
    }

    /// The number of a record.
    pub fn number(&self, id: &str) -> Option<u32> {
        self.by_id.get(id).copied()
    }

    /// A word by its number.
    pub fn word(&self, n: u32) -> &str {
        self.words.get(n as usize).map_or("", String::as_str)
    }

    /// The text of a record.
    ///
    /// # Errors
    /// Where it is not there any more.
    pub fn text(&self, n: u32) -> io::Result<Vec<u8>> {
        let entry = self.entries.get(n as usize).ok_or(io::ErrorKind::NotFound)?;
        match &self.store {
            Store::Bytes(bytes) => Ok(bytes[entry.at as usize..][..entry.length as usize].to_vec()),
            Store::File(_, file) => {
                let mut file = file.lock().map_err(|_| io::Error::other("the file is lost"))?;
                file.seek(SeekFrom::Start(entry.at))?;
                let mut text = vec![0; entry.length as usize];
                file.read_exact(&mut text)?;
                Ok(text)
            }
        }
    }

    /// The name of the file that is read.
    pub fn path(&self) -> Option<&Path> {
        match &self.store {
            Store::File(path, _) => Some(path),
            Store::Bytes(_) => None,
        }
    }
}

/// The puzzles of a file in another notation, as records.
fn made(source: &Source, genres: &[&'static dyn Genre], genre: Option<&'static dyn Genre>) -> Result<Vec<u8>, Error> {
    let reader = Reader::new(genres, genre, source)
        .choosing(tesuji_genre::Choosing { is_required: false, ..Default::default() });
    let mut items = Items::open(source, &reader)?;
    let mut lines = Vec::new();
    let mut first_bad = None;
    loop {
        let block = items.block(64, 1 << 20)?;
        if block.is_empty() {
            break;
        }
        for item in block {
            match reader.work(item) {
                Ok(Some(work)) => {
                    let record: Record = work.record;
                    serde_json::to_writer(&mut lines, &record).map_err(|e| Error::io(source.name())(e.into()))?;
                    lines.push(b'\n');
                }
                Ok(None) => {}
                Err(bad) => first_bad = first_bad.or(Some(bad)),
            }
        }
    }
    match first_bad {
        Some(bad) if lines.is_empty() => Err(Error::Bad(bad)),
        _ => Ok(lines),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_where_they_stand() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.jsonl");
        let line = |id: &str, more: &str| {
            format!("{{\"id\":\"{id}\",\"genre\":\"toy\",\"size\":\"1\",\"puzzle\":\"x\"{more}}}\n")
        };
        let grade = ",\"rank\":\"3d\",\"tags\":[\"ko\",\"corner\"],\"grade\":{\"tier\":\"hard\",\"score\":7,\"solved\":true,\"techniques\":{\"atari\":2}}";
        let text = [
            line("a", grade),
            "\n".to_string(),
            "{broken\n".to_string(),
            line("b", ""),
            line("a", ""),
            line("c", "").trim().to_string(),
        ]
        .concat();
        std::fs::write(&path, &text).unwrap();
        let index = Index::open(&path, &[], None).unwrap();
        let ids: Vec<&str> = index.entries.iter().map(|e| e.id.as_str()).collect();
        assert_eq!((ids, index.bad, index.repeated), (vec!["a", "b", "c"], 1, 1));
        assert!(index.first_repeated.as_ref().is_some_and(|bad| bad.line == Some(5) && bad.what.contains("line 1")));
        assert_eq!(index.first_bad.as_ref().and_then(|b| b.line), Some(3));
        let a = &index.entries[0];
        assert_eq!((a.grade, a.rank.map(|r| index.word(r))), (Some((Tier::Hard, 7)), Some("3d")));
        for n in 0..3 {
            let record: Record = serde_json::from_slice(&index.text(n).unwrap()).unwrap();
            assert_eq!(index.number(&record.id), Some(n));
        }
        assert!(index.path().is_some() && index.text(3).is_err());
        std::fs::write(&path, "").unwrap();
        assert!(Index::open(&path, &[], None).unwrap_err().to_string().contains("no puzzle"));
    }
}
