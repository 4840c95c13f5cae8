//! Items that each stage of a harvest saw, and rejections by reason.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts by stage and reason. Merging in any order gives the same.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Funnel {
    /// Games read.
    pub games: u64,
    /// Lines that are no games.
    pub bad: u64,
    /// Counts of the stages, by name.
    pub counts: BTreeMap<String, u64>,
    /// The same by whose games they are.
    pub by_category: BTreeMap<String, BTreeMap<String, u64>>,
    /// Written problems by whose games they are from, and by tier.
    pub tiers: BTreeMap<String, BTreeMap<String, u64>>,
    /// Problems written: complete ones.
    pub written: u64,
    /// Problems among them that the strict file has too, whose lines are longer.
    #[serde(default)]
    pub strict: u64,
    /// Problems written to the second file: kos, and groups that live by being joined.
    pub aside: u64,
    /// Problems left out, since an image of theirs was written before.
    pub duplicates: u64,
    /// Problems left out, since enough similar ones were written before.
    #[serde(default)]
    pub similar: u64,
    /// The first game that the engine refused, with its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// Was the end reached? Else the time ran out.
    pub finished: bool,
}

/// The count of games that an engine refuses.
pub(crate) const REFUSED: &str = "rejected: the engine refuses the game";

fn add(to: &mut BTreeMap<String, u64>, from: &BTreeMap<String, u64>) {
    for (name, n) in from {
        *to.entry(name.clone()).or_default() += n;
    }
}

fn add_each(to: &mut BTreeMap<String, BTreeMap<String, u64>>, from: &BTreeMap<String, BTreeMap<String, u64>>) {
    for (name, counts) in from {
        add(to.entry(name.clone()).or_default(), counts);
    }
}

impl Funnel {
    /// Adds a game's counts.
    pub fn add_game(&mut self, category: &str, counts: &BTreeMap<String, u64>) {
        self.games += 1;
        add(&mut self.counts, counts);
        let own = self.by_category.entry(category.to_string()).or_default();
        add(own, counts);
        *own.entry("games".to_string()).or_default() += 1;
    }

    /// Adds another part's counts.
    pub fn merge(&mut self, other: &Funnel) {
        self.games += other.games;
        self.bad += other.bad;
        self.written += other.written;
        self.strict += other.strict;
        self.aside += other.aside;
        self.duplicates += other.duplicates;
        self.similar += other.similar;
        self.finished &= other.finished;
        // Parts come in any order: the least text is the first in all of them.
        self.refusal = [self.refusal.take(), other.refusal.clone()].into_iter().flatten().min();
        add(&mut self.counts, &other.counts);
        add_each(&mut self.by_category, &other.by_category);
        add_each(&mut self.tiers, &other.tiers);
    }

    /// Did the engine refuse every game?
    #[must_use]
    pub fn refused_all(&self) -> bool {
        self.games > 0 && self.count(REFUSED) == self.games
    }

    /// One count.
    #[must_use]
    pub fn count(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or_default()
    }

    /// The reasons for which something was left out, the most frequent first.
    #[must_use]
    pub fn rejected(&self) -> Vec<(&str, u64)> {
        let named = self.counts.iter().filter_map(|(name, n)| Some((name.strip_prefix("rejected: ")?, *n)));
        let mut rejected: Vec<(&str, u64)> = named.collect();
        rejected.sort_by_key(|(name, n)| (std::cmp::Reverse(*n), *name));
        rejected
    }

    /// In words, a line a stage.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = vec![
            format!("{:>8}  games", self.games),
            format!("{:>8}  positions", self.count("positions")),
            format!("{:>8}  questions about chains, after the memory", self.count("questions")),
        ];
        let settled = self.counts.iter().filter_map(|(name, n)| Some((name.strip_prefix("questions: ")?, n)));
        words.extend(settled.map(|(what, n)| format!("{n:>12}  {what}")));
        words.extend([
            format!("{:>8}  unsettled groups", self.count("unsettled groups")),
            format!("{:>8}  of these with either side to move", self.count("sides asked")),
        ]);
        words.extend(self.rejected().into_iter().map(|(why, n)| format!("{n:>12}  {why}")));
        words.extend(self.refusal.as_ref().map(|said| format!("              the engine refuses {said}")));
        words.push(format!("{:>8}  complete problems", self.count("complete")));
        words.push(format!("{:>8}  kos, {} that live by being joined", self.count("ko"), self.count("joined")));
        words.push(format!("{:>8}  images of one before", self.duplicates));
        words.push(format!("{:>8}  too many that look alike", self.similar));
        let (strict, aside) = (self.strict, self.aside);
        words.push(format!("{:>8}  written, {strict} of them strict; {aside} to the second file", self.written));
        let (deep, nodes) = (self.count("rejected: too deep"), self.count(tesuji_go::cut::DEEP));
        if let Some(mean) = nodes.checked_div(deep) {
            words.push(format!("{mean:>8}  positions in the mean for what is too deep"));
        }
        let (key, other) = (self.count("played: the key"), self.count("played: another move of the region"));
        if key + other > 0 {
            words.push(format!("the player's move in the region is the key in {key} of {}", key + other));
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_merge_to_the_whole_in_any_order() {
        let counts =
            |n: u64| BTreeMap::from([("positions".to_string(), n), ("rejected: short line".to_string(), 2 * n)]);
        let part = |category: &str, n: u64| {
            let mut funnel = Funnel { finished: true, ..Funnel::default() };
            funnel.add_game(category, &counts(n));
            funnel
        };
        let parts = [part("pro", 1), part("ai", 5), part("pro", 3)];
        let merged = |order: [usize; 3]| {
            let mut all = Funnel { finished: true, ..Funnel::default() };
            order.iter().for_each(|&i| all.merge(&parts[i]));
            all
        };
        let all = merged([0, 1, 2]);
        assert_eq!(all, merged([2, 0, 1]));
        assert_eq!((all.games, all.count("positions"), all.by_category["pro"]["positions"]), (3, 9, 4));
        assert_eq!(all.rejected(), [("short line", 18)]);
    }
}
