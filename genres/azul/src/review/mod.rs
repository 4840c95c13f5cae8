//! A game reviewed: the cost of each decision of a log, a better move, and the reasons.
//!
//! Where the rest of the round can be read, the cost is exact. Elsewhere (mostly at the first picks
//! of a round) it is estimated by play-outs of the round, and has a standard error. For what is
//! explained, play-outs also go on through deals from the bag.
//!
//! ```
//! use tesuji_azul::{Policy, WallKind, log, review};
//!
//! let text = log::self_play(&["Ada", "Bo"], WallKind::Coloured, &[Policy::Random], 7);
//! let (games, decisions) = review::decisions(&text)?;
//! let last = decisions.last().expect("a decision");
//! let reviewed = review::review(last, &mut Default::default(), &review::ReviewOptions::default());
//! // The last pick of a game is read exactly.
//! assert!(games[0].finished && reviewed.is_some_and(|r| r.cost.error.is_none()));
//! # Ok::<(), tesuji_genre::Bad>(())
//! ```

mod explain;
mod parts;
mod practice;
mod sample;
mod words;

use crate::grade::{Mark, value_of};
use crate::log::{Decision, Replayed, replay};
use crate::read::{Reader, Want, canonical};
use crate::scenario::Kind;
use crate::{Move, State, sub_seed};
use tesuji_genre::{Bad, Solution};
use tesuji_solver::Limits;

pub use explain::{Explanation, Reason};
pub use sample::{Advice, advise};
pub use words::{cost_words, effect};

/// Tiles on the table beyond which a duel is not read: the limit would be reached in vain.
const READABLE: u32 = 17;

/// How a review works.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewOptions {
    /// Positions that one exact reading may visit.
    pub read_nodes: u64,
    /// Pairs of play-outs that estimate a cost; 0: nothing is estimated.
    pub samples: u32,
    /// Seed of the play-outs.
    pub seed: u64,
}

impl Default for ReviewOptions {
    fn default() -> Self {
        ReviewOptions { read_nodes: 300_000, samples: 200, seed: 1 }
    }
}

/// A decision of a log, apart from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogDecision {
    /// Line of the log on which the tiles were taken, from 1.
    pub line: u64,
    /// Game in the log, from 1.
    pub game: u64,
    /// Decision in the game, from 1.
    pub number: u64,
    /// Names of the players, by seat.
    pub players: Vec<String>,
    /// The position before it.
    pub before: State,
    /// The move.
    pub mv: Move,
}

impl LogDecision {
    /// Name of the player who decides.
    pub fn player(&self) -> &str {
        self.players.get(self.before.turn()).map_or("", String::as_str)
    }
}

/// The games and decisions of a log.
///
/// # Errors
/// [`Bad`] with the line and the field of the first event that is wrong.
pub fn decisions(text: &str) -> Result<(Vec<Replayed>, Vec<LogDecision>), Bad> {
    let mut all = Vec::new();
    let games = replay(text, &mut |d: &Decision<'_>| {
        all.push(LogDecision {
            line: d.line,
            game: d.game,
            number: d.number,
            players: Vec::new(),
            before: *d.before,
            mv: d.mv,
        });
    })?;
    for decision in &mut all {
        decision.players.clone_from(&games[decision.game as usize - 1].players);
    }
    Ok((games, all))
}

/// A move's cost against the best one, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The points.
    pub points: f64,
    /// Standard error of an estimate; `None`: the cost is exact.
    pub error: Option<f64>,
}

/// Standard errors that an estimated cost lies above what it is taken for.
const ERRORS: f64 = 2.0;

impl Cost {
    /// A cost in tenths that was read.
    fn exact(tenths: i32) -> Cost {
        Cost { points: f64::from(tenths) / 10.0, error: None }
    }

    /// The cost, or of an estimate two standard errors less: reviews are sorted by it.
    pub fn least(self) -> f64 {
        self.points - ERRORS * self.error.unwrap_or(0.0)
    }

    /// The mark of what the move costs at least.
    pub fn mark(self) -> Mark {
        Mark::of((self.least() * 10.0).round().max(0.0) as i32)
    }
}

/// A decision with its cost.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// The decision.
    pub decision: LogDecision,
    /// A best move: the one played, if it is one.
    pub best: Move,
    /// The cost of the move that was played.
    pub cost: Cost,
    /// All best moves and their value, where the round was read.
    pub solution: Option<Solution>,
}

impl MoveReview {
    /// Was another move found to be better?
    pub fn is_mistake(&self) -> bool {
        self.best != self.decision.mv && self.cost.mark() > Mark::Excellent
    }
}

/// Reviews a decision; `None` where it can't be read and nothing is estimated. The answer depends on
/// nothing but the decision and the options.
pub fn review(decision: &LogDecision, reader: &mut Reader, options: &ReviewOptions) -> Option<MoveReview> {
    let (state, mv) = (&decision.before, decision.mv);
    let of = |best: Move, cost: Cost, solution: Option<Solution>| {
        let is_best = cost.points <= 0.0 || best == canonical(state, mv);
        MoveReview { decision: decision.clone(), best: if is_best { mv } else { best }, cost, solution }
    };
    if let Some((best, tenths, solution)) = exact(state, mv, reader, options) {
        return Some(of(best, Cost::exact(tenths), solution));
    }
    if options.samples == 0 {
        return None;
    }
    let seed = sub_seed(options.seed, decision.game << 32 | decision.number);
    let found = sample::compare(state, mv, reader, options.samples, seed);
    Some(of(found.best, found.cost, None))
}

/// A best move, by how many tenths it is better, and the solution; `None` where a limit is reached.
fn exact(
    state: &State,
    mv: Move,
    reader: &mut Reader,
    options: &ReviewOptions,
) -> Option<(Move, i32, Option<Solution>)> {
    if state.tiles_on_table() > READABLE {
        return None;
    }
    let limits = Limits::default().with_nodes(options.read_nodes);
    let reading = reader.read(state, Want::Near(0), &limits);
    let best = reading.best()?;
    let value = match reading.of(state, mv) {
        Some(m) if m.exact => m.value,
        _ => value_of(state, mv, reader, &limits).ok()?,
    };
    Some((best.mv, best.value - value, crate::genre::answer_of(&reading)))
}

/// The types of scenario that an exactly reviewed position shows; none where a limit is reached.
fn themes(review: &MoveReview, reader: &mut Reader, options: &ReviewOptions) -> Vec<Kind> {
    if review.cost.error.is_some() {
        return Vec::new();
    }
    let limits = Limits::default().with_nodes(options.read_nodes);
    let state = &review.decision.before;
    let reading = reader.read(state, Want::Near(crate::scenario::POINT), &limits);
    crate::scenario::kinds(state, &reading, reader, &limits).unwrap_or_default()
}
