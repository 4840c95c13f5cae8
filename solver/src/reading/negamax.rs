//! The plain reference: depth-first to a horizon, no table, no ordering, nothing clever.

use super::{Game, Interval, Side};
use crate::{Clock, Limits, Stats, Stop};

/// Depths beyond this are cut down to it (the search is recursive).
pub const MAX_DEPTH: u32 = 512;

/// What [`negamax`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched<M, V> {
    /// What is known of the value: exact when no line that matters was cut by the horizon or a
    /// limit.
    pub interval: Interval<V>,
    /// The first move with the best guaranteed value for the side to move.
    pub best: Option<M>,
    /// `Exhausted`, or the limit that cut the search; a horizon is no limit.
    pub stop: Stop,
    /// Nodes visited.
    pub stats: Stats,
}

struct Search<'a, G> {
    game: &'a G,
    clock: Clock,
    nodes: u64,
    stop: Option<Stop>,
}

/// Minimax to `depth` plies (at most [`MAX_DEPTH`]). Positions beyond the horizon count as unknown,
/// never as drawn. Values are seen from `First` throughout (so the sign never flips, and a side may
/// move twice running).
pub fn negamax<G: Game>(game: &G, at: &G::Position, depth: u32, limits: &Limits) -> Searched<G::Move, G::Value> {
    let mut search = Search { game, clock: limits.start(), nodes: 0, stop: None };
    let (interval, best) = search.value(at, depth.min(MAX_DEPTH));
    let stats = Stats { nodes: search.nodes, ..Stats::default() };
    Searched { interval, best, stop: search.stop.unwrap_or(Stop::Exhausted), stats }
}

impl<G: Game> Search<'_, G> {
    fn value(&mut self, at: &G::Position, depth: u32) -> (Interval<G::Value>, Option<G::Move>) {
        if let Some(value) = self.game.verdict(at) {
            return (Interval::exact(value), None);
        }
        self.stop = self.stop.or_else(|| self.clock.check(self.nodes));
        if self.stop.is_some() || depth == 0 {
            return (Interval::UNKNOWN, None);
        }
        self.nodes += 1;
        let side = self.game.side(at);
        let mut known: Option<(Interval<G::Value>, G::Move)> = None;
        for mv in self.game.legal(at) {
            let (child, _) = self.value(&self.game.play(at, mv), depth - 1);
            known = Some(match known {
                None => (child, mv),
                Some((so_far, best)) => {
                    let better = match side {
                        Side::First => child.low > so_far.low,
                        Side::Second => child.high < so_far.high,
                    };
                    (so_far.choice(child, side), if better { mv } else { best })
                }
            });
            // Nothing can be better than the best value there is.
            if known.is_some_and(|(k, _)| k.value() == Some(best_for::<G>(side))) {
                break;
            }
        }
        match known {
            Some((interval, best)) => (interval, Some(best)),
            None => (Interval::exact(self.game.endless()), None),
        }
    }
}

fn best_for<G: Game>(side: Side) -> G::Value {
    use super::Value;
    match side {
        Side::First => G::Value::BEST,
        Side::Second => G::Value::WORST,
    }
}
