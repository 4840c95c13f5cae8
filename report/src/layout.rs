//! How drawings are laid out on a printed page: in columns and rows of one height, with one scale
//! for all drawings of a kind.

use crate::html::escape;
use std::ops::Range;

/// Width and height of an A4 page between its margins, less the height that a browser may lose by
/// rounding, in millimetres.
pub(crate) const PAGE: Area = Area { width: 182.0, height: 265.0 };
/// Between two columns.
pub(crate) const GAP: f64 = 12.0;
/// Between two rows.
const ROW_GAP: f64 = 6.0;
/// Height of a line of a caption.
const LINE: f64 = 4.5;
/// Width of its letters.
const LETTER: f64 = 1.75;
/// Millimetres a unit of a drawing at most: a cell of 40 units is 24 mm wide.
pub(crate) const LARGEST: f64 = 0.6;
/// Millimetres a unit at least, where a page may hold fewer drawings: a cell of 40 units is 3.8 mm
/// wide.
pub(crate) const LEAST: f64 = 0.095;
/// Least width of a drawing, likewise.
const LEAST_WIDTH: f64 = 32.0;
/// Width and height of a figure without a drawing.
const BARE: (f64, f64) = (240.0, 80.0);

/// Room for figures, in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Area {
    pub width: f64,
    pub height: f64,
}

impl Area {
    /// The room below a heading of this height.
    pub(crate) fn below(self, heading: f64) -> Area {
        Area { height: (self.height - heading).max(1.0), ..self }
    }
}

/// A drawing with its caption.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Figure<'a> {
    /// The kind of drawing: all of one kind have one scale.
    pub kind: &'a str,
    /// Width and height in the drawing's own units.
    pub extent: (f64, f64),
    /// Letters of the caption.
    pub caption: usize,
    /// Least and largest millimetres a unit.
    pub scales: (f64, f64),
    /// The heading above it in its own column.
    pub heading: Option<Heading<'a>>,
}

/// The name of a genre with its rules; without rules where it goes on from the page before.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Heading<'a> {
    pub name: &'a str,
    pub rules: Option<&'a str>,
}

/// Letters of a line of rules for each millimetre, and of a name.
const RULE_LETTERS: f64 = 0.52;
const NAME_LETTERS: f64 = 0.3;

impl Heading<'_> {
    /// Its height in a column of this width.
    pub(crate) fn height(&self, width: f64) -> f64 {
        let lines = |text: &str, letters: f64| (text.chars().count() as f64 / (width * letters)).ceil().max(1.0);
        match self.rules {
            Some(rules) => 4.0 + 8.0 * lines(self.name, NAME_LETTERS) + 4.5 * lines(rules, RULE_LETTERS),
            None => 9.0,
        }
    }

    /// As HTML.
    pub(crate) fn html(&self) -> String {
        let name = escape(self.name);
        match self.rules {
            Some(rules) => format!("<h2>{name}</h2><p>{}</p>", escape(rules)),
            None => format!("<h2><small>{name}</small></h2>"),
        }
    }
}

impl<'a> Figure<'a> {
    /// A figure of any size that can be read.
    pub(crate) fn new(kind: &'a str, extent: (f64, f64), caption: usize) -> Figure<'a> {
        Figure { kind, extent, caption, scales: (LEAST, LARGEST), heading: None }
    }

    /// Least width of the drawing.
    fn least_width(&self) -> f64 {
        let (least, most) = self.scales;
        // A drawing with a prescribed scale may have any width.
        if least < most { (least * self.extent.0).max(LEAST_WIDTH) } else { least * self.extent.0 }
    }
}

/// The width and the height that an SVG element's view box tells.
pub(crate) fn extent(svg: &str) -> (f64, f64) {
    let numbers = svg.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"')).map(|(numbers, _)| numbers);
    let numbers: Vec<f64> = numbers.unwrap_or_default().split_whitespace().filter_map(|n| n.parse().ok()).collect();
    match numbers[..] {
        [_, _, width, height] if width > 0.0 && height > 0.0 => (width, height),
        _ => BARE,
    }
}

/// Where the figures of a page stand.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Layout {
    /// Columns.
    pub columns: usize,
    /// The rows.
    pub rows: Vec<Row>,
    /// Width of each figure's drawing, in millimetres.
    pub widths: Vec<f64>,
}

/// A row of figures, in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Row {
    /// Height of the headings above the figures.
    pub heading: f64,
    /// Height with the headings.
    pub height: f64,
}

/// The layout with the largest drawings in this room.
pub(crate) fn layout(figures: &[Figure<'_>], room: Area) -> Layout {
    let all = (1..=figures.len().max(1)).map(|columns| in_columns(figures, room, columns));
    let area = |layout: &Layout| -> f64 { layout.widths.iter().map(|width| width * width).sum() };
    // Among equally large drawings, the squarest places win.
    let skew = |layout: &Layout| {
        let columns = layout.columns as f64;
        let row = room.height / layout.rows.len().max(1) as f64;
        ((room.width - GAP * (columns - 1.0)) / columns - row).abs()
    };
    let is_better = |next: &Layout, best: &Layout| {
        let more = area(next) - area(best);
        more > 1e-6 || more > -1e-6 && skew(next) < skew(best)
    };
    let best = all.reduce(|best, next| if is_better(&next, &best) { next } else { best });
    best.unwrap_or(Layout { columns: 1, rows: Vec::new(), widths: Vec::new() })
}

/// The rows of the figures in this many columns of this width, all boards with the same height.
fn rows(figures: &[Figure<'_>], room: Area, (columns, wide): (usize, f64)) -> Vec<Row> {
    let heading = |figure: &Figure<'_>| figure.heading.map_or(0.0, |heading| heading.height(wide));
    let headings: Vec<f64> =
        figures.chunks(columns.max(1)).map(|row| row.iter().map(heading).fold(0.0, f64::max)).collect();
    let left = room.height - headings.iter().sum::<f64>();
    let board = (left / headings.len().max(1) as f64).max(1.0);
    headings.into_iter().map(|heading| Row { heading, height: heading + board }).collect()
}

fn column_width(room: Area, columns: usize) -> f64 {
    ((room.width - GAP * (columns - 1) as f64) / columns as f64).max(1.0)
}

fn in_columns(figures: &[Figure<'_>], room: Area, columns: usize) -> Layout {
    let wide = column_width(room, columns);
    let rows = rows(figures, room, (columns, wide));
    let row = rows.first().map_or(room.height, |row| row.height - row.heading);
    let scale = |figure: &Figure<'_>| {
        let lines = (figure.caption as f64 * LETTER / wide).ceil().max(1.0);
        let high = (row - ROW_GAP - LINE * lines).max(1.0);
        (wide / figure.extent.0).min(high / figure.extent.1).min(figure.scales.1)
    };
    let of_kind = |kind: &str| figures.iter().filter(|f| f.kind == kind).map(scale).fold(LARGEST, f64::min);
    Layout { columns, rows, widths: figures.iter().map(|f| of_kind(f.kind) * f.extent.0).collect() }
}

/// The number of figures, from the first, that fit into this room at a size that can be read: at
/// least one, at most `most`.
pub(crate) fn readable(figures: &[Figure<'_>], most: usize, room: Area) -> usize {
    let most = most.min(figures.len());
    let fits = |count: &usize| {
        let page = &figures[..*count];
        let found = layout(page, room);
        page.iter().zip(found.widths).all(|(f, width)| width >= f.least_width() - 1e-6)
    };
    (2..=most).rev().find(fits).unwrap_or(1)
}

/// The layout of a page, which lacks this number of figures to be full: with the drawings of a full
/// page, spread over the room.
pub(crate) fn layout_as_full(figures: &[Figure<'_>], missing: usize, room: Area) -> Layout {
    let mut full = figures.to_vec();
    if let Some(&last) = figures.last() {
        full.resize(figures.len() + missing, Figure { heading: None, ..last });
    }
    let mut found = layout(&full, room);
    if missing > 0 {
        found.widths.truncate(figures.len());
        found.columns = found.columns.min(figures.len()).max(1);
        found.rows = rows(figures, room, (found.columns, column_width(room, found.columns)));
    }
    found
}

/// The figures by pages, each with at most `most` that stay legible; pages have about equal
/// numbers, so that none is left half empty.
pub(crate) fn paged(figures: &[Figure<'_>], most: usize, room: Area) -> Vec<(Range<usize>, Layout)> {
    let (mut needed, mut at) = (0, 0);
    while at < figures.len() {
        at += readable(&figures[at..], most, room);
        needed += 1;
    }
    let even = figures.len().div_ceil(needed.max(1)).max(1);
    let (mut pages, mut at, mut before) = (Vec::new(), 0, 0);
    while at < figures.len() {
        let count = readable(&figures[at..], even, room);
        // A last page with fewer figures has the scale of the others.
        let page = &figures[at..at + count];
        let mut full = page.to_vec();
        full.resize(count.max(before), figures[at + count - 1]);
        let missing = if readable(&full, even, room) < full.len() { 0 } else { full.len() - count };
        pages.push((at..at + count, layout_as_full(page, missing, room)));
        before = count;
        at += count;
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(side: f64) -> Figure<'static> {
        Figure::new("board", (side, side), 8)
    }

    #[test]
    fn columns_make_the_drawings_large() {
        let columns = |n: usize| layout(&vec![board(400.0); n], PAGE).columns;
        assert_eq!([1, 2, 4, 6, 12, 15].map(columns), [1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn a_page_is_used_to_its_width_or_height() {
        for n in 1..=16 {
            for side in [(400.0, 400.0), (200.0, 700.0), (700.0, 200.0)] {
                let figures = vec![Figure { extent: side, ..board(0.0) }; n];
                let found = layout(&figures, PAGE);
                let rows = n.div_ceil(found.columns) as f64;
                let wide = found.widths[0] * found.columns as f64 + GAP * (found.columns - 1) as f64;
                let high = (found.widths[0] * side.1 / side.0 + ROW_GAP + LINE) * rows;
                assert!(wide <= PAGE.width + 1e-6 && high <= PAGE.height + 1e-6, "{n} {side:?} {found:?}");
                let is_capped = found.widths[0] >= LARGEST * side.0 - 1e-6;
                assert!(is_capped || wide > PAGE.width - 1e-6 || high > PAGE.height - 1e-6, "{n} {side:?} {found:?}");
            }
        }
    }

    #[test]
    fn a_kind_has_one_scale() {
        let figures = [board(200.0), board(400.0), Figure { kind: "other", ..board(100.0) }];
        let found = layout(&figures, PAGE);
        assert!((found.widths[0] * 2.0 - found.widths[1]).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn large_boards_are_fewer_on_a_page() {
        let count = |side: f64| readable(&vec![board(side); 40], 16, PAGE);
        assert_eq!(count(200.0), 16);
        assert!((12..=16).contains(&count(436.0)), "{}", count(436.0));
        assert!((4..=6).contains(&count(692.0)), "{}", count(692.0));
        assert_eq!(count(4000.0), 1);
    }

    #[test]
    fn figures_are_paged_in_order_and_the_last_page_has_the_scale_of_the_others() {
        let ranges = |n: usize| {
            let pages = paged(&vec![board(200.0); n], 8, PAGE);
            let scale = pages[0].1.widths[0];
            assert!(pages.iter().all(|(_, found)| (found.widths[0] - scale).abs() < 1e-6), "{pages:?}");
            pages.into_iter().map(|(range, _)| range).collect::<Vec<_>>()
        };
        assert_eq!(ranges(18), [0..6, 6..12, 12..18]);
        assert_eq!(ranges(17), [0..6, 6..12, 12..17]);
        assert_eq!(ranges(8), vec![0..8]);
    }

    /// Boards of different genres share rows, each below its own rules.
    #[test]
    fn four_genres_stand_two_by_two() {
        let rules = "shade some cells so that no number stands twice in a row or column, ".repeat(3);
        let heading = |name| Some(Heading { name, rules: Some(&rules) });
        let figures = ["a", "b", "c", "d"].map(|name| Figure { kind: name, heading: heading(name), ..board(440.0) });
        let found = layout(&figures, PAGE);
        assert_eq!((found.columns, found.rows.len()), (2, 2));
        assert!(found.widths.iter().all(|&width| width >= 70.0), "{found:?}");
        let high: f64 = found.rows.iter().map(|row| row.height).sum();
        assert!(high <= PAGE.height + 1e-6, "{found:?}");
    }

    /// A page with fewer boards than the others has them at the same scale, over its whole height.
    #[test]
    fn a_page_that_is_not_full_is_spread() {
        let full = layout(&[board(400.0); 4], PAGE);
        for n in 1..4 {
            let found = layout_as_full(&vec![board(400.0); n], 4 - n, PAGE);
            assert!((found.widths[0] - full.widths[0]).abs() < 1e-6 && found.widths.len() == n);
            let high: f64 = found.rows.iter().map(|row| row.height).sum();
            assert!((high - PAGE.height).abs() < 1e-6, "{n}: {found:?}");
        }
    }

    #[test]
    fn the_extent_is_that_of_the_view_box() {
        assert_eq!(extent("<svg xmlns=\"x\" viewBox=\"0 0 12.5 30\">"), (12.5, 30.0));
        assert_eq!(extent("<svg>"), BARE);
    }
}
