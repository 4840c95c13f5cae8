//! Writing records by frames.

use crate::{Codec, codec::FRAME};
use std::io::{self, Write};
use tesuji_genre::Record;

/// Bytes of a plain file that are written at once: what a full disk does not take has to fit into
/// the journal.
const PLAIN: usize = 8 << 10;

/// Gathers lines into frames of a codec. Where frames end depends on the lines alone, so the bytes
/// do too.
#[derive(Debug)]
pub struct FrameWriter<W> {
    inner: W,
    codec: Codec,
    pending: Vec<u8>,
    packed: u64,
    /// Did a write fail? Then nothing more is written, and what comes stays pending.
    is_broken: bool,
}

impl<W: Write> FrameWriter<W> {
    /// Starts with nothing pending.
    pub fn new(inner: W, codec: Codec) -> Self {
        Self::resume(inner, codec, 0, Vec::new())
    }

    /// Goes on after `packed` bytes of finished frames, with lines that are in no frame yet.
    pub fn resume(inner: W, codec: Codec, packed: u64, pending: Vec<u8>) -> Self {
        FrameWriter { inner, codec, pending, packed, is_broken: false }
    }

    /// Adds a record as a line.
    ///
    /// # Errors
    /// When writing fails.
    pub fn record(&mut self, record: &Record) -> io::Result<()> {
        serde_json::to_writer(&mut self.pending, record)?;
        self.pending.push(b'\n');
        self.cut(false)
    }

    /// Adds a line with its end.
    ///
    /// # Errors
    /// When writing fails.
    pub(crate) fn bytes(&mut self, line: &[u8]) -> io::Result<()> {
        self.pending.extend_from_slice(line);
        self.cut(false)
    }

    /// Adds a line.
    ///
    /// # Errors
    /// When writing fails.
    pub fn line(&mut self, line: &str) -> io::Result<()> {
        self.pending.extend_from_slice(line.as_bytes());
        self.bytes(b"\n")
    }

    /// Writes whole frames, with `now` all bytes. A frame ends at the first line's end behind
    /// `FRAME` bytes, wherever lines have waited since a write failed.
    fn cut(&mut self, now: bool) -> io::Result<()> {
        let most = if self.codec == Codec::Plain { PLAIN } else { FRAME };
        loop {
            let length = self.pending.len();
            let end = match self.pending.get(most - 1..).and_then(|rest| memchr::memchr(b'\n', rest)) {
                Some(at) => most + at,
                None if now && length > 0 => length,
                None => return Ok(()),
            };
            if self.is_broken {
                return Err(io::Error::other("an earlier write failed"));
            }
            let frame = self.codec.frame(&self.pending[..end])?;
            self.is_broken = true;
            self.inner.write_all(&frame)?;
            self.is_broken = false;
            self.packed += frame.len() as u64;
            self.pending.drain(..end);
        }
    }

    /// Brings out what can be brought out without changing the bytes: everything in a plain file,
    /// whole frames in a packed one.
    ///
    /// # Errors
    /// When writing fails.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.codec == Codec::Plain {
            self.cut(true)?;
        }
        self.inner.flush()
    }

    /// Ends the last frame.
    ///
    /// # Errors
    /// When writing fails; the lines of the frame are pending then.
    pub fn end(&mut self) -> io::Result<()> {
        self.cut(true)?;
        self.inner.flush()
    }

    /// Ends the last frame and gives what the frames went to.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.end()?;
        Ok(self.inner)
    }

    /// Bytes of the frames written.
    pub fn packed(&self) -> u64 {
        self.packed
    }

    /// Lines that are in no frame yet.
    pub fn pending(&self) -> &[u8] {
        &self.pending
    }

    /// Where the frames go.
    pub fn inner(&self) -> &W {
        &self.inner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk with room for `room` bytes; a write takes what fits.
    struct Disk(Vec<u8>, usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let room = self.1 - self.0.len();
            if room == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let fits = bytes.len().min(room);
            self.0.extend_from_slice(&bytes[..fits]);
            Ok(fits)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Bytes that a full disk did not take are pending, and complete the file.
    #[test]
    fn a_full_disk_loses_no_line() {
        for codec in [Codec::Plain, Codec::Gzip, Codec::Zstd] {
            let mut out = FrameWriter::new(Disk(Vec::new(), 30), codec);
            let mut is_full = false;
            for line in 0..9 {
                is_full |= out.line(&format!("line {line}")).and_then(|()| out.flush()).is_err();
            }
            assert!(is_full | out.end().is_err(), "{codec:?}");
            assert!(out.end().is_err(), "{codec:?}: nothing is written behind a torn frame");
            let kept = out.inner().0[..out.packed() as usize].to_vec();
            let mut text = String::new();
            io::Read::read_to_string(&mut crate::codec::unpack(io::Cursor::new(kept)).expect("opens"), &mut text)
                .expect("unpacks");
            text += std::str::from_utf8(out.pending()).expect("text");
            let whole: String = (0..9).map(|line| format!("line {line}\n")).collect();
            assert_eq!(text, whole, "{codec:?}");
        }
    }

    /// Lines that waited go into the frames into which they would have gone.
    #[test]
    fn frames_end_where_they_would_have_ended() {
        let line = "x".repeat(FRAME / 3);
        for codec in [Codec::Gzip, Codec::Zstd] {
            let mut whole = FrameWriter::new(Vec::new(), codec);
            (0..10).for_each(|_| whole.line(&line).expect("writes"));
            let mut full = FrameWriter::new(Disk(Vec::new(), 3), codec);
            assert!((0..8).filter(|_| full.line(&line).is_err()).count() > 3);
            let waiting = full.pending().to_vec();
            let lines = waiting.iter().filter(|&&b| b == b'\n').count();
            let mut again = FrameWriter::resume(Vec::new(), codec, 0, waiting);
            (lines..10).for_each(|_| again.line(&line).expect("writes"));
            assert!(whole.finish().expect("ends") == again.finish().expect("ends"), "{codec:?}");
        }
    }
}
