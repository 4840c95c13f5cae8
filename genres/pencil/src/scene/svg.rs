//! A scene as a self-contained SVG element.

use super::glyph::{DOT, DOT_RIM, circle, corner_word, plain_word, sign_at, two_sums, word, word_on_line};
use super::{Scene, Stroke};
use crate::board::{Place, Side};
use std::collections::BTreeSet;
use std::fmt::Write;
use tesuji_genre::Rect;

/// Side of a cell.
pub(super) const CELL: f64 = 40.0;
/// Room for one word outside.
const WORD: f64 = 20.0;
/// Room around the board for its thick border.
const MARGIN: f64 = 6.0;
/// The same where signs stand on edges or corners.
const SIGN_MARGIN: f64 = 12.0;
/// Half the way between the two lines of a double one.
const APART: f64 = 4.0;
/// Size of the words below the board.
const WORDS: f64 = 12.0;
/// Width of a letter, measured by the size of its font.
const LETTER: f64 = 0.55;

pub(super) const BACK: &str = "#ffffff";
pub(super) const LOOK: &str = "#fff3c4";
pub(super) const NEW: &str = "#d9f2e0";
pub(super) const GONE: &str = "#fbdfe2";
pub(super) const FACT: &str = "#d6e8fb";
pub(super) const RULE: &str = "#e9e2fa";
/// Rings around what is new, around what loses candidates, and around what is looked at.
pub(super) const NEW_RING: &str = "#2e9e5b";
const GONE_RING: &str = "#cf2e3f";
pub(super) const LOOK_RING: &str = "#e0a100";
/// The ring around what is known and matters, where the cell is filled.
const FACT_RING: &str = "#6fb1f0";
pub(super) const INK: &str = "#1d2733";
pub(super) const FILLED: &str = "#3a4553";
const WRITTEN: &str = "#1f5fbf";
const FAINT: &str = "#c3ccd8";
const LINE: &str = "#1f5fbf";
pub(super) const CROSS: &str = "#9aa5b3";
const HOLE: &str = "#4a5563";

/// Where the board lies in the drawing.
struct Frame {
    left: f64,
    top: f64,
}

impl Scene {
    /// The scene as an SVG element.
    pub fn svg(&self) -> String {
        let (frame, deepest) = (self.frame(), |side| self.deepest(side));
        let (rows, cols) = (self.board.rows() as f64, self.board.cols() as f64);
        let margin = self.margin();
        let width = frame.left + cols * CELL + margin + deepest(Side::Right);
        let below = if self.below.is_some() { WORD } else { 0.0 };
        let height = frame.top + rows * CELL + margin + deepest(Side::Bottom) + below;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" text-anchor=\"middle\">\n"
        );
        let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{BACK}\"/>");
        let covered = self.covered_by_tubes();
        for cell in 0..self.cells.len() {
            self.draw_ground(cell, covered.contains(&cell), &frame, &mut out);
        }
        self.draw_halos(&frame, &mut out);
        for edge in 0..self.borders.len() {
            self.draw_border(edge, &frame, &mut out);
        }
        for edge in 0..self.borders.len() {
            self.draw_marks(edge, &frame, &mut out);
        }
        self.draw_tubes(&|cell| self.middle_of(cell, &frame), &mut out);
        for cell in (0..self.cells.len()).filter(|cell| !covered.contains(cell)) {
            self.draw_contents(cell, &frame, &mut out);
        }
        self.draw_signs(&frame, &mut out);
        self.draw_outside(&frame, &mut out);
        if let Some(words) = &self.below {
            let size = WORDS.min(width / (LETTER * words.chars().count() as f64));
            plain_word(words, (width / 2.0, height - WORD / 2.0), size, INK, &mut out);
        }
        out += "</svg>\n";
        out
    }

    /// Room for the words outside.
    fn deepest(&self, side: Side) -> f64 {
        let words = self.outside.iter().filter(|((s, _), _)| *s == side).map(|(_, w)| w.len());
        words.max().unwrap_or(0) as f64 * WORD
    }

    fn frame(&self) -> Frame {
        let margin = self.margin();
        Frame { left: margin + self.deepest(Side::Left), top: margin + self.deepest(Side::Top) }
    }

    fn margin(&self) -> f64 {
        if self.corners.is_empty() && self.edge_signs.is_empty() { MARGIN } else { SIGN_MARGIN }
    }

    /// Where a cell, an edge or a corner stands in the drawing.
    pub fn rect(&self, place: Place) -> Option<Rect> {
        let frame = self.frame();
        let corner = |corner: usize| {
            let (r, c) = (corner / (self.board.cols() + 1), corner % (self.board.cols() + 1));
            (frame.left + c as f64 * CELL, frame.top + r as f64 * CELL)
        };
        match self.placed(place) {
            Place::Cell(cell) => {
                let (r, c) = self.board.row_col(cell.into());
                Some(Rect { x: frame.left + c as f64 * CELL, y: frame.top + r as f64 * CELL, w: CELL, h: CELL })
            }
            Place::Edge(edge) => {
                let [from, to] = self.board.ends(edge.into()).map(corner);
                Some(Rect::around((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0, CELL * 0.6))
            }
            Place::Corner(at) => {
                let (x, y) = corner(at.into());
                Some(Rect::around(x, y, CELL * 0.5))
            }
            Place::Region(_) | Place::Outside(..) => None,
        }
    }

    /// Where the clue of a place stands in the drawing.
    pub fn clue_rect(&self, place: Place) -> Option<Rect> {
        let frame = self.frame();
        let (rows, cols) = (self.board.rows() as f64, self.board.cols() as f64);
        match place {
            Place::Region(region) => {
                let first = self.board.regions().and_then(|r| r.cells(region.into()).first().copied())?;
                let cell = self.rect(Place::Cell(first as u16))?;
                Some(Rect { w: cell.w * 0.6, h: cell.h * 0.6, ..cell })
            }
            Place::Outside(side, i) => {
                let along = f64::from(i) * CELL;
                // Where no clue stands on a side yet, its margin is all there is.
                let deep = self.deepest(side).max(self.margin());
                Some(match side {
                    Side::Top => Rect { x: frame.left + along, y: frame.top - deep, w: CELL, h: deep },
                    Side::Left => Rect { x: frame.left - deep, y: frame.top + along, w: deep, h: CELL },
                    Side::Bottom => Rect { x: frame.left + along, y: frame.top + rows * CELL, w: CELL, h: deep },
                    Side::Right => Rect { x: frame.left + cols * CELL, y: frame.top + along, w: deep, h: CELL },
                })
            }
            Place::Cell(_) | Place::Edge(_) | Place::Corner(_) => self.rect(place),
        }
    }

    fn corner_of(&self, cell: usize, frame: &Frame) -> (f64, f64) {
        let (r, c) = self.board.row_col(cell);
        (frame.left + c as f64 * CELL, frame.top + r as f64 * CELL)
    }

    fn middle_of(&self, cell: usize, frame: &Frame) -> (f64, f64) {
        let (x, y) = self.corner_of(cell, frame);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    /// Draws the parts of a cell that lie under the lines. If a tube covers the cell, the tube
    /// shows whether it is filled.
    fn draw_ground(&self, cell: usize, is_covered: bool, frame: &Frame, out: &mut String) {
        let (x, y) = self.corner_of(cell, frame);
        let shown = &self.cells[cell];
        let place = Place::Cell(cell as u16);
        let fill = if shown.hole {
            Some(HOLE)
        } else if shown.filled && !is_covered {
            Some(FILLED)
        } else {
            self.ground(place)
        };
        if let Some(fill) = fill {
            let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>");
        }
        // A filled cell shows no ground.
        let known = (shown.filled && !is_covered && self.facts.contains(&place)).then_some(FACT_RING);
        if let Some(ring) = self.ring_colour(place).or(known) {
            let (w, x, y) = (CELL - 6.0, x + 3.0, y + 3.0);
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{w}\" fill=\"none\" stroke=\"{ring}\" \
                 stroke-width=\"2\"/>"
            );
        }
        // A filled cell keeps its colour; a frame inside of it tells what it is.
        if shown.filled && !is_covered && self.looked_at.contains(&place) && self.ring_colour(place).is_none() {
            let (w, x, y) = (CELL - 6.0, x + 3.0, y + 3.0);
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{w}\" fill=\"none\" stroke=\"{LOOK_RING}\" \
                 stroke-width=\"3\"/>"
            );
        }
        // Lines pass through the circles of a loop, and end at other signs.
        if !is_covered && (shown.text == "○" || shown.text == "●") {
            let fill = if shown.text == "●" { INK } else { BACK };
            let (radius, rim) = if self.small_circles { (DOT, DOT_RIM) } else { (CELL * 0.32, 2.0) };
            circle((x + CELL / 2.0, y + CELL / 2.0), radius, fill, rim, out);
        }
    }

    /// The colour of the ring around a place of which something is concluded, or that loses
    /// candidates.
    fn ring_colour(&self, place: Place) -> Option<&'static str> {
        if self.concluded.contains(&place) {
            return Some(NEW_RING);
        }
        self.gone.contains(&place).then_some(GONE_RING)
    }

    /// Draws the ground of edges and corners that are pointed at.
    fn draw_halos(&self, frame: &Frame, out: &mut String) {
        let corner = |corner: usize| {
            let (r, c) = (corner / (self.board.cols() + 1), corner % (self.board.cols() + 1));
            (frame.left + c as f64 * CELL, frame.top + r as f64 * CELL)
        };
        let all = [&self.looked_at, &self.facts, &self.rules, &self.gone].into_iter().flatten();
        for place in all.chain(&self.concluded).collect::<BTreeSet<_>>() {
            let (x, y) = match *place {
                Place::Edge(edge) => {
                    let [from, to] = self.board.ends(edge.into()).map(corner);
                    ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0)
                }
                Place::Corner(at) => corner(at.into()),
                _ => continue,
            };
            if let Some(fill) = self.ground(*place) {
                let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{fill}\"/>");
            }
        }
    }

    /// Draws the parts of a cell that lie on the lines.
    fn draw_contents(&self, cell: usize, frame: &Frame, out: &mut String) {
        let (x, y) = self.corner_of(cell, frame);
        let shown = &self.cells[cell];
        let middle = (x + CELL / 2.0, y + CELL / 2.0);
        if shown.dotted && shown.text.is_empty() && !self.is_complete {
            let _ = writeln!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"2.5\" fill=\"{CROSS}\"/>", middle.0, middle.1);
        }
        if !shown.label.is_empty() {
            corner_word(&shown.label, (x + 3.0, y + 12.5), INK, &mut *out);
        }
        let colour = match (shown.filled || shown.hole, shown.is_clue) {
            (true, _) => BACK,
            (false, true) => INK,
            (false, false) => WRITTEN,
        };
        if let (Some(glyph), false) = (self.glyphs.get(shown.text.as_str()), shown.is_clue) {
            glyph.draw((x, y), CELL, colour, out);
            return;
        }
        if let Some(sums) = shown.sums {
            two_sums(sums, (x, y), CELL, out);
            return;
        }
        match shown.text.as_str() {
            "" | "○" | "●" => {}
            text if shown.is_clue && self.clues_in_circles => {
                circle(middle, CELL * 0.36, BACK, 1.5, out);
                word(text, middle, 20.0, INK, out);
            }
            text if self.links_of(cell) != [0; 4] => word_on_line(text, middle, 23.0, colour, out),
            text if !shown.label.is_empty() => word(text, (middle.0, middle.1 + 4.0), 21.0, colour, out),
            text => word(text, middle, 23.0, colour, out),
        }
    }

    fn ends_of(&self, edge: usize, frame: &Frame) -> [(f64, f64); 2] {
        self.board.ends(edge).map(|corner| {
            let (r, c) = (corner / (self.board.cols() + 1), corner % (self.board.cols() + 1));
            (frame.left + c as f64 * CELL, frame.top + r as f64 * CELL)
        })
    }

    /// The colour of a line: given by the puzzle, or drawn by the solver.
    fn colour_of_line(&self, edge: usize) -> &'static str {
        if self.is_given(edge) { INK } else { LINE }
    }

    /// The line along an edge.
    fn draw_border(&self, edge: usize, frame: &Frame, out: &mut String) {
        let [from, to] = self.ends_of(edge, frame);
        match (self.borders[edge].is_line(), self.weight(edge)) {
            (true, _) => line(from, to, self.colour_of_line(edge), 4.0, out),
            (_, 1) if self.board.cells_beside(edge) == [None, None] => line(from, to, BACK, 1.0, out),
            (_, 2) if self.is_heavier(edge) => line(from, to, INK, 1.8, out),
            (_, 2) => line(from, to, INK, 3.0, out),
            (_, 1) => line(from, to, FAINT, 1.0, out),
            _ => {}
        }
    }

    /// Draws the signs across an edge, and the crosses.
    fn draw_marks(&self, edge: usize, frame: &Frame, out: &mut String) {
        let [from, to] = self.ends_of(edge, frame);
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        // The way to the middle of the cell on either side.
        let (dx, dy) = if self.board.is_horizontal(edge) { (0.0, CELL / 2.0) } else { (CELL / 2.0, 0.0) };
        let aside: &[f64] = match self.links[edge] {
            Stroke::Line => &[0.0],
            Stroke::Double => &[-APART, APART],
            Stroke::Open | Stroke::Cross => &[],
        };
        for &by in aside {
            let (x, y) = if dx == 0.0 { (middle.0 + by, middle.1) } else { (middle.0, middle.1 + by) };
            // Beyond the frame there is no cell to lead into, but perhaps a number.
            let [before, after] = self.board.cells_beside(edge).map(|cell| if cell.is_some() { 1.0 } else { 0.0 });
            let (from, to) = ((x - dx * before, y - dy * before), (x + dx * after, y + dy * after));
            line(from, to, self.colour_of_line(edge), 4.0, out);
        }
        if !self.is_complete && (self.borders[edge] == Stroke::Cross || self.links[edge] == Stroke::Cross) {
            let s = 4.0;
            line((middle.0 - s, middle.1 - s), (middle.0 + s, middle.1 + s), CROSS, 1.5, out);
            line((middle.0 - s, middle.1 + s), (middle.0 + s, middle.1 - s), CROSS, 1.5, out);
        }
        self.ring(Place::Edge(edge as u16), middle, out);
        if !self.has_grid {
            for (x, y) in [from, to] {
                let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2\" fill=\"{INK}\"/>");
            }
        }
    }

    /// A ring around a place that a hint points at.
    fn ring(&self, place: Place, (x, y): (f64, f64), out: &mut String) {
        let looked = || self.looked_at.contains(&place).then_some(LOOK_RING);
        let Some(colour) = self.ring_colour(place).or_else(looked) else { return };
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"/>"
        );
    }

    fn draw_signs(&self, frame: &Frame, out: &mut String) {
        for corner in 0..self.board.corners() {
            let at = (corner / (self.board.cols() + 1), corner % (self.board.cols() + 1));
            let middle = (frame.left + at.1 as f64 * CELL, frame.top + at.0 as f64 * CELL);
            self.ring(Place::Corner(corner as u16), middle, out);
        }
        for (&corner, sign) in &self.corners {
            let (r, c) = (usize::from(corner) / (self.board.cols() + 1), usize::from(corner) % (self.board.cols() + 1));
            sign_at((frame.left + c as f64 * CELL, frame.top + r as f64 * CELL), sign, out);
        }
        for (&edge, sign) in &self.edge_signs {
            let [a, b] = self.board.ends(edge.into());
            let middle = |i: usize| {
                let point = |k: usize| (k / (self.board.cols() + 1), k % (self.board.cols() + 1));
                let ((r, c), (s, d)) = (point(a), point(b));
                if i == 0 { (c + d) as f64 / 2.0 } else { (r + s) as f64 / 2.0 }
            };
            sign_at((frame.left + middle(0) * CELL, frame.top + middle(1) * CELL), sign, out);
        }
    }

    fn draw_outside(&self, frame: &Frame, out: &mut String) {
        let (rows, cols) = (self.board.rows() as f64, self.board.cols() as f64);
        for (&(side, i), words) in &self.outside {
            let along = (f64::from(i) + 0.5) * CELL;
            for (k, text) in words.iter().enumerate() {
                // The last word stands next to the board above and on the left, the first below and
                // on the right.
                let near = (words.len() - 1 - k) as f64 * WORD + WORD / 2.0;
                let far = k as f64 * WORD + WORD / 2.0;
                let at = match side {
                    Side::Top => (frame.left + along, frame.top - MARGIN / 2.0 - near),
                    Side::Left => (frame.left - MARGIN / 2.0 - near, frame.top + along),
                    Side::Bottom => (frame.left + along, frame.top + rows * CELL + MARGIN / 2.0 + far),
                    Side::Right => (frame.left + cols * CELL + MARGIN / 2.0 + far, frame.top + along),
                };
                word(text, at, 17.0, INK, out);
                self.ring(Place::Outside(side, i), at, out);
            }
        }
    }
}

fn line((x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str, width: f64, out: &mut String) {
    let _ = writeln!(
        out,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"{width}\" \
         stroke-linecap=\"round\"/>"
    );
}
