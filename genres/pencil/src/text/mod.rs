//! Texts that hold puzzles, before any genre gives them a meaning.
//!
//! | what | file |
//! |---|---|
//! | characters of other scripts, quotations | [`plain`] |
//! | lists and maps of programs and data files | [`data`] |
//! | rows in quotation marks | [`quoted`] |
//! | frames of uprights and rules | [`frame`] |
//! | rows as tokens, in each way that they can be cut | [`block`] |
//! | rows whose blanks at the ends are missing | [`ragged`] |
//! | lists of rows, columns and values | [`sparse`] |
//! | elements of XML | [`xml`] |
//!
//! A genre says what its cells can be; a text with two readings is refused with both.

pub(crate) mod block;
pub(crate) mod data;
pub(crate) mod frame;
pub(crate) mod plain;
pub(crate) mod quoted;
pub(crate) mod ragged;
pub(crate) mod sparse;
pub(crate) mod xml;

/// Tokens of empty cells in programs and in what people write.
const NOTHING: &[&str] = &["", ".", "-", "_", " ", "·", "•", "□", "~", "null", "none", "nil", "nan", "undefined"];

/// Does the token stand for an empty cell in every genre?
pub(crate) fn is_nothing(token: &str) -> bool {
    let token = token.trim();
    NOTHING.contains(&token) || NOTHING.iter().any(|word| word.len() > 2 && token.eq_ignore_ascii_case(word))
}

/// The rows and columns of a board as a reader tells them.
pub(crate) fn size_words(cols: usize, rows: usize) -> String {
    format!("{cols}×{rows}")
}

/// Does some row have a sign of its own for empty cells, so that blanks only part cells?
fn has_empty_sign<S: AsRef<str>>(rows: &[S]) -> bool {
    let is_sign = |token: &str| !token.is_empty() && (is_nothing(token) || token == "-1");
    let of_char = |c: char| !c.is_whitespace() && is_nothing(c.encode_utf8(&mut [0; 4]));
    rows.iter().any(|row| row.as_ref().split_whitespace().any(is_sign) || row.as_ref().contains(of_char))
}
