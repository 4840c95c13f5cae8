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
    fn numbers_of_servers() {
        for (text, points, change) in [
            ("6.5", 6.5, None),
            ("0", 0.0, None),
            ("0.00", 0.0, None),
            ("-0", 0.0, None),
            (".5", 0.5, None),
            ("6", 6.0, None),
            ("+6", 6.0, None),
            ("-59.5", -59.5, None),
            ("12.5", 12.5, None),
            ("6,5", 6.5, None),
            ("６．５", 6.5, None),
            ("7.5 points", 7.5, None),
            ("5目", 5.0, None),
            ("750", 7.5, Some("hundredths")),
            ("650", 6.5, Some("hundredths")),
            ("450", 4.5, Some("hundredths")),
            ("65", 6.5, Some("tenths")),
            ("375", 7.5, Some("hundredths of half counts")),
            ("325", 6.5, Some("hundredths of half counts")),
            ("350", 7.0, Some("hundredths of half counts")),
            ("275", 5.5, Some("hundredths of half counts")),
            ("700", 7.0, Some("hundredths")),
            ("550", 5.5, Some("hundredths")),
            ("3.5", 3.5, None),
            ("3.75", 7.5, Some("half counts")),
            ("2.75", 5.5, Some("half counts")),
            ("3.75子", 7.5, Some("half counts")),
        ] {
            assert_eq!(komi(text), Some(Komi { points, change }), "{text}");
        }
    }

    #[test]
    fn words_of_people() {
        for (text, points) in [
            ("6目半", 6.5),
            ("６目半", 6.5),
            ("六目半", 6.5),
            ("6½", 6.5),
            ("6 1/2", 6.5),
            ("½", 0.5),
            ("半目", 0.5),
            ("４目半コミ出し", 4.5),
            ("コミ5目半", 5.5),
            ("黑贴6目半", 6.5),
            ("逆コミ5目", -5.0),
            ("5 and a half", 5.5),
            ("5 and a half points", 5.5),
            ("five and a half", 5.5),
            ("half a point", 0.5),
            ("6집반", 6.5),
            ("덤 6집반", 6.5),
            ("-5½", -5.5),
            ("komi 6.5", 6.5),
            ("6.5 (Japanese rules)", 6.5),
        ] {
            assert_eq!(komi(text), Some(Komi { points, change: Some("words") }), "{text}");
        }
        assert_eq!(komi("2又3/4子").map(|k| k.points), Some(5.5));
    }

    #[test]
    fn what_is_not_understood_is_no_komi() {
        for wrong in [
            "",
            "none",
            "3.2",
            "nan",
            "inf",
            "1e3",
            "999999",
            "6.5.5",
            "--",
            "6.5 or 7.5",
            "6目3",
            "5目半くらい",
            "5-6",
        ] {
            assert_eq!(komi(wrong), None, "{wrong}");
        }
    }
}
