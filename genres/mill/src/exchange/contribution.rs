//! The contribution envelope: `{"version": "1.0", "puzzle": {…}}` or `"puzzles": […]`, a subset of
//! the fields, no nulls.

use super::json::{Json, Style};
use super::names::contribution_name;
use super::puzzle::PackPuzzle;

/// A contribution: a file name and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contribution {
    /// `<author>_<title>.json`, or `sanmill_puzzles_<count>.json` of several.
    pub name: String,
    /// The text.
    pub text: String,
}

const VERSION: &str = "1.0";

fn subset(puzzle: &PackPuzzle) -> Json {
    let full = puzzle.to_json();
    let mut out = Vec::new();
    let always = [
        "id",
        "title",
        "description",
        "initialPosition",
        "solutions",
        "category",
        "difficulty",
        "ruleVariantId",
        "createdDate",
        "version",
    ];
    let optional = ["tags", "author", "hint", "rating", "ruleSettingsJson"];
    for key in always.into_iter().chain(optional) {
        let value = match (full.get(key), key) {
            (Some(Json::Null) | None, "version") => Json::from(1_i64),
            (Some(Json::Null) | None, "ruleVariantId") => puzzle.rule_variant_id().into(),
            (Some(Json::Null) | None, _) => continue,
            (Some(Json::String(s)), _) if s.is_empty() && optional.contains(&key) => continue,
            (Some(Json::Array(items)), _) if items.is_empty() && optional.contains(&key) => continue,
            (Some(value), _) => value.clone(),
        };
        out.push((key.to_string(), value));
    }
    Json::Object(out)
}

fn envelope(key: &str, value: Json) -> String {
    let style = Style { end: String::new(), ..Style::pretty() };
    Json::Object(vec![("version".into(), VERSION.into()), (key.into(), value)]).write(&style)
}

/// One puzzle as a contribution.
pub fn contribution(puzzle: &PackPuzzle) -> Contribution {
    let author = puzzle.author.as_deref().unwrap_or("contributor");
    Contribution { name: contribution_name(author, &puzzle.title), text: envelope("puzzle", subset(puzzle)) }
}

/// Several puzzles as one contribution.
pub fn contributions(puzzles: &[PackPuzzle]) -> Contribution {
    let list = Json::Array(puzzles.iter().map(subset).collect());
    Contribution { name: format!("sanmill_puzzles_{}.json", puzzles.len()), text: envelope("puzzles", list) }
}
