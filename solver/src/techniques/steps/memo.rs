//! Conclusions kept from network to network: what rules strike depends on their data and on the
//! candidates of their variables alone.

use super::{Ground, Part};
use crate::conclusions::{MOST_OF_ALL, OpenTable};
use crate::rules::RuleSpec;
use crate::{Domain, Network, RuleId, RuleKind, Var};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A table of conclusions for each shape of rules. It changes no result: an answer is that of the
/// rules' own `prune`, so runs that share a memo and runs without one end alike.
#[derive(Debug, Default)]
pub struct Memo {
    /// Rules whose variables are numbered in the order of their scope.
    specs: HashMap<RuleSpec, u32>,
    shapes: HashMap<Box<[u32]>, u32>,
    tables: Vec<OpenTable<u128>>,
    /// Entries of all tables.
    filled: usize,
}

/// Bits of a key.
const KEY_BITS: u32 = 128;

impl Memo {
    /// Number of conclusions that are kept.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Is nothing kept so far?
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// The number of a rule up to the names of its variables.
    fn spec(&mut self, net: &Network, rule: RuleId) -> u32 {
        let scope = net.rule(rule).scope();
        let place = |var: Var| scope.iter().position(|&v| v == var).map_or(var, |at| Var(at as u32));
        let next = self.specs.len() as u32;
        *self.specs.entry(net.spec(rule).map_vars(place)).or_insert(next)
    }

    fn table(&mut self, shape: &[u32]) -> u32 {
        if let Some(&table) = self.shapes.get(shape) {
            return table;
        }
        let table = self.tables.len() as u32;
        self.tables.push(OpenTable::default());
        self.shapes.insert(shape.into(), table);
        table
    }

    fn insert(&mut self, table: u32, key: u128, strikes: u128) {
        if self.filled < MOST_OF_ALL {
            let more = self.tables[table as usize].insert(key, strikes);
            self.filled = self.filled.saturating_add_signed(more);
        }
    }
}

/// Where a shape stands in a network.
#[derive(Clone, Debug)]
struct Site {
    table: u32,
    /// By variable: the lowest value, and where its candidates stand in the key.
    cells: Vec<(Var, u8, u8)>,
    /// Rules that may be left out, and the bit of the first.
    via: Vec<RuleId>,
    via_at: u32,
}

/// The sites of a network.
#[derive(Debug, Default)]
pub(super) struct Sites {
    memo: Option<Rc<RefCell<Memo>>>,
    /// By rule: its number up to the names of variables.
    specs: Vec<Option<u32>>,
    /// By look, and by rule; the inner `None`: the shape is too large.
    looks: Vec<Option<Option<Box<Site>>>>,
    rules: Vec<Option<Option<Box<Site>>>>,
    /// By variable: its place in a shape that is being listed.
    places: Vec<u32>,
}

/// The memo's answer to a look.
pub(super) enum Recalled {
    /// It strikes nothing.
    Nothing,
    /// It strikes what the ground now holds.
    Struck,
    /// Not known; the key under which it can be kept.
    Unknown(Option<u128>),
}

/// Is a table faster than the rule's own pruning?
fn is_slow(kind: RuleKind) -> bool {
    use RuleKind::{Automaton, Cage, Family, Linear, Minimax, Occurrences, Sum, Table, Visible, Weighted};
    matches!(kind, Table | Sum | Cage | Minimax | Visible | Weighted | Linear | Family | Automaton | Occurrences)
}

impl Sites {
    pub(super) fn new(net: &Network, memo: Rc<RefCell<Memo>>) -> Sites {
        let rules = net.rule_ids().len();
        Sites {
            memo: Some(memo),
            specs: vec![None; rules],
            looks: Vec::new(),
            rules: vec![None; rules],
            places: vec![0; net.len()],
        }
    }

    /// The site of some rules over variables; those of `via` may be left out.
    fn site(&mut self, net: &Network, tag: u32, own: &[RuleId], via: &[RuleId], reads: &[Var]) -> Option<Box<Site>> {
        let memo = Rc::clone(self.memo.as_ref()?);
        let mut shape = vec![tag, own.len() as u32];
        let (mut cells, mut bits) = (Vec::with_capacity(reads.len()), 0);
        for (place, &var) in reads.iter().enumerate() {
            let domain = net.domains()[var.index()];
            if domain.is_empty() {
                return None;
            }
            let (low, high) = (domain.0.trailing_zeros(), 64 - domain.0.leading_zeros());
            if bits + high - low + via.len() as u32 > KEY_BITS {
                return None;
            }
            self.places[var.index()] = place as u32;
            cells.push((var, low as u8, bits as u8));
            shape.push(low << 8 | high);
            bits += high - low;
        }
        for &rule in own.iter().chain(via) {
            let spec = &mut self.specs[rule.index()];
            shape.push(*spec.get_or_insert_with(|| memo.borrow_mut().spec(net, rule)));
            shape.extend(net.rule(rule).scope().iter().map(|var| self.places[var.index()]));
        }
        let table = memo.borrow_mut().table(&shape);
        Some(Box::new(Site { table, cells, via: via.to_vec(), via_at: bits }))
    }
}

impl Site {
    fn key(&self, now: &[Domain], off: &[bool]) -> u128 {
        let mut key = 0;
        for &(var, low, at) in &self.cells {
            key |= u128::from(now[var.index()].0 >> low) << at;
        }
        for (i, rule) in self.via.iter().enumerate() {
            key |= u128::from(!off[rule.index()]) << (self.via_at + i as u32);
        }
        key
    }

    /// Candidates more than one a variable.
    fn spare(&self, key: u128) -> usize {
        let own = if self.via_at == KEY_BITS { key } else { key & ((1 << self.via_at) - 1) };
        (own.count_ones() as usize).saturating_sub(self.cells.len())
    }

    fn pack(&self, struck: &[(Var, Domain)]) -> u128 {
        let cell = |var: Var| self.cells.iter().find(|cell| cell.0 == var);
        let packed = struck.iter().filter_map(|&(var, gone)| {
            let &(_, low, at) = cell(var)?;
            Some(u128::from(gone.0 >> low) << at)
        });
        packed.fold(0, |all, one| all | one)
    }

    fn unpack(&self, mut strikes: u128, struck: &mut Vec<(Var, Domain)>) {
        while strikes != 0 {
            let bit = strikes.trailing_zeros() as u8;
            let number = self.cells.partition_point(|cell| cell.2 <= bit) - 1;
            let (var, low, at) = self.cells[number];
            let end = self.cells.get(number + 1).map_or(self.via_at, |next| u32::from(next.2));
            let mask = (u128::MAX >> (KEY_BITS - (end - u32::from(at)))) << at;
            struck.push((var, Domain((((strikes & mask) >> at) as u64) << low)));
            strikes &= !mask;
        }
    }
}

impl Ground<'_> {
    /// Has conclusions kept in a memo, and taken from it.
    pub(crate) fn remember_in(&mut self, memo: Rc<RefCell<Memo>>) {
        self.sites = Sites::new(self.net, memo);
    }

    /// Asks the memo what a look strikes. `tag` says how it tries candidates.
    pub(super) fn recall(&mut self, part: &Part, number: usize, tag: u32) -> Recalled {
        let look = &part.looks[number];
        let (Some(a), false) = (part.rule, look.reads.is_empty()) else { return Recalled::Unknown(None) };
        let sites = &mut self.sites;
        if sites.memo.is_none() {
            return Recalled::Unknown(None);
        }
        let at = part.first_look + number;
        sites.looks.resize(sites.looks.len().max(at + 1), None);
        if sites.looks[at].is_none() {
            let own: Vec<RuleId> = std::iter::once(a).chain(look.second).collect();
            sites.looks[at] = Some(sites.site(self.net, tag, &own, &look.via, &look.reads));
        }
        let site = sites.looks[at].as_ref().and_then(Option::as_deref);
        answer(site, sites.memo.as_ref(), (&self.now, &self.off), &mut self.struck)
    }

    /// Keeps what the ground holds as the answer of a look, if its trials can't have ended at a bound
    /// of changes.
    pub(super) fn keep(&mut self, part: &Part, number: usize, key: Option<u128>, most: usize) {
        let (Some(key), Some(memo)) = (key, &self.sites.memo) else { return };
        let site = self.sites.looks.get(part.first_look + number).and_then(|site| site.as_ref()?.as_deref());
        if let Some(site) = site.filter(|site| site.spare(key) <= most) {
            memo.borrow_mut().insert(site.table, key, site.pack(&self.struck));
        }
    }

    /// Asks the memo what a rule's own pruning strikes, where a table is faster.
    pub(super) fn recall_rule(&mut self, rule: RuleId) -> Recalled {
        let sites = &mut self.sites;
        if sites.memo.is_none() || !is_slow(self.net.rule(rule).kind()) {
            return Recalled::Unknown(None);
        }
        if sites.rules[rule.index()].is_none() {
            let scope = self.net.rule(rule).scope();
            sites.rules[rule.index()] = Some(sites.site(self.net, PRUNING, &[rule], &[], scope));
        }
        let site = sites.rules[rule.index()].as_ref().and_then(Option::as_deref);
        answer(site, sites.memo.as_ref(), (&self.now, &self.off), &mut self.struck)
    }

    /// Keeps what the ground holds as the answer of a rule.
    pub(super) fn keep_rule(&mut self, rule: RuleId, key: Option<u128>) {
        let (Some(key), Some(memo)) = (key, &self.sites.memo) else { return };
        if let Some(site) = self.sites.rules[rule.index()].as_ref().and_then(Option::as_deref) {
            memo.borrow_mut().insert(site.table, key, site.pack(&self.struck));
        }
    }
}

/// The tag of a rule's own pruning.
const PRUNING: u32 = u32::MAX;

fn answer(
    site: Option<&Site>,
    memo: Option<&Rc<RefCell<Memo>>>,
    (now, off): (&[Domain], &[bool]),
    struck: &mut Vec<(Var, Domain)>,
) -> Recalled {
    let (Some(site), Some(memo)) = (site, memo) else { return Recalled::Unknown(None) };
    let table = &mut memo.borrow_mut().tables[site.table as usize];
    if table.is_closed() {
        return Recalled::Unknown(None);
    }
    let key = site.key(now, off);
    match table.get(key) {
        None => Recalled::Unknown(Some(key)),
        Some(0) => Recalled::Nothing,
        Some(strikes) => {
            site.unpack(strikes, struck);
            Recalled::Struck
        }
    }
}
