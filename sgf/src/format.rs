//! Game records in other formats, read into SGF trees.

use crate::{Collection, Diagnostic, Fault, Point, charset, gib, ngf};
use std::borrow::Cow;

/// The format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// SGF.
    Sgf,
    /// Tygem's GIB.
    Gib,
    /// The NGF of WBaduk and CyberOro.
    Ngf,
}

impl Format {
    /// By the content: whatever is neither of the others is taken as SGF.
    pub fn of(bytes: &[u8]) -> Format {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        if bytes.starts_with(b"\\HS") || bytes.starts_with(b"\\[GIBOKIND") {
            Format::Gib
        } else if ngf::is_ngf(bytes) {
            Format::Ngf
        } else {
            Format::Sgf
        }
    }

    /// The usual extension of its files.
    pub fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Gib => "gib",
            Format::Ngf => "ngf",
        }
    }
}

impl Collection {
    /// Reads SGF, GIB or NGF, told by the content.
    pub fn read(bytes: &[u8]) -> (Collection, Vec<Diagnostic>, Format) {
        let format = Format::of(bytes);
        let (sgf, found) = match format {
            Format::Sgf => Collection::parse(bytes),
            Format::Gib => gib::read(bytes),
            Format::Ngf => ngf::read(bytes),
        };
        (sgf, found, format)
    }
}

/// The lines of a file with their offsets, without their ends.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    bytes.split(|&b| b == b'\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        let blanks = line.iter().take_while(|b| b.is_ascii_whitespace()).count();
        (start + blanks, line.trim_ascii())
    })
}

/// Text of a file without a `CA`: UTF-8 where it is, else in the charset of the whole file.
pub(crate) struct Texts {
    charset: charset::Charset,
}

impl Texts {
    /// In the charset that the file hints at, where the bytes agree.
    pub fn of(bytes: &[u8], hint: Option<&str>) -> Texts {
        let high: Vec<u8> =
            lines(bytes).filter(|(_, l)| !l.is_ascii()).flat_map(|(_, l)| [l, b"\n"].concat()).collect();
        Texts { charset: charset::of_text(&high, hint) }
    }

    pub fn read<'a>(&self, bytes: &'a [u8]) -> Cow<'a, str> {
        self.charset.decode(bytes).text
    }

    /// Findings about the value.
    pub fn finding(&self) -> Option<Diagnostic> {
        let detail = self.charset.name().to_string();
        let guessed = Diagnostic { offset: 0, len: 0, fault: Fault::GuessedCharset, detail };
        (!self.charset.is_utf8()).then_some(guessed)
    }
}

/// The stones of a handicap on 19×19, as both servers set them: the third in the upper left corner.
pub(crate) fn handicap(n: usize) -> Vec<Point> {
    let p = |x, y| Point::new(x, y);
    let corners = [p(15, 3), p(3, 15), p(3, 3), p(15, 15)];
    let (left, right, top, bottom, center) = (p(3, 9), p(15, 9), p(9, 3), p(9, 15), p(9, 9));
    let mut stones: Vec<Point> = corners.into_iter().take(n).collect();
    match n {
        0..2 => return Vec::new(),
        2..=4 => {}
        5 => stones.push(center),
        6 => stones.extend([left, right]),
        7 => stones.extend([left, right, center]),
        8 => stones.extend([left, right, top, bottom]),
        _ => stones.extend([left, right, top, bottom, center]),
    }
    stones
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_are_that_many_different_stones() {
        for n in 2..=9 {
            let mut stones = handicap(n);
            stones.sort();
            stones.dedup();
            assert_eq!(stones.len(), n);
        }
        assert!(handicap(0).is_empty() && handicap(1).is_empty());
    }
}
