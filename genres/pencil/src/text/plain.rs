//! Characters of other scripts and pictures as plain ones: digits of full width, digits on keys,
//! squares that stand for cells; and the marks of quotations.

use std::borrow::Cow;

/// The blank of full width, which is an empty cell among digits of full width.
const WIDE_BLANK: char = '\u{3000}';
/// The mark that makes a key of the digit before it.
const KEY: char = '\u{20e3}';

/// The text with plain characters; `black` stands for a black square.
pub(crate) fn plain(text: &str, black: char) -> Cow<'_, str> {
    let is_quoted = text.lines().any(|line| line.starts_with('>'));
    if text.is_ascii() && !is_quoted {
        return Cow::Borrowed(text);
    }
    let text = if is_quoted { unquoted(text) } else { Cow::Borrowed(text) };
    if text.is_ascii() {
        return text;
    }
    // 〇 alone is a circle, and 一 alone a line.
    let han = text.contains(['二', '三', '四', '五', '六', '七', '八', '九']);
    let lines: Vec<String> = text.split('\n').map(|line| plain_line(line, black, han)).collect();
    Cow::Owned(lines.join("\n"))
}

/// The text without the mark of a quotation, which stands before each line with a blank behind it.
fn unquoted(text: &str) -> Cow<'_, str> {
    let bare = |line: &'_ str| line == ">" || line.starts_with("> ");
    let filled = || text.lines().filter(|line| !line.trim().is_empty());
    if filled().next().is_none() || !filled().all(bare) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<&str> = text.split('\n').map(|line| line.get(2..).unwrap_or("")).collect();
    Cow::Owned(lines.join("\n"))
}

/// Zeros of scripts whose digits stand in order: Arabic, Persian, Devanagari, Bengali, Thai.
const ZEROS: [char; 5] = ['\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{e50}'];

/// The digit that a character of another script is.
fn digit(c: char) -> Option<char> {
    let of = |zero: &char| (c as u32).checked_sub(*zero as u32).and_then(|n| char::from_digit(n, 10));
    ZEROS.iter().find_map(of)
}

/// The digit that a Han character is.
fn han_digit(c: char) -> Option<char> {
    let n = "〇一二三四五六七八九".chars().position(|of| of == c).or_else(|| (c == '零').then_some(0))?;
    char::from_digit(n as u32, 10)
}

fn plain_line(line: &str, black: char, han: bool) -> String {
    let is_wide = line.contains(|c: char| ('０'..='９').contains(&c));
    let blanks = line.chars().filter(|&c| c == WIDE_BLANK).count();
    let others = line.chars().any(|c| c != WIDE_BLANK && !c.is_whitespace());
    let wide_blank = if (is_wide && !parts_digits(line)) || (blanks > 3 && !others) { '.' } else { ' ' };
    let mut plain = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            WIDE_BLANK => plain.push(wide_blank),
            // Signs of full width stand in the order of ASCII.
            '\u{ff01}'..='\u{ff5e}' => plain.extend(char::from_u32(c as u32 - 0xff01 + 0x21)),
            KEY | '\u{fe0e}' | '\u{fe0f}' | '\u{200b}' | '\u{200d}' | '\u{feff}' => {}
            '\u{a0}' | '\u{2007}' | '\u{202f}' => plain.push(' '),
            '⬜' | '◻' | '◽' | '▫' | '🔲' | '🟦' => plain.push('.'),
            '⬛' | '◼' | '◾' | '▪' | '🔳' | '█' => plain.push(black),
            '−' => plain.push('-'),
            c => plain.push(digit(c).or_else(|| han.then(|| han_digit(c))?).unwrap_or(c)),
        }
    }
    plain
}

/// Does a wide blank stand between each two other characters of the line?
fn parts_digits(line: &str) -> bool {
    let chars: Vec<char> = line.trim_matches(|c: char| c.is_ascii_whitespace()).chars().collect();
    chars.len() % 2 == 1 && chars.iter().enumerate().all(|(i, &c)| (c == WIDE_BLANK) == (i % 2 == 1))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn characters_of_full_width_and_keys_are_digits() {
        assert_eq!(plain("５３　　７", '#'), "53..7");
        assert_eq!(plain("　　　　　", '#'), ".....");
        assert_eq!(plain("５　３　１", '#'), "5 3 1");
        assert_eq!(plain("5\u{fe0f}\u{20e3}⬜⬛", '#'), "5.#");
        assert_eq!(plain("٣.٩\n۴.۰", '#'), "3.9\n4.0");
        assert_eq!(plain("三〇一", '#'), "301");
        assert_eq!(plain("〇●", '#'), "〇●");
        assert_eq!(plain("> 1 2\n>\n> 3 .", '#'), "1 2\n\n3 .");
        assert_eq!(plain("> . .\n. > .", '#'), "> . .\n. > .");
    }
}
