//! Amounts of points and stones: `6.5`, `6½`, `6目半`, `5 and a half`, `2又3/4子`, `六目半`.

use super::numeral;

/// The unit of an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// No unit is written.
    None,
    /// Points.
    Points,
    /// Stones of area scoring; one stone is two points.
    Stones,
}

/// A number with its unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Amount {
    /// The number, in its own unit.
    pub value: f64,
    /// The unit.
    pub unit: Unit,
    /// Is it written as a plain decimal number?
    pub is_plain: bool,
}

impl Amount {
    /// The amount in points.
    pub fn points(self) -> f64 {
        if self.unit == Unit::Stones { self.value * 2.0 } else { self.value }
    }
}

/// The units, the longer names before those that they begin with.
const UNITS: [(&str, Unit); 10] = [
    ("points", Unit::Points),
    ("point", Unit::Points),
    ("pts", Unit::Points),
    ("pt", Unit::Points),
    ("moku", Unit::Points),
    ("目", Unit::Points),
    ("집", Unit::Points),
    ("호", Unit::Points),
    ("子", Unit::Stones),
    ("zi", Unit::Stones),
];

/// The halves and quarters that may stand behind a whole number, or alone.
const FRACTIONS: [(&str, f64); 14] = [
    ("and a half", 0.5),
    ("and one half", 0.5),
    ("and 1/2", 0.5),
    ("half a", 0.5),
    ("a half", 0.5),
    ("half", 0.5),
    ("1/2", 0.5),
    ("1/4", 0.25),
    ("3/4", 0.75),
    ("½", 0.5),
    ("¼", 0.25),
    ("¾", 0.75),
    ("半", 0.5),
    ("반", 0.5),
];

const WORDS: [(&str, f64); 12] = [
    ("twelve", 12.0),
    ("eleven", 11.0),
    ("ten", 10.0),
    ("nine", 9.0),
    ("eight", 8.0),
    ("seven", 7.0),
    ("six", 6.0),
    ("five", 5.0),
    ("four", 4.0),
    ("three", 3.0),
    ("two", 2.0),
    ("one", 1.0),
];

/// The amount at the start of a text in lower case with ASCII digits, and what stands behind it.
pub(super) fn leading(text: &str) -> Option<(Amount, &str)> {
    let text = text.trim_start();
    let (whole, mut rest, is_decimal) = whole(text);
    let mut value = whole.unwrap_or(0.0);
    let mut known = whole.is_some();
    let mut is_plain = is_decimal;
    // `3/4` alone is a fraction, not a three with something behind it.
    if is_decimal && rest.starts_with('/') {
        (value, known, rest) = (0.0, false, text);
    }
    let mut halved = false;
    if let Some((part, behind)) = fraction(rest) {
        // `6.5½` is no number.
        if value.fract() != 0.0 {
            return None;
        }
        (value, rest, known, is_plain, halved) = (value + part, behind, true, false, true);
    }
    if !known {
        return None;
    }
    let mut unit = Unit::None;
    let after = rest.trim_start();
    if let Some((name, of)) = UNITS.iter().find(|(name, _)| starts_with_word(after, name)) {
        (unit, rest) = (*of, &after[name.len()..]);
        // `6目半`: half a unit more.
        let behind = rest.trim_start();
        if !halved && let Some(after_half) = ["半", "반", "and a half", "½"].iter().find_map(|h| behind.strip_prefix(h))
        {
            if value.fract() != 0.0 {
                return None;
            }
            (value, rest, is_plain) = (value + 0.5, after_half, false);
        }
    }
    Some((Amount { value, unit, is_plain }, rest))
}

/// A whole or decimal number in digits, Chinese numerals or an English word; whether it was in
/// digits.
fn whole(text: &str) -> (Option<f64>, &str, bool) {
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
    // A comma or dot at the end belongs to the sentence.
    let digits = text[..digits].trim_end_matches(['.', ',']).len();
    if digits > 0 {
        let (number, rest) = text.split_at(digits);
        return (number.replacen(',', ".", 1).parse().ok(), rest, true);
    }
    if let Some((n, rest)) = chinese_number(text) {
        return (Some(f64::from(n)), rest, false);
    }
    let word = WORDS.iter().find(|(word, _)| starts_with_word(text, word));
    match word {
        Some(&(word, n)) => (Some(n), &text[word.len()..], false),
        None => (None, text, false),
    }
}

/// A number up to 99 in Chinese numerals, with 十 or digit by digit.
pub(super) fn chinese_number(text: &str) -> Option<(u32, &str)> {
    let mut rest = text;
    let mut take = || {
        let c = rest.chars().next()?;
        let n = numeral(c)?;
        rest = &rest[c.len_utf8()..];
        Some(n)
    };
    let tens = take();
    let Some(behind) = rest.strip_prefix('十') else { return tens.map(|n| (n, rest)) };
    let c = behind.chars().next();
    match c.and_then(numeral) {
        Some(n) => Some((tens.unwrap_or(1) * 10 + n, &behind[c.map_or(0, char::len_utf8)..])),
        None => Some((tens.unwrap_or(1) * 10, behind)),
    }
}

fn fraction(text: &str) -> Option<(f64, &str)> {
    let text = text.trim_start();
    let text = text.strip_prefix('又').map_or(text, str::trim_start);
    let &(name, value) = FRACTIONS.iter().find(|(name, _)| starts_with_word(text, name))?;
    Some((value, &text[name.len()..]))
}

/// Does the text start with this name, and not with a longer word?
fn starts_with_word(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| {
        let is_latin = name.ends_with(|c: char| c.is_ascii_alphanumeric());
        !is_latin || !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_what_stands_behind() {
        let mut count = 0;
        for row in include_str!("cases/amounts.tsv").lines().skip(1) {
            let cells: Vec<&str> = row.split('\t').collect();
            let [text, points, rest] = cells[..] else { panic!("three columns: {row}") };
            let read = leading(text).map(|(amount, behind)| (amount.points(), behind));
            assert_eq!(read, points.parse().ok().map(|points| (points, rest)), "{text}");
            count += 1;
        }
        assert_eq!(count, 27);
    }
}
