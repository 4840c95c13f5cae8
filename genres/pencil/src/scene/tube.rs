//! Thermometers as tubes with a bulb.

use super::Scene;
use super::svg::{BACK, CROSS, FILLED, INK};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Width of a tube.
const TUBE: f64 = 19.0;
/// Width of its rim.
const RIM: f64 = 1.5;
/// Radius of a bulb.
const BULB: f64 = 15.0;
/// Distance of the filling from the rim.
const GAP: f64 = 2.5;

impl Scene {
    /// The cells that tubes cover.
    pub(super) fn covered_by_tubes(&self) -> BTreeSet<usize> {
        self.tubes.iter().flatten().copied().collect()
    }

    /// Draws the tubes and their filling; `middle` gives the middle of a cell.
    pub(super) fn draw_tubes(&self, middle: &dyn Fn(usize) -> (f64, f64), out: &mut String) {
        for tube in &self.tubes {
            let Some(&bulb) = tube.first() else { continue };
            let all: Vec<&[usize]> = vec![tube];
            let filled: Vec<&[usize]> = tube
                .chunk_by(|a, b| self.cells[*a].filled == self.cells[*b].filled)
                .filter(|part| self.cells[part[0]].filled)
                .collect();
            for (parts, colour, less) in [(&all, INK, 0.0), (&all, BACK, RIM), (&filled, FILLED, RIM + GAP)] {
                for part in parts {
                    path(part, middle, TUBE - 2.0 * less, colour, out);
                    if part.first() == Some(&bulb) {
                        let (x, y) = middle(bulb);
                        let r = BULB - less;
                        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{colour}\"/>");
                    }
                }
            }
            for &cell in tube.iter().filter(|&&cell| self.cells[cell].dotted && !self.is_complete) {
                let (x, y) = middle(cell);
                let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"{CROSS}\"/>");
            }
        }
    }
}

/// Draws a line through the middles of cells, or a dot for one cell.
fn path(cells: &[usize], middle: &dyn Fn(usize) -> (f64, f64), width: f64, colour: &str, out: &mut String) {
    // A line of no length is drawn as its round ends.
    let ends = cells.iter().chain(cells.first().filter(|_| cells.len() == 1));
    let points: Vec<String> = ends.map(|&cell| middle(cell)).map(|(x, y)| format!("{x},{y}")).collect();
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"/>",
        points.join(" ")
    );
}
