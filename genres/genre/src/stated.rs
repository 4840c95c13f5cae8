//! Fields beside a puzzle that state rules of it, as data sets and documents of other programs have
//! them: a puzzle is not read whole without them.

use crate::Genre;
use serde_json::Value;
use std::collections::BTreeMap;

/// Fields that name the kind of a puzzle.
const KINDS: &[&str] = &["kind", "type", "variant", "variants", "puzzletype"];
/// Words of such fields that name no other rules.
const PLAIN: &[&str] = &[
    "puzzle",
    "grid",
    "classic",
    "standard",
    "normal",
    "regular",
    "plain",
    "vanilla",
    "beginner",
    "easy",
    "medium",
    "moderate",
    "hard",
    "difficult",
    "expert",
    "master",
    "evil",
    "extreme",
    "random",
    "daily",
];
/// Fields that state rules, without the letter of their plural.
const RULES: &[&str] = &[
    "rule",
    "ruleset",
    "constraint",
    "cage",
    "killercage",
    "killer",
    "diagonal",
    "region",
    "extraregion",
    "area",
    "jigsaw",
    "thermo",
    "thermometer",
    "slowthermometer",
    "arrow",
    "dot",
    "kropki",
    "xv",
    "whisper",
    "germanwhisper",
    "renban",
    "palindrome",
    "betweenline",
    "lockout",
    "line",
    "quadruple",
    "clone",
    "sandwich",
    "sandwichsum",
    "xsum",
    "littlekiller",
    "littlekillersum",
    "skyscraper",
    "inequality",
    "inequalitie",
    "comparison",
    "difference",
    "ratio",
    "evencell",
    "oddcell",
    "even",
    "odd",
    "antiknight",
    "antiking",
    "knight",
    "king",
    "nonconsecutive",
    "disjointgroup",
    "windoku",
    "hyper",
];

/// What the fields beside a puzzle state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stated {
    /// Fields with rules, in words: "cages (27)".
    pub rules: Vec<String>,
    /// Kinds by field, with the words that name them.
    pub kinds: Vec<(String, Vec<String>)>,
}

fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// The words of a kind: a text, several, or an address whose last part names it.
fn words(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => {
            let text = text.split('#').next().unwrap_or_default();
            let last = if text.contains("://") { text.rsplit('/').next().unwrap_or_default() } else { text };
            Some(letters(last)).filter(|word| !word.is_empty()).into_iter().collect()
        }
        Value::Array(list) => list.iter().flat_map(words).collect(),
        _ => Vec::new(),
    }
}

/// A field in words, where it says something.
fn said(name: &str, value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Bool(false) => None,
        Value::String(text) if text.trim().is_empty() => None,
        Value::Number(n) if n.as_f64() == Some(0.0) => None,
        Value::Array(list) if list.is_empty() => None,
        Value::Object(map) if map.is_empty() => None,
        Value::Array(list) => Some(format!("{name} ({})", list.len())),
        _ => Some(name.to_string()),
    }
}

impl Stated {
    /// Of the fields of a record or a document.
    pub fn of(fields: &BTreeMap<String, Value>) -> Stated {
        let mut stated = Stated::default();
        for (name, value) in fields {
            let plain = letters(name);
            let singular = plain.strip_suffix('s').unwrap_or(&plain);
            if KINDS.contains(&plain.as_str()) {
                let words: Vec<String> =
                    words(value).into_iter().filter(|word| !PLAIN.contains(&word.as_str())).collect();
                stated.kinds.extend((!words.is_empty()).then(|| (name.clone(), words)));
            } else if RULES.contains(&plain.as_str()) || RULES.contains(&singular) {
                stated.rules.extend(said(name, value));
            }
        }
        stated
    }

    /// Does nothing state a rule?
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.kinds.is_empty()
    }

    /// The genre that the kinds name.
    pub fn genre(&self, genres: &[&'static dyn Genre]) -> Option<&'static dyn Genre> {
        let words: Vec<&String> = self.kinds.iter().flat_map(|(_, words)| words).collect();
        words.iter().find_map(|word| genres.iter().copied().find(|genre| is_name(*genre, word)))
    }

    /// All of it in words, without kinds that are the genre's own.
    pub fn unread(&self, genre: &dyn Genre) -> Vec<String> {
        let other = |words: &Vec<String>| words.iter().find(|word| !is_name(genre, word)).cloned();
        let kinds = self.kinds.iter().filter_map(|(name, words)| Some(format!("{name} {:?}", other(words)?)));
        kinds.chain(self.rules.iter().cloned()).collect()
    }
}

/// Does a word name the genre: "killer", "killersudoku"?
fn is_name(genre: &dyn Genre, word: &str) -> bool {
    let info = genre.info();
    let names = [info.name, info.title].into_iter().chain(info.address_names.iter().copied()).map(letters);
    let bare = word.strip_suffix("sudoku").filter(|bare| !bare.is_empty()).unwrap_or(word);
    names.into_iter().any(|name| name == word || name == bare || name.strip_prefix("sudoku") == Some(bare))
        || (bare == "diagonal" && letters(info.name) == "sudokux")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(fields: Value) -> Stated {
        Stated::of(&serde_json::from_value(fields).expect("an object"))
    }

    #[test]
    fn rules_and_kinds_are_told_by_their_fields() {
        let stated = of(json!({
            "puzzle": "…", "kind": ["http://ipuz.org/sudoku/killersudoku#1"], "cages": [1, 2], "diagonals": true,
            "difficulty": "hard", "thermometers": [], "anti_knight": false, "title": "rules", "rating": 3,
        }));
        assert_eq!(stated.rules, ["cages (2)", "diagonals"]);
        assert_eq!(stated.kinds, [("kind".to_string(), vec!["killersudoku".to_string()])]);
        assert!(of(json!({"type": "easy", "Rules": "", "killer": null})).is_empty());
        assert!(!of(json!({"Rules": "No two equal digits touch."})).is_empty());
    }
}
