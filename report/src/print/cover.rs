//! The title page: title, author, a logo, the contents.

use super::BookOptions;
use crate::html::escape;
use std::fmt::Write as _;
use std::path::Path;

/// A picture that is part of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logo(String);

/// Why a file can't be a logo.
#[derive(Debug)]
pub enum LogoError {
    /// It can't be read.
    Io(std::io::Error),
    /// It is no picture of a kind that browsers show.
    Kind,
}

/// Kinds of pictures by how their files begin.
const KINDS: [(&[u8], &str); 4] =
    [(b"\x89PNG", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"), (b"RIFF", "image/webp")];

impl Logo {
    /// The picture of a file: PNG, JPEG, GIF, WebP or SVG.
    ///
    /// # Errors
    /// [`LogoError`] where it can't be read, or is of another kind.
    pub fn read(path: &Path) -> Result<Logo, LogoError> {
        let bytes = std::fs::read(path).map_err(LogoError::Io)?;
        let kind = KINDS.iter().find(|(begin, _)| bytes.starts_with(begin)).map(|(_, kind)| *kind);
        let is_svg = || std::str::from_utf8(&bytes).is_ok_and(|text| text.contains("<svg"));
        let kind = kind.or_else(|| is_svg().then_some("image/svg+xml")).ok_or(LogoError::Kind)?;
        Ok(Logo(format!("data:{kind};base64,{}", base64(&bytes))))
    }
}

/// Base64 with padding (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        let letters =
            (0..4).map(|i| if i <= chunk.len() { ALPHABET[(word >> (18 - 6 * i) & 63) as usize] } else { b'=' });
        out.extend(letters.map(char::from));
    }
    out
}

/// Lines of the contents that fit on the page.
const CONTENTS: usize = 24;

pub(super) fn cover(options: &BookOptions, count: usize, contents: &[(String, usize)]) -> String {
    let logo = options.logo.as_ref().map_or(String::new(), |logo| format!("<img alt=\"\" src=\"{}\">", logo.0));
    let author = options
        .author
        .as_deref()
        .map_or(String::new(), |author| format!("<div class=\"author\">{}</div>", escape(author)));
    let puzzles = if count == 1 { "1 puzzle".to_string() } else { format!("{count} puzzles") };
    let mut rows = String::new();
    for (name, page) in contents.iter().take(CONTENTS) {
        let _ = write!(rows, "<tr><td>{}</td><td>{page}</td></tr>", escape(name));
    }
    if contents.len() > CONTENTS {
        let _ = write!(rows, "<tr><td>{} more parts</td><td></td></tr>", contents.len() - CONTENTS);
    }
    let title = escape(&options.title);
    format!("{logo}<h1>{title}</h1>{author}<p>{puzzles}</p><table>{rows}</table>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        let all = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(all, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }
}
