//! Compression by frames: a file is any number of gzip members or zstd frames one after the other,
//! so that it can be cut and continued at a frame's end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// How a file's bytes are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Codec {
    /// As they are.
    Plain,
    /// Gzip members.
    Gzip,
    /// Zstandard frames.
    Zstd,
}

/// The first bytes of a Parquet file.
pub(crate) const PARQUET: &[u8] = b"PAR1";

/// Uncompressed bytes after which a frame ends (at the next record's end).
pub const FRAME: usize = 256 << 10;

impl Codec {
    /// By the file's extension.
    pub fn of_path(path: &Path) -> Codec {
        match path.extension().and_then(|e| e.to_str()) {
            Some("gz") => Codec::Gzip,
            Some("zst") => Codec::Zstd,
            _ => Codec::Plain,
        }
    }

    /// By the first bytes.
    pub fn of_magic(start: &[u8]) -> Codec {
        match start {
            [0x1f, 0x8b, ..] => Codec::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Codec::Zstd,
            _ => Codec::Plain,
        }
    }

    /// One whole frame; the same bytes for the same text always.
    ///
    /// # Errors
    /// When the compressor fails.
    pub fn frame(self, text: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Codec::Plain => Ok(text.to_vec()),
            Codec::Gzip => {
                // The header's time field stays 0.
                let mut gz = flate2::GzBuilder::new().mtime(0).write(Vec::new(), flate2::Compression::new(6));
                gz.write_all(text)?;
                gz.finish()
            }
            // Level 3: its tables are small, and higher levels gain little on lines of this kind.
            Codec::Zstd => zstd::bulk::compress(text, 3),
        }
    }

    /// A reader of the unpacked bytes, all frames.
    ///
    /// # Errors
    /// When the decompressor can't be made.
    pub fn reader(self, packed: Box<dyn BufRead + Send>) -> io::Result<Box<dyn BufRead + Send>> {
        Ok(match self {
            Codec::Plain => packed,
            Codec::Gzip => Box::new(BufReader::with_capacity(1 << 16, flate2::bufread::MultiGzDecoder::new(packed))),
            Codec::Zstd => {
                Box::new(BufReader::with_capacity(1 << 16, zstd::stream::read::Decoder::with_buffer(packed)?))
            }
        })
    }
}

/// Unpacks by magic bytes.
///
/// # Errors
/// When reading fails or the decompressor can't be made.
pub fn unpack(input: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    // A pipe may hand out fewer than four bytes at first.
    let mut head = Vec::new();
    while head.len() < 4 {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        let n = chunk.len().min(4 - head.len());
        head.extend_from_slice(&chunk[..n]);
        input.consume(n);
    }
    if head == PARQUET {
        return Err(io::Error::other("a Parquet file is read from its file, not from a pipe"));
    }
    let codec = Codec::of_magic(&head);
    codec.reader(Box::new(io::Cursor::new(head).chain(input)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_follow_each_other() {
        for codec in [Codec::Plain, Codec::Gzip, Codec::Zstd] {
            let mut packed = codec.frame(b"one\n").expect("packs");
            packed.extend(codec.frame(b"two\n").expect("packs"));
            let mut text = String::new();
            unpack(io::Cursor::new(packed)).expect("opens").read_to_string(&mut text).expect("unpacks");
            assert_eq!(text, "one\ntwo\n");
        }
    }

    #[test]
    fn a_cut_archive_is_an_error() {
        let text: Vec<u8> = (0..20_000u32).flat_map(|i| i.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        for codec in [Codec::Gzip, Codec::Zstd] {
            let packed = codec.frame(&text).expect("packs");
            let cut = packed[..packed.len() / 2].to_vec();
            let mut out = Vec::new();
            assert!(unpack(io::Cursor::new(cut)).expect("opens").read_to_end(&mut out).is_err());
        }
    }
}
