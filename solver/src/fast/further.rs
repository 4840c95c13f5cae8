//! Rules of other kinds, after the all-different fixpoint.
//!
//! Inequalities, sums and cages have a form of their own that works on a row of domains; every
//! other kind goes through its stateless `prune` on a view of the same domains.

use crate::rules::{COMBINATION_LIMIT, RuleSpec, combinations};
use crate::{Domain, Network, RuleId, RuleKind, Store, Value, Var, propagate};
use tesuji_lanes::{NoSolution, Rest};

/// A rule compiled to work on domains by variable.
#[derive(Debug)]
enum Quick {
    /// `below < above`.
    Less { below: usize, above: usize },
    /// `Σ vars = total`.
    Sum { vars: Vec<usize>, total: i64 },
    /// Different values that form one of the sets.
    Cage { vars: Vec<usize>, sets: Vec<Domain> },
}

/// The rules of a network that the kernels don't know.
#[derive(Debug)]
pub(crate) struct Further {
    rules: Vec<RuleId>,
    quick: Vec<Quick>,
    slow: Vec<RuleId>,
    net: Network,
    #[cfg(test)]
    check: super::check::Check,
}

/// Keeps the values of `keep`; says whether something went.
#[inline]
fn restrict(d: &mut Domain, keep: Domain) -> Result<bool, NoSolution> {
    let new = *d & keep;
    let changed = new != *d;
    *d = new;
    if new.is_empty() { Err(NoSolution) } else { Ok(changed) }
}

impl Quick {
    fn of(spec: &RuleSpec, alphabet: Domain) -> Option<Quick> {
        let index = |vars: &[Var]| vars.iter().map(|v| v.index()).collect();
        match spec {
            RuleSpec::Inequality { below, above } => Some(Quick::Less { below: below.index(), above: above.index() }),
            RuleSpec::Sum { vars, total } => Some(Quick::Sum { vars: index(vars), total: i64::from(*total) }),
            RuleSpec::Cage { vars, total } => {
                let sets = combinations(alphabet, vars.len(), *total, COMBINATION_LIMIT);
                Some(match sets {
                    Some(sets) => Quick::Cage { vars: index(vars), sets },
                    None => Quick::Sum { vars: index(vars), total: i64::from(*total) },
                })
            }
            _ => None,
        }
    }

    fn prune(&self, d: &mut [Domain]) -> Result<bool, NoSolution> {
        match self {
            Quick::Less { below, above } => {
                let high = d[*above].max().filter(|&m| m > 0).ok_or(NoSolution)?;
                let changed = restrict(&mut d[*below], Domain::range(0, high - 1))?;
                let low = d[*below].min().filter(|&m| m < 63).ok_or(NoSolution)?;
                Ok(changed | restrict(&mut d[*above], Domain::range(low + 1, 63))?)
            }
            Quick::Sum { vars, total } => sum(vars, *total, d),
            Quick::Cage { vars, sets } => cage(vars, sets, d),
        }
    }
}

fn bounds(d: Domain) -> Result<(i64, i64), NoSolution> {
    match (d.min(), d.max()) {
        (Some(min), Some(max)) => Ok((i64::from(min), i64::from(max))),
        _ => Err(NoSolution),
    }
}

/// Bounds pruning of a sum, one pass.
fn sum(vars: &[usize], total: i64, d: &mut [Domain]) -> Result<bool, NoSolution> {
    let (mut low, mut high) = (0, 0);
    for &v in vars {
        let (min, max) = bounds(d[v])?;
        low += min;
        high += max;
    }
    if total < low || high < total {
        return Err(NoSolution);
    }
    let mut changed = false;
    for &v in vars {
        let (min, max) = bounds(d[v])?;
        let least = (total - (high - max)).clamp(0, 64);
        let most = (total - (low - min)).clamp(-1, 63);
        if least > min || most < max {
            if least > most {
                return Err(NoSolution);
            }
            changed |= restrict(&mut d[v], Domain::range(least as Value, most as Value))?;
            let (new_min, new_max) = bounds(d[v])?;
            low += new_min - min;
            high += new_max - max;
        }
    }
    Ok(changed)
}

/// Most variables that a cage may have here: as many as there are values.
const CAGE_MAX: usize = 64;

/// Keeps what some set allows, each set narrowed by singles within the cage.
fn cage(vars: &[usize], sets: &[Domain], d: &mut [Domain]) -> Result<bool, NoSolution> {
    let n = vars.len();
    let (mut union, mut fixed) = (Domain::EMPTY, Domain::EMPTY);
    for &v in vars {
        union |= d[v];
        if d[v].is_single() {
            fixed |= d[v];
        }
    }
    let mut keep = [Domain::EMPTY; CAGE_MAX];
    let mut within = [Domain::EMPTY; CAGE_MAX];
    for &set in sets {
        if !set.minus(union).is_empty() || !fixed.minus(set).is_empty() {
            continue;
        }
        for (w, &v) in within.iter_mut().zip(vars) {
            *w = d[v] & set;
        }
        if narrow(&mut within[..n], set) {
            for (k, &w) in keep.iter_mut().zip(&within[..n]) {
                *k |= w;
            }
        }
    }
    let mut changed = false;
    for (&k, &v) in keep.iter().zip(vars) {
        changed |= restrict(&mut d[v], k)?;
    }
    Ok(changed)
}

/// Naked and hidden singles of as many variables as the set has values; `false`: impossible.
fn narrow(within: &mut [Domain], set: Domain) -> bool {
    loop {
        let (mut once, mut twice, mut naked) = (Domain::EMPTY, Domain::EMPTY, Domain::EMPTY);
        for &w in within.iter() {
            twice |= once & w;
            once |= w;
            if w.is_single() {
                if !(naked & w).is_empty() {
                    return false;
                }
                naked |= w;
            }
        }
        if once != set {
            return false;
        }
        let hidden = once.minus(twice);
        let mut changed = false;
        for w in within.iter_mut() {
            let own = *w & hidden;
            let new = if !own.is_empty() {
                own
            } else if w.is_single() {
                *w
            } else {
                w.minus(naked)
            };
            if new.is_empty() || own.len() > 1 {
                return false;
            }
            changed |= new != *w;
            *w = new;
        }
        if !changed {
            return true;
        }
    }
}

impl Further {
    pub fn new(net: &Network) -> Further {
        let alphabet = net.domains().iter().fold(Domain::EMPTY, |u, &d| u | d);
        let mut further = Further {
            rules: Vec::new(),
            quick: Vec::new(),
            slow: Vec::new(),
            net: net.clone(),
            #[cfg(test)]
            check: super::check::Check::new(net),
        };
        for id in net.rule_ids().filter(|&id| net.rule(id).kind() != RuleKind::AllDifferent) {
            further.rules.push(id);
            match Quick::of(net.spec(id), alphabet) {
                Some(quick) => further.quick.push(quick),
                None => further.slow.push(id),
            }
        }
        further
    }
}

impl Rest for Further {
    fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// One pass over the quick rules, and if they find nothing, the fixpoint of the others.
    fn prune(&self, d: &mut [Domain]) -> Result<bool, NoSolution> {
        let mut changed = false;
        for rule in &self.quick {
            changed |= rule.prune(d)?;
        }
        if changed || self.slow.is_empty() {
            return Ok(changed);
        }
        let mut store = Store::from_domains(&self.net, d.to_vec());
        propagate::propagate_rules(&mut store, &self.slow).map_err(|_| NoSolution)?;
        let changed = store.domains() != d;
        d.copy_from_slice(store.domains());
        Ok(changed)
    }

    fn holds(&self, values: &[Value]) -> bool {
        let at = |v: Var| values[v.index()];
        self.rules.iter().all(|&id| self.net.rule(id).holds(&at))
    }

    #[cfg(test)]
    fn observes(&self) -> bool {
        true
    }

    #[cfg(test)]
    fn observe(&self, before: &[Domain], exact: Option<&[Domain]>, after: Option<&[Domain]>) {
        self.check.compare(before, exact, after);
    }
}
