//! The pages of puzzles.

use super::{BookPuzzle, Chapter, Page};
use crate::html::escape;
use crate::layout::{Area, Figure, LARGEST, LEAST, Layout, extent, layout_as_full};
use crate::sheet::{captioned, grid, heading_height};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A puzzle with its number and its chapter.
type Placed<'a> = (usize, &'a BookPuzzle, &'a Chapter<'a>);

/// The scale of the boards of each game: one for the whole book, by genre.
pub(super) type GameScales = BTreeMap<&'static str, f64>;

/// The pages, and the scales of the boards of games.
pub(super) fn puzzles(chapters: &[Chapter<'_>], per_page: usize, room: Area) -> (Vec<Page>, GameScales) {
    let pages = filled(chapters, per_page);
    // The boards of all pages take the scale of the page with the smallest ones.
    let mut scales = GameScales::new();
    for page in &pages {
        let groups = groups(page);
        let found = laid_out(&groups, per_page - page.len(), None, room);
        for ((_, p, _), width) in page.iter().zip(&found.widths).filter(|((_, p, _), _)| p.is_game) {
            let scale = scales.entry(p.sheet.genre).or_insert(LARGEST);
            *scale = scale.min(width / extent(&p.sheet.puzzle).0);
        }
    }
    (pages.iter().map(|page| one(page, per_page, &scales, room)).collect(), scales)
}

/// The puzzles of each page: a chapter that does not fit into the rest of a page begins a new one.
fn filled<'a>(chapters: &'a [Chapter<'a>], per_page: usize) -> Vec<Vec<Placed<'a>>> {
    let mut pages: Vec<Vec<Placed<'a>>> = Vec::new();
    for chapter in chapters {
        let left = pages.last().map_or(0, |page| per_page - page.len());
        let mut rest: Vec<Placed<'a>> = chapter.puzzles.iter().map(|&(n, p)| (n, p, chapter)).collect();
        if rest.len() <= left
            && let Some(page) = pages.last_mut()
        {
            page.append(&mut rest);
        }
        pages.extend(rest.chunks(per_page).map(<[Placed<'a>]>::to_vec));
    }
    pages
}

fn groups<'a>(page: &[Placed<'a>]) -> Vec<Vec<Placed<'a>>> {
    let groups = page.chunk_by(|a, b| a.1.sheet.genre == b.1.sheet.genre);
    groups.map(<[Placed<'a>]>::to_vec).collect()
}

fn figures<'a>(group: &[Placed<'a>], scales: Option<&GameScales>) -> Vec<Figure<'a>> {
    let figure = |&(_, p, chapter): &Placed<'a>| {
        let caption = p.caption(chapter.is_mixed).chars().count() + 4;
        let figure = Figure::new(p.sheet.genre, extent(&p.sheet.puzzle), caption);
        match scales.and_then(|scales| scales.get(p.sheet.genre)) {
            Some(&scale) => Figure { scales: (LEAST, scale), ..figure },
            None => figure,
        }
    };
    group.iter().map(figure).collect()
}

/// Room that the headings take.
fn headings(groups: &[Vec<Placed<'_>>], room: Area) -> f64 {
    let height = |group: &Vec<Placed<'_>>| {
        if is_begun(group) { heading_height(group[0].1.sheet.rules, room) } else { CONTINUED }
    };
    groups.iter().map(height).sum()
}

/// Height of the heading of a genre that goes on from the page before.
const CONTINUED: f64 = 9.0;

fn is_begun(group: &[Placed<'_>]) -> bool {
    let (n, _, chapter) = group[0];
    chapter.puzzles[0].0 == n
}

/// The layout of a page, a last one with fewer puzzles as if it were full.
fn laid_out(groups: &[Vec<Placed<'_>>], missing: usize, scales: Option<&GameScales>, room: Area) -> Layout {
    let all = groups.iter().map(|group| figures(group, scales)).collect();
    layout_as_full(all, missing, room.below(headings(groups, room)))
}

fn one(page: &[Placed<'_>], per_page: usize, scales: &GameScales, room: Area) -> Page {
    let groups = groups(page);
    let found = laid_out(&groups, per_page - page.len(), Some(scales), room);
    let mut widths = found.widths.iter();
    let (mut body, mut begins) = (String::new(), Vec::new());
    for group in &groups {
        let first = &group[0].1.sheet;
        if is_begun(group) {
            begins.push(first.heading.clone());
            let _ = write!(body, "<h2>{}</h2><p>{}</p>", escape(&first.heading), escape(&sentence(first.rules)));
        } else {
            let _ = write!(body, "<h2><small>{}</small></h2>", escape(&first.heading));
        }
        let mut drawn = String::new();
        for ((n, p, chapter), &width) in group.iter().zip(widths.by_ref()) {
            drawn += &captioned(&p.sheet.puzzle, width, *n, &p.caption(chapter.is_mixed));
        }
        body += &grid(&found, &drawn);
    }
    Page { body, begins }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
