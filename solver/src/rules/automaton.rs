//! Words along a line that an automaton accepts.

use crate::engine::{Cost, Known, Posting, Pruning};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, NetworkError, Rule, RuleKind, Store, Value, Var, not};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A step of an automaton: from a state with one of the values to a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Arrow {
    /// The state before.
    pub from: u32,
    /// The values.
    pub values: Domain,
    /// The state behind.
    pub to: u32,
}

/// The states at each place of a word, and the arrows between them; every state is on a path from a
/// start to the end.
#[derive(Debug)]
struct Layers {
    /// The first state of each layer; states are numbered through all layers.
    first: Vec<u32>,
    /// By place of the word.
    arrows: Vec<Vec<Arrow>>,
}

/// The values of variables, read in order, lead from a start along arrows to the end. A variable
/// can be read more than once.
#[derive(Clone, Debug)]
pub struct Automaton {
    vars: Vec<Var>,
    /// Places of the scope, in the order of reading.
    word: Vec<u32>,
    layers: Arc<Layers>,
    /// Is some variable read more than once?
    rereads: bool,
}

/// A set of states, as bits.
type States = SmallVec<[u64; 8]>;

fn has(states: &States, state: u32) -> bool {
    states[state as usize / 64] >> (state % 64) & 1 == 1
}

fn insert(states: &mut States, state: u32) {
    states[state as usize / 64] |= 1 << (state % 64);
}

impl Automaton {
    /// `word` has places of the scope; the arrows of each of its places lead from states before it
    /// to states behind it. Every state behind the last place accepts.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when arrows are missing, or when the word does not read every
    /// variable, and no other.
    pub fn new(vars: Vec<Var>, word: Vec<u32>, starts: &[u32], arrows: &[Vec<Arrow>]) -> Result<Self, NetworkError> {
        let malformed = |why: String| Err(NetworkError::Malformed { kind: RuleKind::Automaton, why });
        if word.len() != arrows.len() {
            return malformed(format!("{} lists of arrows for a word of {}", arrows.len(), word.len()));
        }
        let mut read = vec![0; vars.len()];
        for &place in &word {
            match read.get_mut(place as usize) {
                Some(times) => *times += 1,
                None => return malformed(format!("place {place} is none of the {} of the scope", vars.len())),
            }
        }
        if let Some(place) = read.iter().position(|&times| times == 0) {
            return malformed(format!("place {place} of the scope is not read"));
        }
        let rereads = read.iter().any(|&times| times > 1);
        Ok(Automaton { vars, word, layers: Arc::new(Layers::new(starts, arrows)), rereads })
    }

    fn no_states(&self) -> States {
        let count = self.layers.first.last().copied().unwrap_or(0) as usize;
        SmallVec::from_elem(0, count.div_ceil(64))
    }

    /// The states of the first layer.
    fn starts(&self) -> States {
        let mut states = self.no_states();
        (0..self.layers.first[1]).for_each(|s| insert(&mut states, s));
        states
    }

    fn has_last_state(&self, states: &States) -> bool {
        let n = self.word.len();
        (self.layers.first[n]..self.layers.first[n + 1]).any(|s| has(states, s))
    }

    /// One walk forwards and one back.
    fn walk(&self, domains: &mut [Domain]) -> bool {
        let mut reached = self.starts();
        for (&place, arrows) in self.word.iter().zip(&self.layers.arrows) {
            let domain = domains[place as usize];
            for arrow in arrows {
                if has(&reached, arrow.from) && !(arrow.values & domain).is_empty() {
                    insert(&mut reached, arrow.to);
                }
            }
        }
        if !self.has_last_state(&reached) {
            return false;
        }
        let n = self.word.len();
        let mut good = self.no_states();
        (self.layers.first[n]..self.layers.first[n + 1])
            .filter(|&s| has(&reached, s))
            .for_each(|s| insert(&mut good, s));
        for (&place, arrows) in self.word.iter().zip(&self.layers.arrows).rev() {
            let domain = domains[place as usize];
            let mut kept = Domain::EMPTY;
            for arrow in arrows {
                let values = arrow.values & domain;
                if !values.is_empty() && has(&good, arrow.to) && has(&reached, arrow.from) {
                    insert(&mut good, arrow.from);
                    kept |= values;
                }
            }
            domains[place as usize] = kept;
            if kept.is_empty() {
                return false;
            }
        }
        true
    }

    fn accepts(&self, domains: &[Domain]) -> bool {
        self.walk(&mut SmallVec::<[Domain; 16]>::from_slice(domains))
    }
}

impl Layers {
    fn new(starts: &[u32], all: &[Vec<Arrow>]) -> Layers {
        let n = all.len();
        let mut reached: Vec<BTreeMap<u32, u32>> = vec![starts.iter().map(|&s| (s, 0)).collect()];
        for arrows in all {
            let before = reached.last().cloned().unwrap_or_default();
            let open = arrows.iter().filter(|a| before.contains_key(&a.from) && !a.values.is_empty());
            reached.push(open.map(|a| (a.to, 0)).collect());
        }
        for (i, arrows) in all.iter().enumerate().rev() {
            let behind = reached[i + 1].clone();
            let leads = |state: &u32| {
                arrows.iter().any(|a| a.from == *state && behind.contains_key(&a.to) && !a.values.is_empty())
            };
            reached[i].retain(|state, _| leads(state));
        }
        // A start is of use only where it leads to the end, and so is what lies behind it.
        for (i, arrows) in all.iter().enumerate() {
            let before = reached[i].clone();
            let is_met = |state: &u32| {
                arrows.iter().any(|a| a.to == *state && before.contains_key(&a.from) && !a.values.is_empty())
            };
            reached[i + 1].retain(|state, _| is_met(state));
        }
        let mut first = Vec::with_capacity(n + 2);
        let mut next = 0;
        for layer in &mut reached {
            first.push(next);
            for number in layer.values_mut() {
                *number = next;
                next += 1;
            }
        }
        first.push(next);
        let mut arrows = Vec::with_capacity(n);
        for (i, own) in all.iter().enumerate() {
            let mut merged: BTreeMap<(u32, u32), Domain> = BTreeMap::new();
            for arrow in own {
                if let (Some(&from), Some(&to)) = (reached[i].get(&arrow.from), reached[i + 1].get(&arrow.to)) {
                    *merged.entry((from, to)).or_default() |= arrow.values;
                }
            }
            arrows.push(merged.into_iter().map(|((from, to), values)| Arrow { from, values, to }).collect());
        }
        Layers { first, arrows }
    }
}

impl Pruning for Automaton {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        loop {
            let before: SmallVec<[Domain; 16]> = SmallVec::from_slice(domains);
            if !self.walk(domains) {
                return false;
            }
            if !self.rereads {
                return true;
            }
            if domains == &before[..] {
                break;
            }
        }
        // A walk may give one variable two values: the last open one is tried value by value.
        let mut open = (0..domains.len()).filter(|&p| !domains[p].is_single());
        if let (Some(place), None) = (open.next(), open.next()) {
            let mut one: SmallVec<[Domain; 16]> = SmallVec::from_slice(domains);
            let fits = |value: &Value| {
                one[place] = Domain::single(*value);
                self.accepts(&one)
            };
            domains[place] = domains[place].iter().filter(fits).collect();
        }
        domains.iter().all(|d| !d.is_empty())
    }

    fn relaxes(&self) -> bool {
        true
    }

    fn relax(&self, known: &Known<'_>) -> Option<Vec<Domain>> {
        let is_fixed = |place: usize| known.fixed.is_some_and(|(p, _)| p == place);
        let own = |place: usize| match known.fixed {
            Some((p, value)) if p == place => Domain::single(value),
            _ => known.now[place],
        };
        let n = self.word.len();
        let mut behind = self.no_states();
        (self.layers.first[n]..self.layers.first[n + 1]).for_each(|s| insert(&mut behind, s));
        for (&place, arrows) in self.word.iter().zip(&self.layers.arrows).rev() {
            let domain = own(place as usize);
            for arrow in arrows {
                if has(&behind, arrow.to) && !(arrow.values & domain).is_empty() {
                    insert(&mut behind, arrow.from);
                }
            }
        }
        let starts = self.starts();
        if starts.iter().zip(&behind).any(|(a, b)| a & b != 0) {
            return None;
        }
        // A variable that is read twice gets back what neither reading needs.
        let mut left = known.given.to_vec();
        let mut reached = starts;
        for (&place, arrows) in self.word.iter().zip(&self.layers.arrows) {
            let place = place as usize;
            let mut open = own(place);
            if !is_fixed(place) {
                let gone = left[place].minus(open);
                let leads = arrows.iter().filter(|a| has(&reached, a.from) && has(&behind, a.to));
                let mut needed = leads.fold(Domain::EMPTY, |all, a| all | (a.values & gone));
                if !needed.is_empty() && known.taken[place] {
                    needed = gone;
                }
                left[place] = left[place].minus(needed);
                open = left[place];
            }
            for arrow in arrows {
                if has(&reached, arrow.from) && !(arrow.values & open).is_empty() {
                    insert(&mut reached, arrow.to);
                }
            }
        }
        Some(left)
    }
}

impl Rule for Automaton {
    fn kind(&self) -> RuleKind {
        RuleKind::Automaton
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let mut states: Vec<u32> = (0..self.layers.first[1]).collect();
        for (&place, arrows) in self.word.iter().zip(&self.layers.arrows) {
            let value = value(self.vars[place as usize]);
            let open = arrows.iter().filter(|a| states.contains(&a.from) && a.values.contains(value));
            states = open.map(|a| a.to).collect();
        }
        !states.is_empty()
    }

    /// Generalised arc consistency, where no variable is read twice.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let mut domains: Vec<Domain> = self.vars.iter().map(|&v| at.domain(v)).collect();
        if self.layers.first[1] == 0 || !Pruning::prune(self, &mut domains) {
            return Err(Conflict::default());
        }
        for (&var, &keep) in self.vars.iter().zip(&domains) {
            at.restrict(var, keep)?;
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        if self.rereads { Consistency::Forward } else { Consistency::Domain }
    }

    /// A variable of its own for each state: one of the starts, and from each state, by the value
    /// that is read, one behind it.
    fn encode(&self, to: &mut dyn Encoder) {
        let states: Vec<_> = (0..self.layers.first.last().copied().unwrap_or(0)).map(|_| (to.fresh(), true)).collect();
        to.clause(&states[..self.layers.first[1] as usize]);
        for (i, (&place, arrows)) in self.word.iter().zip(&self.layers.arrows).enumerate() {
            let var = self.vars[place as usize];
            for state in self.layers.first[i]..self.layers.first[i + 1] {
                for value in to.domain(var).iter() {
                    let mut clause = vec![not(states[state as usize]), (Literal { var, value }, false)];
                    let open = arrows.iter().filter(|a| a.from == state && a.values.contains(value));
                    clause.extend(open.map(|a| states[a.to as usize]));
                    to.clause(&clause);
                }
            }
        }
    }

    fn pruning(&self, _domains: &[Domain]) -> Option<Box<dyn Pruning>> {
        (self.layers.first[1] > 0).then(|| Box::new(self.clone()) as Box<dyn Pruning>)
    }

    fn post(&self, to: &mut Posting<'_>) {
        if self.layers.first[1] == 0 {
            return to.clause(&[]);
        }
        to.pruning(self.clone(), &self.vars, Cost::Line);
    }
}
