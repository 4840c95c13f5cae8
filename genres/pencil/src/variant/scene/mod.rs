//! Drawings of grids: what constraints draw, and how the grid, its values and candidates look.

mod contents;
mod drawings;
mod unicode;

pub(crate) use drawings::drawn_words;
pub use unicode::unicode;

use super::design::Design;
use super::grid::{Grid, Group};
use std::collections::BTreeSet;
use std::fmt::Write;
use tesuji_genre::clue::Drawing;
use tesuji_genre::{Marks, Rect};
use tesuji_solver::Var;

/// The side of a cell.
const CELL: f64 = 48.0;
/// The space around the grid for its thick border.
const MARGIN: f64 = 4.0;
/// The space where words stand outside.
const WORDS_MARGIN: f64 = 36.0;
/// How far the border of a cage lies inside of its cells.
const INSET: f64 = 4.0;

const BACK: &str = "#ffffff";
const INK: &str = "#1d2733";
const LOOK: &str = "#fff3c4";
const HOUSE: &str = "#e3effc";
const STRIPE: &str = "#eef1f6";
const CAGE: &str = "#5a6472";

/// An SVG drawing while it is made. Later shapes lie above earlier ones of their layer: grounds,
/// then lines, the grid's own lines, signs. Widths are given in 64ths of a cell.
pub struct Scene<'a> {
    design: &'a Design,
    margin: f64,
    ground: String,
    below: String,
    above: String,
    /// Cells in whose corner a word stands already.
    labelled: BTreeSet<u32>,
    /// Cells whose candidates are clues, which are always drawn.
    pencilled: BTreeSet<u32>,
    /// Do cages have borders and words in their cells?
    has_cages: bool,
    /// Do words stand outside of the grid?
    has_words_outside: bool,
}

fn part(of_64: i32) -> f64 {
    f64::from(of_64) * CELL / 64.0
}

impl<'a> Scene<'a> {
    /// A grid with its constraints.
    pub fn new(design: &'a Design) -> Scene<'a> {
        let scene = Scene::within(design, MARGIN);
        if scene.has_words_outside { Scene::within(design, WORDS_MARGIN) } else { scene }
    }

    fn within(design: &'a Design, margin: f64) -> Scene<'a> {
        let mut scene = Scene {
            design,
            margin,
            ground: String::new(),
            below: String::new(),
            above: String::new(),
            labelled: BTreeSet::new(),
            pencilled: BTreeSet::new(),
            has_cages: false,
            has_words_outside: false,
        };
        for c in &design.constraints {
            (c.kind.draw)(c, &mut scene);
        }
        scene.drawings();
        scene
    }

    /// Adds cells whose candidates are clues.
    #[must_use]
    pub fn with_pencil_marks(self, cells: BTreeSet<u32>) -> Scene<'a> {
        Scene { pencilled: cells, ..self }
    }

    /// The design.
    pub fn design(&self) -> &'a Design {
        self.design
    }

    /// The grid.
    pub fn grid(&self) -> &'a Grid {
        &self.design.grid
    }

    fn corner_of(&self, cell: u32) -> (f64, f64) {
        let (r, c) = place(self.design, cell);
        (self.margin + c as f64 * CELL, self.margin + r as f64 * CELL)
    }

    fn centre(&self, cell: u32) -> (f64, f64) {
        let (x, y) = self.corner_of(cell);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    fn between_cells(&self, a: u32, b: u32) -> (f64, f64) {
        let ((x, y), (u, v)) = (self.centre(a), self.centre(b));
        ((x + u) / 2.0, (y + v) / 2.0)
    }

    /// A line through cells.
    pub fn line(&mut self, cells: &[u32], color: &str, width: i32) {
        let points: Vec<String> = cells.iter().map(|&c| self.centre(c)).map(|(x, y)| format!("{x},{y}")).collect();
        let _ = writeln!(
            self.below,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/>",
            points.join(" "),
            part(width)
        );
    }

    /// A diagonal of the grid: a ground in its cells, and a thin line.
    pub fn diagonal(&mut self, cells: &[u32]) {
        self.shade(cells, STRIPE);
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { return };
        let ((x, top), (u, v)) = (self.corner_of(first), self.corner_of(last));
        let (left, right) = if x < u { (x, u + CELL) } else { (x + CELL, u) };
        let bottom = v + CELL;
        let _ = writeln!(
            self.below,
            "<path d=\"M{left} {top}L{right} {bottom}\" stroke=\"#c3ccd8\" stroke-width=\"1.5\" fill=\"none\"/>"
        );
    }

    /// A disc; its size as a part of the cell.
    pub fn disc(&mut self, cell: u32, size: f64, fill: &str, stroke: &str) {
        let ((x, y), radius) = (self.centre(cell), size * CELL);
        let _ = writeln!(
            self.below,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius:.2}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>"
        );
    }

    /// A filled square.
    pub fn square(&mut self, cell: u32, fill: &str) {
        let ((x, y), side) = (self.corner_of(cell), CELL * 0.75);
        let (x, y) = (x + CELL / 8.0, y + CELL / 8.0);
        let _ = writeln!(self.below, "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\"/>");
    }

    /// A square on its corner.
    pub fn diamond(&mut self, cell: u32, fill: &str, stroke: &str) {
        let ((x, y), s) = (self.centre(cell), CELL * 0.4);
        let (top, right, bottom, left) = (y - s, x + s, y + s, x - s);
        let _ = writeln!(
            self.below,
            "<polygon points=\"{x},{top} {right},{y} {x},{bottom} {left},{y}\" fill=\"{fill}\" stroke=\"{stroke}\" \
             stroke-width=\"1.5\"/>"
        );
    }

    /// Cells with a ground.
    pub fn shade(&mut self, cells: &[u32], color: &str) {
        for &cell in cells {
            let ground = self.filled(cell, color);
            self.ground += &ground;
        }
    }

    fn filled(&self, cell: u32, color: &str) -> String {
        let (x, y) = self.corner_of(cell);
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{color}\"/>\n")
    }

    /// An arrow out of a circle or a pill.
    pub fn arrow(&mut self, pill: &[u32], shaft: &[u32]) {
        let whole: Vec<u32> = pill.last().into_iter().chain(shaft).copied().collect();
        self.line(&whole, "#909090", 3);
        if let [.., before, last] = whole[..] {
            let ((x, y), (u, v)) = (self.centre(before), self.centre(last));
            let towards = |d: f64| if d == 0.0 { 0.0 } else { d.signum() * 9.0 };
            let (dx, dy) = (towards(u - x), towards(v - y));
            let (ax, ay) = (u + dx / 2.0, v + dy / 2.0);
            let _ = writeln!(
                self.below,
                "<polyline points=\"{},{} {ax},{ay} {},{}\" fill=\"none\" stroke=\"#909090\" stroke-width=\"2.25\"/>",
                ax - dx - dy,
                ay - dy + dx,
                ax - dx + dy,
                ay - dy - dx
            );
        }
        if let [circle] = pill {
            return self.disc(*circle, 0.38, BACK, "#909090");
        }
        self.line(pill, "#909090", 52);
        self.line(pill, BACK, 48);
    }

    /// A dotted border a little inside of the cells, and a word in the corner of the first one that
    /// has none.
    pub fn cage(&mut self, cells: &[u32], label: &str) {
        self.has_cages = true;
        let count = self.grid().cells() as u32;
        let mut path = String::new();
        for &cell in cells.iter().filter(|&&c| c < count) {
            let has = |down: i32, right: i32| self.grid().step(cell, down, right).is_some_and(|c| cells.contains(&c));
            let (x, y) = self.corner_of(cell);
            // Each side of the cell that borders on the outside; its ends reach into a neighbour of
            // the same cage, and stop short at a corner.
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if has(down, right) {
                    continue;
                }
                // The direction along the side.
                let (along_down, along_right) = (right.abs(), down.abs());
                let end = |sign: i32| {
                    let (d, r) = (sign * along_down, sign * along_right);
                    match (has(d, r), has(d + down, r + right)) {
                        (true, true) => CELL + INSET,
                        (true, false) => CELL,
                        (false, _) => CELL - INSET,
                    }
                };
                let (from, to) = (CELL - end(-1), end(1));
                let off = if down + right < 0 { INSET } else { CELL - INSET };
                let _ = if down != 0 {
                    write!(path, "M{} {}H{}", x + from, y + off, x + to)
                } else {
                    write!(path, "M{} {}V{}", x + off, y + from, y + to)
                };
            }
        }
        let _ = writeln!(
            self.below,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{CAGE}\" stroke-width=\"1.2\" stroke-dasharray=\"3 2.2\"/>"
        );
        let mut order: Vec<u32> = cells.to_vec();
        order.sort_unstable();
        let free = order.iter().find(|c| !self.labelled.contains(c)).or(order.first()).copied();
        if let (Some(cell), false) = (free, label.is_empty()) {
            self.labelled.insert(cell);
            let (x, y) = self.corner_of(cell);
            let width = 7.6 * label.chars().count() as f64 + 2.0;
            let _ = writeln!(
                self.above,
                "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"14\" fill=\"{BACK}\"/><text x=\"{}\" y=\"{}\" \
                 font-size=\"13\" text-anchor=\"start\" fill=\"{INK}\">{}</text>",
                x + 2.0,
                y + 1.5,
                x + 3.0,
                y + 13.0,
                escaped(label)
            );
        }
    }

    fn text(&mut self, (x, y): (f64, f64), size: i32, color: &str, text: &str) {
        if !text.is_empty() {
            let _ = writeln!(
                self.above,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{color}\">{}</text>",
                escaped(text)
            );
        }
    }

    /// A dot between two cells.
    pub fn dot(&mut self, a: u32, b: u32, fill: &str, text: &str) {
        let (x, y) = self.between_cells(a, b);
        let _ = writeln!(
            self.above,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{fill}\" stroke=\"black\" stroke-width=\"1.2\"/>"
        );
        self.text((x, y + 3.2), 9, if fill == "black" { "white" } else { "black" }, text);
    }

    /// A sign between two cells.
    pub fn between(&mut self, a: u32, b: u32, sign: &str) {
        let (x, y) = self.between_cells(a, b);
        let _ = writeln!(self.above, "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{BACK}\"/>");
        self.text((x, y + 4.8), 13, "black", sign);
    }

    /// Signs on the corner that four cells share.
    pub fn corner(&mut self, cells: &[u32], signs: &[String]) {
        let Some(&last) = cells.iter().max() else { return };
        let (x, y) = self.corner_of(last);
        let _ = writeln!(self.above, "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{BACK}\" stroke=\"black\"/>");
        let rows: Vec<String> = signs.chunks(2).map(|row| row.join(" ")).collect();
        let top = y + 4.0 - 5.0 * (rows.len() as f64 - 1.0);
        for (i, row) in rows.iter().enumerate() {
            self.text((x, top + 10.0 * i as f64), 10, "black", row);
        }
    }

    /// A word outside, before a line that begins with these cells.
    pub fn outside(&mut self, first: u32, second: u32, text: &str) {
        let ((x, y), (u, v)) = (self.centre(first), self.centre(second));
        let (dx, dy) = ((u - x) / CELL, (v - y) / CELL);
        self.has_words_outside = true;
        self.text((x - dx * 40.0, y - dy * 40.0 + 5.5), 15, "black", text);
    }

    /// A word outside, before a diagonal.
    pub fn outside_diagonal(&mut self, first: u32, down: i32, right: i32, text: &str) {
        let ((x, y), (right, down)) = (self.centre(first), (f64::from(right), f64::from(down)));
        self.has_words_outside = true;
        self.text((x - right * 40.0, y - down * 40.0 + 4.5), 12, "#404040", text);
        let (x, y) = (x - right * 31.5, y - down * 31.5);
        let (u, v) = (x + right * 7.5, y + down * 7.5);
        let _ = writeln!(self.below, "<path d=\"M{x} {y}L{u} {v}\" stroke=\"#404040\"/>");
    }

    /// The whole drawing.
    pub fn svg(&self, at: &Drawing<'_>, marks: &Marks) -> String {
        let design = self.design;
        let variables = self.grid().variables() as u32;
        let places = (0..variables).map(|v| place(design, v));
        let (rows, cols) = places.fold((0, 0), |(rows, cols), (r, c)| (rows.max(r + 1), cols.max(c + 1)));
        let [width, height] = [cols, rows].map(|n| n as f64 * CELL + 2.0 * self.margin);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" text-anchor=\"middle\">\n"
        );
        let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{BACK}\"/>");
        out += &self.ground;
        for cell in 0..variables {
            let var = Var(cell);
            if marks.cells.contains(&var) || marks.places.contains(&cell) {
                out += &self.filled(cell, LOOK);
            } else if marks.houses.iter().any(|house| house.contains(&var)) {
                out += &self.filled(cell, HOUSE);
            }
        }
        out += &self.below;
        self.lines(&mut out);
        out += &self.above;
        for cell in 0..variables {
            self.content(&mut out, at, marks, cell);
        }
        marks.links.iter().for_each(|link| self.link(&mut out, *link));
        for (group, first) in groups(design) {
            let (x, y) = self.corner_of(first);
            let y = y - 5.0;
            let label = format!("{} {}", group.name, group.label);
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"11\" text-anchor=\"start\" fill=\"{INK}\">{}</text>",
                escaped(label.trim_end())
            );
        }
        out += "</svg>\n";
        out
    }

    /// Thin lines between all cells, thick ones between regions and around; borders of variables
    /// outside.
    fn lines(&self, out: &mut String) {
        let grid = self.grid();
        let start = self.margin;
        let [right, bottom] = [grid.cols, grid.rows].map(|n| start + n as f64 * CELL);
        let mut thin = String::new();
        for at in (1..grid.rows).map(|i| start + i as f64 * CELL) {
            let _ = write!(thin, "M{start} {at}H{right}");
        }
        for at in (1..grid.cols).map(|i| start + i as f64 * CELL) {
            let _ = write!(thin, "M{at} {start}V{bottom}");
        }
        for (x, y) in (grid.cells()..grid.variables()).map(|v| self.corner_of(v as u32)) {
            let _ = write!(thin, "M{x} {y}h{CELL}v{CELL}h-{CELL}Z");
        }
        let owners = self.design.owners();
        let mut thick = format!("M{start} {start}H{right}V{bottom}H{start}Z");
        for (a, b) in grid.neighbours() {
            if owners[a as usize] != owners[b as usize] {
                let (x, y) = self.corner_of(b);
                let _ = if b == a + 1 {
                    write!(thick, "M{x} {y}V{}", y + CELL)
                } else {
                    write!(thick, "M{x} {y}H{}", x + CELL)
                };
            }
        }
        let _ = writeln!(out, "<path d=\"{thin}\" stroke=\"#9aa5b1\" stroke-width=\"1\" fill=\"none\"/>");
        let _ = writeln!(
            out,
            "<path d=\"{thick}\" stroke=\"{INK}\" stroke-width=\"3\" stroke-linecap=\"square\" fill=\"none\"/>"
        );
    }

    /// Where the cells stand.
    pub fn spots(&self) -> Vec<(Var, Rect)> {
        let rect = |cell: u32| {
            let (x, y) = self.corner_of(cell);
            (Var(cell), Rect { x, y, w: CELL, h: CELL })
        };
        (0..self.grid().variables() as u32).map(rect).collect()
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Columns of a group of variables outside.
fn columns(design: &Design, group: &Group) -> usize {
    if group.columns > 0 { group.columns } else { design.grid.cols.min(group.count) }
}

/// The groups of variables outside, each with its first variable.
fn groups(design: &Design) -> Vec<(&Group, u32)> {
    let mut first = design.grid.cells() as u32;
    let mut all = Vec::new();
    for group in &design.grid.outside {
        all.push((group, first));
        first += group.count as u32;
    }
    all
}

/// Row and column of a cell; variables outside stand below the grid, group by group.
fn place(design: &Design, cell: u32) -> (usize, usize) {
    let mut top = design.grid.rows + 1;
    for (group, first) in groups(design) {
        let (wide, count) = (columns(design, group), group.count);
        if (first..first + count as u32).contains(&cell) {
            let i = (cell - first) as usize;
            return (top + i / wide, i % wide);
        }
        top += count.div_ceil(wide) + 1;
    }
    design.grid.row_col(cell)
}
