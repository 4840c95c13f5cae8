//! Signs as they are drawn: words, circles, dots on edges, pairs of sums.

use super::svg::{BACK, INK};
use std::fmt::Write;

/// How a sign is drawn that stands for a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glyph {
    /// As another sign.
    Sign(&'static str),
    /// As a disc of a colour.
    Disc(&'static str),
    /// As a line from corner to corner; `true` rises to the right.
    Diagonal(bool),
    /// As a filled triangle: which half of the cell it covers, down or up, left or right.
    Triangle {
        /// Does it cover the lower corner of its side?
        down: bool,
        /// Does it cover the left side?
        left: bool,
    },
}

/// Factors of the font size for words of up to two signs, of three, four, five, and more.
const SMALLER: [f64; 5] = [1.0, 0.85, 0.7, 0.58, 0.5];
/// Radius of a dot.
pub(super) const DOT: f64 = 6.5;
/// Width of its rim.
pub(super) const DOT_RIM: f64 = 1.5;

/// A word with its middle at a point. Words of more than two signs are drawn smaller.
pub(super) fn word(text: &str, at: (f64, f64), size: f64, colour: &str, out: &mut String) {
    write_word(text, at, size, colour, "", out);
}

/// Writes a word on a line, which does not touch the signs.
pub(super) fn word_on_line(text: &str, at: (f64, f64), size: f64, colour: &str, out: &mut String) {
    let halo = format!(" stroke=\"{BACK}\" stroke-width=\"5\" stroke-linejoin=\"round\" paint-order=\"stroke\"");
    write_word(text, at, size, colour, &halo, out);
}

/// A word of exactly that size.
pub(super) fn plain_word(text: &str, at: (f64, f64), size: f64, colour: &str, out: &mut String) {
    write_sized(text, at, size, colour, "", out);
}

/// A small word that begins at a point.
pub(super) fn corner_word(text: &str, (x, y): (f64, f64), colour: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"12.5\" text-anchor=\"start\" fill=\"{colour}\">{text}</text>"
    );
}

fn write_word(text: &str, at: (f64, f64), size: f64, colour: &str, more: &str, out: &mut String) {
    let small = text.chars().count().saturating_sub(2).min(SMALLER.len() - 1);
    write_sized(text, at, size * SMALLER[small], colour, more, out);
}

fn write_sized(text: &str, (x, y): (f64, f64), size: f64, colour: &str, more: &str, out: &mut String) {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let y = y + size * 0.35;
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{more}>{escaped}</text>");
}

/// A circle with its rim.
pub(super) fn circle((x, y): (f64, f64), r: f64, fill: &str, rim: f64, out: &mut String) {
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{rim}\"/>"
    );
}

/// A sign on an edge or a corner: circles as dots, numbers within a ring, others on the bare
/// ground.
pub(super) fn sign_at(at: (f64, f64), sign: &str, out: &mut String) {
    match sign {
        "○" => circle(at, DOT, BACK, DOT_RIM, out),
        "●" => circle(at, DOT, INK, DOT_RIM, out),
        _ if sign.chars().all(|c| c.is_ascii_digit()) => {
            circle(at, 9.0, BACK, 1.0, out);
            word(sign, at, 14.0, INK, out);
        }
        _ => word_on_line(sign, at, 17.0, INK, out),
    }
}

/// Two sums in a cell that a diagonal parts: for the cells below, and for those on the right.
/// Zero stands for no sum.
pub(super) fn two_sums(sums: [Option<u16>; 2], (x, y): (f64, f64), cell: f64, out: &mut String) {
    let _ = writeln!(
        out,
        "<line x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{}\" stroke=\"{BACK}\" stroke-width=\"1\"/>",
        x + cell,
        y + cell
    );
    let at = [(x + cell * 0.3, y + cell * 0.74), (x + cell * 0.7, y + cell * 0.28)];
    for (sum, at) in sums.into_iter().zip(at) {
        if let Some(sum) = sum.filter(|&sum| sum > 0) {
            word(&sum.to_string(), at, 16.0, BACK, out);
        }
    }
}

impl Glyph {
    /// Draws it into the cell whose upper left corner is given.
    pub(super) fn draw(self, (x, y): (f64, f64), cell: f64, colour: &str, out: &mut String) {
        let middle = (x + cell / 2.0, y + cell / 2.0);
        match self {
            Glyph::Sign(text) => word(text, middle, 24.0, colour, out),
            Glyph::Disc(fill) => circle(middle, cell * 0.28, fill, 1.5, out),
            Glyph::Diagonal(rises) => {
                let (from, to) = if rises { (y + cell, y) } else { (y, y + cell) };
                let _ = writeln!(
                    out,
                    "<line x1=\"{x}\" y1=\"{from}\" x2=\"{}\" y2=\"{to}\" stroke=\"{colour}\" stroke-width=\"3\" \
                     stroke-linecap=\"round\"/>",
                    x + cell
                );
            }
            Glyph::Triangle { down, left } => {
                let (side, far) = if left { (x, x + cell) } else { (x + cell, x) };
                let (end, top) = if down { (y + cell, y) } else { (y, y + cell) };
                let _ = writeln!(out, "<path d=\"M{side} {end}L{far} {end}L{side} {top}Z\" fill=\"{INK}\"/>");
            }
        }
    }
}
