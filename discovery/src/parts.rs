//! Clusters as a file of JSON lines: a head, then one line a cluster. Files of several parts of the
//! input merge to the bytes that the whole would give, in any order.

use crate::cluster::{Cluster, Clusters, Summary};
use crate::refused::Refused;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The version of the files that this program reads and writes.
pub const CLUSTERS_VERSION: u32 = 1;

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Head {
    /// [`CLUSTERS_VERSION`].
    clusters: u32,
    genre: String,
    /// What the clusters depend on besides the puzzles.
    parameters: String,
    /// Which parts of the input, of how many.
    parts: BTreeSet<u64>,
    of: u64,
    keep: usize,
    lines: usize,
    summary: Summary,
    refused: Refused,
}

/// Clusters of parts of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The genre.
    pub genre: String,
    /// What the clusters depend on besides the puzzles.
    pub parameters: String,
    /// Which parts, from 1 on.
    pub parts: BTreeSet<u64>,
    /// Of how many.
    pub of: u64,
    /// The clusters.
    pub clusters: Clusters,
}

/// Why a file of clusters is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PartsError {
    /// It does not begin as one.
    #[error("no file of clusters: {0}")]
    Head(String),
    /// It is of another version.
    #[error("version {0} of clusters; this program reads version {CLUSTERS_VERSION}")]
    Version(u32),
    /// A line is broken, or lines are missing.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// It does not belong to the others.
    #[error("its {what} is {own:?}, that of the others {other:?}")]
    Other {
        /// What differs.
        what: &'static str,
        /// Its own.
        own: String,
        /// Theirs.
        other: String,
    },
    /// A part that was given already.
    #[error("part {0} is given twice")]
    Twice(u64),
}

impl Parts {
    /// The text of a file.
    pub fn write(&self) -> String {
        let c = &self.clusters;
        // All parts are the whole, which has one.
        let (parts, of) = if self.is_whole() { ([1].into(), 1) } else { (self.parts.clone(), self.of) };
        let head = Head {
            clusters: CLUSTERS_VERSION,
            genre: self.genre.clone(),
            parameters: self.parameters.clone(),
            parts,
            of,
            keep: c.keep,
            lines: c.len(),
            summary: c.summary,
            refused: c.refused.clone(),
        };
        // Heads and clusters are plain data: they always serialise.
        let mut text = serde_json::to_string(&head).unwrap_or_default() + "\n";
        for cluster in c.iter() {
            text += &(serde_json::to_string(cluster).unwrap_or_default() + "\n");
        }
        text
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`PartsError`] where it is none, or a line is broken.
    pub fn read(text: &str) -> Result<Parts, PartsError> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        let fields: serde_json::Value = serde_json::from_str(first).map_err(|e| PartsError::Head(e.to_string()))?;
        let version = fields.get("clusters").and_then(serde_json::Value::as_u64);
        let version = version.ok_or_else(|| PartsError::Head("no version".to_string()))?;
        if version != u64::from(CLUSTERS_VERSION) {
            return Err(PartsError::Version(u32::try_from(version).unwrap_or(u32::MAX)));
        }
        let head: Head = serde_json::from_value(fields).map_err(|e| PartsError::Head(e.to_string()))?;
        let mut clusters = Clusters::new(head.keep);
        clusters.summary = head.summary;
        clusters.refused = head.refused;
        let mut read = 0;
        for (i, line) in lines {
            let cluster: Cluster = serde_json::from_str(line).map_err(|e| PartsError::Line(i + 1, e.to_string()))?;
            if cluster.form.key.contains('#') {
                let what = format!(
                    "the form {:?} has numbers of classes, as earlier versions wrote: mine again",
                    cluster.form.key
                );
                return Err(PartsError::Line(i + 1, what));
            }
            if clusters.get(&cluster.form.key).is_some() {
                return Err(PartsError::Line(i + 1, format!("the form {:?} again", cluster.form.key)));
            }
            clusters.insert(cluster);
            read += 1;
        }
        if read != head.lines {
            return Err(PartsError::Line(read + 2, format!("{} clusters are missing", head.lines.abs_diff(read))));
        }
        let Head { genre, parameters, parts, of, .. } = head;
        Ok(Parts { genre, parameters, parts, of, clusters })
    }

    /// Adds other parts of the same input.
    ///
    /// # Errors
    /// [`PartsError`] where they are of another input or question, or given already.
    pub fn merge(&mut self, other: Parts) -> Result<(), PartsError> {
        let differs = |what, own: &str, other: &str| {
            let (own, other) = (own.to_string(), other.to_string());
            if own == other { Ok(()) } else { Err(PartsError::Other { what, own, other }) }
        };
        differs("genre", &other.genre, &self.genre)?;
        differs("question", &other.parameters, &self.parameters)?;
        differs("number of parts", &other.of.to_string(), &self.of.to_string())?;
        if let Some(part) = other.parts.intersection(&self.parts).next() {
            return Err(PartsError::Twice(*part));
        }
        self.parts.extend(other.parts);
        self.clusters = std::mem::take(&mut self.clusters).merge(other.clusters);
        Ok(())
    }

    /// Are there all parts of the input?
    pub fn is_whole(&self) -> bool {
        self.parts.len() as u64 == self.of
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Form;

    fn part(number: u64) -> Parts {
        let mut clusters = Clusters::new(2);
        for key in ["naked-2", if number == 1 { "whip-5" } else { "hidden-2" }] {
            let form = Form { size: 2, length: number as u32, scope: 0, key: key.to_string() };
            clusters.insert(Cluster {
                form,
                puzzles: number,
                plain: 1,
                cores: 2,
                seen: 1,
                unlocks: 0,
                finishes: 0,
                variants: [(key.to_string(), number)].into(),
                examples: Vec::new(),
                early: None,
                typical: None,
                explained: Vec::new(),
            });
        }
        clusters.summary.puzzles = number;
        let (genre, parameters) = ("sudoku".to_string(), "known=singles".to_string());
        Parts { genre, parameters, parts: [number].into(), of: 3, clusters }
    }

    #[test]
    fn parts_merge_to_the_same_bytes_in_any_order() {
        let merged = |order: [u64; 3]| {
            let mut all = part(order[0]);
            for &number in &order[1..] {
                all.merge(Parts::read(&part(number).write()).unwrap()).unwrap();
            }
            assert!(all.is_whole());
            all.write()
        };
        let whole = merged([1, 2, 3]);
        assert!([[3, 1, 2], [2, 3, 1], [3, 2, 1]].into_iter().all(|order| merged(order) == whole));
        assert_eq!(Parts::read(&whole).unwrap().write(), whole);
    }

    #[test]
    fn broken_files_and_other_questions_are_refused() {
        let text = part(1).write();
        for (wrong, at) in [("", 0), ("{}", 0), ("{\"clusters\":1}", 0)] {
            assert!(matches!(Parts::read(wrong), Err(PartsError::Head(_))), "{at}");
        }
        let later = text.replacen("\"clusters\":1", "\"clusters\":7", 1);
        assert_eq!(Parts::read(&later), Err(PartsError::Version(7)));
        let lines: Vec<&str> = text.lines().collect();
        let short = lines[..2].join("\n");
        assert!(matches!(Parts::read(&short), Err(PartsError::Line(3, _))));
        let cut = &text[..text.len() - 9];
        assert!(matches!(Parts::read(cut), Err(PartsError::Line(3, _))));
        let again = [lines[0], lines[1], lines[1]].join("\n");
        assert!(matches!(Parts::read(&again), Err(PartsError::Line(3, _))));
        let mut all = part(1);
        assert_eq!(all.merge(part(1)), Err(PartsError::Twice(1)));
        let other = Parts { parameters: "known=all".into(), ..part(2) };
        assert!(matches!(all.merge(other), Err(PartsError::Other { what: "question", .. })));
        assert_eq!(all, part(1));
    }
}
