//! Two records of one puzzle as one.

use serde::Serialize;
use tesuji_genre::{GradeInfo, Record};

/// The identity of a record: the puzzle, and its state when it is partly filled.
pub fn key(record: &Record) -> String {
    match &record.state {
        None => record.id.clone(),
        Some(state) => format!("{} {}", record.id, json(state)),
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Known goes before unknown; of two known ones the lesser text. (A choice that does not depend on
/// order.)
fn choose<T: Serialize>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if json(&b) < json(&a) { b } else { a }),
        (a, b) => a.or(b),
    }
}

/// Prefers the grade with `needs`; else as [`choose`] has it.
fn choose_grade(a: Option<GradeInfo>, b: Option<GradeInfo>) -> Option<GradeInfo> {
    match (a, b) {
        (Some(a), Some(b)) if a.needs.is_some() != b.needs.is_some() => Some(if a.needs.is_some() { a } else { b }),
        (a, b) => choose(a, b),
    }
}

/// Everything that either record knows. Commutative, associative, idempotent.
///
/// Both must have the same [`key`].
#[must_use]
pub fn union(a: Record, b: Record) -> Record {
    let mut extra = a.extra;
    for (name, theirs) in b.extra {
        let chosen = choose(extra.remove(&name), Some(theirs));
        if let Some(value) = chosen {
            extra.insert(name, value);
        }
    }
    Record {
        id: a.id.min(b.id),
        genre: a.genre.min(b.genre),
        size: a.size.min(b.size),
        puzzle: a.puzzle.min(b.puzzle),
        canon: choose(a.canon, b.canon),
        state: choose(a.state, b.state),
        solution: choose(a.solution, b.solution),
        grade: choose_grade(a.grade, b.grade),
        source: choose(a.source, b.source),
        extra,
    }
}
