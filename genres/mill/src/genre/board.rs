//! Boards as text and as SVG.

use crate::board::{Board, Point};
use crate::position::Colour;
use crate::puzzle::{Question, words_of_goal};
use std::fmt::Write;
use tesuji_genre::{Marks, Medium};

fn sign(question: &Question, p: Point) -> Option<Colour> {
    let position = question.position();
    Colour::BOTH.into_iter().find(|c| position.men[c.index()] & p.bit() != 0)
}

fn marked(marks: &Marks, p: Point) -> bool {
    marks.cells.iter().any(|v| v.0 as usize == p.index())
}

pub(super) fn draw(question: &Question, marks: &Marks, medium: Medium) -> String {
    match medium {
        Medium::Unicode => text(question, marks),
        Medium::Svg => svg(question, marks),
    }
}

/// Columns and rows of the drawing: each step of the board is two rows and four columns.
fn text(question: &Question, marks: &Marks) -> String {
    let board = Board::get(question.variant.rules.diagonals);
    let mut grid = vec![vec![' '; 25]; 13];
    for line in board.lines {
        let ends = [line[0], line[1], line[2]].map(|n| Point::new(n).map_or((0, 0), Point::place));
        for pair in ends.windows(2) {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            let (x0, y0) = (i32::from(x0) * 4, i32::from(y0) * 2);
            let (x1, y1) = (i32::from(x1) * 4, i32::from(y1) * 2);
            let steps = (x1 - x0).abs().max((y1 - y0).abs());
            let sign = match ((x1 - x0).signum(), (y1 - y0).signum()) {
                (_, 0) => '─',
                (0, _) => '│',
                (a, b) if a == b => '╲',
                _ => '╱',
            };
            for i in 1..steps {
                let (x, y) = (x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps);
                grid[y as usize][x as usize] = sign;
            }
        }
    }
    for p in Point::all() {
        let (x, y) = p.place();
        let (x, y) = (usize::from(x) * 4, usize::from(y) * 2);
        grid[y][x] = match sign(question, p) {
            Some(Colour::White) => '○',
            Some(Colour::Black) => '●',
            None => '·',
        };
        if marked(marks, p) {
            grid[y][x.saturating_sub(1)] = '[';
            grid[y][(x + 1).min(24)] = ']';
        }
    }
    let mut out = String::new();
    for (y, row) in grid.iter().enumerate() {
        let rank = if y % 2 == 0 { (7 - y / 2).to_string() } else { " ".to_string() };
        let row: String = row.iter().collect();
        let _ = writeln!(out, "{rank} {}", row.trim_end());
    }
    out += "  a   b   c   d   e   f   g\n";
    let _ = writeln!(out, "{}", words_of_goal(question));
    out
}

fn svg(question: &Question, marks: &Marks) -> String {
    const STEP: i32 = 50;
    const EDGE: i32 = 40;
    let board = Board::get(question.variant.rules.diagonals);
    let at = |p: Point| {
        let (x, y) = p.place();
        (EDGE + STEP * i32::from(x), EDGE + STEP * i32::from(y))
    };
    let size = 2 * EDGE + 6 * STEP;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {}\" font-family=\"sans-serif\">\n\
         <rect width=\"{size}\" height=\"{}\" fill=\"#f3e3c3\"/>\n<g stroke=\"#5b4a2f\" stroke-width=\"2\">\n",
        size + 30,
        size + 30
    );
    for line in board.lines {
        if let (Some(a), Some(b)) = (Point::new(line[0]), Point::new(line[2])) {
            let ((x0, y0), (x1, y1)) = (at(a), at(b));
            let _ = writeln!(out, "<line x1=\"{x0}\" y1=\"{y0}\" x2=\"{x1}\" y2=\"{y1}\"/>");
        }
    }
    out += "</g>\n";
    for p in Point::all() {
        let (x, y) = at(p);
        if marked(marks, p) {
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"21\" fill=\"#e0a030\"/>");
        }
        let (radius, fill) = match sign(question, p) {
            Some(Colour::White) => (16, "#ffffff"),
            Some(Colour::Black) => (16, "#222222"),
            None => (4, "#5b4a2f"),
        };
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#222222\"><title>{p}</title></circle>"
        );
    }
    for i in 0..7_i32 {
        let (x, file) = (EDGE + STEP * i, char::from(b'a' + i as u8));
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\">{file}</text>\
             <text x=\"14\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\">{}</text>",
            size - 8,
            x + 5,
            7 - i
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"14\" text-anchor=\"middle\">{}</text>\n</svg>",
        size / 2,
        size + 16,
        words_of_goal(question)
    );
    out
}
