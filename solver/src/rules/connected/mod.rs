//! The chosen variables hang together on a graph.

mod follow;

use super::chosen::Chosen;
use super::graph::Graph;
use super::rooted::{Hanging, hang_on_roots};
use crate::cuts::Fact;
use crate::engine::Posting;
use crate::engine::forms::Connection;
use crate::laws::Consistency;
use crate::rule::Incremental;
use crate::{Conflict, Domain, Encoder, Encoding, Literal, NetworkError, Rule, RuleKind, Store, Value, Var};

/// The variables that take a value of the set form one connected part of the graph (or none is
/// chosen).
#[derive(Clone, Debug)]
pub struct Connected {
    chosen: Chosen,
    graph: Graph,
}

impl Connected {
    /// Variables `vars` are chosen by `values`; `edges` join places of `vars`.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when an edge does not fit.
    pub fn new(vars: Vec<Var>, values: Domain, edges: &[[u32; 2]]) -> Result<Self, NetworkError> {
        let graph = Graph::new(RuleKind::Connected, vars.len(), edges)?;
        Ok(Connected { chosen: Chosen { vars, values }, graph })
    }

    /// What can be reached from the first place that is chosen for sure (all, if there is none);
    /// `None` if another such place can't be.
    fn reached(&self, states: &[Option<bool>]) -> Option<Vec<bool>> {
        let Some(first) = states.iter().position(|&s| s == Some(true)) else { return Some(vec![true; states.len()]) };
        let reached = self.graph.reach(first, &|p| states[p] != Some(false));
        states.iter().zip(&reached).all(|(&s, &r)| s != Some(true) || r).then_some(reached)
    }
}

impl Rule for Connected {
    fn kind(&self) -> RuleKind {
        RuleKind::Connected
    }

    fn scope(&self) -> &[Var] {
        &self.chosen.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let chosen = self.chosen.of(value);
        let Some(first) = chosen.iter().position(|&c| c) else { return true };
        let seen = self.graph.reach(first, &|p| chosen[p]);
        chosen.iter().zip(&seen).all(|(&c, &s)| !c || s)
    }

    /// Complete: what no chosen variable can reach is not chosen; where the others fall apart
    /// without a variable, it is.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let states = self.chosen.states(at)?;
        let is_sure = |place: usize| states[place] == Some(true);
        let Some(first) = (0..states.len()).find(|&p| is_sure(p)) else { return Ok(()) };
        let (reached, cuts) = self.graph.cuts(first, &|p| states[p] != Some(false), &is_sure);
        if (0..states.len()).any(|p| is_sure(p) && !reached[p]) {
            return Err(Conflict::default());
        }
        for place in (0..states.len()).filter(|&p| states[p].is_none()) {
            if !reached[place] || cuts[place] {
                self.chosen.set(at, place, reached[place])?;
            }
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn encode(&self, _to: &mut dyn Encoder) {}

    /// One root at most; what is chosen hangs on it. From its middle a part of `n` places is
    /// reached in half as many steps.
    fn encode_exactly(&self, to: &mut dyn Encoder) -> bool {
        let (chosen, may) = (self.chosen.signed(to), self.chosen.possible(to));
        let roots: Vec<Literal> = may.iter().map(|_| to.fresh()).collect();
        to.at_most_one(&roots);
        let mut places = Vec::with_capacity(may.len());
        for (place, &root) in roots.iter().enumerate() {
            to.implies(&[(root, true)], &[chosen[place]]);
            let beside = self.graph.beside(place).iter().map(|&b| b as usize).filter(|&b| may[b]);
            places.push(Hanging {
                needs: if may[place] { vec![chosen[place]] } else { Vec::new() },
                root: Some((root, true)),
                on: beside.map(|b| (b, vec![chosen[b]])).collect(),
            });
        }
        let n = may.iter().filter(|&&m| m).count();
        hang_on_roots(to, &places, n / 2);
        true
    }

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }

    fn refuses(&self, at: &mut Store<'_>) -> bool {
        self.chosen.states(at).map_or(true, |states| self.reached(&states).is_none())
    }

    /// Each part but the largest is walled off from that.
    fn blame(&self, value: &dyn Fn(Var) -> Value) -> Vec<Vec<Fact>> {
        let chosen = self.chosen.of(value);
        let parts = self.graph.components(&|p| chosen[p]);
        let Some(largest) = parts.iter().max_by_key(|p| p.len()) else { return Vec::new() };
        let far = self.graph.wall(largest);
        let others = parts.iter().filter(|p| p[0] != largest[0]);
        let walls = others.map(|part| {
            let near = self.graph.wall(part);
            let wall = if near.len() <= far.len() { near } else { far.clone() };
            let mut facts = self.chosen.facts([&part[0], &largest[0]], true);
            facts.extend(self.chosen.facts(&wall, false));
            facts
        });
        walls.collect()
    }

    fn incremental(&self) -> Option<Box<dyn Incremental + '_>> {
        Some(Box::new(follow::Follower::new(self)))
    }

    fn post(&self, to: &mut Posting<'_>) {
        let literals = self.chosen.literals(to);
        if to.connection_by_cycles(&literals, &self.graph) {
            return;
        }
        to.propagator(Box::new(Connection::new(literals, self.graph.clone())));
    }
}
