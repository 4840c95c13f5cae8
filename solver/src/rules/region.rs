//! A region of chosen variables with a given size that holds a given place.

use super::chosen::Chosen;
use super::graph::Graph;
use super::rooted::{Hanging, hang_on_roots};
use crate::cuts::Fact;
use crate::engine::Posting;
use crate::engine::forms::RootedRegion;
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

impl Region {
    /// Variables `vars` are chosen by `values`; `edges` join places of `vars`; the region holds the
    /// place `root` and has `size` places.
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

    /// What is further from the known part around the root than the region can still grow is not
    /// chosen.
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

    /// Besides: each chosen place hangs on the root, by fewer steps than the region has places.
    fn encode_exactly(&self, to: &mut dyn Encoder) -> bool {
        self.encode(to);
        let (chosen, may) = (self.chosen.signed(to), self.chosen.possible(to));
        let distance = self.graph.distances(self.root, &|p| may[p]);
        let near = |&p: &usize| distance[p] < self.size;
        let hanging = |place: usize| Hanging {
            needs: if near(&place) && place != self.root { vec![chosen[place]] } else { Vec::new() },
            root: None,
            on: self
                .graph
                .beside(place)
                .iter()
                .map(|&b| b as usize)
                .filter(near)
                .map(|b| (b, vec![chosen[b]]))
                .collect(),
        };
        let places: Vec<Hanging> = (0..may.len()).map(hanging).collect();
        hang_on_roots(to, &places, self.size - 1);
        true
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
