//! Dates as the app reads them.

/// Is it an ISO 8601 date, with or without a time (`2026-07-29`, `2026-07-29T15:10:57.000Z`,
/// `…+02:00`)?
pub(super) fn iso8601(text: &str) -> bool {
    let (date, time) = match text.find(['T', 't', ' ']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2)) else {
        return false;
    };
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day) && time.is_none_or(clock)
}

fn number(text: &str, digits: usize) -> Option<u32> {
    (text.len() == digits && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

/// `hh:mm`, with seconds, a fraction and a zone as may be.
fn clock(text: &str) -> bool {
    let (time, zone) = match text.find(['Z', 'z', '+', '-']) {
        Some(at) => (&text[..at], &text[at..]),
        None => (text, ""),
    };
    let zone_fits = match zone.strip_prefix(['+', '-']) {
        Some(offset) => {
            let offset = offset.replacen(':', "", 1);
            number(&offset, 4).is_some_and(|n| n / 100 < 24 && n % 100 < 60)
                || number(&offset, 2).is_some_and(|n| n < 24)
        }
        None => zone.len() <= 1,
    };
    let (whole, fraction) = time.split_once('.').map_or((time, None), |(w, f)| (w, Some(f)));
    let fits = |part: Option<&&str>, below: u32| part.and_then(|p| number(p, 2)).is_some_and(|n| n < below);
    let parts: Vec<&str> = whole.split(':').collect();
    let fraction_fits =
        fraction.is_none_or(|f| parts.len() == 3 && !f.is_empty() && f.bytes().all(|b| b.is_ascii_digit()));
    zone_fits
        && fraction_fits
        && (2..=3).contains(&parts.len())
        && fits(parts.first(), 24)
        && fits(parts.get(1), 60)
        && (parts.len() == 2 || fits(parts.get(2), 60))
}

#[cfg(test)]
mod tests {
    use super::iso8601;

    #[test]
    fn dates() {
        for good in [
            "2025-01-15",
            "2025-12-28T10:30:00.000Z",
            "2025-01-15T10:30:00Z",
            "2024-02-29T23:59",
            "2026-07-29 15:10:57+02:00",
            "2026-07-29T15:10:57.123456",
        ] {
            assert!(iso8601(good), "{good}");
        }
        for bad in [
            "",
            "yesterday",
            "2025-13-01",
            "2025-02-29",
            "25-01-01",
            "2025-01-15T25:00",
            "2025-01-15T10:30:0",
            "2025-01-15TZ",
        ] {
            assert!(!iso8601(bad), "{bad}");
        }
    }
}
