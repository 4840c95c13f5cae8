//! Impossible patterns: cells that can't all be filled from two or three values. Where some of them
//! have candidates besides, one of these *guardians* holds.

mod referee;
#[cfg(test)]
mod tests;

use crate::sets::{Mask, bits};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use tesuji_solver::{Clock, Domain, Literal, Network, Value, Var};

/// Cells that can't all be filled from some values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Impossible {
    /// The values.
    pub values: Domain,
    /// The cells, rising: none can be left out.
    pub cells: Vec<Var>,
    /// Their other candidates: at least one holds.
    pub guardians: Vec<Literal>,
    /// What goes, whichever guardian holds.
    pub goals: Vec<Literal>,
}

/// How far they are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImpossiblePolicy {
    /// Most cells with guardians.
    pub guarded: usize,
    /// Most guardians.
    pub guardians: u32,
    /// Fillings tried for one set of values.
    pub steps: u64,
}

impl Default for ImpossiblePolicy {
    fn default() -> Self {
        ImpossiblePolicy { guarded: 3, guardians: 8, steps: 200_000 }
    }
}

/// Cells that take part at most: masks have bits for them and a little more.
const CELLS: usize = 120;

/// The patterns on candidates, those with the fewest guarded cells of each set of values; `true`
/// when the search came to its end.
pub fn impossible(
    net: &Network,
    domains: &[Domain],
    policy: &ImpossiblePolicy,
    clock: &Clock,
) -> (Vec<Impossible>, bool) {
    let mut found = BTreeSet::new();
    let mut complete = true;
    let all: Vec<Value> = domains.iter().fold(Domain::EMPTY, |u, d| u | *d).iter().collect();
    for values in subsets(&all) {
        if clock.expired().is_some() {
            return (found.into_iter().collect(), false);
        }
        let Some(mut search) = Search::new(net, domains, values, policy) else { continue };
        for most in 0..=policy.guarded {
            search.go(0, most);
            if !search.found.is_empty() {
                break;
            }
        }
        complete &= search.left > 0;
        found.extend(std::mem::take(&mut search.found));
    }
    let mut found: Vec<Impossible> = found.into_iter().collect();
    for pattern in &mut found {
        pattern.goals = seeing_all(net, domains, &pattern.guardians);
    }
    (found, complete)
}

/// All sets of two and three values.
fn subsets(all: &[Value]) -> Vec<Domain> {
    let mut sets = Vec::new();
    for (i, &a) in all.iter().enumerate() {
        for (j, &b) in all.iter().enumerate().skip(i + 1) {
            sets.push([a, b].into_iter().collect());
            sets.extend(all[j + 1..].iter().map(|&c| [a, b, c].into_iter().collect::<Domain>()));
        }
    }
    sets
}

/// The candidates that none of some candidates leaves standing.
fn seeing_all(net: &Network, domains: &[Domain], guardians: &[Literal]) -> Vec<Literal> {
    let excludes = |g: &Literal, l: Literal| {
        if g.var == l.var { g.value != l.value } else { g.value == l.value && net.houses().sees(g.var, l.var) }
    };
    let all = net.vars().flat_map(|var| domains[var.index()].iter().map(move |value| Literal { var, value }));
    all.filter(|&l| !guardians.is_empty() && guardians.iter().all(|g| excludes(g, l))).collect()
}

/// The candidates of cells besides some values.
fn others(domains: &[Domain], cells: &[Var], values: Domain) -> Vec<Literal> {
    let of = |&var: &Var| domains[var.index()].minus(values).iter().map(move |value| Literal { var, value });
    cells.iter().flat_map(of).collect()
}

/// The search for one set of values.
struct Search<'a> {
    domains: &'a [Domain],
    policy: &'a ImpossiblePolicy,
    values: Domain,
    /// The cells that take part, and by cell those that see it.
    vars: Vec<Var>,
    peers: Vec<Mask>,
    houses: Vec<Mask>,
    /// By value: the cells that can have it.
    can: [Mask; 3],
    free: Mask,
    guarded: Mask,
    seen: BTreeSet<Mask>,
    found: Vec<Impossible>,
    left: u64,
}

impl<'a> Search<'a> {
    fn new(net: &Network, domains: &'a [Domain], values: Domain, policy: &'a ImpossiblePolicy) -> Option<Self> {
        let takes_part = |v: &Var| {
            let own = domains[v.index()];
            (own & values).len() >= 2 && own.minus(values).len() <= policy.guardians
        };
        let vars: Vec<Var> = net.vars().filter(takes_part).collect();
        if vars.len() > CELLS {
            return None;
        }
        let mask = |is_in: &dyn Fn(Var) -> bool| {
            vars.iter().enumerate().filter(|(_, v)| is_in(**v)).fold(0, |m: Mask, (i, _)| m | 1 << i)
        };
        let peers = vars.iter().map(|&v| mask(&|w| net.houses().sees(v, w))).collect();
        let houses: Vec<Mask> = net.houses().list().iter().map(|h| mask(&|v| h.set.contains(v))).collect();
        let mut can = [0; 3];
        for (of, value) in can.iter_mut().zip(values.iter()) {
            *of = mask(&|v| domains[v.index()].contains(value));
        }
        let free = mask(&|v| domains[v.index()].minus(values).is_empty());
        let guarded = mask(&|_| true) & !free;
        let (seen, found, left) = (BTreeSet::new(), Vec::new(), policy.steps);
        let search = Search { domains, policy, values, vars, peers, houses, can, free, guarded, seen, found, left };
        (!search.is_crowded(free)).then_some(search)
    }

    /// Has a house more of the cells than there are values? Then it says by itself what a pattern
    /// with these guardians would.
    fn is_crowded(&self, cells: Mask) -> bool {
        self.houses.iter().any(|h| (h & cells).count_ones() > self.values.len())
    }

    /// Adds up to `most` guarded cells to those in `extra` until there is no filling. A filling
    /// says which cells can make the difference: those that it leaves without a value.
    fn go(&mut self, extra: Mask, most: usize) {
        if !self.seen.insert(extra | Mask::from(most as u8) << CELLS) || self.left == 0 {
            return;
        }
        let Some(left_over) = self.fill(self.free | extra, self.can) else {
            if self.left > 0 {
                self.add(extra);
            }
            return;
        };
        if most == 0 {
            return;
        }
        for i in bits(left_over & self.guarded & !extra) {
            let more = extra | 1 << i;
            let guardians: u32 = bits(more).map(|i| self.domains[self.vars[i].index()].minus(self.values).len()).sum();
            if guardians <= self.policy.guardians && !self.is_crowded(self.free | more) {
                self.go(more, most - 1);
            }
        }
    }

    /// Fills the cells; gives those outside that no value is left for. `None`: there is no filling
    /// (or the steps are used up).
    fn fill(&mut self, mut open: Mask, mut can: [Mask; 3]) -> Option<Mask> {
        loop {
            self.left = self.left.saturating_sub(1);
            let [a, b, c] = can;
            if self.left == 0 || open & !(a | b | c) != 0 {
                return None;
            }
            if open == 0 {
                return Some(self.extend(can));
            }
            let single = open & (a ^ b ^ c) & !(a & b & c);
            if single != 0 {
                let i = single.trailing_zeros() as usize;
                let value = (0..3).find(|&v| can[v] >> i & 1 == 1)?;
                self.put(i, value, &mut can);
                open &= !(1 << i);
                continue;
            }
            let double = open & !(a & b & c);
            let i = if double != 0 { double } else { open }.trailing_zeros() as usize;
            for value in (0..3).filter(|&v| can[v] >> i & 1 == 1) {
                let mut then = can;
                self.put(i, value, &mut then);
                if let Some(left_over) = self.fill(open & !(1 << i), then) {
                    return Some(left_over);
                }
            }
            return None;
        }
    }

    fn put(&self, i: usize, value: usize, can: &mut [Mask; 3]) {
        for (v, of) in can.iter_mut().enumerate() {
            *of &= if v == value { !self.peers[i] } else { !(1 << i) };
        }
    }

    /// Fills what it can of the guarded cells; gives those that are left over.
    fn extend(&self, mut can: [Mask; 3]) -> Mask {
        let mut left_over = 0;
        for i in bits(self.guarded) {
            match (0..3).find(|&v| can[v] >> i & 1 == 1) {
                Some(value) => self.put(i, value, &mut can),
                None => left_over |= 1 << i,
            }
        }
        left_over
    }

    /// Leaves out what is not needed, guarded cells last, in several orders; keeps the smallest.
    fn add(&mut self, extra: Mask) {
        let whole = self.free | extra;
        let mut orders: Vec<Vec<usize>> = vec![bits(whole).collect(); 4];
        orders[1].reverse();
        let degree = |i: &usize| (self.peers[*i] & whole).count_ones();
        orders[2].sort_by_key(degree);
        orders[3].sort_by_key(|i| std::cmp::Reverse(degree(i)));
        let mut least: Option<Mask> = None;
        for mut order in orders {
            order.sort_by_key(|i| extra >> i & 1);
            let mut cells = whole;
            for i in order {
                let is_needless = self.fill(cells & !(1 << i), self.can).is_none();
                if is_needless && self.left > 0 {
                    cells &= !(1 << i);
                }
            }
            if least.is_none_or(|l| (cells.count_ones(), cells) < (l.count_ones(), l)) {
                least = Some(cells);
            }
        }
        let cells: Vec<Var> = bits(least.unwrap_or(whole)).map(|i| self.vars[i]).collect();
        let guardians = others(self.domains, &cells, self.values);
        let (values, goals) = (self.values, Vec::new());
        self.found.push(Impossible { values, cells, guardians, goals });
    }
}
