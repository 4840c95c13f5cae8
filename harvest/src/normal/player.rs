//! Names and ranks.

use super::{numeral, plain_digits};

/// The short form of a rank: `9p`, `3d`, `15k`, with FF\[4\]'s `*` (established) or `?` (uncertain)
/// behind it.
///
/// A dan is a professional's where the text says so (`P9`, `9段P`, `9 dan pro`) or the whole archive
/// is of professionals. `None` for what is no rank (ratings, `NR`).
pub fn rank(text: &str, professionals: bool) -> Option<String> {
    let text: String = plain_digits(text).chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    let mark = text.chars().last().filter(|c| matches!(c, '*' | '?'));
    let mut body = text.trim_end_matches(['*', '?']);
    let mut pro = professionals;
    for sign in ["professional", "pro", "职业", "職業", "プロ", "프로"] {
        if let Some(rest) = body.strip_prefix(sign).or_else(|| body.strip_suffix(sign)) {
            (body, pro) = (rest, true);
        }
    }
    if let Some(rest) = body.strip_prefix('p').filter(|r| r.starts_with(|c: char| c.is_ascii_digit())) {
        (body, pro) = (rest, true);
    } else if let Some(rest) = body.strip_suffix('p') {
        (body, pro) = (rest, true);
    }
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = if digits > 0 {
        let (number, unit) = body.split_at(digits);
        (number.parse::<u32>().ok()?, unit)
    } else {
        let mut chars = body.chars();
        let first = chars.next()?;
        let number = if first == '初' { 1 } else { numeral(first)? };
        (number, chars.as_str())
    };
    let letter = match unit {
        "d" | "dan" | "段" | "단" => "d",
        "k" | "kyu" | "级" | "級" | "급" | "gup" => "k",
        // `P9`, `9p`.
        "" if pro && body.len() < text.trim_end_matches(['*', '?']).len() => "d",
        _ => return None,
    };
    let letter = if letter == "d" && pro { "p" } else { letter };
    let most = if letter == "k" { 40 } else { 15 };
    let mark = mark.map(String::from).unwrap_or_default();
    (1..=most).contains(&number).then(|| format!("{number}{letter}{mark}"))
}

/// A name without what surrounds it, and the rank that stands behind it, in brackets or after a
/// blank.
pub fn name_and_rank(text: &str, professionals: bool) -> (String, Option<String>) {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (open, close) in [('(', ')'), ('（', '）'), ('[', ']')] {
        if let Some((before, inside)) = name.strip_suffix(close).and_then(|n| n.rsplit_once(open))
            && let Some(rank) = rank(inside, professionals)
            && !before.trim().is_empty()
        {
            return (before.trim().to_string(), Some(rank));
        }
    }
    if let Some((before, last)) = name.rsplit_once([' ', '　'])
        && let Some(rank) = rank(last, professionals)
    {
        return (before.trim().to_string(), Some(rank));
    }
    (name, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks() {
        for (text, want) in [
            ("9段", "9d"),
            ("P9段", "9p"),
            ("P9", "9p"),
            ("9p", "9p"),
            ("9段P", "9p"),
            ("九段", "9d"),
            ("初段", "1d"),
            ("８段", "8d"),
            ("8단", "8d"),
            ("1급", "1k"),
            ("15级", "15k"),
            ("8k*", "8k*"),
            ("25k?", "25k?"),
            ("7 dan", "7d"),
            ("5 Dan pro", "5p"),
            ("10K", "10k"),
        ] {
            assert_eq!(rank(text, false).as_deref(), Some(want), "{text}");
        }
        assert_eq!(rank("九段", true).as_deref(), Some("9p"));
        for wrong in ["", "NR", "1769*", "-", "p", "pro", "0d", "99k", "*", "段"] {
            assert_eq!(rank(wrong, false), None, "{wrong}");
            assert_eq!(rank(wrong, true), None, "{wrong}");
        }
    }

    #[test]
    fn names() {
        for (text, name, rank) in [
            (" Cho  Chikun ", "Cho Chikun", None),
            ("harpmaster(3段)", "harpmaster", Some("3d")),
            ("Silver Star (8K)", "Silver Star", Some("8k")),
            ("柯洁 九段", "柯洁", Some("9d")),
            ("Fan Hui 2p", "Fan Hui", Some("2p")),
            ("bot (beta)", "bot (beta)", None),
            ("3d", "3d", None),
        ] {
            let found = name_and_rank(text, false);
            assert_eq!((found.0.as_str(), found.1.as_deref()), (name, rank), "{text}");
        }
    }
}
