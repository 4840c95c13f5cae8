//! Titles, descriptions, tags, localisation keys.

use crate::exchange::finding::Finding;
use crate::exchange::puzzle::PackPuzzle;

pub(super) fn check(puzzle: &PackPuzzle, path: &str, contribution: bool, found: &mut Vec<Finding>) {
    if puzzle.id.trim().is_empty() {
        found.push(Finding::error(format!("{path}.id"), "id", "is empty"));
    }
    let title = puzzle.title.chars().count();
    let least = if contribution { 5 } else { 3 };
    if !(least..=100).contains(&title) || puzzle.title.trim().is_empty() {
        let what = format!("{least} to 100 characters are expected, there are {title}");
        found.push(Finding::error(format!("{path}.title"), "title-length", what));
    }
    let description = puzzle.description.chars().count();
    if description < 10 || puzzle.description.trim().is_empty() {
        let what = format!("at least 10 characters are expected, there are {description}");
        found.push(Finding::error(format!("{path}.description"), "description-length", what));
    }
    if contribution {
        contributed(puzzle, path, description, found);
    }
    for (i, tag) in puzzle.tags.iter().enumerate() {
        if tag.trim().is_empty() || tag.to_lowercase() != *tag || tag.contains(char::is_whitespace) {
            let what = format!("tags are descriptive words in small letters without spaces, this is {tag:?}");
            found.push(Finding::warning(format!("{path}.tags[{i}]"), "tags", what));
        } else if puzzle.tags[..i].contains(tag) {
            found.push(Finding::warning(format!("{path}.tags[{i}]"), "tags", format!("{tag:?} stands twice")));
        }
    }
    // The convention's own example has an id and keys that agree; any prefix `puzzle_` may stand in
    // the id already.
    let bare = puzzle.id.strip_prefix("puzzle_").unwrap_or(&puzzle.id);
    for (key, value, end) in puzzle.keys.list() {
        let Some(value) = value else { continue };
        let want = [format!("puzzle_{}_{end}", puzzle.id), format!("puzzle_{bare}_{end}")];
        if !want.iter().any(|w| w == value) {
            let what = format!("the convention is `{}`, this is {value:?}", want[0]);
            found.push(Finding::warning(format!("{path}.{key}"), "localization-key", what));
        }
    }
}

/// The app's further conditions for contributions.
fn contributed(puzzle: &PackPuzzle, path: &str, description: usize, found: &mut Vec<Finding>) {
    if description > 500 {
        let what = format!("at most 500 characters are expected of a contribution, there are {description}");
        found.push(Finding::error(format!("{path}.description"), "description-length", what));
    } else if (10..15).contains(&description) {
        let what = "a contribution's description should have 15 characters or more";
        found.push(Finding::warning(format!("{path}.description"), "description-length", what));
    }
    if puzzle.author.as_deref().is_none_or(|a| a.trim().is_empty()) {
        found.push(Finding::error(format!("{path}.author"), "author", "a contribution names its author"));
    }
    if puzzle.solutions.len() > 5 {
        let what = format!("{} solutions: more than 5 are hard to review", puzzle.solutions.len());
        found.push(Finding::warning(format!("{path}.solutions"), "solutions", what));
    }
}
