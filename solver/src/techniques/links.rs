//! Strong and weak links between candidates, groups of candidates and parts of almost locked sets.

use super::als_sets::Als;
use crate::reading::PlainState;
use crate::{Board, Domain, HouseKind, Literal, RuleId, Value, Var, VarSet};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Which nodes a graph has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Reach {
    /// Single candidates.
    Single,
    /// And groups: places of a value in the intersection of a region and a line.
    Group,
    /// And the places of a value within an almost locked set.
    Als,
}

/// Groups by value and places.
type Groups = HashMap<(Value, VarSet), u32, PlainState>;

/// A value in one or several cells: on when it stands in one of them, off when in none.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub value: Value,
    pub set: VarSet,
    /// The only cell of a single candidate.
    pub single: Option<Var>,
}

/// An almost locked set with a cell that it leaves one value when it loses one.
#[derive(Clone, Debug)]
struct Beside {
    /// The set's number among the board's own.
    set: u32,
    cell: Var,
    /// The cells and values of both.
    both: Als,
}

/// A square bit matrix.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn new(n: usize) -> Rows {
        let words = n.div_ceil(64);
        Rows { words, bits: vec![0; n * words] }
    }

    fn set(&mut self, a: usize, b: usize) {
        self.bits[a * self.words + b / 64] |= 1 << (b % 64);
        self.bits[b * self.words + a / 64] |= 1 << (a % 64);
    }

    #[inline]
    pub fn row(&self, a: usize) -> &[u64] {
        &self.bits[a * self.words..][..self.words]
    }

    /// The links for which `keep` holds.
    pub fn filter(&self, keep: impl Fn(u32, u32) -> bool) -> Rows {
        let mut out = self.clone();
        for (i, word) in out.bits.iter_mut().enumerate().filter(|(_, w)| **w != 0) {
            let (a, base) = ((i / self.words) as u32, (i % self.words * 64) as u32);
            let mut bits = *word;
            while bits != 0 {
                let b = bits.trailing_zeros();
                bits &= bits - 1;
                if !keep(a, base + b) {
                    *word &= !(1 << b);
                }
            }
        }
        out
    }

    #[inline]
    pub fn get(&self, a: usize, b: usize) -> bool {
        self.bits[a * self.words + b / 64] >> (b % 64) & 1 == 1
    }
}

/// What makes two nodes strongly linked (one of them is on).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Strong {
    /// The only candidates of a cell.
    Cell,
    /// The only places of the value in a house.
    House(RuleId),
    /// Two values of an almost locked set, by its index.
    Als(u32),
}

/// The link graph of a board. The single candidates come first, by variable and value.
#[derive(Clone, Debug)]
pub(super) struct Links {
    pub nodes: Vec<Node>,
    pub singles: usize,
    pub weak: Rows,
    pub strong: Rows,
    first: Vec<u32>,
    als: HashMap<(u32, u32), u32, PlainState>,
    /// Almost locked sets with a cell beside them, numbered after the board's own sets.
    beside: Vec<Beside>,
}

impl Links {
    pub fn of(at: &Board<'_>, reach: Reach) -> Links {
        let mut nodes: Vec<Node> = Vec::new();
        let mut first = vec![0; at.network().len()];
        for var in at.open().iter() {
            first[var.index()] = nodes.len() as u32;
            for value in at.domain(var).iter() {
                let mut set = VarSet::with_capacity(at.network().len());
                set.insert(var);
                nodes.push(Node { value, set, single: Some(var) });
            }
        }
        let singles = nodes.len();
        let mut links = Links {
            nodes,
            singles,
            weak: Rows::new(0),
            strong: Rows::new(0),
            first,
            als: HashMap::default(),
            beside: Vec::new(),
        };
        let mut strong: Vec<(u32, u32)> = Vec::new();
        links.cells(at, &mut strong);
        let mut groups = if reach >= Reach::Group { links.groups(at) } else { HashMap::default() };
        links.houses(at, &groups, &mut strong);
        if reach == Reach::Als {
            links.almost_locked(at, &mut groups, &mut strong);
        }
        links.strong = Rows::new(links.nodes.len());
        for (a, b) in strong {
            links.strong.set(a as usize, b as usize);
        }
        links.weaken(at);
        links
    }

    /// The candidate of a node that is a single one.
    pub fn literal(&self, node: u32) -> Option<Literal> {
        let node = &self.nodes[node as usize];
        node.single.map(|var| Literal { var, value: node.value })
    }

    /// The node of a candidate that is there.
    pub fn single(&self, at: &Board<'_>, l: Literal) -> u32 {
        self.first[l.var.index()] + (at.domain(l.var).0 & ((1 << l.value) - 1)).count_ones()
    }

    fn node(&self, at: &Board<'_>, groups: &Groups, value: Value, set: &VarSet) -> Option<u32> {
        let mut vars = set.iter();
        match (vars.next(), vars.next()) {
            (Some(var), None) => Some(self.single(at, Literal { var, value })),
            _ => groups.get(&(value, set.clone())).copied(),
        }
    }

    fn cells(&self, at: &Board<'_>, strong: &mut Vec<(u32, u32)>) {
        for var in at.bivalue() {
            let a = self.first[var.index()];
            strong.push((a, a + 1));
        }
    }

    fn groups(&mut self, at: &Board<'_>) -> Groups {
        let mut all: BTreeSet<(Value, Vec<Var>)> = BTreeSet::new();
        let houses = at.houses().list();
        for region in houses.iter().filter(|h| h.kind == HouseKind::Region) {
            for line in houses.iter().filter(|h| matches!(h.kind, HouseKind::Line(_))) {
                let common = region.set.and(&line.set);
                for value in at.values().iter() {
                    let set = at.places(value).and(&common);
                    if set.len() >= 2 {
                        all.insert((value, set.iter().collect()));
                    }
                }
            }
        }
        let mut index = HashMap::default();
        for (value, vars) in all {
            let mut set = VarSet::with_capacity(at.network().len());
            vars.iter().for_each(|&v| set.insert(v));
            index.insert((value, set.clone()), self.nodes.len() as u32);
            self.nodes.push(Node { value, set, single: None });
        }
        index
    }

    fn houses(&self, at: &Board<'_>, groups: &Groups, strong: &mut Vec<(u32, u32)>) {
        let multiple: Vec<usize> = (self.singles..self.nodes.len()).collect();
        for house in at.houses().list() {
            let placed = house.vars.iter().filter(|v| !at.open().contains(**v));
            let done = placed.fold(Domain::EMPTY, |d, v| d | at.store().domain(*v));
            for value in house.covers.minus(done).iter() {
                let places = at.places_in(house, value);
                let mut link = |a: u32, set: &VarSet| {
                    let rest = places.minus(set);
                    if let Some(b) = self.node(at, groups, value, &rest).filter(|_| !rest.is_empty()) {
                        strong.push((a, b));
                    }
                };
                if places.len() == 2
                    && let Some(var) = places.first()
                {
                    let a = Literal { var, value };
                    link(self.single(at, a), &self.nodes[self.single(at, a) as usize].set);
                }
                for &g in &multiple {
                    let node = &self.nodes[g];
                    if node.value == value && places.len() > node.set.len() && node.set.is_subset(&places) {
                        link(g as u32, &node.set);
                    }
                }
            }
        }
    }

    fn almost_locked(&mut self, at: &Board<'_>, groups: &mut Groups, strong: &mut Vec<(u32, u32)>) {
        let before: HashSet<(u32, u32), PlainState> = strong.iter().map(|&(a, b)| key(a, b)).collect();
        let sets = &at.derived().als(at).list;
        for (i, als) in sets.iter().enumerate().filter(|(_, a)| a.len > 1) {
            let mut parts: Vec<u32> = Vec::new();
            for value in als.values.iter() {
                let set = als.holders(value);
                let node = self.node(at, groups, value, set).unwrap_or_else(|| {
                    let n = self.nodes.len() as u32;
                    groups.insert((value, set.clone()), n);
                    self.nodes.push(Node { value, set: set.clone(), single: None });
                    n
                });
                parts.push(node);
            }
            for (n, &a) in parts.iter().enumerate() {
                for &b in &parts[n + 1..] {
                    if before.contains(&key(a, b)) {
                        continue;
                    }
                    self.als.entry(key(a, b)).or_insert_with(|| {
                        strong.push((a, b));
                        i as u32
                    });
                }
            }
            for (from, to, values) in forced(at, als) {
                let (Some(a), b) = (self.node(at, groups, from, als.holders(from)), self.single(at, to)) else {
                    continue;
                };
                if a == b || before.contains(&key(a, b)) || self.als.contains_key(&key(a, b)) {
                    continue;
                }
                let mut cells = als.cells.clone();
                cells.insert(to.var);
                strong.push((a, b));
                self.als.insert(key(a, b), (sets.len() + self.beside.len()) as u32);
                self.beside.push(Beside { set: i as u32, cell: to.var, both: Als::of(at, cells, values) });
            }
        }
    }

    /// The almost locked set of that number.
    pub fn als<'l>(&'l self, at: &'l Board<'_>, number: u32) -> Option<&'l Als> {
        let own = &at.derived().als(at).list;
        own.get(number as usize).or_else(|| Some(&self.beside(at, number)?.both))
    }

    /// Of an almost locked set with a cell beside it: the set itself, and the cell.
    pub fn parts<'l>(&'l self, at: &'l Board<'_>, number: u32) -> Option<(&'l Als, Var)> {
        let beside = self.beside(at, number)?;
        Some((at.derived().als(at).list.get(beside.set as usize)?, beside.cell))
    }

    fn beside(&self, at: &Board<'_>, number: u32) -> Option<&Beside> {
        self.beside.get((number as usize).checked_sub(at.derived().als(at).list.len())?)
    }

    /// Weak links: other values of a cell; a value in places that all see each other.
    fn weaken(&mut self, at: &Board<'_>) {
        let n = self.nodes.len();
        let mut weak = Rows::new(n);
        for var in at.open().iter() {
            let a = self.first[var.index()] as usize;
            let count = at.domain(var).len() as usize;
            for i in 0..count {
                for j in 0..i {
                    weak.set(a + i, a + j);
                }
            }
        }
        let mut several: Vec<Vec<(usize, VarSet)>> = vec![Vec::new(); 64];
        for i in 0..n {
            let node = &self.nodes[i];
            let mut seen = at.places(node.value).clone();
            node.set.iter().for_each(|v| seen.and_with(at.houses().peers(v)));
            for var in seen.iter() {
                weak.set(i, self.single(at, Literal { var, value: node.value }) as usize);
            }
            if node.single.is_none() {
                for (j, _) in several[node.value as usize].iter().filter(|(j, _)| self.nodes[*j].set.is_subset(&seen)) {
                    weak.set(i, *j);
                }
                several[node.value as usize].push((i, seen));
            }
        }
        self.weak = weak;
    }

    /// Why two nodes are strongly linked: a cell, a house, else an almost locked set.
    pub fn reason(&self, at: &Board<'_>, a: u32, b: u32) -> Option<Strong> {
        let (x, y) = (&self.nodes[a as usize], &self.nodes[b as usize]);
        if let Some(&als) = self.als.get(&key(a, b)) {
            return Some(Strong::Als(als));
        }
        if x.value != y.value {
            return Some(Strong::Cell);
        }
        let both = x.set.or(&y.set);
        at.houses().covering(x.value).find(|h| at.places_in(h, x.value) == both).map(|h| Strong::House(h.rule))
    }
}

/// Cells that an almost locked set leaves one candidate when it loses a value: they see all holders
/// of each of their other candidates. The value lost, the candidate left, and the values of set and
/// cell together.
fn forced<'b>(at: &'b Board<'_>, als: &'b Als) -> impl Iterator<Item = (Value, Literal, Domain)> + 'b {
    at.open().minus(&als.cells).iter().collect::<Vec<_>>().into_iter().flat_map(move |var| {
        let domain = at.domain(var);
        let seen: Domain = (domain & als.values).iter().filter(|&v| als.seen(v).contains(var)).collect();
        let left = move |from: Value| domain.minus(seen.minus(Domain::single(from))).value();
        // A single other candidate is a plain weak link into a bivalue cell.
        let lost = als.values.iter().filter(move |&from| seen.minus(Domain::single(from)).len() >= 2);
        lost.filter_map(move |from| left(from).map(|value| (from, Literal { var, value }, als.values.with(value))))
    })
}

fn key(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

/// The nodes of a bit row, in order.
pub(super) fn bits(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(w, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(w * 64 + bit)
        })
    })
}
