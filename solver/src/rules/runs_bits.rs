//! Placements of runs on a short line, with a bit for each cell.

/// The cells of the longest line that fits.
pub(crate) const MOST_CELLS: usize = 62;
/// The most runs that a line of [`MOST_CELLS`] cells can hold.
const MOST_RUNS: usize = 31;

/// The cells of a line that may be chosen, and those that may be left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineBits {
    cells: usize,
    /// Cells that may be chosen.
    pub(crate) may: u64,
    /// Cells that may be left. The place behind the last cell is always one of them.
    pub(crate) gaps: u64,
}

/// What all placements of all runs on a line have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunPlacements {
    /// By run: the first and the last cell at which it begins in some placement.
    starts: [[u8; 2]; MOST_RUNS],
    /// Cells that some placement chooses.
    pub(crate) chosen: u64,
    /// Cells that some placement leaves.
    pub(crate) left: u64,
}

impl RunPlacements {
    /// The first and the last cell at which each run begins. The line has that many runs.
    pub(crate) fn starts(&self, runs: usize) -> impl Iterator<Item = (usize, usize)> + Clone + '_ {
        self.starts[..runs].iter().map(|&[first, last]| (first.into(), last.into()))
    }
}

impl LineBits {
    /// A line of at most [`MOST_CELLS`] cells. The caller sets the bits of its cells.
    pub(crate) fn new(cells: usize) -> LineBits {
        LineBits { cells, may: 0, gaps: 1 << cells }
    }

    /// A line of at most [`MOST_CELLS`] cells: chosen, left, or not known.
    pub(super) fn of(states: &[Option<bool>]) -> LineBits {
        let mut line = LineBits::new(states.len());
        for (i, state) in states.iter().enumerate() {
            line.may |= u64::from(*state != Some(false)) << i;
            line.gaps |= u64::from(*state != Some(true)) << i;
        }
        line
    }

    /// The bits of all cells.
    pub(crate) fn all(&self) -> u64 {
        (1 << self.cells) - 1
    }

    /// The places, and all that are reached from them forward over gaps.
    fn forward(&self, mut places: u64) -> u64 {
        let mut step = self.gaps;
        for width in [1, 2, 4, 8, 16, 32] {
            places |= (places & step) << width;
            step &= step >> width;
        }
        places
    }

    /// The places, and all from which they are reached over gaps.
    fn backward(&self, mut places: u64) -> u64 {
        let mut step = self.gaps;
        for width in [1, 2, 4, 8, 16, 32] {
            places |= (places >> width) & step;
            step &= step >> width;
        }
        places
    }

    /// The places where a run of this length fits, followed by a gap.
    fn room(&self, length: u32) -> u64 {
        let (mut room, mut have) = (self.may, 1);
        while have < length {
            let more = have.min(length - have);
            room &= room >> more;
            have += more;
        }
        room & (self.gaps >> length)
    }

    /// Where runs of these lengths, none of them 0, can stand in this order. Returns `None` if
    /// there is no placement.
    pub(crate) fn placements(&self, lengths: &[u32]) -> Option<RunPlacements> {
        let (n, runs) = (self.cells, lengths.len());
        if runs > MOST_RUNS || lengths.iter().any(|&length| length as usize > n) {
            return None;
        }
        // By number of runs: the places in front of which so many runs fit, each followed by a gap.
        let mut before = [0_u64; MOST_RUNS + 1];
        let mut rooms = [0_u64; MOST_RUNS];
        before[0] = self.forward(1);
        for (k, &length) in lengths.iter().enumerate() {
            rooms[k] = self.room(length);
            let begins = before[k] & rooms[k];
            if begins == 0 {
                return None;
            }
            before[k + 1] = self.forward(begins << (length + 1));
        }
        if before[runs] >> (n + 1) & 1 == 0 {
            return None;
        }
        let mut placed = RunPlacements { starts: [[0; 2]; MOST_RUNS], chosen: 0, left: 0 };
        // The places from which the runs behind `k` fit.
        let mut behind = self.backward(1 << (n + 1));
        placed.left |= before[runs] & self.gaps & behind >> 1;
        for k in (0..runs).rev() {
            let length = lengths[k];
            let fits = rooms[k] & behind >> (length + 1);
            let begins = before[k] & fits;
            if begins == 0 {
                return None;
            }
            placed.starts[k] = [begins.trailing_zeros() as u8, begins.ilog2() as u8];
            placed.chosen |= covered(begins, length);
            placed.left |= begins << length;
            behind = self.backward(fits);
            placed.left |= before[k] & self.gaps & behind >> 1;
        }
        placed.left &= self.all();
        Some(placed)
    }
}

/// The cells that a run of this length covers which begins at one of these places.
fn covered(mut begins: u64, length: u32) -> u64 {
    let mut have = 1;
    while have < length {
        let more = have.min(length - have);
        begins |= begins << more;
        have += more;
    }
    begins
}
