//! The chosen variables make no cycle on a graph.

mod follow;

use super::chosen::Chosen;
use super::graph::Graph;
use super::rooted::Levels;
use crate::cuts::Fact;
use crate::engine::Posting;
use crate::engine::forms::Forest;
use crate::laws::Consistency;
use crate::rule::Incremental;
use crate::{Conflict, Domain, Encoder, Encoding, Literal, NetworkError, Rule, RuleKind, Signed, Store, Value, Var};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// The variables that take a value of the set make no cycle on the graph, in which one more place,
/// always chosen, is joined to those of `border`.
///
/// On a grid where no two shaded cells touch, the unshaded cells are connected exactly if the
/// shaded ones make no cycle by their diagonals, the outside of the grid being one more place
/// beside all border cells.
#[derive(Clone, Debug)]
pub struct Acyclic {
    chosen: Chosen,
    graph: Graph,
    /// By place: edges to the outer place.
    border: Vec<u8>,
}

/// Which places are joined, for counting cycles.
struct Parts {
    parent: SmallVec<[u32; 128]>,
}

impl Parts {
    fn new(n: usize) -> Parts {
        Parts { parent: (0..n as u32).collect() }
    }

    fn root(&self, mut place: usize) -> usize {
        while self.parent[place] as usize != place {
            place = self.parent[place] as usize;
        }
        place
    }

    /// The root, with the way there halved for the next time.
    fn root_halving(&mut self, mut place: usize) -> usize {
        while self.parent[place] as usize != place {
            self.parent[place] = self.parent[self.parent[place] as usize];
            place = self.parent[place] as usize;
        }
        place
    }

    /// Joins two places; `false` if they were joined before.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root_halving(a), self.root_halving(b));
        self.parent[a] = b as u32;
        a != b
    }
}

impl Acyclic {
    /// Variables `vars` are chosen by `values`; `edges` join places of `vars`, `border` names
    /// places joined to the outer one, a place twice if two edges lead there.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when an edge does not fit.
    pub fn new(vars: Vec<Var>, values: Domain, edges: &[[u32; 2]], border: &[u32]) -> Result<Self, NetworkError> {
        let graph = Graph::new(RuleKind::Acyclic, vars.len(), edges)?;
        let mut joined = vec![0_u8; vars.len()];
        for &place in border {
            match joined.get_mut(place as usize) {
                Some(count) => *count = count.saturating_add(1),
                None => {
                    let why = format!("border place {place} of {}", vars.len());
                    return Err(NetworkError::Malformed { kind: RuleKind::Acyclic, why });
                }
            }
        }
        Ok(Acyclic { chosen: Chosen { vars, values }, graph, border: joined })
    }

    /// Cycles of the chosen places and the outer one (which is left out): those that edges make
    /// with a tree of shortest paths.
    fn cycles(&self, chosen: &dyn Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let n = self.graph.places();
        let mut cycles = Vec::new();
        // The place that each one was reached from; the outer one is the first root.
        let mut from: Vec<Option<usize>> = vec![None; n + 1];
        for root in std::iter::once(n).chain((0..n).filter(|&p| chosen(p))) {
            if from[root].is_some() {
                continue;
            }
            from[root] = Some(root);
            let mut queue = VecDeque::from([root]);
            while let Some(place) = queue.pop_front() {
                // The way here is no way back, once.
                let mut came = from[place].filter(|&f| f != place);
                for next in self.chosen_beside(place, chosen) {
                    if came == Some(next) {
                        came = None;
                    } else if from[next].is_none() {
                        from[next] = Some(place);
                        queue.push_back(next);
                    } else if place < next {
                        // Such an edge is met from both ends.
                        cycles.push(cycle(&from, place, next).into_iter().filter(|&p| p < n).collect());
                    }
                }
            }
        }
        cycles
    }

    /// The chosen places beside a chosen one or the outer one, once for each edge.
    fn chosen_beside(&self, place: usize, chosen: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let n = self.graph.places();
        let borders = |p: usize| std::iter::repeat_n(p, usize::from(self.border[p]));
        if place == n {
            return (0..n).filter(|&p| chosen(p)).flat_map(borders).collect();
        }
        let beside = self.graph.beside(place).iter().map(|&b| b as usize).filter(|&b| chosen(b));
        beside.chain(borders(place).map(|_| n)).collect()
    }

    /// The parts of the chosen places and the outer one; `None` if they make a cycle.
    fn parts(&self, chosen: &dyn Fn(usize) -> bool) -> Option<Parts> {
        let n = self.graph.places();
        let mut parts = Parts::new(n + 1);
        for place in (0..n).filter(|&p| chosen(p)) {
            for _ in 0..self.border[place] {
                if !parts.join(place, n) {
                    return None;
                }
            }
            for &next in self.graph.beside(place) {
                // Each edge once, from its greater end.
                if (next as usize) < place && chosen(next as usize) && !parts.join(place, next as usize) {
                    return None;
                }
            }
        }
        Some(parts)
    }
}

/// The cycle that an edge between two places makes with the ways that they were reached by.
fn cycle(from: &[Option<usize>], a: usize, b: usize) -> Vec<usize> {
    let way = |mut place: usize| {
        let mut way = vec![place];
        while let Some(before) = from[place].filter(|&f| f != place) {
            way.push(before);
            place = before;
        }
        way
    };
    let (mut a, mut b) = (way(a), way(b));
    // What both ways share is no part of it, but for the place where they meet.
    while a.len() > 1 && b.len() > 1 && a[a.len() - 2] == b[b.len() - 2] {
        a.pop();
        b.pop();
    }
    b.pop();
    a.extend(b);
    a
}

impl Rule for Acyclic {
    fn kind(&self) -> RuleKind {
        RuleKind::Acyclic
    }

    fn scope(&self) -> &[Var] {
        &self.chosen.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let chosen = self.chosen.of(value);
        self.parts(&|p| chosen[p]).is_some()
    }

    /// Complete: a variable beside two places of one part is not chosen.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let states = self.chosen.states(at)?;
        let parts = self.parts(&|p| states[p] == Some(true)).ok_or_else(Conflict::default)?;
        // By part: the last place that was found beside it.
        let mut met: SmallVec<[usize; 128]> = SmallVec::from_elem(usize::MAX, states.len() + 1);
        for place in (0..states.len()).filter(|&p| states[p].is_none()) {
            let beside = self.graph.beside(place).iter().map(|&b| b as usize).filter(|&b| states[b] == Some(true));
            let mut outer = (0..self.border[place]).map(|_| self.graph.places());
            let mut meets_again = |p: usize| std::mem::replace(&mut met[parts.root(p)], place) == place;
            if beside.into_iter().any(&mut meets_again) || outer.any(&mut meets_again) {
                self.chosen.set(at, place, false)?;
            }
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn encode(&self, _to: &mut dyn Encoder) {}

    /// Each edge between chosen places leads up to one of its ends, each place has one way up at
    /// most, and ways up end: the places hang together as trees.
    fn encode_exactly(&self, to: &mut dyn Encoder) -> bool {
        let (chosen, may) = (self.chosen.signed(to), self.chosen.possible(to));
        let n = self.graph.places();
        let levels = Levels::new(to, may.iter().copied().chain([true]), n.div_ceil(2));
        let mut ways_up: Vec<Vec<Literal>> = vec![Vec::new(); n + 1];
        for place in (0..=n).filter(|&p| p == n || may[p]) {
            for next in self.chosen_beside(place, &|p| may[p]).into_iter().filter(|&next| next < place) {
                let (up, down) = (to.fresh(), to.fresh());
                let ends: Vec<Signed> = [place, next].iter().filter_map(|&p| chosen.get(p).copied()).collect();
                to.implies(&ends, &[(up, true), (down, true)]);
                levels.below(to, (up, true), next, place);
                levels.below(to, (down, true), place, next);
                ways_up[place].push(up);
                ways_up[next].push(down);
            }
        }
        ways_up.iter().for_each(|ways| to.at_most_one(ways));
        true
    }

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }

    /// Each cycle that an edge closes over the edges before it.
    fn blame(&self, value: &dyn Fn(Var) -> Value) -> Vec<Vec<Fact>> {
        let chosen = self.chosen.of(value);
        self.cycles(&|p| chosen[p]).iter().map(|cycle| self.chosen.facts(cycle, true)).collect()
    }

    fn incremental(&self) -> Option<Box<dyn Incremental + '_>> {
        Some(Box::new(follow::Follower::new(self)))
    }

    fn post(&self, to: &mut Posting<'_>) {
        let literals = self.chosen.literals(to);
        to.propagator(Box::new(Forest::new(literals, self.graph.clone(), self.border.clone())));
    }
}
