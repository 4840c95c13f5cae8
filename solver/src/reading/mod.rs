//! Two-player reading: games, reference searches, df-pn, proofs and their replay. Knows no family
//! of games.
//!
//! A [`Game`] is positions, moves and the rules' verdict at the end; values are ordered, seen from
//! [`Side::First`], and [`Game::endless`] says what play that never ends is worth. Four readers
//! stand on that alone:
//!
//! | reader | takes | gives |
//! |---|---|---|
//! | [`negamax`] | a tree to a depth | an [`Interval`]: exact, or honestly open at the horizon |
//! | [`fixpoint`] | a whole position graph | the value and distance of every position |
//! | [`DfPn`] | a [`Goal`] (one bit) | yes or no with a [`Proof`] that [`replay`] accepts |
//! | [`least_horizon`] | a goal, [`Closer`]s, a tier | the least number of plies at which they prove it |
//!
//! **What endless play does to a goal.** If endless play misses the goal, its side must force the
//! goal in finitely many plies (a least fixpoint): proof by a finite [`ProofTree`], refutation by a
//! [`ClosedSet`] in which the opponent can stay for ever. If endless play meets the goal, it is the
//! opponent who must force something, and the two exchange parts. Each question so has exactly one
//! of two certificates, and both are free of any history of moves.
//!
//! ```
//! use tesuji_solver::Limits;
//! use tesuji_solver::reading::{DfPn, ExplicitGame, Goal, Outcome, Side, fixpoint, negamax, replay};
//!
//! // First moves at 0: to 1, where Second must go to 3 (First has won), or to 2, from where Second goes back to 0.
//! let mut game = ExplicitGame::new(Outcome::Draw);
//! let [a, b, c, won] = [Side::First, Side::Second, Side::Second, Side::First].map(|side| game.add(side));
//! for (from, to) in [(a, c), (a, b), (b, won), (c, a)] {
//!     game.link(from, to);
//! }
//! game.end(won, Outcome::Win);
//!
//! let limits = Limits::default();
//! assert_eq!(negamax(&game, &a, 2, &limits).interval.value(), Some(Outcome::Win));
//! assert_eq!(negamax(&game, &a, 1, &limits).interval.value(), None); // beyond the horizon
//!
//! let labels = fixpoint(&game, [a], &limits);
//! assert_eq!((labels.value(&c), labels.distance(&c)), (Some(Outcome::Win), Some(3)));
//!
//! let goal = Goal { side: Side::First, value: Outcome::Win };
//! let read = DfPn::new().solve(&game, &a, goal, &limits);
//! assert_eq!(read.holds, Some(true));
//! let proof = read.proof.expect("kept in so small a table");
//! replay(&game, &a, goal.claim(true), &proof, &[])?;
//! assert!(replay(&game, &c, goal.claim(true), &proof, &[]).is_err()); // another position's proof
//! # Ok::<(), tesuji_solver::reading::Flaw>(())
//! ```

mod attractor;
mod closer;
mod dfpn;
mod explicit;
mod fixpoint;
mod game;
mod goal;
mod graph;
mod hasher;
mod horizon;
mod negamax;
mod proof;
mod replay;

pub use closer::{Closer, Motif};
pub use dfpn::{DfPn, Read, ReadStats};
pub use explicit::ExplicitGame;
pub use fixpoint::{Fixpoint, fixpoint};
pub use game::{Game, Interval, Outcome, Side, Value};
pub use goal::{Claim, Goal};
pub use graph::PositionGraph;
pub use hasher::{PlainHasher, PlainState};
pub use horizon::{Horizon, least_horizon, needed_closers};
pub use negamax::{MAX_DEPTH, Searched, negamax};
pub use proof::{ClosedSet, Hold, NodeId, Proof, ProofNode, ProofTree, Why};
pub use replay::{Flaw, replay};
