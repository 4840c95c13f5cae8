//! Tags: words in angle brackets on the first line of a move's comment.
//!
//! `<3x3>` asks for the neighbours only; `<don't>`, `<bad>` and `<avoid>` mark a move that is
//! answered but not played; `<later>` a move that can wait; a pass is tagged `<later>` or
//! `<tenuki>`. The comment proper starts on the second line.

use crate::variation::Tags;

/// All words there are.
pub const WORDS: [&str; 6] = ["don't", "avoid", "bad", "3x3", "tenuki", "later"];

/// The first line of a comment, read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FirstLine {
    /// The meaning of the tags.
    pub tags: Tags,
    /// Is there a `<tenuki>`? It means something on a pass only.
    pub tenuki: bool,
    /// The words in brackets that are no tags.
    pub unknown: Vec<String>,
    /// The text outside of brackets.
    pub outside: String,
}

impl FirstLine {
    /// Reads the first line of a comment.
    pub fn read(comment: &str) -> FirstLine {
        let line = comment.lines().next().unwrap_or_default();
        let mut first = FirstLine::default();
        let mut rest = line;
        while let Some((before, inside)) = rest.split_once('<') {
            first.outside.push_str(before);
            let Some((words, after)) = inside.split_once('>') else {
                // Never closed: it is text.
                first.outside.push('<');
                rest = inside;
                break;
            };
            for word in words.split_whitespace() {
                match word {
                    "don't" | "avoid" | "bad" => first.tags.ignore = true,
                    "3x3" => first.tags.near = true,
                    "later" => first.tags.later = true,
                    "tenuki" => first.tenuki = true,
                    other => first.unknown.push(other.to_string()),
                }
            }
            rest = after;
        }
        first.outside.push_str(rest);
        first.outside = first.outside.trim().to_string();
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines() {
        let read = FirstLine::read("<don't> <3x3>\n<later> is a comment");
        assert_eq!(read, FirstLine { tags: Tags { ignore: true, near: true, later: false }, ..FirstLine::default() });
        let read = FirstLine::read("<bad later><tenuki>");
        assert_eq!(read.tags, Tags { ignore: true, near: false, later: true });
        assert!(read.tenuki);
        assert_eq!(FirstLine::read("\nsimple"), FirstLine::default());
        assert_eq!(FirstLine::read(""), FirstLine::default());
        assert_eq!(FirstLine::read("<good> move").unknown, ["good"]);
        assert_eq!(FirstLine::read("<good> move ").outside, "move");
        assert_eq!(FirstLine::read("a < b").outside, "a < b");
        assert_eq!(FirstLine::read("<bad <3x3>").unknown, ["<3x3"]);
    }
}
