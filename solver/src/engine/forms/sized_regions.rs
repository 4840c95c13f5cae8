//! All regions have a given size, or at least that size and none of some others, whichever places
//! they hold. What is known of the places is kept along the trail, and only what is near to changes
//! is looked at.

use super::flood::NOWHERE;
use super::floods::{Bounds, Floods};
use super::tracked::Tracked;
use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Time, Wakes};
use crate::rules::Graph;

/// Each connected region of places whose literals hold has `size` places, or with `at_least` so
/// many or more, but none of the numbers in `except`.
#[derive(Clone, Debug)]
pub struct SizedRegions {
    places: Tracked,
    floods: Floods,
    size: usize,
    at_least: bool,
    except: Vec<usize>,
    /// Places that became known since the last call.
    fresh: Vec<u32>,
    /// By place: the call in which its part, or the room around it, was looked at.
    parts_seen: Vec<u32>,
    rooms_seen: Vec<u32>,
    call: u32,
    part: Vec<u32>,
    others: Vec<u32>,
    near: Vec<u32>,
    /// Places that are in near others, with their distances.
    met: Vec<(u32, u32)>,
}

/// Note: with the place a region would be too large.
const LARGE: u32 = 0;
/// Note: there is too little room around the place.
const CRAMPED: u32 = 1;
/// Note: without the place some region stays too small; four times a place of it is added.
const CUT: u32 = 2;
/// Note: otherwise a region is complete with an excepted size. Four times a place of the region is
/// added.
const ENDS: u32 = 3;
const ANCHOR_SHIFT: u32 = 2;
/// The bits of a note that hold its kind.
const KIND: u32 = 3;

impl SizedRegions {
    /// `literals[i]` says that place `i` of the graph is in.
    pub fn new(literals: Vec<Lit>, graph: Graph, size: usize, at_least: bool, except: Vec<usize>) -> SizedRegions {
        let n = literals.len();
        SizedRegions {
            places: Tracked::new(literals, graph),
            floods: Floods::new(n),
            size,
            at_least,
            except,
            fresh: Vec::new(),
            parts_seen: vec![0; n],
            rooms_seen: vec![0; n],
            call: 0,
            part: Vec::new(),
            others: Vec::new(),
            near: Vec::new(),
            met: Vec::new(),
        }
    }

    /// Finds the known part that holds `place`, up to one place more than the size, and notes that
    /// it was looked at; `false` if it was before in this call.
    fn look_at_part(&mut self, place: u32) -> bool {
        if self.parts_seen[place as usize] == self.call {
            return false;
        }
        let Self { places, floods, .. } = self;
        floods.flood(&places.graph, &[place], Bounds::most(self.size), |p| places.is_in(p));
        self.part.clear();
        self.part.extend_from_slice(&floods.inside);
        self.part.iter().for_each(|&p| self.parts_seen[p as usize] = self.call);
        true
    }

    /// A part may not be too large, nor become it.
    fn look_at_size(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        if self.at_least {
            return Ok(());
        }
        if self.part.len() > self.size {
            let mut because = Vec::new();
            self.places.ins(&self.part, &mut because);
            return Err(Conflict::Because(because));
        }
        for i in 0..self.part.len() {
            let place = self.part[i] as usize;
            for k in 0..self.places.graph.beside(place).len() {
                let open = self.places.graph.beside(place)[k];
                let Self { places, floods, .. } = self;
                if !at.is_open(places.literals[open as usize]) {
                    continue;
                }
                floods.flood(&places.graph, &[open], Bounds::most(self.size), |p| places.is_in(p));
                if floods.inside.len() > self.size {
                    at.imply(!places.literals[open as usize], LARGE)?;
                }
            }
        }
        Ok(())
    }

    /// A part that is too small must be able to grow, and takes the places without which it can't.
    fn look_at_growth(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let Self { places, floods, part, size, .. } = self;
        if part.len() >= *size {
            return Ok(());
        }
        // More places than needed: what does not hang on a place in the tree of the flood is
        // reached without it.
        let reach = Bounds { reach: *size - part.len(), ..Bounds::most(2 * *size) };
        floods.flood(&places.graph, part, reach, |p| !places.is_out(p));
        if floods.inside.len() < *size {
            let part = std::mem::take(&mut self.part);
            let mut because = Vec::new();
            let Self { places, floods, .. } = self;
            stuck((places, floods, self.size), &part, NOWHERE, |p| places.is_out(p), &mut because);
            self.part = part;
            return Err(Conflict::Because(because));
        }
        let mut near = std::mem::take(&mut self.near);
        floods.add_roots(floods.inside.len() - *size, &mut near);
        let code = CUT | part[0] << ANCHOR_SHIFT;
        let mut done = Ok(());
        for &place in &near {
            if !at.is_open(places.literals[place as usize]) {
                continue;
            }
            let bounds = Bounds { reach: *size - part.len(), ..Bounds::most(*size - 1) };
            floods.flood(&places.graph, part, bounds.without(place as usize), |p| !places.is_out(p));
            if floods.inside.len() < *size {
                done = at.imply(places.literals[place as usize], code);
                if done.is_err() {
                    break;
                }
            }
        }
        self.near = near;
        done
    }

    /// Finds parts that may have had a place in reach that went out.
    fn meet(&mut self, outs: &[u32]) {
        let Self { places, floods, met, .. } = self;
        floods.flood(&places.graph, outs, Bounds::reach(self.size - 1), |p| !places.is_out(p));
        let inside = floods.inside.iter().filter(|&&p| places.is_in(p as usize));
        met.clear();
        met.extend(inside.map(|&p| (p, floods.distance(p as usize) as u32)));
    }

    /// Places around one that went out that have too little room go out, those that are in
    /// contradict.
    fn look_at_rooms(&mut self, place: usize, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        for k in 0..self.places.graph.beside(place).len() {
            self.look_at_room(self.places.graph.beside(place)[k], at)?;
        }
        Ok(())
    }

    fn look_at_room(&mut self, from: u32, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let Self { places, floods, rooms_seen, .. } = self;
        if places.is_out(from as usize) || rooms_seen[from as usize] == self.call {
            return Ok(());
        }
        floods.flood(&places.graph, &[from], Bounds::most(self.size - 1), |p| !places.is_out(p));
        floods.inside.iter().for_each(|&p| rooms_seen[p as usize] = self.call);
        if floods.inside.len() >= self.size {
            return Ok(());
        }
        if let Some(&known) = floods.inside.iter().find(|&&p| places.is_in(p as usize)) {
            let mut because = vec![places.literals[known as usize]];
            places.outs(&floods.border, &mut because);
            return Err(Conflict::Because(because));
        }
        for &p in &floods.inside {
            at.imply(!places.literals[p as usize], CRAMPED)?;
        }
        Ok(())
    }

    fn look_around(&mut self, fresh: &[u32], is_first: bool, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        self.call = self.call.wrapping_add(1);
        if self.call == 0 {
            self.parts_seen.fill(0);
            self.rooms_seen.fill(0);
            self.call = 1;
        }
        for &place in fresh.iter() {
            if self.places.is_in(place as usize) && self.look_at_part(place) {
                self.look_at_size(at)?;
                self.look_at_growth(at)?;
            }
        }
        let mut others = std::mem::take(&mut self.others);
        others.clear();
        others.extend(fresh.iter().filter(|&&p| self.places.is_out(p as usize)));
        let done = self.look_at_outs(&others, at);
        self.others = others;
        done?;
        if is_first {
            for &place in fresh {
                self.look_at_room(place, at)?;
            }
        }
        if self.except.is_empty() { Ok(()) } else { self.look_at_ends(fresh, at) }
    }

    /// Sees that no region near to changes is complete with an excepted size.
    fn look_at_ends(&mut self, fresh: &[u32], at: &mut Propagation<'_>) -> Result<(), Conflict> {
        for &place in fresh {
            self.look_at_end(place, at)?;
            for k in 0..self.places.graph.beside(place as usize).len() {
                self.look_at_end(self.places.graph.beside(place as usize)[k], at)?;
            }
        }
        Ok(())
    }

    /// Looks at the region of a place that is in, or that is open and taken to be in. Where the
    /// region's size is excepted, some place around it must be in.
    fn look_at_end(&mut self, from: u32, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let Self { places, floods, except, .. } = self;
        let own = places.literals[from as usize];
        if at.is_false(own) {
            return Ok(());
        }
        floods.flood(&places.graph, &[from], Bounds::NONE, |p| at.is_true(places.literals[p]));
        let is_excepted = except.contains(&floods.inside.len());
        let mut open = floods.border.iter().filter(|&&p| at.is_open(places.literals[p as usize]));
        match (open.next(), open.next()) {
            (None, _) if !is_excepted => Ok(()),
            (None, _) if at.is_open(own) => at.imply(!own, ENDS | from << ANCHOR_SHIFT),
            (None, _) => {
                let mut because = Vec::new();
                places.ins(&floods.inside, &mut because);
                places.outs(&floods.border, &mut because);
                Err(Conflict::Because(because))
            }
            (Some(&last), None) if at.is_true(own) => {
                if is_excepted {
                    at.imply(places.literals[last as usize], ENDS | from << ANCHOR_SHIFT)?;
                }
                // With the last place in, the region and others may join to one of an excepted
                // size.
                floods.flood(&places.graph, &[last], Bounds::NONE, |p| at.is_true(places.literals[p]));
                let is_closed = floods.border.iter().all(|&p| at.is_false(places.literals[p as usize]));
                if is_closed && except.contains(&floods.inside.len()) {
                    at.imply(!places.literals[last as usize], ENDS | last << ANCHOR_SHIFT)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn look_at_outs(&mut self, outs: &[u32], at: &mut Propagation<'_>) -> Result<(), Conflict> {
        if outs.is_empty() {
            return Ok(());
        }
        self.meet(outs);
        for i in 0..self.met.len() {
            let (place, distance) = self.met[i];
            if self.look_at_part(place) && distance as usize + self.part.len() <= self.size {
                self.look_at_growth(at)?;
            }
        }
        outs.iter().try_for_each(|&place| self.look_at_rooms(place as usize, at))
    }
}

/// Why a part can't grow to the size: the walls around what it reaches without `cut`, and itself.
/// One place of it is enough where distance does not matter.
fn stuck(
    (places, floods, size): (&Tracked, &mut Floods, usize),
    part: &[u32],
    cut: usize,
    is_out: impl Fn(usize) -> bool,
    because: &mut Vec<Lit>,
) {
    floods.flood(&places.graph, part, Bounds::most(size - 1).without(cut), |p| !is_out(p));
    if floods.inside.len() < size {
        places.outs(&floods.border, because);
        places.ins(&part[..1], because);
        return;
    }
    let reach = Bounds::reach(size.saturating_sub(part.len())).without(cut);
    floods.flood(&places.graph, part, reach, |p| !is_out(p));
    places.outs(&floods.border, because);
    places.ins(part, because);
}

impl Propagator for SizedRegions {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        self.places.literals.iter().for_each(|&l| wakes.on_both(l));
    }

    fn cost(&self) -> Cost {
        Cost::Graph
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn rewind(&mut self, to: Time) {
        self.places.rewind(to);
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        let is_first = self.places.read(at.trail(), &mut fresh);
        let done = self.look_around(&fresh, is_first, at);
        self.fresh = fresh;
        done
    }

    fn explain(&mut self, what: Lit, code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        let Self { places, floods, size, .. } = self;
        let place = places.place(what);
        if place == NOWHERE {
            return;
        }
        let (is_in, is_out) = (|p: usize| places.was_in(p, past), |p: usize| places.was_out(p, past));
        match code & KIND {
            LARGE => {
                floods.flood(&places.graph, &[place as u32], Bounds::most(*size), is_in);
                places.ins(&floods.inside[1..], because);
            }
            CRAMPED => {
                floods.flood(&places.graph, &[place as u32], Bounds::NONE, |p| !is_out(p));
                places.outs(&floods.border, because);
            }
            ENDS => {
                let from = code >> ANCHOR_SHIFT;
                floods.flood(&places.graph, &[from], Bounds::NONE, is_in);
                // The place is the start of the flood that would be in, or the last one on its
                // border.
                let inside = floods.inside.iter().copied().filter(|&p| p as usize != place);
                because.extend(inside.map(|p| places.literals[p as usize]));
                let border = floods.border.iter().copied().filter(|&p| p as usize != place);
                because.extend(border.map(|p| !places.literals[p as usize]));
            }
            _ => {
                floods.flood(&places.graph, &[code >> ANCHOR_SHIFT], Bounds::NONE, is_in);
                let part = std::mem::take(&mut floods.inside);
                stuck((places, floods, *size), &part, place, is_out, because);
            }
        }
    }
}
