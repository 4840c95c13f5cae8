//! How drawings are laid out on a printed page: in columns and rows of one height, with one scale
//! for all drawings of a kind.

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
}

impl<'a> Figure<'a> {
    /// A figure of any size that can be read.
    pub(crate) fn new(kind: &'a str, extent: (f64, f64), caption: usize) -> Figure<'a> {
        Figure { kind, extent, caption, scales: (LEAST, LARGEST) }
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
    /// Height of a row, in millimetres.
    pub row: f64,
    /// Width of each figure's drawing, in millimetres.
    pub widths: Vec<f64>,
}

/// The layout with the largest drawings in this room; figures of different groups do not share a
/// row.
pub(crate) fn layout(groups: &[&[Figure<'_>]], room: Area) -> Layout {
    let most = groups.iter().map(|group| group.len()).max().unwrap_or(1).max(1);
    let all = (1..=most).map(|columns| in_columns(groups, room, columns));
    let area = |layout: &Layout| -> f64 { layout.widths.iter().map(|width| width * width).sum() };
    // Among equally large drawings, the squarest places win.
    let skew = |layout: &Layout| {
        let columns = layout.columns as f64;
        ((room.width - GAP * (columns - 1.0)) / columns - layout.row).abs()
    };
    let is_better = |next: &Layout, best: &Layout| {
        let more = area(next) - area(best);
        more > 1e-6 || more > -1e-6 && skew(next) < skew(best)
    };
    let best = all.reduce(|best, next| if is_better(&next, &best) { next } else { best });
    best.unwrap_or(Layout { columns: 1, row: room.height, widths: Vec::new() })
}

fn in_columns(groups: &[&[Figure<'_>]], room: Area, columns: usize) -> Layout {
    let rows: usize = groups.iter().map(|group| group.len().div_ceil(columns)).sum();
    let row = room.height / rows.max(1) as f64;
    let wide = ((room.width - GAP * (columns - 1) as f64) / columns as f64).max(1.0);
    let figures = || groups.iter().copied().flatten();
    let scale = |figure: &Figure<'_>| {
        let lines = (figure.caption as f64 * LETTER / wide).ceil().max(1.0);
        let high = (row - ROW_GAP - LINE * lines).max(1.0);
        (wide / figure.extent.0).min(high / figure.extent.1).min(figure.scales.1)
    };
    let of_kind = |kind: &str| figures().filter(|f| f.kind == kind).map(scale).fold(LARGEST, f64::min);
    Layout { columns, row, widths: figures().map(|f| of_kind(f.kind) * f.extent.0).collect() }
}

/// The number of figures, from the first, that fit into this room at a size that can be read: at
/// least one, at most `most`.
pub(crate) fn readable(figures: &[Figure<'_>], most: usize, room: Area) -> usize {
    let most = most.min(figures.len());
    let fits = |count: &usize| {
        let page = &figures[..*count];
        let found = layout(&[page], room);
        page.iter().zip(found.widths).all(|(f, width)| width >= f.least_width() - 1e-6)
    };
    (2..=most).rev().find(fits).unwrap_or(1)
}

/// The layout of a page, which lacks this number of figures to be full, as if it were full.
pub(crate) fn layout_as_full(mut groups: Vec<Vec<Figure<'_>>>, missing: usize, room: Area) -> Layout {
    if let Some(last) = groups.last_mut()
        && let Some(&fill) = last.last()
    {
        last.resize(last.len() + missing, fill);
    }
    layout(&groups.iter().map(Vec::as_slice).collect::<Vec<_>>(), room)
}

/// The figures by pages, each with as many as can be read, at most `most`.
pub(crate) fn paged(figures: &[Figure<'_>], most: usize, room: Area) -> Vec<(Range<usize>, Layout)> {
    let (mut pages, mut at, mut before) = (Vec::new(), 0, 0);
    while at < figures.len() {
        let count = readable(&figures[at..], most, room);
        // A last page with fewer figures is laid out as if it were full.
        let mut page = figures[at..at + count].to_vec();
        page.resize(count.max(before.min(most)), figures[at + count - 1]);
        if readable(&page, most, room) < page.len() {
            page.truncate(count);
        }
        pages.push((at..at + count, layout(&[&page], room)));
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
        let columns = |n: usize| layout(&[&vec![board(400.0); n][..]], PAGE).columns;
        assert_eq!([1, 2, 4, 6, 12, 15].map(columns), [1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn a_page_is_used_to_its_width_or_height() {
        for n in 1..=16 {
            for side in [(400.0, 400.0), (200.0, 700.0), (700.0, 200.0)] {
                let figures = vec![Figure { extent: side, ..board(0.0) }; n];
                let found = layout(&[&figures], PAGE);
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
        let found = layout(&[&figures], PAGE);
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
        let pages = paged(&vec![board(200.0); 18], 8, PAGE);
        assert_eq!(pages.iter().map(|(range, _)| range.clone()).collect::<Vec<_>>(), [0..8, 8..16, 16..18]);
        assert!((pages[2].1.widths[0] - pages[0].1.widths[0]).abs() < 1e-6, "{pages:?}");
        let alone = layout(&[&[board(200.0); 2]], PAGE);
        assert!(alone.widths[0] > pages[2].1.widths[0] + 1.0, "{alone:?}");
    }

    #[test]
    fn the_extent_is_that_of_the_view_box() {
        assert_eq!(extent("<svg xmlns=\"x\" viewBox=\"0 0 12.5 30\">"), (12.5, 30.0));
        assert_eq!(extent("<svg>"), BARE);
    }
}
