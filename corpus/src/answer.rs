//! The line that answers an item of a pipe of which nothing else comes out.

use crate::Bad;
use serde_json::{Map, Value};

/// The field of an answer that holds the number of the line it answers.
pub const LINE: &str = "line";
/// The field of an answer that says what is wrong with its line.
pub const ERROR: &str = "error";

/// The error of a blank line, a remark or a heading.
const NO_PUZZLE: &str = "no puzzle: a blank line, a remark or a heading";

/// The answer to something that is no puzzle, or could not be treated.
pub fn error_line(line: Option<u64>, bad: &Bad) -> String {
    let mut fields = Map::new();
    // The place by line is a field of its own.
    let what = Bad { file: None, line: None, ..bad.clone() };
    fields.insert(ERROR.to_string(), what.to_string().into());
    if let Some(n) = line.or(bad.line) {
        fields.insert(LINE.to_string(), n.into());
    }
    Value::Object(fields).to_string() + "\n"
}

/// The answer to an item without a puzzle, which is no error.
pub fn blank_line(line: Option<u64>) -> String {
    error_line(line, &Bad::new(NO_PUZZLE))
}
