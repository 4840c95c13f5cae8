//! Rules about runs on a line, on candidates as words: the line is a word with a bit for each cell.

use super::rules::{Contradiction, Planes, Set, Sides, VarBit};
use crate::rules::runs_bits::{LineBits, MOST_CELLS, RunPlacements};
use crate::techniques::steps::LineLook;

/// A rule: along some variables the chosen ones form runs of given lengths.
#[derive(Clone, Debug)]
pub(super) struct LineRule<const V: usize, const W: usize> {
    sides: Sides<V, W>,
    vars: Vec<VarBit>,
    lengths: Vec<u32>,
}

/// The last line that was looked at, with its placements.
pub(super) type LineMemo = Option<(LineBits, Option<RunPlacements>)>;

/// The stretches of set bits: the first bit of each, and the one behind its last.
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

/// The bits of a range, without its end.
fn span(from: usize, to: usize) -> u64 {
    if from >= to { 0 } else { (u64::MAX >> (64 - (to - from))) << from }
}

impl<const V: usize, const W: usize> LineRule<V, W> {
    /// Returns `None` if the line is too long, or if a run has no length.
    pub(super) fn new(sides: Sides<V, W>, vars: Vec<VarBit>, lengths: &[u32]) -> Option<Self> {
        let has_form = vars.len() <= MOST_CELLS && !lengths.contains(&0);
        has_form.then(|| LineRule { sides, vars, lengths: lengths.to_vec() })
    }

    /// The line as it stands.
    fn line(&self, planes: &Planes<V, W>) -> LineBits {
        let (may, may_not) = self.sides.of(planes);
        let mut line = LineBits::new(self.vars.len());
        for (i, at) in self.vars.iter().enumerate() {
            line.may |= u64::from(may[at.word] & at.bit != 0) << i;
            line.gaps |= u64::from(may_not[at.word] & at.bit != 0) << i;
        }
        line
    }

    fn set(&self, cells: u64) -> Set<W> {
        let mut set = [0; W];
        stretches(cells).flat_map(|(from, to)| from..to).for_each(|i| set[self.vars[i].word] |= self.vars[i].bit);
        set
    }

    /// Does what the rule's own `prune` does. Returns the variables that lose candidates.
    pub(super) fn prune(&self, planes: &mut Planes<V, W>) -> Result<Set<W>, Contradiction> {
        let line = self.line(planes);
        let RunPlacements { chosen, left, .. } = line.placements(&self.lengths).ok_or(Contradiction)?;
        let open = line.may & line.gaps;
        let (out, needed) = (self.set(open & !chosen), self.set(open & !left));
        self.sides.set(planes, &out, false);
        self.sides.set(planes, &needed, true);
        Ok(std::array::from_fn(|w| out[w] | needed[w]))
    }

    /// Returns the candidates that a look at the line strikes, or `None` if it strikes none.
    pub(super) fn look(&self, planes: &Planes<V, W>, look: LineLook, memo: &mut LineMemo) -> Option<Planes<V, W>> {
        let line = self.line(planes);
        let open = line.may & line.gaps & line.all();
        if open == 0 {
            return None;
        }
        let placed = match memo {
            Some((of, placed)) if *of == line => *placed,
            _ => {
                let placed = line.placements(&self.lengths);
                *memo = Some((line, placed));
                placed
            }
        }?;
        let (cells, is_chosen) = self.cells(line, &placed, look);
        let cells = cells & open;
        if cells == 0 {
            return None;
        }
        let (set, mut after) = (self.set(cells), *planes);
        self.sides.set(&mut after, &set, is_chosen);
        Some(std::array::from_fn(|k| std::array::from_fn(|w| planes[k][w] & !after[k][w])))
    }

    /// The cells that the look decides, and whether they are chosen. The techniques do the same on
    /// lines of any length (`techniques/steps/line.rs`).
    fn cells(&self, line: LineBits, placed: &RunPlacements, look: LineLook) -> (u64, bool) {
        let n = self.vars.len();
        let (may, full) = (line.may & line.all(), line.may & !line.gaps);
        // By run: the first and the last cell at which it begins, and its length.
        let runs = || {
            let starts = placed.starts(self.lengths.len());
            starts.zip(&self.lengths).map(|((first, last), &length)| (first, last, length as usize))
        };
        // The least and the greatest length of the runs that a block may be part of.
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
