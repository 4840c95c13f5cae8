//! A core as sets of candidates: its truths, and the sets that can cover them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use tesuji_solver::{Domain, HouseKind, Literal, Network, Part, Truth, Value, Var};

/// Candidates of which at most one holds: those of a variable, or the places of a value in a house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Set {
    /// The candidates of a variable.
    Cell(Var),
    /// The places of a value in a house (index into [`Houses::list`](tesuji_solver::Houses::list)).
    Places {
        /// The house.
        house: u16,
        /// The value.
        value: Value,
    },
}

impl Set {
    /// Does it hold the candidate?
    pub(crate) fn has(self, net: &Network, l: Literal) -> bool {
        match self {
            Set::Cell(var) => l.var == var,
            Set::Places { house, value } => l.value == value && net.houses().of(l.var).contains(&house),
        }
    }

    /// Does exactly one of its candidates hold?
    pub(crate) fn is_truth(self, net: &Network) -> bool {
        match self {
            Set::Cell(_) => true,
            Set::Places { house, value } => net.houses().list()[usize::from(house)].covers.contains(value),
        }
    }

    /// Its kind: `n` a cell, `r` and `c` lines (swapped when asked), `b` a region, `d` a diagonal,
    /// `o` any other house.
    pub(crate) fn kind(self, net: &Network, swap: bool) -> char {
        let Set::Places { house, .. } = self else { return 'n' };
        match net.houses().list()[usize::from(house)].kind {
            HouseKind::Line(axis) if (axis == 0) != swap => 'r',
            HouseKind::Line(_) => 'c',
            HouseKind::Region => 'b',
            HouseKind::Diagonal => 'd',
            HouseKind::Other => 'o',
        }
    }
}

/// Bits over the candidates of a core, by index.
pub(crate) type Mask = u128;

/// The indices in a mask, rising.
pub(crate) fn bits(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let i = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(i)
    })
}

/// The truths of a core with their candidates, and who excludes whom.
#[derive(Clone, Debug)]
pub(crate) struct CoreSets<'a> {
    pub(crate) net: &'a Network,
    /// The truths.
    pub(crate) bases: Vec<Set>,
    /// Their candidates.
    pub(crate) members: Vec<Mask>,
    /// All candidates, rising.
    pub(crate) all: Vec<Literal>,
    links: Vec<Mask>,
}

impl<'a> CoreSets<'a> {
    /// The sets of a core; `None` where a rule takes part as a whole, or the candidates are too
    /// many.
    pub(crate) fn new(net: &'a Network, domains: &[Domain], core: &[Truth]) -> Option<Self> {
        let mut bases = Vec::with_capacity(core.len());
        let mut literals = Vec::with_capacity(core.len());
        for truth in core {
            bases.push(set_of(net, *truth)?);
            literals.push(truth.literals(net, &|v| domains[v.index()]));
        }
        let mut all: Vec<Literal> = literals.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        if all.len() > Mask::BITS as usize {
            return None;
        }
        let index = |l: &Literal| all.binary_search(l).unwrap_or_default();
        let members = literals.iter().map(|own| own.iter().fold(0, |m, l| m | 1 << index(l))).collect();
        let links = all.iter().map(|&l| seen_by(net, &all, l)).collect();
        Some(CoreSets { net, bases, members, all, links })
    }

    /// The candidates that a candidate of any kind excludes.
    pub(crate) fn seen(&self, l: Literal) -> Mask {
        match self.all.binary_search(&l) {
            Ok(i) => self.links[i],
            Err(_) => seen_by(self.net, &self.all, l),
        }
    }

    /// Those that the candidate of that index excludes.
    pub(crate) fn links(&self, i: usize) -> Mask {
        self.links[i]
    }

    /// The sets that hold a candidate, truths of the core left out.
    pub(crate) fn covers_of(&self, l: Literal) -> Vec<Set> {
        let places = self.net.houses().of(l.var).iter().map(|&house| Set::Places { house, value: l.value });
        std::iter::once(Set::Cell(l.var)).chain(places).filter(|s| !self.bases.contains(s)).collect()
    }

    /// Does the set hold the candidate?
    pub(crate) fn holds(&self, set: Set, l: Literal) -> bool {
        set.has(self.net, l)
    }

    /// The core's candidates in a set.
    pub(crate) fn mask(&self, set: Set) -> Mask {
        let held = self.all.iter().enumerate().filter(|(_, l)| self.holds(set, **l));
        held.fold(0, |m, (i, _)| m | 1 << i)
    }

    /// Do the truths of `parts` (bits by number) alone, by singles, refute a candidate that lies in
    /// none of them?
    pub(crate) fn refutes(&self, l: Literal, parts: u32) -> bool {
        let mut gone = self.seen(l);
        let mut open = parts;
        loop {
            let mut next = None;
            for i in (0..self.members.len()).filter(|i| open >> i & 1 == 1) {
                let left = self.members[i] & !gone;
                match left.count_ones() {
                    0 => return true,
                    1 if next.is_none() => next = Some((i, left.trailing_zeros() as usize)),
                    _ => {}
                }
            }
            let Some((i, unit)) = next else { return false };
            open &= !(1 << i);
            gone |= self.links[unit];
        }
    }

    /// Does a part of the core already strike a candidate of the rest? Then the core is two steps,
    /// one after the other.
    pub(crate) fn is_composite(&self) -> bool {
        let n = self.bases.len();
        let whole: u32 = (1 << n.min(31)) - 1;
        (1..whole).any(|parts| {
            let own = (0..n).filter(|i| parts >> i & 1 == 1).fold(0, |m, i| m | self.members[i]);
            let others = (0..n).fold(0, |m, i| m | self.members[i]) & !own;
            bits(others).any(|y| self.refutes(self.all[y], parts))
        })
    }

    /// How many of the truths hold each candidate: masks of those in at least one, two, three.
    pub(crate) fn needs(&self) -> [Mask; 3] {
        self.members.iter().fold([0; 3], |sum, &m| add(sum, m))
    }

    /// The kind of a set (see [`Set::kind`]).
    pub(crate) fn kind(&self, set: Set, swap: bool) -> char {
        set.kind(self.net, swap)
    }

    /// How much there is to say of the core and its covers: houses, values and cells.
    pub(crate) fn length(&self, covers: &[Set]) -> u32 {
        let (mut houses, mut values, mut cells) = (BTreeSet::new(), BTreeSet::new(), 0);
        for &set in self.bases.iter().chain(covers) {
            match set {
                Set::Cell(_) => cells += 1,
                Set::Places { house, value } => {
                    houses.insert(house);
                    values.insert(value);
                }
            }
        }
        (houses.len() * 3 + values.len() * 2 + cells * 2) as u32
    }
}

/// Counts a set once more: which candidates are in at least one, two, three.
pub(crate) fn add([one, two, three]: [Mask; 3], m: Mask) -> [Mask; 3] {
    [one | m, two | (one & m), three | (two & m)]
}

fn seen_by(net: &Network, all: &[Literal], l: Literal) -> Mask {
    let sees = |o: &Literal| {
        if o.var == l.var { o.value != l.value } else { o.value == l.value && net.houses().sees(o.var, l.var) }
    };
    all.iter().enumerate().filter(|(_, o)| sees(o)).fold(0, |m, (i, _)| m | 1 << i)
}

pub(crate) fn set_of(net: &Network, truth: Truth) -> Option<Set> {
    match truth {
        Truth::Cell(var) => Some(Set::Cell(var)),
        Truth::Rule { rule, part: Part::Value(value) } => {
            let at = net.houses().list().iter().position(|h| h.rule == rule)?;
            Some(Set::Places { house: at as u16, value })
        }
        Truth::Rule { part: Part::Whole, .. } => None,
    }
}

/// The houses of a set, `None` of a cell.
pub(crate) fn house(set: Set) -> Option<u16> {
    if let Set::Places { house, .. } = set { Some(house) } else { None }
}

/// The value of a set, `None` of a cell.
pub(crate) fn value(set: Set) -> Option<Value> {
    if let Set::Places { value, .. } = set { Some(value) } else { None }
}
