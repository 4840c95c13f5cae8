//! The first records that a command writes, kept for a summary in words.

use std::io::{BufRead, Write};
use std::path::Path;
use tesuji_corpus::Source;
use tesuji_genre::Record;

/// Records in the summary.
const TOLD: usize = 10;
/// Bytes that they may take.
const KEPT: usize = 1 << 17;

/// Passes on what is written, and keeps the beginning of it.
pub struct Tee<'a> {
    out: &'a mut dyn Write,
    kept: Vec<u8>,
}

impl<'a> Tee<'a> {
    /// Passes on to `out`.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Tee { out, kept: Vec::new() }
    }

    /// The first records that were written: to the file that took them, if one did.
    pub fn records(&self, file: Option<&Path>) -> Vec<Record> {
        let Some(path) = file else { return records(&self.kept[..]) };
        // Told on the side: a file that can't be read tells nothing.
        let Ok(input) = Source::File(path.to_path_buf()).open() else { return Vec::new() };
        records(input)
    }
}

impl Write for Tee<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        let room = KEPT.saturating_sub(self.kept.len()).min(written);
        self.kept.extend_from_slice(&bytes[..room]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// The records of the first lines; a line that was cut is none.
fn records(input: impl BufRead) -> Vec<Record> {
    let lines = input.lines().map_while(Result::ok).take(TOLD);
    lines.filter_map(|line| serde_json::from_str(&line).ok()).collect()
}
