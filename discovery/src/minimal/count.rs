//! Minimal positions counted over puzzles, and the file that holds them.

use super::MinimalPosition;
use crate::refused::Refused;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::Record;

/// The version of the files that this program reads and writes.
pub const MINIMAL_VERSION: u32 = 1;
/// Examples that are kept of a form.
const EXAMPLES: usize = 3;

/// A minimal position, and where it comes from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct MinimalExample {
    /// The position.
    pub picture: String,
    /// Record id of the puzzle.
    pub id: String,
    /// The puzzle.
    pub puzzle: String,
}

/// All minimal positions of one form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MinimalCluster {
    /// The form.
    pub form: String,
    /// Distinct puzzles in which it occurs.
    pub puzzles: u64,
    /// Those in which not every point was tried.
    pub incomplete: u64,
    /// Distinct puzzles by what tells its positions apart.
    pub variants: BTreeMap<String, u64>,
    /// A few examples, at most one a puzzle, the least first.
    pub examples: Vec<MinimalExample>,
}

impl MinimalCluster {
    /// What one puzzle has of a form.
    pub(super) fn of(form: String, found: Vec<MinimalPosition>, record: &Record) -> MinimalCluster {
        let variants = found.iter().map(|r| (r.variant(), 1)).collect();
        let incomplete = u64::from(found.iter().any(|r| !r.complete));
        let example = |r: &MinimalPosition| MinimalExample {
            picture: r.position.picture(),
            id: record.id.clone(),
            puzzle: record.puzzle.clone(),
        };
        let examples = found.iter().take(1).map(example).collect();
        MinimalCluster { form, puzzles: 1, incomplete, variants, examples }
    }
}

/// What was gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MinimalSummary {
    /// Puzzles read.
    pub puzzles: u64,
    /// Of those: no puzzle of the genre, or without a solution.
    pub bad: u64,
    /// Of those: cut off by the time; nothing of them counts.
    pub unfinished: u64,
    /// Positions looked at.
    pub positions: u64,
    /// Of those: not decided within the nodes, or nothing that they show.
    pub undecided: u64,
}

/// Minimal positions by form. Merging is commutative and associative (over different puzzles).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Minimals {
    /// What was gone through.
    pub summary: MinimalSummary,
    /// Why some of the records were [bad](MinimalSummary::bad).
    pub refused: Refused,
    by_form: BTreeMap<String, MinimalCluster>,
}

/// Why a file is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MinimalError {
    /// It does not begin as one.
    #[error("no file of minimal positions: {0}")]
    Head(String),
    /// It is of another version.
    #[error("version {0} of minimal positions; this program reads version {MINIMAL_VERSION}")]
    Version(u32),
    /// A line is broken, or lines are missing.
    #[error("line {0}: {1}")]
    Line(usize, String),
}

#[derive(Serialize, Deserialize)]
struct Head {
    minimal: u32,
    summary: MinimalSummary,
    refused: Refused,
    lines: usize,
}

impl Minimals {
    /// Adds a cluster of other puzzles.
    pub fn insert(&mut self, cluster: MinimalCluster) {
        match self.by_form.get_mut(&cluster.form) {
            None => {
                self.by_form.insert(cluster.form.clone(), cluster);
            }
            Some(own) => {
                own.puzzles += cluster.puzzles;
                own.incomplete += cluster.incomplete;
                for (variant, n) in cluster.variants {
                    *own.variants.entry(variant).or_default() += n;
                }
                own.examples.extend(cluster.examples);
                own.examples.sort();
                own.examples.truncate(EXAMPLES);
            }
        }
    }

    /// Of both.
    #[must_use]
    pub fn merge(mut self, other: Minimals) -> Minimals {
        let (a, b) = (&mut self.summary, other.summary);
        a.puzzles += b.puzzles;
        a.bad += b.bad;
        a.unfinished += b.unfinished;
        a.positions += b.positions;
        a.undecided += b.undecided;
        self.refused.merge(other.refused);
        other.by_form.into_values().for_each(|cluster| self.insert(cluster));
        self
    }

    /// Number of forms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_form.len()
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_form.is_empty()
    }

    /// The forms that occur in at least so many puzzles, most first.
    #[must_use]
    pub fn ranked(&self, support: u64) -> Vec<&MinimalCluster> {
        let mut all: Vec<&MinimalCluster> = self.by_form.values().filter(|c| c.puzzles >= support).collect();
        all.sort_by(|a, b| b.puzzles.cmp(&a.puzzles).then_with(|| a.form.cmp(&b.form)));
        all
    }

    /// The text of a file: a head, then a line a form.
    #[must_use]
    pub fn write(&self) -> String {
        let lines = self.len();
        let head = Head { minimal: MINIMAL_VERSION, summary: self.summary, refused: self.refused.clone(), lines };
        // Plain data always serialises.
        let mut text = serde_json::to_string(&head).unwrap_or_default() + "\n";
        for cluster in self.by_form.values() {
            text += &(serde_json::to_string(cluster).unwrap_or_default() + "\n");
        }
        text
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`MinimalError`] where it is none, or a line is broken.
    pub fn read(text: &str) -> Result<Minimals, MinimalError> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        let fields: serde_json::Value = serde_json::from_str(first).map_err(|e| MinimalError::Head(e.to_string()))?;
        let version = fields.get("minimal").and_then(serde_json::Value::as_u64);
        match version {
            Some(v) if v == u64::from(MINIMAL_VERSION) => {}
            Some(v) => return Err(MinimalError::Version(u32::try_from(v).unwrap_or(u32::MAX))),
            None => return Err(MinimalError::Head("no version".to_string())),
        }
        let head: Head = serde_json::from_value(fields).map_err(|e| MinimalError::Head(e.to_string()))?;
        let mut all = Minimals { summary: head.summary, refused: head.refused, ..Minimals::default() };
        for (i, line) in lines {
            let cluster = serde_json::from_str(line).map_err(|e| MinimalError::Line(i + 1, e.to_string()))?;
            all.insert(cluster);
        }
        if all.len() != head.lines {
            let missing = head.lines.abs_diff(all.len());
            return Err(MinimalError::Line(all.len() + 2, format!("{missing} forms are missing, or stand twice")));
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(number: u64) -> Minimals {
        let mut all = Minimals::default();
        for form in ["fork", if number == 1 { "block" } else { "open mill" }] {
            let example =
                |n: u64| MinimalExample { picture: format!("{n}"), id: format!("{number}{n}"), puzzle: String::new() };
            let examples = (0..number).map(example).collect();
            all.insert(MinimalCluster {
                form: form.to_string(),
                puzzles: number,
                incomplete: 0,
                variants: [(format!("{number}"), number)].into(),
                examples,
            });
        }
        all.summary = MinimalSummary { puzzles: number, ..MinimalSummary::default() };
        all
    }

    #[test]
    fn parts_merge_to_the_same_bytes_in_any_order() {
        let whole = |order: [u64; 3]| order.into_iter().map(part).fold(Minimals::default(), Minimals::merge).write();
        let first = whole([1, 2, 3]);
        assert!([[3, 1, 2], [2, 3, 1]].into_iter().all(|order| whole(order) == first));
        let read = Minimals::read(&first).unwrap();
        assert_eq!(read.write(), first);
        assert_eq!(
            read.ranked(2).iter().map(|c| (c.form.as_str(), c.puzzles)).collect::<Vec<_>>(),
            [("fork", 6), ("open mill", 5)]
        );
    }

    #[test]
    fn broken_files_are_refused() {
        let text = part(2).write();
        assert!(matches!(Minimals::read("{}"), Err(MinimalError::Head(_))));
        assert_eq!(Minimals::read(&text.replacen(":1", ":7", 1)), Err(MinimalError::Version(7)));
        let lines: Vec<&str> = text.lines().collect();
        assert!(matches!(Minimals::read(&lines[..2].join("\n")), Err(MinimalError::Line(3, _))));
        assert!(matches!(Minimals::read(&text[..text.len() - 4]), Err(MinimalError::Line(3, _))));
        assert!(matches!(Minimals::read(&[lines[0], lines[1], lines[1]].join("\n")), Err(MinimalError::Line(3, _))));
    }
}
