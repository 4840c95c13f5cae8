//! Values as SQL text.

/// A text, quoted: quotes are doubled, backslashes stand for themselves, as the standard has it. A
/// database has no NUL: U+FFFD stands for it.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''").replace('\0', "\u{fffd}"))
}

/// The literal, or NULL where there is none.
pub(super) fn optional(text: Option<&str>) -> String {
    text.map_or("NULL".to_string(), quoted)
}

/// A number, NULL where there is none.
pub(super) fn number(n: Option<impl ToString>) -> String {
    n.map_or("NULL".to_string(), |n| n.to_string())
}

/// A list of texts.
pub(super) fn list<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    format!("ARRAY[{}]::TEXT[]", texts.map(quoted).collect::<Vec<_>>().join(","))
}
