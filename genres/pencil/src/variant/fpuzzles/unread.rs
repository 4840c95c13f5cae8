//! What a document says that is not read: rules in words, drawings, parts that are not known.
//!
//! All of it stands among the extras of a design, under its name in documents.

use super::{CELL_EXTRAS, CONSTRAINTS, SILENT, globals, lines};
use crate::variant::constraints::LOCKOUT;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// The rules in words that every sudoku has.
const USUAL: &str = "normal sudoku rules apply";
/// Parts that are read by themselves.
const OWN: [&str; 6] = ["size", "grid", "diagonal+", "diagonal-", "nonconsecutive", "negative"];
/// Drawings by their names in documents, with their nouns.
const DRAWINGS: [(&str, &str); 5] =
    [("text", "text"), ("circle", "circle"), ("rectangle", "rectangle"), ("line", "line"), ("cage", "drawn cage")];

/// Constraints of a known part that say nothing of themselves, or something that is not known, with
/// their noun.
fn left_out(name: &str) -> Option<&'static str> {
    match name {
        "arrow" => Some("arrow without a line"),
        "difference" | "ratio" | "xv" => Some("sign beside a cell outside of the grid"),
        "lockout" => Some("lockout line whose difference is not stated"),
        _ => None,
    }
}

/// Is one of the constraints of a part left out of what is read, in a grid of this side?
pub(super) fn is_left_out(name: &str, one: &Json, side: usize, place: &dyn Fn(&str) -> Option<(i32, i32)>) -> bool {
    let lists = |key: &str| one.get(key).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    let is_outside = |cell: &Json| {
        let inside = |i: i32| (0..side as i32).contains(&i);
        let near = |i: i32| (-1..=side as i32).contains(&i);
        let place = cell.as_str().and_then(place);
        place.is_some_and(|(r, c)| !(inside(r) && inside(c)) && near(r) && near(c))
    };
    match name {
        "arrow" => one.is_object() && lists("lines").is_empty(),
        "difference" | "ratio" | "xv" => lists("cells").iter().any(is_outside),
        _ if name == LOCKOUT.name.to_lowercase() => {
            let is_stated = one.get("value").is_some_and(|value| !value.is_null() && value.as_str() != Some(""));
            one.is_object() && side != 9 && !is_stated
        }
        _ => false,
    }
}

/// Is it a picture of a constraint that the document has besides?
pub(crate) fn is_picture(drawing: &Json) -> bool {
    drawing.get("fromConstraint").and_then(Json::as_str).is_some_and(|name| !name.is_empty())
}

/// The rules in words, where there are more than every sudoku has.
pub(crate) fn ruleset(extras: &BTreeMap<String, Json>) -> Option<&str> {
    let text = extras.get("ruleset")?.as_str()?.trim();
    let says = |part: &str| part.chars().any(char::is_alphanumeric) && part.trim().to_lowercase() != USUAL;
    text.split(['.', '\n', ';']).any(says).then_some(text)
}

/// The parts of a document's text that are not read, in words; none where it is no document.
pub(crate) fn unread_of(document: &str) -> Vec<String> {
    let Ok(parts) = serde_json::from_str::<BTreeMap<String, Json>>(document) else { return Vec::new() };
    let is_read = |name: &str| {
        let is_line = lines().iter().any(|(own, _)| *own == name);
        is_line || CONSTRAINTS.contains(&name) || globals().iter().any(|(own, _)| *own == name) || OWN.contains(&name)
    };
    unread(&parts.into_iter().filter(|(name, _)| !is_read(name)).collect())
}

/// The parts that are not read, in words.
pub(crate) fn unread(extras: &BTreeMap<String, Json>) -> Vec<String> {
    let mut parts: Vec<String> = ruleset(extras).map(|_| "rules in words".to_string()).into_iter().collect();
    let count = |part: &Json| match part {
        Json::Array(list) => list.iter().filter(|one| !is_picture(one)).count(),
        Json::Null | Json::Bool(false) => 0,
        Json::String(text) => usize::from(!text.is_empty()),
        _ => 1,
    };
    for (name, noun) in DRAWINGS {
        parts.extend(counted(extras.get(name).map_or(0, count), noun));
    }
    let coloured = |cell: &Json| {
        let has = |key: &&str| cell.get(*key).is_some_and(|part| count(part) > 0);
        ["c", "cArray", "highlight", "highlightArray"].iter().any(has)
    };
    let cells = extras.get("cells").and_then(Json::as_object);
    parts.extend(counted(
        cells.map_or(0, |cells| cells.values().filter(|cell| coloured(cell)).count()),
        "coloured cell",
    ));
    let own = |cell: &Json| cell.as_object().cloned().unwrap_or_else(Map::new);
    let keys = cells.into_iter().flat_map(|cells| cells.values().flat_map(own)).map(|(key, _)| key);
    let mut unknown: Vec<String> = keys.filter(|key| !CELL_EXTRAS.contains(&key.as_str())).collect();
    unknown.sort();
    unknown.dedup();
    parts.extend(unknown.into_iter().map(|key| format!("{key:?} of cells")));
    let is_known =
        |name: &str| name == "cells" || SILENT.contains(&name) || DRAWINGS.iter().any(|(own, _)| *own == name);
    for (name, part) in extras.iter().filter(|(name, _)| *name != "ruleset" && !is_known(name)) {
        match left_out(name) {
            Some(noun) => parts.extend(counted(count(part), noun)),
            None if count(part) > 1 => parts.push(format!("{} of {name:?}", count(part))),
            None if count(part) == 1 => parts.push(format!("{name:?}")),
            None => {}
        }
    }
    parts
}

fn counted(count: usize, noun: &str) -> Option<String> {
    let (first, rest) = noun.split_once(' ').unwrap_or((noun, ""));
    let plural = match (noun, rest) {
        ("drawn cage" | "coloured cell" | "lockout line whose difference is not stated", _) => {
            let (second, more) = rest.split_once(' ').unwrap_or((rest, ""));
            format!("{first} {second}s {more}")
        }
        _ => format!("{first}s {rest}"),
    };
    match count {
        0 => None,
        1 => Some(format!("1 {noun}")),
        n => Some(format!("{n} {}", plural.trim())),
    }
}
