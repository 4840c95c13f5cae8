//! Komi.

use super::plain_digits;

/// A komi in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Komi {
    /// Points for White.
    pub points: f64,
    /// What was done to the number, if anything.
    pub change: Option<&'static str>,
}

/// Reads a `KM` value. Servers write hundredths (`650`), tenths (`65`), and Chinese half counts (`3.75` or `375`, a
/// quarter of a stone being half a point). A number that is no multiple of half a point, or that no game was ever
/// played with, is none.
pub fn komi(text: &str) -> Option<Komi> {
    let text = plain_digits(text);
    let text = text.trim();
    let stones = text.ends_with('子');
    let number = text.trim_end_matches(|c: char| !c.is_ascii_digit() && c != '.').replacen(',', ".", 1);
    let number = number.trim();
    let plain = number.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'+' | b'-'));
    let mut points: f64 = if plain { number.parse().ok()? } else { return None };
    let mut change = None;
    if points.fract() == 0.0 && points.abs() >= 100.0 {
        (points, change) = (points / 100.0, Some("hundredths"));
    } else if points.fract() == 0.0 && points >= 25.0 && points % 10.0 == 5.0 {
        (points, change) = (points / 10.0, Some("tenths"));
    }
    let quarter = (points * 4.0).fract() == 0.0 && (points * 2.0).fract() != 0.0;
    if quarter || stones {
        let was = change.is_some();
        (points, change) = (points * 2.0, Some(if was { "hundredths of half counts" } else { "half counts" }));
    }
    let sensible = (points * 2.0).fract() == 0.0 && points.abs() <= 150.0;
    sensible.then_some(Komi { points, change })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_in_the_wild() {
        for (text, points, change) in [
            ("6.5", 6.5, None),
            ("0", 0.0, None),
            ("0.00", 0.0, None),
            ("6", 6.0, None),
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
            ("3.75", 7.5, Some("half counts")),
            ("2.75", 5.5, Some("half counts")),
            ("3.75子", 7.5, Some("half counts")),
        ] {
            assert_eq!(komi(text), Some(Komi { points, change }), "{text}");
        }
        for wrong in ["", "none", "3.2", "nan", "inf", "1e3", "999999", "6.5.5", "--"] {
            assert_eq!(komi(wrong), None, "{wrong}");
        }
    }
}
