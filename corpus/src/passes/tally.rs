//! Counts by name.

use std::collections::BTreeMap;

/// Adds the counts of `other`.
pub fn add<K: Ord + Clone>(into: &mut BTreeMap<K, u64>, other: &BTreeMap<K, u64>) {
    for (key, n) in other {
        *into.entry(key.clone()).or_default() += n;
    }
}
