//! The lines that answer an item of a pipe of which nothing else comes out.

use crate::Bad;
use serde_json::{Map, Value};

/// The field of an answer that holds the number of the line it answers.
pub const LINE: &str = "line";
/// The field of an answer that says what is wrong with its line.
pub const ERROR: &str = "error";

/// What an answer to a blank line, a remark or a heading says.
const NO_PUZZLE: &str = "no puzzle: a blank line, a remark or a heading";

/// The answers to something that is no puzzle or could not be treated, one for each of its lines.
pub fn error_lines(first: Option<u64>, lines: u64, bad: &Bad) -> String {
    // The place by line is a field of its own.
    let what = Bad { file: None, line: None, ..bad.clone() }.to_string();
    let one = |n: Option<u64>| {
        let mut fields = Map::new();
        fields.insert(ERROR.to_string(), what.clone().into());
        if let Some(n) = n {
            fields.insert(LINE.to_string(), n.into());
        }
        Value::Object(fields).to_string() + "\n"
    };
    let first = first.or(bad.line);
    (0..lines).map(|at| one(first.map(|first| first + at))).collect()
}

/// The answers to an item without a puzzle, which is no error.
pub fn blank_lines(first: Option<u64>, lines: u64) -> String {
    error_lines(first, lines, &Bad::new(NO_PUZZLE))
}
