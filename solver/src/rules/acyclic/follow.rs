//! Pruning that follows a store: only what is beside a part that grew is looked at again.

use super::Acyclic;
use crate::rule::{Incremental, Start};
use crate::rules::growing_forest::GrowingForest;
use crate::{Conflict, Store, Var};

/// The chosen places and their parts.
#[derive(Debug)]
pub(super) struct Follower<'r> {
    rule: &'r Acyclic,
    forest: GrowingForest,
    /// By variable: its place, or `NOWHERE`.
    place: Vec<u32>,
    /// Changes of the forest up to the start.
    started: usize,
    /// Open places that close a cycle at the start.
    closing: Vec<u32>,
    /// Did the trial under way begin?
    has_begun: bool,
    /// By root of a part at the start: the last look that recorded it.
    noted: Vec<u32>,
    moved: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl<'r> Follower<'r> {
    pub(super) fn new(rule: &'r Acyclic) -> Follower<'r> {
        let vars = &rule.chosen.vars;
        let mut place = vec![NOWHERE; vars.iter().map(|var| var.index() + 1).max().unwrap_or(0)];
        vars.iter().enumerate().for_each(|(number, var)| place[var.index()] = number as u32);
        let forest = GrowingForest::new(rule.border.clone());
        Follower {
            rule,
            forest,
            place,
            started: 0,
            closing: Vec::new(),
            has_begun: false,
            noted: vec![0; vars.len() + 1],
            moved: Vec::new(),
        }
    }

    fn place(&self, var: Var) -> Option<usize> {
        self.place.get(var.index()).filter(|&&place| place != NOWHERE).map(|&place| place as usize)
    }

    fn is_open(&self, at: &Store<'_>, place: usize) -> bool {
        let domain = at.domain(self.rule.chosen.vars[place]);
        !(domain & self.rule.chosen.values).is_empty() && !domain.minus(self.rule.chosen.values).is_empty()
    }

    /// Brings the chosen ones of these places in.
    ///
    /// # Errors
    /// [`Conflict`] when they close a cycle.
    fn grow(&mut self, at: &Store<'_>, places: impl Iterator<Item = usize>) -> Result<(), Conflict> {
        for place in places {
            if self.rule.chosen.is_sure(at, place) && !self.forest.is_in(place) {
                self.moved.push(place as u32);
                if !self.forest.bring_in(&self.rule.graph, place, &mut self.moved) {
                    return Err(Conflict::default());
                }
            }
        }
        Ok(())
    }

    /// The variables of a part as it stood at the start, and those beside it.
    fn note_part(&self, of: u32, read: &mut dyn FnMut(Var)) {
        let (vars, outer) = (&self.rule.chosen.vars, self.forest.outer());
        self.forest.each_member(of, &mut |member| {
            if member == outer {
                (0..vars.len()).filter(|&p| self.forest.border(p) > 0).for_each(|p| read(vars[p]));
            } else {
                read(vars[member as usize]);
                self.rule.graph.beside(member as usize).iter().for_each(|&p| read(vars[p as usize]));
            }
        });
    }
}

impl Incremental for Follower<'_> {
    fn start(&mut self, at: &Store<'_>) -> Start {
        self.forest.take_back(0);
        self.moved.clear();
        self.noted.fill(0);
        self.has_begun = false;
        let n = self.rule.graph.places();
        if self.grow(at, 0..n).is_err() {
            return Start::Broken;
        }
        self.started = self.forest.changes();
        let closes = |&p: &usize| self.is_open(at, p) && self.forest.closes(&self.rule.graph, p);
        self.closing = (0..n).filter(closes).map(|p| p as u32).collect();
        if self.closing.is_empty() { Start::Settled } else { Start::Unsettled }
    }

    fn prune(&mut self, at: &mut Store<'_>, changed: &[Var]) -> Result<(), Conflict> {
        self.moved.clear();
        let places: Vec<usize> = changed.iter().filter_map(|&var| self.place(var)).collect();
        self.grow(at, places.into_iter())?;
        if !std::mem::replace(&mut self.has_begun, true) {
            for place in self.closing.iter().map(|&place| place as usize) {
                if self.is_open(at, place) {
                    self.rule.chosen.set(at, place, false)?;
                }
            }
        }
        // The outer place never moves: other parts join its part.
        for &member in &self.moved {
            for &place in self.rule.graph.beside(member as usize) {
                let place = place as usize;
                if self.is_open(at, place) && self.forest.closes(&self.rule.graph, place) {
                    self.rule.chosen.set(at, place, false)?;
                }
            }
        }
        Ok(())
    }

    fn rewind(&mut self) {
        self.has_begun = false;
        self.forest.take_back(self.started);
    }

    /// The parts at the start in which the changed places hang together, and what is beside them.
    fn reads(&mut self, look: u32, at: &Store<'_>, changed: &[Var], read: &mut dyn FnMut(Var)) -> bool {
        for &var in changed {
            let Some(place) = self.place(var).filter(|&place| self.rule.chosen.is_sure(at, place)) else { continue };
            let outer = (self.forest.border(place) > 0).then(|| self.forest.outer());
            let beside = self.rule.graph.beside(place);
            beside.iter().for_each(|&p| read(self.rule.chosen.vars[p as usize]));
            let is_part = |&p: &u32| p == self.forest.outer() || self.forest.is_in(p as usize);
            for other in beside.iter().copied().chain(outer).filter(is_part) {
                let root = self.forest.root(other);
                if std::mem::replace(&mut self.noted[root as usize], look) != look {
                    self.note_part(root, read);
                }
            }
        }
        true
    }
}
