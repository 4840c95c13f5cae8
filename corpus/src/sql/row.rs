//! A record as a row.

use super::text::{list, number, optional, quoted};
use serde_json::Value;
use std::collections::BTreeSet;
use tesuji_genre::{Bad, Record};
use tesuji_solver::Tier;

/// The columns of a puzzle that its record tells, in order, with their types.
pub(super) const COLUMNS: [(&str, &str); 20] = [
    ("id", "VARCHAR(16) PRIMARY KEY"),
    ("canon", "VARCHAR(16)"),
    ("genre", "TEXT NOT NULL"),
    ("size", "TEXT NOT NULL"),
    ("puzzle", "TEXT NOT NULL"),
    ("solution", "TEXT"),
    ("difficulty", "TEXT"),
    ("tags", "TEXT[]"),
    ("tier", "VARCHAR(16)"),
    ("score", "BIGINT"),
    ("solved", "INTEGER"),
    ("trial_depth", "INTEGER"),
    ("initial_state_sgf", "TEXT"),
    ("solution_sgf", "TEXT"),
    ("source_file", "TEXT"),
    ("source_line", "BIGINT"),
    ("licence", "TEXT"),
    ("record", "TEXT NOT NULL"),
    ("floor_number", "INTEGER"),
    ("is_boss", "BOOLEAN"),
];

/// How hard a puzzle is: by tier, then by score; the id makes the order total.
pub(super) type Difficulty = (Tier, u32, String);

/// A record as SQL values, without its floor.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) id: String,
    /// `None` where it is not graded.
    pub(super) difficulty: Option<Difficulty>,
    /// The values before the floor, parted by commas.
    pub(super) values: String,
    /// Rows of techniques.
    pub(super) techniques: Vec<String>,
}

/// The rank of a record, where it has one, else its tier.
#[must_use]
pub fn difficulty_of(record: &Record) -> Option<&str> {
    let grade = record.grade.as_ref();
    let rank = record.extra.get("rank").or_else(|| grade.and_then(|g| g.extra.get("rank")));
    rank.and_then(Value::as_str).or_else(|| grade.map(|g| g.tier.as_str()))
}

/// The tags of a record.
pub fn tags_of(record: &Record) -> impl Iterator<Item = &str> {
    let tags = record.extra.get("tags").or_else(|| record.grade.as_ref().and_then(|g| g.extra.get("tags")));
    tags.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// A number as the database's largest type takes it.
fn counted(n: Option<u64>, what: &str) -> Result<Option<i64>, Bad> {
    let fits = |n: u64| i64::try_from(n).map_err(|_| Bad::new(format!("{what} {n} is too large for a database")));
    n.map(fits).transpose()
}

impl Row {
    /// The row of a record; `seed` is its row in the source's schema, where its genre has one.
    pub(super) fn of(record: &Record, seed: Option<&Value>) -> Result<Row, Bad> {
        let (grade, source) = (record.grade.as_ref(), record.source.as_ref());
        let solution = record.solution.as_ref().map(|s| s.text().map_or_else(|| s.to_string(), str::to_string));
        let of_seed = |name: &str| optional(seed.and_then(|s| s.get(name)).and_then(Value::as_str));
        let whole = serde_json::to_string(record).map_err(|e| Bad::new(e.to_string()))?;
        let values = [
            quoted(&record.id),
            optional(record.canon.as_deref()),
            quoted(&record.genre),
            quoted(&record.size),
            quoted(&record.puzzle),
            optional(solution.as_deref()),
            optional(difficulty_of(record)),
            list(tags_of(record)),
            optional(grade.map(|g| g.tier.as_str())),
            number(grade.and_then(|g| g.score)),
            number(grade.map(|g| u8::from(g.solved))),
            number(grade.and_then(|g| g.trial_depth)),
            of_seed("initial_state_sgf"),
            of_seed("solution_sgf"),
            optional(source.and_then(|s| s.file.as_deref())),
            number(counted(source.and_then(|s| s.line), "line")?),
            optional(source.and_then(|s| s.licence.as_deref())),
            quoted(&whole),
        ];
        let needs: BTreeSet<&str> =
            grade.iter().flat_map(|g| g.needs.iter().flatten()).map(|n| n.technique.as_str()).collect();
        let technique = |(technique, times): (&String, &u32)| {
            let needed = u8::from(needs.contains(technique.as_str()));
            format!("({}, {}, {times}, {needed})", quoted(&record.id), quoted(technique))
        };
        let difficulty = grade.and_then(|g| Some((Tier::from_name(&g.tier)?, g.score.unwrap_or(0), record.id.clone())));
        Ok(Row {
            id: record.id.clone(),
            difficulty,
            values: values.join(", "),
            techniques: grade.iter().flat_map(|g| &g.techniques).map(technique).collect(),
        })
    }
}
