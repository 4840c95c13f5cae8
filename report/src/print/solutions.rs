//! The pages of solutions.

use super::pages::GameScales;
use super::{Chapter, Page};
use crate::layout::{Area, Figure, layout, readable};
use crate::sheet::grid;

/// Solutions a page at most, for each puzzle a page.
const MORE: usize = 4;
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
    let most = per_page.saturating_mul(MORE);
    let room = room.below(TITLE);
    let (mut out, mut at, mut before): (Vec<Page>, usize, usize) = (Vec::new(), 0, 0);
    while at < all.len() {
        let count = readable(&figures[at..], most, room);
        // A last page with fewer solutions is laid out as if it were full.
        let mut page = figures[at..at + count].to_vec();
        page.resize(count.max(before.min(most)), figures[at + count - 1]);
        if readable(&page, most, room) < page.len() {
            page.truncate(count);
        }
        let found = layout(&[&page], room);
        before = count;
        let drawn = all[at..at + count].iter().zip(&found.widths);
        let drawn: String = drawn.map(|((n, p), &width)| p.sheet.solution.drawn(*n, width)).collect();
        let (title, begins) = if out.is_empty() {
            ("<h2>Solutions</h2>", vec!["Solutions".to_string()])
        } else {
            ("<h2><small>Solutions</small></h2>", Vec::new())
        };
        out.push(Page { body: format!("{title}{}", grid(&found, &drawn)), begins });
        at += count;
    }
    out
}
