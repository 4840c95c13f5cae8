//! The pages of decisive steps: columns that are filled one after the other. A step's words go on in
//! the next column where the rest of one is too short for them.

use super::{BookPuzzle, Chapter, Page, StepPicture};
use crate::html::escape;
use crate::layout::{Area, extent};
use std::fmt::Write as _;

/// Columns of a page.
const COLUMNS: usize = 3;
/// Between them, in millimetres.
const GAP: f64 = 6.0;
/// Height of a line of words, and its letters for each millimetre in a wide font.
const LINE: f64 = 4.0;
const LETTERS: f64 = 0.6;
/// Height of the page's title.
const TITLE: f64 = 12.0;
/// Height of a line of a puzzle's heading, and its letters for each millimetre.
const HEADING_LINE: f64 = 4.2;
const HEADING_LETTERS: f64 = 0.5;
/// Height left free below a heading, a picture and the words.
const SPACE: f64 = 2.0;
/// Lines of words that stay with their picture at least.
const TOGETHER: usize = 3;
/// Part of a column that may be left empty so that a step stays in one piece.
const EMPTY: f64 = 0.4;
/// Part of a column's height that a picture takes at most.
const LARGEST_PICTURE: f64 = 0.6;

/// Lines that a text takes at least one of in a width: words are not broken, and a line may end early.
fn lines(text: &str, width: f64, letters: f64) -> Vec<String> {
    let most = ((width * letters) as usize).max(8);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let is_full = |line: &String| !line.is_empty() && line.chars().count() + 1 + word.chars().count() > most;
        if lines.last().is_some_and(is_full) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// Columns that are filled from the first to the last.
struct Columns {
    done: Vec<String>,
    /// The column at work, and the height that is left in it.
    open: String,
    left: f64,
    room: Area,
}

impl Columns {
    fn new(room: Area) -> Columns {
        Columns { done: Vec::new(), open: String::new(), left: room.height, room }
    }

    /// Begins a column, unless nothing stands in the one at work.
    fn turn(&mut self) {
        if !self.open.is_empty() {
            self.done.push(std::mem::take(&mut self.open));
            self.left = self.room.height;
        }
    }

    fn put(&mut self, html: &str, height: f64) {
        self.open += html;
        self.left -= height;
    }

    /// The number of a puzzle with what is known of it.
    fn heading(&self, number: usize, about: &str) -> (String, f64) {
        let count = lines(&format!("{number} {about}"), self.room.width, HEADING_LETTERS).len();
        let about = escape(about);
        (format!("<h3>{number} <i>{about}</i></h3>"), HEADING_LINE * count as f64 + SPACE)
    }

    /// A step, with the heading of its puzzle where that is its first one.
    fn step(&mut self, (number, puzzle): (usize, &BookPuzzle), step: &StepPicture, is_first: bool) {
        let about = format!("{}, {}", puzzle.sheet.heading, puzzle.caption(true));
        let (width, height) = extent(&step.svg);
        let wide = self.room.width.min(self.room.height * LARGEST_PICTURE / height * width);
        let picture = wide / width * height + SPACE;
        let mut text = lines(&step.words, self.room.width, LETTERS);
        let (first, heading) = self.heading(number, &about);
        let heading_above = if is_first { heading } else { 0.0 };
        let with = |lines: usize| heading_above + picture + LINE * lines as f64 + SPACE;
        let is_cut = self.left < with(text.len()) && self.left < self.room.height * EMPTY;
        if is_cut || self.left < with(text.len().min(TOGETHER)) {
            self.turn();
        }
        let continued = format!("{}, continued", puzzle.sheet.heading);
        if is_first {
            self.put(&first, heading);
        } else if self.open.is_empty() {
            let (again, heading) = self.heading(number, &continued);
            self.put(&again, heading);
        }
        self.put(&format!("<figure style=\"--w:{wide:.2}mm\">{}</figure>", step.svg), picture);
        loop {
            let fits = (((self.left - SPACE) / LINE).max(1.0) as usize).min(text.len());
            let rest = text.split_off(fits);
            self.put(&format!("<p>{}</p>", escape(&text.join(" "))), LINE * fits as f64 + SPACE);
            if rest.is_empty() {
                break;
            }
            text = rest;
            self.turn();
            let (again, heading) = self.heading(number, &continued);
            self.put(&again, heading);
        }
    }
}

/// The pages of steps; none where there are none.
pub(super) fn pages(chapters: &[Chapter<'_>], room: Area) -> Vec<Page> {
    let wide = (room.width - GAP * (COLUMNS - 1) as f64) / COLUMNS as f64;
    let mut columns = Columns::new(Area { width: wide, height: room.height - TITLE });
    for &(number, puzzle) in chapters.iter().flat_map(|chapter| &chapter.puzzles) {
        for (at, step) in puzzle.steps.iter().enumerate() {
            columns.step((number, puzzle), step, at == 0);
        }
    }
    columns.turn();
    let mut out: Vec<Page> = Vec::new();
    for page in columns.done.chunks(COLUMNS) {
        let (mut body, begins) = if out.is_empty() {
            ("<h2>Steps that decide</h2>".to_string(), vec!["Steps that decide".to_string()])
        } else {
            ("<h2><small>Steps that decide</small></h2>".to_string(), Vec::new())
        };
        body += "<div class=\"steps\">";
        for column in page {
            let _ = write!(body, "<div style=\"width:{wide:.2}mm\">{column}</div>");
        }
        body += "</div>";
        out.push(Page { body, begins });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No word of a long text is lost, and no line is longer than its width takes.
    #[test]
    fn lines_keep_all_words() {
        let text = "Contradiction: suppose r8c6 is shaded. ".repeat(40);
        let all = lines(&text, 56.0, LETTERS);
        assert!(all.iter().all(|line| line.chars().count() <= 33), "{all:?}");
        assert!(all.join(" ").split_whitespace().eq(text.split_whitespace()));
    }
}
