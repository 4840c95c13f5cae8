//! How hard a position is: exact figures, one score, six tiers as quantiles of a stated population.

use crate::leaf::Leaf;
use crate::read::{Reader, Reading, Want, distinct_moves};
use crate::{Move, State, greedy_score};
use tesuji_solver::{Limits, Stop, Tier};

/// Moves within this number of tenths of the best are near-best.
pub const NEAR: i32 = 5;

/// Least score of each tier above beginner: the sixths of the scores of 600 two-player scenarios
/// (coloured wall, greedy self-play, default filters, seed 1), evenly over early, mid and late and
/// over the middle and the end of the round. `examples/lab/tiers.rs` counts them again. The source
/// document's Easy, Medium and Hard are easy, medium and hard.
pub const TIER_FLOORS: [u32; 5] = [18, 30, 47, 65, 84];

/// The figures of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// The reading they come from: best, second, and all near-best moves exact.
    pub reading: Reading,
    /// Best less second best, in tenths; `None` with one move.
    pub gap: Option<i32>,
    /// Moves within [`NEAR`] of the best.
    pub near: u32,
    /// Distinct legal moves.
    pub distinct: u32,
    /// Legal moves.
    pub legal: u32,
    /// Least depth from which on a search of that depth chooses a best move.
    pub depth: u32,
    /// Cost of the greedy player's move, in tenths: the dearest of those it may choose.
    pub greedy_regret: i32,
    /// Cost of the move that does most for the own board at once.
    pub impulse_regret: i32,
}

impl Figures {
    /// The score: ten for each ply of depth beyond the first; two for each point that the greedy
    /// player loses and four for each that the first impulse loses (ten points at most each); ten
    /// less the gap in points, from 0 to 10, halved; one for every four distinct moves.
    pub fn score(&self) -> u32 {
        let regret = |tenths: i32| tenths.clamp(0, 100) as u32;
        let gap = self.gap.unwrap_or(100).clamp(0, 100) as u32;
        10 * (self.depth - 1)
            + regret(self.greedy_regret) / 5
            + regret(self.impulse_regret) * 2 / 5
            + (100 - gap) / 20
            + self.distinct / 4
    }

    /// The tier of the score.
    pub fn tier(&self) -> Tier {
        let score = self.score();
        Tier::ALL[TIER_FLOORS.iter().filter(|&&floor| score >= floor).count()]
    }
}

/// The figures of a position. `known` is a reading that has best, second and near-best moves exact,
/// if there is one.
///
/// # Errors
/// The limit that was reached (for each of the searches).
pub fn figures(state: &State, known: Option<&Reading>, reader: &mut Reader, limits: &Limits) -> Result<Figures, Stop> {
    let reading = match known {
        Some(reading) => reading.clone(),
        None => reader.read(state, Want::Near(crate::scenario::POINT), limits),
    };
    let Some(best) = reading.best() else { return Err(reading.stop) };
    let exactly = |mv: Move, reader: &mut Reader| match reading.of(state, mv) {
        Some(m) if m.exact => Ok(m.value),
        _ => value_of(state, mv, reader, limits),
    };
    let legal = state.legal();
    let top = legal.iter().map(|&m| greedy_score(state, m)).max().unwrap_or(0);
    let mut greedy_regret = 0;
    let mut asked: Vec<Move> = Vec::new();
    for &mv in legal.iter().filter(|&&m| greedy_score(state, m) == top) {
        let mv = crate::read::canonical(state, mv);
        if !asked.contains(&mv) {
            asked.push(mv);
            greedy_regret = greedy_regret.max(best.value - exactly(mv, reader)?);
        }
    }
    let me = state.turn();
    let distinct = distinct_moves(state);
    let mut impulse: Option<(i32, Move)> = None;
    for &mv in &distinct {
        let mut next = *state;
        next.apply(mv);
        let worth = Leaf::Own.now(&next, me)[me];
        if impulse.is_none_or(|(w, _)| worth > w) {
            impulse = Some((worth, mv));
        }
    }
    let impulse_regret = match impulse {
        Some((_, mv)) => best.value - exactly(mv, reader)?,
        None => 0,
    };
    let mut depth = 1;
    for plies in 1.. {
        let (shallow, cut) = reader.read_to_depth(state, plies, limits);
        let Some(chosen) = shallow.best() else { return Err(shallow.stop) };
        let right = reading.of(state, chosen.mv).is_some_and(|m| m.exact && m.value == best.value);
        if !right {
            depth = u32::from(plies) + 1;
        }
        if !cut || plies == u8::MAX {
            break;
        }
    }
    let near = reading.moves.iter().filter(|m| m.exact && m.value >= best.value - NEAR).count() as u32;
    let (gap, distinct, legal) = (reading.gap(), distinct.len() as u32, legal.len() as u32);
    Ok(Figures { gap, near, distinct, legal, depth, greedy_regret, impulse_regret, reading })
}

/// The exact value of one move for the player to move, in tenths.
///
/// # Errors
/// The limit that was reached.
pub fn value_of(state: &State, mv: Move, reader: &mut Reader, limits: &Limits) -> Result<i32, Stop> {
    if state.players() > 2 {
        let all = reader.read(state, Want::All, limits);
        return all.of(state, mv).filter(|_| all.stop == Stop::Exhausted).map(|m| m.value).ok_or(all.stop);
    }
    let mut next = *state;
    if next.play(mv).is_err() {
        return Err(Stop::Exhausted);
    }
    if next.phase() != crate::Phase::Drafting {
        return Ok(Leaf::True.now(&next, state.turn())[state.turn()]);
    }
    let after = reader.read(&next, Want::Best, limits);
    after.best().map(|m| -m.value).ok_or(after.stop)
}

/// How good a move was, by its regret.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Mark {
    /// A quarter of a point at most.
    Excellent,
    /// One point at most.
    Good,
    /// Two and a half at most.
    Okay,
    /// More.
    Miss,
}

impl Mark {
    /// The mark of a regret in tenths.
    pub fn of(regret: i32) -> Mark {
        match regret {
            // A quarter of a point is two and a half tenths.
            i32::MIN..=2 => Mark::Excellent,
            3..=10 => Mark::Good,
            11..=25 => Mark::Okay,
            _ => Mark::Miss,
        }
    }
}

/// A move's cost.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Assessment {
    /// The move.
    pub played: String,
    /// Its value in points.
    pub value: String,
    /// A best move.
    pub best: String,
    /// The best value in points.
    pub best_value: String,
    /// The difference in points.
    pub regret: String,
    /// The mark.
    pub mark: Mark,
    /// Positions visited.
    pub nodes: u64,
}

/// Assesses a move exactly.
///
/// # Errors
/// Words: the move is illegal, or a limit was reached.
pub fn assess(state: &State, mv: Move, reader: &mut Reader, limits: &Limits) -> Result<Assessment, String> {
    state.check_move(mv).map_err(|e| format!("{mv} is not legal: {e}"))?;
    let reading = reader.read(state, Want::Best, limits);
    let limit = |stop: Stop| format!("not read to the end of the round: the limit of {} was reached", stop.name());
    let best = reading.best().ok_or_else(|| limit(reading.stop))?;
    let value = match reading.of(state, mv) {
        Some(m) if m.exact => m.value,
        _ => value_of(state, mv, reader, limits).map_err(limit)?,
    };
    let points = |tenths: i32| format!("{:.1}", f64::from(tenths) / 10.0);
    Ok(Assessment {
        played: mv.to_string(),
        value: points(value),
        best: best.mv.to_string(),
        best_value: points(best.value),
        regret: points(best.value - value),
        mark: Mark::of(best.value - value),
        nodes: reading.nodes,
    })
}
