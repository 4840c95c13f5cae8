//! The pages of puzzles.

use super::{BookPuzzle, Chapter, Page};
use crate::layout::{Area, Figure, Heading, LARGEST, LEAST, extent, layout_as_full};
use crate::sheet::{captioned, headed_page};
use std::collections::BTreeMap;

/// A puzzle with its number and its chapter.
type Placed<'a> = (usize, &'a BookPuzzle, &'a Chapter<'a>);

/// The scale of the boards of each game: one for the whole book, by genre.
pub(super) type GameScales = BTreeMap<&'static str, f64>;

/// The pages, and the scales of the boards of games.
pub(super) fn puzzles(chapters: &[Chapter<'_>], per_page: usize, room: Area) -> (Vec<Page>, GameScales) {
    let all: Vec<Placed<'_>> =
        chapters.iter().flat_map(|of| of.puzzles.iter().map(move |&(n, p)| (n, p, of))).collect();
    // The boards of all pages take the scale of the page with the smallest ones.
    let mut scales = GameScales::new();
    for page in all.chunks(per_page) {
        let groups = groups(page);
        let headings = groups.iter().map(|group| heading(group).height(room.width)).sum();
        let figures: Vec<Figure<'_>> = page.iter().map(|one| figure(one, None)).collect();
        let found = layout_as_full(&figures, per_page - page.len(), room.below(headings));
        for ((_, p, _), width) in page.iter().zip(&found.widths).filter(|((_, p, _), _)| p.is_game) {
            let scale = scales.entry(p.sheet.genre).or_insert(LARGEST);
            *scale = scale.min(width / extent(&p.sheet.puzzle).0);
        }
    }
    (all.chunks(per_page).map(|page| one(page, per_page, &scales, room)).collect(), scales)
}

fn groups<'a>(page: &[Placed<'a>]) -> Vec<Vec<Placed<'a>>> {
    let groups = page.chunk_by(|a, b| a.1.sheet.genre == b.1.sheet.genre);
    groups.map(<[Placed<'a>]>::to_vec).collect()
}

fn figure<'a>(&(_, p, chapter): &Placed<'a>, scales: Option<&GameScales>) -> Figure<'a> {
    let caption = p.caption(chapter.is_mixed).chars().count() + 4;
    let figure = Figure::new(p.sheet.genre, extent(&p.sheet.puzzle), caption);
    match scales.and_then(|scales| scales.get(p.sheet.genre)) {
        Some(&scale) => Figure { scales: (LEAST, scale), ..figure },
        None => figure,
    }
}

fn heading<'a>(group: &[Placed<'a>]) -> Heading<'a> {
    let sheet = &group[0].1.sheet;
    Heading { name: &sheet.heading, rules: is_begun(group).then_some(&sheet.sentence) }
}

/// Does the genre begin on this page?
fn is_begun(group: &[Placed<'_>]) -> bool {
    let (n, _, chapter) = group[0];
    chapter.puzzles[0].0 == n
}

fn one(page: &[Placed<'_>], per_page: usize, scales: &GameScales, room: Area) -> Page {
    let groups = groups(page);
    let begins = groups.iter().filter(|group| is_begun(group)).map(|group| group[0].1.sheet.heading.clone()).collect();
    let captioned =
        |(n, p, chapter): &Placed<'_>, width: f64| captioned(&p.sheet.puzzle, width, *n, &p.caption(chapter.is_mixed));
    let body = headed_page(
        &groups,
        per_page - page.len(),
        room,
        &|group| heading(group),
        &|one| figure(one, Some(scales)),
        &captioned,
    );
    Page { body, begins }
}
