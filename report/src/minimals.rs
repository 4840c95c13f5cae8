//! The page of minimal positions of a game, for a person who names them.

use crate::html::{self, escape, section, thousands};
use tesuji_discovery::{Decisions, MINIMAL_HEAD, MinimalCluster, Minimals, Ruling};
use tesuji_genre::{Genre, Marks, Medium};

/// The page of ranked forms: each as rows of signs, with the puzzles that it comes from and the
/// command that names it.
pub fn minimal_page(
    genre: &'static dyn Genre,
    all: &Minimals,
    ranked: &[&MinimalCluster],
    decisions: &Decisions,
    file: &str,
) -> String {
    let s = all.summary;
    let lead = format!(
        "<p class=\"soft\">{} puzzles of {}: {} positions of their main lines, made smaller point by point while what \
         they show stays. {} forms, {} of them here. A form that is promoted is a motif: grades name it, and \
         <code>generate --needs</code> makes puzzles with it.</p>",
        thousands(s.puzzles),
        escape(genre.name()),
        thousands(s.positions),
        thousands(all.len() as u64),
        thousands(ranked.len() as u64)
    );
    let sections: Vec<String> = (1..).zip(ranked).map(|(rank, c)| form(genre, (rank, c), decisions, file)).collect();
    html::page(&format!("Minimal positions of {}", genre.name()), &lead, &sections)
}

fn form(genre: &'static dyn Genre, (rank, c): (usize, &MinimalCluster), decisions: &Decisions, file: &str) -> String {
    let rows = |text: &str| format!("<pre>{}</pre>", escape(&text.replace('|', "\n")));
    let board = |puzzle: &str| {
        let parsed = genre.parse(puzzle).ok()?;
        genre.draw(&parsed.puzzle, None, &Marks::default(), Medium::Svg).ok()
    };
    let examples: String = c
        .examples
        .iter()
        .map(|e| {
            format!(
                "<figure class=\"board\">{}<figcaption>comes down to{}<code>{}</code></figcaption></figure>",
                board(&e.puzzle).unwrap_or_default(),
                rows(&e.picture),
                escape(&e.puzzle)
            )
        })
        .collect();
    let decided = decisions.get(genre.name(), &format!("{MINIMAL_HEAD}{}", c.form)).map(|d| match d.verdict {
        Ruling::Promote => format!("promoted as {} ({})", d.name, d.id),
        Ruling::Discard => "discarded".to_string(),
        Ruling::SameAs => format!("the same as {}", d.id),
    });
    let decided = decided.unwrap_or_else(|| {
        format!(
            "tesuji discover promote {rank} --clusters {file} --genre {} --name NAME --tier medium --score 30 --catalog \
             decisions.jsonl",
            genre.name()
        )
    });
    let title = match c.form.split_once(": ") {
        Some((does, _)) => format!("{rank}. {does}"),
        None => format!("Form {rank}"),
    };
    let words = format!(
        "{}<p>In {} puzzles, {} variants.</p><div class=\"boards\">{examples}</div><p><code>{}</code></p>",
        rows(&c.form),
        thousands(c.puzzles),
        thousands(c.variants.len() as u64),
        escape(&decided)
    );
    section(&format!("form-{rank}"), &title, &words)
}
