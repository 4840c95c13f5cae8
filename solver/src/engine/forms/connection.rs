//! The places that are in hang together on a graph. One depth-first pass finds the places that are
//! out of reach and those without which the others fall apart.

use super::flood::{NOWHERE, Places, State};
use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Wakes};
use crate::rules::Graph;
use crate::rules::cut_places::CutSearch;

/// Connectivity of the places whose literals hold.
#[derive(Clone, Debug)]
pub struct Connection {
    places: Places,
    search: CutSearch<bool>,
}

/// Note: the place is out of reach.
const UNREACHED: u32 = 0;
/// Note: the others fall apart without the place.
const CUT: u32 = 1;

impl Connection {
    /// `literals[i]` says that place `i` of the graph is in.
    pub fn new(literals: Vec<Lit>, graph: Graph) -> Connection {
        Connection { places: Places::new(literals, graph), search: CutSearch::default() }
    }

    /// The open places that separate others that are in, by a walk from a place that is in.
    fn cuts(&mut self, start: usize) -> Vec<usize> {
        let Connection { places, search } = self;
        let mut cuts = Vec::new();
        search.walk(
            places.graph.neighbours(),
            start,
            |place| places.states[place] != State::Out,
            |place| places.is_in(place),
            |place, has_in| {
                if has_in && places.states[place] == State::Open && cuts.last() != Some(&place) {
                    cuts.push(place);
                }
            },
        );
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
        let cuts = self.cuts(start);
        if let Some(lost) = (0..n).find(|&p| !self.search.is_reached(p) && self.places.is_in(p)) {
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
            if !self.search.is_reached(place) && self.places.states[place] == State::Open {
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
