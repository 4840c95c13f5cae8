//! The edges that are in form one loop; degrees are left to clauses. The ends of each path are kept
//! along the trail.

use super::flood::{LitIndex, NOWHERE};
use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Time, Wakes};

/// One loop of the edges whose literals hold.
#[derive(Clone, Debug)]
pub struct Loop {
    literals: Vec<Lit>,
    index: LitIndex,
    ends: Vec<[u32; 2]>,
    /// By corner: the edges there.
    edges: Vec<Vec<u32>>,
    /// Events of the trail that were read.
    read: Time,
    /// By corner: edges in; at the end of a path: its other end and its length.
    degree: Vec<u8>,
    mate: Vec<u32>,
    length: Vec<u32>,
    /// Edges in, paths, and an edge of a closed loop.
    count: u32,
    paths: u32,
    closed: Option<u32>,
    log: Vec<(Time, Undo)>,
    /// Ends of paths whose closing edges are to be looked at.
    fresh: Vec<u32>,
    /// The same for all paths, since there are two of them only now.
    look_at_all: bool,
}

/// What to undo.
#[derive(Clone, Copy, Debug)]
enum Undo {
    /// The edge was counted, but a corner of it has two edges already.
    Counted,
    /// The edge closed a loop.
    Closed { edge: u32, before: Option<u32> },
    /// The edge joined two paths (or corners) that end at these corners, with their lengths.
    Joined { edge: u32, ends: [u32; 2], inner: [u32; 2], lengths: [u32; 2] },
}

/// Note: the edge would close a path while there are other edges.
const TOO_SOON: u32 = 0;
/// Note: the loop is closed without the edge.
const DONE: u32 = 1;

impl Loop {
    /// `literals[i]` says that the edge between the corners `ends[i]` is in; `edges` lists the
    /// edges of each corner.
    pub fn new(literals: Vec<Lit>, ends: Vec<[u32; 2]>, edges: Vec<Vec<u32>>) -> Loop {
        let corners = edges.len();
        Loop {
            index: LitIndex::new(&literals),
            literals,
            ends,
            edges,
            read: 0,
            degree: vec![0; corners],
            mate: (0..corners as u32).collect(),
            length: vec![0; corners],
            count: 0,
            paths: 0,
            closed: None,
            log: Vec::new(),
            fresh: Vec::new(),
            look_at_all: false,
        }
    }

    fn add(&mut self, edge: u32, time: Time) {
        let [a, b] = self.ends[edge as usize].map(|c| c as usize);
        self.count += 1;
        if self.degree[a] >= 2 || self.degree[b] >= 2 {
            self.log.push((time, Undo::Counted));
            return;
        }
        self.degree[a] += 1;
        self.degree[b] += 1;
        let is_closing = self.degree[a] == 2 && self.degree[b] == 2 && self.mate[a] as usize == b;
        if is_closing {
            self.log.push((time, Undo::Closed { edge, before: self.closed }));
            self.closed = Some(edge);
            return;
        }
        // The far ends of what is joined; a corner without edges is its own mate.
        let ends = [self.mate[a], self.mate[b]];
        let [p, q] = ends.map(|c| c as usize);
        let lengths = [self.length[p], self.length[q]];
        self.log.push((time, Undo::Joined { edge, ends, inner: [self.mate[p], self.mate[q]], lengths }));
        let before = self.paths;
        self.paths = self.paths + 1 - lengths.iter().filter(|&&l| l > 0).count() as u32;
        (self.mate[p], self.mate[q]) = (q as u32, p as u32);
        let length = lengths[0] + lengths[1] + 1;
        (self.length[p], self.length[q]) = (length, length);
        self.fresh.push(p as u32);
        self.look_at_all |= before < 2 && self.paths >= 2;
    }

    /// The edges of the path or loop of true edges through a corner, `except` one edge.
    fn walk(&self, corner: u32, except: usize, past: Past<'_>) -> Vec<u32> {
        let mut found = Vec::new();
        let (mut at, mut last) = (corner, u32::MAX);
        loop {
            let is_next = |e: &&u32| **e != last && **e as usize != except && past.is_true(self.literals[**e as usize]);
            let Some(&edge) = self.edges[at as usize].iter().find(is_next) else { break };
            found.push(edge);
            let [a, b] = self.ends[edge as usize];
            at = if at == a { b } else { a };
            last = edge;
            if at == corner || found.len() > self.ends.len() {
                break;
            }
        }
        found
    }

    /// The edge that has been in longest of those not among `edges`.
    fn other(&self, edges: &[u32], except: usize, past: Past<'_>) -> Option<Lit> {
        let mut taken = vec![false; self.literals.len()];
        edges.iter().for_each(|&e| taken[e as usize] = true);
        let others = (0..taken.len()).filter(|&e| !taken[e] && e != except).map(|e| self.literals[e]);
        others.filter(|&l| past.is_true(l)).min_by_key(|&l| past.time_of(l))
    }

    /// A closed loop of true edges.
    fn find_loop(&self, past: Past<'_>) -> Vec<u32> {
        let mut seen = vec![false; self.literals.len()];
        for edge in 0..self.literals.len() {
            if seen[edge] || !past.is_true(self.literals[edge]) {
                continue;
            }
            let [a, b] = self.ends[edge];
            // From one end around to the other, without the edge itself.
            let mut path = self.walk(a, edge, past);
            path.iter().for_each(|&e| seen[e as usize] = true);
            let end = path.iter().fold(a, |at, &e| {
                let [p, q] = self.ends[e as usize];
                if at == p { q } else { p }
            });
            if end == b && !path.is_empty() {
                path.push(edge as u32);
                return path;
            }
        }
        Vec::new()
    }

    fn literals_of(&self, edges: &[u32]) -> Vec<Lit> {
        edges.iter().map(|&e| self.literals[e as usize]).collect()
    }

    /// Bars the edges that would close the path that ends at a corner.
    fn bar_closing(&self, corner: u32, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let mate = self.mate[corner as usize];
        if self.degree[corner as usize] != 1 || self.degree[mate as usize] != 1 {
            return Ok(());
        }
        for &edge in &self.edges[corner as usize] {
            let lit = self.literals[edge as usize];
            if self.ends[edge as usize].contains(&mate) && mate != corner && at.is_open(lit) {
                at.imply(!lit, TOO_SOON)?;
            }
        }
        Ok(())
    }
}

impl Propagator for Loop {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        self.literals.iter().for_each(|&l| wakes.on(l));
    }

    fn cost(&self) -> Cost {
        Cost::Count
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn rewind(&mut self, to: Time) {
        self.fresh.clear();
        self.look_at_all = false;
        self.read = self.read.min(to);
        while let Some(&(time, undo)) = self.log.last() {
            if time < to {
                break;
            }
            self.log.pop();
            self.count -= 1;
            let edge = match undo {
                Undo::Counted => continue,
                Undo::Closed { edge, before } => {
                    self.closed = before;
                    edge
                }
                Undo::Joined { edge, ends, inner, lengths } => {
                    for i in 0..2 {
                        self.mate[ends[i] as usize] = inner[i];
                        self.length[ends[i] as usize] = lengths[i];
                    }
                    self.paths = self.paths + lengths.iter().filter(|&&l| l > 0).count() as u32 - 1;
                    edge
                }
            };
            for corner in self.ends[edge as usize] {
                self.degree[corner as usize] -= 1;
            }
        }
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        while self.read < at.trail().now() {
            let time = self.read;
            let lit = at.trail().events()[time as usize];
            self.read += 1;
            if lit == Lit::TRUE {
                for edge in 0..self.literals.len() {
                    if self.literals[edge] == lit {
                        self.add(edge as u32, time);
                    }
                }
                continue;
            }
            let edge = self.index.place(lit);
            if edge != NOWHERE && self.literals[edge] == lit {
                self.add(edge as u32, time);
            }
        }
        if let Some(edge) = self.closed {
            let closed = self.walk(self.ends[edge as usize][0], NOWHERE, at.past());
            if closed.len() < self.count as usize
                && let Some(other) = self.other(&closed, NOWHERE, at.past())
            {
                let mut because = self.literals_of(&closed);
                because.push(other);
                return Err(Conflict::Because(because));
            }
            for edge in 0..self.literals.len() {
                if at.is_open(self.literals[edge]) {
                    at.imply(!self.literals[edge], DONE)?;
                }
            }
            return Ok(());
        }
        if self.paths >= 2 {
            if std::mem::take(&mut self.look_at_all) {
                let ends = (0..self.mate.len() as u32).filter(|&c| self.mate[c as usize] > c);
                self.fresh = ends.filter(|&c| self.length[c as usize] > 0).collect();
            }
            for i in 0..self.fresh.len() {
                self.bar_closing(self.fresh[i], at)?;
            }
        }
        self.fresh.clear();
        Ok(())
    }

    fn explain(&mut self, what: Lit, code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        if code == DONE {
            because.extend(self.literals_of(&self.find_loop(past)));
            return;
        }
        let edge = self.index.place(what);
        if edge == NOWHERE {
            return;
        }
        let path = self.walk(self.ends[edge][0], edge, past);
        because.extend(self.literals_of(&path));
        because.extend(self.other(&path, edge, past));
    }
}
