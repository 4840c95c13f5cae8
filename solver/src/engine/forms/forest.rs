//! The places that are in make no cycle, an outer place being joined to those of the border. Joined
//! parts are kept along the trail: union by size with undo.

use super::flood::{NOWHERE, Places};
use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Time, Wakes};
use crate::rules::Graph;
use std::collections::VecDeque;

/// No cycle among the places whose literals hold.
#[derive(Clone, Debug)]
pub struct Forest {
    places: Places,
    /// By place: edges to the outer place.
    border: Vec<u8>,
    /// Events of the trail that were read.
    read: Time,
    /// By place, the outer one last: a place nearer to the root of its part; the size of the part,
    /// at roots; the next member of the part, in a ring.
    parent: Vec<u32>,
    size: Vec<u32>,
    next: Vec<u32>,
    is_on: Vec<bool>,
    /// What to undo, oldest first.
    log: Vec<(Time, Undo)>,
    /// Was every open place looked at once?
    started: bool,
}

#[derive(Clone, Copy, Debug)]
enum Undo {
    On(u32),
    Joined { root: u32, to: u32 },
}

impl Forest {
    /// `literals[i]` says that place `i` of the graph is in; `border[i]` edges join it to the outer
    /// place.
    pub fn new(literals: Vec<Lit>, graph: Graph, border: Vec<u8>) -> Forest {
        let n = literals.len();
        let mut size = vec![1; n + 1];
        // The outer place stays the root of its part, so that its members need not be walked
        // through.
        size[n] = n as u32 + 1;
        Forest {
            places: Places::new(literals, graph),
            border,
            read: 0,
            parent: (0..=n as u32).collect(),
            size,
            next: (0..=n as u32).collect(),
            is_on: vec![false; n],
            log: Vec::new(),
            started: false,
        }
    }

    fn outer(&self) -> u32 {
        self.places.literals.len() as u32
    }

    fn root(&self, mut place: u32) -> u32 {
        while self.parent[place as usize] != place {
            place = self.parent[place as usize];
        }
        place
    }

    /// Joins the parts of two places and adds the members of the smaller one to `moved`; `false` if
    /// they are one part.
    fn join(&mut self, a: u32, b: u32, time: Time, moved: &mut Vec<u32>) -> bool {
        let (mut to, mut root) = (self.root(a), self.root(b));
        if to == root {
            return false;
        }
        if self.size[to as usize] < self.size[root as usize] {
            std::mem::swap(&mut to, &mut root);
        }
        let mut member = root;
        loop {
            moved.push(member);
            member = self.next[member as usize];
            if member == root {
                break;
            }
        }
        self.parent[root as usize] = to;
        self.size[to as usize] += self.size[root as usize];
        self.next.swap(to as usize, root as usize);
        self.log.push((time, Undo::Joined { root, to }));
        true
    }

    /// A place came in; `false` if it closes a cycle.
    fn switch_on(&mut self, place: usize, time: Time, moved: &mut Vec<u32>) -> bool {
        self.is_on[place] = true;
        self.log.push((time, Undo::On(place as u32)));
        for _ in 0..self.border[place] {
            if !self.join(place as u32, self.outer(), time, moved) {
                return false;
            }
        }
        for i in 0..self.places.graph.beside(place).len() {
            let other = self.places.graph.beside(place)[i];
            if self.is_on[other as usize] && !self.join(place as u32, other, time, moved) {
                return false;
            }
        }
        true
    }

    /// Would the place close a cycle?
    fn closes(&self, place: usize) -> bool {
        let outer = (0..self.border[place]).map(|_| self.outer());
        let on = self.places.graph.beside(place).iter().copied().filter(|&o| self.is_on[o as usize]);
        let mut roots: Vec<u32> = on.chain(outer).map(|p| self.root(p)).collect();
        roots.sort_unstable();
        roots.windows(2).any(|w| w[0] == w[1])
    }

    /// The shortest chain of places that were in which makes a cycle with `place`.
    fn chain(&self, place: usize, past: Past<'_>, because: &mut Vec<Lit>) {
        let n = self.places.literals.len();
        if self.border[place] > 1 {
            return;
        }
        let is_in = |p: usize| p != place && past.is_true(self.places.literals[p]);
        // By place: whence the search came, and from which start.
        let mut from = vec![(NOWHERE, NOWHERE); n + 1];
        let mut queue = VecDeque::new();
        let starts = self.places.graph.beside(place).iter().map(|&p| p as usize).filter(|&p| is_in(p));
        for start in starts.chain((self.border[place] > 0).then_some(n)) {
            if from[start].0 != NOWHERE {
                // Two edges lead there: it makes a cycle with the place alone.
                because.extend(self.places.literals.get(start));
                return;
            }
            from[start] = (start, start);
            queue.push_back(start);
        }
        while let Some(at) = queue.pop_front() {
            let own = from[at];
            for next in self.beside(at).filter(|&p| p == n || is_in(p)) {
                if from[next].0 == NOWHERE {
                    from[next] = (at, own.1);
                    queue.push_back(next);
                } else if own.0 != next && from[next].1 != own.1 {
                    for mut p in [at, next] {
                        loop {
                            because.extend(self.places.literals.get(p));
                            if from[p].0 == p {
                                break;
                            }
                            p = from[p].0;
                        }
                    }
                    return;
                }
            }
        }
    }

    /// The places beside a place, the outer one among them.
    fn beside(&self, place: usize) -> Box<dyn Iterator<Item = usize> + '_> {
        let n = self.places.literals.len();
        if place == n {
            return Box::new((0..n).filter(|&p| self.border[p] > 0));
        }
        let outer = (self.border[place] > 0).then_some(n);
        Box::new(self.places.graph.beside(place).iter().map(|&p| p as usize).chain(outer))
    }
}

impl Propagator for Forest {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        self.places.literals.iter().for_each(|&l| wakes.on(l));
    }

    fn cost(&self) -> Cost {
        Cost::Count
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn rewind(&mut self, to: Time) {
        self.started &= to > 0;
        self.read = self.read.min(to);
        while let Some(&(time, undo)) = self.log.last() {
            if time < to {
                break;
            }
            self.log.pop();
            match undo {
                Undo::On(place) => self.is_on[place as usize] = false,
                Undo::Joined { root, to } => {
                    self.next.swap(to as usize, root as usize);
                    self.size[to as usize] -= self.size[root as usize];
                    self.parent[root as usize] = root;
                }
            }
        }
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let mut moved = Vec::new();
        while self.read < at.trail().now() {
            let time = self.read;
            let lit = at.trail().events()[time as usize];
            self.read += 1;
            let on = if lit == Lit::TRUE {
                (0..self.places.literals.len()).filter(|&p| self.places.literals[p] == lit).collect()
            } else {
                let place = self.places.place(lit);
                let is_its = place != NOWHERE && self.places.literals[place] == lit;
                if is_its { vec![place] } else { Vec::new() }
            };
            for place in on {
                if !self.switch_on(place, time, &mut moved) {
                    let mut because = vec![lit];
                    self.chain(place, at.past(), &mut because);
                    return Err(Conflict::Because(because));
                }
            }
        }
        if !std::mem::replace(&mut self.started, true) {
            moved = (0..self.outer()).collect();
            for place in 0..self.places.literals.len() {
                if at.is_open(self.places.literals[place]) && self.closes(place) {
                    at.imply(!self.places.literals[place], 0)?;
                }
            }
        }
        for member in moved {
            for i in 0..self.places.graph.beside(member as usize).len() {
                let place = self.places.graph.beside(member as usize)[i] as usize;
                if at.is_open(self.places.literals[place]) && self.closes(place) {
                    at.imply(!self.places.literals[place], 0)?;
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, what: Lit, _code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        let place = self.places.place(what);
        if place != NOWHERE {
            self.chain(place, past, because);
        }
    }
}
