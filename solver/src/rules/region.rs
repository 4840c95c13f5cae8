//! Regions of chosen variables with a given size: one that holds a given place, or all of them.

use super::chosen::{Chosen, Graph};
use crate::engine::Posting;
use crate::engine::forms::{RootedRegion, SizedRegions};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, NetworkError, Rule, RuleKind, Store, Value, Var};

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

    fn encode(&self, _to: &mut dyn Encoder) {}

    fn is_encoded(&self) -> bool {
        false
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
        let sure = self.sizes(&|p| states[p] == Some(true));
        let room = self.sizes(&|p| states[p] != Some(false));
        for (place, state) in states.iter().enumerate() {
            let is_cramped = room[place] > 0 && room[place] < self.size;
            let joined = || {
                let region = self.graph.reach(place, &|p| states[p] == Some(true));
                region.iter().filter(|&&r| r).count()
            };
            match state {
                Some(true) if is_cramped || !self.at_least && sure[place] > self.size => {
                    return Err(Conflict::default());
                }
                None if is_cramped || !self.at_least && joined() > self.size => {
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

    fn encode(&self, _to: &mut dyn Encoder) {}

    fn is_encoded(&self) -> bool {
        false
    }

    fn post(&self, to: &mut Posting<'_>) {
        let literals = self.chosen.literals(to);
        to.propagator(Box::new(SizedRegions::new(literals, self.graph.clone(), self.size, self.at_least)));
    }
}
