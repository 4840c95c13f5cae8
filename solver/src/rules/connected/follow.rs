//! Pruning that follows a store over a smaller graph: what is chosen and hangs together at the
//! start is one node of it, and what is not chosen is none.

use super::Connected;
use crate::rule::{Incremental, Start};
use crate::rules::cut_places::{CutSearch, Neighbours};
use crate::{Conflict, Store, Var};

/// The graph of what may be chosen.
#[derive(Debug)]
pub(super) struct Follower<'r> {
    rule: &'r Connected,
    /// By variable: its place, or `NOWHERE`.
    place: Vec<u32>,
    /// By place: its node, or `NOWHERE`.
    node: Vec<u32>,
    /// By node: the first of its places.
    first: Vec<u32>,
    /// By node: where its neighbours begin in `to`.
    begin: Vec<u32>,
    to: Vec<u32>,
    state: Vec<Chosen>,
    /// States before changes, oldest first.
    log: Vec<(u32, Chosen)>,
    /// Has the rule nothing to say but of what changed from here on?
    is_settled: bool,
    /// Had it nothing to say at the start?
    was_settled: bool,
    search: CutSearch<bool>,
    /// By node: do sure nodes fall apart without it?
    cuts: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chosen {
    No,
    Open,
    Sure,
}

const NOWHERE: u32 = u32::MAX;

impl<'r> Follower<'r> {
    pub(super) fn new(rule: &'r Connected) -> Follower<'r> {
        let vars = &rule.chosen.vars;
        let mut place = vec![NOWHERE; vars.iter().map(|var| var.index() + 1).max().unwrap_or(0)];
        vars.iter().enumerate().for_each(|(number, var)| place[var.index()] = number as u32);
        Follower {
            rule,
            place,
            node: Vec::new(),
            first: Vec::new(),
            begin: Vec::new(),
            to: Vec::new(),
            state: Vec::new(),
            log: Vec::new(),
            is_settled: false,
            was_settled: false,
            search: CutSearch::default(),
            cuts: Vec::new(),
        }
    }

    fn chosen(&self, at: &Store<'_>, place: usize) -> Chosen {
        let domain = at.domain(self.rule.chosen.vars[place]);
        let may = !(domain & self.rule.chosen.values).is_empty();
        let must = domain.minus(self.rule.chosen.values).is_empty();
        match (may, must) {
            (false, _) => Chosen::No,
            (true, false) => Chosen::Open,
            (true, true) => Chosen::Sure,
        }
    }

    /// Makes nodes of the places, each with its places in a row in `order`.
    fn make_nodes(&mut self, at: &Store<'_>) -> Vec<u32> {
        let graph = &self.rule.graph;
        let states: Vec<Chosen> = (0..graph.places()).map(|place| self.chosen(at, place)).collect();
        self.node = vec![NOWHERE; graph.places()];
        self.first.clear();
        self.state.clear();
        let mut order: Vec<u32> = Vec::with_capacity(graph.places());
        for kind in [Chosen::Sure, Chosen::Open] {
            for place in (0..graph.places()).filter(|&p| states[p] == kind) {
                if self.node[place] != NOWHERE {
                    continue;
                }
                let number = self.first.len() as u32;
                self.first.push(place as u32);
                self.state.push(kind);
                self.node[place] = number;
                let mut next = order.len();
                order.push(place as u32);
                while kind == Chosen::Sure && next < order.len() {
                    for &beside in graph.beside(order[next] as usize) {
                        let beside = beside as usize;
                        if states[beside] == Chosen::Sure && self.node[beside] == NOWHERE {
                            self.node[beside] = number;
                            order.push(beside as u32);
                        }
                    }
                    next += 1;
                }
            }
        }
        order
    }

    /// Joins the nodes, each pair once.
    fn join_nodes(&mut self, order: &[u32]) {
        self.begin.clear();
        self.to.clear();
        let mut met = vec![NOWHERE; self.first.len()];
        for &place in order {
            let own = self.node[place as usize];
            if self.begin.len() == own as usize {
                self.begin.push(self.to.len() as u32);
                met[own as usize] = own;
            }
            for &beside in self.rule.graph.beside(place as usize) {
                let other = self.node[beside as usize];
                if other != NOWHERE && std::mem::replace(&mut met[other as usize], own) != own {
                    self.to.push(other);
                }
            }
        }
        self.begin.push(self.to.len() as u32);
    }

    fn beside(&self, node: u32) -> &[u32] {
        &self.to[self.begin[node as usize] as usize..self.begin[node as usize + 1] as usize]
    }

    /// Walks from the first sure node; `false`: there is none.
    fn walk(&mut self) -> bool {
        let Some(from) = self.state.iter().position(|&state| state == Chosen::Sure) else { return false };
        let Follower { begin, to, state, search, cuts, .. } = self;
        cuts.clear();
        cuts.resize(state.len(), false);
        search.walk(
            Neighbours { start: begin, to },
            from,
            |node| state[node] != Chosen::No,
            |node| state[node] == Chosen::Sure,
            |node, has_sure| cuts[node] |= has_sure,
        );
        true
    }

    /// Must an open node be chosen (`true`), or left out? `None` where the last walk decides neither.
    fn told(&self, node: usize) -> Option<bool> {
        let is_reached = self.search.is_reached(node);
        (self.state[node] == Chosen::Open && (!is_reached || self.cuts[node])).then_some(is_reached)
    }

    /// Did the last walk miss a sure node?
    fn is_apart(&self) -> bool {
        (0..self.state.len()).any(|node| self.state[node] == Chosen::Sure && !self.search.is_reached(node))
    }

    /// Did nodes change only to sure ones that hang on what was sure before? Then every set of
    /// nodes that parts sure ones did so before.
    fn is_harmless(&self, from: usize) -> bool {
        let new = &self.log[from..];
        let is_new = |node: u32| new.iter().any(|&(other, _)| other == node);
        let is_old = |&node: &u32| self.state[node as usize] == Chosen::Sure && !is_new(node);
        new.iter().all(|&(node, _)| self.state[node as usize] == Chosen::Sure && self.beside(node).iter().any(is_old))
    }

    fn change(&mut self, node: u32, to: Chosen) {
        self.log.push((node, self.state[node as usize]));
        self.state[node as usize] = to;
    }
}

impl Incremental for Follower<'_> {
    fn start(&mut self, at: &Store<'_>) -> Start {
        self.log.clear();
        let order = self.make_nodes(at);
        self.join_nodes(&order);
        // Where nothing is chosen yet, the rule has nothing to say.
        let is_walked = self.walk();
        if is_walked && self.is_apart() {
            return Start::Broken;
        }
        self.was_settled = !is_walked || (0..self.state.len()).all(|node| self.told(node).is_none());
        self.is_settled = self.was_settled;
        if self.was_settled { Start::Settled } else { Start::Unsettled }
    }

    fn prune(&mut self, at: &mut Store<'_>, changed: &[Var]) -> Result<(), Conflict> {
        let from = self.log.len();
        for var in changed {
            let Some(&place) = self.place.get(var.index()).filter(|&&place| place != NOWHERE) else { continue };
            let node = self.node[place as usize];
            if node == NOWHERE {
                continue;
            }
            let now = self.chosen(at, place as usize);
            if now != self.state[node as usize] {
                self.change(node, now);
            }
        }
        if std::mem::replace(&mut self.is_settled, true) && self.is_harmless(from) || !self.walk() {
            return Ok(());
        }
        if self.is_apart() {
            return Err(Conflict::default());
        }
        for node in 0..self.state.len() {
            if let Some(is_chosen) = self.told(node) {
                self.change(node as u32, if is_chosen { Chosen::Sure } else { Chosen::No });
                self.rule.chosen.set(at, self.first[node] as usize, is_chosen)?;
            }
        }
        Ok(())
    }

    fn rewind(&mut self) {
        self.is_settled = self.was_settled;
        while let Some((node, before)) = self.log.pop() {
            self.state[node as usize] = before;
        }
    }
}
