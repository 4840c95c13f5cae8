//! What is reached from some places through chosen ones.

use super::chosen::Chosen;
use super::graph::Graph;
use super::rooted::{Hanging, hang_on_roots};
use crate::cuts::Fact;
use crate::engine::Posting;
use crate::engine::forms::reached;
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Encoding, NetworkError, Rule, RuleKind, Store, Value, Var};

/// From the places `starts` exactly `size` chosen variables are reached, those of the starts that
/// are chosen included.
#[derive(Clone, Debug)]
pub struct Reached {
    chosen: Chosen,
    graph: Graph,
    starts: Vec<usize>,
    size: usize,
}

impl Reached {
    /// Variables `vars` are chosen by `values`; `edges` join places of `vars`; `starts` are places.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when an edge or a start does not fit.
    pub fn new(
        vars: Vec<Var>,
        values: Domain,
        edges: &[[u32; 2]],
        starts: &[u32],
        size: u32,
    ) -> Result<Self, NetworkError> {
        let graph = Graph::new(RuleKind::Reached, vars.len(), edges)?;
        let mut starts: Vec<usize> = starts.iter().map(|&s| s as usize).collect();
        starts.sort_unstable();
        starts.dedup();
        if starts.last().is_some_and(|&s| s >= vars.len()) {
            let why = format!("starts {starts:?} over {} places", vars.len());
            return Err(NetworkError::Malformed { kind: RuleKind::Reached, why });
        }
        Ok(Reached { chosen: Chosen { vars, values }, graph, starts, size: size as usize })
    }

    /// The places reached from the starts through places that `passes`.
    fn reach(&self, passes: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let mut seen = vec![false; self.graph.places()];
        let mut reached = Vec::new();
        for &start in self.starts.iter().filter(|&&s| passes(s)) {
            if !seen[start] {
                let part = self.graph.nearest(start, usize::MAX, passes);
                part.iter().for_each(|&p| seen[p] = true);
                reached.extend(part);
            }
        }
        reached
    }

    fn judge(&self, chosen: &[bool]) -> bool {
        self.reach(&|p| chosen[p]).len() == self.size
    }
}

impl Rule for Reached {
    fn kind(&self) -> RuleKind {
        RuleKind::Reached
    }

    fn scope(&self) -> &[Var] {
        &self.chosen.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.judge(&self.chosen.of(value))
    }

    /// What is reached for sure is not too much, what can be reached is enough; when it is just
    /// enough, nothing more is.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let states = self.chosen.states(at)?;
        let sure = self.reach(&|p| states[p] == Some(true));
        let room = self.reach(&|p| states[p] != Some(false)).len();
        if sure.len() > self.size || room < self.size {
            return Err(Conflict::default());
        }
        if sure.len() == self.size {
            let beside = self.graph.wall(&sure);
            for &p in beside.iter().chain(&self.starts).filter(|&&p| states[p].is_none()) {
                self.chosen.set(at, p, false)?;
            }
        }
        self.chosen.settle_last(at, &|chosen| self.judge(chosen))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    fn encode(&self, _to: &mut dyn Encoder) {}

    /// What is reached is chosen, takes what is chosen beside it along, and hangs on a start.
    fn encode_exactly(&self, to: &mut dyn Encoder) -> bool {
        let chosen = self.chosen.signed(to);
        let reached: Vec<_> = chosen.iter().map(|_| to.fresh()).collect();
        let is = |place: usize| (reached[place], true);
        for place in 0..chosen.len() {
            to.implies(&[is(place)], &[chosen[place]]);
            for &beside in self.graph.beside(place) {
                to.implies(&[is(place), chosen[beside as usize]], &[is(beside as usize)]);
            }
        }
        for &start in &self.starts {
            to.implies(&[chosen[start]], &[is(start)]);
        }
        let terms: Vec<_> = reached.iter().map(|&l| (1, l)).collect();
        to.linear(&terms, self.size as i64, self.size as i64);
        let hanging = |place: usize| Hanging {
            needs: vec![is(place)],
            root: self.starts.contains(&place).then(|| chosen[place]),
            on: self.graph.beside(place).iter().map(|&b| (b as usize, vec![is(b as usize)])).collect(),
        };
        let places: Vec<Hanging> = (0..chosen.len()).map(hanging).collect();
        hang_on_roots(to, &places, chosen.len().saturating_sub(1));
        true
    }

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }

    /// Too much is reached, or there is a wall around too little.
    fn blame(&self, value: &dyn Fn(Var) -> Value) -> Vec<Vec<Fact>> {
        let chosen = self.chosen.of(value);
        let part = self.reach(&|p| chosen[p]);
        if part.len() > self.size {
            return vec![self.chosen.facts(&part, true)];
        }
        let mut wall = self.graph.wall(&part);
        wall.extend(self.starts.iter().filter(|&&s| !chosen[s]));
        wall.sort_unstable();
        wall.dedup();
        vec![self.chosen.facts(&wall, false)]
    }

    fn post(&self, to: &mut Posting<'_>) {
        let literals = self.chosen.literals(to);
        reached(to, &literals, &self.graph, &self.starts, self.size);
    }
}
