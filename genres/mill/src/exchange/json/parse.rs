//! Reading JSON text, value by value, by `serde_json`; a fault names its line and column.

use super::Json;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use tesuji_genre::Bad;

/// Deeper nesting is refused: the reader is recursive, and reads what is inside once for each level.
const DEPTH: usize = 128;

impl Json {
    /// Reads a document of one value.
    ///
    /// # Errors
    /// [`Bad`] with line and column.
    pub fn parse(text: &str) -> Result<Json, Bad> {
        read(text, text, 0)
    }
}

/// The fields of an object: in order, as often as they stand there.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct OfMap;
        impl<'de> Visitor<'de> for OfMap {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        from.deserialize_map(OfMap)
    }
}

/// Reads a part of the document `whole`.
fn read(whole: &str, part: &str, depth: usize) -> Result<Json, Bad> {
    let start = part.as_ptr() as usize - whole.as_ptr() as usize;
    if depth > DEPTH {
        return Err(bad(whole, start, format!("nested more than {DEPTH} deep")));
    }
    let faulty = |e: serde_json::Error| {
        let lines = part.split_inclusive('\n').take(e.line().saturating_sub(1)).map(str::len);
        // It counts the byte at fault from 1; a line's end is its column 0 of the next line.
        let at = start + (lines.sum::<usize>() + e.column()).saturating_sub(1);
        let what = e.to_string();
        bad(whole, at, what.split(" at line ").next().unwrap_or_default())
    };
    let inside = |value: &RawValue| read(whole, value.get(), depth + 1);
    Ok(match part.trim_start_matches([' ', '\t', '\n', '\r']).as_bytes().first() {
        Some(b'{') => {
            let Fields(fields) = serde_json::from_str(part).map_err(faulty)?;
            let fields = fields.into_iter().map(|(key, value)| Ok((key, inside(value)?)));
            Json::Object(fields.collect::<Result<_, Bad>>()?)
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(part).map_err(faulty)?;
            Json::Array(items.into_iter().map(inside).collect::<Result<_, Bad>>()?)
        }
        Some(b'"') => Json::String(serde_json::from_str(part).map_err(faulty)?),
        Some(b't' | b'f') => Json::Bool(serde_json::from_str(part).map_err(faulty)?),
        Some(b'n') => serde_json::from_str(part).map(|()| Json::Null).map_err(faulty)?,
        _ => Json::Number(serde_json::from_str::<&RawValue>(part).map_err(faulty)?.get().into()),
    })
}

/// A fault at a byte of the document.
fn bad(whole: &str, at: usize, what: impl Into<String>) -> Bad {
    let before = &whole[..(0..=at.min(whole.len())).rev().find(|&at| whole.is_char_boundary(at)).unwrap_or(0)];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Bad::new(what).line(line as u64).column(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_with_the_place() {
        for (text, place) in [
            ("", "1:1"),
            ("{\n \"a\": 01}", "2:8"),
            ("[1,]", "1:4"),
            ("\"\\ud800\"", "1:8"),
            ("\"a\nb\"", "1:3"),
            ("{\"a\" 1}", "1:6"),
            ("[1] 2", "1:5"),
            ("\"abc", "1:4"),
            ("-", "1:1"),
            ("[\"ä\", {\"é\": [1,\n \"\\udc00\"]}]", "2:8"),
            ("nul", "1:3"),
            ("\u{feff}1", "1:1"),
        ] {
            let bad = Json::parse(text).unwrap_err().to_string();
            assert!(bad.starts_with(&format!("line {place}")), "{text:?}: {bad}");
        }
        let deep = "[".repeat(100_000);
        assert!(Json::parse(&deep).is_err());
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(Json::parse(&deep).unwrap_err().to_string().contains("deep"));
    }

    #[test]
    fn numbers_keep_their_spelling_and_fields_their_order() {
        let text = r#"{"b":1.50,"a":-0.0,"b":1E+400,"c":[12345678901234567890123]}"#;
        let read = Json::parse(text).unwrap();
        assert_eq!(read.write(&super::super::Style::compact()), text);
    }

    #[test]
    fn escapes_are_decoded() {
        let text = r#""\u00e9\ud83e\udde9\n\/\"""#;
        assert_eq!(Json::parse(text).unwrap(), Json::from("é🧩\n/\""));
    }
}
