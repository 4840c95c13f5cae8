//! Almost locked sets: n open cells of one house with n + 1 candidates among them.

use crate::reading::PlainState;
use crate::{Board, Domain, Value, Var, VarSet};
use std::collections::HashSet;

/// Sets of at most this many cells in houses of more than nine open cells.
const CELLS_IN_LARGE_HOUSES: usize = 3;
/// At most so many sets on boards of up to 128 cells, and on larger ones: the smallest.
const SETS: [usize; 2] = [6_000, 1_200];

/// One almost locked set.
#[derive(Clone, Debug)]
pub(super) struct Als {
    /// Its cells.
    pub cells: VarSet,
    /// How many.
    pub len: usize,
    /// Their candidates: one more than cells.
    pub values: Domain,
    /// For each value in rising order: the cells that have it, and all places of the value that see
    /// each of them.
    parts: Vec<(VarSet, VarSet)>,
}

impl Als {
    /// The set of those cells and their candidates.
    pub fn of(at: &Board<'_>, cells: VarSet, values: Domain) -> Als {
        let part = |value: Value| {
            let holders = at.places(value).and(&cells);
            let mut seen = at.places(value).clone();
            holders.iter().for_each(|v| seen.and_with(at.houses().peers(v)));
            (holders, seen)
        };
        Als { parts: values.iter().map(part).collect(), len: cells.len(), cells, values }
    }

    fn rank(&self, value: Value) -> usize {
        (self.values.0 & ((1 << value) - 1)).count_ones() as usize
    }

    /// The cells of the set that have `value`, which must be one of its values.
    pub fn holders(&self, value: Value) -> &VarSet {
        &self.parts[self.rank(value)].0
    }

    /// The places of `value` that see every holder: they go when the set must hold the value.
    pub fn seen(&self, value: Value) -> &VarSet {
        &self.parts[self.rank(value)].1
    }

    /// Must `value` leave one of the two sets when it stands in the other?
    pub fn restricts(&self, other: &Als, value: Value) -> bool {
        other.holders(value).is_subset(self.seen(value))
    }
}

/// A restricted common of two sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Restricted {
    /// The other set.
    pub other: u32,
    /// The values that at most one of the two can hold.
    pub values: Domain,
}

/// All almost locked sets of a board, smallest first, single cells included.
#[derive(Clone, Debug, Default)]
pub(super) struct AlsSets {
    pub list: Vec<Als>,
    restricted: std::sync::OnceLock<Vec<Vec<Restricted>>>,
}

impl AlsSets {
    pub fn of(at: &Board<'_>) -> AlsSets {
        let mut list: Vec<Als> = Vec::new();
        let mut seen: HashSet<VarSet, PlainState> = HashSet::default();
        let mut picked: Vec<(Vec<Var>, Domain)> = Vec::new();
        for house in at.houses().list() {
            let open: Vec<Var> = house.vars.iter().copied().filter(|&v| at.open().contains(v)).collect();
            let most = if open.len() > 9 { CELLS_IN_LARGE_HOUSES } else { open.len().saturating_sub(1) };
            subsets(at, &open, most, &mut Vec::new(), Domain::EMPTY, 0, &mut picked);
        }
        picked.sort_by_key(|(cells, _)| cells.len());
        for (cells, values) in picked {
            let set: VarSet = {
                let mut s = VarSet::with_capacity(at.network().len());
                cells.iter().for_each(|&v| s.insert(v));
                s
            };
            if list.len() == SETS[usize::from(at.network().len() > 128)] {
                break;
            }
            if !seen.insert(set.clone()) {
                continue;
            }
            list.push(Als::of(at, set, values));
        }
        AlsSets { list, restricted: Default::default() }
    }

    /// For each set, the sets after it with which it shares restricted commons. Sets may overlap,
    /// but not in a holder of the common (a cell does not see itself).
    pub fn restricted(&self) -> &[Vec<Restricted>] {
        self.restricted.get_or_init(|| {
            let pairs = |(i, a): (usize, &Als)| {
                let later = self.list.iter().enumerate().skip(i + 1);
                let commons = later.filter_map(|(j, b)| {
                    let values: Domain = (a.values & b.values).iter().filter(|&x| a.restricts(b, x)).collect();
                    (!values.is_empty()).then_some(Restricted { other: j as u32, values })
                });
                commons.collect()
            };
            self.list.iter().enumerate().map(pairs).collect()
        })
    }
}

fn subsets(
    at: &Board<'_>,
    open: &[Var],
    most: usize,
    cells: &mut Vec<Var>,
    values: Domain,
    from: usize,
    out: &mut Vec<(Vec<Var>, Domain)>,
) {
    if !cells.is_empty() && values.len() as usize == cells.len() + 1 {
        out.push((cells.clone(), values));
    }
    if cells.len() == most {
        return;
    }
    for i in from..open.len() {
        let union = values | at.domain(open[i]);
        if union.len() as usize <= most + 1 {
            cells.push(open[i]);
            subsets(at, open, most, cells, union, i + 1, out);
            cells.pop();
        }
    }
}
