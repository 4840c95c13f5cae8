//! Escapes and line breaks of text values.

use memchr::memchr3;
use std::borrow::Cow;

/// A text as it may stand in a value: `]` and `\` behind a backslash.
pub fn escape(text: &str) -> Cow<'_, str> {
    if memchr::memchr2(b']', b'\\', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    Cow::Owned(out)
}

/// The meaning of a Text value's raw bytes: escapes taken off, a line break behind a backslash
/// dropped, every other one `\n` (LF, CR, CRLF and LFCR are one each), other white space a blank.
pub fn plain_text(raw: &[u8]) -> Cow<'_, [u8]> {
    if memchr3(b'\\', b'\r', b'\t', raw).is_none() && !raw.iter().any(|b| matches!(b, 0x0b | 0x0c)) {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(raw.len());
    let mut at = 0;
    while let Some(&b) = raw.get(at) {
        at += 1;
        match b {
            b'\\' => match raw.get(at) {
                Some(b'\n' | b'\r') => at += line_break(raw, at),
                Some(&c) => {
                    out.push(blank(c));
                    at += 1;
                }
                None => {}
            },
            b'\n' | b'\r' => {
                at += line_break(raw, at - 1) - 1;
                out.push(b'\n');
            }
            _ => out.push(blank(b)),
        }
    }
    Cow::Owned(out)
}

/// A SimpleText: as [`plain_text`], with line breaks as blanks.
pub fn simple_text(raw: &[u8]) -> Cow<'_, [u8]> {
    match plain_text(raw) {
        Cow::Borrowed(text) if !text.contains(&b'\n') => Cow::Borrowed(text),
        text => Cow::Owned(text.iter().map(|&b| if b == b'\n' { b' ' } else { b }).collect()),
    }
}

fn blank(b: u8) -> u8 {
    if matches!(b, b'\t' | 0x0b | 0x0c) { b' ' } else { b }
}

/// Bytes of the line break that starts here.
fn line_break(raw: &[u8], at: usize) -> usize {
    match (raw.get(at), raw.get(at + 1)) {
        (Some(b'\r'), Some(b'\n')) | (Some(b'\n'), Some(b'\r')) => 2,
        _ => 1,
    }
}

/// The first `:` that is not escaped.
pub(crate) fn colon(raw: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr::memchr2(b':', b'\\', raw.get(at..)?)?;
        if raw.get(at) == Some(&b':') {
            return Some(at);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_line_breaks() {
        for (raw, want) in [
            ("plain", "plain"),
            (r"a\]b\\c\:d\e", r"a]b\c:de"),
            ("soft\\\nbreak\\\r\nmore", "softbreakmore"),
            ("a\rb\r\nc\n\rd\n\ne", "a\nb\nc\nd\n\ne"),
            ("tab\there\\\tthere", "tab here there"),
            ("ends\\", "ends"),
        ] {
            assert_eq!(plain_text(raw.as_bytes()), want.as_bytes(), "{raw:?}");
        }
        assert_eq!(simple_text(b"a\nb"), &b"a b"[..]);
        assert_eq!(colon(br"a\:b:c:d"), Some(4));
        assert_eq!(colon(br"a\:"), None);
    }
}
