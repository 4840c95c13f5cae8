//! Reading JSON text (RFC 8259), with the line and column of what is wrong.

use super::Json;
use tesuji_genre::Bad;

/// Deeper nesting is refused: the reader is recursive.
const DEPTH: usize = 128;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Json {
    /// Reads a document of one value.
    ///
    /// # Errors
    /// [`Bad`] with line and column.
    pub fn parse(text: &str) -> Result<Json, Bad> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.space();
        if reader.at < text.len() {
            return Err(reader.bad("something stands behind the document's end"));
        }
        Ok(value)
    }
}

impl Reader<'_> {
    fn bad(&self, what: impl Into<String>) -> Bad {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Bad::new(what).line(line as u64).column(column)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Result<Json, Bad> {
        self.space();
        if depth > DEPTH {
            return Err(self.bad(format!("nested more than {DEPTH} deep")));
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') if self.take("true") => Ok(Json::Bool(true)),
            Some(b'f') if self.take("false") => Ok(Json::Bool(false)),
            Some(b'n') if self.take("null") => Ok(Json::Null),
            None => Err(self.bad("the document ends where a value is expected")),
            Some(_) => Err(self.bad("a value is expected")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, Bad> {
        self.at += 1;
        let mut fields = Vec::new();
        self.space();
        if self.take("}") {
            return Ok(Json::Object(fields));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.bad("a field's name in quotes is expected"));
            }
            let key = self.string()?;
            self.space();
            if !self.take(":") {
                return Err(self.bad("`:` is expected"));
            }
            fields.push((key, self.value(depth + 1)?));
            self.space();
            if self.take("}") {
                return Ok(Json::Object(fields));
            }
            if !self.take(",") {
                return Err(self.bad("`,` or `}` is expected"));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json, Bad> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.take("]") {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            if self.take("]") {
                return Ok(Json::Array(items));
            }
            if !self.take(",") {
                return Err(self.bad("`,` or `]` is expected"));
            }
        }
    }

    fn digits(&mut self) -> Result<(), Bad> {
        let from = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == from { Err(self.bad("a digit is expected")) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<Json, Bad> {
        let from = self.at;
        self.take("-");
        if !self.take("0") {
            self.digits()?;
        }
        if self.take(".") {
            self.digits()?;
        }
        if self.take("e") || self.take("E") {
            let _ = self.take("+") || self.take("-");
            self.digits()?;
        }
        Ok(Json::Number(self.text[from..self.at].into()))
    }

    fn string(&mut self) -> Result<String, Bad> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(end) = rest.find(|c: char| c == '"' || c == '\\' || c < ' ') else {
                self.at = self.text.len();
                return Err(self.bad("the document ends inside a string"));
            };
            out.push_str(&rest[..end]);
            self.at += end;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.at += 1;
                    out.push(self.escape()?);
                }
                _ => return Err(self.bad("a control character in a string must be escaped")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Bad> {
        let c = match self.peek() {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(c @ (b'"' | b'\\' | b'/')) => c as char,
            Some(b'u') => {
                self.at += 1;
                let high = self.hex()?;
                if !(0xD800..0xE000).contains(&high) {
                    return char::from_u32(high).ok_or_else(|| self.bad("no such character"));
                }
                let low = if self.take("\\u") { self.hex()? } else { 0 };
                if high >= 0xDC00 || !(0xDC00..0xE000).contains(&low) {
                    return Err(self.bad("half a surrogate pair"));
                }
                let c = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
                return char::from_u32(c).ok_or_else(|| self.bad("no such character"));
            }
            _ => return Err(self.bad("no such escape")),
        };
        self.at += 1;
        Ok(c)
    }

    fn hex(&mut self) -> Result<u32, Bad> {
        let digits = self.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let code = digits.and_then(|d| u32::from_str_radix(d, 16).ok());
        let code = code.ok_or_else(|| self.bad("four hexadecimal digits are expected"))?;
        self.at += 4;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_with_the_place() {
        for (text, place) in [
            ("", "column 1"),
            ("{\n \"a\": 01}", "line 2:8"),
            ("[1,]", "column 4"),
            ("\"\\ud800\"", "column 8"),
            ("\"a\nb\"", "column 3"),
            ("{\"a\" 1}", "column 6"),
            ("[1] 2", "column 5"),
            ("\"abc", "column 5"),
            ("-", "column 2"),
            ("\"\\u00é0\"", "column 4"),
        ] {
            let bad = Json::parse(text).unwrap_err().to_string();
            let (line, column) = place.split_once(':').unwrap_or(("line 1", place.trim_start_matches("column ")));
            assert!(bad.starts_with(&format!("{line}:{column}")), "{text:?}: {bad}");
        }
        let deep = "[".repeat(100_000);
        assert!(Json::parse(&deep).unwrap_err().to_string().contains("deep"));
    }

    #[test]
    fn escapes_are_decoded() {
        let text = r#""\u00e9\ud83e\udde9\n\/\"""#;
        assert_eq!(Json::parse(text).unwrap(), Json::from("é🧩\n/\""));
    }
}
