//! Examples for a genre, found in its embedded corpus: a solved puzzle, a puzzle of each tier, and the
//! first step of each technique, small boards first.

use crate::embedded;
use crate::print::apply;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_corpus::{Error, Items, Reader};
use tesuji_genre::{Genre, GradeRequest, HintRequest, Marks, Medium, Next, Puzzle, Record, State};
use tesuji_solver::{Limits, Tier};

/// The most search nodes, or positions read, for a puzzle.
const NODES: u64 = 100_000;

/// The examples of a genre.
#[derive(Clone, Debug, Default)]
pub(crate) struct Examples {
    /// The first puzzle of the corpus.
    pub first: Option<(Puzzle, Record)>,
    /// A puzzle, and the same puzzle solved, as SVG.
    pub solved: Option<[String; 2]>,
    /// The first puzzle of each tier: its tier, its drawing and its text.
    pub tiers: BTreeMap<Tier, (String, String)>,
    /// The first step of each technique, by the technique's id.
    pub techniques: BTreeMap<String, Example>,
    /// How many puzzles the corpus has.
    pub puzzles: usize,
}

/// A step of a technique.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// The board before the step, with the premises and the conclusion marked, as SVG.
    pub drawing: String,
    /// The step in words.
    pub words: String,
    /// The id of the puzzle.
    pub id: String,
}

/// The embedded corpus of a genre, in the order of the file.
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

/// The number of cells of a board of this size (`8x10`).
fn cells(size: &str) -> usize {
    size.split('x').filter_map(|side| side.parse::<usize>().ok()).product()
}

/// Finds the examples of a genre.
pub(crate) fn examples(genre: &'static dyn Genre, genres: &[&'static dyn Genre]) -> Result<Examples, Error> {
    let mut all = puzzles(genre, genres)?;
    let mut shown = Examples { first: all.first().cloned(), puzzles: all.len(), ..Examples::default() };
    all.sort_by_key(|(puzzle, _)| cells(&puzzle.size));
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
        // A puzzle is graded if its stored grade names a technique that has no example yet.
        let named = record.grade.as_ref().map(|g| &g.techniques);
        let is_new = |named: &BTreeMap<String, u32>| named.keys().any(|id| open.contains(id.as_str()));
        if shown.solved.is_some() && !named.is_none_or(is_new) {
            continue;
        }
        let want = GradeRequest::new(genre.catalog().clone(), limits.clone());
        let Ok(graded) = genre.grade(puzzle, record.state.as_ref(), &want) else { continue };
        let mut state = record.state.clone().unwrap_or_default();
        for step in &graded.steps {
            if open.contains(step.technique.as_str()) {
                let hint = HintRequest { limits: limits.clone(), ..HintRequest::new(genre.catalog()) };
                if let Ok(hint) = genre.hint(puzzle, Some(&state), &hint)
                    && let Next::Step(found) = hint.next
                    && found.deduction.technique == step.technique
                {
                    let drawing = draw(puzzle, Some(&state), &found.marks);
                    let example = Example { drawing, words: found.words, id: record.id.clone() };
                    shown.techniques.insert(step.technique.as_str().to_string(), example);
                    open.remove(step.technique.as_str());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_genre_with_a_corpus_shows_a_solution_tiers_and_steps() {
        let genre = tesuji_genres::all().into_iter().find(|g| g.name() == embedded::GENRE).expect("there");
        let shown = examples(genre, &[genre]).expect("read");
        assert!(shown.solved.is_some() && shown.tiers.len() > 2 && shown.techniques.len() > 5);
    }

    #[test]
    fn small_boards_come_first() {
        assert!(cells("6x6") < cells("4x10") && cells("9x9") < cells("16x16"));
    }
}
