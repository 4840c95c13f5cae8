//! Logs in the forms in which the server gives them: an event a line, packets of events, or the
//! whole answer to a request with its status.

use crate::practice::tree::{At, Tree, read};
use std::collections::BTreeSet;
use tesuji_genre::Bad;

/// An event as it stands in a log.
pub(super) struct Entry {
    /// The line on which it stands, or on which its packet begins.
    pub(super) line: u64,
    /// Its number among those of its line, from 1; 0 where it is alone.
    pub(super) number: usize,
    pub(super) tree: Tree,
}

impl Entry {
    /// An error of this event, with its place.
    pub(super) fn placed(&self, bad: Bad) -> Bad {
        let line = bad.line.map_or(self.line, |within| self.line + within - 1);
        let at = match (self.number, bad.at.as_deref()) {
            (0, at) => at.map(str::to_string),
            (n, None) => Some(format!("event {n}")),
            (n, Some(at)) => Some(format!("event {n}: {at}")),
        };
        Bad { line: Some(line), at, ..bad }
    }
}

/// The events of a log, one after the other: from lines, each with an event, a packet or a list of
/// them, or from one document over several lines. An event that comes twice, to the table and to a
/// player, is given once.
pub(super) fn entries(text: &str) -> Result<Vec<Entry>, Bad> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut add = |line: u64, tree: Tree| -> Result<(), Bad> {
        let mut events = Vec::new();
        let placed = |bad: Bad| Bad { line: Some(line), ..bad };
        unpack(&At::root(&tree), &mut events).map_err(placed)?;
        events.retain(|event| uid(event).is_none_or(|uid| seen.insert(uid)));
        let is_alone = events.len() == 1 && events.first() == Some(&tree);
        let entries = events.into_iter().zip(1..);
        found.extend(entries.map(|(tree, n)| Entry { line, number: if is_alone { 0 } else { n }, tree }));
        Ok(())
    };
    for (i, line) in lines {
        let number = i as u64 + 1;
        match read(line) {
            Ok(tree) => add(number, tree)?,
            // A document may be spread over lines.
            Err(bad) if matches!(line.trim(), "{" | "[") || number == 1 => match read(text) {
                Ok(tree) => {
                    add(1, tree)?;
                    return Ok(found);
                }
                Err(_) => return Err(Bad { line: Some(number), ..bad }),
            },
            Err(bad) => return Err(Bad { line: Some(number), ..bad }),
        }
    }
    Ok(found)
}

/// The mark by which the server tells an event from all others.
fn uid(event: &Tree) -> Option<String> {
    match event.field("uid")? {
        Tree::Text(uid) if !uid.is_empty() => Some(uid.clone()),
        _ => None,
    }
}

/// Adds the events of an element: itself, or those in the `data` of a packet or an answer.
fn unpack(at: &At<'_>, events: &mut Vec<Tree>) -> Result<(), Bad> {
    let tree = at.tree();
    match tree {
        Tree::List(_) => at.list(None)?.iter().try_for_each(|one| unpack(one, events)),
        Tree::Fields(_) if tree.field("type").is_some() => {
            events.push(tree.clone());
            Ok(())
        }
        Tree::Fields(_) => match at.entries()?.iter().find(|(name, _)| *name == "data") {
            Some((_, data)) => unpack(data, events),
            None => Err(at.bad("neither an event (`type`), nor a packet of events (`data`)")),
        },
        _ => Err(at.bad("an event, a packet or a list of them is expected")),
    }
}
