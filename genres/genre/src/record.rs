//! Records: one puzzle with everything known of it, one JSON line.

use crate::{Bad, Solution};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use tesuji_solver::Domain;

/// A puzzle with what is known of it. Self-contained; unknown fields survive a round trip.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    /// First 16 hex digits of the SHA-256 of genre and normalised text; see [`record_id`].
    pub id: String,
    /// The same of the least image under the genre's symmetries; filled by dedupe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canon: Option<String>,
    /// Genre name.
    pub genre: String,
    /// Size in the genre's words: `9x9`.
    pub size: String,
    /// The genre's lossless one-line notation.
    pub puzzle: String,
    /// A partly filled puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// The solution, shaped by the genre: values by cell as a string, lines, a tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub solution: Option<Solution>,
    /// How hard it is, and by what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<GradeInfo>,
    /// Where it is from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub extra: BTreeMap<String, serde_json::Value>,
}

/// The note that says in words what was chosen of a puzzle, where its document leaves that open
/// (see [`Parsed::settled`](crate::Parsed::settled)).
pub const CHOSEN: &str = "chosen";

/// The note with the puzzle's own name in its document.
pub const NAME: &str = "name";
/// The note with the number, from 1, of the puzzle's game in its document.
pub const GAME: &str = "game";
/// The note with sentences on how the document was read.
pub const NOTED: &str = "noted";

/// The note with the size of the board that a text was read as; no record has it.
pub const READ_AS: &str = "read_as";

/// The note with the parts of the document that were not read, in words: what is said of the puzzle
/// holds as far as the document was read.
pub const UNREAD: &str = "unread";

/// The note with the rules that the document has in words.
pub const RULESET: &str = "ruleset";

/// The field with the solution that an unfinished search found.
pub const FOUND: &str = "found";

/// The field with the name that a puzzle has where it comes from.
pub const CASE: &str = "case";

impl Record {
    /// A record from its JSON text. One made by hand may leave out id, genre and size, which are
    /// empty then, and may have an id of its own making, which becomes the field [`CASE`]; its
    /// puzzle may be a list of rows.
    ///
    /// # Errors
    /// [`Bad`] with the column, where the text is no record.
    pub fn from_json(text: &str) -> Result<Record, Bad> {
        let placed = |e: serde_json::Error| {
            let what = e.to_string();
            let what = what.split(" at line ").next().unwrap_or_default();
            let bad = Bad::new(format!("not a record: {what}"));
            if e.column() > 0 { bad.column(e.column()) } else { bad }
        };
        let whole = serde_json::from_str::<Record>(text);
        if let Ok(record) = &whole
            && (record.id.is_empty() || is_record_id(&record.id))
        {
            return whole.map_err(placed);
        }
        let mut fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).map_err(placed)?;
        for name in ["id", "genre", "size"] {
            fields.entry(name).or_insert_with(|| "".into());
        }
        if let Some(puzzle) = fields.get_mut("puzzle").filter(|puzzle| puzzle.is_array()) {
            *puzzle = puzzle.to_string().into();
        }
        if fields.get("id").is_some_and(|id| !id.as_str().is_some_and(|id| id.is_empty() || is_record_id(id)))
            && let Some(own) = fields.insert("id".to_string(), "".into())
        {
            fields.entry(CASE).or_insert(own);
        }
        serde_json::from_value(fields.into()).map_err(|e| {
            // The text's own error has the column.
            let same = whole.err().filter(|first| first.to_string().starts_with(&e.to_string()));
            placed(same.unwrap_or(e))
        })
    }

    /// What its document calls it: the name, the number of its game. `None` where it comes from no
    /// such document.
    pub fn label(&self) -> Option<String> {
        let name = self.extra.get(NAME).and_then(serde_json::Value::as_str).map(str::to_string);
        let game = self.extra.get(GAME).and_then(serde_json::Value::as_u64).map(|n| format!("game {n}"));
        match (name, game) {
            (Some(name), Some(game)) => Some(format!("{name} ({game})")),
            (name, game) => name.or(game),
        }
    }

    /// The same with its file, or the line in it. Empty where nothing is known.
    pub fn title(&self) -> String {
        let file = self.source.as_ref().and_then(|s| s.file.clone());
        let line = || self.source.as_ref().and_then(|s| s.line).map(|n| format!("line {n}"));
        let parts: Vec<String> = file.into_iter().chain(self.label().or_else(line)).collect();
        parts.join(", ")
    }

    /// The solution, or what an unfinished search found of one.
    pub fn solution_or_found(&self) -> Option<Cow<'_, Solution>> {
        let found = || self.extra.get(FOUND).cloned().map(|found| Cow::Owned(found.into()));
        self.solution.as_ref().map(Cow::Borrowed).or_else(found)
    }

    /// Sentences on how its document was read.
    pub fn noted(&self) -> impl Iterator<Item = &str> {
        let list = self.extra.get(NOTED).and_then(serde_json::Value::as_array);
        list.into_iter().flatten().filter_map(serde_json::Value::as_str)
    }

    /// The parts of its document that were not read: "rules in words, 3 circles". `None` where all
    /// was read.
    pub fn unread(&self) -> Option<String> {
        let list = self.extra.get(UNREAD).and_then(serde_json::Value::as_array);
        let parts: Vec<&str> = list.into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Adds parts of its document that were not read.
    pub fn add_unread(&mut self, parts: impl IntoIterator<Item = String>) {
        let mut parts = parts.into_iter().peekable();
        if parts.peek().is_none() {
            return;
        }
        let list = self.extra.entry(UNREAD.into()).or_insert_with(|| serde_json::json!([]));
        if let serde_json::Value::Array(list) = list {
            for part in parts.map(serde_json::Value::from) {
                if !list.contains(&part) {
                    list.push(part);
                }
            }
        }
    }

    /// The rules that its document has in words.
    pub fn ruleset(&self) -> Option<&str> {
        self.extra.get(RULESET).and_then(serde_json::Value::as_str)
    }

    /// Adds a sentence on how its document was read.
    pub fn note(&mut self, sentence: String) {
        let list = self.extra.entry(NOTED.into()).or_insert_with(|| serde_json::json!([]));
        if let serde_json::Value::Array(list) = list {
            list.push(sentence.into());
        }
    }

    /// What was chosen that the document leaves open, in words, as the record says it.
    pub fn chosen(&self) -> Option<&str> {
        self.extra.get(CHOSEN).and_then(serde_json::Value::as_str)
    }
}

/// A partly filled puzzle, in the genre's own notation for states (for sudoku: the cells filled in
/// so far and the candidates struck out).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// Values written down after the givens: variable index to value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub placed: BTreeMap<u32, u8>,
    /// Candidates struck out: variable index to a mask of values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub removed: BTreeMap<u32, u64>,
    /// For games: position and history in the genre's notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub extra: BTreeMap<String, serde_json::Value>,
}

impl State {
    /// Does it write a value down, or strike one out?
    pub fn is_marked(&self) -> bool {
        !self.placed.is_empty() || !self.removed.is_empty()
    }

    /// What it leaves of the values of a puzzle's variables.
    pub fn keep(&self, domains: &[Domain]) -> Vec<Domain> {
        let mut kept = domains.to_vec();
        for (&v, &mask) in &self.removed {
            if let Some(domain) = kept.get_mut(v as usize) {
                *domain = domain.minus(Domain(mask));
            }
        }
        for (&v, &value) in &self.placed {
            if let (Some(domain), true) = (kept.get_mut(v as usize), value < 64) {
                *domain &= Domain::single(value);
            }
        }
        kept
    }
}

/// A technique that the puzzle needs: without it, the techniques under the ceiling stall.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Need {
    /// The technique's id.
    pub technique: String,
    /// Where the others stall: values written down before the stall.
    pub stalls_after: u32,
    /// Cells still open at the stall.
    pub open: u32,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub extra: BTreeMap<String, serde_json::Value>,
}

impl Need {
    /// A need by its technique's id, with the values written down before the stall and the cells
    /// open at it.
    pub fn new(technique: impl Into<String>, stalls_after: u32, open: u32) -> Need {
        Need { technique: technique.into(), stalls_after, open, extra: BTreeMap::new() }
    }
}

/// The grade of a puzzle.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct GradeInfo {
    /// Tier name, `beginner` … `master`.
    pub tier: String,
    /// How hard it is, as its genre measures that. Genres of clues: the effort in looks, times the
    /// square root of one and the weight of the steps that join rules; absent in records that a
    /// generator wrote, until they are graded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// Sum of the steps' points, in genres of clues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Did the catalog solve it (else it stalled and the trial depth says more)?
    pub solved: bool,
    /// Tier under which the needs were taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ceiling: Option<String>,
    /// Techniques that were left out, by id. Later gradings and hints leave them out too, unless
    /// asked otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Might later techniques name what those left out describe?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub take_over: bool,
    /// Techniques needed under the ceiling; absent when not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<Vec<Need>>,
    /// How often each technique fired.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub techniques: BTreeMap<String, u32>,
    /// Least k with T&E(k) solving the puzzle, when asked for and found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial_depth: Option<u8>,
    /// Further figures by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub features: BTreeMap<String, f64>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub extra: BTreeMap<String, serde_json::Value>,
}

/// Where a record is from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// File name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line in it, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Licence of the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// The tool and version that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The seed that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The options of the genre that made it: the style, and the others where they are not the
    /// defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub extra: BTreeMap<String, serde_json::Value>,
}

/// Has the text the form of a record's id?
fn is_record_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// The id of a puzzle: first 16 hex digits of SHA-256 over `genre`, a newline, and the normalised
/// text.
pub fn record_id(genre: &str, text: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(genre.as_bytes());
    hash.update(b"\n");
    hash.update(text.as_bytes());
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
    hash.finalize().iter().take(8).flat_map(|b| [digit(b >> 4), digit(b & 15)]).collect()
}
