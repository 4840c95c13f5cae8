//! The page of a harvest: each stage with its reasons, tiers by whose games they are from, and the
//! problems drawn.

use crate::html::{self, Cell, escape};
use std::collections::BTreeMap;
use tesuji_genre::{Genre, Marks, Medium, Puzzle, Record};

/// The counts of a harvest, as the page shows them.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// Each stage in words, from the first on.
    pub lines: Vec<String>,
    /// Rejected items by reason, the most frequent first.
    pub rejected: Vec<(String, u64)>,
    /// By whose games they are: what was seen, by name.
    pub by_category: BTreeMap<String, BTreeMap<String, u64>>,
    /// By whose games they are: problems by tier.
    pub tiers: BTreeMap<String, BTreeMap<String, u64>>,
}

const STYLE: &str = ".board{display:flex;gap:1.5rem;align-items:flex-start;flex-wrap:wrap}.board svg{width:22rem;height:auto}\
.board dl{flex:1;min-width:18rem}.board dt{color:#777;font-size:.85em}.board dd{margin:0 0 .4em}";

/// As one page that needs nothing else.
pub fn page(title: &str, stages: &Stages, records: &[(Record, &'static dyn Genre)]) -> String {
    let lead = format!("<style>{STYLE}</style><p class=\"soft\">{} problems drawn.</p>", records.len());
    let lines: String = stages.lines.iter().map(|line| format!("{}\n", escape(line))).collect();
    let rejected: Vec<Vec<Cell>> =
        stages.rejected.iter().map(|(why, n)| vec![Cell::text(why), Cell::count(*n)]).collect();
    let mut sections = vec![
        html::section("stages", "Stages", &format!("<pre>{lines}</pre>")),
        html::section("reasons", "Left out, by reason", &html::table(&["reason", "times"], &rejected)),
        html::section("categories", "By whose games", &crossed("category", &stages.by_category)),
        html::section("tiers", "Tiers by whose games", &crossed("category", &stages.tiers)),
    ];
    sections.extend(records.iter().enumerate().map(|(i, (record, genre))| board(i + 1, record, *genre)));
    html::page(title, &lead, &sections)
}

/// Counts by two names as a table.
fn crossed(name: &str, counts: &BTreeMap<String, BTreeMap<String, u64>>) -> String {
    let mut columns: Vec<&str> = counts.values().flat_map(|row| row.keys().map(String::as_str)).collect();
    columns.sort_unstable();
    columns.dedup();
    let head: Vec<&str> = std::iter::once(name).chain(columns.iter().copied()).collect();
    let row = |(name, row): (&String, &BTreeMap<String, u64>)| {
        let cells = columns.iter().map(|column| Cell::count(row.get(*column).copied().unwrap_or_default()));
        std::iter::once(Cell::text(name)).chain(cells).collect::<Vec<Cell>>()
    };
    html::table(&head, &counts.iter().map(row).collect::<Vec<_>>())
}

/// A problem with what is known of it.
fn board(number: usize, record: &Record, genre: &'static dyn Genre) -> String {
    let puzzle = Puzzle::new(genre, record.size.clone(), record.puzzle.clone());
    let marks = Marks { caption: genre.caption(record), ..Marks::default() };
    let drawing = genre.draw(&puzzle, record.state.as_ref(), &marks, Medium::Svg).unwrap_or_default();
    let of = |value: Option<&serde_json::Value>| match value {
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(serde_json::Value::Array(list)) => {
            list.iter().map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_string)).collect::<Vec<_>>().join(" ")
        }
        Some(serde_json::Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    };
    let solved = |name: &str| of(record.solution.as_ref().and_then(|s| s.get(name)));
    let said = |name: &str| of(record.extra.get("metadata").and_then(|m| m.get(name)));
    let grade = record
        .grade
        .as_ref()
        .map_or_else(String::new, |g| g.score.map_or_else(|| g.tier.clone(), |score| format!("{} ({score})", g.tier)));
    let source = record.source.as_ref().and_then(|s| s.file.clone()).unwrap_or_default();
    let rows = [
        ("difficulty", format!("{grade} {}", of(record.extra.get("rank")))),
        ("first", solved("first")),
        ("outcome", format!("{}; if the other moves first: {}", solved("outcome"), solved("if_other_first"))),
        ("key", solved("keys")),
        ("line", solved("line")),
        ("tags", of(record.extra.get("tags"))),
        ("taken for granted", solved("assumes")),
        ("from", format!("{source}, move {}, played {}", said("original_move_number"), said("played"))),
    ];
    let list: String = rows
        .iter()
        .filter(|(_, value)| !value.trim().is_empty())
        .map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>", escape(name), escape(value)))
        .collect();
    let title = format!("{number}. {}", record.id);
    html::section(&format!("p{number}"), &title, &format!("<div class=\"board\">{drawing}<dl>{list}</dl></div>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_records_say_is_text_on_the_page() {
        let genre = tesuji_genres::get("tsumego").expect("is there");
        let mut record = Record { puzzle: "9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX".into(), ..Record::default() };
        record.extra.insert("tags".into(), serde_json::json!(["<script>alert(1)</script>", "corner"]));
        let stages = Stages { rejected: vec![("short <line>".into(), 3)], ..Stages::default() };
        let page = page("Harvest", &stages, &[(record, genre)]);
        assert!(!page.contains("<script>alert") && !page.contains("short <line>"));
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; corner") && page.contains("<svg"));
    }
}
