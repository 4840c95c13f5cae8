//! Board sizes.

use super::plain_digits;
use tesuji_sgf::BoardSize;

/// The meaning of an `SZ` value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeReading {
    /// A size that SGF can write.
    Known(BoardSize),
    /// More lines than SGF has letters for.
    TooLarge,
    /// No size.
    Unknown,
}

/// Reads an `SZ` value: `19`, `19:19`, `１９`, `19路`.
pub fn board_size(text: &str) -> SizeReading {
    let text = plain_digits(text);
    let text = text.trim().trim_end_matches(['路', '줄']).trim();
    if let Some(size) = BoardSize::read(text.as_bytes()) {
        return SizeReading::Known(size);
    }
    let mut sides = text.split([':', 'x', 'X', '*']).map(str::trim);
    let is_number = |side: &str| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit());
    let is_large = |side: &str| side.trim_start_matches('0').len() > 3 || side.parse().is_ok_and(|n: u32| n > 52);
    let all: Vec<&str> = sides.by_ref().collect();
    match all.len() <= 2 && all.iter().all(|s| is_number(s)) && all.iter().any(|s| is_large(s)) {
        true => SizeReading::TooLarge,
        false => SizeReading::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_in_the_wild() {
        for (text, side) in [("19", 19), ("１９", 19), ("19路", 19), (" 9 ", 9), ("19x19", 19), ("52", 52)] {
            assert_eq!(board_size(text), SizeReading::Known(BoardSize::square(side)), "{text}");
        }
        for text in ["53", "100", "19:53", "99999999999999999999", "256"] {
            assert_eq!(board_size(text), SizeReading::TooLarge, "{text}");
        }
        for text in ["", "0", "x", "-19", "19:", "nineteen", "19:19:19"] {
            assert_eq!(board_size(text), SizeReading::Unknown, "{text}");
        }
    }
}
