//! The extension fields.

use super::{Dialect, FenError};
use crate::board::{Point, Set, points};
use crate::position::Targets;

/// Reads `w-N-a.b|b-N-a.b`.
pub(super) fn targets(text: &str, dialect: Dialect, field: usize) -> Result<[Targets; 2], FenError> {
    let bad = |what: String| FenError { field, name: "targets", what };
    let mut both = [Targets::default(); 2];
    for part in text.split('|') {
        let mut pieces = part.splitn(3, '-');
        let (side, count, list) = (pieces.next(), pieces.next(), pieces.next());
        let slot = match side {
            Some("w") => 0,
            Some("b") => 1,
            _ => return Err(bad(format!("`{part}` must be w-COUNT-POINTS or b-COUNT-POINTS"))),
        };
        let count: u8 = count
            .and_then(|c| c.parse().ok())
            .filter(|&c| c <= 24)
            .ok_or_else(|| bad(format!("`{part}` has no count of men")))?;
        let list = list.ok_or_else(|| bad(format!("`{part}` has no list of points")))?;
        let mut at: Set = 0;
        for name in list.split('.').filter(|n| !n.is_empty()) {
            at |= point(name, dialect).ok_or_else(|| bad(format!("`{name}` is no point")))?.bit();
        }
        both[slot] = Targets { at, count };
    }
    Ok(both)
}

/// Reads a point's number.
pub(super) fn point(text: &str, dialect: Dialect) -> Option<Point> {
    let number: u32 = text.parse().ok()?;
    Point::new(u8::try_from(number.checked_sub(dialect.shift())?).ok()?)
}

/// Writes ` c:…` and the like, nothing if there are no targets.
pub(super) fn write(out: &mut String, label: char, both: [Targets; 2], dialect: Dialect) {
    if both == [Targets::default(); 2] {
        return;
    }
    let list = |t: Targets| {
        let names: Vec<String> = points(t.at).map(|p| (p.index() as u32 + dialect.shift()).to_string()).collect();
        format!("{}-{}", t.count, names.join("."))
    };
    out.push_str(&format!(" {label}:w-{}|b-{}", list(both[0]), list(both[1])));
}
