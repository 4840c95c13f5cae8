//! Records as a migration for PostgreSQL: text that `psql -f` runs, once or again.

mod floors;
mod row;
mod text;

pub use floors::{BAND, floor, is_boss};
pub use row::{difficulty_of, tags_of};

use row::{COLUMNS, Row};
use serde_json::Value;
use std::collections::HashSet;
use std::io::{self, Write};
use tesuji_genre::{Bad, Record};

/// Rows of one statement.
const ROWS: usize = 500;

/// Options of a migration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeedOptions {
    /// Make the tables where they are missing.
    pub tables: bool,
    /// Floors that the graded puzzles are parted into.
    pub floors: u32,
}

impl Default for SeedOptions {
    fn default() -> Self {
        SeedOptions { tables: true, floors: 100 }
    }
}

/// Contents of a migration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seeded {
    /// Puzzles.
    pub rows: u64,
    /// Those without a grade, which stand on no floor.
    pub ungraded: u64,
    /// Those on floors of bosses.
    pub bosses: u64,
}

/// Gathers records, and writes them sorted by difficulty.
///
/// All rows are held in memory: which floor a puzzle stands on is known when all are.
#[derive(Debug, Default)]
pub struct Seed {
    options: SeedOptions,
    rows: Vec<Row>,
    known: HashSet<String>,
}

impl Seed {
    /// Nothing so far.
    #[must_use]
    pub fn new(options: SeedOptions) -> Seed {
        Seed { options, ..Seed::default() }
    }

    /// Adds a record; `false` where its puzzle has a row already (the id is the key, whatever the
    /// state). `seed` is the same in the schema that `corpus export --format seed` writes, where
    /// its genre has that.
    ///
    /// # Errors
    /// [`Bad`] where a database can't hold it.
    pub fn add(&mut self, record: &Record, seed: Option<&Value>) -> Result<bool, Bad> {
        if self.known.contains(&record.id) {
            return Ok(false);
        }
        self.rows.push(Row::of(record, seed)?);
        self.known.insert(record.id.clone());
        Ok(true)
    }

    /// Writes the statements.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(mut self, out: &mut dyn Write) -> io::Result<Seeded> {
        // Ungraded puzzles come last.
        let is_ungraded = |row: &Row| row.difficulty.is_none();
        self.rows.sort_by(|a, b| (is_ungraded(a), &a.difficulty, &a.id).cmp(&(is_ungraded(b), &b.difficulty, &b.id)));
        let graded = self.rows.iter().filter(|row| !is_ungraded(row)).count();
        let mut told = Seeded { rows: self.rows.len() as u64, ungraded: (self.rows.len() - graded) as u64, bosses: 0 };
        writeln!(out, "SET standard_conforming_strings = on;\nSET client_encoding = 'UTF8';")?;
        writeln!(out, "SET client_min_messages = warning;\nBEGIN;")?;
        if self.options.tables {
            tables(out)?;
        }
        for (i, rows) in self.rows.chunks(ROWS).enumerate() {
            let lines = rows.iter().zip(i * ROWS..).map(|(row, before)| {
                if is_ungraded(row) {
                    return format!("({}, NULL, FALSE)", row.values);
                }
                let floor = floor(before, graded, self.options.floors);
                told.bosses += u64::from(is_boss(floor));
                format!("({}, {floor}, {})", row.values, if is_boss(floor) { "TRUE" } else { "FALSE" })
            });
            upsert(out, "puzzle", &COLUMNS.map(|(name, _)| name), 1, lines)?;
            techniques(out, rows)?;
        }
        writeln!(out, "COMMIT;")?;
        out.flush()?;
        Ok(told)
    }
}

const OF_TECHNIQUES: [&str; 4] = ["puzzle_id", "technique", "times", "needed"];

fn tables(out: &mut dyn Write) -> io::Result<()> {
    let columns = COLUMNS.map(|(name, kind)| format!("{name} {kind}")).join(",\n  ");
    writeln!(out, "CREATE TABLE IF NOT EXISTS puzzle (\n  {columns}\n);")?;
    // A table of an earlier version has fewer.
    for (name, kind) in COLUMNS.iter().filter(|(_, kind)| !kind.contains("KEY")) {
        let kind = kind.trim_end_matches(" NOT NULL");
        writeln!(out, "ALTER TABLE puzzle ADD COLUMN IF NOT EXISTS {name} {kind};")?;
    }
    out.write_all(
        b"CREATE TABLE IF NOT EXISTS puzzle_technique (
  puzzle_id VARCHAR(16) NOT NULL REFERENCES puzzle (id) ON DELETE CASCADE,
  technique TEXT NOT NULL,
  times BIGINT NOT NULL,
  needed INTEGER NOT NULL,
  PRIMARY KEY (puzzle_id, technique)
);
CREATE INDEX IF NOT EXISTS puzzle_by_tier ON puzzle (genre, size, tier, score);
CREATE INDEX IF NOT EXISTS puzzle_by_canon ON puzzle (canon);
CREATE INDEX IF NOT EXISTS puzzle_by_floor ON puzzle (floor_number);
CREATE INDEX IF NOT EXISTS puzzle_technique_by_name ON puzzle_technique (technique, needed);
",
    )
}

/// Puts rows in, and changes those of the same key that differ: equal ones are not touched.
fn upsert(
    out: &mut dyn Write,
    table: &str,
    columns: &[&str],
    keys: usize,
    rows: impl Iterator<Item = String>,
) -> io::Result<()> {
    writeln!(out, "INSERT INTO {table} ({}) VALUES", columns.join(", "))?;
    let (key, rest) = columns.split_at(keys);
    for (i, row) in rows.enumerate() {
        out.write_all(if i == 0 { b"" } else { b",\n" })?;
        out.write_all(row.as_bytes())?;
    }
    let of = |table: &str| rest.iter().map(|c| format!("{table}.{c}")).collect::<Vec<_>>().join(", ");
    let set = rest.iter().map(|c| format!("{c} = EXCLUDED.{c}")).collect::<Vec<_>>().join(", ");
    let (own, new) = (of(table), of("EXCLUDED"));
    writeln!(out, "\nON CONFLICT ({}) DO UPDATE SET {set}", key.join(", "))?;
    writeln!(out, "WHERE ({own}) IS DISTINCT FROM ({new});")
}

/// The techniques of puzzles: those that a puzzle does not need any more go.
fn techniques(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let ids: Vec<String> = rows.iter().map(|row| text::quoted(&row.id)).collect();
    let all: Vec<&str> = rows.iter().flat_map(|row| &row.techniques).map(String::as_str).collect();
    write!(out, "DELETE FROM puzzle_technique AS old WHERE old.puzzle_id IN ({})", ids.join(", "))?;
    if !all.is_empty() {
        let now = all.join(",\n");
        let columns = OF_TECHNIQUES.join(", ");
        write!(out, "\nAND NOT EXISTS (SELECT 1 FROM (VALUES\n{now}\n) AS new ({columns})")?;
        write!(out, " WHERE new.puzzle_id = old.puzzle_id AND new.technique = old.technique)")?;
    }
    writeln!(out, ";")?;
    for some in all.chunks(ROWS) {
        upsert(out, "puzzle_technique", &OF_TECHNIQUES, 2, some.iter().map(|row| row.to_string()))?;
    }
    Ok(())
}

/// The fields of a record whose column has no NUL although the record does.
#[must_use]
pub fn with_nul(record: &Record) -> Vec<&'static str> {
    let source = record.source.as_ref();
    let solution = record.solution.as_ref().and_then(|s| s.text());
    let fields = [
        ("puzzle", Some(record.puzzle.as_str())),
        ("size", Some(&record.size)),
        ("canon", record.canon.as_deref()),
        ("solution", solution),
        ("tier", record.grade.as_ref().map(|g| g.tier.as_str())),
        ("difficulty", difficulty_of(record)),
        ("file", source.and_then(|s| s.file.as_deref())),
        ("licence", source.and_then(|s| s.licence.as_deref())),
        ("tags", tags_of(record).find(|tag| tag.contains('\0'))),
        ("techniques", techniques_of(record).find(|id| id.contains('\0'))),
    ];
    fields.into_iter().filter(|(_, text)| text.is_some_and(|t| t.contains('\0'))).map(|(name, _)| name).collect()
}

fn techniques_of(record: &Record) -> impl Iterator<Item = &str> {
    record.grade.iter().flat_map(|g| g.techniques.keys()).map(String::as_str)
}

#[cfg(test)]
mod tests;
