//! Symbols of values: 1–9, then A, B, … in reading order.

use tesuji_solver::Value;

/// Most values a grid can have: 1–9 and A–Z.
pub const MOST: usize = 35;

/// The symbol of a value from 1.
pub fn symbol(value: Value) -> char {
    match value {
        0 => '.',
        1..=9 => char::from(b'0' + value),
        10..=35 => char::from(b'A' + value - 10),
        _ => '?',
    }
}

/// The value of a symbol, letters in either case.
pub fn value(symbol: char) -> Option<Value> {
    match symbol {
        '1'..='9' => Some(symbol as u8 - b'0'),
        'A'..='Z' => Some(symbol as u8 - b'A' + 10),
        'a'..='z' => Some(symbol as u8 - b'a' + 10),
        _ => None,
    }
}

/// Does the symbol stand for an empty cell?
pub fn is_empty(symbol: char) -> bool {
    matches!(symbol, '.' | '0' | '_' | '-' | '*')
}
