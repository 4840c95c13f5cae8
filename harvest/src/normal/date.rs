//! Dates.

use super::calendar::{PartialDate, is_weekday, month, year_of_era};
use super::{numeral, plain_digits};

/// The meaning of a `DT` value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DateReading {
    /// A date, or a list of dates, as FF\[4\] writes it.
    Known(String),
    /// A day or month that does not exist.
    Impossible,
    /// Day and month are ambiguous.
    Ambiguous,
    /// Nothing that is understood.
    Unknown,
}

/// Reads a date. FF\[4\]'s own forms, partial dates and lists among them, stay as they are. Other
/// forms are brought to `YYYY-MM-DD` where they leave no doubt: `2015/8/9`, `20011225`,
/// `25.12.2001`, `Dec 25, 2001`, `平成12年3月4日`.
pub fn date(text: &str) -> DateReading {
    let text = plain_digits(text).trim().to_lowercase();
    match list(&text) {
        Some(dates) if dates.iter().all(|d| d.exists()) => return DateReading::Known(text),
        Some(dates) if dates.len() > 1 => return DateReading::Impossible,
        _ => {}
    }
    let Some(items) = items(&without_weekday(&arabic(&text))) else { return DateReading::Unknown };
    let date = match order(&items) {
        Ok(date) => date,
        Err(reading) => return reading,
    };
    // Zeros stand for what is not known.
    let month = date.month.filter(|m| *m > 0);
    let day = date.day.filter(|d| *d > 0 || month.is_none());
    let date = PartialDate { month, day: day.filter(|d| *d > 0), ..date };
    if date.exists() { DateReading::Known(date.to_string()) } else { DateReading::Impossible }
}

/// FF\[4\]'s dates: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, and lists of them in which what is as before
/// is left out.
fn list(text: &str) -> Option<Vec<PartialDate>> {
    let mut dates: Vec<PartialDate> = Vec::new();
    for part in text.split(',') {
        let numbers: Vec<&str> = part.split('-').collect();
        if !numbers.iter().all(|n| n.bytes().all(|b| b.is_ascii_digit())) {
            return None;
        }
        let lengths: Vec<usize> = numbers.iter().map(|n| n.len()).collect();
        let n: Vec<u32> = numbers.iter().map(|n| n.parse().unwrap_or(0)).collect();
        let before = dates.last().copied();
        let date = match (lengths.as_slice(), n.as_slice(), before) {
            ([4], &[year], _) => PartialDate { year, month: None, day: None },
            ([4, 2], &[year, month], _) => PartialDate { year, month: Some(month), day: None },
            ([4, 2, 2], &[year, month, day], _) => PartialDate { year, month: Some(month), day: Some(day) },
            ([2], &[day], Some(PartialDate { day: Some(_), .. })) => PartialDate { day: Some(day), ..before? },
            ([2], &[month], Some(PartialDate { month: Some(_), .. })) => PartialDate { month: Some(month), ..before? },
            ([2, 2], &[month, day], Some(PartialDate { month: Some(_), .. })) => {
                PartialDate { month: Some(month), day: Some(day), ..before? }
            }
            _ => return None,
        };
        dates.push(date);
    }
    Some(dates)
}

/// The text with Chinese numerals and years of eras in digits.
fn arabic(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    if text.contains(['年', '月', '日']) {
        while let Some(c) = rest.chars().next() {
            match chinese_number(rest) {
                Some((number, behind)) => {
                    plain.push_str(&number.to_string());
                    rest = behind;
                }
                None => {
                    plain.push(c);
                    rest = &rest[c.len_utf8()..];
                }
            }
        }
    } else {
        plain.push_str(text);
    }
    match year_of_era(&plain) {
        Some((year, behind)) => format!("{year:04}{behind}"),
        None => plain,
    }
}

/// A number in Chinese numerals, digit by digit (`二〇〇一`) or with 十 (`二十五`).
fn chinese_number(text: &str) -> Option<(u32, &str)> {
    const MOST: u32 = 9999;
    let digit = |c: char| if matches!(c, '〇' | '零' | '○') { Some(0) } else { numeral(c) };
    let end = text.find(|c| digit(c).is_none() && c != '十').unwrap_or(text.len());
    let (run, rest) = text.split_at(end);
    let number = match run.split_once('十') {
        _ if run.is_empty() => return None,
        Some((tens, ones)) => {
            let part = |t: &str, none: u32| match t.chars().count() {
                0 => Some(none),
                1 => t.chars().next().and_then(digit),
                _ => None,
            };
            part(tens, 1)? * 10 + part(ones, 0)?
        }
        None => run.chars().try_fold(0, |n, c| Some(n * 10 + digit(c)?).filter(|n| *n <= MOST))?,
    };
    Some((number, rest))
}

/// The text without the day of the week in Chinese or Japanese, and without one in brackets.
fn without_weekday(text: &str) -> String {
    let mut text = text.to_string();
    for day in "月火水木金土日".chars() {
        for form in [format!("{day}曜日"), format!("{day}曜"), format!("({day})"), format!("（{day}）")] {
            text = text.replace(&form, " ");
        }
    }
    text.replace(['(', ')', '（', '）'], " ")
}

/// A part of a date: a number with its count of digits, or a month by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Number { value: u32, digits: usize, behind: char },
    Month(u32),
}

/// The parts of a date in their order, without the weekday and the time of day; `None` when it has
/// other parts too.
fn items(text: &str) -> Option<Vec<Item>> {
    let mut items: Vec<Item> = Vec::new();
    let mut rest = text;
    // A date with its time has no more parts than this.
    const MOST: usize = 8;
    while let Some(c) = rest.chars().next() {
        if items.len() > MOST {
            return None;
        }
        if c.is_ascii_digit() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, after) = rest.split_at(digits);
            if let Some(behind) = time_of_day(rest) {
                rest = behind;
                continue;
            }
            let behind = after.trim_start().chars().next().unwrap_or(' ');
            items.push(Item::Number { value: number.parse().ok()?, digits, behind });
            rest = after;
        } else if c.is_alphabetic() && !matches!(c, '年' | '月' | '日' | '년' | '월' | '일') {
            let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let follows_number = matches!(items.last(), Some(Item::Number { .. }));
            let is_time = rest.starts_with('t') && after.starts_with(|c: char| c.is_ascii_digit());
            match word {
                "st" | "nd" | "rd" | "th" | "er" if follows_number => {}
                "of" | "the" | "de" | "del" | "di" => {}
                "t" if is_time && follows_number => {}
                _ if is_weekday(word) => {}
                _ => items.push(Item::Month(month(word)?)),
            }
            rest = after;
        } else if c.is_whitespace() || matches!(c, '-' | '/' | '.' | ',' | '年' | '月' | '日' | '년' | '월' | '일')
        {
            rest = &rest[c.len_utf8()..];
        } else {
            return None;
        }
    }
    Some(items)
}

/// The text behind a time of day (`17:01`, `17:01:02.5z`, `5:01 pm`), if the text starts with one.
fn time_of_day(text: &str) -> Option<&str> {
    let mut rest = behind_number(behind_number(text, 24)?.strip_prefix(':')?, 59)?;
    if let Some(seconds) = rest.strip_prefix(':').and_then(|r| behind_number(r, 60)) {
        rest = seconds.strip_prefix('.').map_or(seconds, |r| r.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    // Before the zone's own digits, which would be taken for another part.
    let zone = rest.trim_start().strip_prefix('+').or_else(|| rest.strip_prefix('-'));
    if let Some(zone) = zone.filter(|z| z.starts_with(|c: char| c.is_ascii_digit())) {
        rest = zone.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
    }
    let blank = rest.trim_start();
    let zones = ["a.m.", "p.m.", "am", "pm", "z", "utc", "gmt", "jst", "kst", "cst", "cest", "cet"];
    let zone = zones.iter().find_map(|z| blank.strip_prefix(z));
    Some(zone.filter(|r| !r.starts_with(|c: char| c.is_alphanumeric())).unwrap_or(rest))
}

/// The text behind a number of one or two digits, if the number is at most `most`.
fn behind_number(text: &str, most: u32) -> Option<&str> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let fits = digits <= 2 && number.parse::<u32>().is_ok_and(|n| n <= most);
    fits.then_some(rest)
}

/// Which part is the year, which the month, and which the day.
fn order(items: &[Item]) -> Result<PartialDate, DateReading> {
    use Item::{Month, Number};
    let date = |year, month, day| Ok(PartialDate { year, month: Some(month), day: Some(day) });
    match *items {
        [Number { value, digits: 8, .. }] => date(value / 10_000, value / 100 % 100, value % 100),
        [Number { value: year, digits: 4, .. }] => Ok(PartialDate { year, month: None, day: None }),
        [Number { value: year, digits: 4, .. }, Number { value: month, digits: 1..=2, .. }]
        | [Number { value: month, digits: 1..=2, .. }, Number { value: year, digits: 4, .. }]
        | [Number { value: year, digits: 4, .. }, Month(month)]
        | [Month(month), Number { value: year, digits: 4, .. }] => {
            Ok(PartialDate { year, month: Some(month), day: None })
        }
        [
            Number { value: year, digits: 4, .. },
            Number { value: month, digits: 1..=2, .. },
            Number { value: day, digits: 1..=2, .. },
            ref time @ ..,
        ] if is_time(time) => date(year, month, day),
        [Number { value: year, digits: 4, .. }, Month(month), Number { value: day, digits: 1..=2, .. }]
        | [Month(month), Number { value: day, digits: 1..=2, .. }, Number { value: year, digits: 4, .. }]
        | [Number { value: day, digits: 1..=2, .. }, Month(month), Number { value: year, digits: 4, .. }] => {
            date(year, month, day)
        }
        [
            Number { value: a, digits: 1..=2, behind },
            Number { value: b, digits: 1..=2, .. },
            Number { value: year, digits: 4, .. },
        ] => match behind {
            // With dots the day stands first everywhere; with slashes only in some countries.
            '.' => date(year, b, a),
            _ if a > 12 || a == b => date(year, b, a),
            _ if b > 12 => date(year, a, b),
            _ => Err(DateReading::Ambiguous),
        },
        _ => Err(DateReading::Unknown),
    }
}

/// Hours, minutes and seconds as numbers of their own, or nothing.
fn is_time(items: &[Item]) -> bool {
    match items {
        [] => true,
        [Item::Number { value: hour, digits: 1..=2, .. }, rest @ ..] => {
            let below = |item: &Item| matches!(item, Item::Number { value: 0..60, digits: 1..=2, .. });
            *hour <= 24 && (1..=2).contains(&rest.len()) && rest.iter().all(below)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_all_their_forms() {
        let mut count = 0;
        for row in include_str!("cases/dates.tsv").lines().skip(1) {
            let (text, want) = row.split_once('\t').expect("two columns");
            let want = match want {
                "impossible" => DateReading::Impossible,
                "ambiguous" => DateReading::Ambiguous,
                "unknown" => DateReading::Unknown,
                date => DateReading::Known(date.to_string()),
            };
            assert_eq!(date(text), want, "{text}");
            count += 1;
        }
        assert_eq!(count, 95);
    }
}
