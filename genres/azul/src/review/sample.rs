//! Play-outs where a round can't be read to its end: estimates with their standard error.
//!
//! A quick player takes all parts: it looks at the margin if the round ended now, with some chance.
//! The last picks of the round that is reviewed are read exactly, and its end is worth what
//! [`leaf`](crate::leaf) says, as in exact reading. Play can go on through rounds that are dealt
//! from the bag: then the end of the last one counts.

use super::Cost;
use super::parts::{Outcome, close};
use crate::leaf::{self, Ends, Leaf};
use crate::read::{Reader, Want, canonical, distinct_moves};
use crate::{Move, Phase, Rng, State, sub_seed};
use tesuji_solver::Limits;

/// Moves that are compared by play-outs, chosen by a look at the boards.
const CANDIDATES: usize = 12;
/// Play-outs of each candidate.
const TRIALS: u32 = 16;
/// Candidates with further play-outs, and how many.
const FINALISTS: usize = 4;
const FINALS: u32 = 48;
/// Tenths of a point by which chance may move the quick player's view of a move.
const NOISE: u32 = 10;
/// Tiles on the table from which on a round is read to its end, by a duel and by more players.
const EXACT: [u32; 2] = [8, 5];

/// A move compared with the best that play-outs found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub best: Move,
    pub cost: Cost,
}

/// The move that play-outs find best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advice {
    /// The move.
    pub mv: Move,
    /// The mover's margin after it, in points, at the end of the round.
    pub margin: f64,
    /// Its standard error.
    pub error: f64,
    /// Play-outs.
    pub samples: u32,
}

/// The move that play-outs find best; `None` where there is none to make.
pub fn advise(state: &State, reader: &mut Reader, samples: u32, seed: u64) -> Option<Advice> {
    let best = *shortlist(state, None, reader, seed).first()?;
    let me = state.turn();
    let samples = samples.max(2);
    let all: Vec<f64> = (0..samples).map(|i| outcome(state, best, reader, 0, fresh(seed, i)).margins[me]).collect();
    let (margin, error) = mean(&all);
    Some(Advice { mv: best, margin, error, samples })
}

/// Compares a move with the best of the others by pairs of play-outs with the same chance. Those
/// that choose the rival are others than those that measure it: an estimate is not too large for
/// having been chosen.
pub(super) fn compare(state: &State, mv: Move, reader: &mut Reader, samples: u32, seed: u64) -> Comparison {
    let played = canonical(state, mv);
    let list = shortlist(state, Some(played), reader, seed);
    let Some(rival) = list.into_iter().find(|&m| m != played) else {
        // The only move costs nothing.
        return Comparison { best: mv, cost: Cost::exact(0) };
    };
    let pairs = pairs(state, [played, rival], reader, 0, samples, seed);
    Comparison { best: rival, cost: cost(&pairs, state.turn()) }
}

/// The mean cost of the first moves of pairs, with its error.
pub(super) fn cost(pairs: &[(Outcome, Outcome)], me: usize) -> Cost {
    let costs: Vec<f64> = pairs.iter().map(|(a, b)| b.margins[me] - a.margins[me]).collect();
    let (points, error) = mean(&costs);
    Cost { points, error: Some(error) }
}

/// Outcomes of two moves after `ahead` further rounds, each pair with the same chance.
pub(super) fn pairs(
    state: &State,
    [a, b]: [Move; 2],
    reader: &mut Reader,
    ahead: u32,
    samples: u32,
    seed: u64,
) -> Vec<(Outcome, Outcome)> {
    let mut one = |i| {
        let first = outcome(state, a, reader, ahead, fresh(seed, i));
        (first, outcome(state, b, reader, ahead, fresh(seed, i)))
    };
    (0..samples.max(2)).map(&mut one).collect()
}

/// Seed of a play-out that measures; those that choose have others.
fn fresh(seed: u64, i: u32) -> u64 {
    sub_seed(seed, u64::from(i) | 1 << 40)
}

/// The candidates, best first.
fn shortlist(state: &State, played: Option<Move>, reader: &mut Reader, seed: u64) -> Vec<Move> {
    let me = state.turn();
    let mut all: Vec<(i32, Move)> = distinct_moves(state).into_iter().map(|m| (glance(state, m), m)).collect();
    all.sort_by_key(|&(worth, m)| (std::cmp::Reverse(worth), m));
    let mut list: Vec<Move> = all.iter().take(CANDIDATES).map(|&(_, m)| m).collect();
    list.extend(played.filter(|p| !list.contains(p)));
    let mut sums = vec![0.0; list.len()];
    let mut trials = |list: &mut Vec<Move>, from: u32, to: u32| {
        for (sum, &mv) in sums.iter_mut().zip(list.iter()) {
            for i in from..to {
                *sum += outcome(state, mv, reader, 0, sub_seed(seed, i.into())).margins[me];
            }
        }
        let mut order: Vec<(f64, Move)> = sums.iter().copied().zip(list.iter().copied()).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        (sums, *list) = order.into_iter().unzip();
    };
    trials(&mut list, 0, TRIALS);
    list.truncate(FINALISTS);
    trials(&mut list, TRIALS, TRIALS + FINALS);
    list
}

/// A move's gain for the own board, less half of the best reply's gain.
fn glance(state: &State, mv: Move) -> i32 {
    let mut next = *state;
    next.apply(mv);
    let mut worth = 2 * own_worth(&next, state.turn());
    if next.phase() == Phase::Drafting {
        let you = next.turn();
        let now = own_worth(&next, you);
        let gains = distinct_moves(&next).into_iter().map(|reply| {
            let mut after = next;
            after.apply(reply);
            own_worth(&after, you) - now
        });
        worth -= gains.max().unwrap_or(0);
    }
    worth
}

/// A board's worth in tenths if the round ended now.
fn own_worth(state: &State, player: usize) -> i32 {
    let worth = Leaf::True.worth(state.board(player), state.kind());
    let token = if state.token() == Some(player) { leaf::TOKEN_WORTH } else { 0 };
    let on = i32::from(worth.on) + token;
    match worth.ends {
        Ends::No => on,
        Ends::May => on.max(worth.finish.into()),
        Ends::Must => worth.end.into(),
    }
}

/// The quick player's move.
fn quick(state: &State, rng: &mut Rng) -> Option<Move> {
    let me = state.turn();
    let worths: Vec<leaf::Worth> = state.boards().iter().map(|b| Leaf::True.worth(b, state.kind())).collect();
    let others = || worths.iter().enumerate().filter(|(p, _)| *p != me).map(|(_, w)| w);
    let on = others().map(|w| i32::from(w.on)).max().unwrap_or(0);
    let end = others().map(|w| i32::from(w.end)).max().unwrap_or(0);
    let ends = others().any(|w| w.ends == Ends::Must);
    let mut best: Option<(i32, Move)> = None;
    for mv in distinct_moves(state) {
        let mut next = *state;
        next.apply(mv);
        let own = Leaf::True.worth(next.board(me), next.kind());
        let token = if next.token() == Some(me) { leaf::TOKEN_WORTH } else { 0 };
        let (goes_on, ended) = (i32::from(own.on) + token - on, i32::from(own.end) - end);
        let margin = match own.ends {
            _ if ends => ended,
            Ends::Must => ended,
            Ends::May => goes_on.max(i32::from(own.finish) - end),
            Ends::No => goes_on,
        };
        let margin = margin + rng.below(NOISE) as i32;
        if best.is_none_or(|(most, _)| margin > most) {
            best = Some((margin, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// One play-out after a move, through `ahead` further rounds.
fn outcome(state: &State, mv: Move, reader: &mut Reader, ahead: u32, seed: u64) -> Outcome {
    let mut rng = Rng::new(seed);
    let mut state = *state;
    state.apply(mv);
    let few = EXACT[usize::from(state.players() > 2)];
    while state.phase() == Phase::Drafting {
        let is_late = state.tiles_on_table() <= few;
        let read = is_late.then(|| reader.read(&state, Want::Best, &Limits::default()).best()).flatten();
        let Some(mv) = read.map(|best| best.mv).or_else(|| quick(&state, &mut rng)) else { break };
        state.apply(mv);
    }
    let mut outcome = close(&mut state, &mut rng);
    for _ in 0..ahead {
        if state.phase() != Phase::Drafting {
            break;
        }
        while let Some(mv) = (state.phase() == Phase::Drafting).then(|| quick(&state, &mut rng)).flatten() {
            state.apply(mv);
        }
        let later = close(&mut state, &mut rng);
        outcome.followed_by(&later, state.players());
    }
    outcome
}

/// The mean and its standard error.
fn mean(all: &[f64]) -> (f64, f64) {
    let n = all.len().max(1) as f64;
    let mean = all.iter().sum::<f64>() / n;
    let variance = all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, (variance / n).sqrt())
}
