//! Lines of any length up to a cap, so that a file without line ends can't fill the memory.

use std::io::{self, BufRead};

/// Longest line that is kept; what goes beyond is dropped and said so.
pub const LONGEST: usize = 16 << 20;

/// One line: its bytes without the line end, or only its length when it is too long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The bytes.
    Text(Vec<u8>),
    /// Longer than [`LONGEST`].
    TooLong(u64),
}

/// The next line; `None` at the end.
///
/// # Errors
/// When reading fails.
pub fn next_line(input: &mut dyn BufRead) -> io::Result<Option<Line>> {
    let mut text = Vec::new();
    let mut length = 0u64;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            if length == 0 {
                return Ok(None);
            }
            break;
        }
        let end = memchr::memchr(b'\n', chunk);
        let taken = end.unwrap_or(chunk.len());
        if length + taken as u64 <= LONGEST as u64 {
            text.extend_from_slice(&chunk[..taken]);
        }
        length += taken as u64;
        let used = taken + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if length > LONGEST as u64 {
        return Ok(Some(Line::TooLong(length)));
    }
    if text.last() == Some(&b'\r') {
        text.pop();
    }
    Ok(Some(Line::Text(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_lines() {
        let mut input = io::Cursor::new(b"a\r\n\nlast".to_vec());
        let mut all = Vec::new();
        while let Some(line) = next_line(&mut input).expect("reads") {
            all.push(line);
        }
        assert_eq!(all, [Line::Text(b"a".to_vec()), Line::Text(Vec::new()), Line::Text(b"last".to_vec())]);
    }

    #[test]
    fn a_long_line_is_dropped_and_the_next_read() {
        let mut bytes = vec![b'x'; LONGEST + 1];
        bytes.extend(b"\nnext\n");
        let mut input = io::Cursor::new(bytes);
        assert_eq!(next_line(&mut input).expect("reads"), Some(Line::TooLong(LONGEST as u64 + 1)));
        assert_eq!(next_line(&mut input).expect("reads"), Some(Line::Text(b"next".to_vec())));
        assert_eq!(next_line(&mut input).expect("reads"), None);
    }
}
