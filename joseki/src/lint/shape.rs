//! Findings that the tree alone shows.

use super::{Finding, Kind};
use crate::tree::Tree;
use std::collections::HashMap;

pub(super) fn check(tree: &Tree, found: &mut Vec<Finding>) {
    let mut report = |kind, entry, what| found.push(Finding { kind, place: tree.place(entry), what });
    let (sound, below) = (tree.sound(), tree.below());
    for (i, entry) in tree.entries.iter().enumerate() {
        if entry.broken.is_some() {
            // Only the nearest: all that follows them is out as well, and what is broken itself was
            // named.
            let out = entry.parent.is_none_or(|p| sound[p]);
            for &child in entry.children.iter().filter(|&&c| out && tree.entries[c].broken.is_none()) {
                let what = format!("follows a node that is left out of the book, with {} more nodes", below[child]);
                report(Kind::Unreachable, child, what);
            }
            continue;
        }
        if !sound[i] {
            continue;
        }
        let line = &entry.line;
        let pass = entry.moves.iter().any(|m| m.at.is_none());
        let stone = entry.moves.iter().any(|m| m.at.is_some());
        if line.tags.ignore && line.tags.later {
            let what = "a move that must not be played can't be one to play later".to_string();
            report(Kind::Contradictory, i, what);
        }
        if pass && (line.tags.ignore || line.tags.near) {
            report(Kind::Contradictory, i, "a pass is neither bad nor matched by its neighbours".to_string());
        }
        if entry.moves.len() > 1 {
            report(Kind::Contradictory, i, "more than one move in a node".to_string());
        }
        if line.tenuki && stone {
            report(Kind::IdleTag, i, "<tenuki> on a move says nothing: <later> is the tag of a move".to_string());
        }
        let next: Vec<usize> = tree.sound_children(i).collect();
        if pass && next.is_empty() {
            report(Kind::IdleTag, i, "nothing follows the pass".to_string());
        }
        if pass && next.iter().any(|&n| !tree.entries[n].setup.is_empty()) {
            report(Kind::IdleTag, i, "stones set up after a pass: the move after them does not wait".to_string());
        }
        // The book is written from the second branch on; the first is the last.
        for (&child, other) in next.iter().zip(repeats(tree, &next)) {
            if let Some(other) = other {
                let what = format!("the same move as another branch here ({})", tree.place(other));
                report(Kind::Shadowed, child, what);
            }
        }
    }
}

/// For each sibling, the next one that makes the same moves and sets the same stones.
fn repeats(tree: &Tree, siblings: &[usize]) -> Vec<Option<usize>> {
    let mut seen = HashMap::new();
    let mut next: Vec<Option<usize>> = siblings
        .iter()
        .rev()
        .map(|&at| {
            let entry = &tree.entries[at];
            let is_empty = entry.moves.is_empty() && entry.setup.is_empty();
            seen.insert((&entry.moves, &entry.setup), at).filter(|_| !is_empty)
        })
        .collect();
    next.reverse();
    next
}
