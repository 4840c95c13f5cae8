//! How often values stand in a scope.

use super::last_open;
use crate::engine::{Cost, Posting, Pruning};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, NetworkError, Rule, RuleKind, Store, Value, Var, not};

/// Each listed value stands one of its listed numbers of times, and values in a group are
/// different.
#[derive(Clone, Debug)]
pub struct Occurrences {
    vars: Vec<Var>,
    times: Vec<(Value, u64)>,
    /// By place: its group.
    group: Vec<usize>,
    groups: usize,
}

impl Occurrences {
    /// `times` has for a value the numbers of times that it may stand, as bits; other values may
    /// stand as often as they like. Groups are places of the scope whose values differ.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when a value is listed twice or is above 63, when there are more
    /// than 255 variables, or when groups share a place or name one that does not exist.
    pub fn new(vars: Vec<Var>, times: Vec<(Value, u64)>, groups: &[Vec<u32>]) -> Result<Self, NetworkError> {
        let malformed = |why: String| Err(NetworkError::Malformed { kind: RuleKind::Occurrences, why });
        let mut listed = Domain::EMPTY;
        for &(value, _) in &times {
            if value > 63 || listed.contains(value) {
                return malformed(format!("value {value} is above 63, or is listed twice"));
            }
            listed = listed.with(value);
        }
        if vars.len() > 255 {
            return malformed(format!("{} variables", vars.len()));
        }
        let mut group = vec![usize::MAX; vars.len()];
        for (i, places) in groups.iter().enumerate() {
            for &place in places {
                match group.get_mut(place as usize) {
                    Some(g) if *g == usize::MAX => *g = i,
                    _ => return malformed(format!("place {place} of a group is none, or is in two")),
                }
            }
        }
        let mut next = groups.len();
        for g in group.iter_mut().filter(|g| **g == usize::MAX) {
            *g = next;
            next += 1;
        }
        Ok(Occurrences { vars, times, group, groups: next })
    }

    fn fits(&self, domains: &[Domain]) -> bool {
        let count = |value: Value| domains.iter().filter(|d| d.value() == Some(value)).count() as u32;
        let differ = (0..domains.len())
            .all(|i| (0..i).all(|j| self.group[i] != self.group[j] || domains[i].value() != domains[j].value()));
        differ && self.times.iter().all(|&(value, times)| times.checked_shr(count(value)).unwrap_or(0) & 1 == 1)
    }

    /// In how many groups a value is sure to stand, and in how many it can.
    fn bounds(&self, value: Value, domains: &[Domain]) -> (u32, u32) {
        let one = Domain::single(value);
        let (mut sure, mut can) = (vec![0_u32; self.groups], vec![false; self.groups]);
        for (&domain, &group) in domains.iter().zip(&self.group) {
            sure[group] += u32::from(domain == one);
            can[group] |= !(domain & one).is_empty();
        }
        (sure.iter().sum(), can.iter().filter(|&&can| can).count() as u32)
    }

    /// One round: the number of times of each value, and of all values together.
    fn round(&self, domains: &mut [Domain]) -> Option<bool> {
        let mut left: Vec<u64> = Vec::new();
        for &(value, times) in &self.times {
            let (low, high) = self.bounds(value, domains);
            if low > high {
                return None;
            }
            left.push(times & u64::MAX.checked_shl(low).unwrap_or(0) & (u64::MAX >> (63 - high.min(63))));
        }
        self.add_up(&mut left, domains);
        let mut changed = false;
        for (&(value, _), &times) in self.times.iter().zip(&left) {
            if times == 0 {
                return None;
            }
            let one = Domain::single(value);
            let (low, high) = self.bounds(value, domains);
            let (least, most) = (times.trailing_zeros(), 63 - times.leading_zeros());
            for i in 0..domains.len() {
                let open = domains[i] != one && domains[i].contains(value);
                let is_alone = || {
                    (0..domains.len()).all(|j| j == i || self.group[j] != self.group[i] || !domains[j].contains(value))
                };
                if open && most == low {
                    domains[i] = domains[i].minus(one);
                    changed = true;
                } else if open && least == high && is_alone() {
                    domains[i] = one;
                    changed = true;
                }
            }
        }
        for i in 0..domains.len() {
            if domains[i].is_single() {
                for j in (0..domains.len()).filter(|&j| j != i && self.group[j] == self.group[i]) {
                    if !(domains[j] & domains[i]).is_empty() {
                        domains[j] = domains[j].minus(domains[i]);
                        changed = true;
                    }
                }
            }
        }
        Some(changed)
    }

    /// Where all values that are possible are listed, their numbers of times add up to the number
    /// of variables: keeps those that can. Nothing is done for more than 63 variables.
    fn add_up(&self, left: &mut [u64], domains: &[Domain]) {
        let listed: Domain = self.times.iter().map(|t| t.0).collect();
        let union = domains.iter().fold(Domain::EMPTY, |all, &d| all | d);
        if !union.minus(listed).is_empty() || domains.len() > 63 {
            return;
        }
        let n = domains.len() as u32;
        let sums = |sums: u64, times: u64| {
            let open = (0..=n).filter(|t| times >> t & 1 == 1);
            open.fold(0, |all, t| all | sums << t) & (u64::MAX >> (63 - n))
        };
        let mut behind = vec![1_u64; left.len() + 1];
        for i in (0..left.len()).rev() {
            behind[i] = sums(behind[i + 1], left[i]);
        }
        let mut before = 1_u64;
        for (i, times) in left.iter_mut().enumerate() {
            let own = *times;
            let fits = |t: &u32| {
                let up = before << t;
                own >> t & 1 == 1 && (0..=n).any(|s| up >> s & 1 == 1 && behind[i + 1] >> (n - s) & 1 == 1)
            };
            *times = (0..=n).filter(fits).fold(0, |all, t| all | 1 << t);
            before = sums(before, *times);
        }
    }
}

impl Pruning for Occurrences {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        loop {
            match self.round(domains) {
                None => return false,
                Some(false) => break,
                Some(true) if domains.iter().any(|d| d.is_empty()) => return false,
                Some(true) => {}
            }
        }
        last_open(domains, &|domains| self.fits(domains))
    }
}

impl Rule for Occurrences {
    fn kind(&self) -> RuleKind {
        RuleKind::Occurrences
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let values: Vec<Domain> = self.vars.iter().map(|&v| Domain::single(value(v))).collect();
        self.fits(&values)
    }

    /// Bounds of the number of times of each value, which add up.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        super::prune_by(&|_| Box::new(self.clone()), &self.vars, at)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    /// A variable of its own for each number of times.
    fn encode(&self, to: &mut dyn Encoder) {
        for group in 0..self.groups {
            let vars: Vec<Var> =
                (0..self.vars.len()).filter(|&i| self.group[i] == group).map(|i| self.vars[i]).collect();
            if vars.len() > 1 {
                to.all_different(&vars);
            }
        }
        for &(value, times) in &self.times {
            let with = self.vars.iter().filter(|&&v| to.domain(v).contains(value));
            let terms: Vec<(i64, Literal)> = with.map(|&var| (1, Literal { var, value })).collect();
            let mut any = Vec::new();
            for n in (0..=terms.len().min(63) as i64).filter(|&n| times >> n & 1 == 1) {
                let is = (to.fresh(), true);
                any.push(is);
                if terms.is_empty() {
                    continue;
                }
                if n == 0 {
                    terms.iter().for_each(|(_, l)| to.clause(&[not(is), (*l, false)]));
                } else {
                    to.linear_under(is, &terms, n, n);
                }
            }
            to.clause(&any);
        }
    }

    fn post(&self, to: &mut Posting<'_>) {
        to.pruning(self.clone(), &self.vars, Cost::Line);
    }
}
