//! Drawings of variants: lines, cages, dots, numbers outside.

use super::design::{Design, symbol};
use super::grid::{Grid, region_of};
use std::collections::BTreeSet;
use std::fmt::Write;
use tesuji_genre::clue::Drawing;
use tesuji_genre::{Marks, Rect};
use tesuji_solver::{Domain, Var};

/// The side of a cell.
const CELL: i32 = 64;
/// The space around the grid.
const MARGIN: i32 = 48;

/// An SVG drawing while it is made. Later shapes lie above earlier ones; the layer of signs lies above
/// all lines.
pub struct Scene<'a> {
    design: &'a Design,
    below: String,
    above: String,
    /// Cells whose corners and borders have a label already.
    labelled: BTreeSet<u32>,
}

impl<'a> Scene<'a> {
    /// Nothing is drawn yet.
    pub fn new(design: &'a Design) -> Scene<'a> {
        Scene { design, below: String::new(), above: String::new(), labelled: BTreeSet::new() }
    }

    /// The design.
    pub fn design(&self) -> &'a Design {
        self.design
    }

    /// The grid.
    pub fn grid(&self) -> &'a Grid {
        &self.design.grid
    }

    fn is_cell(&self, cell: u32) -> bool {
        (cell as usize) < self.grid().cells()
    }

    fn corner_of(&self, cell: u32) -> (i32, i32) {
        let (r, c) = place(self.design, cell);
        (MARGIN + c * CELL, MARGIN + r * CELL)
    }

    fn centre(&self, cell: u32) -> (i32, i32) {
        let (x, y) = self.corner_of(cell);
        (x + CELL / 2, y + CELL / 2)
    }

    /// A line through cells.
    pub fn line(&mut self, cells: &[u32], color: &str, width: i32) {
        let points: Vec<String> = cells.iter().map(|&c| self.centre(c)).map(|(x, y)| format!("{x},{y}")).collect();
        let _ = write!(
            self.below,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/>",
            points.join(" ")
        );
    }

    /// A thin line between two cells of the border.
    pub fn diagonal(&mut self, ends: [(usize, usize); 2]) {
        let cells = ends.map(|(r, c)| self.grid().cell(r, c));
        self.line(&cells, "#a8c8e8", 2);
    }

    /// A disc; its size as a part of the cell.
    pub fn disc(&mut self, cell: u32, size: f64, fill: &str, stroke: &str) {
        let (x, y) = self.centre(cell);
        let radius = (size * f64::from(CELL)) as i32;
        let _ = write!(
            self.below,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2\"/>"
        );
    }

    /// A filled square.
    pub fn square(&mut self, cell: u32, fill: &str) {
        let (x, y) = self.corner_of(cell);
        let side = CELL - 16;
        let _ = write!(
            self.below,
            "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\"/>",
            x + 8,
            y + 8
        );
    }

    /// A square on its corner.
    pub fn diamond(&mut self, cell: u32, fill: &str, stroke: &str) {
        let ((x, y), s) = (self.centre(cell), CELL * 2 / 5);
        let _ = write!(
            self.below,
            "<polygon points=\"{x},{} {},{y} {x},{} {},{y}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2\"/>",
            y - s,
            x + s,
            y + s,
            x - s
        );
    }

    /// Cells with a ground.
    pub fn shade(&mut self, cells: &[u32], color: &str) {
        for &cell in cells {
            let (x, y) = self.corner_of(cell);
            let _ =
                write!(self.below, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{color}\"/>");
        }
    }

    /// An arrow out of a circle or a pill.
    pub fn arrow(&mut self, pill: &[u32], shaft: &[u32]) {
        let whole: Vec<u32> = pill.last().into_iter().chain(shaft).copied().collect();
        self.line(&whole, "#909090", 3);
        if let [.., before, last] = whole[..] {
            let ((x, y), (u, v)) = (self.centre(before), self.centre(last));
            let (dx, dy) = ((u - x).signum() * 12, (v - y).signum() * 12);
            let (ax, ay) = (u + dx / 2, v + dy / 2);
            let _ = write!(
                self.below,
                "<polyline points=\"{},{} {ax},{ay} {},{}\" fill=\"none\" stroke=\"#909090\" stroke-width=\"3\"/>",
                ax - dx - dy,
                ay - dy + dx,
                ax - dx + dy,
                ay - dy - dx
            );
        }
        if let [circle] = pill {
            return self.disc(*circle, 0.38, "white", "#909090");
        }
        self.line(pill, "#909090", 52);
        self.line(pill, "white", 48);
    }

    /// A dashed border around cells, with a label.
    pub fn cage(&mut self, cells: &[u32], label: &str) {
        let inset = 5;
        let has = |cell: Option<u32>| cell.is_some_and(|c| cells.contains(&c));
        let mut path = String::new();
        for &cell in cells.iter().filter(|&&c| self.is_cell(c)) {
            let step = |d, r| has(self.grid().step(cell, d, r));
            let (x, y) = self.corner_of(cell);
            let (far_x, far_y) = (x + CELL, y + CELL);
            // Where the cage goes on, its border runs to the cell's own border.
            let end = |open: bool, at: i32, sign: i32| if open { at } else { at + sign * inset };
            let (left, right) = (end(step(0, -1), x, 1), end(step(0, 1), far_x, -1));
            let (top, bottom) = (end(step(-1, 0), y, 1), end(step(1, 0), far_y, -1));
            let mut side = |is_open: bool, from: (i32, i32), to: (i32, i32)| {
                if !is_open {
                    let _ = write!(path, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
                }
            };
            side(step(-1, 0), (left, y + inset), (right, y + inset));
            side(step(1, 0), (left, far_y - inset), (right, far_y - inset));
            side(step(0, -1), (x + inset, top), (x + inset, bottom));
            side(step(0, 1), (far_x - inset, top), (far_x - inset, bottom));
        }
        let _ = write!(self.below, "<path d=\"{path}\" fill=\"none\" stroke=\"#606060\" stroke-dasharray=\"4 3\"/>");
        let mut order: Vec<u32> = cells.to_vec();
        order.sort_unstable();
        let free = order.iter().find(|c| !self.labelled.contains(c)).or(order.first()).copied();
        if let (Some(cell), false) = (free, label.is_empty()) {
            self.labelled.insert(cell);
            let (x, y) = self.corner_of(cell);
            self.text(x + 7, y + 17, 14, "start", "#303030", label);
        }
    }

    fn text(&mut self, x: i32, y: i32, size: i32, anchor: &str, color: &str, text: &str) {
        let _ = write!(
            self.above,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{color}\">{}</text>",
            escaped(text)
        );
    }

    /// A dot between two cells.
    pub fn dot(&mut self, a: u32, b: u32, fill: &str, text: &str) {
        let ((x, y), (u, v)) = (self.centre(a), self.centre(b));
        let (x, y) = ((x + u) / 2, (y + v) / 2);
        let _ = write!(
            self.above,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{fill}\" stroke=\"black\" stroke-width=\"1.5\"/>"
        );
        self.text(x, y + 4, 12, "middle", if fill == "black" { "white" } else { "black" }, text);
    }

    /// A sign between two cells.
    pub fn between(&mut self, a: u32, b: u32, sign: &str) {
        let ((x, y), (u, v)) = (self.centre(a), self.centre(b));
        let (x, y) = ((x + u) / 2, (y + v) / 2);
        let _ = write!(self.above, "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"white\"/>");
        self.text(x, y + 6, 18, "middle", "black", sign);
    }

    /// Signs on the corner that four cells share.
    pub fn corner(&mut self, cells: &[u32], signs: &[String]) {
        let Some(&last) = cells.iter().max() else { return };
        let (x, y) = self.corner_of(last);
        let _ = write!(self.above, "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"white\" stroke=\"black\"/>");
        let rows: Vec<String> = signs.chunks(2).map(|row| row.join(" ")).collect();
        let top = y + 5 - 6 * (rows.len() as i32 - 1);
        for (i, row) in rows.iter().enumerate() {
            self.text(x, top + 13 * i as i32, 13, "middle", "black", row);
        }
    }

    /// A word outside, before a line that begins with these cells.
    pub fn outside(&mut self, first: u32, second: u32, text: &str) {
        let ((x, y), (u, v)) = (self.centre(first), self.centre(second));
        let (dx, dy) = ((u - x).signum(), (v - y).signum());
        self.text(x - dx * 54, y - dy * 54 + 7, 20, "middle", "black", text);
    }

    /// A word outside, before a diagonal.
    pub fn outside_diagonal(&mut self, first: u32, down: i32, right: i32, text: &str) {
        let (x, y) = self.centre(first);
        self.text(x - right * 54, y - down * 54 + 6, 16, "middle", "#404040", text);
        let (x, y) = (x - right * 42, y - down * 42);
        let _ = write!(
            self.below,
            "<line x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{}\" stroke=\"#404040\"/>",
            x + right * 10,
            y + down * 10
        );
    }

    /// The whole drawing.
    pub fn svg(mut self, at: &Drawing<'_>, marks: &Marks) -> String {
        let design = self.design;
        for c in &design.constraints {
            (c.kind.draw)(c, &mut self);
        }
        let rows = self.rows() as i32;
        let cols =
            design.grid.cols.max(design.grid.outside.iter().map(|g| columns(design, g)).max().unwrap_or(0)) as i32;
        let (width, height) = (2 * MARGIN + cols * CELL, 2 * MARGIN + rows * CELL);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"sans-serif\"><rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"
        );
        let variables = self.grid().variables();
        let places = marks.places.iter().copied().filter(|&place| (place as usize) < variables);
        for cell in marks.cells.iter().map(|var| var.0).chain(places) {
            let (x, y) = self.corner_of(cell);
            let _ = write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#fff3b0\"/>");
        }
        out += &self.below;
        out += &self.lines();
        out += &self.above;
        for (i, &domain) in at.domains.iter().enumerate() {
            out += &self.content(i as u32, domain, at, marks);
        }
        for (group, first) in groups(design) {
            let (x, y) = self.corner_of(first);
            let label =
                if group.label.is_empty() { group.name.clone() } else { format!("{} {}", group.name, group.label) };
            let _ = write!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"14\">{}</text>", y - 6, escaped(&label));
        }
        out + "</svg>\n"
    }

    fn rows(&self) -> usize {
        let variables = self.grid().variables() as u32;
        (variables - 1).checked_sub(0).map_or(0, |last| place(self.design, last).0 as usize + 1)
    }

    /// Cell borders, thick where regions meet.
    fn lines(&self) -> String {
        let grid = self.grid();
        let regions = self.design.regions();
        let mut out = String::new();
        for cell in 0..grid.variables() as u32 {
            let (x, y) = self.corner_of(cell);
            let _ = write!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"none\" stroke=\"#a0a0a0\"/>"
            );
        }
        let own = |cell: Option<u32>| cell.and_then(|c| region_of(&regions, c));
        let mut thick = String::new();
        for cell in 0..grid.cells() as u32 {
            let (x, y) = self.corner_of(cell);
            let here = own(Some(cell));
            for (down, right, line) in [
                (-1, 0, [x, y, x + CELL, y]),
                (1, 0, [x, y + CELL, x + CELL, y + CELL]),
                (0, -1, [x, y, x, y + CELL]),
                (0, 1, [x + CELL, y, x + CELL, y + CELL]),
            ] {
                let beside = grid.step(cell, down, right);
                if beside.is_none() || own(beside) != here {
                    let _ = write!(thick, "M{} {}L{} {}", line[0], line[1], line[2], line[3]);
                }
            }
        }
        let _ = write!(
            out,
            "<path d=\"{thick}\" fill=\"none\" stroke=\"black\" stroke-width=\"3\" stroke-linecap=\"square\"/>"
        );
        out
    }

    fn content(&self, cell: u32, domain: Domain, at: &Drawing<'_>, marks: &Marks) -> String {
        let (x, y) = self.corner_of(cell);
        let var = Var(cell);
        let mut out = String::new();
        let placed = marks.placed.iter().find(|l| l.var == var).map(|l| l.value);
        let value = domain.value().filter(|_| at.placed.contains(var) || at.given.contains(var));
        if let Some(value) = placed.or(value) {
            let color = if placed.is_some() {
                "#208020"
            } else if at.given.contains(var) {
                "black"
            } else {
                "#2040c0"
            };
            let _ = write!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"36\" text-anchor=\"middle\" fill=\"{color}\">{}</text>",
                x + CELL / 2,
                y + CELL / 2 + 13,
                symbol(value)
            );
            return out;
        }
        if marks.candidates || (at.given.is_empty() && domain != self.design.values()) {
            let n = self.design.values().len() as i32;
            let wide = (1..).find(|w| w * w >= n).unwrap_or(3);
            for (i, value) in self.design.values().iter().enumerate().filter(|(_, v)| domain.contains(*v)) {
                let (r, c) = (i as i32 / wide, i as i32 % wide);
                let is_gone = marks.gone.iter().any(|l| l.var == var && l.value == value);
                let is_looked_at = marks.pattern.iter().chain(&marks.extra).any(|l| l.var == var && l.value == value);
                let color = if is_gone {
                    "#c02020"
                } else if is_looked_at {
                    "#208020"
                } else {
                    "#606060"
                };
                let _ = write!(
                    out,
                    "<text x=\"{}\" y=\"{}\" font-size=\"12\" text-anchor=\"middle\" fill=\"{color}\">{}</text>",
                    x + CELL * (2 * c + 1) / (2 * wide),
                    y + CELL * (2 * r + 1) / (2 * wide) + 5,
                    symbol(value)
                );
            }
        }
        out
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Columns of a group of variables outside.
fn columns(design: &Design, group: &super::grid::Group) -> usize {
    if group.columns > 0 { group.columns } else { design.grid.cols.min(group.count) }
}

/// The groups of variables outside, each with its first variable.
fn groups(design: &Design) -> Vec<(&super::grid::Group, u32)> {
    let mut first = design.grid.cells() as u32;
    design
        .grid
        .outside
        .iter()
        .map(|group| {
            let own = first;
            first += group.count as u32;
            (group, own)
        })
        .collect()
}

/// Row and column of a cell; variables outside stand below the grid, group by group.
fn place(design: &Design, cell: u32) -> (i32, i32) {
    let mut top = design.grid.rows as i32 + 1;
    for (group, first) in groups(design) {
        let wide = columns(design, group) as u32;
        if (first..first + group.count as u32).contains(&cell) {
            let i = cell - first;
            return (top + (i / wide) as i32, (i % wide) as i32);
        }
        top += (group.count as u32).div_ceil(wide) as i32 + 1;
    }
    let (r, c) = design.grid.row_col(cell);
    (r as i32, c as i32)
}

/// Where the cells stand in a drawing.
pub fn spots(design: &Design) -> Vec<(Var, Rect)> {
    let scene = Scene::new(design);
    let cells = 0..design.grid.variables() as u32;
    cells
        .map(|cell| {
            let (x, y) = scene.corner_of(cell);
            (Var(cell), Rect { x: x.into(), y: y.into(), w: CELL.into(), h: CELL.into() })
        })
        .collect()
}

/// The grid in characters, then its constraints in words.
pub fn unicode(design: &Design, at: &Drawing<'_>, marks: &Marks, words: &[String]) -> String {
    let grid = &design.grid;
    let regions = design.regions();
    let own = |r: usize, c: usize| (r < grid.rows && c < grid.cols).then(|| region_of(&regions, grid.cell(r, c)));
    let mut out = String::new();
    for r in 0..=grid.rows {
        // The border above the row.
        for c in 0..=grid.cols {
            let up = |c: usize| (r > 0).then(|| own(r - 1, c)).flatten();
            let is_thick = c < grid.cols && up(c) != own(r, c);
            out += "+";
            if c < grid.cols {
                out += if is_thick { "---" } else { "   " };
            }
        }
        out = out.trim_end().to_string() + "\n";
        if r == grid.rows {
            break;
        }
        for c in 0..=grid.cols {
            let left = (c > 0).then(|| own(r, c - 1)).flatten();
            out += if left == own(r, c) { " " } else { "|" };
            if c < grid.cols {
                let sign = value_sign(Var(grid.cell(r, c)), at, marks);
                out += &format!(" {sign} ");
            }
        }
        out = out.trim_end().to_string() + "\n";
    }
    for (group, first) in groups(design) {
        let signs = (first..first + group.count as u32).map(|v| value_sign(Var(v), at, marks).to_string());
        out += &format!("{}: {}\n", group.name, signs.collect::<Vec<_>>().join(" "));
    }
    for line in words {
        out += &format!("{line}\n");
    }
    out
}

fn value_sign(var: Var, at: &Drawing<'_>, marks: &Marks) -> char {
    let placed = marks.placed.iter().find(|l| l.var == var).map(|l| l.value);
    let known = at.domains.get(var.index()).and_then(|d| d.value());
    let known = known.filter(|_| at.placed.contains(var) || at.given.contains(var));
    placed.or(known).map_or('.', symbol)
}
