//! Diagrams for a terminal: ● Black, ○ White, grid lines between.

use super::Scene;
use crate::{Color, Point};
use std::fmt::Write;

const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

pub(super) fn draw(scene: &Scene<'_>) -> String {
    let board = &scene.problem.question.board;
    let (_, h) = board.size();
    let mut out = String::new();
    let letters: String = (scene.low.x..=scene.high.x).map(|x| format!("{} ", LETTERS[x as usize] as char)).collect();
    let _ = writeln!(out, "   {}", letters.trim_end());
    for y in scene.low.y..=scene.high.y {
        let mut row = String::new();
        for x in scene.low.x..=scene.high.x {
            let p = Point::new(x, y);
            row.push_str(&glyph(scene, p));
            if x < scene.high.x {
                row.push(if joined(scene, p) { '─' } else { ' ' });
            }
        }
        let _ = writeln!(out, "{:>2} {}", h - y, row.trim_end());
    }
    let q = &scene.problem.question;
    let side = |c: Color| if c == Color::Black { "● Black" } else { "○ White" };
    let task = if scene.problem.color() == q.defender { "to live" } else { "to capture" };
    let _ = match &scene.caption {
        Some(words) => writeln!(out, "   {words}"),
        None => writeln!(out, "   {} to move, {task}", side(scene.problem.color())),
    };
    if !scene.targets.is_empty() {
        // One stone stands for its chain.
        let chains = board.chains().filter(|c| c.stones.meets(&scene.targets)).filter_map(|c| c.stones.first());
        let names: Vec<String> = chains.map(|p| p.name(h)).collect();
        let _ = writeln!(out, "   target: {}", names.join(", "));
    }
    if let Some(ko) = q.banned(scene.problem.first) {
        let _ = writeln!(out, "   ko: no move at {}", ko.name(h));
    }
    for (p, (n, _)) in scene.numbers.iter().filter(|(_, (n, _))| *n > 20) {
        let _ = writeln!(out, "   {n} at {}", p.name(h));
    }
    out
}

/// A grid line to the right: the point or its neighbour is empty.
fn joined(scene: &Scene<'_>, p: Point) -> bool {
    let board = &scene.problem.question.board;
    board.get(p).is_none() && board.get(Point::new(p.x + 1, p.y)).is_none()
}

fn glyph(scene: &Scene<'_>, p: Point) -> String {
    let board = &scene.problem.question.board;
    if let Some((n, color)) = scene.numbers.get(&p) {
        return numbered(*n, *color);
    }
    if scene.failing.contains(p) {
        return "✗".into();
    }
    let looked = scene.looked_at.contains(p);
    match (board.get(p), looked) {
        (Some(Color::Black), false) => "●".into(),
        (Some(Color::Black), true) => "◆".into(),
        (Some(Color::White), false) => "○".into(),
        (Some(Color::White), true) => "◇".into(),
        (None, true) => "◌".into(),
        (None, false) if scene.problem.question.banned(scene.problem.first) == Some(p) => "□".into(),
        (None, false) => line(scene, p).to_string(),
    }
}

/// ①… for White's moves, ❶… for Black's.
fn numbered(n: u8, color: Color) -> String {
    let base = match (n, color) {
        (1..=10, Color::Black) => 0x2776,
        (11..=20, Color::Black) => 0x24EB - 10,
        (1..=20, Color::White) => 0x2460,
        _ => return "*".into(),
    };
    char::from_u32(base + u32::from(n) - 1).map_or("*".into(), String::from)
}

fn line(scene: &Scene<'_>, p: Point) -> char {
    let (w, h) = scene.problem.question.board.size();
    if scene.is_star(p) {
        return '╋';
    }
    let column = (p.x == 0, p.x + 1 == w);
    let row = (p.y == 0, p.y + 1 == h);
    match (column, row) {
        ((true, _), (true, _)) => '┌',
        ((_, true), (true, _)) => '┐',
        ((true, _), (_, true)) => '└',
        ((_, true), (_, true)) => '┘',
        ((true, _), _) => '├',
        ((_, true), _) => '┤',
        (_, (true, _)) => '┬',
        (_, (_, true)) => '┴',
        _ => '┼',
    }
}
