//! Variables of which some are *chosen*: those that take a value of a set. What rules about cells on a graph and about
//! lines share.

use crate::cuts::Fact;
use crate::engine::{Lit, Posting};
use crate::{Conflict, Domain, Encoder, Literal, NetworkError, RuleKind, Store, Value, Var};
use std::collections::VecDeque;

/// Variables, and the values by which they are chosen.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub vars: Vec<Var>,
    pub values: Domain,
}

impl Chosen {
    /// Which variables an assignment chooses.
    pub fn of(&self, value: &dyn Fn(Var) -> Value) -> Vec<bool> {
        self.vars.iter().map(|&v| self.values.contains(value(v))).collect()
    }

    /// For each variable whether it is chosen, where that is known.
    pub fn states(&self, at: &Store<'_>) -> Result<Vec<Option<bool>>, Conflict> {
        let state = |&var: &Var| {
            let d = at.domain(var);
            match ((d & self.values).is_empty(), d.minus(self.values).is_empty()) {
                (true, true) => Err(Conflict { rule: None, var: Some(var) }),
                (true, false) => Ok(Some(false)),
                (false, true) => Ok(Some(true)),
                (false, false) => Ok(None),
            }
        };
        self.vars.iter().map(state).collect()
    }

    /// Makes a variable chosen or not.
    pub fn set(&self, at: &mut Store<'_>, place: usize, chosen: bool) -> Result<bool, Conflict> {
        let keep = if chosen { self.values } else { Domain(!self.values.0) };
        at.restrict(self.vars[place], keep)
    }

    /// Decides by trying: where all variables but at most one are known, the last one keeps what `judge` allows.
    pub fn settle_last(&self, at: &mut Store<'_>, judge: &dyn Fn(&[bool]) -> bool) -> Result<(), Conflict> {
        let states = self.states(at)?;
        let mut open = states.iter().enumerate().filter(|(_, s)| s.is_none()).map(|(i, _)| i);
        let (last, more) = (open.next(), open.next());
        if more.is_some() {
            return Ok(());
        }
        let mut known: Vec<bool> = states.iter().map(|s| s.unwrap_or(false)).collect();
        let Some(last) = last else {
            return if judge(&known) { Ok(()) } else { Err(Conflict::default()) };
        };
        let out = judge(&known);
        known[last] = true;
        match (judge(&known), out) {
            (true, true) => Ok(()),
            (false, false) => Err(Conflict::default()),
            (chosen, _) => self.set(at, last, chosen).map(|_| ()),
        }
    }

    /// Places that are all chosen, or all not.
    pub fn facts<'p>(&self, places: impl IntoIterator<Item = &'p usize>, chosen: bool) -> Vec<Fact> {
        let keep = if chosen { self.values } else { Domain(!self.values.0) };
        places.into_iter().map(|&p| Fact { var: self.vars[p], keep }).collect()
    }

    /// The candidates of a variable by which it is chosen.
    pub fn picks(&self, to: &dyn Encoder, place: usize) -> Vec<Literal> {
        let var = self.vars[place];
        (to.domain(var) & self.values).iter().map(|value| Literal { var, value }).collect()
    }

    /// If the variable at `place` is chosen, one of those at `others` is.
    pub fn needs_one_of(&self, to: &mut dyn Encoder, place: usize, others: &[usize]) {
        let any: Vec<(Literal, bool)> = others.iter().flat_map(|&o| self.picks(to, o)).map(|l| (l, true)).collect();
        for pick in self.picks(to, place) {
            let mut clause = vec![(pick, false)];
            clause.extend(&any);
            to.clause(&clause);
        }
    }

    /// Not all variables at `places` are chosen.
    pub fn not_all(&self, to: &mut dyn Encoder, places: &[usize]) {
        let mut clauses: Vec<Vec<(Literal, bool)>> = vec![Vec::new()];
        for &place in places {
            let picks = self.picks(to, place);
            let with = |c: &Vec<(Literal, bool)>, &pick: &Literal| [c.as_slice(), &[(pick, false)]].concat();
            clauses = clauses.iter().flat_map(|c| picks.iter().map(move |p| with(c, p))).collect();
        }
        clauses.iter().for_each(|clause| to.clause(clause));
    }

    /// At most so many of the variables at `places` are chosen, and at least so many.
    pub fn count(&self, to: &mut dyn Encoder, places: &[usize], low: usize, high: usize) {
        let terms: Vec<_> = places.iter().flat_map(|&p| self.picks(to, p)).map(|l| (1, l)).collect();
        to.linear(&terms, low as i64, high as i64);
    }

    /// The literals that say which variables are chosen.
    pub fn literals(&self, to: &mut Posting<'_>) -> Vec<Lit> {
        self.vars.iter().map(|&v| to.is_in(v, self.values)).collect()
    }
}

/// Edges between places 0, 1, … of a scope.
#[derive(Clone, Debug)]
pub struct Graph {
    start: Vec<u32>,
    to: Vec<u32>,
}

impl Graph {
    /// The graph over `n` places.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when an edge names a place that does not exist, or one place twice.
    pub fn new(kind: RuleKind, n: usize, edges: &[[u32; 2]]) -> Result<Graph, NetworkError> {
        let mut lists = vec![Vec::new(); n];
        for &[a, b] in edges {
            if a as usize >= n || b as usize >= n || a == b {
                let why = format!("an edge between {a} and {b} among {n} places");
                return Err(NetworkError::Malformed { kind, why });
            }
            lists[a as usize].push(b);
            lists[b as usize].push(a);
        }
        let mut graph = Graph { start: vec![0], to: Vec::new() };
        for list in lists {
            graph.to.extend(list);
            graph.start.push(graph.to.len() as u32);
        }
        Ok(graph)
    }

    /// Number of places.
    pub fn places(&self) -> usize {
        self.start.len() - 1
    }

    /// The places beside a place; one twice if two edges lead there.
    #[inline]
    pub fn beside(&self, place: usize) -> &[u32] {
        &self.to[self.start[place] as usize..self.start[place + 1] as usize]
    }

    /// The parts in which the places that `holds` hang together.
    pub fn components(&self, holds: &dyn Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.places()];
        let mut components = Vec::new();
        for first in 0..self.places() {
            if holds(first) && !seen[first] {
                let part = self.nearest(first, usize::MAX, holds);
                part.iter().for_each(|&p| seen[p] = true);
                components.push(part);
            }
        }
        components
    }

    /// Up to `most` places that can be reached from `from` through places that `passes`, the
    /// nearest first; `from` itself is the first.
    pub fn nearest(&self, from: usize, most: usize, passes: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let mut seen = vec![false; self.places()];
        seen[from] = true;
        let mut part = vec![from];
        let mut next = 0;
        while next < part.len() {
            for &beside in self.beside(part[next]) {
                let beside = beside as usize;
                if !seen[beside] && passes(beside) && part.len() < most {
                    seen[beside] = true;
                    part.push(beside);
                }
            }
            next += 1;
        }
        part
    }

    /// By place: the number of steps from `from` through places that `passes`; `usize::MAX` where
    /// none lead.
    pub fn distances(&self, from: usize, passes: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.places()];
        distances[from] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(place) = queue.pop_front() {
            for &next in self.beside(place) {
                let next = next as usize;
                if distances[next] == usize::MAX && passes(next) {
                    distances[next] = distances[place] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// The places beside a part that are not in it, each once.
    pub fn wall(&self, part: &[usize]) -> Vec<usize> {
        let mut seen = vec![false; self.places()];
        part.iter().for_each(|&p| seen[p] = true);
        let mut wall = Vec::new();
        for &place in part {
            for &beside in self.beside(place) {
                if !std::mem::replace(&mut seen[beside as usize], true) {
                    wall.push(beside as usize);
                }
            }
        }
        wall
    }

    /// The places that can be reached from `from` through places that `passes`; `from` itself counts whatever it is.
    pub fn reach(&self, from: usize, passes: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.places()];
        seen[from] = true;
        let mut stack = vec![from];
        while let Some(place) = stack.pop() {
            for &next in self.beside(place) {
                let next = next as usize;
                if !seen[next] && passes(next) {
                    seen[next] = true;
                    stack.push(next);
                }
            }
        }
        seen
    }
}
