//! Lines of runs (nonograms): which truths a cell's value follows from. A block stands somewhere; a
//! cell that is filled belongs to some block. What excludes all places that a truth has left goes.

use serde::{Deserialize, Serialize};

/// What a deduction in a line rests on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum LineTruth {
    /// The block of that number stands somewhere.
    Block(usize),
    /// The cell of that number is filled: it belongs to a block.
    Filled(usize),
}

/// A line: the blocks' lengths, and what is known of each cell.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The lengths.
    pub lengths: &'a [usize],
    /// Filled, empty, or open.
    pub cells: &'a [Option<bool>],
}

/// Places of blocks that a mask has room for.
const PLACES: usize = 256;
/// Truths of which all sets are tried, before some are left out of all.
const SMALL: usize = 3;

type Mask = [u128; 2];

fn bit(i: usize) -> Mask {
    if i < 128 { [1 << i, 0] } else { [0, 1 << (i - 128)] }
}

fn and([a, b]: Mask, [c, d]: Mask) -> Mask {
    [a & c, b & d]
}

fn without([a, b]: Mask, [c, d]: Mask) -> Mask {
    [a & !c, b & !d]
}

fn or([a, b]: Mask, [c, d]: Mask) -> Mask {
    [a | c, b | d]
}

const NONE: Mask = [0, 0];

/// A line's blocks and where they can stand.
struct Table {
    /// Block, first cell, cell behind the last.
    places: Vec<(usize, usize, usize)>,
    /// By place: those that can't be beside it.
    excludes: Vec<Mask>,
    truths: Vec<(LineTruth, Mask)>,
}

impl Table {
    fn new(line: &Line<'_>) -> Option<Table> {
        let (blocks, n) = (line.lengths, line.cells.len());
        let mut places = Vec::new();
        for (i, &length) in blocks.iter().enumerate() {
            let low = blocks[..i].iter().sum::<usize>() + i;
            let behind = blocks[i..].iter().sum::<usize>() + blocks.len() - i - 1;
            for start in low..=n.checked_sub(behind)? {
                let end = start + length;
                let is_open = line.cells[start..end].iter().all(|c| *c != Some(false));
                let is_free = |at: Option<usize>| at.and_then(|at| line.cells.get(at)) != Some(&Some(true));
                if is_open && is_free(start.checked_sub(1)) && is_free(Some(end)) {
                    places.push((i, start, end));
                }
            }
        }
        if places.len() > PLACES {
            return None;
        }
        let clash = |&(i, a, b): &(usize, usize, usize), &(j, c, d): &(usize, usize, usize)| match i.cmp(&j) {
            std::cmp::Ordering::Equal => a != c,
            std::cmp::Ordering::Less => b >= c,
            std::cmp::Ordering::Greater => d >= a,
        };
        let of = |is_in: &dyn Fn(&(usize, usize, usize)) -> bool| {
            places.iter().enumerate().filter(|(_, p)| is_in(p)).fold(NONE, |m, (i, _)| or(m, bit(i)))
        };
        let excludes = places.iter().map(|p| of(&|q| clash(p, q))).collect();
        let mut truths: Vec<(LineTruth, Mask)> =
            (0..blocks.len()).map(|i| (LineTruth::Block(i), of(&|p| p.0 == i))).collect();
        for (at, _) in line.cells.iter().enumerate().filter(|(_, c)| **c == Some(true)) {
            truths.push((LineTruth::Filled(at), of(&|p| p.1 <= at && at < p.2)));
        }
        Some(Table { places, excludes, truths })
    }

    fn of(&self, is_in: impl Fn(&(usize, usize, usize)) -> bool) -> Mask {
        self.places.iter().enumerate().filter(|(_, p)| is_in(p)).fold(NONE, |m, (i, _)| or(m, bit(i)))
    }

    /// Do the truths leave no room, by what all places of one of them exclude?
    fn refutes(&self, truths: &[Mask], mut left: Mask) -> bool {
        loop {
            let before = left;
            for truth in truths {
                let own = and(*truth, left);
                if own == NONE {
                    return true;
                }
                let members = (0..self.places.len()).filter(|&i| and(own, bit(i)) != NONE);
                let gone = members.map(|i| self.excludes[i]).fold([u128::MAX; 2], and);
                left = without(left, gone);
            }
            if left == before {
                return false;
            }
        }
    }
}

impl Line<'_> {
    /// The fewest truths from which it follows that a cell is filled, or empty; what is more than a
    /// few is only such that none can be left out. `None` where it does not follow this way.
    pub fn explain(&self, at: usize, filled: bool) -> Option<Vec<LineTruth>> {
        let table = Table::new(self)?;
        let all = table.of(|_| true);
        let covering = table.of(|p| p.1 <= at && at < p.2);
        let beside = table.of(|p| p.2 == at || p.1 == at + 1);
        // To the contrary: no block covers the cell, or one does.
        let (start, assumed) =
            if filled { (without(all, covering), None) } else { (without(all, beside), Some(covering)) };
        let refutes = |chosen: &[usize]| {
            let truths: Vec<Mask> = chosen.iter().map(|&i| table.truths[i].1).chain(assumed).collect();
            table.refutes(&truths, start)
        };
        let n = table.truths.len();
        let told = |chosen: &[usize]| chosen.iter().map(|&i| table.truths[i].0).collect();
        for size in 0..=SMALL.min(n) {
            if let Some(chosen) = subsets(n, size).into_iter().find(|c| refutes(c)) {
                return Some(told(&chosen));
            }
        }
        let mut chosen: Vec<usize> = (0..n).collect();
        if !refutes(&chosen) {
            return None;
        }
        for i in 0..n {
            let fewer: Vec<usize> = chosen.iter().copied().filter(|c| *c != i).collect();
            if refutes(&fewer) {
                chosen = fewer;
            }
        }
        Some(told(&chosen))
    }
}

/// All sets of a size, in order.
fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let longer = |s: &Vec<usize>| {
            let s = s.clone();
            (s.last().map_or(0, |l| l + 1)..n).map(move |i| s.iter().copied().chain([i]).collect())
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    sets
}

/// The family of a deduction: what becomes of the cell, and which truths say so.
pub fn line_family(filled: bool, truths: &[LineTruth]) -> String {
    let blocks = truths.iter().filter(|t| matches!(t, LineTruth::Block(_))).count();
    let cells = truths.len() - blocks;
    let by = match (blocks, cells) {
        (0, 0) => "no block reaches it",
        (1, 0) => "one block",
        (_, 0) => "a row of blocks",
        (0, 1) => "one filled cell",
        (0, _) => "several filled cells",
        _ => "blocks and filled cells",
    };
    format!("{}: {by}", if filled { "filled" } else { "empty" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(signs: &str) -> Vec<Option<bool>> {
        let cell = |c| match c {
            '#' => Some(true),
            'x' => Some(false),
            _ => None,
        };
        signs.chars().map(cell).collect()
    }

    /// What all fillings agree on, one by one.
    fn follows(lengths: &[usize], cells: &[Option<bool>]) -> Vec<Option<bool>> {
        let n = cells.len();
        let runs = |set: u32| {
            let text: String = (0..n).map(|i| if set >> i & 1 == 1 { '#' } else { '.' }).collect();
            text.split('.').map(str::len).filter(|l| *l > 0).collect::<Vec<_>>()
        };
        let fits = |set: &u32| cells.iter().enumerate().all(|(i, c)| c.is_none_or(|c| c == (set >> i & 1 == 1)));
        let all: Vec<u32> = (0..1_u32 << n).filter(|s| fits(s) && runs(*s) == lengths).collect();
        let same = |i: usize| {
            let first = all.first()? >> i & 1;
            all.iter().all(|s| s >> i & 1 == first).then_some(first == 1)
        };
        (0..n).map(same).collect()
    }

    #[test]
    fn what_is_explained_follows_and_little_is_missed() {
        let (mut all, mut missed) = (0, 0);
        let lines: [(&[usize], &str); 6] = [
            (&[3], "....."),
            (&[2, 1], "......"),
            (&[1, 3], "#........"),
            (&[3, 2], "..#....x.."),
            (&[1, 1, 2], ".x.#......"),
            (&[4], "....#....."),
        ];
        for (lengths, signs) in lines {
            let cells = cells(signs);
            let line = Line { lengths, cells: &cells };
            let wanted = follows(lengths, &cells);
            for (at, want) in wanted.into_iter().enumerate().filter(|(i, _)| cells[*i].is_none()) {
                for filled in [false, true] {
                    let told = line.explain(at, filled);
                    assert!(told.is_none() || want == Some(filled), "{lengths:?} {signs} {at} {filled}");
                    all += usize::from(want == Some(filled));
                    missed += usize::from(told.is_none() && want == Some(filled));
                }
            }
        }
        assert!(all > 5 && missed * 10 <= all, "{missed} of {all}");
    }

    #[test]
    fn families_are_named_by_their_truths() {
        let cells = cells(".....");
        let line = Line { lengths: &[3], cells: &cells };
        let truths = line.explain(2, true).unwrap();
        assert_eq!(line_family(true, &truths), "filled: one block");
    }
}
