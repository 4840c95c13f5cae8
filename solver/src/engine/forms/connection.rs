//! The places that are in hang together on a graph. One depth-first pass finds the places that are
//! out of reach and those without which the others fall apart.

use super::flood::{NOWHERE, Places, State};
use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Wakes};
use crate::rules::Graph;

/// Connectivity of the places whose literals hold.
#[derive(Clone, Debug)]
pub struct Connection {
    places: Places,
    /// Depth-first search, by place: order of discovery from 1, least order reached from below,
    /// places that are in at it and below.
    order: Vec<u32>,
    low: Vec<u32>,
    below: Vec<u32>,
    /// Place and how many of its neighbours were looked at.
    stack: Vec<(usize, usize)>,
}

/// Note: the place is out of reach.
const UNREACHED: u32 = 0;
/// Note: the others fall apart without the place.
const CUT: u32 = 1;

impl Connection {
    /// `literals[i]` says that place `i` of the graph is in.
    pub fn new(literals: Vec<Lit>, graph: Graph) -> Connection {
        let n = literals.len();
        Connection {
            places: Places::new(literals, graph),
            order: vec![0; n],
            low: vec![0; n],
            below: vec![0; n],
            stack: Vec::new(),
        }
    }

    /// Depth-first search from a place that is in; gives the open places that separate others that
    /// are in.
    fn search(&mut self, start: usize) -> Vec<usize> {
        let Connection { places, order, low, below, stack } = self;
        order.fill(0);
        let mut cuts = Vec::new();
        let mut time = 1;
        (order[start], low[start], below[start]) = (1, 1, 1);
        stack.clear();
        stack.push((start, 0));
        while let Some(&mut (place, ref mut looked)) = stack.last_mut() {
            if let Some(&next) = places.graph.beside(place).get(*looked) {
                *looked += 1;
                let next = next as usize;
                if places.states[next] == State::Out {
                    continue;
                }
                if order[next] == 0 {
                    time += 1;
                    (order[next], low[next]) = (time, time);
                    below[next] = u32::from(places.is_in(next));
                    stack.push((next, 0));
                } else {
                    low[place] = low[place].min(order[next]);
                }
                continue;
            }
            stack.pop();
            let Some(&(parent, _)) = stack.last() else { break };
            low[parent] = low[parent].min(low[place]);
            below[parent] += below[place];
            let is_cut = low[place] >= order[parent] && below[place] > 0;
            if is_cut && places.states[parent] == State::Open && cuts.last() != Some(&parent) {
                cuts.push(parent);
            }
        }
        cuts
    }

    /// Two places that are in but apart (without `cut`), with what separates them.
    fn apart(&mut self, a: usize, b: usize, cut: usize, because: &mut Vec<Lit>) {
        let wall = self.places.separator(a, b, cut);
        self.places.outs(&wall, because);
    }
}

impl Propagator for Connection {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        self.places.literals.iter().for_each(|&l| wakes.on_both(l));
    }

    fn cost(&self) -> Cost {
        Cost::Graph
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        self.places.load(at.trail());
        let n = self.places.literals.len();
        let Some(start) = (0..n).find(|&p| self.places.is_in(p)) else { return Ok(()) };
        let cuts = self.search(start);
        if let Some(lost) = (0..n).find(|&p| self.order[p] == 0 && self.places.is_in(p)) {
            let mut because = Vec::new();
            self.places.part(lost, NOWHERE);
            let a = self.places.oldest(at.past(), |p| self.places.is_inside(p)).unwrap_or(lost);
            self.places.part(start, NOWHERE);
            let b = self.places.oldest(at.past(), |p| self.places.is_inside(p)).unwrap_or(start);
            self.apart(a, b, NOWHERE, &mut because);
            self.places.ins(&[a, b], &mut because);
            return Err(Conflict::Because(because));
        }
        for place in cuts {
            at.imply(self.places.literals[place], CUT)?;
        }
        for place in 0..n {
            if self.order[place] == 0 && self.places.states[place] == State::Open {
                at.imply(!self.places.literals[place], UNREACHED)?;
            }
        }
        Ok(())
    }

    fn explain(&mut self, what: Lit, code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        self.places.load_past(past);
        let place = self.places.place(what);
        if place == NOWHERE {
            return;
        }
        if code == UNREACHED {
            self.places.part(place, NOWHERE);
            let Some(other) = self.places.oldest(past, |p| !self.places.is_inside(p)) else { return };
            self.apart(place, other, NOWHERE, because);
            self.places.ins(&[other], because);
            return;
        }
        let Some(a) = self.places.oldest(past, |p| p != place) else { return };
        self.places.part(a, place);
        let Some(b) = self.places.oldest(past, |p| p != place && !self.places.is_inside(p)) else { return };
        self.apart(a, b, place, because);
        self.places.ins(&[a, b], because);
    }
}
