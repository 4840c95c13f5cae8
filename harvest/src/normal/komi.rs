//! Komi.

use super::amount::{Unit, leading};
use super::plain_digits;

/// A komi in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Komi {
    /// Points for White.
    pub points: f64,
    /// How the text was understood, where it was no plain number of points.
    pub change: Option<&'static str>,
}

/// Words that may stand around the number. They change nothing, except that of a reverse komi.
const AROUND: [&str; 14] =
    ["komi:", "komi", "コミ出し", "コミだし", "込み出し", "コミ", "黒", "黑", "先番", "贴", "貼", "还", "덤", "공제"];

/// A komi that Black receives.
const REVERSE: [&str; 4] = ["逆コミ", "逆贴", "reverse komi", "역덤"];

/// Reads a `KM` value. Servers write hundredths (`650`), tenths (`65`), and Chinese half counts
/// (`3.75` or `375`, a quarter of a stone being half a point, and `350`); people write `6目半` and
/// `5 and a half`. A number that is no multiple of half a point, or that no game was ever played
/// with, is none; nor is a text that says more than a number.
pub fn komi(text: &str) -> Option<Komi> {
    let text = plain_digits(text).to_lowercase();
    let text = text.trim();
    let bracket = text.find(['(', '（']).filter(|at| *at > 0 && text.ends_with([')', '）']));
    let mut has_words = bracket.is_some();
    let mut text = text[..bracket.unwrap_or(text.len())].trim_end().trim_end_matches(['。', '.']);
    let mut sign = 1.0;
    for word in REVERSE {
        if let Some(rest) = text.strip_prefix(word) {
            (text, sign, has_words) = (rest.trim_start(), -1.0, true);
        }
    }
    while let Some(rest) = AROUND.iter().find_map(|word| text.strip_prefix(word)) {
        (text, has_words) = (rest.trim_start(), true);
    }
    if let Some(rest) = text.strip_prefix(['-', '−']) {
        (text, sign) = (rest, -sign);
    } else if let Some(rest) = text.strip_prefix('+') {
        text = rest;
    }
    // `.5`
    let zero;
    if text.starts_with('.') {
        zero = format!("0{text}");
        text = &zero;
    }
    let (amount, mut rest) = leading(text)?;
    rest = rest.trim_start();
    while let Some(behind) = AROUND.iter().find_map(|word| rest.strip_prefix(word)) {
        (rest, has_words) = (behind.trim_start(), true);
    }
    if !rest.is_empty() {
        return None;
    }
    let mut points = sign * amount.value;
    let mut change = (has_words || !amount.is_plain).then_some("words");
    if points.fract() == 0.0 && points.abs() >= 100.0 {
        (points, change) = (points / 100.0, Some("hundredths"));
    } else if points.fract() == 0.0 && points >= 25.0 && points % 10.0 == 5.0 {
        (points, change) = (points / 10.0, Some("tenths"));
    }
    // A half count of seven points; nobody gives three and a half.
    if change == Some("hundredths") && points.abs() == 3.5 {
        (points, change) = (points * 2.0, Some("hundredths of half counts"));
    }
    let quarter = (points * 4.0).fract() == 0.0 && (points * 2.0).fract() != 0.0;
    if quarter || amount.unit == Unit::Stones {
        let was = change == Some("hundredths") || change == Some("tenths");
        (points, change) = (points * 2.0, Some(if was { "hundredths of half counts" } else { "half counts" }));
    }
    let sensible = (points * 2.0).fract() == 0.0 && points.abs() <= 150.0;
    // There is no negative zero.
    sensible.then_some(Komi { points: points + 0.0, change })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_servers_and_words_of_people() {
        let mut count = 0;
        for row in include_str!("cases/komi.tsv").lines().skip(1) {
            let cells: Vec<&str> = row.split('\t').collect();
            let [text, points, change] = cells[..] else { panic!("three columns: {row}") };
            let want =
                points.parse().ok().map(|points| Komi { points, change: Some(change).filter(|c| !c.is_empty()) });
            assert_eq!(komi(text), want, "{text}");
            count += 1;
        }
        assert_eq!(count, 60);
        assert_eq!(komi("2又3/4子").map(|k| k.points), Some(5.5));
    }
}
