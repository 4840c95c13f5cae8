//! Several rules at once: what none of them says alone.

use crate::rules::RuleSpec;
use crate::{Domain, Literal, Network, RuleId, Store, Var};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How some rules contradict candidates together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Together {
    /// They have no way left: a search over them alone finds none.
    Ways(Vec<RuleId>),
    /// They lead to a contradiction whichever value a variable takes.
    Split {
        /// The rules.
        rules: Vec<RuleId>,
        /// The variable.
        var: Var,
    },
    /// Their bounds add up to less than the rules need.
    Sum(Vec<Bound>),
    /// Their numbers, odd or even, add up to an odd one where the sum must be even.
    Parity(Vec<Parity>),
}

/// By one rule the terms of the candidates that hold add up to `most` at most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bound {
    /// The rule.
    pub rule: RuleId,
    /// The terms; a candidate without one counts nothing.
    pub terms: Vec<(Literal, i32)>,
    /// The bound.
    pub most: i32,
    /// How often it is added.
    pub times: u32,
}

/// By one rule the number of variables that take a value of their set is odd, or even.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parity {
    /// The rule.
    pub rule: RuleId,
    /// The variables with their sets.
    pub terms: Vec<(Var, Domain)>,
    /// Is it odd?
    pub is_odd: bool,
}

/// Nodes of the search for a way.
pub(crate) const NODES: u32 = 400;

impl Together {
    /// The rules, sorted, each once.
    pub fn rules(&self) -> Vec<RuleId> {
        let mut rules: Vec<RuleId> = match self {
            Together::Ways(rules) | Together::Split { rules, .. } => rules.clone(),
            Together::Sum(bounds) => bounds.iter().map(|b| b.rule).collect(),
            Together::Parity(all) => all.iter().map(|p| p.rule).collect(),
        };
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// Do the rules contradict these candidates? Each part is checked by its rule alone.
    pub fn contradicts(&self, net: &Network, domains: &[Domain]) -> bool {
        if domains.iter().any(|domain| domain.is_empty()) {
            return true;
        }
        match self {
            Together::Ways(rules) => way(net, rules, domains.to_vec(), &mut { NODES }) == Ok(None),
            Together::Split { rules, var } => domains[var.index()].iter().all(|value| {
                let mut domains = domains.to_vec();
                domains[var.index()] = Domain::single(value);
                settled(net, rules, domains).is_none()
            }),
            Together::Sum(bounds) => bounds.iter().all(|b| b.holds(net, domains)) && exceeds(bounds, domains),
            Together::Parity(all) => all.iter().all(|p| p.holds(net, domains)) && is_odd_one(all, domains),
        }
    }
}

/// Is even the least sum of all terms above the sum of the bounds?
fn exceeds(bounds: &[Bound], domains: &[Domain]) -> bool {
    let mut terms: BTreeMap<Var, BTreeMap<u8, i64>> = BTreeMap::new();
    let mut most = 0;
    for bound in bounds {
        let times = i64::from(bound.times);
        most += times * i64::from(bound.most);
        for &(literal, by) in &bound.terms {
            *terms.entry(literal.var).or_default().entry(literal.value).or_default() += times * i64::from(by);
        }
    }
    let least = |(var, by): (&Var, &BTreeMap<u8, i64>)| {
        domains[var.index()].iter().map(|value| by.get(&value).copied().unwrap_or(0)).min().unwrap_or(0)
    };
    terms.iter().map(least).sum::<i64>() > most
}

/// Do the parities add up to an odd number of true candidates where the number is even, or the
/// other way round?
fn is_odd_one(all: &[Parity], domains: &[Domain]) -> bool {
    let mut open: BTreeMap<(Var, Domain), bool> = BTreeMap::new();
    let mut odd = false;
    for parity in all {
        odd ^= parity.is_odd;
        for &(var, set) in &parity.terms {
            let domain = domains[var.index()];
            if domain.minus(set).is_empty() {
                odd = !odd;
            } else if !(domain & set).is_empty() {
                *open.entry((var, domain & set)).or_default() ^= true;
            }
        }
    }
    odd && open.values().all(|is_open| !is_open)
}

impl Bound {
    /// Does the rule alone say so of these candidates?
    pub fn holds(&self, net: &Network, domains: &[Domain]) -> bool {
        let mut by_var: BTreeMap<Var, BTreeMap<u8, i64>> = BTreeMap::new();
        for &(literal, by) in &self.terms {
            *by_var.entry(literal.var).or_default().entry(literal.value).or_default() += i64::from(by);
        }
        let scope = net.rule(self.rule).scope();
        if by_var.keys().any(|var| !scope.contains(var)) {
            return false;
        }
        let term = |var: Var, value: u8| by_var.get(&var).and_then(|by| by.get(&value)).copied().unwrap_or(0);
        let greatest = |var: Var, among: Domain| (domains[var.index()] & among).iter().map(|x| term(var, x)).max();
        let most = match net.spec(self.rule) {
            RuleSpec::Count { vars, values, low, high } => {
                let of = |&var: &Var| [greatest(var, *values), greatest(var, Domain(!values.0))];
                greatest_of_count(vars.iter().map(of), (*low as usize, *high as usize))
            }
            RuleSpec::Clause { literals } => {
                // A variable may stand in several literals, and counts once.
                let mut sets: BTreeMap<Var, Domain> = BTreeMap::new();
                for &(literal, holds) in literals {
                    let single = Domain::single(literal.value);
                    *sets.entry(literal.var).or_default() |= if holds { single } else { Domain(!single.0) };
                }
                let of = |(&var, set): (&Var, &Domain)| [greatest(var, *set), greatest(var, Domain(!set.0))];
                greatest_of_count(sets.iter().map(of), (1, sets.len()))
            }
            RuleSpec::Table { vars, tuples } => {
                let fits = |t: &&Vec<u8>| vars.iter().zip(*t).all(|(&var, &x)| domains[var.index()].contains(x));
                let sum = |t: &Vec<u8>| vars.iter().zip(t).map(|(&var, &x)| term(var, x)).sum();
                tuples.iter().filter(fits).map(sum).max()
            }
            _ => return false,
        };
        most.is_none_or(|most| most <= i64::from(self.most))
    }
}

/// The greatest sum where `low` to `high` of the variables are counted. Each has a number that it
/// adds where it is counted, and one where it is not. `None`: no choice of variables fits.
fn greatest_of_count(vars: impl Iterator<Item = [Option<i64>; 2]>, (low, high): (usize, usize)) -> Option<i64> {
    let (mut sum, mut counted, mut gains) = (0, 0, Vec::new());
    for both in vars {
        match both {
            [None, None] => return None,
            [Some(is_in), None] => (sum, counted) = (sum + is_in, counted + 1),
            [None, Some(out)] => sum += out,
            [Some(is_in), Some(out)] => {
                sum += out;
                gains.push(is_in - out);
            }
        }
    }
    gains.sort_unstable_by(|a, b| b.cmp(a));
    let (mut best, mut now) = (None, sum);
    for k in 0..=gains.len() {
        if (low..=high).contains(&(counted + k)) {
            best = best.max(Some(now));
        }
        now += gains.get(k).copied().unwrap_or(0);
    }
    best
}

impl Parity {
    /// Does the rule alone say so of these candidates?
    pub fn holds(&self, net: &Network, domains: &[Domain]) -> bool {
        let has = |var: Var, values: Domain| {
            let own = self.terms.iter().filter(|(v, _)| *v == var);
            let mut sets = own.map(|(_, set)| *set & domains[var.index()]);
            sets.next() == Some(values & domains[var.index()]) && sets.next().is_none()
        };
        match net.spec(self.rule) {
            RuleSpec::Count { vars, values, low, high } => {
                low == high
                    && (low % 2 == 1) == self.is_odd
                    && vars.len() == self.terms.len()
                    && vars.iter().all(|&var| has(var, *values))
            }
            RuleSpec::SingleLoop { vars, values, ends } => {
                let at = |corner: u32| vars.iter().zip(ends).filter(move |(_, e)| e.contains(&corner));
                let first = self.terms.first().and_then(|(var, _)| vars.iter().position(|v| v == var));
                let Some(first) = first else { return !self.is_odd };
                let is_all = |&corner: &u32| {
                    at(corner).count() == self.terms.len() && at(corner).all(|(&var, _)| has(var, *values))
                };
                !self.is_odd && ends[first].iter().any(is_all)
            }
            RuleSpec::Table { vars, tuples } => {
                let Some(places) = self.terms.iter().map(|(v, _)| vars.iter().position(|o| o == v)).collect() else {
                    return false;
                };
                let places: Vec<usize> = places;
                let fits = |t: &&Vec<u8>| vars.iter().zip(*t).all(|(&var, &x)| domains[var.index()].contains(x));
                let is_in =
                    |t: &Vec<u8>| places.iter().zip(&self.terms).filter(|(p, (_, set))| set.contains(t[**p])).count();
                tuples.iter().filter(fits).all(|t| (is_in(t) % 2 == 1) == self.is_odd)
            }
            _ => false,
        }
    }
}

/// The candidates that some rules alone leave when nothing more follows; `None`: a contradiction.
fn settled(net: &Network, rules: &[RuleId], domains: Vec<Domain>) -> Option<Vec<Domain>> {
    let mut store = Store::from_domains(net, domains);
    let mut waits = vec![true; rules.len()];
    while let Some(at) = waits.iter().position(|&waits| waits) {
        waits[at] = false;
        net.rule(rules[at]).prune(&mut store).ok()?;
        for var in store.take_changed() {
            rules.iter().zip(&mut waits).for_each(|(&rule, waits)| *waits |= net.rules_of(var).contains(&rule));
        }
    }
    Some(store.into_domains())
}

/// A way for some rules alone within these candidates, as the candidates that it leaves; `None`:
/// there is none.
///
/// # Errors
/// Nothing, when the nodes ran out first.
pub(crate) fn way(
    net: &Network,
    rules: &[RuleId],
    domains: Vec<Domain>,
    nodes: &mut u32,
) -> Result<Option<Vec<Domain>>, ()> {
    *nodes = nodes.checked_sub(1).ok_or(())?;
    let Some(domains) = settled(net, rules, domains) else { return Ok(None) };
    let open = rules.iter().flat_map(|&rule| net.rule(rule).scope()).find(|var| !domains[var.index()].is_single());
    let Some(&var) = open else {
        let value = |var: Var| domains[var.index()].value().unwrap_or_default();
        let holds = rules.iter().all(|&rule| net.rule(rule).holds(&value));
        return Ok(holds.then_some(domains));
    };
    for value in domains[var.index()].iter() {
        let mut tried = domains.clone();
        tried[var.index()] = Domain::single(value);
        if let Some(found) = way(net, rules, tried, nodes)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}
