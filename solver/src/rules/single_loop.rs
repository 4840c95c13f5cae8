//! The chosen edges of a graph form one loop.

use super::chosen::Chosen;
use super::rooted::{Hanging, hang_on_roots};
use crate::cuts::Fact;
use crate::engine::forms::Loop;
use crate::engine::{Lit, Posting};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Encoding, Literal, NetworkError, Rule, RuleKind, Store, Value, Var};

/// The variables, one for each edge of a graph, that take a value of the set form exactly one
/// closed loop that visits no corner twice.
#[derive(Clone, Debug)]
pub struct SingleLoop {
    chosen: Chosen,
    ends: Vec<[u32; 2]>,
    /// By corner: the edges there.
    edges: Vec<Vec<u32>>,
}

impl SingleLoop {
    /// Edge `vars[i]`, chosen by `values`, joins the corners `ends[i]`.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when the ends do not fit.
    pub fn new(vars: Vec<Var>, values: Domain, ends: Vec<[u32; 2]>) -> Result<Self, NetworkError> {
        let malformed = |why: String| NetworkError::Malformed { kind: RuleKind::SingleLoop, why };
        if ends.len() != vars.len() {
            return Err(malformed(format!("{} pairs of ends for {} edges", ends.len(), vars.len())));
        }
        if let Some([a, b]) = ends.iter().find(|[a, b]| a == b || *a > CORNERS || *b > CORNERS) {
            return Err(malformed(format!("an edge between the corners {a} and {b}")));
        }
        let corners = ends.iter().flatten().map(|&c| c as usize + 1).max().unwrap_or(0);
        let mut edges = vec![Vec::new(); corners];
        for (i, end) in ends.iter().enumerate() {
            end.iter().for_each(|&c| edges[c as usize].push(i as u32));
        }
        Ok(SingleLoop { chosen: Chosen { vars, values }, ends, edges })
    }

    fn judge(&self, chosen: &[bool]) -> bool {
        let Some(first) = chosen.iter().position(|&c| c) else { return false };
        let degree = |corner: usize| self.edges[corner].iter().filter(|&&e| chosen[e as usize]).count();
        if (0..self.edges.len()).any(|c| !matches!(degree(c), 0 | 2)) {
            return false;
        }
        // All degrees are 0 or 2: walk around once.
        let (mut edge, mut corner, mut length) = (first, self.ends[first][0], 0);
        loop {
            length += 1;
            let [a, b] = self.ends[edge];
            corner = if corner == a { b } else { a };
            let next = self.edges[corner as usize].iter().find(|&&e| chosen[e as usize] && e as usize != edge);
            match next {
                Some(&next) if next as usize != first => edge = next as usize,
                _ => break,
            }
        }
        length == chosen.iter().filter(|&&c| c).count()
    }

    /// Two edges at each corner of the loop, by counting the edges known.
    fn prune_corner(&self, corner: usize, states: &[Option<bool>], at: &mut Store<'_>) -> Result<bool, Conflict> {
        let here = &self.edges[corner];
        let count = |state: Option<bool>| here.iter().filter(|&&e| states[e as usize] == state).count();
        let (sure, open) = (count(Some(true)), count(None));
        let set = match (sure, open) {
            (3.., _) | (1, 0) => return Err(Conflict::default()),
            (2, 1..) | (0, 1) => false,
            (1, 1) => true,
            _ => return Ok(false),
        };
        for &edge in here.iter().filter(|&&e| states[e as usize].is_none()) {
            self.chosen.set(at, edge as usize, set)?;
        }
        Ok(true)
    }

    /// The closed loops of edges that are chosen for sure: the edges of each in order. No corner
    /// has more than two such edges.
    fn loops(&self, states: &[Option<bool>]) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.ends.len()];
        let mut loops = Vec::new();
        for first in 0..self.ends.len() {
            let (mut edge, mut corner) = (first, self.ends[first][0]);
            let mut walk = Vec::new();
            while states[edge] == Some(true) && !std::mem::replace(&mut seen[edge], true) {
                walk.push(edge);
                let [a, b] = self.ends[edge];
                corner = if corner == a { b } else { a };
                let here = &self.edges[corner as usize];
                let other = here.iter().map(|&e| e as usize).find(|&e| e != edge && states[e] == Some(true));
                edge = other.unwrap_or(edge);
            }
            // The walk came back to where it began.
            if !walk.is_empty() && edge == first && corner == self.ends[first][0] {
                loops.push(walk);
            }
        }
        loops
    }

    /// The two ends of the path of chosen edges that starts at a corner with one such edge, and its
    /// length.
    fn path_from(&self, corner: usize, states: &[Option<bool>]) -> (usize, usize) {
        let (mut corner, mut last, mut length) = (corner as u32, u32::MAX, 0);
        while let Some(&edge) =
            self.edges[corner as usize].iter().find(|&&e| e != last && states[e as usize] == Some(true))
        {
            if length > self.ends.len() {
                break;
            }
            let [a, b] = self.ends[edge as usize];
            corner = if corner == a { b } else { a };
            last = edge;
            length += 1;
        }
        (corner as usize, length)
    }
}

/// The greatest number of a corner.
const CORNERS: u32 = 1 << 24;

impl Rule for SingleLoop {
    fn kind(&self) -> RuleKind {
        RuleKind::SingleLoop
    }

    fn scope(&self) -> &[Var] {
        &self.chosen.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.judge(&self.chosen.of(value))
    }

    /// Corners have no edge of the loop or two; an edge between the ends of a path is not chosen
    /// while there are edges beside the path.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        loop {
            let states = self.chosen.states(at)?;
            let mut changed = false;
            for corner in 0..self.edges.len() {
                changed |= self.prune_corner(corner, &states, at)?;
            }
            if !changed {
                break;
            }
        }
        let states = self.chosen.states(at)?;
        let closed = self.loops(&states);
        let sure = states.iter().filter(|s| **s == Some(true)).count();
        if closed.first().is_some_and(|l| l.len() < sure) {
            return Err(Conflict::default());
        }
        for (edge, _) in states.iter().enumerate().filter(|(_, s)| s.is_none()) {
            let [a, b] = self.ends[edge].map(|c| c as usize);
            let (end, length) = self.path_from(a, &states);
            if length > 0 && end == b && length < sure {
                self.chosen.set(at, edge, false)?;
            }
        }
        self.chosen.settle_last(at, &|chosen| self.judge(chosen))
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    /// Some edge, and two or none at each corner.
    fn encode(&self, to: &mut dyn Encoder) {
        let all: Vec<usize> = (0..self.ends.len()).collect();
        let any: Vec<_> = all.iter().flat_map(|&e| self.chosen.picks(to, e)).collect();
        to.at_least_one(&any);
        for here in &self.edges {
            let here: Vec<usize> = here.iter().map(|&e| e as usize).collect();
            for (i, &edge) in here.iter().enumerate() {
                let others: Vec<usize> = here.iter().copied().filter(|&e| e != edge).collect();
                self.chosen.needs_one_of(to, edge, &others);
                for &second in &here[i + 1..] {
                    for &third in here[i + 1..].iter().filter(|&&e| e > second) {
                        self.chosen.not_all(to, &[edge, second, third]);
                    }
                }
            }
        }
    }

    /// Besides: one corner is the root at most, the others with edges hang on it along edges.
    fn encode_exactly(&self, to: &mut dyn Encoder) -> bool {
        self.encode(to);
        let (chosen, may) = (self.chosen.signed(to), self.chosen.possible(to));
        let roots: Vec<Literal> = self.edges.iter().map(|_| to.fresh()).collect();
        to.at_most_one(&roots);
        let hanging = |(corner, &root): (usize, &Literal)| {
            let here = || self.edges[corner].iter().map(|&e| e as usize).filter(|&e| may[e]);
            let other = |edge: usize| {
                let [a, b] = self.ends[edge].map(|c| c as usize);
                if a == corner { b } else { a }
            };
            Hanging {
                needs: here().map(|e| chosen[e]).collect(),
                root: Some((root, true)),
                on: here().map(|e| (other(e), vec![chosen[e]])).collect(),
            }
        };
        let corners: Vec<Hanging> = roots.iter().enumerate().map(hanging).collect();
        let n = corners.iter().filter(|c| !c.needs.is_empty()).count();
        hang_on_roots(to, &corners, n / 2);
        true
    }

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }

    /// A wrong number of edges at a corner; else each loop but the longest, and an edge of that.
    fn blame(&self, value: &dyn Fn(Var) -> Value) -> Vec<Vec<Fact>> {
        let chosen = self.chosen.of(value);
        let states: Vec<Option<bool>> = chosen.iter().map(|&c| Some(c)).collect();
        let of_corner = |here: &Vec<u32>| -> Vec<Fact> {
            let (on, off): (Vec<usize>, Vec<usize>) = here.iter().map(|&e| e as usize).partition(|&e| chosen[e]);
            if matches!(on.len(), 0 | 2) {
                return Vec::new();
            }
            [self.chosen.facts(&on, true), self.chosen.facts(&off, false)].concat()
        };
        let corners: Vec<Vec<Fact>> = self.edges.iter().map(of_corner).filter(|f| !f.is_empty()).collect();
        if !corners.is_empty() {
            return corners;
        }
        let loops = self.loops(&states);
        let Some(longest) = loops.iter().max_by_key(|l| l.len()) else { return Vec::new() };
        let others = loops.iter().filter(|l| l[0] != longest[0]);
        others.map(|edges| self.chosen.facts(edges.iter().chain([&longest[0]]), true)).collect()
    }

    /// Degrees are clauses, the rest is a propagator.
    fn post(&self, to: &mut Posting<'_>) {
        let literals = self.chosen.literals(to);
        to.clause(&literals);
        for edges in &self.edges {
            let here: Vec<Lit> = edges.iter().map(|&e| literals[e as usize]).collect();
            for (i, &lit) in here.iter().enumerate() {
                let mut clause = here.clone();
                clause[i] = !lit;
                to.clause(&clause);
                for k in i + 1..here.len() {
                    for &third in &here[k + 1..] {
                        to.clause(&[!lit, !here[k], !third]);
                    }
                }
            }
        }
        to.propagator(Box::new(Loop::new(literals, self.ends.clone(), self.edges.clone())));
    }
}
