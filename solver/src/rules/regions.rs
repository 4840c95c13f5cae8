//! All regions of chosen variables have a given size, or at least that size and none of some
//! others.

use super::chosen::Chosen;
use super::graph::Graph;
use super::rooted::{Hanging, hang_on_roots};
use crate::cuts::Fact;
use crate::engine::Posting;
use crate::engine::forms::SizedRegions;
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Encoding, Literal, NetworkError, Rule, RuleKind, Signed, Store, Value, Var};
use smallvec::SmallVec;

/// Each connected region of chosen variables has a given size, or at least that size, but none of
/// the excepted sizes.
#[derive(Clone, Debug)]
pub struct Regions {
    chosen: Chosen,
    graph: Graph,
    size: usize,
    at_least: bool,
    except: Vec<usize>,
}

/// The parts in which some places hang together.
struct Joined {
    /// By place: its part, or [`NONE`](Self::NONE).
    part: Vec<u32>,
    sizes: Vec<usize>,
}

impl Joined {
    const NONE: u32 = u32::MAX;

    fn of(graph: &Graph, holds: &dyn Fn(usize) -> bool) -> Joined {
        let mut joined = Joined { part: vec![Joined::NONE; graph.places()], sizes: Vec::new() };
        let mut stack = Vec::new();
        for first in 0..graph.places() {
            if joined.part[first] != Joined::NONE || !holds(first) {
                continue;
            }
            let number = joined.sizes.len() as u32;
            let mut size = 0;
            joined.part[first] = number;
            stack.push(first);
            while let Some(place) = stack.pop() {
                size += 1;
                for &next in graph.beside(place) {
                    let next = next as usize;
                    if joined.part[next] == Joined::NONE && holds(next) {
                        joined.part[next] = number;
                        stack.push(next);
                    }
                }
            }
            joined.sizes.push(size);
        }
        joined
    }

    /// The size of the part of a place, 0 where there is none.
    fn size(&self, place: usize) -> usize {
        self.sizes.get(self.part[place] as usize).copied().unwrap_or(0)
    }

    /// The places that hang together once a place is chosen.
    fn with(&self, graph: &Graph, place: usize) -> usize {
        let mut parts: SmallVec<[u32; 8]> = SmallVec::new();
        for &next in graph.beside(place) {
            let part = self.part[next as usize];
            if part != Joined::NONE && !parts.contains(&part) {
                parts.push(part);
            }
        }
        1 + parts.iter().map(|&part| self.sizes[part as usize]).sum::<usize>()
    }
}

impl Regions {
    /// Variables `vars` are chosen by `values`; `edges` join places of `vars`; each region has
    /// `size` places, or with `at_least` so many or more, but none of the numbers in `except`.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when an edge does not fit, or the size is 0.
    pub fn new(
        vars: Vec<Var>,
        values: Domain,
        edges: &[[u32; 2]],
        size: u32,
        at_least: bool,
        except: &[u32],
    ) -> Result<Self, NetworkError> {
        let graph = Graph::new(RuleKind::Regions, vars.len(), edges)?;
        if size == 0 {
            return Err(NetworkError::Malformed { kind: RuleKind::Regions, why: "regions of size 0".into() });
        }
        let except = except.iter().map(|&n| n as usize).collect();
        Ok(Regions { chosen: Chosen { vars, values }, graph, size: size as usize, at_least, except })
    }

    fn fits(&self, size: usize) -> bool {
        (if self.at_least { size >= self.size } else { size == self.size }) && !self.except.contains(&size)
    }

    /// The places that are chosen for sure, and those that may be. Returns `None` if a region is
    /// too large, has too little room, or is complete with an excepted size.
    fn sizes(&self, states: &[Option<bool>]) -> Option<(Joined, Joined)> {
        let sure = Joined::of(&self.graph, &|p| states[p] == Some(true));
        let room = Joined::of(&self.graph, &|p| states[p] != Some(false));
        let too_large = |p: usize| !self.at_least && sure.size(p) > self.size;
        let ends = |p: usize| room.size(p) == sure.size(p) && self.except.contains(&sure.size(p));
        let clashes = |p: usize| sure.size(p) > 0 && (room.size(p) < self.size || too_large(p) || ends(p));
        (!(0..states.len()).any(clashes)).then_some((sure, room))
    }

    /// States that the region of `root` has a size that fits, if that place is chosen.
    fn encode_region_of(&self, to: &mut dyn Encoder, root: usize, chosen: &[Signed], may: &[bool]) {
        let distance = self.graph.distances(root, &|p| may[p]);
        // A region that goes beyond this reach has more members within it than any excepted size.
        let reach = self.except.iter().map(|size| size + 1).max().unwrap_or(0).max(self.size);
        let near: Vec<usize> = (0..may.len()).filter(|&p| distance[p] < reach).collect();
        let is_whole = !self.at_least || !self.except.is_empty();
        let mut member: Vec<Option<Signed>> = vec![None; may.len()];
        let mut terms = Vec::new();
        for &place in &near {
            member[place] = Some(chosen[root]);
            if place != root {
                let fresh = to.fresh();
                to.implies(&[(fresh, true)], &[chosen[place]]);
                member[place] = Some((fresh, true));
                terms.push((1, fresh));
            }
        }
        let most = if self.at_least { near.len() } else { self.size };
        self.encode_sizes(to, chosen[root], &terms, most);
        let beside = |place: usize| self.graph.beside(place).iter().map(|&b| b as usize);
        let mut places = Vec::with_capacity(may.len());
        for (place, own) in member.iter().enumerate() {
            let needs = if place == root { Vec::new() } else { own.iter().copied().collect() };
            let on = if needs.is_empty() {
                Vec::new()
            } else {
                beside(place).filter_map(|b| Some((b, vec![member[b]?]))).collect()
            };
            places.push(Hanging { needs, root: None, on });
            let Some(own) = own.filter(|_| is_whole) else { continue };
            for next in beside(place).filter(|&b| may[b] && (!self.at_least || member[b].is_some())) {
                let with: Vec<Signed> = member[next].into_iter().collect();
                to.implies(&[own, chosen[next]], &with);
            }
        }
        let steps = if self.except.is_empty() { self.size } else { near.len() };
        hang_on_roots(to, &places, steps.saturating_sub(1));
    }

    /// States that the number of members besides the root makes a size up to `most` that fits, if
    /// the root is chosen.
    fn encode_sizes(&self, to: &mut dyn Encoder, root: Signed, terms: &[(i64, Literal)], most: usize) {
        if self.except.is_empty() {
            to.linear_under(root, terms, self.size as i64 - 1, most as i64 - 1);
            return;
        }
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for size in (self.size..=most).filter(|&size| self.fits(size)) {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == size => *last = size,
                _ => ranges.push((size, size)),
            }
        }
        let mut any = Vec::new();
        for (low, high) in ranges {
            let fresh = (to.fresh(), true);
            to.linear_under(fresh, terms, low as i64 - 1, high as i64 - 1);
            any.push(fresh);
        }
        to.implies(&[root], &any);
    }

    fn judge(&self, chosen: &[bool]) -> bool {
        Joined::of(&self.graph, &|p| chosen[p]).sizes.iter().all(|&size| self.fits(size))
    }
}

impl Rule for Regions {
    fn kind(&self) -> RuleKind {
        RuleKind::Regions
    }

    fn scope(&self) -> &[Var] {
        &self.chosen.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.judge(&self.chosen.of(value))
    }

    /// No region grows too large, none stays where there is too little room.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let states = self.chosen.states(at)?;
        let (sure, room) = self.sizes(&states).ok_or_else(Conflict::default)?;
        for (place, state) in states.iter().enumerate() {
            let is_cramped = room.size(place) > 0 && room.size(place) < self.size;
            let is_too_large = || !self.at_least && sure.with(&self.graph, place) > self.size;
            if state.is_none() && (is_cramped || is_too_large()) {
                self.chosen.set(at, place, false)?;
            }
        }
        self.chosen.settle_last(at, &|chosen| self.judge(chosen))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    /// Each place has a neighbour in its region, or none if it is alone.
    fn encode(&self, to: &mut dyn Encoder) {
        for place in 0..self.graph.places() {
            let beside: Vec<usize> = self.graph.beside(place).iter().map(|&b| b as usize).collect();
            if self.size > 1 {
                self.chosen.needs_one_of(to, place, &beside);
            } else if !self.at_least {
                for &other in beside.iter().filter(|&&b| b < place) {
                    self.chosen.not_all(to, &[place, other]);
                }
            }
        }
    }

    /// Besides, for each chosen place: as many members as the size hang on it, by fewer steps than
    /// that. Where regions may not be larger, or where sizes are excepted, each chosen place beside
    /// a member is a member, too.
    fn encode_exactly(&self, to: &mut dyn Encoder) -> bool {
        self.encode(to);
        if self.except.is_empty() && (self.size == 1 || self.size == 2 && self.at_least) {
            return true;
        }
        let (chosen, may) = (self.chosen.signed(to), self.chosen.possible(to));
        for place in (0..may.len()).filter(|&p| may[p]) {
            self.encode_region_of(to, place, &chosen, &may);
        }
        true
    }

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }

    fn refuses(&self, at: &mut Store<'_>) -> bool {
        self.chosen.states(at).map_or(true, |states| self.sizes(&states).is_none())
            || self.chosen.settle_last(at, &|chosen| self.judge(chosen)).is_err()
    }

    /// The facts that a violated region rests on: for one that is too small its wall, for one with
    /// an excepted size the region and its wall, for one that is too large parts of it that are too
    /// large.
    fn blame(&self, value: &dyn Fn(Var) -> Value) -> Vec<Vec<Fact>> {
        let chosen = self.chosen.of(value);
        let mut all = Vec::new();
        for region in self.graph.components(&|p| chosen[p]) {
            if region.len() < self.size {
                let mut facts = self.chosen.facts(&self.graph.wall(&region), false);
                facts.extend(self.chosen.facts([&region[0]], true));
                all.push(facts);
            } else if self.except.contains(&region.len()) {
                let mut facts = self.chosen.facts(&self.graph.wall(&region), false);
                facts.extend(self.chosen.facts(&region, true));
                all.push(facts);
            } else if !self.fits(region.len()) {
                let mut seen = vec![false; chosen.len()];
                for &place in &region {
                    if !seen[place] {
                        let part = self.graph.nearest(place, self.size + 1, &|p| chosen[p]);
                        part.iter().for_each(|&p| seen[p] = true);
                        all.push(self.chosen.facts(&part, true));
                    }
                }
            }
        }
        all
    }

    fn post(&self, to: &mut Posting<'_>) {
        let literals = self.chosen.literals(to);
        to.propagator(Box::new(SizedRegions::new(
            literals,
            self.graph.clone(),
            self.size,
            self.at_least,
            self.except.clone(),
        )));
    }
}
