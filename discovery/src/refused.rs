//! Records that nothing could be done with, and why.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::Record;

/// So many are told in words.
const MOST: usize = 20;

/// Why records were refused: those with the least ids, of one id the lesser reason. Merging is
/// commutative and associative.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Refused(BTreeMap<String, String>);

impl Refused {
    /// Adds a record. One without an id is named by its puzzle.
    pub(crate) fn add(&mut self, record: &Record, why: &str) {
        let name = if record.id.is_empty() { &record.puzzle } else { &record.id };
        self.merge(Refused([(name.clone(), why.to_string())].into()));
    }

    pub(crate) fn merge(&mut self, other: Refused) {
        for (name, why) in other.0 {
            let own = self.0.entry(name).or_insert_with(|| why.clone());
            if why < *own {
                *own = why;
            }
        }
        while self.0.len() > MOST {
            self.0.pop_last();
        }
    }

    /// Names and reasons.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, why)| (name.as_str(), why.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_names_stay_whatever_the_order() {
        let of = |ids: &mut dyn Iterator<Item = usize>| {
            ids.fold(Refused::default(), |mut all, i| {
                let mut one = Refused::default();
                one.add(&Record { id: format!("{i:03}"), ..Record::default() }, "why");
                all.merge(one);
                all
            })
        };
        let all = of(&mut (0..50));
        assert_eq!(all, of(&mut (0..50).rev()));
        assert_eq!(all.iter().map(|(name, _)| name).last(), Some("019"));
    }
}
