//! One of some listed tuples: sets of tuples as bits, one set a value.

use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Wakes};

/// Exactly one of the literals of each variable holds, and together they are one of the tuples, or
/// agree with one that does not speak of all variables.
#[derive(Clone, Debug)]
pub struct Tuples {
    /// The values of the variables.
    literals: Vec<Lit>,
    /// The tuples with each value, `words` words each.
    having: Vec<u64>,
    /// The tuples that allow each value, if some do not speak of all variables.
    allowing: Vec<u64>,
    words: usize,
    /// All tuples.
    all: Vec<u64>,
    /// The tuples that are left, while it runs.
    left: Vec<u64>,
}

/// Words up to which a call is a short pass.
const SHORT: usize = 4;

impl Tuples {
    /// `count` tuples; for each value its literal, and the tuples that have it, a bit each.
    pub fn new<'a>(count: usize, values: impl IntoIterator<Item = (Lit, &'a [u64])>) -> Tuples {
        let words = count.div_ceil(64);
        let mut all = vec![u64::MAX; words];
        if let (Some(last), true) = (all.last_mut(), !count.is_multiple_of(64)) {
            *last = (1 << (count % 64)) - 1;
        }
        let (mut literals, mut having) = (Vec::new(), Vec::new());
        for (lit, tuples) in values {
            literals.push(lit);
            having.extend_from_slice(tuples);
        }
        Tuples { literals, having, allowing: Vec::new(), words, left: all.clone(), all }
    }

    /// Tuples that do not speak of all variables, as bits: for each value its literal, the tuples
    /// that have it, and those that have it or do not speak of its variable.
    pub fn partial<'a>(all: &[u64], values: impl IntoIterator<Item = (Lit, &'a [u64], Vec<u64>)>) -> Tuples {
        let (mut literals, mut having, mut allowing) = (Vec::new(), Vec::new(), Vec::new());
        for (lit, own, allows) in values {
            literals.push(lit);
            having.extend_from_slice(own);
            allowing.extend(allows);
        }
        Tuples { literals, having, allowing, words: all.len(), left: all.to_vec(), all: all.to_vec() }
    }

    fn allowing(&self, value: usize) -> &[u64] {
        let list = if self.allowing.is_empty() { &self.having } else { &self.allowing };
        &list[value * self.words..(value + 1) * self.words]
    }

    fn having(&self, value: usize) -> &[u64] {
        &self.having[value * self.words..(value + 1) * self.words]
    }

    /// Literals that were true in the past and rule out all of these tuples, the strongest first.
    fn rule_out(&self, mut tuples: Vec<u64>, past: Past<'_>, because: &mut Vec<Lit>) {
        let gone = |&value: &usize| past.is_true(!self.literals[value]);
        let (given, mut others): (Vec<usize>, Vec<usize>) =
            (0..self.literals.len()).filter(gone).partition(|&value| past.is_given(!self.literals[value]));
        given.into_iter().for_each(|value| minus(&mut tuples, self.having(value)));
        others.sort_by_key(|&value| past.time_of(!self.literals[value]));
        while tuples.iter().any(|&word| word != 0) {
            // Of equal ones the oldest.
            let strength = |value: usize| common(&tuples, self.having(value));
            let best = others.iter().copied().rev().max_by_key(|&value| strength(value));
            let Some(best) = best.filter(|&value| strength(value) > 0) else { return };
            minus(&mut tuples, self.having(best));
            because.push(!self.literals[best]);
        }
    }
}

fn minus(tuples: &mut [u64], gone: &[u64]) {
    tuples.iter_mut().zip(gone).for_each(|(word, gone)| *word &= !gone);
}

fn common(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

impl Propagator for Tuples {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        self.literals.iter().for_each(|&lit| wakes.on(!lit));
    }

    fn cost(&self) -> Cost {
        if self.words <= SHORT { Cost::Count } else { Cost::Line }
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let mut left = std::mem::take(&mut self.left);
        left.copy_from_slice(&self.all);
        for (value, &lit) in self.literals.iter().enumerate() {
            if at.is_false(lit) {
                minus(&mut left, self.having(value));
            }
        }
        let mut done = Ok(());
        if left.iter().all(|&word| word == 0) {
            let mut because = Vec::new();
            self.rule_out(self.all.clone(), at.past(), &mut because);
            done = Err(Conflict::Because(because));
        } else {
            for (value, &lit) in self.literals.iter().enumerate() {
                let is_possible = || left.iter().zip(self.allowing(value)).any(|(a, b)| a & b != 0);
                if !at.is_false(lit) && !is_possible() {
                    done = at.imply(!lit, value as u32);
                    if done.is_err() {
                        break;
                    }
                }
            }
        }
        self.left = left;
        done
    }

    fn explain(&mut self, _what: Lit, code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        self.rule_out(self.allowing(code as usize).to_vec(), past, because);
    }
}
