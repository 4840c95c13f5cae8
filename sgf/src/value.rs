//! Values.

use crate::arena::Span;
use crate::text::{colon, plain_text, simple_text};
use crate::{BoardSize, Charset, Collection, Move, Point, points_between};
use std::borrow::Cow;
use std::fmt;

/// A value: bytes, and ways to read them.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    sgf: &'a Collection,
    span: Span,
}

/// A text, and how it was decoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded<'a> {
    /// The text; U+FFFD stands for what could not be decoded.
    pub text: Cow<'a, str>,
    /// The charset it was read in.
    pub charset: Charset,
    /// Was every byte decoded?
    pub exact: bool,
}

impl<'a> Value<'a> {
    pub(crate) fn new(sgf: &'a Collection, span: Span) -> Self {
        Value { sgf, span }
    }

    /// The bytes between the brackets.
    #[inline]
    pub fn raw(self) -> &'a [u8] {
        self.sgf.slice(self.span)
    }

    /// The bytes as they may stand in a file: [`raw`](Self::raw), with backslashes before brackets
    /// that lack them.
    pub(crate) fn escaped(self) -> Cow<'a, [u8]> {
        let raw = self.raw();
        if self.sgf.nested.binary_search(&self.span.start).is_err() {
            return Cow::Borrowed(raw);
        }
        let mut out = Vec::with_capacity(raw.len() + 8);
        let mut is_escaped = false;
        for &b in raw {
            if b == b']' && !is_escaped {
                out.push(b'\\');
            }
            is_escaped = b == b'\\' && !is_escaped;
            out.push(b);
        }
        Cow::Owned(out)
    }

    /// The byte of the file where it starts; `None` for a value that was added.
    pub fn offset(self) -> Option<usize> {
        self.sgf
            .source_offset(self.span.start)
            .filter(|_| self.span.start < self.sgf.read || self.span.end == self.sgf.read)
    }

    /// As Text: unescaped, decoded, line breaks kept as `\n`.
    pub fn text(self) -> Cow<'a, str> {
        self.decode().text
    }

    /// As SimpleText: line breaks are blanks.
    pub fn simple_text(self) -> Cow<'a, str> {
        self.decode_by(simple_text).text
    }

    /// As Text, with how it was decoded.
    pub fn decode(self) -> Decoded<'a> {
        self.decode_by(plain_text)
    }

    fn decode_by(self, plain: for<'b> fn(&'b [u8]) -> Cow<'b, [u8]>) -> Decoded<'a> {
        let raw = self.raw();
        if raw.is_ascii() {
            let text = match plain(raw) {
                Cow::Borrowed(b) => String::from_utf8_lossy(b),
                Cow::Owned(b) => Cow::Owned(String::from_utf8_lossy(&b).into_owned()),
            };
            return Decoded { text, charset: Charset::utf8(), exact: true };
        }
        let charset = self.sgf.charset_at(self.span.start);
        if charset.whole {
            let decoded = charset.decode(raw);
            let text = String::from_utf8_lossy(&plain(decoded.text.as_bytes())).into_owned();
            return Decoded { text: Cow::Owned(text), ..decoded };
        }
        match plain(raw) {
            Cow::Borrowed(b) => charset.decode(b),
            Cow::Owned(b) => {
                let Decoded { text, charset, exact } = charset.decode(&b);
                Decoded { text: Cow::Owned(text.into_owned()), charset, exact }
            }
        }
    }

    /// As a point.
    #[inline]
    pub fn point(self) -> Option<Point> {
        Point::read(self.raw())
    }

    /// As a point or a rectangle of points (`aa:cc`); nothing when it is neither.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        let raw = self.raw();
        let corners = match colon(raw) {
            None => Point::read(raw).map(|p| (p, p)),
            Some(at) => {
                let (a, b) = raw.split_at(at);
                Point::read(a).zip(Point::read(b.get(1..).unwrap_or_default()))
            }
        };
        corners.into_iter().flat_map(|(a, b)| points_between(a, b))
    }

    /// As the value of a move.
    #[inline]
    pub fn played(self, size: BoardSize) -> Option<Move> {
        Move::read(self.raw(), size)
    }

    /// As a whole number.
    pub fn number(self) -> Option<i64> {
        let text = std::str::from_utf8(self.raw()).ok()?.trim();
        text.strip_prefix('+').unwrap_or(text).parse().ok()
    }

    /// As a number with an optional fraction. `6,5` is read as 6.5.
    pub fn real(self) -> Option<f64> {
        let text = std::str::from_utf8(self.raw()).ok()?.trim();
        let plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b'+' | b'-'));
        if plain { text.replacen(',', ".", 1).parse().ok() } else { None }
    }

    /// The two halves of a composed value (`aa:label`).
    pub fn pair(self) -> Option<(Value<'a>, Value<'a>)> {
        let at = self.span.start + colon(self.raw())? as u32;
        let half = |start, end| Value { sgf: self.sgf, span: Span { start, end } };
        Some((half(self.span.start, at), half(at + 1, self.span.end)))
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.text())
    }
}
