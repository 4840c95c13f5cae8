//! Drawings of positions: Unicode for a terminal, SVG.

use crate::board::FLOOR_PENALTY;
use crate::state::{CENTRE, FLOOR};
use crate::{Board, Colour, Move, State, Tiles, WallKind, coloured_at};
use std::fmt::Write;
use tesuji_genre::{Marks, Rect};
use tesuji_solver::Var;

/// Places that marks name: a colour on a source is 5·source + colour (centre: source 9), a
/// destination 50 + line, or 55 for the floor.
pub fn marks(mv: Move) -> Marks {
    let source = u32::from(mv.source) * 5 + mv.colour.index() as u32;
    Marks { cells: vec![Var(source), Var(50 + u32::from(mv.to))], moves: vec![mv.to_string()], ..Marks::default() }
}

/// A move that is placed names both: its variable the colour on the source, its value the
/// destination.
fn marked(marks: &Marks, place: usize) -> bool {
    let placed = marks.placed.iter().flat_map(|m| [m.var.index(), 50 + usize::from(m.value)]);
    marks.cells.iter().map(|v| v.index()).chain(placed).any(|p| p == place)
}

/// As [`marks`] for a better move, with another one beside it that is worse.
pub fn marks_of_two(better: Move, worse: Move) -> Marks {
    let source = u32::from(worse.source) * 5 + worse.colour.index() as u32;
    Marks { gone: vec![tesuji_solver::Literal { var: Var(source), value: worse.to }], ..marks(better) }
}

/// Is this place that of a move that is worse?
fn is_worse(marks: &Marks, place: usize) -> bool {
    marks.gone.iter().any(|m| m.var.index() == place || 50 + usize::from(m.value) == place)
}

/// A text drawing: table above, boards side by side.
pub(crate) fn unicode(state: &State, marks: &Marks) -> String {
    let mut out = String::new();
    let ended = match state.phase() {
        crate::Phase::Over => ", over",
        crate::Phase::Stalled => ", stalled",
        _ => "",
    };
    // Writing to a string does not fail.
    let _ = writeln!(out, "round {}{ended}, player {} to move", state.round(), state.turn() + 1);
    let tiles = |source: u8| {
        let here = state.source(source);
        let letter = |c: Colour| {
            let place = usize::from(source) * 5 + c.index();
            let text = c.letter().to_string().repeat(here.get(c).into());
            match (marked(marks, place), is_worse(marks, place)) {
                (true, _) => format!("[{text}]"),
                (false, true) => format!("({text})"),
                (false, false) => text,
            }
        };
        let text: String = Colour::ALL.into_iter().filter(|&c| here.get(c) > 0).map(letter).collect();
        if text.is_empty() { "·".to_string() } else { text }
    };
    for i in 0..state.factories().len() {
        let _ = write!(out, "{}:{}  ", i + 1, tiles(i as u8));
    }
    let token = if state.token().is_none() { " +1st" } else { "" };
    let _ = writeln!(out, "C:{}{token}", tiles(CENTRE));
    let bag = |t: Tiles| Colour::ALL.map(|c| format!("{}{}", c.letter(), t.get(c))).join(" ");
    let _ = writeln!(out, "bag {}   lid {}", bag(state.bag()), bag(state.lid()));
    let mut boards: Vec<Vec<String>> = Vec::new();
    for (p, board) in state.boards().iter().enumerate() {
        let mover = p == state.turn();
        let mut lines = vec![format!("player {}{}: {} points", p + 1, if mover { " ▸" } else { "" }, board.score())];
        for row in 0..5 {
            let mut text = pointer(marks, mover, 50 + row).to_string();
            let (colour, n) = board.line(row).map_or((' ', 0), |(c, n)| (c.letter(), n.into()));
            for place in 0..5 {
                // Lines fill from the right.
                text.push(match 4 - place {
                    k if k > row => ' ',
                    k if k < n => colour,
                    _ => '□',
                });
            }
            text += " │";
            for column in 0..5 {
                text.push(match board.wall_tile(state.kind(), row, column) {
                    Some(c) => c.letter(),
                    None if state.kind() == WallKind::Coloured => {
                        coloured_at(row, column).letter().to_ascii_lowercase()
                    }
                    None => '·',
                });
            }
            lines.push(text);
        }
        let token = if state.token() == Some(p) { "+1st" } else { "" };
        let point = pointer(marks, mover, 50 + usize::from(FLOOR));
        let floor =
            if board.floor().is_empty() && state.token() == Some(p) { String::new() } else { board.floor().letters() };
        lines.push(format!("{point}floor {floor}{token} (−{})", FLOOR_PENALTY[usize::from(board.floor_len())]));
        boards.push(lines);
    }
    let width = boards.iter().flatten().map(|l| l.chars().count()).max().unwrap_or(0) + 3;
    for i in 0..7 {
        let row: String = boards.iter().map(|b| format!("{:<width$}", b.get(i).map_or("", |l| l))).collect();
        let _ = writeln!(out, "{}", row.trim_end());
    }
    out
}

/// Before a line: where the move puts its tiles, or a worse one.
fn pointer(marks: &Marks, mover: bool, place: usize) -> &'static str {
    match (mover, marked(marks, place), is_worse(marks, place)) {
        (true, true, _) => ">",
        (true, false, true) => ")",
        _ => " ",
    }
}

const FILL: [&str; 5] = ["#2f6fb3", "#f0b429", "#c8402f", "#2b2b2b", "#9fd3d6"];
const TILE: i32 = 24;

fn square(out: &mut String, x: i32, y: i32, fill: &str, extra: &str) {
    let _ = write!(
        out,
        r#"<rect x="{x}" y="{y}" width="{}" height="{}" rx="4" fill="{fill}"{extra}/>"#,
        TILE - 2,
        TILE - 2
    );
}

fn label(out: &mut String, x: i32, y: i32, size: i32, text: &str) {
    let _ = write!(out, r##"<text x="{x}" y="{y}" font-size="{size}" fill="#222">{text}</text>"##);
}

/// How a place is marked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// The move of the drawing.
    Move,
    /// A move that is worse.
    Worse,
}

fn mark_of(marks: &Marks, place: usize) -> Mark {
    match (marked(marks, place), is_worse(marks, place)) {
        (true, _) => Mark::Move,
        (false, true) => Mark::Worse,
        (false, false) => Mark::None,
    }
}

fn tile(out: &mut String, x: i32, y: i32, colour: Colour, mark: Mark) {
    let extra = match mark {
        Mark::Move => r##" stroke="#e0007a" stroke-width="3""##,
        Mark::Worse => r##" stroke="#111" stroke-width="3" stroke-dasharray="4 3""##,
        Mark::None => r##" stroke="#555" stroke-width="1""##,
    };
    square(out, x, y, FILL[colour.index()], extra);
    let ink = if matches!(colour, Colour::Yellow | Colour::White) { "#222" } else { "#fff" };
    let (cx, cy) = (x + TILE / 2 - 1, y + TILE / 2 + 4);
    // The letter too: colour alone does not tell all readers apart.
    let _ = write!(
        out,
        r#"<text x="{cx}" y="{cy}" font-size="12" text-anchor="middle" fill="{ink}">{}</text>"#,
        colour.letter()
    );
}

fn token(out: &mut String, x: i32, y: i32) {
    let (cx, cy) = (x + TILE / 2 - 1, y + TILE / 2 - 1);
    let _ = write!(
        out,
        r##"<circle cx="{cx}" cy="{cy}" r="10" fill="#fff" stroke="#222"/><text x="{cx}" y="{}" font-size="12" text-anchor="middle" fill="#222">1</text>"##,
        cy + 4
    );
}

/// Width of a player's board.
const BOARD_WIDTH: i32 = 12 * TILE + 40;
/// Side of a factory.
const FACTORY: i32 = 2 * TILE + 14;

fn width(state: &State) -> i32 {
    let columns = state.players().min(2) as i32;
    (columns * BOARD_WIDTH + 20).max(state.factories().len() as i32 * FACTORY + 20)
}

/// Tiles in a row of the centre.
fn per_row(state: &State) -> i32 {
    ((width(state) - 60) / TILE).max(1)
}

/// The tiles on the table by source and colour, with their left upper corners.
fn table_tiles(state: &State) -> Vec<(u8, Colour, (i32, i32))> {
    let mut all = Vec::new();
    let of = |tiles: Tiles| Colour::ALL.into_iter().flat_map(move |c| std::iter::repeat_n(c, tiles.get(c).into()));
    for (i, &tiles) in state.factories().iter().enumerate() {
        let (cx, cy) = (10 + i as i32 * FACTORY + FACTORY / 2 - 2, 34 + FACTORY / 2 - 2);
        for (k, colour) in (0_i32..).zip(of(tiles)) {
            all.push((i as u8, colour, (cx - TILE + 1 + k % 2 * TILE, cy - TILE + 1 + k / 2 * TILE)));
        }
    }
    let (first, y) = (i32::from(state.token().is_none()), 34 + FACTORY + 30);
    for (k, colour) in (first..).zip(of(state.centre())) {
        all.push((CENTRE, colour, (60 + k % per_row(state) * TILE, y + k / per_row(state) * TILE)));
    }
    all
}

/// Where the tiles of the table stand in the SVG drawing.
pub(crate) fn table_rects(state: &State) -> Vec<(u8, Colour, Rect)> {
    let side = f64::from(TILE);
    let rect = |(x, y): (i32, i32)| Rect { x: x.into(), y: y.into(), w: side, h: side };
    table_tiles(state).into_iter().map(|(source, colour, at)| (source, colour, rect(at))).collect()
}

/// An SVG drawing.
pub(crate) fn svg(state: &State, marks: &Marks) -> String {
    let columns = state.players().min(2) as i32;
    let rows = (state.players() as i32 + 1) / 2;
    let (board_width, board_height) = (BOARD_WIDTH, 6 * TILE + 76);
    let factory = FACTORY;
    let width = width(state);
    let table = factory + 30;
    let centre = state.centre().total().max(1);
    let per_row = per_row(state);
    let centre_rows = (i32::from(centre) + 1 + per_row - 1) / per_row;
    let top = 34 + table + centre_rows * TILE + 34;
    let height = top + rows * board_height + 10;
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="sans-serif"><rect width="{width}" height="{height}" fill="#faf7f0"/>"##
    );
    let ended = match state.phase() {
        crate::Phase::Over => ", over",
        crate::Phase::Stalled => ", stalled",
        _ => "",
    };
    label(&mut out, 10, 22, 15, &format!("Round {}{ended}, player {} to move", state.round(), state.turn() + 1));
    let tiles = table_tiles(state);
    let tiles_of = |source: u8, out: &mut String| {
        for &(_, colour, (x, y)) in tiles.iter().filter(|(from, ..)| *from == source) {
            tile(out, x, y, colour, mark_of(marks, 5 * usize::from(source) + colour.index()));
        }
    };
    for i in 0..state.factories().len() {
        let (x, y) = (10 + i as i32 * factory, 34);
        let (cx, cy) = (x + factory / 2 - 2, y + factory / 2 - 2);
        let _ =
            write!(out, r##"<circle cx="{cx}" cy="{cy}" r="{}" fill="#e6dfcf" stroke="#b8ad94"/>"##, factory / 2 - 1);
        tiles_of(i as u8, &mut out);
        label(&mut out, cx - 4, y + factory + 12, 12, &(i + 1).to_string());
    }
    let y = 34 + table;
    label(&mut out, 10, y + 16, 13, "Centre");
    if state.token().is_none() {
        token(&mut out, 60, y);
    }
    tiles_of(CENTRE, &mut out);
    for (p, board) in state.boards().iter().enumerate() {
        let (x, y) = (10 + p as i32 % columns * board_width, top + p as i32 / columns * board_height);
        svg_board(&mut out, state, p, board, (x, y), marks);
    }
    out + "</svg>"
}

fn svg_board(out: &mut String, state: &State, p: usize, board: &Board, (x, y): (i32, i32), marks: &Marks) {
    let mover = p == state.turn();
    let frame = if mover { "#e0007a" } else { "#b8ad94" };
    let (width, height) = (12 * TILE + 30, 6 * TILE + 66);
    let _ = write!(
        out,
        r##"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="#fffdf7" stroke="{frame}"/>"##
    );
    label(out, x + 8, y + 18, 14, &format!("Player {}: {} points", p + 1, board.score()));
    for row in 0..5usize {
        let top = y + 26 + row as i32 * TILE;
        let (colour, n) = board.line(row).map_or((None, 0), |(c, n)| (Some(c), usize::from(n)));
        for k in 0..=row {
            let left = x + 10 + (4 - k as i32) * TILE;
            match colour {
                Some(c) if k < n => tile(out, left, top, c, Mark::None),
                _ => square(out, left, top, "#efe9dc", r##" stroke="#c9bfa8""##),
            }
        }
        let mark = if mover { mark_of(marks, 50 + row) } else { Mark::None };
        if mark != Mark::None {
            let ink = if mark == Mark::Move { r##""#e0007a""## } else { r##""#111" stroke-dasharray="4 3""## };
            let _ = write!(
                out,
                r##"<rect x="{}" y="{}" width="{}" height="{TILE}" fill="none" stroke={ink} stroke-width="2"/>"##,
                x + 9 + (4 - row as i32) * TILE,
                top - 1,
                (row as i32 + 1) * TILE
            );
        }
        for column in 0..5usize {
            let left = x + 20 + (6 + column as i32) * TILE;
            match board.wall_tile(state.kind(), row, column) {
                Some(c) => tile(out, left, top, c, Mark::None),
                None if state.kind() == WallKind::Coloured => {
                    let fill = FILL[coloured_at(row, column).index()];
                    square(out, left, top, fill, r##" fill-opacity="0.18" stroke="#c9bfa8""##);
                }
                None => square(out, left, top, "#e3e3e3", r##" stroke="#c9bfa8""##),
            }
        }
    }
    let top = y + 34 + 5 * TILE;
    let mut k = 0;
    let has = state.token() == Some(p);
    let held = Colour::ALL.into_iter().flat_map(|c| std::iter::repeat_n(c, board.floor().get(c).into()));
    let mark = if mover { mark_of(marks, 50 + usize::from(FLOOR)) } else { Mark::None };
    for slot in 0..7 {
        let extra = match mark {
            Mark::Move => r##" stroke="#e0007a" stroke-width="2""##,
            Mark::Worse => r##" stroke="#111" stroke-width="2" stroke-dasharray="4 3""##,
            Mark::None => r##" stroke="#c9bfa8""##,
        };
        square(out, x + 10 + slot * TILE, top, "#f3ded8", extra);
        let cost = FLOOR_PENALTY[slot as usize + 1] - FLOOR_PENALTY[slot as usize];
        label(out, x + 14 + slot * TILE, top + TILE + 12, 11, &format!("−{cost}"));
    }
    for colour in held {
        tile(out, x + 10 + k * TILE, top, colour, Mark::None);
        k += 1;
    }
    if has {
        // With seven tiles there is no space for it: beside the line.
        token(out, x + 10 + k.min(7) * TILE, top);
    }
}
