//! The text of a built book (`joseki19.gtp`): GTP commands, with the tags of a move after its
//! vertex.
//!
//! ```text
//! echo joseki_44.sgf
//! boardsize 19
//! clear_board
//! play b n17  setup
//! play b q16  ignore
//! play w r17
//! ```
//! Two blanks follow a vertex, and a blank each tag but `setup`, so that the text is what Pachi's
//! own tool writes.

use crate::point::{Color, Move, Point};
use crate::variation::{BOOK_SIZE, Book, Chapter, Fault, Problem, Step, Tags, Variation};
use std::fmt::Write;

fn vertex(at: Option<Point>) -> String {
    at.map_or_else(|| "pass".to_string(), |p| p.to_string().to_lowercase())
}

/// Writes a book.
pub fn write(book: &Book) -> String {
    let mut out = String::new();
    for chapter in &book.chapters {
        // Writing to a string does not fail.
        let _ = write!(out, "echo {}\nboardsize {}\n", chapter.name, chapter.size);
        for variation in &chapter.variations {
            out.push_str("clear_board\n");
            for step in &variation.steps {
                let _ = match step {
                    Step::Setup { color, at } => writeln!(out, "play {} {}  setup", color.letter(), vertex(Some(*at))),
                    Step::Play { mv, tags } => {
                        let word = |on: bool, word: &'static str| if on { word } else { "" };
                        let (a, b, c) =
                            (word(tags.ignore, "ignore "), word(tags.near, "3x3 "), word(tags.later, "later "));
                        writeln!(out, "play {} {}  {a}{b}{c}", mv.color.letter(), vertex(mv.at))
                    }
                };
            }
        }
    }
    out
}

/// Reads a built book. A line that makes no sense is reported, and the rest of its variation left
/// out.
pub fn read(name: &str, text: &str, problem: &mut dyn FnMut(Problem)) -> Book {
    let mut book = Book::default();
    // After a bad line, nothing until the next variation.
    let mut lost = false;
    for (number, line) in text.lines().enumerate() {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { continue };
        if command.starts_with('#') {
            continue;
        }
        let mut bad =
            |kind: Fault, what: String| problem(Problem { place: format!("{name}:{}", number + 1), kind, what });
        if command == "echo" {
            let name = line.trim_start().trim_start_matches("echo").trim();
            book.chapters.push(Chapter { name: name.to_string(), size: BOOK_SIZE, variations: Vec::new() });
            continue;
        }
        if book.chapters.is_empty() {
            book.chapters.push(Chapter { name: name.to_string(), size: BOOK_SIZE, variations: Vec::new() });
        }
        let Some(chapter) = book.chapters.last_mut() else { continue };
        match command {
            "boardsize" => match words.next().and_then(|w| w.parse().ok()) {
                Some(size) if (13..=BOOK_SIZE).contains(&size) => chapter.size = size,
                _ => bad(Fault::BoardSize, format!("{line:?}: a book has a board from 13 to {BOOK_SIZE}")),
            },
            "clear_board" => {
                chapter.variations.push(Variation::default());
                lost = false;
            }
            "play" if lost => {}
            "play" => {
                let size = chapter.size;
                if chapter.variations.is_empty() {
                    chapter.variations.push(Variation::default());
                }
                let Some(variation) = chapter.variations.last_mut() else { continue };
                match step(&mut words, size) {
                    Ok(step) => variation.steps.push(step),
                    Err(what) => {
                        bad(Fault::Format, format!("{line:?}: {what}; the rest of the variation is left out"));
                        lost = true;
                    }
                }
            }
            other => bad(Fault::Format, format!("no command of a book: {other:?}")),
        }
    }
    book
}

fn step(words: &mut dyn Iterator<Item = &str>, size: u8) -> Result<Step, String> {
    let color = words.next().and_then(Color::read).ok_or("no colour")?;
    let at = match words.next() {
        Some(pass) if pass.eq_ignore_ascii_case("pass") => None,
        Some(word) => Some(Point::read(word, size).ok_or("no vertex of the board")?),
        None => return Err("no vertex".to_string()),
    };
    let (mut setup, mut tags) = (false, Tags::default());
    for word in words {
        match word {
            "setup" => setup = true,
            "ignore" => tags.ignore = true,
            "3x3" => tags.near = true,
            "later" => tags.later = true,
            other => return Err(format!("unknown tag {other:?}")),
        }
    }
    match (setup, at) {
        (true, Some(at)) => Ok(Step::Setup { color, at }),
        (true, None) => Err("a pass is no setup stone".to_string()),
        (false, at) => Ok(Step::Play { mv: Move { color, at }, tags }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn steps() -> impl Strategy<Value = Step> {
        let color = prop::bool::ANY.prop_map(|b| if b { Color::Black } else { Color::White });
        (color, prop::option::weighted(0.9, 0usize..361), any::<[bool; 4]>()).prop_map(
            |(color, at, [setup, ignore, near, later])| {
                let at = at.map(|i| Point::of_index(i, 19));
                match at {
                    Some(at) if setup => Step::Setup { color, at },
                    at => Step::Play { mv: Move { color, at }, tags: Tags { ignore, near, later } },
                }
            },
        )
    }

    proptest! {
        /// A written file reads back as it was.
        #[test]
        fn writing_then_reading(
            chapters in prop::collection::vec(
                ("[a-z]{1,8}( [a-z]{1,5})?\\.sgf", prop::collection::vec(prop::collection::vec(steps(), 0..12), 0..5)), 0..4)
        ) {
            let chapters = chapters.into_iter().map(|(name, variations)| Chapter {
                name,
                size: 19,
                variations: variations.into_iter().map(|steps| Variation { steps }).collect(),
            });
            let book = Book { chapters: chapters.collect() };
            let back = read("x", &write(&book), &mut |p| panic!("{p}"));
            prop_assert_eq!(back, book);
        }

        /// Anything at all is read without a panic.
        #[test]
        fn any_text(text in "(play|echo|boardsize|clear_board|[a-z0-9 \n#]){0,60}") {
            read("x", &text, &mut |_| ());
        }
    }

    #[test]
    fn bad_lines_are_named() {
        let text = "echo a.sgf\nboardsize 19\nclear_board\nplay b q16\nplay w z99\nplay b q4\nnonsense\nclear_board\n\
            play w d4  sideways\nclear_board\nplay w d4  later 3x3\nboardsize 9\nplay b pass  setup\n";
        let mut problems = Vec::new();
        let book = read("f", text, &mut |p| problems.push(p.to_string()));
        let lengths: Vec<usize> = book.chapters[0].variations.iter().map(|v| v.steps.len()).collect();
        assert_eq!(lengths, [1, 0, 1]);
        let places: Vec<&str> = problems.iter().map(|p| p.split(": ").next().unwrap()).collect();
        assert_eq!(places, ["f:5", "f:7", "f:9", "f:12", "f:13"], "{problems:?}");
    }
}
