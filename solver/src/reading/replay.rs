//! The referee of proofs. Shares nothing with the searches: it knows the game, the claim, the root,
//! and which closers the reader is willing to believe.

use super::{Claim, ClosedSet, Closer, Game, Hold, NodeId, Proof, ProofTree, Why};
use crate::TechniqueId;
use std::collections::HashMap;

/// Why a proof is refused; `at` is the place of the node or member in its list.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// The proof is of something else.
    #[error("the proof is of another claim")]
    OtherClaim,
    /// The root is not the position asked about, or missing.
    #[error("the root is not the position asked about")]
    OtherRoot,
    /// A verdict is cited that the rules don't give, or that doesn't fit the claim.
    #[error("node {at}: the rules' verdict is not what the claim needs")]
    Verdict {
        /// The node.
        at: usize,
    },
    /// Play is said to go on where the game is over.
    #[error("node {at}: the game is over here")]
    Over {
        /// The node.
        at: usize,
    },
    /// A closer is cited that is unknown here, or doesn't say what the claim needs.
    #[error("node {at}: closer {id} is unknown or does not say so")]
    Closer {
        /// The node.
        at: usize,
        /// The closer.
        id: TechniqueId,
    },
    /// It is the other side's turn.
    #[error("node {at}: it is the other side's turn")]
    Turn {
        /// The node.
        at: usize,
    },
    /// A move is not legal.
    #[error("node {at}: illegal move {mv}")]
    Illegal {
        /// The node.
        at: usize,
        /// The move.
        mv: String,
    },
    /// A legal move of the opponent is not answered, or twice.
    #[error("node {at}: the opponent's moves are not answered each once ({mv})")]
    Unanswered {
        /// The node.
        at: usize,
        /// The move.
        mv: String,
    },
    /// The opponent has no move; that is no win by the rules.
    #[error("node {at}: the opponent has no move, and the rules give no verdict")]
    Stuck {
        /// The node.
        at: usize,
    },
    /// A position is said to have no move, but has.
    #[error("member {at}: there is a move, {mv}")]
    NotStuck {
        /// The member.
        at: usize,
        /// The move.
        mv: String,
    },
    /// A child does not come before its parent: a cycle, or nothing at all.
    #[error("node {at}: node {child} does not come before it")]
    Order {
        /// The node.
        at: usize,
        /// The child.
        child: u32,
    },
    /// A child is another position than the move leads to.
    #[error("node {at}: move {mv} leads to another position")]
    OtherPosition {
        /// The node.
        at: usize,
        /// The move.
        mv: String,
    },
    /// Endless play does not satisfy the claim, so staying inside proves nothing.
    #[error("endless play does not fit the claim")]
    Endless,
    /// A position stands twice in a closed set.
    #[error("member {at}: stands twice")]
    Twice {
        /// The member.
        at: usize,
    },
    /// A move leaves a closed set.
    #[error("member {at}: move {mv} leaves the set")]
    Leaves {
        /// The member.
        at: usize,
        /// The move.
        mv: String,
    },
}

struct Referee<'a, G: Game> {
    game: &'a G,
    claim: Claim<G::Value>,
    closers: &'a [&'a dyn Closer<G>],
}

/// Accepts a proof of `claim` at `root`, or says what is wrong with it. Closers that are not given
/// are not believed.
///
/// # Errors
/// The first [`Flaw`].
pub fn replay<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim<G::Value>,
    proof: &Proof<G>,
    closers: &[&dyn Closer<G>],
) -> Result<(), Flaw> {
    if proof.claim() != claim {
        return Err(Flaw::OtherClaim);
    }
    let referee = Referee { game, claim, closers };
    match proof {
        Proof::Tree(tree) => referee.tree(root, tree),
        Proof::Closed(set) => referee.closed_set(root, set),
    }
}

impl<G: Game> Referee<'_, G> {
    fn verdict(&self, at: usize, position: &G::Position) -> Result<(), Flaw> {
        let fits = self.game.verdict(position).is_some_and(|value| self.claim.fits(value));
        if fits { Ok(()) } else { Err(Flaw::Verdict { at }) }
    }

    fn goes_on(&self, at: usize, position: &G::Position) -> Result<(), Flaw> {
        if self.game.verdict(position).is_some() { Err(Flaw::Over { at }) } else { Ok(()) }
    }

    fn closer(&self, at: usize, position: &G::Position, id: &TechniqueId) -> Result<(), Flaw> {
        self.goes_on(at, position)?;
        let says = |c: &&dyn Closer<G>| {
            let known = c.close(self.game, position)?;
            self.claim.goal.decided(known)
        };
        let believed = self.closers.iter().filter(|c| c.id() == id).find_map(says) == Some(self.claim.holds);
        if believed { Ok(()) } else { Err(Flaw::Closer { at, id: id.clone() }) }
    }

    fn turn(&self, at: usize, position: &G::Position, prover: bool) -> Result<Vec<G::Move>, Flaw> {
        self.goes_on(at, position)?;
        if (self.game.side(position) == self.claim.prover()) != prover {
            return Err(Flaw::Turn { at });
        }
        let mut legal = Vec::new();
        self.game.moves(position, &mut legal);
        Ok(legal)
    }

    /// The position after `mv`.
    fn after(&self, at: usize, position: &G::Position, legal: &[G::Move], mv: G::Move) -> Result<G::Position, Flaw> {
        if legal.contains(&mv) {
            Ok(self.game.play(position, mv))
        } else {
            Err(Flaw::Illegal { at, mv: format!("{mv:?}") })
        }
    }

    fn tree(&self, root: &G::Position, tree: &ProofTree<G>) -> Result<(), Flaw> {
        if tree.nodes.get(tree.root.0 as usize).is_none_or(|node| node.position != *root) {
            return Err(Flaw::OtherRoot);
        }
        for (at, node) in tree.nodes.iter().enumerate() {
            let position = &node.position;
            match &node.why {
                Why::Verdict => self.verdict(at, position)?,
                Why::Closer(id) => self.closer(at, position, id)?,
                Why::Choice(mv, to) => {
                    let legal = self.turn(at, position, true)?;
                    self.child(tree, at, &legal, *mv, *to)?;
                }
                Why::Replies(replies) => {
                    let legal = self.turn(at, position, false)?;
                    if legal.is_empty() {
                        return Err(Flaw::Stuck { at });
                    }
                    for mv in &legal {
                        if replies.iter().filter(|r| r.0 == *mv).count() != 1 {
                            return Err(Flaw::Unanswered { at, mv: format!("{mv:?}") });
                        }
                    }
                    for &(mv, to) in replies {
                        self.child(tree, at, &legal, mv, to)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn child(&self, tree: &ProofTree<G>, at: usize, legal: &[G::Move], mv: G::Move, to: NodeId) -> Result<(), Flaw> {
        let after = self.after(at, &tree.nodes[at].position, legal, mv)?;
        let before_it = tree.nodes[..at].get(to.0 as usize);
        let child = before_it.ok_or(Flaw::Order { at, child: to.0 })?;
        if child.position == after { Ok(()) } else { Err(Flaw::OtherPosition { at, mv: format!("{mv:?}") }) }
    }

    fn closed_set(&self, root: &G::Position, set: &ClosedSet<G>) -> Result<(), Flaw> {
        if !self.claim.fits(self.game.endless()) {
            return Err(Flaw::Endless);
        }
        if set.members.first().is_none_or(|(position, _)| position != root) {
            return Err(Flaw::OtherRoot);
        }
        let mut members = HashMap::new();
        for (at, (position, _)) in set.members.iter().enumerate() {
            if members.insert(position, at).is_some() {
                return Err(Flaw::Twice { at });
            }
        }
        let stays = |at: usize, position: &G::Position, legal: &[G::Move], mv: G::Move| {
            let after = self.after(at, position, legal, mv)?;
            if members.contains_key(&after) { Ok(()) } else { Err(Flaw::Leaves { at, mv: format!("{mv:?}") }) }
        };
        for (at, (position, hold)) in set.members.iter().enumerate() {
            match hold {
                Hold::Verdict => self.verdict(at, position)?,
                Hold::Closer(id) => self.closer(at, position, id)?,
                Hold::Move(mv) => stays(at, position, &self.turn(at, position, true)?, *mv)?,
                Hold::Every => {
                    let legal = self.turn(at, position, false)?;
                    for &mv in &legal {
                        stays(at, position, &legal, mv)?;
                    }
                }
                Hold::Stuck => {
                    self.goes_on(at, position)?;
                    let mut legal = Vec::new();
                    self.game.moves(position, &mut legal);
                    if let Some(mv) = legal.first() {
                        return Err(Flaw::NotStuck { at, mv: format!("{mv:?}") });
                    }
                }
            }
        }
        Ok(())
    }
}
