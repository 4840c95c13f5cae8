//! Text in UTF-16, told by its byte order mark, as UTF-8.

use std::io::{self, BufRead, BufReader, Read};

/// The input as it is, or its text in UTF-8 where it begins with a byte order mark of UTF-16 and no
/// game record stands there, which tells its own charset.
///
/// # Errors
/// When reading fails.
pub(crate) fn narrowed(mut input: Box<dyn BufRead + Send>) -> io::Result<Box<dyn BufRead + Send>> {
    // A first read may bring less than is looked at.
    let mut head = Vec::new();
    input.by_ref().take(4).read_to_end(&mut head)?;
    let little = match head.as_slice() {
        [0xff, 0xfe, b'(', 0] | [0xfe, 0xff, 0, b'('] => None,
        [0xff, 0xfe, ..] => Some(true),
        [0xfe, 0xff, ..] => Some(false),
        _ => None,
    };
    let input = io::Cursor::new(head).chain(input);
    Ok(match little {
        Some(little) => {
            Box::new(BufReader::new(Narrowing { input, little, text: Vec::new(), high: None, is_begun: false }))
        }
        None => Box::new(input),
    })
}

/// Bytes that are read at once.
const BLOCK: usize = 1 << 13;

struct Narrowing<R> {
    input: R,
    little: bool,
    /// Text that is not yet fetched.
    text: Vec<u8>,
    /// The first half of a pair.
    high: Option<u16>,
    is_begun: bool,
}

impl<R: BufRead> Narrowing<R> {
    /// Reads a block; `false` at the end.
    fn fill(&mut self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(BLOCK as u64).read_to_end(&mut bytes)?;
        let units = bytes.chunks(2).map(|pair| match *pair {
            [a, b] if self.little => u16::from_le_bytes([a, b]),
            [a, b] => u16::from_be_bytes([a, b]),
            // Half a character at the end.
            _ => 0xfffd,
        });
        let mut units: Vec<u16> = self.high.take().into_iter().chain(units).collect();
        let is_end = bytes.len() < BLOCK;
        if !is_end && units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) {
            self.high = units.pop();
        }
        // The mark itself is none of the text.
        let from = usize::from(!std::mem::replace(&mut self.is_begun, true));
        self.text.extend(String::from_utf16_lossy(units.get(from..).unwrap_or_default()).into_bytes());
        Ok(!bytes.is_empty())
    }
}

impl<R: BufRead> Read for Narrowing<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.text.is_empty() && self.fill()? {}
        let n = into.len().min(self.text.len());
        into[..n].copy_from_slice(&self.text[..n]);
        self.text.drain(..n);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_either_order_is_read() {
        // Long enough for several blocks, with pairs that fall across their ends.
        let text: String = (0..9_000).map(|i| if i % 3 == 0 { "𝟗x" } else { "1.\r\n" }).collect();
        for little in [true, false] {
            let order = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
            let bytes: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(order).collect();
            let mut read = String::new();
            narrowed(Box::new(io::Cursor::new(bytes))).unwrap().read_to_string(&mut read).unwrap();
            assert!(read == text);
        }
        for plain in ["", "1", "12", "123456", "\u{feff}1234"] {
            let mut read = String::new();
            narrowed(Box::new(io::Cursor::new(plain.as_bytes().to_vec()))).unwrap().read_to_string(&mut read).unwrap();
            assert_eq!(read, plain);
        }
    }
}
