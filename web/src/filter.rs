//! The records that the page lists, and their order.
//!
//! A filter is words: `tier:hard tag:ko,snapback status:open`. All must hold; of several values
//! parted by commas one. A word alone is a tag, a technique or a rank.

use crate::index::{Entry, Index};
use std::str::FromStr;
use tesuji_corpus::verdicts::{Standing, Verdict};

/// The field that a condition looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Tier,
    Tag,
    Technique,
    Rank,
    Genre,
    Status,
    Id,
    Any,
}

const FIELDS: [(&str, Field); 7] = [
    ("tier", Field::Tier),
    ("tag", Field::Tag),
    ("technique", Field::Technique),
    ("rank", Field::Rank),
    ("genre", Field::Genre),
    ("status", Field::Status),
    ("id", Field::Id),
];

/// The statuses of a puzzle.
pub const STATUSES: [&str; 5] = ["open", "approved", "deleted", "skipped", "doubtful"];

/// The status of a puzzle, in a word.
pub fn status(standing: Option<Standing>) -> &'static str {
    match standing {
        None => "open",
        Some(s) if s.doubtful => "doubtful",
        Some(s) => match s.verdict {
            Verdict::Approve => "approved",
            Verdict::Delete => "deleted",
            Verdict::Skip | Verdict::Undo => "skipped",
        },
    }
}

/// A filter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter(Vec<(Field, Vec<String>)>);

impl FromStr for Filter {
    type Err = String;

    fn from_str(text: &str) -> Result<Filter, String> {
        let condition = |word: &str| {
            let (field, values) = match word.split_once(':') {
                None => (Field::Any, word),
                Some((name, values)) => {
                    let field = FIELDS.iter().find(|(known, _)| *known == name);
                    let names = || FIELDS.map(|(known, _)| known).join(", ");
                    (field.ok_or_else(|| format!("no filter {name:?}: there are {}", names()))?.1, values)
                }
            };
            let values: Vec<String> = values.split(',').filter(|v| !v.is_empty()).map(str::to_string).collect();
            let unknown = values.iter().find(|v| field == Field::Status && !STATUSES.contains(&v.as_str()));
            match unknown {
                Some(wrong) => Err(format!("no status {wrong:?}: there are {}", STATUSES.join(", "))),
                None => Ok((field, values)),
            }
        };
        text.split_whitespace().map(condition).collect::<Result<Vec<_>, _>>().map(Filter)
    }
}

impl Filter {
    /// Does it hold of a record?
    pub fn holds(&self, index: &Index, entry: &Entry, standing: Option<Standing>) -> bool {
        let one = |list: &[u32], value: &str| list.iter().any(|&n| index.word(n) == value);
        self.0.iter().all(|(field, values)| {
            values.iter().any(|value| match field {
                Field::Tier => entry.grade.is_some_and(|(tier, _)| tier.name() == value),
                Field::Tag => one(&entry.tags, value),
                Field::Technique => one(&entry.techniques, value),
                Field::Rank => entry.rank.is_some_and(|n| index.word(n) == value),
                Field::Genre => index.word(entry.genre) == value,
                Field::Status => status(standing) == value,
                Field::Id => entry.id.starts_with(value.as_str()),
                Field::Any => {
                    one(&entry.tags, value)
                        || one(&entry.techniques, value)
                        || entry.rank.is_some_and(|n| index.word(n) == value)
                        || entry.grade.is_some_and(|(tier, _)| tier.name() == value)
                }
            })
        })
    }
}

/// The orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As in the file.
    File,
    /// The easiest first.
    Difficulty,
    /// Groups of similar records, the largest first.
    Cluster,
    /// Records with contradicting verdicts first, then skipped ones.
    Doubt,
}

impl Order {
    /// Puts numbers of records into order. `group` is the group of a record with its size.
    pub fn sort(
        self,
        numbers: &mut [u32],
        index: &Index,
        standing: &dyn Fn(&str) -> Option<Standing>,
        group: &dyn Fn(u32) -> (usize, usize),
    ) {
        let difficulty = |n: &u32| {
            let entry = &index.entries[*n as usize];
            (entry.grade.is_none(), entry.grade, *n)
        };
        match self {
            Order::File => numbers.sort_unstable(),
            Order::Difficulty => numbers.sort_by_key(difficulty),
            Order::Cluster => numbers.sort_by_cached_key(|n| {
                let (group, size) = group(*n);
                (std::cmp::Reverse(size), group, difficulty(n))
            }),
            Order::Doubt => numbers.sort_by_cached_key(|n| {
                let place = match status(standing(&index.entries[*n as usize].id)) {
                    "doubtful" => 0,
                    "skipped" => 1,
                    "open" => 2,
                    _ => 3,
                };
                (place, difficulty(n))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_read_and_mistakes_named() {
        assert_eq!("tier:hard tag:ko,seki ladder".parse::<Filter>().map(|f| f.0.len()), Ok(3));
        assert!("colour:red".parse::<Filter>().unwrap_err().contains("tier, tag"));
        assert!("status:fine".parse::<Filter>().unwrap_err().contains("approved"));
        assert_eq!("  ".parse::<Filter>(), Ok(Filter::default()));
    }
}
