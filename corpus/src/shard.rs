//! Shards: contiguous parts of an input, so that the parts in order are the whole.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Part `part` of `of`, from 1: `2/8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct Shard {
    /// Which, from 1.
    pub part: u32,
    /// The number of parts.
    pub of: u32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parsed = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parsed {
            Some((part, of)) if part >= 1 && part <= of => Ok(Shard { part, of }),
            _ => Err(format!("{text:?} is not a shard: i/n with 1 ≤ i ≤ n, such as 2/8")),
        }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl Shard {
    /// The whole input.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// The items of this part, of `total`.
    pub fn range(self, total: u64) -> Range<u64> {
        let cut = |i: u32| (u128::from(total) * u128::from(i) / u128::from(self.of)) as u64;
        cut(self.part - 1)..cut(self.part)
    }

    /// The part's file in a folder.
    pub fn part_file(self, dir: &Path, extension: &str) -> PathBuf {
        dir.join(format!("part-{}-of-{}.{extension}", self.part, self.of))
    }

    /// The part whose file this is, by its name: `part-2-of-8.jsonl.zst` → 2/8.
    pub fn of_part_file(path: &Path) -> Option<Shard> {
        let name = path.file_name()?.to_str()?.strip_prefix("part-")?;
        let (part, rest) = name.split_once("-of-")?;
        let of = rest.split('.').next()?;
        format!("{part}/{of}").parse().ok()
    }

    /// Is it a part's summary, by its name?
    pub fn is_summary_file(path: &Path) -> bool {
        let part = |name: &str| name.strip_prefix("summary-")?.strip_suffix(".json")?.parse::<u32>().ok();
        path.file_name().and_then(|name| name.to_str()).and_then(part).is_some()
    }

    /// The part's summary in a folder.
    pub fn summary_file(self, dir: &Path) -> PathBuf {
        dir.join(format!("summary-{}.json", self.part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_whole_once() {
        for total in [0, 1, 7, 100, u64::MAX] {
            for of in [1, 2, 3, 7, 64] {
                let mut end = 0;
                for part in 1..=of {
                    let range = Shard { part, of }.range(total);
                    assert_eq!(range.start, end);
                    end = range.end;
                }
                assert_eq!(end, total);
            }
        }
    }

    #[test]
    fn files_are_known_by_their_names() {
        let (dir, shard) = (Path::new("somewhere"), Shard { part: 2, of: 8 });
        assert_eq!(Shard::of_part_file(&shard.part_file(dir, "jsonl.zst")), Some(shard));
        assert!(Shard::is_summary_file(&shard.summary_file(dir)));
        for other in ["part-9-of-8.jsonl", "part-1.jsonl", "summary-1.json", "a.jsonl"] {
            assert_eq!(Shard::of_part_file(Path::new(other)), None, "{other}");
        }
        assert!(!Shard::is_summary_file(Path::new("summary.json")));
    }

    #[test]
    fn spelled_as_a_fraction() {
        assert_eq!("2/8".parse(), Ok(Shard { part: 2, of: 8 }));
        for wrong in ["", "2", "0/3", "4/3", "a/b", "1/0", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
