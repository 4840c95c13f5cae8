//! The gallery: every genre with a solved example, a puzzle a tier, and its techniques drawn where
//! they first occur in the corpora that come with the project.

use crate::examples::{Examples, examples};
use crate::html::{self, Cell, escape, section, table};
use rayon::prelude::*;
use tesuji_corpus::Error;
use tesuji_genre::Genre;

/// The whole page as one self-contained HTML text.
///
/// # Errors
/// [`Error`] where a corpus that comes with the project can't be read.
pub fn gallery(genres: &[&'static dyn Genre]) -> Result<String, Error> {
    let shown: Result<Vec<Examples>, Error> = genres.par_iter().map(|&genre| examples(genre, genres)).collect();
    let shown = shown?;
    let index: Vec<String> = genres.iter().map(|g| format!("<a href=\"#{0}\">{0}</a>", escape(g.name()))).collect();
    let techniques: usize = genres.iter().map(|g| g.catalog().list().len()).sum();
    let lead = format!(
        "<p class=\"soft\">{} genres with {techniques} techniques. Drawings are of puzzles of the project's own making; \
         a technique is drawn where it first occurs in them.</p><p>{}</p>",
        genres.len(),
        index.join(" · ")
    );
    let sections: Vec<String> = genres
        .iter()
        .zip(&shown)
        .map(|(genre, shown)| section(genre.name(), genre.name(), &body(*genre, shown)))
        .collect();
    Ok(html::page("Genres", &lead, &sections))
}

fn figure(drawings: &[&str], caption: &str) -> String {
    format!("<figure class=\"board\">{}<figcaption>{caption}</figcaption></figure>", drawings.concat())
}

/// The section of a genre.
fn body(genre: &dyn Genre, shown: &Examples) -> String {
    let mut out = format!("<p>{}</p>", escape(genre.info().rules_in_print()));
    let addresses = match genre.info().address_names {
        [] => String::new(),
        names => format!("; addresses: {}", escape(&names.join(", "))),
    };
    out += &format!(
        "<p class=\"soft\">Sizes: {}; written as {}{addresses}.</p>",
        escape(&genre.info().sizes.join(", ")),
        escape(&genre.info().formats.join(", "))
    );
    if let Some([before, after]) = &shown.solved {
        out += "<h3>A puzzle and its solution</h3><div class=\"boards\">";
        out += &figure(&[before], "to solve");
        out += &figure(&[after], "solved");
        out += "</div>";
    }
    if !shown.tiers.is_empty() {
        out += "<h3>One of each tier</h3><div class=\"boards\">";
        for (tier, (drawing, text)) in &shown.tiers {
            out += &figure(&[drawing], &format!("{}<br><code>{}</code>", tier.name(), escape(text)));
        }
        out += "</div>";
    }
    let techniques = genre.catalog();
    let drawn = techniques.list().iter().filter_map(|t| {
        let example = shown.techniques.get(t.id().as_str())?;
        let words = escape(&example.words);
        Some(figure(&[&example.drawing], &format!("{words} <span class=\"soft\">({})</span>", t.tier().name())))
    });
    let drawn: Vec<String> = drawn.collect();
    if !drawn.is_empty() {
        out += &format!("<h3>Techniques</h3><div class=\"boards\">{}</div>", drawn.concat());
    }
    let is_drawn = |id: &str| shown.techniques.contains_key(id);
    let rest: Vec<Vec<Cell>> = techniques
        .list()
        .iter()
        .filter(|t| !is_drawn(t.id().as_str()))
        .map(|t| {
            vec![
                Cell::text(t.name()),
                Cell::text(t.tier().name()).sort_by(t.tier() as u8),
                Cell::count(t.score().into()),
            ]
        })
        .collect();
    if !rest.is_empty() {
        let what = match shown.puzzles {
            0 => "Techniques".to_string(),
            n => format!("Techniques that none of the {n} puzzles at hand takes"),
        };
        out += &format!("<details><summary>{what}</summary>{}</details>", table(&["name", "tier", "score"], &rest));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_genre_is_shown_and_no_page_needs_the_network() {
        let genres = tesuji_genres::all();
        let page = gallery(&genres).expect("read");
        for genre in &genres {
            assert!(page.contains(&format!("<section id=\"{}\">", genre.name())), "{}", genre.name());
        }
        assert!(!page.contains("src=\"http") && !page.contains("href=\"http"));
    }
}
