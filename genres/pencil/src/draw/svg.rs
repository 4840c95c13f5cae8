//! Boards as self-contained SVG elements.

use crate::grid::{Grid, neighbours};
use crate::{Sheet, symbols};
use std::fmt::Write;
use tesuji_genre::clue::Drawing;
use tesuji_genre::{Link, Marks, Rect};
use tesuji_solver::{Domain, Literal, Var};

/// Side of a cell.
const CELL: f64 = 48.0;
/// Room around the grid for its thick border.
const MARGIN: f64 = 4.0;

const BACK: &str = "#ffffff";
const LOOK: &str = "#fff3c4";
const STRIPE: &str = "#eef1f6";
const HOUSE: &str = "#e3effc";
const INK: &str = "#1d2733";
const FILLED: &str = "#1f5fbf";
const FAINT: &str = "#7d8794";
const CAGE: &str = "#5a6472";
const PATTERN: &str = "#2e9e5b";
const EXTRA: &str = "#d98a00";
const STRUCK: &str = "#fbdfe2";
const GONE: &str = "#cf2e3f";

/// The board: regions, diagonals, cages, values, candidates and marks.
pub(crate) fn svg(sheet: &Sheet, at: &Drawing<'_>, marks: &Marks) -> String {
    let grid = &sheet.grid;
    let n = grid.n;
    let side = n as f64 * CELL + 2.0 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{side}\" height=\"{side}\" \
         font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" text-anchor=\"middle\">\n"
    );
    let _ = writeln!(out, "<rect width=\"{side}\" height=\"{side}\" fill=\"{BACK}\"/>");
    backgrounds(&mut out, grid, marks);
    if !grid.cages.is_empty() {
        cages(&mut out, sheet);
    }
    for cell in 0..n * n {
        contents(&mut out, grid, at, marks, cell);
    }
    lines(&mut out, grid);
    for link in &marks.links {
        links(&mut out, grid, *link);
    }
    out += "</svg>\n";
    out
}

/// Where the cells stand.
pub(crate) fn spots(grid: &Grid) -> Vec<(Var, Rect)> {
    let rect = |cell: usize| {
        let (x, y) = corner(grid, cell);
        Rect { x, y, w: CELL, h: CELL }
    };
    (0..grid.cells()).map(|cell| (Var(cell as u32), rect(cell))).collect()
}

fn corner(grid: &Grid, cell: usize) -> (f64, f64) {
    let (r, c) = grid.row_col(cell);
    (MARGIN + c as f64 * CELL, MARGIN + r as f64 * CELL)
}

fn backgrounds(out: &mut String, grid: &Grid, marks: &Marks) {
    for cell in 0..grid.cells() {
        let (r, c) = grid.row_col(cell);
        let look = marks.cells.contains(&Var(cell as u32));
        let stripe = grid.diagonals && (r == c || r + c + 1 == grid.n);
        let fill = if look {
            LOOK
        } else if marks.houses.iter().any(|h| h.contains(&Var(cell as u32))) {
            HOUSE
        } else if stripe {
            STRIPE
        } else {
            continue;
        };
        let (x, y) = corner(grid, cell);
        let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>");
    }
    if grid.diagonals {
        let end = MARGIN + grid.n as f64 * CELL;
        let _ = writeln!(
            out,
            "<path d=\"M{MARGIN} {MARGIN}L{end} {end}M{end} {MARGIN}L{MARGIN} {end}\" stroke=\"#c3ccd8\" \
             stroke-width=\"1.5\" fill=\"none\"/>"
        );
    }
}

/// Dotted outlines a little inside of the cells, and sums in the first cell's corner.
fn cages(out: &mut String, sheet: &Sheet) {
    const INSET: f64 = 4.0;
    let grid = &sheet.grid;
    let n = grid.n;
    let mut path = String::new();
    for cage in &grid.cages {
        let inside = |r: i64, c: i64| {
            let range = 0..n as i64;
            range.contains(&r) && range.contains(&c) && cage.contains(&((r * n as i64 + c) as u32))
        };
        for &cell in cage {
            let (r, c) = ((cell as usize / n) as i64, (cell as usize % n) as i64);
            let (x, y) = corner(grid, cell as usize);
            // Each side of the cell that borders on the outside; its ends reach into a neighbour of
            // the same cage, and stop short at a corner.
            for (dr, dc) in [(-1i64, 0i64), (1, 0), (0, -1), (0, 1)] {
                if inside(r + dr, c + dc) {
                    continue;
                }
                // The direction along the side.
                let (ar, ac) = (dc.abs(), dr.abs());
                let end = |sign: i64| {
                    let along = inside(r + sign * ar, c + sign * ac);
                    let bent = along && inside(r + sign * ar + dr, c + sign * ac + dc);
                    if bent {
                        CELL + INSET
                    } else if along {
                        CELL
                    } else {
                        CELL - INSET
                    }
                };
                let (from, to) = (CELL - end(-1), end(1));
                let off = if dr + dc < 0 { INSET } else { CELL - INSET };
                let _ = if dr != 0 {
                    write!(path, "M{} {}H{}", x + from, y + off, x + to)
                } else {
                    write!(path, "M{} {}V{}", x + off, y + from, y + to)
                };
            }
        }
    }
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{CAGE}\" stroke-width=\"1.2\" stroke-dasharray=\"3 2.2\"/>"
    );
    for (cage, sum) in grid.cages.iter().zip(&sheet.sums) {
        let (Some(&first), Some(sum)) = (cage.first(), sum) else { continue };
        let (x, y) = corner(grid, first as usize);
        let width = 6.6 * sum.to_string().len() as f64 + 2.0;
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"12\" fill=\"{BACK}\"/><text x=\"{}\" y=\"{}\" \
             font-size=\"11\" text-anchor=\"start\" fill=\"{INK}\">{sum}</text>",
            x + 2.0,
            y + 1.5,
            x + 3.0,
            y + 11.5
        );
    }
}

/// Where a candidate stands, and how large it is: candidates form a small grid as wide as the
/// boxes.
fn centre(grid: &Grid, l: Literal) -> (f64, f64, f64) {
    let across = (1..).find(|k| k * k >= grid.n).unwrap_or(1);
    let down = grid.n.div_ceil(across);
    let (left, top) = (3.0, if grid.cages.is_empty() { 3.0 } else { 11.0 });
    let (wide, high) = ((CELL - 2.0 * left) / across as f64, (CELL - top - 3.0) / down as f64);
    let size = (wide.min(high) * 0.92).min(13.0);
    let k = usize::from(l.value).saturating_sub(1);
    let (x, y) = corner(grid, l.var.index());
    (x + left + ((k % across) as f64 + 0.5) * wide, y + top + ((k / across) as f64 + 0.5) * high, size)
}

/// A line between candidates that stops short of both, a little bent: links of one line of cells
/// would lie on each other.
fn links(out: &mut String, grid: &Grid, link: Link) {
    let [(ax, ay, size), (bx, by, _)] = [link.from, link.to].map(|l| centre(grid, l));
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

fn contents(out: &mut String, grid: &Grid, at: &Drawing<'_>, marks: &Marks, cell: usize) {
    let var = Var(cell as u32);
    let (x, y) = corner(grid, cell);
    let middle = |out: &mut String, text: char, fill: &str, weight: &str| {
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"28\" font-weight=\"{weight}\" fill=\"{fill}\">{text}</text>",
            x + CELL / 2.0,
            y + CELL / 2.0 + 10.0
        );
    };
    let domain = at.domains.get(cell).copied().unwrap_or(Domain::EMPTY);
    if let Some(value) = domain.value().filter(|_| at.placed.contains(var)) {
        let given = at.given.contains(var);
        middle(out, symbols::symbol(value), if given { INK } else { FILLED }, if given { "600" } else { "400" });
        return;
    }
    if let Some(l) = marks.placed.iter().find(|l| l.var == var)
        && !marks.candidates
    {
        middle(out, symbols::symbol(l.value), PATTERN, "600");
        return;
    }
    if !marks.candidates {
        return;
    }
    for value in domain.iter() {
        let literal = Literal { var, value };
        let (cx, cy, size) = centre(grid, literal);
        let disc = if marks.gone.contains(&literal) {
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
        let gone = marks.gone.contains(&literal);
        let fill = if gone {
            GONE
        } else if disc.is_some() {
            BACK
        } else {
            FAINT
        };
        let _ = writeln!(
            out,
            "<text x=\"{cx:.2}\" y=\"{:.2}\" font-size=\"{size:.2}\" fill=\"{fill}\">{}</text>",
            cy + size * 0.36,
            symbols::symbol(value)
        );
        if gone {
            let d = radius * 0.8;
            let _ = writeln!(
                out,
                "<path d=\"M{:.2} {:.2}L{:.2} {:.2}\" stroke=\"{GONE}\" stroke-width=\"1.4\"/>",
                cx - d,
                cy + d,
                cx + d,
                cy - d
            );
        }
    }
}

/// Thin lines between all cells, thick ones between regions and around.
fn lines(out: &mut String, grid: &Grid) {
    let n = grid.n;
    let end = MARGIN + n as f64 * CELL;
    let mut thin = String::new();
    for i in 1..n {
        let p = MARGIN + i as f64 * CELL;
        let _ = write!(thin, "M{MARGIN} {p}H{end}M{p} {MARGIN}V{end}");
    }
    let mut thick = format!("M{MARGIN} {MARGIN}H{end}V{end}H{MARGIN}Z");
    for cell in 0..n * n {
        let (x, y) = corner(grid, cell);
        for near in neighbours(n, cell).filter(|&m| m > cell && grid.region[m] != grid.region[cell]) {
            let _ = if near == cell + 1 {
                write!(thick, "M{} {y}V{}", x + CELL, y + CELL)
            } else {
                write!(thick, "M{x} {}H{}", y + CELL, x + CELL)
            };
        }
    }
    let _ = writeln!(out, "<path d=\"{thin}\" stroke=\"#9aa5b1\" stroke-width=\"1\" fill=\"none\"/>");
    let _ = writeln!(
        out,
        "<path d=\"{thick}\" stroke=\"{INK}\" stroke-width=\"3\" stroke-linecap=\"square\" fill=\"none\"/>"
    );
}
