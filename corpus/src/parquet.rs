//! Records in the columns of Parquet files.
//!
//! | column | type | holds |
//! |---|---|---|
//! | `id`, `genre`, `size`, `puzzle` | text | the record's fields of these names |
//! | `solution` | text, optional | its solution as JSON |
//! | `tier`, `score`, `solved` | text, int64, boolean, optional | of its grade |
//! | `record` | text | the whole record as JSON |
//!
//! A file with a column `record` is read from it alone; one from elsewhere needs `genre` and
//! `puzzle`, and may have `size`.

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::Type;
use tesuji_genre::Record;

/// Rows of a group: what is in memory at once.
const GROUP: usize = 10_000;
/// Rows that wait to be read.
const WAITING: usize = 256;

/// The columns of a file.
pub const SCHEMA: &str = "message record {
  REQUIRED BYTE_ARRAY id (UTF8);
  REQUIRED BYTE_ARRAY genre (UTF8);
  REQUIRED BYTE_ARRAY size (UTF8);
  REQUIRED BYTE_ARRAY puzzle (UTF8);
  OPTIONAL BYTE_ARRAY solution (UTF8);
  OPTIONAL BYTE_ARRAY tier (UTF8);
  OPTIONAL INT64 score;
  OPTIONAL BOOLEAN solved;
  REQUIRED BYTE_ARRAY record (UTF8);
}";

fn other(error: ParquetError) -> io::Error {
    io::Error::other(error.to_string())
}

/// Writes records to a file, group by group.
pub struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    waiting: Vec<Record>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// A new file.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(out: W) -> io::Result<Self> {
        let level = ZstdLevel::try_new(3).map_err(other)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_created_by(concat!("tesuji ", env!("CARGO_PKG_VERSION")).to_string())
            .build();
        let schema = Arc::new(parse_message_type(SCHEMA).map_err(other)?);
        let file = SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(other)?;
        Ok(ParquetWriter { file, waiting: Vec::new() })
    }

    /// One more record.
    ///
    /// # Errors
    /// When writing fails.
    pub fn add(&mut self, record: Record) -> io::Result<()> {
        self.waiting.push(record);
        if self.waiting.len() >= GROUP { self.write_group() } else { Ok(()) }
    }

    /// Writes what waits, and the end of the file.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(mut self) -> io::Result<()> {
        if !self.waiting.is_empty() {
            self.write_group()?;
        }
        self.file.close().map(drop).map_err(other)
    }

    fn write_group(&mut self) -> io::Result<()> {
        let records = std::mem::take(&mut self.waiting);
        let mut group = self.file.next_row_group().map_err(other)?;
        let text = |text: &String| Some(text.clone());
        texts(&mut group, &records, |r| text(&r.id), true)?;
        texts(&mut group, &records, |r| text(&r.genre), true)?;
        texts(&mut group, &records, |r| text(&r.size), true)?;
        texts(&mut group, &records, |r| text(&r.puzzle), true)?;
        texts(&mut group, &records, |r| r.solution.as_ref().map(ToString::to_string), false)?;
        texts(&mut group, &records, |r| r.grade.as_ref().map(|grade| grade.tier.clone()), false)?;
        let grades: Vec<_> = records.iter().filter_map(|r| r.grade.as_ref()).collect();
        let levels: Vec<i16> = records.iter().map(|r| i16::from(r.grade.is_some())).collect();
        let scores: Vec<Option<u32>> = records.iter().map(|r| r.grade.as_ref().and_then(|grade| grade.score)).collect();
        let has_score: Vec<i16> = scores.iter().map(|score| i16::from(score.is_some())).collect();
        let scores: Vec<i64> = scores.into_iter().flatten().map(i64::from).collect();
        column::<Int64Type>(&mut group, &scores, Some(&has_score))?;
        let solved: Vec<bool> = grades.iter().map(|grade| grade.solved).collect();
        column::<BoolType>(&mut group, &solved, Some(&levels))?;
        let mut whole = Vec::with_capacity(records.len());
        for record in &records {
            whole.push(ByteArray::from(serde_json::to_string(record)?.into_bytes()));
        }
        column::<ByteArrayType>(&mut group, &whole, None)?;
        group.close().map(drop).map_err(other)
    }
}

/// Writes the next column of a group.
fn column<T: parquet::data_type::DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> io::Result<()> {
    let mut column = group.next_column().map_err(other)?.ok_or_else(|| io::Error::other("a column too many"))?;
    column.typed::<T>().write_batch(values, levels, None).map_err(other)?;
    column.close().map_err(other)
}

/// Writes the next column of a group, of texts.
fn texts(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    records: &[Record],
    of: impl Fn(&Record) -> Option<String>,
    is_required: bool,
) -> io::Result<()> {
    let all: Vec<Option<String>> = records.iter().map(of).collect();
    let levels: Vec<i16> = all.iter().map(|text| i16::from(text.is_some())).collect();
    let values: Vec<ByteArray> = all.into_iter().flatten().map(|text| ByteArray::from(text.into_bytes())).collect();
    column::<ByteArrayType>(group, &values, (!is_required).then_some(&levels))
}

/// The records of a file as JSON lines.
///
/// # Errors
/// When the file is no Parquet file, or has no column of puzzles.
pub fn lines(file: File) -> io::Result<Box<dyn BufRead + Send>> {
    let reader = SerializedFileReader::new(file).map_err(other)?;
    let schema = reader.metadata().file_metadata().schema().clone();
    let has = |name: &str| schema.get_fields().iter().any(|field| field.name() == name);
    let wanted: &[&str] = if has("record") { &["record"] } else { &["genre", "puzzle", "size"] };
    if let Some(missing) = ["genre", "puzzle"].iter().find(|name| !has("record") && !has(name)) {
        return Err(io::Error::other(format!("no column {missing:?}, nor one \"record\"")));
    }
    let fields = schema.get_fields().iter().filter(|field| wanted.contains(&field.name())).cloned().collect();
    let chosen = Type::group_type_builder(schema.name()).with_fields(fields).build().map_err(other)?;
    let (sender, receiver) = sync_channel(WAITING);
    std::thread::spawn(move || {
        let rows = RowIter::from_file_into(Box::new(reader)).project(Some(chosen));
        let rows = match rows {
            Ok(rows) => rows,
            Err(why) => return drop(sender.send(Err(other(why)))),
        };
        for row in rows {
            let line = row.map_err(other).and_then(|row| {
                let fields: Vec<(String, Field)> =
                    row.get_column_iter().map(|(name, field)| (name.clone(), field.clone())).collect();
                line_of(&fields)
            });
            let ends = line.is_err();
            // Nobody reads any more.
            if sender.send(line).is_err() || ends {
                return;
            }
        }
    });
    Ok(Box::new(Lines { receiver, line: Vec::new(), at: 0 }))
}

/// A row as a line.
fn line_of(fields: &[(String, Field)]) -> io::Result<Vec<u8>> {
    let text = |field: &Field| match field {
        Field::Str(text) => Ok(text.clone()),
        Field::Bytes(bytes) => Ok(String::from_utf8_lossy(bytes.data()).into_owned()),
        Field::Null => Ok(String::new()),
        _ => Err(io::Error::other("a column of puzzles that holds no text")),
    };
    if let Some((_, field)) = fields.iter().find(|(name, _)| name == "record") {
        return Ok((text(field)? + "\n").into_bytes());
    }
    let mut record = serde_json::Map::new();
    for (name, field) in fields {
        record.insert(name.clone(), text(field)?.into());
    }
    Ok((serde_json::Value::from(record).to_string() + "\n").into_bytes())
}

/// Lines that a thread reads.
struct Lines {
    receiver: Receiver<io::Result<Vec<u8>>>,
    line: Vec<u8>,
    at: usize,
}

impl BufRead for Lines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at >= self.line.len() {
            (self.line, self.at) = match self.receiver.recv() {
                Ok(line) => (line?, 0),
                Err(_) => (Vec::new(), 0),
            };
        }
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, bytes: usize) {
        self.at += bytes;
    }
}

impl Read for Lines {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let ready = self.fill_buf()?;
        let count = ready.len().min(into.len());
        into[..count].copy_from_slice(&ready[..count]);
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    fn records(count: usize) -> Vec<Record> {
        let one = |n: usize| {
            let mut text =
                format!(r#"{{"id":"{n:016x}","genre":"sudoku","size":"9x9","puzzle":"p{n}","mood":"calm ü""#);
            if n.is_multiple_of(2) {
                text += &format!(r#","solution":"s{n}","grade":{{"tier":"hard","score":{n},"solved":true}}"#);
            }
            Record::from_json(&(text + "}")).expect("a record")
        };
        (0..count).map(one).collect()
    }

    fn written(records: &[Record]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut out = ParquetWriter::new(file.reopen().expect("opens")).expect("begins");
        for record in records {
            out.add(record.clone()).expect("writes");
        }
        out.finish().expect("ends");
        file
    }

    #[test]
    fn records_come_back_as_they_were() {
        for count in [0, 1, 7, GROUP + 3] {
            let all = records(count);
            let file = written(&all);
            let read = Source::File(file.path().to_path_buf()).open().expect("opens");
            let back: Vec<Record> =
                read.lines().map(|line| Record::from_json(&line.expect("reads")).expect("a record")).collect();
            assert_eq!(back, all);
        }
    }

    #[test]
    fn the_same_records_are_the_same_bytes() {
        let bytes = || std::fs::read(written(&records(5)).path()).expect("reads");
        assert_eq!(bytes(), bytes());
    }

    #[test]
    fn a_cut_file_is_an_error() {
        let file = written(&records(50));
        let bytes = std::fs::read(file.path()).expect("reads");
        for length in [4, bytes.len() / 2, bytes.len() - 1] {
            std::fs::write(file.path(), &bytes[..length]).expect("writes");
            assert!(Source::File(file.path().to_path_buf()).open().is_err(), "{length} of {} bytes", bytes.len());
        }
    }
}
