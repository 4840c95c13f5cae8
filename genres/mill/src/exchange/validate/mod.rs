//! Validation: the format's "Validation rules" and what the app can't load are errors; the app's
//! further rules and the format's "Best practices" are warnings.

mod batches;
mod dates;
mod text;

use super::finding::Finding;
use super::json::Json;
use super::pack::Pack;
use super::provenance::Provenance;
use super::puzzle::PackPuzzle;
use super::settings::RuleSettings;
use std::collections::BTreeMap;

/// Everything that can be said of a pack without playing its lines out.
pub fn validate(pack: &Pack) -> Vec<Finding> {
    let mut found = Vec::new();
    if let Some(count) = pack.written_count()
        && count.as_i64() != Some(pack.listed() as i64)
    {
        let said = match count {
            Json::Number(raw) => raw.to_string(),
            other => other.kind().to_string(),
        };
        let what = format!("says {said}, there are {} puzzles", pack.listed());
        found.push(Finding::error("$.puzzleCount", "puzzle-count", what));
    }
    if let Some(date) = pack.export_date.as_deref().filter(|d| !dates::iso8601(d)) {
        found.push(Finding::warning("$.exportDate", "date", format!("no ISO 8601 date: {date:?}")));
    }
    let mut ids = BTreeMap::<&str, String>::new();
    let mut titles = BTreeMap::<&str, String>::new();
    for (path, puzzle) in pack.placed() {
        if let Some(first) = ids.insert(&puzzle.id, path.clone()) {
            let what = format!("{:?} is the id of {first} too", puzzle.id);
            found.push(Finding::error(format!("{path}.id"), "unique-id", what));
        }
        if let Some(first) = titles.insert(&puzzle.title, path.clone()) {
            let what = format!("{:?} is the title of {first} too", puzzle.title);
            found.push(Finding::warning(format!("{path}.title"), "unique-title", what));
        }
        text::check(puzzle, &path, pack.is_contribution(), &mut found);
        check(puzzle, &path, &mut found);
    }
    batches::check(pack, &mut found);
    found
}

/// The fields of a puzzle other than its texts.
fn check(puzzle: &PackPuzzle, path: &str, found: &mut Vec<Finding>) {
    if puzzle.initial_position.trim().is_empty() {
        found.push(Finding::error(format!("{path}.initialPosition"), "position", "is empty"));
    }
    if puzzle.solutions.is_empty() {
        found.push(Finding::error(format!("{path}.solutions"), "solutions", "at least one solution is required"));
    } else if !puzzle.solutions.iter().any(|s| s.is_optimal) {
        found.push(Finding::warning(format!("{path}.solutions"), "optimal", "no solution has isOptimal true"));
    }
    for (i, solution) in puzzle.solutions.iter().enumerate() {
        let path = format!("{path}.solutions[{i}].moves");
        if solution.moves.is_empty() {
            found.push(Finding::error(&path, "moves", "a solution has at least one move"));
        }
        for (k, mv) in solution.moves.iter().enumerate() {
            if mv.notation.trim().is_empty() {
                found.push(Finding::error(format!("{path}[{k}].notation"), "notation", "is empty"));
            }
        }
        let comments = solution.moves.iter().filter(|m| m.comment.is_some()).count();
        if comments > 3 && comments * 2 > solution.moves.len() {
            let what = format!("{comments} of {} moves have comments: only key moves should", solution.moves.len());
            found.push(Finding::warning(&path, "comments", what));
        }
    }
    for (key, value, least, most) in [("version", puzzle.version, 1, 10), ("rating", puzzle.rating, 100, 3000)] {
        if let Some(n) = value.filter(|n| !(least..=most).contains(n)) {
            let what = format!("{least} to {most} is expected, this is {n}");
            found.push(Finding::warning(format!("{path}.{key}"), "range", what));
        }
    }
    if let Some(date) = puzzle.created_date.as_deref().filter(|d| !dates::iso8601(d)) {
        let what = format!("no ISO 8601 date: {date:?}; the app refuses the puzzle");
        found.push(Finding::error(format!("{path}.createdDate"), "date", what));
    }
    if puzzle.is_custom == Some(true) && puzzle.author.as_deref().is_none_or(|a| a.trim().is_empty()) {
        found.push(Finding::warning(format!("{path}.author"), "author", "a custom puzzle names its author"));
    }
    variant(puzzle, path, found);
    source(puzzle, path, found);
}

/// The rule set: a known name, or settings that can be read.
fn variant(puzzle: &PackPuzzle, path: &str, found: &mut Vec<Finding>) {
    let id = puzzle.rule_variant_id();
    let known = crate::variant::VARIANTS.iter().find(|v| v.id == id);
    let settings =
        puzzle.rule_settings_json.as_deref().map(|t| RuleSettings::read(t, &format!("{path}.ruleSettingsJson")));
    match (known, settings) {
        (_, Some(Err(findings))) => found.extend(findings),
        (None, None) => {
            let near = tesuji_genre::near(id, crate::variant::VARIANTS.iter().map(|v| v.id));
            let what = format!("unknown: {id:?}, and there is no ruleSettingsJson; {near}");
            found.push(Finding::error(format!("{path}.ruleVariantId"), "variant", what));
        }
        (Some(variant), Some(Ok(settings))) if settings.rules() != variant.rules => {
            let what = format!("these are not the rules of {id}");
            found.push(Finding::warning(format!("{path}.ruleSettingsJson"), "settings", what));
        }
        _ => {}
    }
}

/// Where the position is from: tag and evidence belong together.
fn source(puzzle: &PackPuzzle, path: &str, found: &mut Vec<Finding>) {
    let tagged = |tag: &str| puzzle.tags.iter().any(|t| t == tag);
    let (replayed, composed) = (tagged("source:replay-backed"), tagged("source:composed"));
    let warn = |what: &str| Finding::warning(format!("{path}.tags"), "source", what);
    match (&puzzle.provenance, replayed) {
        (None, true) => {
            let what = "is required by the tag source:replay-backed";
            found.push(Finding::error(format!("{path}.provenance"), "provenance", what));
        }
        (Some(_), false) => found.push(warn("a puzzle with provenance has the tag source:replay-backed")),
        _ => {}
    }
    if replayed && composed {
        found.push(warn("source:composed and source:replay-backed exclude each other"));
    } else if !replayed && !composed && puzzle.provenance.is_none() {
        found.push(warn("neither source:composed nor source:replay-backed"));
    }
    if let Some(provenance) = &puzzle.provenance {
        Provenance::check(provenance, &format!("{path}.provenance"), found);
    }
}
