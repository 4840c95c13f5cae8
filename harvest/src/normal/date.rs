//! Dates.

use super::plain_digits;

/// `YYYY-MM-DD` of a date that starts with year, month and day in numbers, whatever stands between them
/// (`2015/8/9`, `2012年11月22日`, `2015- 8-29-22-56-58`); `None` for anything else, FF\[4\]'s partial dates and lists
/// among it.
pub fn date(text: &str) -> Option<String> {
    let text = plain_digits(text);
    let text = text.trim();
    let mut numbers = [0u32; 3];
    let mut rest = text;
    for (i, number) in numbers.iter_mut().enumerate() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number_text, after) = rest.split_at(digits);
        if (i == 0) != (digits == 4) || digits == 0 {
            return None;
        }
        *number = number_text.parse().ok()?;
        rest = after;
        if i < 2 {
            let separator = rest.chars().next().filter(|c| matches!(c, '-' | '/' | '.' | '年' | '月'))?;
            rest = rest.get(separator.len_utf8()..)?.trim_start();
        }
    }
    let [year, month, day] = numbers;
    let last = match month {
        2 => 29,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    // A list of dates (`1996-05-06,07`) is good as it is.
    let ends = !rest.starts_with(',') && !rest.starts_with(|c: char| c.is_alphanumeric() && c != '日' && c != 'T');
    (year >= 1000 && (1..=last).contains(&day) && ends).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_stands_between() {
        for text in
            ["2015-08-09", "2015/8/9", "2015.08.09", "2015年8月9日", "2015- 8- 9-22-56-58", "２０１５年８月９日"]
        {
            assert_eq!(date(text).as_deref(), Some("2015-08-09"), "{text}");
        }
        for text in ["", "2015", "2015-08", "1996-05-06,07", "2015-13-01", "2015-02-30", "09.08.2015", "Dec 1999"] {
            assert_eq!(date(text), None, "{text}");
        }
    }
}
