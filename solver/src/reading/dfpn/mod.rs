//! Depth-first proof-number search for one-bit goals, right under repetition.
//!
//! **Who forces.** Where endless play misses the goal, the goal's side must force it
//! (the *forcer*); where endless play meets it, the opponent must force the miss. "Proved" below
//! always means: the forcer succeeds, in finite play.
//!
//! **Repetition.** A move back to a position of the current path counts as the forcer's failure in
//! that path. A proof never uses such a move, so *proofs* are finite trees free of any path, and
//! may be stored and reused. A *disproof* may rest on the path by which it was found (the
//! graph-history problem). It is stored, for speed, but not believed: when the root is disproved,
//! the disproved positions below it are collected, those from which the forcer can reach a position
//! outside are removed (one backward pass), and what remains is the largest closed set: there the
//! opponent can stay for ever, whatever the path. If the root is in it, the set is the certificate.
//! Otherwise the positions of the set are certain from now on, the others are forgotten, and the
//! search goes on. Should that bring nothing new, or the numbers move in circles, the reachable
//! graph is analysed backwards as a whole, within the same limits.
//!
//! **Thresholds** rise by half of the second-best number at a time (the 1 + ε trick). The table
//! keeps whole positions as keys, so hashes can't lie; when its memory is used up, the cheaper half
//! goes.

mod certify;
mod search;
mod table;

use super::{Closer, Game, Goal, Interval, Outcome, Proof, Side};
use crate::{Limits, Stop, Tier};

/// The reader's settings: which closers it may use.
#[derive(Clone)]
pub struct DfPn<'c, G: Game> {
    closers: Vec<&'c dyn Closer<G>>,
}

impl<G: Game> Default for DfPn<'_, G> {
    fn default() -> Self {
        DfPn { closers: Vec::new() }
    }
}

impl<G: Game> std::fmt::Debug for DfPn<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<_> = self.closers.iter().map(|c| c.id()).collect();
        f.debug_struct("DfPn").field("closers", &ids).finish_non_exhaustive()
    }
}

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct ReadStats {
    /// Positions entered (and, where the whole graph was needed, its positions).
    pub nodes: u64,
    /// Searches from the root: one, and one more each time a disproof rested on a path.
    pub rounds: u64,
    /// Times that the table was full and its cheaper half went.
    pub swept: u64,
    /// Was the reachable graph analysed as a whole in the end?
    pub whole_graph: bool,
}

/// The answer to a goal.
#[derive(Clone, Debug)]
pub struct Read<G: Game> {
    /// Can the goal be reached? `None`: gave up, see `stop`.
    pub holds: Option<bool>,
    /// The proof; `None` where a full table lost part of it and the limits didn't allow to find it
    /// again.
    pub proof: Option<Proof<G>>,
    /// `Exhausted` when decided, else the limit that was reached.
    pub stop: Stop,
    /// Proof and disproof number of the goal at the end (the effort still to be expected; (0, ∞)
    /// proved).
    pub numbers: (u32, u32),
    /// What it cost.
    pub stats: ReadStats,
}

impl<'c, G: Game> DfPn<'c, G> {
    /// By the rules alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets the search use those of the closers whose tier is at most `tier`, in the order given.
    #[must_use]
    pub fn with_closers(mut self, closers: &[&'c dyn Closer<G>], tier: Tier) -> Self {
        self.closers = closers.iter().copied().filter(|c| c.tier() <= tier).collect();
        self
    }

    /// Decides whether `goal` can be reached from `root`, with a proof.
    pub fn solve(&self, game: &G, root: &G::Position, goal: Goal<G::Value>, limits: &Limits) -> Read<G> {
        search::Search::new(self, game, goal, limits).run(root)
    }

    /// Narrows the value of `root` among `values` (sorted here; those of all endings and of endless
    /// play) by goals of `First`, halving. The interval is exact when every goal was decided;
    /// limits are for each goal.
    pub fn value(
        &self,
        game: &G,
        root: &G::Position,
        values: &[G::Value],
        limits: &Limits,
    ) -> (Interval<G::Value>, Stop) {
        let mut values = values.to_vec();
        values.sort_unstable();
        values.dedup();
        let (Some(&low), Some(&high)) = (values.first(), values.last()) else {
            return (Interval::UNKNOWN, Stop::Exhausted);
        };
        let mut known = Interval { low, high };
        let (mut least, mut above) = (0, values.len());
        let mut stop = Stop::Exhausted;
        // The value is one of values[least..above].
        while above - least > 1 {
            let middle = least + (above - least) / 2;
            let goal = Goal { side: Side::First, value: values[middle] };
            let read = self.solve(game, root, goal, limits);
            match read.holds {
                Some(true) => (least, known.low) = (middle, values[middle]),
                Some(false) => (above, known.high) = (middle, values[middle - 1]),
                None => {
                    stop = read.stop;
                    break;
                }
            }
        }
        (known, stop)
    }

    /// The outcome of a won-drawn-lost game: two goals.
    pub fn outcome(&self, game: &G, root: &G::Position, limits: &Limits) -> (Interval<Outcome>, Stop)
    where
        G: Game<Value = Outcome>,
    {
        self.value(game, root, &Outcome::ALL, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::search::Search;
    use super::*;
    use crate::reading::{ExplicitGame, fixpoint, replay};
    use rand_chacha::ChaCha8Rng;
    use rand_core::{RngCore, SeedableRng};

    /// The last resort is asked directly: searches so rarely need it that no test could count on
    /// it.
    #[test]
    fn the_whole_graph_gives_the_same_answers_and_proofs() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let (mut held, mut failed) = (0, 0);
        for _ in 0..500 {
            let mut below = |n: u32| rng.next_u32() % n;
            let mut game = ExplicitGame::new(Outcome::ALL[below(3) as usize]);
            let n = 3 + below(20);
            for _ in 0..n {
                game.add(if below(2) == 0 { Side::First } else { Side::Second });
            }
            for at in 0..n {
                if below(4) == 0 {
                    game.end(at, Outcome::ALL[below(3) as usize]);
                }
                for _ in 0..below(4) {
                    game.link(at, below(n));
                }
            }
            let limits = Limits::default();
            let value = fixpoint(&game, [0], &limits).value(&0).expect("a complete graph");
            for side in [Side::First, Side::Second] {
                for aim in Outcome::ALL {
                    let goal = Goal { side, value: aim };
                    let settings = DfPn::new();
                    let read = Search::new(&settings, &game, goal, &limits).whole_graph(&0);
                    assert_eq!(read.holds, Some(goal.met(value)), "{goal:?} of {game:?}");
                    let proof = read.proof.expect("always with a proof");
                    replay(&game, &0, goal.claim(goal.met(value)), &proof, &[]).expect("an accepted proof");
                    *(if goal.met(value) { &mut held } else { &mut failed }) += 1;
                }
            }
        }
        assert!(held > 500 && failed > 500);
    }
}
