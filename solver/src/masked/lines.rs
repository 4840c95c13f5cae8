//! Lines with runs on candidates as words: where runs can stand, a bit a cell, and what people see of
//! it.

use super::rules::{At, Planes, Refuted, Set, Sides};
use crate::techniques::steps::LineLook;

/// Cells of a line, and runs, at most.
const MOST_CELLS: usize = 62;
const MOST_RUNS: usize = 31;

/// Along some variables the chosen ones form runs of given lengths.
#[derive(Clone, Debug)]
pub(super) struct LineRule<const V: usize, const W: usize> {
    sides: Sides<V, W>,
    vars: Vec<At>,
    lengths: Vec<u8>,
}

/// A line as it stands: cells that may be chosen, and that may be left (with one behind the end).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineNow {
    may: u64,
    gaps: u64,
}

/// The places of runs over all placements of all runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    /// By run: its first and its last place.
    starts: [[u8; 2]; MOST_RUNS],
    /// Cells that some placement has chosen, and left.
    chosen: u64,
    left: u64,
}

/// A line that was looked at last, and what was found.
pub(super) type Known = Option<(LineNow, Option<Placed>)>;

/// The stretches of set bits: the first place, and the one behind the last.
fn stretches(mut bits: u64) -> impl Iterator<Item = (usize, usize)> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let from = bits.trailing_zeros() as usize;
        let to = from + (bits >> from).trailing_ones() as usize;
        bits &= !span(from, to);
        Some((from, to))
    })
}

/// The bits of a range of places.
fn span(from: usize, to: usize) -> u64 {
    if from >= to { 0 } else { (u64::MAX >> (64 - (to - from))) << from }
}

impl LineNow {
    /// The places and all that are reached from them over gaps, forward.
    fn forward(&self, mut places: u64) -> u64 {
        let mut step = self.gaps;
        for width in [1, 2, 4, 8, 16, 32] {
            places |= (places & step) << width;
            step &= step >> width;
        }
        places
    }

    /// The places from which these are reached over gaps.
    fn backward(&self, mut places: u64) -> u64 {
        let mut step = self.gaps;
        for width in [1, 2, 4, 8, 16, 32] {
            places |= (places >> width) & step;
            step &= step >> width;
        }
        places
    }

    /// The places where a run of this length fits, with a gap behind it.
    fn room(&self, length: u32) -> u64 {
        let (mut room, mut have) = (self.may, 1);
        while have < length {
            let more = have.min(length - have);
            room &= room >> more;
            have += more;
        }
        room & (self.gaps >> length)
    }

    /// Where the runs can stand on a line of `n` cells; `None`: nowhere.
    fn place(&self, n: usize, lengths: &[u8]) -> Option<Placed> {
        // By number of runs: the places in front of which that number of runs fits, each with a gap.
        let mut before = [0_u64; MOST_RUNS + 1];
        let mut rooms = [0_u64; MOST_RUNS];
        before[0] = self.forward(1);
        for (k, &length) in lengths.iter().enumerate() {
            if usize::from(length) > n {
                return None;
            }
            rooms[k] = self.room(length.into());
            let ends = before[k] & rooms[k];
            if ends == 0 {
                return None;
            }
            before[k + 1] = self.forward(ends << (length + 1));
        }
        let runs = lengths.len();
        if before[runs] >> (n + 1) & 1 == 0 {
            return None;
        }
        let mut placed = Placed { starts: [[0; 2]; MOST_RUNS], chosen: 0, left: 0 };
        // The places from which the other runs fit.
        let mut rest = self.backward(1 << (n + 1));
        placed.left |= before[runs] & self.gaps & rest >> 1;
        for k in (0..runs).rev() {
            let length = u32::from(lengths[k]);
            let fits = rooms[k] & rest >> (length + 1);
            let starts = before[k] & fits;
            if starts == 0 {
                return None;
            }
            placed.starts[k] = [starts.trailing_zeros() as u8, starts.ilog2() as u8];
            let (mut covered, mut have) = (starts, 1);
            while have < length {
                let more = have.min(length - have);
                covered |= covered << more;
                have += more;
            }
            placed.chosen |= covered;
            placed.left |= starts << length;
            rest = self.backward(fits);
            placed.left |= before[k] & self.gaps & rest >> 1;
        }
        placed.left &= span(0, n);
        Some(placed)
    }
}

impl<const V: usize, const W: usize> LineRule<V, W> {
    /// `None`: the line is too long.
    pub(super) fn new(sides: Sides<V, W>, vars: Vec<At>, lengths: &[u32]) -> Option<Self> {
        let is_short = vars.len() <= MOST_CELLS && lengths.len() <= MOST_RUNS;
        let lengths = lengths.iter().map(|&length| u8::try_from(length).ok().filter(|length| *length > 0));
        let lengths = lengths.collect::<Option<Vec<u8>>>()?;
        is_short.then_some(LineRule { sides, vars, lengths })
    }

    /// The line as it stands.
    fn now(&self, planes: &Planes<V, W>) -> LineNow {
        let (may, may_not) = self.sides.of(planes);
        let mut now = LineNow { may: 0, gaps: 1 << self.vars.len() };
        for (i, at) in self.vars.iter().enumerate() {
            now.may |= u64::from(may[at.word] & at.bit != 0) << i;
            now.gaps |= u64::from(may_not[at.word] & at.bit != 0) << i;
        }
        now
    }

    fn placed(&self, now: LineNow) -> Option<Placed> {
        now.place(self.vars.len(), &self.lengths)
    }

    fn set(&self, cells: u64) -> Set<W> {
        let mut set = [0; W];
        stretches(cells).flat_map(|(from, to)| from..to).for_each(|i| set[self.vars[i].word] |= self.vars[i].bit);
        set
    }

    /// The same as the rule's own `prune`.
    pub(super) fn prune(&self, planes: &mut Planes<V, W>) -> Result<Set<W>, Refuted> {
        let now = self.now(planes);
        let Placed { chosen, left, .. } = self.placed(now).ok_or(Refuted)?;
        let open = now.may & now.gaps;
        let (out, needed) = (self.set(open & !chosen), self.set(open & !left));
        self.sides.set(planes, &out, false);
        self.sides.set(planes, &needed, true);
        Ok(std::array::from_fn(|w| out[w] | needed[w]))
    }

    /// The candidates that go by a look at the line.
    pub(super) fn look(&self, planes: &Planes<V, W>, look: LineLook, known: &mut Known) -> Option<Planes<V, W>> {
        let now = self.now(planes);
        let open = now.may & now.gaps & span(0, self.vars.len());
        if open == 0 {
            return None;
        }
        let placed = match known {
            Some((of, placed)) if *of == now => *placed,
            _ => {
                let placed = self.placed(now);
                *known = Some((now, placed));
                placed
            }
        }?;
        let (cells, is_chosen) = self.cells(now, &placed, look);
        let cells = cells & open;
        if cells == 0 {
            return None;
        }
        let (set, mut after) = (self.set(cells), *planes);
        self.sides.set(&mut after, &set, is_chosen);
        Some(std::array::from_fn(|k| std::array::from_fn(|w| planes[k][w] & !after[k][w])))
    }

    /// The cells of which something follows, and whether they are chosen.
    fn cells(&self, now: LineNow, placed: &Placed, look: LineLook) -> (u64, bool) {
        let n = self.vars.len();
        let (may, full) = (now.may & span(0, n), now.may & !now.gaps);
        let runs = || {
            placed
                .starts
                .iter()
                .zip(&self.lengths)
                .map(|(s, &l)| (usize::from(s[0]), usize::from(s[1]), usize::from(l)))
        };
        // The lengths of the runs that a block may be part of: the least and the greatest.
        let lengths_over = |from: usize, to: usize| {
            let can = move |&(first, last, length): &(usize, usize, usize)| {
                length >= to - from && first <= from && to <= last + length
            };
            let lengths = runs().filter(can).map(|(.., length)| length);
            Some((lengths.clone().min()?, lengths.max()?))
        };
        match look {
            LineLook::Complete => {
                let total: usize = runs().map(|(.., length)| length).sum();
                (if full.count_ones() as usize == total { span(0, n) } else { 0 }, false)
            }
            LineLook::Overlap => (runs().fold(0, |all, (first, last, length)| all | span(last, first + length)), true),
            LineLook::Unreachable => {
                (span(0, n) & !runs().fold(0, |all, (first, last, length)| all | span(first, last + length)), false)
            }
            LineLook::ShortGap => {
                let fits = |from: usize, to: usize| {
                    runs().any(|(first, last, length)| first.max(from) <= last && first.max(from) + length <= to)
                };
                let short = stretches(may).filter(|&(from, to)| !fits(from, to));
                (short.fold(0, |all, (from, to)| all | span(from, to)), false)
            }
            LineLook::Edge => {
                let mut cells = 0;
                for (from, to) in stretches(full) {
                    let Some((least, _)) = lengths_over(from, to) else { continue };
                    let Some((begin, end)) = stretches(may).find(|&(a, b)| a <= from && from < b) else { continue };
                    cells |= span(to, (begin + least).min(end)) | span(end.saturating_sub(least).max(begin), from);
                }
                (cells, true)
            }
            LineLook::Block => {
                let is_full = |from, to| lengths_over(from, to).is_some_and(|(_, most)| most == to - from);
                let blocks = stretches(full).filter(|&(from, to)| is_full(from, to));
                let ends = blocks.fold(0, |all, (from, to)| all | 1 << to | if from > 0 { 1 << (from - 1) } else { 0 });
                (ends & span(0, n), false)
            }
        }
    }
}
