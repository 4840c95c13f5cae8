//! Every region has a given size, or at least that size, whichever places it holds.

use super::flood::{NOWHERE, Places, State};
use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Wakes};
use crate::rules::Graph;

/// Each connected region of places whose literals hold has `size` places, or with `at_least` so
/// many or more.
#[derive(Clone, Debug)]
pub struct SizedRegions {
    places: Places,
    size: usize,
    at_least: bool,
}

/// Note: with the place a region would be too large.
const LARGE: u32 = 0;
/// Note: there is too little room around the place.
const CRAMPED: u32 = 1;
/// Note: without the place some region stays too small.
const CUT: u32 = 2;

impl SizedRegions {
    /// `literals[i]` says that place `i` of the graph is in.
    pub fn new(literals: Vec<Lit>, graph: Graph, size: usize, at_least: bool) -> SizedRegions {
        SizedRegions { places: Places::new(literals, graph), size, at_least }
    }

    /// The known parts of regions, each nearest first.
    fn parts(&mut self) -> Vec<Vec<usize>> {
        let n = self.places.literals.len();
        let mut seen = vec![false; n];
        let mut parts = Vec::new();
        for place in 0..n {
            if self.places.is_in(place) && !seen[place] {
                let part = self.places.known_part(place);
                part.iter().for_each(|&p| seen[p] = true);
                parts.push(part);
            }
        }
        parts
    }

    /// Why a part can't grow to the size: the walls around what it reaches without `cut`, and
    /// itself. One place of it is enough where distance does not matter.
    fn stuck(&mut self, part: &[usize], cut: usize, because: &mut Vec<Lit>) {
        let all = self.places.room(part, cut, usize::MAX);
        if all.inside.len() < self.size {
            self.places.outs(&all.border, because);
            self.places.ins(&part[..1], because);
            return;
        }
        let room = self.places.room(part, cut, self.size.saturating_sub(part.len()));
        self.places.outs(&room.border, because);
        self.places.ins(part, because);
    }

    /// Places with too little room around them go out, those that are in contradict.
    fn look_at_room(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let n = self.places.literals.len();
        let mut seen = vec![false; n];
        for place in 0..n {
            if seen[place] || self.places.states[place] == State::Out {
                continue;
            }
            let room = self.places.part(place, NOWHERE);
            room.inside.iter().for_each(|&p| seen[p] = true);
            if room.inside.len() >= self.size {
                continue;
            }
            if let Some(&known) = room.inside.iter().find(|&&p| self.places.is_in(p)) {
                let mut because = vec![self.places.literals[known]];
                self.places.outs(&room.border, &mut because);
                return Err(Conflict::Because(because));
            }
            for &p in &room.inside {
                at.imply(!self.places.literals[p], CRAMPED)?;
            }
        }
        Ok(())
    }

    /// Parts that are full keep others out, and so do parts that would be too large together.
    fn look_at_sizes(&mut self, parts: &[Vec<usize>], at: &mut Propagation<'_>) -> Result<(), Conflict> {
        if self.at_least {
            return Ok(());
        }
        let n = self.places.literals.len();
        let mut part_of = vec![NOWHERE; n];
        for (i, part) in parts.iter().enumerate() {
            if part.len() > self.size {
                let mut because = Vec::new();
                self.places.ins(&part[..=self.size], &mut because);
                return Err(Conflict::Because(because));
            }
            part.iter().for_each(|&p| part_of[p] = i);
        }
        for place in (0..n).filter(|&p| self.places.states[p] == State::Open) {
            let beside = self.places.graph.beside(place).iter().map(|&b| part_of[b as usize]);
            let mut joined: Vec<usize> = beside.filter(|&p| p != NOWHERE).collect();
            joined.sort_unstable();
            joined.dedup();
            let together: usize = joined.iter().map(|&p| parts[p].len()).sum();
            if !joined.is_empty() && together + 1 > self.size {
                at.imply(!self.places.literals[place], LARGE)?;
            }
        }
        Ok(())
    }

    /// Parts that are too small must be able to grow, and take the places without which they can't.
    fn look_at_growth(&mut self, parts: &[Vec<usize>], at: &mut Propagation<'_>) -> Result<(), Conflict> {
        for part in parts.iter().filter(|p| p.len() < self.size) {
            let room = self.places.room(part, NOWHERE, self.size - part.len());
            if room.inside.len() < self.size {
                let mut because = Vec::new();
                self.stuck(part, NOWHERE, &mut because);
                return Err(Conflict::Because(because));
            }
            for (place, lost) in self.places.cut_off(part[0]) {
                if room.inside.len() - 1 - lost.places < self.size {
                    at.imply(self.places.literals[place], CUT)?;
                }
            }
        }
        Ok(())
    }
}

impl Propagator for SizedRegions {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        self.places.literals.iter().for_each(|&l| wakes.on_both(l));
    }

    fn cost(&self) -> Cost {
        Cost::Graph
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        self.places.load(at.trail());
        let parts = self.parts();
        self.look_at_sizes(&parts, at)?;
        self.look_at_growth(&parts, at)?;
        self.look_at_room(at)
    }

    fn explain(&mut self, what: Lit, code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        self.places.load_past(past);
        let place = self.places.place(what);
        if place == NOWHERE {
            return;
        }
        match code {
            LARGE => {
                let part = self.places.known_part(place);
                let most = part.len().min(self.size + 1);
                self.places.ins(&part[1..most], because);
            }
            CRAMPED => {
                let border = self.places.part(place, NOWHERE).border;
                self.places.outs(&border, because);
            }
            _ => {
                let mut best: Option<Vec<Lit>> = None;
                let size = self.size;
                for part in self.parts().iter().filter(|p| p.len() < size) {
                    let room = self.places.room(part, place, size - part.len());
                    if room.inside.len() >= size {
                        continue;
                    }
                    let mut reason = Vec::new();
                    self.stuck(part, place, &mut reason);
                    if best.as_ref().is_none_or(|b| reason.len() < b.len()) {
                        best = Some(reason);
                    }
                }
                because.extend(best.into_iter().flatten());
            }
        }
    }
}
