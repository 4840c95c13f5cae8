//! Diagrams for pages: a self-contained SVG element.

use super::Scene;
use crate::{Color, Point};
use std::fmt::Write;
use tesuji_genre::Rect;

const CELL: f64 = 28.0;
const MARGIN: f64 = 34.0;
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

fn x(scene: &Scene<'_>, p: Point) -> f64 {
    MARGIN + f64::from(p.x - scene.low.x) * CELL
}

fn y(scene: &Scene<'_>, p: Point) -> f64 {
    MARGIN + f64::from(p.y - scene.low.y) * CELL
}

/// The squares around the points.
pub(super) fn places(scene: &Scene<'_>) -> Vec<(Point, Rect)> {
    points(scene).map(|p| (p, Rect::around(x(scene, p), y(scene, p), CELL))).collect()
}

pub(super) fn draw(scene: &Scene<'_>) -> String {
    let board = &scene.problem.question.board;
    let (columns, rows) = (scene.high.x - scene.low.x, scene.high.y - scene.low.y);
    let (width, height) = (2.0 * MARGIN + f64::from(columns) * CELL, 2.0 * MARGIN + f64::from(rows) * CELL + 14.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" \
         fill=\"#f2d9a0\"/>\n"
    );
    grid(scene, &mut out);
    for p in points(scene) {
        let (cx, cy) = (x(scene, p), y(scene, p));
        let numbered = scene.numbers.get(&p);
        let color = numbered.map(|(_, c)| *c).or(board.get(p));
        if let Some(color) = color {
            let fill = if color == Color::Black { "#111" } else { "#fff" };
            let _ = writeln!(
                out,
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"13\" fill=\"{fill}\" stroke=\"#111\" stroke-width=\"1\"/>"
            );
        } else if scene.is_star(p) {
            let _ = writeln!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"3\" fill=\"#111\"/>");
        }
        let ink = if color == Some(Color::Black) { "#fff" } else { "#111" };
        if let Some((n, _)) = numbered {
            text(&mut out, cx, cy + 5.0, 15, ink, &n.to_string());
        } else if scene.failing.contains(p) {
            text(&mut out, cx, cy + 6.0, 18, "#b00020", "✗");
        } else if scene.looked_at.contains(p) {
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"9\" height=\"9\" fill=\"none\" stroke=\"#b00020\" stroke-width=\"2\"/>",
                cx - 4.5,
                cy - 4.5
            );
        } else if scene.targets.contains(p) {
            let (left, right, top, bottom) = (cx - 6.0, cx + 6.0, cy - 7.0, cy + 3.5);
            let _ = writeln!(
                out,
                "<polygon points=\"{left},{bottom} {right},{bottom} {cx},{top}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.5\"/>"
            );
        } else if scene.held.contains(p) && color.is_some() {
            let _ = writeln!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"3\" fill=\"#8a8f98\"/>");
        } else if scene.problem.question.banned(scene.problem.first) == Some(p) {
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"14\" fill=\"none\" stroke=\"#111\" stroke-width=\"1.5\"/>",
                cx - 7.0,
                cy - 7.0
            );
        }
    }
    let mover = if scene.problem.color() == Color::Black { "Black" } else { "White" };
    let task = if scene.problem.color() == scene.problem.question.defender { "live" } else { "capture" };
    // Smaller where the board is, so that it fits.
    let size = (width / 13.0).min(14.0) as u32;
    let words = scene.caption.clone().unwrap_or_else(|| format!("{mover} to move and {task}"));
    text(&mut out, width / 2.0, height - 8.0, size, "#111", &words);
    out.push_str("</svg>\n");
    out
}

fn points(scene: &Scene<'_>) -> impl Iterator<Item = Point> {
    let (low, high) = (scene.low, scene.high);
    (low.y..=high.y).flat_map(move |y| (low.x..=high.x).map(move |x| Point::new(x, y)))
}

fn text(out: &mut String, x: f64, y: f64, size: u32, ink: &str, words: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{ink}\">{words}</text>"
    );
}

/// Lines run half a cell past the window where the board goes on; the board's edge is drawn thick.
fn grid(scene: &Scene<'_>, out: &mut String) {
    let (w, h) = scene.problem.question.board.size();
    let past = |goes_on: bool| if goes_on { CELL / 2.0 } else { 0.0 };
    let left = x(scene, scene.low) - past(scene.low.x > 0);
    let right = x(scene, scene.high) + past(scene.high.x + 1 < w);
    let top = y(scene, scene.low) - past(scene.low.y > 0);
    let bottom = y(scene, scene.high) + past(scene.high.y + 1 < h);
    let mut line = |x1: f64, y1: f64, x2: f64, y2: f64, edge: bool| {
        let width = if edge { 2.5 } else { 1.0 };
        let _ = writeln!(
            out,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#111\" stroke-width=\"{width}\" \
             stroke-linecap=\"square\"/>"
        );
    };
    for column in scene.low.x..=scene.high.x {
        let at = x(scene, Point::new(column, scene.low.y));
        line(at, top, at, bottom, column == 0 || column + 1 == w);
    }
    for row in scene.low.y..=scene.high.y {
        let at = y(scene, Point::new(scene.low.x, row));
        line(left, at, right, at, row == 0 || row + 1 == h);
    }
    for column in scene.low.x..=scene.high.x {
        let name = (LETTERS[column as usize] as char).to_string();
        text(out, x(scene, Point::new(column, scene.low.y)), 13.0, 12, "#555", &name);
    }
    for row in scene.low.y..=scene.high.y {
        text(out, 9.0, y(scene, Point::new(scene.low.x, row)) + 4.0, 12, "#555", &(h - row).to_string());
    }
}
