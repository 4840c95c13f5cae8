//! Years, months and days: which exist, and how they are named.

/// A year, perhaps with a month and a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PartialDate {
    pub year: u32,
    pub month: Option<u32>,
    pub day: Option<u32>,
}

impl PartialDate {
    /// Does the day exist?
    pub fn exists(self) -> bool {
        let months = self.month.is_none_or(|m| (1..=12).contains(&m));
        let days = match (self.month, self.day) {
            (Some(month), Some(day)) => (1..=days_of(self.year, month)).contains(&day),
            (None, Some(_)) => false,
            (_, None) => true,
        };
        (1..=9999).contains(&self.year) && months && days
    }
}

impl std::fmt::Display for PartialDate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}", self.year)?;
        self.month.map_or(Ok(()), |month| write!(f, "-{month:02}"))?;
        self.day.map_or(Ok(()), |day| write!(f, "-{day:02}"))
    }
}

/// Days of a month: by the Julian calendar up to 1582, by the Gregorian afterwards.
fn days_of(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (year <= 1582 || !year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The months' names in English, German, French, Spanish, Italian, Dutch and Portuguese.
const MONTHS: [&[&str]; 12] = [
    &["january", "januar", "jänner", "janvier", "enero", "gennaio", "januari", "janeiro"],
    &["february", "februar", "février", "fevrier", "febrero", "febbraio", "februari", "fevereiro"],
    &["march", "märz", "mars", "marzo", "maart", "mrt", "março"],
    &["april", "avril", "abril", "aprile"],
    &["may", "mai", "mayo", "maggio", "mei", "maio"],
    &["june", "juni", "juin", "junio", "giugno", "junho"],
    &["july", "juli", "juillet", "julio", "luglio", "julho"],
    &["august", "août", "aout", "agosto", "augustus"],
    &["september", "septembre", "septiembre", "settembre", "setembro"],
    &["october", "oktober", "octobre", "octubre", "ottobre", "outubro"],
    &["november", "novembre", "noviembre", "novembro"],
    &["december", "dezember", "décembre", "decembre", "diciembre", "dicembre", "dezembro"],
];

/// The number of a month by its name in lower case, or by three or more letters of it.
pub(super) fn month(word: &str) -> Option<u32> {
    let is_long = word.chars().count() >= 3;
    let at = MONTHS.iter().position(|names| is_long && names.iter().any(|name| name.starts_with(word)))?;
    Some(at as u32 + 1)
}

/// Is this the name of a weekday in English, in lower case?
pub(super) fn is_weekday(word: &str) -> bool {
    const NAMES: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let word = word.trim_end_matches('.');
    word.len() >= 3 && (NAMES.iter().any(|name| name.starts_with(word)) || word == "thurs")
}

/// The eras that count solar years: name, letter, the year before its first, and its last year.
const ERAS: [(&str, &str, u32, u32); 6] = [
    ("明治", "m", 1867, 45),
    ("大正", "t", 1911, 15),
    ("昭和", "s", 1925, 64),
    ("平成", "h", 1988, 31),
    ("令和", "r", 2018, 999),
    ("民國", "", 1911, 999),
];

/// The year that a text in an era's years starts with, and what stands behind: `平成12年…`, `昭和元年…`,
/// `h12.…`.
pub(super) fn year_of_era(text: &str) -> Option<(u32, &str)> {
    for (name, letter, before, last) in ERAS {
        let named = text.strip_prefix(name).or_else(|| text.strip_prefix("民国").filter(|_| name == "民國"));
        let short =
            text.strip_prefix(letter).filter(|r| !letter.is_empty() && r.starts_with(|c: char| c.is_ascii_digit()));
        let Some(rest) = named.or(short).map(str::trim_start) else { continue };
        if let Some(rest) = rest.strip_prefix('元') {
            return Some((before + 1, rest));
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = rest.split_at(digits);
        return number.parse().ok().filter(|n| (1..=last).contains(n)).map(|n: u32| (before + n, rest));
    }
    None
}
