//! Values in cells, candidates, and marks at them.

use super::{BACK, CELL, INK, Scene};
use crate::variant::design::symbol;
use std::fmt::Write;
use tesuji_genre::clue::Drawing;
use tesuji_genre::{Link, Marks};
use tesuji_solver::{Domain, Literal, Value, Var};

const FILLED: &str = "#1f5fbf";
const FAINT: &str = "#7d8794";
const PATTERN: &str = "#2e9e5b";
const EXTRA: &str = "#d98a00";
const STRUCK: &str = "#fbdfe2";
const GONE: &str = "#cf2e3f";

impl Scene<'_> {
    /// The value of a cell, or its candidates.
    pub(super) fn content(&self, out: &mut String, at: &Drawing<'_>, marks: &Marks, cell: u32) {
        let var = Var(cell);
        let domain = at.domains.get(var.index()).copied().unwrap_or(Domain::EMPTY);
        if let Some(value) = domain.value().filter(|_| at.placed.contains(var)) {
            let (fill, weight) = if at.given.contains(var) { (INK, "600") } else { (FILLED, "400") };
            return self.value(out, cell, value, fill, weight);
        }
        let shows_candidates = marks.candidates || self.pencilled.contains(&cell);
        match marks.placed.iter().find(|l| l.var == var).filter(|_| !shows_candidates) {
            Some(l) => self.value(out, cell, l.value, PATTERN, "600"),
            None if shows_candidates => {
                domain.iter().for_each(|value| self.candidate(out, marks, Literal { var, value }));
            }
            None => {}
        }
    }

    fn value(&self, out: &mut String, cell: u32, value: Value, fill: &str, weight: &str) {
        let (x, y) = self.centre(cell);
        let (y, sign) = (y + 10.0, symbol(value));
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"28\" font-weight=\"{weight}\" fill=\"{fill}\">{sign}</text>"
        );
    }

    fn candidate(&self, out: &mut String, marks: &Marks, literal: Literal) {
        let (cx, cy, size) = self.place_of(literal);
        let is_gone = marks.gone.contains(&literal);
        let disc = if is_gone {
            Some(STRUCK)
        } else if marks.placed.contains(&literal) || marks.pattern.contains(&literal) {
            Some(PATTERN)
        } else if marks.extra.contains(&literal) {
            Some(EXTRA)
        } else {
            None
        };
        let radius = size * 0.56;
        if let Some(fill) = disc {
            let _ = writeln!(out, "<circle cx=\"{cx:.2}\" cy=\"{cy:.2}\" r=\"{radius:.2}\" fill=\"{fill}\"/>");
        }
        let fill = match disc {
            _ if is_gone => GONE,
            Some(_) => BACK,
            None => FAINT,
        };
        let _ = writeln!(
            out,
            "<text x=\"{cx:.2}\" y=\"{:.2}\" font-size=\"{size:.2}\" fill=\"{fill}\">{}</text>",
            cy + size * 0.36,
            symbol(literal.value)
        );
        if is_gone {
            let d = radius * 0.8;
            let (left, right, top, bottom) = (cx - d, cx + d, cy - d, cy + d);
            let _ = writeln!(
                out,
                "<path d=\"M{left:.2} {bottom:.2}L{right:.2} {top:.2}\" stroke=\"{GONE}\" stroke-width=\"1.4\"/>"
            );
        }
    }

    /// Where a candidate stands, and how large it is: candidates form a small grid as wide as boxes
    /// are.
    fn place_of(&self, literal: Literal) -> (f64, f64, f64) {
        let values = self.design.values();
        let count = values.len() as usize;
        let across = (1..).find(|k| k * k >= count).unwrap_or(1);
        let down = count.div_ceil(across);
        let (left, top) = (3.0, if self.has_cages { 11.0 } else { 3.0 });
        let (wide, high) = ((CELL - 2.0 * left) / across as f64, (CELL - top - 3.0) / down as f64);
        let size = (wide.min(high) * 0.92).min(13.0);
        let k = usize::from(literal.value).saturating_sub(values.min().unwrap_or(0).into());
        let (x, y) = self.corner_of(literal.var.0);
        (x + left + ((k % across) as f64 + 0.5) * wide, y + top + ((k / across) as f64 + 0.5) * high, size)
    }

    /// A line between candidates that stops short of both, a little bent: links of one line of cells
    /// would lie on each other.
    pub(super) fn link(&self, out: &mut String, link: Link) {
        let [(ax, ay, size), (bx, by, _)] = [link.from, link.to].map(|l| self.place_of(l));
        let (dx, dy) = (bx - ax, by - ay);
        let long = dx.hypot(dy).max(1.0);
        let (ux, uy, gap) = (dx / long, dy / long, (size * 0.62).min(long / 3.0));
        let bend = (long * 0.12).min(14.0);
        let (mx, my) = ((ax + bx) / 2.0 - uy * bend, (ay + by) / 2.0 + ux * bend);
        let (stroke, dash) = if link.is_strong { (PATTERN, "") } else { (GONE, " stroke-dasharray=\"4 3\"") };
        let _ = writeln!(
            out,
            "<path d=\"M{:.2} {:.2}Q{mx:.2} {my:.2} {:.2} {:.2}\" stroke=\"{stroke}\" stroke-width=\"1.8\" \
             stroke-opacity=\"0.75\" fill=\"none\"{dash}/>",
            ax + ux * gap,
            ay + uy * gap,
            bx - ux * gap,
            by - uy * gap
        );
    }
}
