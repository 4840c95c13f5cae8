//! From table to certificate: proof trees, closed sets, and the whole-graph analysis as the last
//! resort.

use super::search::{Halt, Leaf, Search};
use super::table::{Entry, INFINITE};
use super::{Proof, Read};
use crate::reading::attractor::Attractor;
use crate::reading::{ClosedSet, Game, Hold, NodeId, PositionGraph, ProofNode, ProofTree, Why};
use crate::{Limits, Stop};

/// Why a position is not gone on from while a certificate is collected.
enum Edge {
    /// Decided without search.
    Leaf(bool, Leaf),
    /// The table doesn't say what is needed here.
    Outside,
}

impl Edge {
    /// Decided for the forcer?
    fn is_forced(&self) -> bool {
        matches!(self, Edge::Leaf(true, _))
    }
}

type Collected<G> = PositionGraph<G, Edge>;

impl<G: Game> Search<'_, G> {
    fn collect(&self, root: &G::Position, inside: impl Fn(&Entry) -> bool, limits: &Limits) -> Collected<G> {
        let edge = |at: &G::Position| match self.leaf(at) {
            Some((forced, leaf)) => Some(Edge::Leaf(forced, leaf)),
            None if self.table.get(at).is_some_and(&inside) => None,
            None => Some(Edge::Outside),
        };
        PositionGraph::explore_to(self.game, [root.clone()], edge, limits)
    }

    /// The forcer's set over a collected graph.
    fn attractor(&self, graph: &Collected<G>, target: impl Fn(&Edge) -> bool) -> Attractor {
        let mut set = Attractor::new(&graph.next, graph.turns(self.forcer));
        set.grow((0..graph.len() as u32).filter(|&i| graph.leaf(i).is_some_and(&target)), |_, _| ());
        set
    }

    /// The limits that remain for collecting: time only; what the table holds fits in memory.
    fn collecting(&self) -> Limits {
        Limits::default().with_time(self.clock.remaining())
    }

    /// The forcer's proof at `root`, which the table says is proved. Positions that the table lost
    /// are searched again.
    pub(super) fn proof_tree(&mut self, root: &G::Position) -> Option<Proof<G>> {
        for _ in 0..16 {
            let graph = self.collect(root, Entry::is_proved, &self.collecting());
            if !graph.is_complete() {
                return None;
            }
            let set = self.attractor(&graph, Edge::is_forced);
            if set.rank(0).is_some() {
                return Some(self.tree(&graph, &set));
            }
            for i in (0..graph.len() as u32).filter(|&i| matches!(graph.leaf(i), Some(Edge::Outside))) {
                if let Err(Halt::Limit(_) | Halt::Circling) = self.descend(&graph.positions()[i as usize]) {
                    return None;
                }
            }
        }
        None
    }

    /// The opponent's closed set at `root`, which the table says is disproved. `None`: some
    /// disproofs rested on a path; they are forgotten, the others are certain from now on.
    pub(super) fn closed_set(&mut self, root: &G::Position) -> Option<Proof<G>> {
        let graph = self.collect(root, Entry::is_disproved, &self.collecting());
        if !graph.is_complete() {
            return None;
        }
        let set = self.attractor(&graph, |edge| edge.is_forced() || matches!(edge, Edge::Outside));
        if set.rank(0).is_none() {
            return Some(self.closed(&graph, &set));
        }
        for (i, position) in graph.positions().iter().enumerate() {
            if graph.leaf(i as u32).is_some() {
                continue;
            }
            if set.rank(i as u32).is_none() {
                let effort = self.table.get(position).map_or(0, |e| e.effort);
                self.table.store(position, Entry { pn: INFINITE, dn: 0, certain: true, effort });
            } else if self.table.get(position).is_some_and(|e| !e.certain) {
                self.table.forget(position);
            }
        }
        None
    }

    /// Everything reachable from `root`, backwards.
    pub(super) fn whole_graph(mut self, root: &G::Position) -> Read<G> {
        self.stats.whole_graph = true;
        let left = self.limits.nodes.saturating_sub(self.stats.nodes);
        let limits = self.limits.clone().with_nodes(left).with_time(self.clock.remaining());
        let edge = |at: &G::Position| self.leaf(at).map(|(forced, leaf)| Edge::Leaf(forced, leaf));
        let graph = PositionGraph::explore_to(self.game, [root.clone()], edge, &limits);
        self.stats.nodes += graph.len() as u64;
        let set = self.attractor(&graph, Edge::is_forced);
        // What is forced on a part of the graph is forced; the rest needs all of it.
        if set.rank(0).is_some() {
            let proof = self.tree(&graph, &set);
            return self.answer(Some(true), Some(proof), Stop::Exhausted, root);
        }
        if !graph.is_complete() {
            let stop = graph.stop();
            return self.answer(None, None, stop, root);
        }
        let proof = self.closed(&graph, &set);
        self.answer(Some(false), Some(proof), Stop::Exhausted, root)
    }

    /// A proof tree from the ranks of the forcer's set: he always takes the shortest way.
    fn tree(&self, graph: &Collected<G>, set: &Attractor) -> Proof<G> {
        let rank = |i: u32| set.rank(i).unwrap_or(u32::MAX);
        let choice = |i: u32| graph.moves(i).min_by_key(|&(_, to)| rank(to));
        let mut needed = vec![false; graph.len()];
        let mut open = vec![0_u32];
        while let Some(i) = open.pop() {
            if std::mem::replace(&mut needed[i as usize], true) || graph.leaf(i).is_some() {
                continue;
            }
            if graph.side(i) == self.forcer {
                open.extend(choice(i).map(|(_, to)| to));
            } else {
                open.extend(graph.moves(i).map(|(_, to)| to));
            }
        }
        let mut order: Vec<u32> = (0..graph.len() as u32).filter(|&i| needed[i as usize]).collect();
        order.sort_by_key(|&i| rank(i));
        let mut place = vec![NodeId(0); graph.len()];
        for (n, &i) in order.iter().enumerate() {
            place[i as usize] = NodeId(n as u32);
        }
        let node = |&i: &u32| {
            let why = match graph.leaf(i) {
                Some(Edge::Leaf(_, Leaf::Closer(id))) => Why::Closer(id.clone()),
                Some(_) => Why::Verdict,
                None if graph.side(i) == self.forcer => match choice(i) {
                    Some((mv, to)) => Why::Choice(mv, place[to as usize]),
                    None => Why::Replies(Vec::new()),
                },
                None => Why::Replies(graph.moves(i).map(|(mv, to)| (mv, place[to as usize])).collect()),
            };
            ProofNode { position: graph.positions()[i as usize].clone(), why }
        };
        Proof::Tree(ProofTree { claim: self.forced, root: place[0], nodes: order.iter().map(node).collect() })
    }

    /// The part of the opponent's closed set that he needs from the root.
    fn closed(&self, graph: &Collected<G>, set: &Attractor) -> Proof<G> {
        let mut seen = vec![false; graph.len()];
        seen[0] = true;
        let mut queue = std::collections::VecDeque::from([0_u32]);
        let mut members = Vec::new();
        while let Some(i) = queue.pop_front() {
            let hold = match graph.leaf(i) {
                Some(Edge::Leaf(_, Leaf::Closer(id))) => Hold::Closer(id.clone()),
                Some(_) => Hold::Verdict,
                None if graph.moves(i).next().is_none() => Hold::Stuck,
                None => {
                    let stay = graph.moves(i).find(|&(_, to)| set.rank(to).is_none());
                    let (hold, only) = match stay {
                        Some((mv, to)) if graph.side(i) != self.forcer => (Hold::Move(mv), Some(to)),
                        _ => (Hold::Every, None),
                    };
                    for (_, to) in graph.moves(i).filter(|&(_, to)| only.is_none_or(|o| o == to)) {
                        if !std::mem::replace(&mut seen[to as usize], true) {
                            queue.push_back(to);
                        }
                    }
                    hold
                }
            };
            members.push((graph.positions()[i as usize].clone(), hold));
        }
        Proof::Closed(ClosedSet { claim: self.forced.denied(), members })
    }
}
