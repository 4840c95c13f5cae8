//! Which records leave the house: approved, with a licence, of a category.

use crate::verdicts::Verdicts;
use serde::Serialize;
use serde_json::Value;
use tesuji_genre::Record;

/// Which records are taken.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only those that these approve.
    pub verdicts: Option<Verdicts>,
    /// Also those without a licence.
    pub allow_unlicensed: bool,
    /// Only those of a game of this category.
    pub category: Option<String>,
}

/// How many records were left out, by why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct LeftOut {
    /// Nobody approved them.
    pub unapproved: u64,
    /// They have no licence.
    pub unlicensed: u64,
    /// They are of another category.
    pub of_other_categories: u64,
    /// As many as may be are much like them.
    pub similar: u64,
    /// Their puzzle is there already.
    pub twice: u64,
}

impl Selection {
    /// Is a record taken? If not, it is counted.
    pub fn takes(&self, record: &Record, left: &mut LeftOut) -> bool {
        let count = if self.verdicts.as_ref().is_some_and(|v| !v.approves(&record.id)) {
            &mut left.unapproved
        } else if self.category.as_deref().is_some_and(|wanted| category_of(record) != Some(wanted)) {
            &mut left.of_other_categories
        } else if !self.allow_unlicensed && licence_of(record).is_none() {
            &mut left.unlicensed
        } else {
            return true;
        };
        *count += 1;
        false
    }
}

/// The licence of a record, where one is stated.
#[must_use]
pub fn licence_of(record: &Record) -> Option<&str> {
    let licence = record.source.as_ref().and_then(|s| s.licence.as_deref());
    licence.filter(|text| !text.trim().is_empty())
}

/// The category of the game that a record is from.
#[must_use]
pub fn category_of(record: &Record) -> Option<&str> {
    let of_source = record.source.as_ref().and_then(|s| s.extra.get("category"));
    of_source.or_else(|| record.extra.get("category")).and_then(Value::as_str)
}

impl LeftOut {
    /// The same in words, empty where nothing was left out.
    #[must_use]
    pub fn words(&self) -> String {
        let all = [
            (self.unapproved, "not approved"),
            (self.unlicensed, "without a licence (--allow-unlicensed)"),
            (self.of_other_categories, "of other categories"),
            (self.similar, "much like others (--max-similar)"),
            (self.twice, "there already"),
        ];
        let some: Vec<String> = all.iter().filter(|(n, _)| *n > 0).map(|(n, why)| format!("{n} {why}")).collect();
        if some.is_empty() { String::new() } else { format!("; left out: {}", some.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdicts::{Said, Verdict};
    use tesuji_genre::Source;

    #[test]
    fn what_is_left_out_is_counted_by_why() {
        let mut verdicts = Verdicts::default();
        for (id, verdict) in [("a", Verdict::Approve), ("b", Verdict::Approve), ("c", Verdict::Delete)] {
            verdicts.say(Said { id: id.into(), verdict, reason: None, n: 1, again: false });
        }
        let of = |id: &str, licence: Option<&str>| {
            let source = Source { licence: licence.map(str::to_string), ..Source::default() };
            Record { id: id.into(), source: Some(source), ..Record::default() }
        };
        let selection = Selection { verdicts: Some(verdicts), ..Selection::default() };
        let mut left = LeftOut::default();
        let all = [of("a", Some("CC0")), of("b", Some(" ")), of("c", Some("CC0")), of("d", Some("CC0"))];
        let taken: Vec<bool> = all.iter().map(|r| selection.takes(r, &mut left)).collect();
        assert_eq!(taken, [true, false, false, false]);
        assert_eq!(left, LeftOut { unapproved: 2, unlicensed: 1, ..LeftOut::default() });
        assert!(left.words().contains("2 not approved, 1 without"), "{}", left.words());
    }
}
