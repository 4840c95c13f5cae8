//! Proofs by odd and even: what rules say of numbers modulo two adds up to what a variable must be.
//! A loop leaves every corner as often as it comes there, so it crosses the border of any area an
//! even number of times.

use crate::reason::{Parity, Together};
use crate::rules::RuleSpec;
use crate::{Domain, Literal, Network, RuleId, Var};
use std::collections::BTreeMap;

/// Tuples, and variables, of a table that is read at most.
const TUPLES: usize = 512;
const VARS: usize = 16;

/// Bits of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(len: usize) -> Bits {
        Bits(vec![0; len.div_ceil(64)])
    }
    fn flip(&mut self, at: usize) {
        self.0[at / 64] ^= 1 << (at % 64);
    }
    fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }
    fn add(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a ^= b);
    }
    fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|word| *word != 0)?;
        Some(at * 64 + self.0[at].trailing_zeros() as usize)
    }
    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len() * 64).filter(|&at| self.has(at))
    }
}

/// A sum of parities: its open terms, whether an odd number of them must hold, and its summands.
#[derive(Clone, Debug)]
struct Line {
    open: Bits,
    odd: bool,
    from: Bits,
}

/// The candidates that parities strike, by variable, each with its proof.
pub fn struck(net: &Network, domains: &[Domain], takes: &dyn Fn(RuleId) -> bool) -> Vec<(Vec<Literal>, Together)> {
    let all: Vec<Parity> =
        net.rule_ids().filter(|&rule| takes(rule)).flat_map(|rule| of_rule(net, domains, rule)).collect();
    let mut number: BTreeMap<(Var, Domain), usize> = BTreeMap::new();
    for &(var, set) in all.iter().flat_map(|parity| &parity.terms) {
        let (domain, next) = (domains[var.index()], number.len());
        if !(domain & set).is_empty() && !domain.minus(set).is_empty() {
            number.entry((var, domain & set)).or_insert(next);
        }
    }
    let keys: BTreeMap<usize, (Var, Domain)> = number.iter().map(|(&key, &at)| (at, key)).collect();
    let (mut lines, empty) = reduced(&all, domains, &number);
    let mut found = Vec::new();
    for line in lines.iter_mut().filter(|line| line.open.count() == 1) {
        let Some((var, set)) = line.open.first().and_then(|at| keys.get(&at)).copied() else { continue };
        // Proofs that differ by a sum that says nothing prove the same: the shortest one stays.
        while let Some(less) = empty.iter().find_map(|zero| {
            let mut from = line.from.clone();
            from.add(zero);
            (from.count() < line.from.count()).then_some(from)
        }) {
            line.from = less;
        }
        let gone = if line.odd { domains[var.index()].minus(set) } else { set };
        let proof = Together::Parity(line.from.iter().filter_map(|at| all.get(at).cloned()).collect());
        found.push((gone.iter().map(|value| Literal { var, value }).collect(), proof));
    }
    found.sort_by(|a: &(Vec<Literal>, Together), b| a.0.cmp(&b.0));
    found
}

/// The lines by elimination, and the sums that say nothing.
fn reduced(all: &[Parity], domains: &[Domain], number: &BTreeMap<(Var, Domain), usize>) -> (Vec<Line>, Vec<Bits>) {
    let (mut lines, mut empty): (Vec<Line>, Vec<Bits>) = (Vec::new(), Vec::new());
    for (at, parity) in all.iter().enumerate() {
        let mut line = Line { open: Bits::new(number.len()), odd: parity.is_odd, from: Bits::new(all.len()) };
        line.from.flip(at);
        for &(var, set) in &parity.terms {
            let domain = domains[var.index()];
            if domain.minus(set).is_empty() {
                line.odd = !line.odd;
            } else if let Some(&at) = number.get(&(var, domain & set)) {
                line.open.flip(at);
            }
        }
        let add = |to: &mut Line, from: &Line| {
            to.open.add(&from.open);
            to.odd ^= from.odd;
            to.from.add(&from.from);
        };
        for known in &lines {
            if known.open.first().is_some_and(|first| line.open.has(first)) {
                add(&mut line, known);
            }
        }
        let Some(first) = line.open.first() else {
            if !line.odd {
                empty.push(line.from);
            }
            continue;
        };
        for known in lines.iter_mut().filter(|known| known.open.has(first)) {
            add(known, &line);
        }
        lines.push(line);
    }
    (lines, empty)
}

/// The parities that a rule states.
fn of_rule(net: &Network, domains: &[Domain], rule: RuleId) -> Vec<Parity> {
    match net.spec(rule) {
        RuleSpec::Count { vars, values, low, high } if low == high => {
            let terms = vars.iter().map(|&var| (var, *values)).collect();
            vec![Parity { rule, terms, is_odd: low % 2 == 1 }]
        }
        RuleSpec::SingleLoop { vars, values, ends } => {
            let mut at: BTreeMap<u32, Vec<(Var, Domain)>> = BTreeMap::new();
            for (&var, ends) in vars.iter().zip(ends) {
                ends.iter().for_each(|&corner| at.entry(corner).or_default().push((var, *values)));
            }
            at.into_values().map(|terms| Parity { rule, terms, is_odd: false }).collect()
        }
        RuleSpec::Table { vars, tuples } if tuples.len() <= TUPLES && vars.len() <= VARS => {
            of_table(rule, domains, vars, tuples)
        }
        _ => Vec::new(),
    }
}

/// The sets of variables of which all tuples have the same parity.
fn of_table(rule: RuleId, domains: &[Domain], vars: &[Var], tuples: &[Vec<u8>]) -> Vec<Parity> {
    let open: Vec<(Var, usize, u8)> = vars
        .iter()
        .enumerate()
        .filter(|(_, var)| domains[var.index()].len() == 2)
        .map(|(i, &var)| (var, i, domains[var.index()].max().unwrap_or_default()))
        .collect();
    let fits = |t: &&Vec<u8>| vars.iter().zip(*t).all(|(&var, &x)| domains[var.index()].contains(x));
    let bits =
        |t: &Vec<u8>| open.iter().enumerate().fold(0_u32, |b, (k, (_, i, top))| b | u32::from(t[*i] == *top) << k);
    let rows: Vec<u32> = tuples.iter().filter(fits).map(bits).collect();
    let Some(&first) = rows.first() else { return Vec::new() };
    // A basis of the differences, each with a leading bit of its own.
    let mut basis: Vec<u32> = Vec::new();
    for row in rows {
        let mut row = row ^ first;
        for known in &basis {
            if row >> known.trailing_zeros() & 1 == 1 {
                row ^= known;
            }
        }
        if row != 0 {
            let bit = row.trailing_zeros();
            basis.iter_mut().filter(|known| **known >> bit & 1 == 1).for_each(|known| *known ^= row);
            basis.push(row);
        }
    }
    // A set for each bit that leads no row: itself, and the leading bits of the rows that have it.
    let leads = basis.iter().fold(0_u32, |all, row| all | 1 << row.trailing_zeros());
    let free = (0..open.len()).filter(|k| leads >> k & 1 == 0);
    let set = |k: usize| {
        basis.iter().filter(|row| **row >> k & 1 == 1).fold(1_u32 << k, |s, row| s | 1 << row.trailing_zeros())
    };
    free.map(set)
        .map(|set| {
            let terms = open.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
            let terms = terms.map(|(_, (var, _, top))| (*var, Domain::single(*top))).collect();
            Parity { rule, terms, is_odd: (set & first).count_ones() % 2 == 1 }
        })
        .collect()
}
