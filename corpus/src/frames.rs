//! Writing records by frames.

use crate::{Codec, codec::FRAME};
use std::io::{self, Write};
use tesuji_genre::Record;

/// Gathers lines into frames of a codec. Where frames end depends on the lines alone, so the bytes
/// do too.
#[derive(Debug)]
pub struct FrameWriter<W> {
    inner: W,
    codec: Codec,
    pending: Vec<u8>,
    packed: u64,
}

impl<W: Write> FrameWriter<W> {
    /// Starts with nothing pending.
    pub fn new(inner: W, codec: Codec) -> Self {
        Self::resume(inner, codec, 0, Vec::new())
    }

    /// Goes on after `packed` bytes of finished frames, with lines that are in no frame yet.
    pub fn resume(inner: W, codec: Codec, packed: u64, pending: Vec<u8>) -> Self {
        FrameWriter { inner, codec, pending, packed }
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

    fn cut(&mut self, now: bool) -> io::Result<()> {
        if self.pending.is_empty() || (self.pending.len() < FRAME && !now) {
            return Ok(());
        }
        let frame = self.codec.frame(&self.pending)?;
        self.inner.write_all(&frame)?;
        self.packed += frame.len() as u64;
        self.pending.clear();
        Ok(())
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
    /// When writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.cut(true)?;
        self.inner.flush()?;
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
