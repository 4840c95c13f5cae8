//! From the table to proofs that the rules alone can check.

use super::dfpn::Search;
use super::table::flag;
use crate::Role;
use crate::read::{Area, Certificate, LifeGame, NO_TWO_EYES, PASS_ALIVE, Ply, State, plain};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use tesuji_solver::reading::{ClosedSet, Hold, NodeId, PlainState, Proof, ProofNode, ProofTree, Why};

/// A position of a capture that is being collected, and what may follow.
struct Node {
    state: State,
    /// Ends the line, by the rules or by a lemma.
    leaf: Option<Why<LifeGame>>,
    next: Vec<(Ply, u32)>,
    parents: Vec<u32>,
}

struct Collected {
    nodes: Vec<Node>,
    index: HashMap<State, u32, PlainState>,
}

impl Collected {
    fn id(&mut self, state: State) -> u32 {
        *self.index.entry(state).or_insert_with(|| {
            self.nodes.push(Node { state, leaf: None, next: Vec::new(), parents: Vec::new() });
            (self.nodes.len() - 1) as u32
        })
    }

    fn link(&mut self, from: u32, ply: Ply, to: State) {
        let to = self.id(to);
        self.nodes[from as usize].next.push((ply, to));
        self.nodes[to as usize].parents.push(from);
    }
}

fn ends(area: &Area, s: &State) -> Option<Why<LifeGame>> {
    if area.is_captured(s) {
        Some(Why::Verdict)
    } else if area.has_escaped(s) {
        None
    } else {
        plain::no_two_eyes(area, s).then_some(Why::Closer(NO_TWO_EYES.clone()))
    }
}

impl Search {
    fn says_killed(&self, s: &State) -> bool {
        self.table.get(s).is_some_and(|e| e.killed()) || self.result_from_other_threats(s).is_some_and(|b| b.killed)
    }

    fn says_survived(&self, s: &State) -> bool {
        self.table.get(s).is_some_and(|e| e.survived() && e.flags & (flag::CERTAIN | flag::STATIC) != 0)
    }

    /// A proof of capture from a root that the table says is captured: the positions that the table
    /// decides are collected and labelled backwards, so that nothing rests on itself.
    pub(super) fn capture(&self, root: State) -> Option<Proof<LifeGame>> {
        let area = &self.geometry.area;
        let mut graph = Collected { nodes: Vec::new(), index: HashMap::default() };
        graph.id(root);
        let mut at = 0;
        while at < graph.nodes.len() {
            let (id, state) = (at as u32, graph.nodes[at].state);
            at += 1;
            if let Some(why) = ends(area, &state) {
                graph.nodes[id as usize].leaf = Some(why);
                continue;
            }
            let decided = self.says_killed(&state);
            for ply in area.moves(&state) {
                let Some(after) = area.play(&state, ply) else { continue };
                // Where forced moves hid a position from the table, one reply and a lemma decide.
                let keep = state.turn == Role::Defender
                    || if decided { self.says_killed(&after) } else { ends(area, &after).is_some() };
                if keep {
                    graph.link(id, ply, after);
                }
            }
        }
        // Backwards from the ends; the order of joining is a rank.
        let n = graph.nodes.len();
        let mut order = Vec::new();
        let mut rank = vec![u32::MAX; n];
        let mut open: Vec<u32> = graph.nodes.iter().map(|node| node.next.len() as u32).collect();
        for (i, node) in graph.nodes.iter().enumerate() {
            if node.leaf.is_some() {
                rank[i] = order.len() as u32;
                order.push(i as u32);
            }
        }
        let mut next = 0;
        while next < order.len() {
            for &p in &graph.nodes[order[next] as usize].parents {
                open[p as usize] -= 1;
                let joins = graph.nodes[p as usize].state.turn == Role::Attacker || open[p as usize] == 0;
                if joins && rank[p as usize] == u32::MAX {
                    rank[p as usize] = order.len() as u32;
                    order.push(p);
                }
            }
            next += 1;
        }
        if rank[0] == u32::MAX {
            return None;
        }
        Some(Proof::Tree(tree(&graph, &rank)))
    }

    /// The closed set around a root that was certified.
    pub(super) fn closed_set(&self, root: State) -> Option<Proof<LifeGame>> {
        let area = &self.geometry.area;
        let target = area.target.unwrap_or(u64::MAX);
        // Over at once: got away, or pass-alive.
        let is_safe = |s: &State| area.has_escaped(s) || plain::pass_alive(area, s) & target != 0;
        let saves = |at: &State, ply: Ply| area.play(at, ply).is_some_and(|s| is_safe(&s));
        let mut members: Vec<(State, Hold<LifeGame>)> = vec![(root, Hold::Stuck)];
        let mut index: HashMap<State, Option<Ply>, PlainState> = HashMap::from_iter([(root, None)]);
        let mut at = 0;
        while at < members.len() {
            let state = members[at].0;
            let hold = if area.has_escaped(&state) {
                Hold::Verdict
            } else if plain::pass_alive(area, &state) & target != 0 {
                Hold::Closer(PASS_ALIVE.clone())
            } else if state.turn == Role::Attacker {
                for ply in area.moves(&state) {
                    let Some(after) = area.play(&state, ply) else { continue };
                    if index.contains_key(&after) {
                        continue;
                    }
                    // A pass is met by a pass; a move outside the forced ones by one that gets out,
                    // or makes pass-alive stones.
                    let reply = if self.says_survived(&after) {
                        None
                    } else if ply == Ply::PASS && state.ko == State::NO_KO {
                        Some(Ply::PASS)
                    } else {
                        Some(area.moves(&after).into_iter().find(|&ply| saves(&after, ply))?)
                    };
                    index.insert(after, reply);
                    members.push((after, Hold::Stuck));
                }
                Hold::Every
            } else {
                let chosen = match index.get(&state).copied().flatten() {
                    Some(reply) => reply,
                    None => {
                        let plies = area.moves(&state);
                        let fits = |ply: &&Ply| area.play(&state, **ply).is_some_and(|s| self.says_survived(&s));
                        let inside = |ply: &&Ply| area.play(&state, **ply).is_some_and(|s| index.contains_key(&s));
                        let held = plies.iter().find(|p| fits(p) && inside(p)).or_else(|| plies.iter().find(fits));
                        *held.or_else(|| plies.iter().find(|&&p| saves(&state, p)))?
                    }
                };
                let after = area.play(&state, chosen)?;
                if let Entry::Vacant(place) = index.entry(after) {
                    place.insert(None);
                    members.push((after, Hold::Stuck));
                }
                Hold::Move(chosen)
            };
            members[at].1 = hold;
            at += 1;
        }
        Some(Proof::Closed(ClosedSet { claim: Certificate::claim(false), members }))
    }
}

/// The proof tree of a labelled graph: from the root, the attacker's choice of least rank.
fn tree(graph: &Collected, rank: &[u32]) -> ProofTree<LifeGame> {
    let least = |node: &Node| node.next.iter().copied().min_by_key(|&(ply, to)| (rank[to as usize], ply));
    let mut wanted = vec![false; graph.nodes.len()];
    let mut todo = vec![0_u32];
    wanted[0] = true;
    while let Some(at) = todo.pop() {
        let node = &graph.nodes[at as usize];
        let next: Vec<u32> = match (&node.leaf, node.state.turn) {
            (Some(_), _) => Vec::new(),
            (None, Role::Attacker) => least(node).map(|(_, to)| to).into_iter().collect(),
            (None, Role::Defender) => node.next.iter().map(|&(_, to)| to).collect(),
        };
        for to in next {
            if !std::mem::replace(&mut wanted[to as usize], true) {
                todo.push(to);
            }
        }
    }
    // Ranks rise towards the root, so that every node stands after those that it speaks of.
    let mut order: Vec<u32> = (0..graph.nodes.len() as u32).filter(|&i| wanted[i as usize]).collect();
    order.sort_unstable_by_key(|&i| rank[i as usize]);
    let mut place = vec![NodeId(0); graph.nodes.len()];
    let mut nodes = Vec::with_capacity(order.len());
    for (i, &id) in order.iter().enumerate() {
        place[id as usize] = NodeId(i as u32);
        let node = &graph.nodes[id as usize];
        let why = match (&node.leaf, node.state.turn) {
            (Some(why), _) => why.clone(),
            (None, Role::Attacker) => match least(node) {
                Some((ply, to)) => Why::Choice(ply, place[to as usize]),
                None => Why::Verdict,
            },
            (None, Role::Defender) => {
                Why::Replies(node.next.iter().map(|&(ply, to)| (ply, place[to as usize])).collect())
            }
        };
        nodes.push(ProofNode { position: node.state, why });
    }
    ProofTree { claim: Certificate::claim(true), root: place[0], nodes }
}
