//! Proofs about positions, free of any history of moves.

use super::{Claim, Game, Side};
use crate::TechniqueId;

/// A proof of a [`Claim`].
#[derive(Clone, Debug)]
pub enum Proof<G: Game> {
    /// The prover forces a finite end.
    Tree(ProofTree<G>),
    /// The prover can stay for ever where nothing bad happens.
    Closed(ClosedSet<G>),
}

/// A node of a [`ProofTree`]: an index into its list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// A proof by finite play, as a directed graph without cycles: every node speaks only of
/// nodes *before* it in the list, so no cycle can be written down.
#[derive(Clone, Debug)]
pub struct ProofTree<G: Game> {
    /// What is proved.
    pub claim: Claim<G::Value>,
    /// The root.
    pub root: NodeId,
    /// The nodes, each after those that it speaks of; no position twice.
    pub nodes: Vec<ProofNode<G>>,
}

/// A position and why the claim holds there.
#[derive(Clone, Debug)]
pub struct ProofNode<G: Game> {
    /// The position.
    pub position: G::Position,
    /// The reason.
    pub why: Why<G>,
}

/// Why a claim holds at a node of a proof tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why<G: Game> {
    /// The game is over, with a value that fits.
    Verdict,
    /// A closer says so.
    Closer(TechniqueId),
    /// The prover is to move and plays this.
    Choice(G::Move, NodeId),
    /// The opponent is to move: all legal moves with their refutations.
    Replies(Vec<(G::Move, NodeId)>),
}

/// A set of positions that the opponent can't leave and in which no game ends badly for the prover.
/// A proof where endless play is good enough for the prover: he need only stay inside.
#[derive(Clone, Debug)]
pub struct ClosedSet<G: Game> {
    /// What is proved.
    pub claim: Claim<G::Value>,
    /// The members, the root first, no position twice, each with how the prover stays inside.
    pub members: Vec<(G::Position, Hold<G>)>,
}

/// How the prover stays inside a closed set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hold<G: Game> {
    /// The game is over, with a value that fits.
    Verdict,
    /// A closer says so.
    Closer(TechniqueId),
    /// The prover is to move and plays this, to a member.
    Move(G::Move),
    /// The opponent is to move, and all moves lead to members.
    Every,
    /// There is no move, and the rules give no verdict: endless.
    Stuck,
}

impl<G: Game> Proof<G> {
    /// What is proved.
    pub fn claim(&self) -> Claim<G::Value> {
        match self {
            Proof::Tree(tree) => tree.claim,
            Proof::Closed(set) => set.claim,
        }
    }

    /// The prover's move at the root, where it is his turn.
    pub fn key_move(&self) -> Option<G::Move> {
        match self {
            Proof::Tree(tree) => match tree.node(tree.root)?.why {
                Why::Choice(mv, _) => Some(mv),
                _ => None,
            },
            Proof::Closed(set) => match set.members.first()?.1 {
                Hold::Move(mv) => Some(mv),
                _ => None,
            },
        }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        match self {
            Proof::Tree(tree) => tree.nodes.len(),
            Proof::Closed(set) => set.members.len(),
        }
    }

    /// Does it say nothing?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The closers that it rests on, sorted.
    pub fn closers(&self) -> Vec<TechniqueId> {
        let mut ids: Vec<_> = match self {
            Proof::Tree(tree) => tree
                .nodes
                .iter()
                .filter_map(|n| if let Why::Closer(id) = &n.why { Some(id.clone()) } else { None })
                .collect(),
            Proof::Closed(set) => set
                .members
                .iter()
                .filter_map(|m| if let Hold::Closer(id) = &m.1 { Some(id.clone()) } else { None })
                .collect(),
        };
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

impl<G: Game> ProofTree<G> {
    /// A node.
    pub fn node(&self, id: NodeId) -> Option<&ProofNode<G>> {
        self.nodes.get(id.0 as usize)
    }

    /// Plies of the longest line in the proof.
    pub fn depth(&self) -> u32 {
        let mut depth = vec![0_u32; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            let below = |id: &NodeId| depth.get(id.0 as usize).map_or(0, |d| d + 1);
            depth[i] = match &node.why {
                Why::Choice(_, to) => below(to),
                Why::Replies(replies) => replies.iter().map(|(_, to)| below(to)).max().unwrap_or(0),
                _ => 0,
            };
        }
        depth.get(self.root.0 as usize).copied().unwrap_or(0)
    }

    /// The longest line: the prover's choices against the replies that last longest (the first of
    /// equals).
    pub fn main_line(&self) -> Vec<(Side, G::Move)> {
        let mut depth = vec![(0_u32, None); self.nodes.len()];
        let prover = self.claim.prover();
        for (i, node) in self.nodes.iter().enumerate() {
            let below = |id: NodeId| depth.get(id.0 as usize).map_or(0, |d| d.0 + 1);
            depth[i] = match &node.why {
                Why::Choice(mv, to) => (below(*to), Some((prover, *mv, *to))),
                Why::Replies(replies) => {
                    let mut longest = (0, None);
                    for &(mv, to) in replies {
                        if longest.1.is_none() || below(to) > longest.0 {
                            longest = (below(to), Some((prover.other(), mv, to)));
                        }
                    }
                    longest
                }
                _ => (0, None),
            };
        }
        let mut line = Vec::new();
        let mut at = self.root;
        // Ids fall along a line of a well-formed tree; a damaged one must not loop.
        while let Some(&(_, Some((side, mv, to)))) = depth.get(at.0 as usize)
            && line.len() < self.nodes.len()
        {
            line.push((side, mv));
            at = to;
        }
        line
    }
}
