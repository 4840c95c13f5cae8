//! What a document draws besides its constraints: lines, circles, rectangles, texts, cages, colours
//! of cells. They are drawn and not read.

use super::{CELL, INK, Scene, escaped};
use crate::variant::design::Design;
use crate::variant::fpuzzles::is_picture;
use serde_json::Value as Json;
use std::fmt::Write;

/// The parts of documents with drawings on single cells, and their nouns.
const SHAPES: [(&str, &str); 3] = [("rectangle", "rectangle"), ("circle", "circle"), ("text", "text")];
/// The most of each part that is drawn.
const MOST: usize = 2000;

/// The drawings of a part that show no constraint.
fn of<'a>(design: &'a Design, part: &str) -> impl Iterator<Item = &'a Json> {
    let list = design.extras.get(part).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    list.iter().filter(|drawing| !is_picture(drawing)).take(MOST)
}

/// The row and the column of a cell by its name, which may lie beside the grid.
fn place(cell: &Json) -> Option<(f64, f64)> {
    let (row, col) = cell.as_str()?.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let number = |text: &str| text.parse::<i32>().ok().filter(|n| (-1..=99).contains(n)).map(|n| f64::from(n) - 1.0);
    Some((number(row)?, number(col)?))
}

fn places(list: Option<&Json>) -> Vec<(f64, f64)> {
    list.and_then(Json::as_array).into_iter().flatten().filter_map(place).collect()
}

/// A colour that is safe to write down, else the usual one.
fn colour<'a>(json: Option<&'a Json>, usual: &'a str) -> &'a str {
    let text = json.and_then(Json::as_str).unwrap_or_default();
    let is_hex = text.strip_prefix('#').is_some_and(|hex| hex.len() <= 8 && hex.chars().all(|c| c.is_ascii_hexdigit()));
    let is_word = (3..=20).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphabetic());
    if is_hex && text.len() > 3 || is_word { text } else { usual }
}

fn size(json: Option<&Json>, usual: f64) -> f64 {
    let number = json.and_then(|json| json.as_f64().or_else(|| json.as_str()?.parse().ok()));
    number.filter(|n| (0.02..=20.0).contains(n)).unwrap_or(usual)
}

impl Scene<'_> {
    /// Adds the drawings of the document.
    pub(super) fn drawings(&mut self) {
        let design = self.design;
        if let Some(cells) = design.extras.get("cells").and_then(Json::as_object) {
            for (name, cell) in cells {
                let list = cell.get("cArray").or_else(|| cell.get("highlightArray")).and_then(Json::as_array);
                let first = list.and_then(|list| list.first());
                let own = colour(first.or_else(|| cell.get("c")).or_else(|| cell.get("highlight")), "");
                if let (Some(at), false) = (place(&Json::from(name.as_str())), own.is_empty()) {
                    let (x, y) = self.point(at);
                    let (x, y) = (x - CELL / 2.0, y - CELL / 2.0);
                    let _ = writeln!(
                        self.ground,
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{own}\" fill-opacity=\"0.6\"/>"
                    );
                }
            }
        }
        for line in of(design, "line") {
            let (own, width) = (colour(line.get("outlineC"), "#a0a0a0"), size(line.get("width"), 0.1) * CELL);
            for list in line.get("lines").and_then(Json::as_array).into_iter().flatten() {
                let points: Vec<String> =
                    places(Some(list)).into_iter().map(|at| self.point(at)).map(|(x, y)| format!("{x},{y}")).collect();
                let _ = writeln!(
                    self.below,
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{own}\" stroke-width=\"{width:.2}\" \
                     stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                    points.join(" ")
                );
            }
        }
        for (part, _) in SHAPES {
            of(design, part).for_each(|drawing| self.shape(part, drawing));
        }
        for cage in of(design, "cage") {
            let cells = places(cage.get("cells")).into_iter().filter_map(|(r, c)| {
                let inside = r >= 0.0 && c >= 0.0 && (r as usize) < design.grid.rows && (c as usize) < design.grid.cols;
                inside.then(|| design.grid.cell(r as usize, c as usize))
            });
            let cells: Vec<u32> = cells.collect();
            self.cage(&cells, cage.get("value").and_then(Json::as_str).unwrap_or_default());
        }
    }

    /// The middle of a cell, which may lie beside the grid.
    fn point(&mut self, (r, c): (f64, f64)) -> (f64, f64) {
        let grid = &self.design.grid;
        if r < 0.0 || c < 0.0 || r >= grid.rows as f64 || c >= grid.cols as f64 {
            self.has_words_outside = true;
        }
        (self.margin + (c + 0.5) * CELL, self.margin + (r + 0.5) * CELL)
    }

    /// A circle, a rectangle or a text in the middle of its cells.
    fn shape(&mut self, part: &str, drawing: &Json) {
        let cells = places(drawing.get("cells"));
        if cells.is_empty() {
            return;
        }
        let points: Vec<(f64, f64)> = cells.iter().map(|&at| self.point(at)).collect();
        let count = points.len() as f64;
        let x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
        let y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
        let (width, height) = (size(drawing.get("width"), 0.7) * CELL, size(drawing.get("height"), 0.7) * CELL);
        let fill = colour(drawing.get("baseC"), "none");
        let stroke = colour(drawing.get("outlineC"), "#909090");
        let angle = drawing.get("angle").and_then(Json::as_f64).filter(|angle| angle.abs() <= 360.0).unwrap_or(0.0);
        let _ = match part {
            "circle" => writeln!(
                self.below,
                "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{:.2}\" ry=\"{:.2}\" fill=\"{fill}\" stroke=\"{stroke}\"/>",
                width / 2.0,
                height / 2.0
            ),
            "rectangle" => writeln!(
                self.below,
                "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\" \
                 stroke=\"{stroke}\" transform=\"rotate({angle} {x} {y})\"/>",
                x - width / 2.0,
                y - height / 2.0
            ),
            _ => Ok(()),
        };
        let text = drawing.get("value").and_then(Json::as_str).unwrap_or_default();
        if !text.is_empty() {
            let letters = size(drawing.get("size"), 0.5) * CELL * if part == "text" { 0.7 } else { 0.5 };
            let _ = writeln!(
                self.above,
                "<text x=\"{x}\" y=\"{:.2}\" font-size=\"{letters:.1}\" fill=\"{}\">{}</text>",
                y + letters * 0.35,
                colour(drawing.get("fontC"), INK),
                escaped(text)
            );
        }
    }
}

/// The drawings in words: "circle (r1c1): drawn, not read".
pub fn drawn_words(design: &Design) -> Vec<String> {
    let named = |list: Option<&Json>| {
        let name = |(r, c): (f64, f64)| format!("r{}c{}", r as i32 + 1, c as i32 + 1);
        places(list).into_iter().map(name).collect::<Vec<_>>().join(" ")
    };
    let text = |drawing: &Json| match drawing.get("value").and_then(Json::as_str) {
        Some(text) if !text.is_empty() => format!(" {text:?}"),
        _ => String::new(),
    };
    let of_cells = |(part, noun): (&'static str, &'static str)| {
        of(design, part)
            .map(move |drawing| format!("{noun}{} ({}): drawn, not read", text(drawing), named(drawing.get("cells"))))
    };
    let lines = of(design, "line").flat_map(|line| line.get("lines").and_then(Json::as_array).into_iter().flatten());
    let lines = lines.map(|list| format!("line ({}): drawn, not read", named(Some(list))));
    SHAPES.into_iter().chain([("cage", "cage")]).flat_map(of_cells).chain(lines).collect()
}
