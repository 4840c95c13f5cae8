//! What a search remembers of positions, kept from one question to the next for its room alone.

use super::dominance::CapturePatterns;
use super::table::Table;

/// A transposition table, and patterns of captures that point into it.
pub(super) struct Memory {
    pub(super) table: Table,
    pub(super) captures: CapturePatterns,
}

impl Memory {
    /// Empty, without a bound.
    pub(super) fn new() -> Memory {
        Memory { table: Table::new(), captures: CapturePatterns::new() }
    }

    /// Forgets everything; from now on it takes so many bytes.
    pub(super) fn clear(&mut self, bytes: usize) {
        self.table.clear(bytes);
        self.captures.clear();
    }
}
