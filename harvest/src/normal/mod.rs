//! The description of a game, brought to one form.

mod amount;
mod calendar;
mod date;
mod komi;
mod player;
mod result;
mod rules;
mod size;

pub use date::{DateReading, date};
pub use komi::{Komi, komi};
pub use player::{name_and_rank, rank};
pub use result::{GameResult, How, result};
pub use rules::rules;
pub use size::{SizeReading, board_size};

/// Full-width digits and signs as ASCII.
fn plain_digits(text: &str) -> String {
    let digit = |c: char| match c {
        '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10),
        '．' => Some('.'),
        '－' => Some('-'),
        '＋' => Some('+'),
        _ => None,
    };
    text.chars().map(|c| digit(c).unwrap_or(c)).collect()
}

/// A Chinese numeral from one to nine.
fn numeral(c: char) -> Option<u32> {
    "一二三四五六七八九".chars().position(|n| n == c).map(|i| i as u32 + 1).or(match c {
        '两' | '兩' => Some(2),
        _ => None,
    })
}
