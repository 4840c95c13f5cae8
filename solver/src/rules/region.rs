//! Regions of chosen variables with a given size: one that holds a given place, or all of them.

use super::chosen::{Chosen, Graph};
use crate::cuts::Fact;
use crate::engine::Posting;
use crate::engine::forms::{RootedRegion, SizedRegions};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Encoding, NetworkError, Rule, RuleKind, Store, Value, Var};

/// The chosen variables form one connected region of a given size that holds a given place.
#[derive(Clone, Debug)]
pub struct Region {
    chosen: Chosen,
    graph: Graph,
    root: usize,
    size: usize,
}

/// Each connected region of chosen variables has a given size, or at least that size.
#[derive(Clone, Debug)]
pub struct Regions {
    chosen: Chosen,
    graph: Graph,
    size: usize,
    at_least: bool,
}

impl Region {
    /// Variables `vars` are chosen by `values`; `edges` join places of `vars`; the region holds the place `root` and has
    /// `size` places.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when an edge or the root does not fit.
    pub fn new(vars: Vec<Var>, values: Domain, edges: &[[u32; 2]], root: u32, size: u32) -> Result<Self, NetworkError> {
        let graph = Graph::new(RuleKind::Region, vars.len(), edges)?;
        if root as usize >= vars.len() || size == 0 {
            let why = format!("root {root} and size {size} over {} places", vars.len());
            return Err(NetworkError::Malformed { kind: RuleKind::Region, why });
        }
        Ok(Region { chosen: Chosen { vars, values }, graph, root: root as usize, size: size as usize })
    }

    fn judge(&self, chosen: &[bool]) -> bool {
        let seen = self.graph.reach(self.root, &|p| chosen[p]);
        chosen[self.root]
            && chosen.iter().zip(&seen).all(|(&c, &s)| !c || s)
            && chosen.iter().filter(|&&c| c).count() == self.size
    }
}

impl Regions {
    /// Variables `vars` are chosen by `values`; `edges` join places of `vars`; each region has `size` places, or with
    /// `at_least` so many or more.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when an edge does not fit, or the size is 0.
    pub fn new(
        vars: Vec<Var>,
        values: Domain,
        edges: &[[u32; 2]],
        size: u32,
        at_least: bool,
    ) -> Result<Self, NetworkError> {
        let graph = Graph::new(RuleKind::Regions, vars.len(), edges)?;
        if size == 0 {
            return Err(NetworkError::Malformed { kind: RuleKind::Regions, why: "regions of size 0".into() });
        }
        Ok(Regions { chosen: Chosen { vars, values }, graph, size: size as usize, at_least })
    }

    /// By place: the size of its region among the places that `holds`, 0 outside.
    fn sizes(&self, holds: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let mut sizes = vec![0; self.graph.places()];
        for place in 0..sizes.len() {
            if holds(place) && sizes[place] == 0 {
                let region = self.graph.reach(place, holds);
                let size = region.iter().filter(|&&r| r).count();
                (0..sizes.len()).filter(|&p| region[p]).for_each(|p| sizes[p] = size);
            }
        }
        sizes
    }

    fn fits(&self, size: usize) -> bool {
        if self.at_least { size >= self.size } else { size == self.size }
    }

    /// Is a region too large, or is there too little room for it?
    fn sizes_clash(&self, states: &[Option<bool>]) -> bool {
        let sure = self.sizes(&|p| states[p] == Some(true));
        let room = self.sizes(&|p| states[p] != Some(false));
        let clashes = |p: usize| sure[p] > 0 && (room[p] < self.size || !self.at_least && sure[p] > self.size);
        (0..states.len()).any(clashes)
    }

    fn judge(&self, chosen: &[bool]) -> bool {
        self.sizes(&|p| chosen[p]).iter().all(|&s| s == 0 || self.fits(s))
    }
}

impl Rule for Region {
    fn kind(&self) -> RuleKind {
        RuleKind::Region
    }

    fn scope(&self) -> &[Var] {
        &self.chosen.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.judge(&self.chosen.of(value))
    }

    /// What is further from the known part around the root than the region can still grow is not chosen.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        self.chosen.set(at, self.root, true)?;
        let states = self.chosen.states(at)?;
        let part = self.graph.reach(self.root, &|p| states[p] == Some(true));
        let sure = states.iter().filter(|s| **s == Some(true)).count();
        let mut reached = part.clone();
        let known = part.iter().filter(|&&p| p).count();
        if sure > self.size {
            return Err(Conflict::default());
        }
        for _ in known..self.size {
            let beside = |p: usize| self.graph.beside(p).iter().any(|&b| reached[b as usize]);
            let next: Vec<usize> =
                (0..states.len()).filter(|&p| !reached[p] && states[p] != Some(false) && beside(p)).collect();
            next.into_iter().for_each(|p| reached[p] = true);
        }
        if reached.iter().filter(|&&r| r).count() < self.size {
            return Err(Conflict::default());
        }
        for (place, state) in states.iter().enumerate() {
            match state {
                Some(true) if !reached[place] => return Err(Conflict::default()),
                None if !reached[place] || sure == self.size => {
                    self.chosen.set(at, place, false)?;
                }
                _ => {}
            }
        }
        self.chosen.settle_last(at, &|chosen| self.judge(chosen))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    /// The root is chosen, the number is right, and nothing is too far away.
    fn encode(&self, to: &mut dyn Encoder) {
        let root = self.chosen.picks(to, self.root);
        to.at_least_one(&root);
        let all: Vec<usize> = (0..self.graph.places()).collect();
        self.chosen.count(to, &all, self.size, self.size);
        let may: Vec<bool> = all.iter().map(|&p| !self.chosen.picks(to, p).is_empty()).collect();
        let distance = self.graph.distances(self.root, &|p| may[p]);
        for &place in all.iter().filter(|&&p| distance[p] >= self.size) {
            self.chosen.not_all(to, &[place]);
        }
    }

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }

    /// Too many places; else the part around the root has a wall, and each other part has one too.
    fn blame(&self, value: &dyn Fn(Var) -> Value) -> Vec<Vec<Fact>> {
        let chosen = self.chosen.of(value);
        let parts = self.graph.components(&|p| chosen[p]);
        let around = parts.iter().find(|p| p.contains(&self.root));
        let all: Vec<usize> = parts.iter().flatten().copied().collect();
        if around.is_none() {
            return vec![self.chosen.facts([&self.root], false)];
        }
        if all.len() > self.size {
            return vec![self.chosen.facts(&all, true)];
        }
        let walls = parts.iter().map(|part| {
            let mut facts = self.chosen.facts(&self.graph.wall(part), false);
            if !part.contains(&self.root) {
                facts.extend(self.chosen.facts([&part[0]], true));
            }
            facts
        });
        walls.collect()
    }

    fn post(&self, to: &mut Posting<'_>) {
        let literals = self.chosen.literals(to);
        to.clause(&[literals[self.root]]);
        to.count(&literals, self.size, self.size);
        to.propagator(Box::new(RootedRegion::new(literals, self.graph.clone(), self.root, self.size)));
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
        if self.sizes_clash(&states) {
            return Err(Conflict::default());
        }
        let room = self.sizes(&|p| states[p] != Some(false));
        for (place, state) in states.iter().enumerate() {
            let is_cramped = room[place] > 0 && room[place] < self.size;
            let joined = || {
                let region = self.graph.reach(place, &|p| states[p] == Some(true));
                region.iter().filter(|&&r| r).count()
            };
            if state.is_none() && (is_cramped || !self.at_least && joined() > self.size) {
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

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }

    fn refuses(&self, at: &mut Store<'_>) -> bool {
        self.chosen.states(at).map_or(true, |states| self.sizes_clash(&states))
            || self.chosen.settle_last(at, &|chosen| self.judge(chosen)).is_err()
    }

    /// A region that is too small has a wall; of one that is too large, parts that are.
    fn blame(&self, value: &dyn Fn(Var) -> Value) -> Vec<Vec<Fact>> {
        let chosen = self.chosen.of(value);
        let mut all = Vec::new();
        for region in self.graph.components(&|p| chosen[p]) {
            if region.len() < self.size {
                let mut facts = self.chosen.facts(&self.graph.wall(&region), false);
                facts.extend(self.chosen.facts([&region[0]], true));
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
        to.propagator(Box::new(SizedRegions::new(literals, self.graph.clone(), self.size, self.at_least)));
    }
}
