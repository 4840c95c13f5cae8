//! One region of a given size around a place that is in. Its number of places is a count of its
//! own; this looks at what the region can reach.

use super::flood::{NOWHERE, Places, State};
use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Wakes};
use crate::rules::Graph;

/// The places whose literals hold are one connected region of `size` places that holds `root`.
#[derive(Clone, Debug)]
pub struct RootedRegion {
    places: Places,
    root: usize,
    size: usize,
}

/// Note: the place is too far from what is known of the region.
const FAR: u32 = 0;
/// Note: without the place the region is too small, or loses a place that is in.
const CUT: u32 = 1;

impl RootedRegion {
    /// `literals[i]` says that place `i` of the graph is in. The number of places that are in must
    /// be posted besides.
    pub fn new(literals: Vec<Lit>, graph: Graph, root: usize, size: usize) -> RootedRegion {
        RootedRegion { places: Places::new(literals, graph), root, size }
    }

    /// Why a place is out of reach.
    fn far(&mut self, place: usize, because: &mut Vec<Lit>) {
        let was = std::mem::replace(&mut self.places.states[place], State::Open);
        let part = self.places.known_part(self.root);
        let reach = self.size.saturating_sub(part.len());
        let border = self.places.room(&part, NOWHERE, reach).border;
        let wall = self.places.on_the_way(&border, place, NOWHERE, reach);
        self.places.states[place] = was;
        self.places.outs(&wall, because);
        self.places.ins(&part, because);
    }
}

impl Propagator for RootedRegion {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        self.places.literals.iter().for_each(|&l| wakes.on_both(l));
    }

    fn cost(&self) -> Cost {
        Cost::Graph
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        self.places.load(at.trail());
        let n = self.places.literals.len();
        if !self.places.is_in(self.root) {
            return Ok(());
        }
        let part = self.places.known_part(self.root);
        let reach = self.size.saturating_sub(part.len());
        let room = self.places.room(&part, NOWHERE, reach);
        if room.inside.len() < self.size {
            let mut because = Vec::new();
            self.places.outs(&room.border, &mut because);
            self.places.ins(&part, &mut because);
            return Err(Conflict::Because(because));
        }
        let far: Vec<usize> = (0..n).filter(|&p| !self.places.is_inside(p)).collect();
        if let Some(&lost) = far.iter().find(|&&p| self.places.is_in(p)) {
            let mut because = vec![self.places.literals[lost]];
            self.far(lost, &mut because);
            return Err(Conflict::Because(because));
        }
        let left = |places: usize| room.inside.len() - 1 - places;
        let cuts = self.places.cut_off(self.root);
        for place in far {
            if self.places.states[place] == State::Open {
                at.imply(!self.places.literals[place], FAR)?;
            }
        }
        for (place, lost) in cuts {
            if left(lost.places) < self.size || lost.any_in {
                at.imply(self.places.literals[place], CUT)?;
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
        if code == FAR {
            self.far(place, because);
            return;
        }
        let part = self.places.known_part(self.root);
        let reach = self.size.saturating_sub(part.len());
        let room = self.places.room(&part, place, reach);
        if room.inside.len() < self.size {
            self.places.outs(&room.border, because);
        } else if let Some(lost) = self.places.oldest(past, |p| p != place && !self.places.is_inside(p)) {
            let wall = self.places.on_the_way(&room.border, lost, place, reach);
            self.places.outs(&wall, because);
            self.places.ins(&[lost], because);
        }
        self.places.ins(&part, because);
    }
}
