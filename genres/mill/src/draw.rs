//! The board as text and as SVG.

use crate::action::{Action, Turn};
use crate::board::{Board, Point};
use crate::position::{Colour, Position};
use std::fmt::Write;
use tesuji_genre::Rect;

/// Points and turns to mark.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Highlights {
    /// Turns to show: moves as arrows, places as rings, men taken crossed out.
    pub turns: Vec<Turn>,
    /// Points to ring.
    pub points: Vec<Point>,
    /// The caption below the board; empty: the side to move, and the men in hand.
    pub caption: String,
}

/// The board with coordinates: `○` White, `●` Black, `×` a blocked point, `·` empty; below it whose
/// turn it is and the men in hand.
pub fn unicode(position: &Position, diagonals: bool) -> String {
    // A point every four columns and every two rows.
    let mut canvas = vec![vec![' '; 25]; 13];
    let place = |p: u8| {
        let (column, row) = Point::new(p).map_or((0, 0), Point::place);
        (usize::from(column) * 4, usize::from(row) * 2)
    };
    for line in Board::get(diagonals).lines {
        for pair in line.windows(2) {
            let ((x0, y0), (x1, y1)) = (place(pair[0]), place(pair[1]));
            let steps = x0.abs_diff(x1).max(y0.abs_diff(y1));
            for i in 1..steps {
                let between = |a: usize, b: usize| (a * (steps - i) + b * i) / steps;
                let (x, y) = (between(x0, x1), between(y0, y1));
                canvas[y][x] = match (x0 == x1, y0 == y1) {
                    (true, _) => '│',
                    (_, true) => '─',
                    // A diagonal passes one place between two points.
                    _ if i * 2 != steps => canvas[y][x],
                    _ if (x0 < x1) == (y0 < y1) => '╲',
                    _ => '╱',
                };
            }
        }
    }
    for p in Point::all() {
        let (x, y) = place(p.index() as u8);
        canvas[y][x] = match () {
            () if position.men[0] & p.bit() != 0 => '○',
            () if position.men[1] & p.bit() != 0 => '●',
            () if position.marked & p.bit() != 0 => '×',
            () => '·',
        };
    }
    let mut out = String::new();
    for (y, row) in canvas.iter().enumerate() {
        let rank = if y % 2 == 0 { char::from(b'7' - (y / 2) as u8) } else { ' ' };
        let row: String = row.iter().collect();
        let _ = writeln!(out, "{rank} {}", row.trim_end());
    }
    out.push_str("  a   b   c   d   e   f   g\n");
    out.push_str(&caption(position));
    out.push('\n');
    out
}

/// Whose turn it is, what it has to do, and the men in hand.
pub fn caption(position: &Position) -> String {
    if let Some(end) = position.end {
        return end.winner.map_or_else(|| "drawn or over".to_string(), |w| format!("{} has won", w.name()));
    }
    let todo = if position.must_remove() { "takes a man" } else { "to move" };
    let mut words = format!("{} {todo}", position.side.name());
    if position.hand != [0, 0] {
        let _ = write!(words, "; in hand {} white, {} black", position.hand[0], position.hand[1]);
    }
    words
}

/// Side of the picture.
const SIZE: u32 = 420;

/// The square around a point in the SVG element.
pub fn rect(p: Point) -> Rect {
    let (x, y) = at(p);
    Rect::around(f64::from(x), f64::from(y), 44.0)
}

fn at(p: Point) -> (u32, u32) {
    let (column, row) = p.place();
    (50 + 52 * u32::from(column), 30 + 52 * u32::from(row))
}

/// A self-contained SVG element.
pub fn svg(position: &Position, diagonals: bool, show: &Highlights) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {h}\" width=\"{SIZE}\" height=\"{h}\" \
         font-family=\"sans-serif\">\n<rect width=\"{SIZE}\" height=\"{h}\" fill=\"#f3ead7\"/>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"5\" markerHeight=\"5\" \
         orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"#c0392b\"/></marker></defs>\n\
         <g stroke=\"#4a3b28\" stroke-width=\"2\">\n",
        h = SIZE + 30
    );
    for line in Board::get(diagonals).lines {
        let ends = [line[0], line[2]].map(|p| Point::new(p).map_or((0, 0), at));
        let [(x1, y1), (x2, y2)] = ends;
        let _ = writeln!(out, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
    }
    out.push_str("</g>\n");
    for p in Point::all() {
        let (x, y) = at(p);
        let (r, fill) = match () {
            () if position.men[0] & p.bit() != 0 => (16, "#ffffff"),
            () if position.men[1] & p.bit() != 0 => (16, "#222222"),
            () => (4, "#4a3b28"),
        };
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\" stroke=\"#222222\" stroke-width=\"1.5\"><title>{p}</title></circle>"
        );
        if position.marked & p.bit() != 0 {
            cross(&mut out, p, "#777777");
        }
    }
    for p in &show.points {
        ring(&mut out, *p);
    }
    for action in show.turns.iter().flat_map(|t| t.actions().collect::<Vec<_>>()) {
        match action {
            Action::Place(p) => ring(&mut out, p),
            Action::Remove(p) => cross(&mut out, p, "#c0392b"),
            Action::Move(from, to) => arrow(&mut out, from, to),
        }
    }
    out.push_str("<g font-size=\"14\" fill=\"#4a3b28\" text-anchor=\"middle\">\n");
    for i in 0..7_u32 {
        let (x, y) = (50 + 52 * i, 35 + 52 * i);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"382\">{}</text>", char::from(b'a' + i as u8));
        let _ = writeln!(out, "<text x=\"16\" y=\"{y}\">{}</text>", 7 - i);
    }
    let fill = if position.side == Colour::White { "#ffffff" } else { "#222222" };
    let _ = writeln!(
        out,
        "<circle cx=\"58\" cy=\"416\" r=\"8\" fill=\"{fill}\" stroke=\"#222222\"/>\
         <text x=\"74\" y=\"421\" text-anchor=\"start\">{}</text>\n</g>\n</svg>",
        if show.caption.is_empty() { caption(position) } else { show.caption.clone() }
    );
    out
}

fn ring(out: &mut String, p: Point) {
    let (x, y) = at(p);
    let _ =
        writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"20\" fill=\"none\" stroke=\"#c0392b\" stroke-width=\"3\"/>");
}

fn cross(out: &mut String, p: Point, colour: &str) {
    let (x, y) = at(p);
    let (l, r, t, b) = (x - 10, x + 10, y - 10, y + 10);
    let _ = writeln!(out, "<path d=\"M{l} {t}L{r} {b}M{l} {b}L{r} {t}\" stroke=\"{colour}\" stroke-width=\"4\"/>");
}

fn arrow(out: &mut String, from: Point, to: Point) {
    let ((x1, y1), (x2, y2)) = (at(from), at(to));
    let _ = writeln!(
        out,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#c0392b\" stroke-width=\"4\" marker-end=\"url(#tip)\"/>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;
    use crate::variant::RuleSet;

    fn sample() -> Position {
        let text = "***O**@*/@****@*O/OO@***@O b m s 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";
        fen::parse(&RuleSet::STANDARD, text).unwrap().position
    }

    #[test]
    fn as_text() {
        let want = "\
7 ○───────────○───────────○
  │           │           │
6 │   ○───────●───────·   │
  │   │       │       │   │
5 │   │   ·───·───·   │   │
  │   │   │       │   │   │
4 ●───·───●       ·───·───●
  │   │   │       │   │   │
3 │   │   ·───·───○   │   │
  │   │       │       │   │
2 │   ●───────·───────·   │
  │           │           │
1 ·───────────·───────────·
  a   b   c   d   e   f   g
Black to move
";
        assert_eq!(unicode(&sample(), false), want);
        let diagonal = unicode(&sample(), true);
        assert_eq!(diagonal.chars().filter(|c| "╲╱".contains(*c)).count(), 8);
    }

    #[test]
    fn as_svg() {
        let show = Highlights { turns: vec!["b2-b4xe3".parse().unwrap()], ..Highlights::default() };
        let drawn = svg(&sample(), false, &show);
        assert_eq!(drawn.matches("r=\"16\"").count(), 10);
        assert_eq!(drawn.matches("<line").count(), 16 + 1);
        assert_eq!(svg(&sample(), true, &Highlights::default()).matches("<line").count(), 20);
        assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>\n"));
    }
}
