//! The pages of solutions.

use super::pages::GameScales;
use super::{Chapter, Page};
use crate::layout::{Area, Figure, paged};
use crate::sheet::{SOLUTIONS, grid};

/// The scale of a game's solution: this part of the scale of its puzzle.
const SMALLER: f64 = 0.6;
/// Height of the title.
const TITLE: f64 = 12.0;

/// The pages, each with as many solutions as can be read.
pub(super) fn pages(chapters: &[Chapter<'_>], per_page: usize, scales: &GameScales, room: Area) -> Vec<Page> {
    let all: Vec<_> = chapters.iter().flat_map(|chapter| &chapter.puzzles).collect();
    let figures: Vec<Figure<'_>> = all
        .iter()
        .map(|(_, p)| {
            let figure = p.sheet.solution.figure(p.sheet.genre);
            // One size of stones in all diagrams.
            match scales.get(figure.kind) {
                Some(&scale) => Figure { scales: (scale * SMALLER, scale * SMALLER), ..figure },
                None => figure,
            }
        })
        .collect();
    let mut out: Vec<Page> = Vec::new();
    for (range, found) in paged(&figures, per_page.saturating_mul(SOLUTIONS), room.below(TITLE)) {
        let drawn = all[range].iter().zip(&found.widths);
        let drawn: String = drawn.map(|((n, p), &width)| p.sheet.solution.drawn(*n, width)).collect();
        let (title, begins) = if out.is_empty() {
            ("<h2>Solutions</h2>", vec!["Solutions".to_string()])
        } else {
            ("<h2><small>Solutions</small></h2>", Vec::new())
        };
        out.push(Page { body: format!("{title}{}", grid(&found, &drawn)), begins });
    }
    out
}
