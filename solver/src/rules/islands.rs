//! Islands of chosen variables: each holds exactly one root, which may tell its size.

use super::chosen::Chosen;
use super::graph::Graph;
use super::rooted::{Hanging, hang_on_roots};
use crate::cuts::Fact;
use crate::engine::Posting;
use crate::engine::forms::islands;
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Encoding, Literal, NetworkError, Rule, RuleKind, Signed, Store, Value, Var};

/// Each connected region of chosen variables holds exactly one root and has the size that it tells.
#[derive(Clone, Debug)]
pub struct Islands {
    chosen: Chosen,
    graph: Graph,
    roots: Vec<Root>,
}

/// A place that is in an island, and the only such place of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    /// The place.
    pub place: usize,
    /// The size of the island; none: any.
    pub size: Option<usize>,
}

/// What is known of islands: parts that hang together for sure, and whose they are.
struct Known {
    parts: Vec<Vec<usize>>,
    /// By part: its root's number.
    owner: Vec<Option<usize>>,
    /// By place: its part.
    part_of: Vec<Option<usize>>,
}

impl Islands {
    /// Variables `vars` are chosen by `values`; `edges` join places of `vars`; a root is a place
    /// and the size of its island, 0 for any size.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when an edge or a root does not fit.
    pub fn new(vars: Vec<Var>, values: Domain, edges: &[[u32; 2]], roots: &[[u32; 2]]) -> Result<Self, NetworkError> {
        let graph = Graph::new(RuleKind::Islands, vars.len(), edges)?;
        let mut places: Vec<u32> = roots.iter().map(|r| r[0]).collect();
        places.sort_unstable();
        let is_twice = places.windows(2).any(|w| w[0] == w[1]);
        if is_twice || places.last().is_some_and(|&p| p as usize >= vars.len()) {
            let why = format!("roots {roots:?} over {} places", vars.len());
            return Err(NetworkError::Malformed { kind: RuleKind::Islands, why });
        }
        let root =
            |&[place, size]: &[u32; 2]| Root { place: place as usize, size: (size > 0).then_some(size as usize) };
        Ok(Islands { chosen: Chosen { vars, values }, graph, roots: roots.iter().map(root).collect() })
    }

    fn judge(&self, chosen: &[bool]) -> bool {
        let mut islands = self.graph.components(&|p| chosen[p]).into_iter();
        self.roots.iter().all(|r| chosen[r.place])
            && islands.all(|island| {
                let mut roots = self.roots.iter().filter(|r| island.contains(&r.place));
                let root = roots.next();
                root.is_some_and(|r| r.size.is_none_or(|s| s == island.len())) && roots.next().is_none()
            })
    }

    /// The parts that hang together for sure.
    ///
    /// # Errors
    /// [`Conflict`] when one has two roots, or more places than its root tells.
    fn known(&self, states: &[Option<bool>]) -> Result<Known, Conflict> {
        let parts = self.graph.components(&|p| states[p] == Some(true));
        let mut part_of = vec![None; states.len()];
        for (i, part) in parts.iter().enumerate() {
            part.iter().for_each(|&p| part_of[p] = Some(i));
        }
        let mut owner = vec![None; parts.len()];
        for (number, root) in self.roots.iter().enumerate() {
            let Some(part) = part_of[root.place] else { continue };
            let is_large = root.size.is_some_and(|s| parts[part].len() > s);
            if owner[part].replace(number).is_some() || is_large {
                return Err(Conflict::default());
            }
        }
        Ok(Known { parts, owner, part_of })
    }

    /// By place: the roots whose islands it is beside for sure, at most two.
    fn beside_islands(&self, known: &Known) -> Vec<[Option<usize>; 2]> {
        let mut beside = vec![[None; 2]; self.graph.places()];
        for (part, &owner) in known.parts.iter().zip(&known.owner) {
            if owner.is_some() {
                for p in self.graph.wall(part) {
                    let at = &mut beside[p];
                    at[usize::from(at[0].is_some())] = owner;
                }
            }
        }
        beside
    }

    /// What the island of a part can reach, without places beside another island.
    fn reach(
        &self,
        number: usize,
        part: &[usize],
        states: &[Option<bool>],
        beside: &[[Option<usize>; 2]],
    ) -> Vec<usize> {
        let Some(size) = self.roots[number].size else {
            return self.flood(part, usize::MAX, states, number, beside);
        };
        self.flood(part, size - part.len().min(size), states, number, beside)
    }

    fn flood(
        &self,
        part: &[usize],
        steps: usize,
        states: &[Option<bool>],
        number: usize,
        beside: &[[Option<usize>; 2]],
    ) -> Vec<usize> {
        let mut seen = vec![false; states.len()];
        part.iter().for_each(|&p| seen[p] = true);
        let (mut all, mut rim) = (part.to_vec(), part.to_vec());
        let mut left = steps;
        while left > 0 && !rim.is_empty() {
            let mut next = Vec::new();
            for &p in rim.iter().flat_map(|&p| self.graph.beside(p)) {
                let p = p as usize;
                let is_free = states[p] != Some(false) && beside[p].iter().flatten().all(|&o| o == number);
                if is_free && !std::mem::replace(&mut seen[p], true) {
                    next.push(p);
                }
            }
            all.extend(&next);
            rim = next;
            left -= 1;
        }
        all
    }
}

impl Rule for Islands {
    fn kind(&self) -> RuleKind {
        RuleKind::Islands
    }

    fn scope(&self) -> &[Var] {
        &self.chosen.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.judge(&self.chosen.of(value))
    }

    /// Islands do not touch, do not grow beyond their sizes, and have room; what none can reach is
    /// not chosen; a part with one way out takes it.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        for root in &self.roots {
            self.chosen.set(at, root.place, true)?;
        }
        let states = self.chosen.states(at)?;
        let known = self.known(&states)?;
        let beside = self.beside_islands(&known);
        let mut reached = vec![false; states.len()];
        for (part, owner) in known.parts.iter().zip(&known.owner) {
            let size = owner.map(|o| self.roots[o].size);
            let open = || self.graph.wall(part).into_iter().filter(|&p| states[p].is_none());
            if size == Some(Some(part.len())) {
                for p in open() {
                    self.chosen.set(at, p, false)?;
                }
            }
            let Some(owner) = *owner else {
                let ways: Vec<usize> = open().collect();
                match ways[..] {
                    [] => return Err(Conflict::default()),
                    [only] => drop(self.chosen.set(at, only, true)?),
                    _ => {}
                }
                continue;
            };
            let room = self.reach(owner, part, &states, &beside);
            room.iter().for_each(|&p| reached[p] = true);
            let Some(size) = self.roots[owner].size.filter(|&s| s > part.len()) else { continue };
            if room.len() < size {
                return Err(Conflict::default());
            }
            let ways: Vec<usize> = open().filter(|p| room.contains(p)).collect();
            let needed = if room.len() == size { &room[part.len()..] } else { &ways[..] };
            if needed.len() == 1 || room.len() == size {
                for &p in needed.iter().filter(|&&p| states[p].is_none()) {
                    self.chosen.set(at, p, true)?;
                }
            }
        }
        for place in 0..states.len() {
            let is_between = beside[place][1].is_some();
            match states[place] {
                None if is_between || !reached[place] => drop(self.chosen.set(at, place, false)?),
                Some(true) if known.part_of[place].is_some() && !reached[place] => return Err(Conflict::default()),
                _ => {}
            }
        }
        self.chosen.settle_last(at, &|chosen| self.judge(chosen))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    /// Roots are chosen, the number is right where all sizes are told, and no place but a root is
    /// alone.
    fn encode(&self, to: &mut dyn Encoder) {
        for root in &self.roots {
            let picks = self.chosen.picks(to, root.place);
            to.at_least_one(&picks);
        }
        let all: Vec<usize> = (0..self.graph.places()).collect();
        if let Some(total) = self.roots.iter().map(|r| r.size).sum::<Option<usize>>() {
            self.chosen.count(to, &all, total, total);
        }
        for &place in all.iter().filter(|&&p| self.roots.iter().all(|r| r.place != p)) {
            let beside: Vec<usize> = self.graph.beside(place).iter().map(|&b| b as usize).collect();
            self.chosen.needs_one_of(to, place, &beside);
        }
    }

    /// Memberships: a chosen place is in one island, with those beside it, and hangs on a root.
    fn encode_exactly(&self, to: &mut dyn Encoder) -> bool {
        self.encode(to);
        let chosen = self.chosen.signed(to);
        let of_place = |to: &mut dyn Encoder| self.roots.iter().map(|_| to.fresh()).collect::<Vec<_>>();
        let members: Vec<Vec<Literal>> = chosen.iter().map(|_| of_place(to)).collect();
        let is = |l: Literal| (l, true);
        for (place, own) in members.iter().enumerate() {
            to.at_most_one(own);
            let any: Vec<Signed> = own.iter().copied().map(is).collect();
            to.implies(&[chosen[place]], &any);
            for (number, &member) in own.iter().enumerate() {
                to.implies(&[is(member)], &[chosen[place]]);
                for &beside in self.graph.beside(place) {
                    let beside = beside as usize;
                    to.implies(&[is(member), chosen[beside]], &[is(members[beside][number])]);
                }
            }
        }
        for (number, root) in self.roots.iter().enumerate() {
            to.clause(&[is(members[root.place][number])]);
            if let Some(size) = root.size {
                let terms: Vec<_> = members.iter().map(|own| (1, own[number])).collect();
                to.linear(&terms, size as i64, size as i64);
            }
        }
        let hanging = |place: usize| Hanging {
            needs: if self.roots.iter().any(|r| r.place == place) { Vec::new() } else { vec![chosen[place]] },
            root: None,
            on: self.graph.beside(place).iter().map(|&b| (b as usize, vec![chosen[b as usize]])).collect(),
        };
        let places: Vec<Hanging> = (0..chosen.len()).map(hanging).collect();
        hang_on_roots(to, &places, chosen.len().saturating_sub(1));
        true
    }

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }

    /// A part without a root, or too small, has a wall; one with two roots, or too large, is in.
    fn blame(&self, value: &dyn Fn(Var) -> Value) -> Vec<Vec<Fact>> {
        let chosen = self.chosen.of(value);
        if let Some(root) = self.roots.iter().find(|r| !chosen[r.place]) {
            return vec![self.chosen.facts([&root.place], false)];
        }
        let mut all = Vec::new();
        for part in self.graph.components(&|p| chosen[p]) {
            let roots: Vec<&Root> = self.roots.iter().filter(|r| part.contains(&r.place)).collect();
            let size = roots.first().and_then(|r| r.size);
            if roots.is_empty() || size.is_some_and(|s| part.len() < s) {
                let mut facts = self.chosen.facts(&self.graph.wall(&part), false);
                facts.extend(self.chosen.facts([&part[0]], true));
                all.push(facts);
            } else if roots.len() > 1 || size.is_some_and(|s| part.len() > s) {
                let most = if roots.len() > 1 { usize::MAX } else { size.map_or(usize::MAX, |s| s + 1) };
                let part = self.graph.nearest(roots[0].place, most, &|p| chosen[p]);
                all.push(self.chosen.facts(&part, true));
            }
        }
        all
    }

    fn post(&self, to: &mut Posting<'_>) {
        let literals = self.chosen.literals(to);
        islands(to, &literals, &self.graph, &self.roots);
    }
}
