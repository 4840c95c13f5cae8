//! A scene in box-drawing characters: three characters a cell, five where cells hold two sums.

use super::{Scene, Stroke, crossing};
use crate::board::{Direction, Place, Side};

/// Characters between two grid lines.
const WIDTH: usize = 3;
/// The same where cells hold two sums, such as `16\45`.
const SUMS_WIDTH: usize = 5;

impl Scene {
    /// The scene as lines of text.
    pub fn unicode(&self) -> String {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let left = self.words(Side::Left, rows);
        let margin = left.iter().map(|w| w.chars().count()).max().unwrap_or(0);
        let margin = if margin > 0 { margin + 1 } else { 0 };
        let mut out = String::new();
        self.columns_of_words(Side::Top, margin, &mut out);
        for (row, words) in left.iter().map(Some).chain([None]).enumerate() {
            out += &" ".repeat(margin);
            for col in 0..=cols {
                out.push(self.corner(row, col));
                if col < cols {
                    out += &self.horizontal(row * cols + col);
                }
            }
            trim_line(&mut out);
            let Some(words) = words else { break };
            out += &format!("{words:>width$}", width = margin.saturating_sub(1));
            out += if margin > 0 { " " } else { "" };
            for col in 0..=cols {
                let edge = self.board.horizontal_edges() + row * (cols + 1) + col;
                out.push(self.vertical(edge));
                if col < cols {
                    out += &self.contents(row * cols + col);
                }
            }
            if let Some(words) = self.outside.get(&(Side::Right, row as u16)) {
                out += &format!(" {}", words.join(" "));
            }
            trim_line(&mut out);
        }
        self.columns_of_words(Side::Bottom, margin, &mut out);
        if let Some(words) = &self.below {
            out += &format!("{}{words}\n", " ".repeat(margin));
        }
        out
    }

    /// Characters between two grid lines.
    fn width(&self) -> usize {
        if self.has_sum_cells { SUMS_WIDTH } else { WIDTH }
    }

    fn centred(&self, text: &str) -> String {
        format!("{text:^width$}", width = self.width())
    }

    fn words(&self, side: Side, count: usize) -> Vec<String> {
        (0..count as u16).map(|i| self.outside.get(&(side, i)).map_or(String::new(), |w| w.join(" "))).collect()
    }

    fn columns_of_words(&self, side: Side, margin: usize, out: &mut String) {
        let cols = self.board.cols() as u16;
        let list = |c: u16| self.outside.get(&(side, c)).map_or(&[][..], Vec::as_slice);
        let depth = (0..cols).map(|c| list(c).len()).max().unwrap_or(0);
        for level in 0..depth {
            *out += &" ".repeat(margin);
            for col in 0..cols {
                let words = list(col);
                let skip = if side == Side::Top { depth - words.len() } else { 0 };
                let word = level.checked_sub(skip).and_then(|i| words.get(i)).map_or("", String::as_str);
                *out += &format!(" {}", self.centred(word));
            }
            trim_line(out);
        }
    }

    fn corner(&self, row: usize, col: usize) -> char {
        let corner = row * (self.board.cols() + 1) + col;
        if let Some(sign) = self.corners.get(&(corner as u16)).and_then(|s| s.chars().next()) {
            return sign;
        }
        let arm = |d: Direction| {
            let edges: Vec<usize> = self.board.edges_at(corner).collect();
            let is_this = |&e: &usize| {
                let [a, b] = self.board.ends(e);
                match d {
                    Direction::Up => b == corner && !self.board.is_horizontal(e),
                    Direction::Down => a == corner && !self.board.is_horizontal(e),
                    Direction::Left => b == corner && self.board.is_horizontal(e),
                    Direction::Right => a == corner && self.board.is_horizontal(e),
                }
            };
            edges.into_iter().find(is_this).map_or(0, |e| self.weight(e))
        };
        let arms = [Direction::Up, Direction::Right, Direction::Down, Direction::Left].map(arm);
        match arms {
            [0, 0, 0, 0] if self.has_grid => ' ',
            [0, 0, 0, 0] => '·',
            [up, right, down, left] => crossing(up, right, down, left),
        }
    }

    fn horizontal(&self, edge: usize) -> String {
        let line = match self.weight(edge) {
            2 => '━',
            1 => '─',
            _ => ' ',
        };
        let middle = if let Some(sign) = self.edge_signs.get(&(edge as u16)).and_then(|s| s.chars().next()) {
            sign
        } else if self.links[edge] == Stroke::Double {
            '║'
        } else if self.links[edge] == Stroke::Line {
            '┃'
        } else if self.borders[edge] == Stroke::Cross || self.links[edge] == Stroke::Cross {
            '×'
        } else {
            line
        };
        let beside = |n: usize| line.to_string().repeat(n);
        let half = self.width() / 2;
        match self.mark_at(Place::Edge(edge as u16)) {
            Some([open, close]) => format!("{open}{0}{middle}{0}{close}", beside(half - 1)),
            None => format!("{0}{middle}{0}", beside(half)),
        }
    }

    /// The brackets around a place that a hint points at: square ones where something is concluded.
    fn mark_at(&self, place: Place) -> Option<[char; 2]> {
        if self.concluded.contains(&place) || self.gone.contains(&place) {
            return Some(['[', ']']);
        }
        self.looked_at.contains(&place).then_some(['(', ')'])
    }

    fn vertical(&self, edge: usize) -> char {
        if let Some(sign) = self.edge_signs.get(&(edge as u16)).and_then(|s| s.chars().next()) {
            return sign;
        }
        match self.mark_at(Place::Edge(edge as u16)) {
            Some(['[', _]) => return '◆',
            Some(_) if self.links[edge].is_line() || self.borders[edge].is_line() => return '╪',
            Some(_) => return '◇',
            None => {}
        }
        match (self.links[edge], self.borders[edge], self.weight(edge)) {
            (Stroke::Double, ..) => '═',
            (Stroke::Line, ..) => '━',
            (Stroke::Cross, ..) | (_, Stroke::Cross, _) => '×',
            (_, _, 2) => '┃',
            (_, _, 1) => '│',
            _ => ' ',
        }
    }

    fn contents(&self, cell: usize) -> String {
        let plain = self.plain_contents(cell);
        let Some([open, close]) = self.mark_at(Place::Cell(cell as u16)) else { return plain };
        let (inner, width) = (plain.trim(), self.width());
        match inner.chars().count() {
            0 => self.centred(&format!("{open} {close}")),
            n if n + 2 <= width => self.centred(&format!("{open}{inner}{close}")),
            n if n < width => self.centred(&format!("{open}{inner}")),
            // A cell that is filled to its sides gives its outer characters away.
            n => format!("{open}{}{close}", inner.chars().skip(1).take(n - 2).collect::<String>()),
        }
    }

    fn plain_contents(&self, cell: usize) -> String {
        let shown = &self.cells[cell];
        let text = if shown.text.is_empty() { &shown.label } else { &shown.text };
        let (width, [up, right, down, left]) = (self.width(), self.links_of(cell));
        let [before, after] = [left, right].map(|w| if w > 0 { "━" } else { " " }.repeat(width / 2));
        if up + right + down + left > 0 && text.is_empty() {
            return format!("{before}{}{after}", crossing(up, right, down, left));
        }
        if let Some(sums) = shown.sums {
            let [down, right] = sums.map(|sum| sum.filter(|&n| n > 0).map_or(String::new(), |n| n.to_string()));
            return format!("{:▒^width$}", format!("{down}\\{right}"));
        }
        if shown.hole {
            return format!("{:▒^width$}", text);
        }
        match (shown.filled, text.as_str()) {
            (true, "") => "█".repeat(width),
            (true, text) => format!("█{text:█<w$}", w = width - 1),
            (false, "") if shown.dotted => self.centred("·"),
            (false, text) if text.chars().count() == 1 => format!("{before}{text}{after}"),
            (false, text) => self.centred(text),
        }
    }
}

/// Ends the last line without blanks before the line break.
fn trim_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}
