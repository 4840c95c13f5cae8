//! Review batches: candidates embedded before approval are marked, counted, and the pack is not
//! official.

use crate::exchange::finding::Finding;
use crate::exchange::pack::Pack;
use std::collections::BTreeMap;

const PENDING: &str = "review-status:expert-pending";
const BATCH: &str = "review-batch:";

pub(super) fn check(pack: &Pack, found: &mut Vec<Finding>) {
    let mut counts = BTreeMap::<&str, i64>::new();
    let mut pending = false;
    for (path, puzzle) in pack.placed() {
        let batches: Vec<&str> = puzzle.tags.iter().filter_map(|t| t.strip_prefix(BATCH)).collect();
        for id in &batches {
            *counts.entry(id).or_default() += 1;
            if !pack.review_batches.iter().any(|b| b.id == *id) {
                let what = format!("there is no review batch {id:?}");
                found.push(Finding::error(format!("{path}.tags"), "review-batch", what));
            }
        }
        if puzzle.tags.iter().any(|t| t == PENDING) {
            pending = true;
            if batches.len() != 1 {
                let what = format!("a pending puzzle names one review batch, this one {}", batches.len());
                found.push(Finding::error(format!("{path}.tags"), "review-batch", what));
            }
        }
    }
    for (i, batch) in pack.review_batches.iter().enumerate() {
        let path = format!("$.reviewBatches[{i}]");
        if pack.review_batches[..i].iter().any(|b| b.id == batch.id) {
            let what = format!("{:?} stands twice", batch.id);
            found.push(Finding::error(format!("{path}.id"), "review-batch", what));
        }
        let tagged = counts.get(batch.id.as_str()).copied().unwrap_or(0);
        if batch.puzzle_count != tagged {
            let what = format!("says {}, {tagged} puzzles carry the tag", batch.puzzle_count);
            found.push(Finding::error(format!("{path}.puzzleCount"), "review-batch", what));
        }
    }
    if pending && pack.metadata.as_ref().is_some_and(|m| m.is_official) {
        let what = "a pack with pending puzzles is not official";
        found.push(Finding::error("$.metadata.isOfficial", "review-batch", what));
    }
}
