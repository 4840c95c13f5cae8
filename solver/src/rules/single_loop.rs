//! The chosen edges of a graph form one loop.

use super::chosen::Chosen;
use crate::engine::forms::Loop;
use crate::engine::{Lit, Posting};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, NetworkError, Rule, RuleKind, Store, Value, Var};

/// The variables, one for each edge of a graph, that take a value of the set form exactly one closed loop that visits no
/// corner twice.
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

    /// The two ends of the path of chosen edges that starts at a corner with one such edge, and its length.
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

    /// Corners have no edge of the loop or two; an edge between the ends of a path is not chosen while there are edges
    /// beside the path.
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
        let sure = states.iter().filter(|s| **s == Some(true)).count();
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

    fn encode(&self, _to: &mut dyn Encoder) {}

    fn is_encoded(&self) -> bool {
        false
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
