//! Placements of runs on a short line, a bit a place.

/// Which cells of a line may be chosen or not, a bit a cell.
pub(super) struct LineBits {
    cells: usize,
    /// Cells that may be chosen.
    may: u64,
    /// Cells that may be left, with the one behind the end, which is never chosen.
    gaps: u64,
}

/// The cells of a line that fit.
pub(super) const MOST_CELLS: usize = 62;

impl LineBits {
    /// A line of at most [`MOST_CELLS`] cells.
    pub(super) fn new(states: &[Option<bool>]) -> LineBits {
        let (mut may, mut gaps) = (0, 1 << states.len());
        for (i, state) in states.iter().enumerate() {
            may |= u64::from(*state != Some(false)) << i;
            gaps |= u64::from(*state != Some(true)) << i;
        }
        LineBits { cells: states.len(), may, gaps }
    }

    fn mirrored(&self) -> LineBits {
        let mirror = |bits: u64| if self.cells == 0 { 0 } else { bits.reverse_bits() >> (64 - self.cells) };
        let end = 1 << self.cells;
        LineBits { cells: self.cells, may: mirror(self.may), gaps: mirror(self.gaps & !end) | end }
    }

    /// Places from which so many cells may be chosen.
    fn room(&self, length: usize) -> u64 {
        (1..length).fold(self.may, |room, j| room & self.may.checked_shr(j as u32).unwrap_or(0))
    }

    /// The places and all that are reached from them over gaps.
    fn over_gaps(&self, mut places: u64) -> u64 {
        let mut step = self.gaps;
        for width in [1, 2, 4, 8, 16, 32] {
            places |= (places & step) << width;
            step &= step >> width;
        }
        places
    }

    /// By number of runs: the places in front of which the first so many runs fit, each followed by
    /// a gap.
    fn fits(&self, lengths: impl Iterator<Item = u32>) -> Vec<u64> {
        let mut fits = vec![self.over_gaps(1)];
        for length in lengths.map(|l| l as usize) {
            let last = fits.last().copied().unwrap_or(0);
            let ends = if length > self.cells { 0 } else { last & self.room(length) & (self.gaps >> length) };
            // The last gap is behind the end.
            let behind = if length >= 63 { 0 } else { ends << (length + 1) };
            fits.push(self.over_gaps(behind));
        }
        fits
    }

    /// By run the places at which it begins in some placement of all runs, and the cells that some
    /// placement leaves; `None` if there is no placement.
    pub(super) fn placements(&self, lengths: &[u32]) -> Option<(Vec<u64>, u64)> {
        let n = self.cells;
        let before = self.fits(lengths.iter().copied());
        if before[lengths.len()] >> (n + 1) & 1 == 0 {
            return None;
        }
        let behind = self.mirrored().fits(lengths.iter().rev().copied());
        // By place in place of the distance from the end.
        let after = |k: usize| behind[lengths.len() - k].reverse_bits() >> (63 - n);
        let mut left = 0;
        let mut begins = Vec::with_capacity(lengths.len());
        for (k, &before) in before.iter().enumerate() {
            left |= before & self.gaps & after(k);
            let Some(&length) = lengths.get(k) else { break };
            let length = length as usize;
            let fits = if length > n { 0 } else { before & self.room(length) & ((self.gaps & after(k + 1)) >> length) };
            left |= fits << length.min(63);
            begins.push(fits);
        }
        Some((begins, left & ((1 << n) - 1)))
    }
}

/// The cells that a run of this length covers which begins at one of these places.
pub(super) fn covered(begins: u64, length: u32) -> u64 {
    (0..length.min(63)).fold(0, |all, j| all | begins << j)
}
