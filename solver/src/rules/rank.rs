//! The place of a line among others, all read as numbers.

use super::any_of::Under;
use super::automaton::{Arrow, Automaton};
use super::last_open;
use crate::engine::{Cost, Posting, Pruning};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, NetworkError, Rule, RuleKind, Store, Value, Var};
use std::cmp::Ordering;

/// Exactly `less` of the other lines, read as numbers, are less than the line.
#[derive(Clone, Debug)]
pub struct Rank {
    vars: Vec<Var>,
    line: Vec<u32>,
    others: Vec<Vec<u32>>,
    less: u32,
    /// May other lines be equal to it?
    ties: bool,
}

impl Rank {
    /// Lines are places of the scope in the order of reading, all of one length.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when the lines are empty or not of one length, name places that
    /// do not exist, or leave out places of the scope.
    pub fn new(
        vars: Vec<Var>,
        line: Vec<u32>,
        others: Vec<Vec<u32>>,
        less: u32,
        ties: bool,
    ) -> Result<Self, NetworkError> {
        let malformed = |why: String| Err(NetworkError::Malformed { kind: RuleKind::Rank, why });
        if line.is_empty() || others.iter().any(|other| other.len() != line.len()) {
            return malformed(format!("a line of {} places beside others", line.len()));
        }
        let mut is_read = vec![false; vars.len()];
        for &place in line.iter().chain(others.iter().flatten()) {
            match is_read.get_mut(place as usize) {
                Some(is_read) => *is_read = true,
                None => return malformed(format!("place {place} is none of the {} of the scope", vars.len())),
            }
        }
        if let Some(place) = is_read.iter().position(|is_read| !is_read) {
            return malformed(format!("place {place} of the scope is not read"));
        }
        Ok(Rank { vars, line, others, less, ties })
    }

    /// How another line may stand to the line where it is not less.
    fn not_less(&self) -> &'static [Ordering] {
        if self.ties { &[Ordering::Greater, Ordering::Equal] } else { &[Ordering::Greater] }
    }

    /// Another line compares with the line in one of these ways: the places that are read, and the
    /// automaton over them. Values are among `values`.
    fn compared(&self, other: &[u32], values: Domain, ways: &[Ordering]) -> Option<(Vec<u32>, Automaton)> {
        // States: all equal so far, less, greater, and equal with a value of the other line read.
        let (equal, less, greater) = (64, 65, 66);
        let mut arrows = Vec::new();
        let done = [less, greater].map(|state| Arrow { from: state, values, to: state });
        for (i, _) in self.line.iter().enumerate() {
            let read = values.iter().map(|v| Arrow { from: equal, values: Domain::single(v), to: u32::from(v) });
            arrows.push(read.chain(done).collect::<Vec<_>>());
            let mut second = done.to_vec();
            for v in values.iter() {
                let below: Domain = values.iter().filter(|&x| x < v).collect();
                let above: Domain = values.iter().filter(|&x| x > v).collect();
                second.push(Arrow { from: u32::from(v), values: above, to: less });
                second.push(Arrow { from: u32::from(v), values: below, to: greater });
                second.push(Arrow { from: u32::from(v), values: Domain::single(v), to: equal });
            }
            if i + 1 == self.line.len() {
                let state = |way: &Ordering| match way {
                    Ordering::Less => less,
                    Ordering::Equal => equal,
                    Ordering::Greater => greater,
                };
                second.retain(|arrow| ways.iter().any(|way| state(way) == arrow.to));
            }
            arrows.push(second);
        }
        let mut places: Vec<u32> = self.line.iter().chain(other).copied().collect();
        places.sort_unstable();
        places.dedup();
        let place = |p: &u32| places.binary_search(p).map_or(u32::MAX, |i| i as u32);
        let word = other.iter().zip(&self.line).flat_map(|(a, b)| [place(a), place(b)]).collect();
        let vars = places.iter().map(|&p| self.vars[p as usize]).collect();
        let automaton = Automaton::new(vars, word, &[equal], &arrows).ok()?;
        Some((places, automaton))
    }

    fn compare(&self, other: &[u32], value: &dyn Fn(usize) -> Value) -> Ordering {
        let read = |line: &[u32]| line.iter().map(|&p| value(p as usize)).collect::<Vec<_>>();
        read(other).cmp(&read(&self.line))
    }

    fn fits(&self, value: &dyn Fn(usize) -> Value) -> bool {
        let all: Vec<Ordering> = self.others.iter().map(|other| self.compare(other, value)).collect();
        let count = |way: Ordering| all.iter().filter(|&&o| o == way).count();
        count(Ordering::Less) == self.less as usize && (self.ties || count(Ordering::Equal) == 0)
    }

    /// One round: which lines can be less, and which can be otherwise.
    fn round(&self, domains: &mut [Domain]) -> Option<bool> {
        let values = domains.iter().fold(Domain::EMPTY, |all, &d| all | d);
        let tried = |other: &Vec<u32>, ways: &[Ordering], domains: &[Domain]| -> Option<(Vec<u32>, Vec<Domain>)> {
            let (places, automaton) = self.compared(other, values, ways)?;
            let mut own: Vec<Domain> = places.iter().map(|&p| domains[p as usize]).collect();
            Pruning::prune(&automaton, &mut own).then_some((places, own))
        };
        let (mut sure, mut can) = (0, 0);
        let mut open = Vec::new();
        for other in &self.others {
            let less = tried(other, &[Ordering::Less], domains);
            let not = tried(other, self.not_less(), domains);
            match (&less, &not) {
                (None, None) => return None,
                (Some(_), None) => sure += 1,
                _ => {}
            }
            can += u32::from(less.is_some());
            open.push((less, not));
        }
        if sure > self.less || can < self.less {
            return None;
        }
        let mut changed = false;
        for (less, not) in open {
            let only = match (less, not) {
                (Some(less), None) => less,
                (None, Some(not)) => not,
                (Some(less), Some(_)) if can == self.less => less,
                (Some(_), Some(not)) if sure == self.less => not,
                _ => continue,
            };
            for (&place, &keep) in only.0.iter().zip(&only.1) {
                let domain = &mut domains[place as usize];
                changed |= !domain.minus(keep).is_empty();
                *domain &= keep;
            }
        }
        Some(changed)
    }
}

impl Pruning for Rank {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        loop {
            match self.round(domains) {
                None => return false,
                Some(false) => break,
                Some(true) if domains.iter().any(|d| d.is_empty()) => return false,
                Some(true) => {}
            }
        }
        self.try_last(domains)
    }
}

impl Rank {
    fn try_last(&self, domains: &mut [Domain]) -> bool {
        last_open(domains, &|domains| self.fits(&|place| domains[place].min().unwrap_or(0)))
    }
}

/// The last open variable of a rank, value by value.
struct Last(Rank);

impl Pruning for Last {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        self.0.try_last(domains)
    }
}

impl Rule for Rank {
    fn kind(&self) -> RuleKind {
        RuleKind::Rank
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.fits(&|place| value(self.vars[place]))
    }

    /// Each other line by itself, and the number of those that can be less.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        super::prune_by(&|_| Box::new(self.clone()), &self.vars, at)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    /// A variable of its own for each other line: it is less.
    fn encode(&self, to: &mut dyn Encoder) {
        let values = self.vars.iter().fold(Domain::EMPTY, |all, &v| all | to.domain(v));
        let mut terms = Vec::new();
        for other in &self.others {
            let less = to.fresh();
            terms.push((1, less));
            for (ways, sign) in [(&[Ordering::Less][..], true), (self.not_less(), false)] {
                if let Some((_, automaton)) = self.compared(other, values, ways) {
                    automaton.encode(&mut Under { to, on: (less, sign) });
                }
            }
        }
        if terms.is_empty() {
            if self.less > 0 {
                to.clause(&[]);
            }
            return;
        }
        to.linear(&terms, i64::from(self.less), i64::from(self.less));
    }

    fn post(&self, to: &mut Posting<'_>) {
        let values = self.vars.iter().fold(Domain::EMPTY, |all, &v| all | to.domain(v));
        let mut all = Vec::new();
        for other in &self.others {
            let less = to.auxiliary();
            all.push(less);
            for (ways, guard) in [(&[Ordering::Less][..], less), (self.not_less(), !less)] {
                if let Some((_, automaton)) = self.compared(other, values, ways) {
                    let vars = automaton.scope().to_vec();
                    to.pruning_under(Box::new(automaton), &vars, Cost::Line, guard);
                }
            }
        }
        to.count(&all, self.less as usize, self.less as usize);
        to.pruning(Last(self.clone()), &self.vars, Cost::Graph);
    }
}
