//! The gallery: every genre with a solved example, a puzzle a tier, and its techniques drawn where
//! they first occur in the corpora that come with the project.

use crate::embedded;
use crate::html::{self, Cell, escape, section, table};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_corpus::{Error, Items, Reader};
use tesuji_genre::{Genre, GradeRequest, HintRequest, Marks, Medium, Next, Puzzle, Record, State};
use tesuji_solver::{Deduction, Limits, Tier};

/// Positions that may be read, and search nodes, for a puzzle shown.
const NODES: u64 = 100_000;

/// A genre's part of the gallery.
#[derive(Clone, Debug, Default)]
struct Shown {
    /// A puzzle and the same solved, as SVG.
    solved: Option<[String; 2]>,
    /// The first puzzle of each tier: its tier, its drawing and its text.
    tiers: BTreeMap<Tier, (String, String)>,
    /// Where each technique first occurs: a drawing and its words.
    techniques: BTreeMap<String, (String, String)>,
    /// Puzzles of the corpus.
    puzzles: usize,
}

/// The whole page as one self-contained HTML text.
///
/// # Errors
/// [`Error`] where a corpus that comes with the project can't be read.
pub fn gallery(genres: &[&'static dyn Genre]) -> Result<String, Error> {
    let shown: Result<Vec<Shown>, Error> = genres.par_iter().map(|&genre| shown(genre, genres)).collect();
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

/// The corpus of a genre, read.
fn puzzles(genre: &'static dyn Genre, genres: &[&'static dyn Genre]) -> Result<Vec<(Puzzle, Record)>, Error> {
    let Some(source) = embedded::corpus(genre.name()) else { return Ok(Vec::new()) };
    let reader = Reader::new(genres, Some(genre), &source);
    let mut items = Items::open(&source, &reader)?;
    let mut all = Vec::new();
    loop {
        let block = items.block(256, 1 << 20)?;
        if block.is_empty() {
            return Ok(all);
        }
        for item in block {
            if let Some(work) = reader.work(item)? {
                all.push((work.puzzle, work.record));
            }
        }
    }
}

fn shown(genre: &'static dyn Genre, genres: &[&'static dyn Genre]) -> Result<Shown, Error> {
    let all = puzzles(genre, genres)?;
    let mut shown = Shown { puzzles: all.len(), ..Shown::default() };
    let mut open: BTreeSet<&str> = genre.catalog().list().iter().map(|t| t.id().as_str()).collect();
    let limits = Limits { nodes: NODES, ..Limits::default() };
    let draw = |puzzle: &Puzzle, state: Option<&State>, marks: &Marks| {
        genre.draw(puzzle, state, marks, Medium::Svg).unwrap_or_default()
    };
    for (puzzle, record) in &all {
        let tier = record.grade.as_ref().and_then(|g| Tier::from_name(&g.tier));
        if let Some(tier) = tier {
            shown
                .tiers
                .entry(tier)
                .or_insert_with(|| (draw(puzzle, record.state.as_ref(), &Marks::default()), record.puzzle.clone()));
        }
        // Stored grades name the puzzles that are worth a look.
        let named = record.grade.as_ref().map(|g| &g.techniques);
        let is_new = |named: &BTreeMap<String, u32>| named.keys().any(|id| open.contains(id.as_str()));
        if shown.solved.is_some() && !named.is_none_or(is_new) {
            continue;
        }
        let want = GradeRequest::new(genre.catalog().clone(), limits.clone());
        let Ok(graded) = genre.grade(puzzle, record.state.as_ref(), &want) else { continue };
        let mut state = record.state.clone().unwrap_or_default();
        for step in &graded.steps {
            if open.remove(step.technique.as_str()) {
                let hint = HintRequest { limits: limits.clone(), ..HintRequest::new(genre.catalog()) };
                if let Ok(hint) = genre.hint(puzzle, Some(&state), &hint)
                    && let Next::Step(found) = hint.next
                    && found.deduction.technique == step.technique
                {
                    let drawing = draw(puzzle, Some(&state), &found.marks);
                    shown.techniques.insert(step.technique.as_str().to_string(), (drawing, found.words));
                }
            }
            apply(&mut state, step);
        }
        if shown.solved.is_none() && graded.info.solved {
            let before = draw(puzzle, record.state.as_ref(), &Marks::default());
            shown.solved = Some([before, draw(puzzle, Some(&state), &Marks::default())]);
        }
    }
    Ok(shown)
}

/// The state after a step.
fn apply(state: &mut State, step: &Deduction) {
    for literal in &step.places {
        state.placed.insert(literal.var.index() as u32, literal.value);
    }
    for removal in &step.removes {
        *state.removed.entry(removal.var.index() as u32).or_default() |= removal.values.0;
    }
}

fn figure(drawings: &[&str], caption: &str) -> String {
    format!("<figure class=\"board\">{}<figcaption>{caption}</figcaption></figure>", drawings.concat())
}

/// The section of a genre.
fn body(genre: &dyn Genre, shown: &Shown) -> String {
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
        let (drawing, words) = shown.techniques.get(t.id().as_str())?;
        Some(figure(&[drawing], &format!("{} <span class=\"soft\">({})</span>", escape(words), t.tier().name())))
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

    #[test]
    fn a_genre_with_a_corpus_shows_a_solution_tiers_and_steps() {
        let genre = tesuji_genres::all().into_iter().find(|g| g.name() == embedded::GENRE).expect("there");
        let shown = shown(genre, &[genre]).expect("read");
        assert!(shown.solved.is_some() && shown.tiers.len() > 2 && shown.techniques.len() > 5);
    }
}
