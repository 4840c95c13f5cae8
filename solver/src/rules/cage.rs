//! Different values with a given total.

use super::sum::prune_bounds;
use crate::engine::forms::{Different, DistinctTotal, GroupedSum, post_sets};
use crate::engine::{Cost, Posting, Pruning};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Rule, RuleKind, Store, Value, Var};

/// The most value sets that [`Cage::prune`](Rule::prune) looks at; wider cages fall back to bounds.
pub const COMBINATION_LIMIT: usize = 4096;

/// A killer cage: all different and `Σ vars = total`.
#[derive(Clone, Debug)]
pub struct Cage {
    vars: Vec<Var>,
    total: u32,
}

impl Cage {
    /// Different values that add up to `total`.
    pub fn new(vars: Vec<Var>, total: u32) -> Self {
        Cage { vars, total }
    }
}

/// The sets of `size` different values of `from` that add up to `total`, in a fixed order; `None`
/// when the search for them takes more than about `limit` steps for each cell.
pub fn combinations(from: Domain, size: usize, total: u32, limit: usize) -> Option<Vec<Domain>> {
    let values: Vec<Value> = from.iter().collect();
    let mut search = Combinations { values: &values, found: Vec::new(), steps: limit.saturating_mul(size + 1) };
    search.extend(0, size, i64::from(total), Domain::EMPTY).then_some(search.found)
}

struct Combinations<'a> {
    values: &'a [Value],
    found: Vec<Domain>,
    steps: usize,
}

impl Combinations<'_> {
    /// Extends `chosen` by `size` of the values from `start` on; `false` when out of steps.
    fn extend(&mut self, start: usize, size: usize, total: i64, chosen: Domain) -> bool {
        if size == 0 {
            if total == 0 {
                self.found.push(chosen);
            }
            return true;
        }
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let rest = &self.values[start..];
        if rest.len() < size {
            return true;
        }
        let add = |values: &[Value]| values.iter().map(|&v| i64::from(v)).sum::<i64>();
        if add(&rest[..size]) > total || add(&rest[rest.len() - size..]) < total {
            return true;
        }
        (0..=rest.len() - size).all(|i| {
            let value = rest[i];
            self.extend(start + i + 1, size - 1, total - i64::from(value), chosen.with(value))
        })
    }
}

/// A one-to-one assignment of values to places, `domains[i]` being what place `i` may take.
struct Matching {
    value: Vec<Option<Value>>,
    place: [Option<usize>; 64],
}

impl Matching {
    /// A full one, or nothing.
    fn full(domains: &[Domain]) -> Option<Matching> {
        let mut m = Matching { value: vec![None; domains.len()], place: [None; 64] };
        (0..domains.len()).all(|i| m.augment(i, domains, &mut Domain::EMPTY.clone())).then_some(m)
    }

    /// Gives place `i` a value outside `tried`, moving others along an alternating path.
    fn augment(&mut self, i: usize, domains: &[Domain], tried: &mut Domain) -> bool {
        for value in domains[i].iter() {
            if tried.contains(value) {
                continue;
            }
            *tried = tried.with(value);
            let free = match self.place[value as usize] {
                None => true,
                Some(other) => self.augment(other, domains, tried),
            };
            if free {
                self.value[i] = Some(value);
                self.place[value as usize] = Some(i);
                return true;
            }
        }
        false
    }
}

/// Adds to `keep` the values that some one-to-one assignment within `domains` uses; `false` when
/// there is none.
pub(super) fn add_supported(domains: &[Domain], keep: &mut [Domain]) -> bool {
    let Some(first) = Matching::full(domains) else { return false };
    let note = |m: &Matching, keep: &mut [Domain]| {
        for (k, v) in keep.iter_mut().zip(&m.value) {
            if let Some(v) = v {
                *k = k.with(*v);
            }
        }
    };
    note(&first, keep);
    let mut forced = domains.to_vec();
    for i in 0..domains.len() {
        for value in domains[i].iter() {
            if !keep[i].contains(value) {
                forced[i] = Domain::single(value);
                if let Some(m) = Matching::full(&forced) {
                    note(&m, keep);
                }
            }
        }
        forced[i] = domains[i];
    }
    true
}

impl Rule for Cage {
    fn kind(&self) -> RuleKind {
        RuleKind::Cage
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.vars.iter().map(|&v| u32::from(value(v))).sum::<u32>() == self.total
            && self.vars.iter().enumerate().all(|(i, &a)| self.vars[..i].iter().all(|&b| value(a) != value(b)))
    }

    /// Generalised arc consistency: for each set of values with the right size and total, the
    /// values that a one-to-one assignment of the set to the cells uses. Where there are more sets
    /// than [`COMBINATION_LIMIT`], bounds only.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        prune_bounds(&self.vars, self.total, at)?;
        let domains: Vec<Domain> = self.vars.iter().map(|&v| at.domain(v)).collect();
        let union = domains.iter().fold(Domain::EMPTY, |u, &d| u | d);
        let Some(sets) = combinations(union, self.vars.len(), self.total, COMBINATION_LIMIT) else { return Ok(()) };
        let mut keep = vec![Domain::EMPTY; domains.len()];
        let mut within = domains.clone();
        for set in sets {
            for (w, &d) in within.iter_mut().zip(&domains) {
                *w = d & set;
            }
            if within.iter().all(|w| !w.is_empty()) {
                add_supported(&within, &mut keep);
            }
        }
        for (&var, &k) in self.vars.iter().zip(&keep) {
            at.restrict(var, k)?;
        }
        Ok(())
    }

    /// Where there are at most [`COMBINATION_LIMIT`] sets; the laws are tried on such scopes.
    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn encode(&self, to: &mut dyn Encoder) {
        to.cage(&self.vars, i64::from(self.total));
    }

    fn post(&self, to: &mut Posting<'_>) {
        if self.vars.len() > 1 {
            let different = Different::new(self.vars.clone(), to.atoms());
            to.propagator(Box::new(different));
        }
        let values = self.vars.iter().fold(Domain::EMPTY, |u, &v| u | to.domain(v));
        if to.policy().cage_sets && self.vars.len() > 1 {
            let sets = combinations(values, self.vars.len(), self.total, COMBINATION_LIMIT);
            post_sets(to, &self.vars, values, &sets.unwrap_or_default());
        }
        match DistinctTotal::new(values, self.vars.len(), self.total) {
            Some(pruning) => to.pruning(pruning, &self.vars, Cost::Graph),
            None => to.from_prune(),
        }
    }

    fn pruning(&self, domains: &[Domain]) -> Option<Box<dyn Pruning>> {
        let groups = [(1, (0..self.vars.len()).collect())];
        Some(Box::new(GroupedSum::<8>::new(domains, &groups, self.total.into())?))
    }

    /// The values common to all sets of the right size and total.
    fn must_use(&self, union: Domain) -> Domain {
        match combinations(union, self.vars.len(), self.total, COMBINATION_LIMIT) {
            Some(sets) if !sets.is_empty() => sets.into_iter().fold(union, |a, b| a & b),
            _ => Domain::EMPTY,
        }
    }
}
