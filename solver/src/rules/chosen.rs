//! Variables of which some are *chosen*: those that take a value of a set. What rules about cells on a graph and about
//! lines share.

use crate::engine::{Lit, Posting};
use crate::{Conflict, Domain, NetworkError, RuleKind, Store, Value, Var};

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
