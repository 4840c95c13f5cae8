//! States of places on a graph, kept along the trail, for propagators that look only at what
//! changed.

use super::flood::{LitIndex, NOWHERE, State};
use crate::engine::{Lit, Past, Time, Trail};
use crate::rules::Graph;

/// Places with literals on a graph, and what is known of them.
#[derive(Clone, Debug)]
pub(super) struct Tracked {
    pub literals: Vec<Lit>,
    pub graph: Graph,
    pub states: Vec<State>,
    index: LitIndex,
    /// Events of the trail that were read.
    read: Time,
    /// Places that became known, with the time, oldest first.
    log: Vec<(Time, u32)>,
    started: bool,
}

impl Tracked {
    pub fn new(literals: Vec<Lit>, graph: Graph) -> Tracked {
        let state = |&lit: &Lit| match lit {
            Lit::TRUE => State::In,
            Lit::FALSE => State::Out,
            _ => State::Open,
        };
        let states = literals.iter().map(state).collect();
        let index = LitIndex::new(&literals);
        Tracked { literals, graph, states, index, read: 0, log: Vec::new(), started: false }
    }

    /// The place of which a literal speaks; none for the constant literals.
    pub fn place(&self, lit: Lit) -> usize {
        self.index.place(lit)
    }

    /// Reads the new events and adds the places that became known to `fresh`; all places the first
    /// time, which it says.
    pub fn read(&mut self, trail: &Trail, fresh: &mut Vec<u32>) -> bool {
        for &lit in &trail.events()[self.read as usize..] {
            let place = self.index.place(lit);
            if place != NOWHERE {
                self.states[place] = if self.literals[place] == lit { State::In } else { State::Out };
                self.log.push((self.read, place as u32));
                fresh.push(place as u32);
            }
            self.read += 1;
        }
        let is_first = !std::mem::replace(&mut self.started, true);
        if is_first {
            fresh.clear();
            fresh.extend(0..self.states.len() as u32);
        }
        is_first
    }

    /// The trail has only `to` events left; with none it starts anew.
    pub fn rewind(&mut self, to: Time) {
        self.started &= to > 0;
        self.read = self.read.min(to);
        while let Some(&(_, place)) = self.log.last().filter(|&&(time, _)| time >= to) {
            self.states[place as usize] = State::Open;
            self.log.pop();
        }
    }

    pub fn is_in(&self, place: usize) -> bool {
        self.states[place] == State::In
    }

    pub fn is_out(&self, place: usize) -> bool {
        self.states[place] == State::Out
    }

    /// Was the place in?
    pub fn was_in(&self, place: usize, past: Past<'_>) -> bool {
        past.is_true(self.literals[place])
    }

    /// Was the place out?
    pub fn was_out(&self, place: usize, past: Past<'_>) -> bool {
        past.is_false(self.literals[place])
    }

    /// Adds the literals "in" of some places.
    pub fn ins(&self, places: &[u32], because: &mut Vec<Lit>) {
        because.extend(places.iter().map(|&p| self.literals[p as usize]));
    }

    /// Adds the literals "out" of some places.
    pub fn outs(&self, places: &[u32], because: &mut Vec<Lit>) {
        because.extend(places.iter().map(|&p| !self.literals[p as usize]));
    }
}
