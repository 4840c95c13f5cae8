//! The places that are in make no cycle, an outer place being joined to those of the border. Their
//! parts are kept along the trail.

use super::flood::{NOWHERE, Places};
use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Time, Wakes};
use crate::rules::Graph;
use crate::rules::growing_forest::GrowingForest;
use std::collections::VecDeque;

/// No cycle among the places whose literals hold.
#[derive(Clone, Debug)]
pub struct Forest {
    places: Places,
    grown: GrowingForest,
    /// Events of the trail that were read.
    read: Time,
    /// By place that came in: when, and the number of the forest's changes before.
    log: Vec<(Time, usize)>,
    /// Was every open place looked at once?
    started: bool,
}

impl Forest {
    /// `literals[i]` says that place `i` of the graph is in; `border[i]` edges join it to the outer
    /// place.
    pub fn new(literals: Vec<Lit>, graph: Graph, border: Vec<u8>) -> Forest {
        let grown = GrowingForest::new(border);
        Forest { places: Places::new(literals, graph), grown, read: 0, log: Vec::new(), started: false }
    }

    /// A place came in; `false` if it closes a cycle.
    fn switch_on(&mut self, place: usize, time: Time, moved: &mut Vec<u32>) -> bool {
        self.log.push((time, self.grown.changes()));
        self.grown.bring_in(&self.places.graph, place, moved)
    }

    /// Would the place close a cycle?
    fn closes(&self, place: usize) -> bool {
        self.grown.closes(&self.places.graph, place)
    }

    /// The shortest chain of places that were in which makes a cycle with `place`.
    fn chain(&self, place: usize, past: Past<'_>, because: &mut Vec<Lit>) {
        let n = self.places.literals.len();
        if self.grown.border(place) > 1 {
            return;
        }
        let is_in = |p: usize| p != place && past.is_true(self.places.literals[p]);
        // By place: whence the search came, and from which start.
        let mut from = vec![(NOWHERE, NOWHERE); n + 1];
        let mut queue = VecDeque::new();
        let starts = self.places.graph.beside(place).iter().map(|&p| p as usize).filter(|&p| is_in(p));
        for start in starts.chain((self.grown.border(place) > 0).then_some(n)) {
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
            return Box::new((0..n).filter(|&p| self.grown.border(p) > 0));
        }
        let outer = (self.grown.border(place) > 0).then_some(n);
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
        while let Some(&(_, changes)) = self.log.last().filter(|(time, _)| *time >= to) {
            self.log.pop();
            self.grown.take_back(changes);
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
