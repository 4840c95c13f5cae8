//! Writing JSON in the layout that a document was found in.

use super::Json;

/// How a document is laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// One step of indentation; `None` for one line.
    pub indent: Option<String>,
    /// Space behind `:` (and, on one line, behind `,`).
    pub spaced: bool,
    /// Characters beyond ASCII as `\u` escapes.
    pub ascii: bool,
    /// `\r\n` instead of `\n`.
    pub crlf: bool,
    /// A byte order mark in front.
    pub mark: bool,
    /// The text behind the last brace.
    pub end: String,
}

impl Style {
    /// Two spaces, as the app and its tools write.
    pub fn pretty() -> Style {
        Style { indent: Some("  ".into()), spaced: true, ascii: false, crlf: false, mark: false, end: "\n".into() }
    }

    /// No white space at all.
    pub fn compact() -> Style {
        Style { indent: None, spaced: false, end: String::new(), ..Style::pretty() }
    }

    /// The layout of a document. A document laid out by one of the usual writers has exactly one;
    /// of a mixed one, the first sign of each kind counts.
    pub fn of(text: &str) -> Style {
        let mark = text.starts_with('\u{feff}');
        let body = text.trim_start_matches('\u{feff}').trim_start();
        let bare = body.trim_end();
        let inside = bare.get(1..).unwrap_or_default();
        let first = inside.find(|c: char| !c.is_ascii_whitespace()).unwrap_or(0);
        let gap = &inside[..first];
        let indent = gap.contains('\n').then(|| gap.rsplit('\n').next().unwrap_or_default().to_string());
        let spaced = first_key_end(bare).is_some_and(|end| bare[end..].starts_with(": "));
        let ascii = bare.is_ascii() && bare.contains("\\u");
        Style { indent, spaced, ascii, crlf: gap.contains("\r\n"), mark, end: body[bare.len()..].to_string() }
    }
}

/// Where the first string of a document ends: the first field's name.
fn first_key_end(text: &str) -> Option<usize> {
    let start = text.find('"')? + 1;
    let mut escaped = false;
    text[start..].char_indices().find_map(|(i, c)| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends.then_some(start + i + 1)
    })
}

impl Json {
    /// The text in that layout.
    pub fn write(&self, style: &Style) -> String {
        let mut out = String::new();
        if style.mark {
            out.push('\u{feff}');
        }
        put(self, style, 0, &mut out);
        out.push_str(&style.end);
        out
    }
}

fn new_line(style: &Style, depth: usize, out: &mut String) {
    if let Some(step) = &style.indent {
        out.push_str(if style.crlf { "\r\n" } else { "\n" });
        (0..depth).for_each(|_| out.push_str(step));
    }
}

fn separator(style: &Style, depth: usize, out: &mut String) {
    out.push(',');
    if style.indent.is_none() && style.spaced {
        out.push(' ');
    }
    new_line(style, depth, out);
}

fn put(value: &Json, style: &Style, depth: usize, out: &mut String) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
        Json::Number(raw) => out.push_str(raw),
        Json::String(text) => put_string(text, style.ascii, out),
        Json::Array(items) if items.is_empty() => out.push_str("[]"),
        Json::Object(fields) if fields.is_empty() => out.push_str("{}"),
        Json::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i == 0 {
                    new_line(style, depth + 1, out)
                } else {
                    separator(style, depth + 1, out)
                }
                put(item, style, depth + 1, out);
            }
            new_line(style, depth, out);
            out.push(']');
        }
        Json::Object(fields) => {
            out.push('{');
            for (i, (key, item)) in fields.iter().enumerate() {
                if i == 0 {
                    new_line(style, depth + 1, out)
                } else {
                    separator(style, depth + 1, out)
                }
                put_string(key, style.ascii, out);
                out.push_str(if style.spaced { ": " } else { ":" });
                put(item, style, depth + 1, out);
            }
            new_line(style, depth, out);
            out.push('}');
        }
    }
}

pub(super) fn put_string(text: &str, ascii: bool, out: &mut String) {
    let quoted = serde_json::Value::from(text).to_string();
    for c in quoted.chars() {
        match c {
            c if ascii && !c.is_ascii() => {
                c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
            }
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::Bool),
            any::<i64>().prop_map(Json::from),
            prop::sample::select(vec!["1.50", "-0.0", "1E+3", "12345678901234567890"])
                .prop_map(|n| Json::Number(n.into())),
            any::<String>().prop_map(Json::String),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
                prop::collection::vec((any::<String>(), inner), 0..5).prop_map(Json::Object),
            ]
        })
    }

    fn style() -> impl Strategy<Value = Style> {
        let indent = prop::sample::select(vec![None, Some("  "), Some("    "), Some("\t"), Some("")]);
        (indent, any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
            |(indent, spaced, ascii, crlf, mark)| Style {
                indent: indent.map(String::from),
                spaced,
                ascii,
                crlf,
                mark,
                end: if crlf { "\r\n".into() } else { String::new() },
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(value in json(), style in style()) {
            let text = value.write(&style);
            prop_assert_eq!(Json::parse(text.trim_start_matches('\u{feff}')).unwrap(), value);
        }

        /// Read and written again in the layout found: the same bytes.
        #[test]
        fn the_layout_found_gives_the_same_bytes(value in json(), style in style()) {
            let fields = vec![("a".to_string(), Json::from("é")), ("b".to_string(), value)];
            let text = Json::Object(fields).write(&style);
            let read = Json::parse(text.trim_start_matches('\u{feff}')).unwrap();
            prop_assert_eq!(read.write(&Style::of(&text)), text);
        }
    }
}
