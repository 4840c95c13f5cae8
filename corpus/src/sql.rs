//! Records as SQL text for seeding a database: standard types and statements, one statement a line.

use std::io::{self, Write};
use tesuji_genre::Record;

/// The tables.
const TABLES: &str = "\
CREATE TABLE puzzle (id VARCHAR(16) PRIMARY KEY, canon VARCHAR(16), genre VARCHAR(64) NOT NULL, size VARCHAR(64) NOT NULL, \
puzzle TEXT NOT NULL, solution TEXT, tier VARCHAR(16), score INTEGER, solved INTEGER, trial_depth INTEGER, \
source_file TEXT, source_line BIGINT, licence TEXT, record TEXT NOT NULL);
CREATE TABLE puzzle_technique (puzzle_id VARCHAR(16) NOT NULL REFERENCES puzzle (id), technique VARCHAR(64) NOT NULL, \
times INTEGER NOT NULL, needed INTEGER NOT NULL, PRIMARY KEY (puzzle_id, technique));
CREATE INDEX puzzle_by_tier ON puzzle (genre, size, tier, score);
CREATE INDEX puzzle_by_canon ON puzzle (canon);
CREATE INDEX puzzle_technique_by_name ON puzzle_technique (technique, needed);
";

/// Writes the tables and the rows, in one transaction. Quotes are doubled as the standard has it; backslashes stand
/// for themselves (MySQL: set `NO_BACKSLASH_ESCAPES`).
#[derive(Debug)]
pub struct SqlWriter<W: Write> {
    out: W,
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn optional(text: Option<&str>) -> String {
    text.map_or("NULL".to_string(), quoted)
}

fn number(n: Option<impl ToString>) -> String {
    n.map_or("NULL".to_string(), |n| n.to_string())
}

impl<W: Write> SqlWriter<W> {
    /// Starts the transaction; `tables` makes the tables first.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(mut out: W, tables: bool) -> io::Result<Self> {
        writeln!(out, "BEGIN;")?;
        if tables {
            out.write_all(TABLES.as_bytes())?;
        }
        Ok(SqlWriter { out })
    }

    /// The rows of a record.
    ///
    /// # Errors
    /// When writing fails.
    pub fn record(&mut self, record: &Record) -> io::Result<()> {
        let grade = record.grade.as_ref();
        let source = record.source.as_ref();
        let solution = record.solution.as_ref().map(|s| s.as_str().map_or_else(|| s.to_string(), str::to_string));
        let values = [
            quoted(&record.id),
            optional(record.canon.as_deref()),
            quoted(&record.genre),
            quoted(&record.size),
            quoted(&record.puzzle),
            optional(solution.as_deref()),
            optional(grade.map(|g| g.tier.as_str())),
            number(grade.map(|g| g.score)),
            number(grade.map(|g| u8::from(g.solved))),
            number(grade.and_then(|g| g.trial_depth)),
            optional(source.and_then(|s| s.file.as_deref())),
            number(source.and_then(|s| s.line)),
            optional(source.and_then(|s| s.licence.as_deref())),
            quoted(&serde_json::to_string(record)?),
        ];
        let columns = "id, canon, genre, size, puzzle, solution, tier, score, solved, trial_depth, source_file, \
                       source_line, licence, record";
        writeln!(self.out, "INSERT INTO puzzle ({columns}) VALUES ({});", values.join(", "))?;
        let Some(grade) = grade else { return Ok(()) };
        for (technique, times) in &grade.techniques {
            let needed = grade.needs.iter().flatten().any(|n| n.technique == *technique);
            writeln!(
                self.out,
                "INSERT INTO puzzle_technique (puzzle_id, technique, times, needed) VALUES ({}, {}, {times}, {});",
                quoted(&record.id),
                quoted(technique),
                u8::from(needed)
            )?;
        }
        Ok(())
    }

    /// Ends the transaction.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        writeln!(self.out, "COMMIT;")?;
        self.out.flush()?;
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_doubled() {
        let record = Record { id: "0".into(), genre: "o'toy".into(), puzzle: "a'b".into(), ..Record::default() };
        let mut sql = SqlWriter::new(Vec::new(), false).expect("writes");
        sql.record(&record).expect("writes");
        let text = String::from_utf8(sql.finish().expect("ends")).expect("text");
        assert!(text.contains("'o''toy'") && text.contains("'a''b'"), "{text}");
        assert_eq!(text.matches('\'').count() % 2, 0);
        assert_eq!(text.lines().count(), 3);
    }
}
