//! Quality filters and the reasons for which they reject.

use crate::state::FLOOR;
use crate::{Colour, State};

/// The source document's filters. Value gaps are in points of exact value at the round's end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FilterConfig {
    /// Fewest legal moves.
    pub min_legal_actions: u32,
    /// Fewest different destinations.
    pub min_unique_destinations: u32,
    /// Some move must not go to the floor.
    pub require_non_floor_option: bool,
    /// Largest share of moves to the floor.
    pub max_floor_ratio: f64,
    /// The best move must be better than the second by as much.
    pub min_value_gap: Option<f64>,
    /// The best move must not be better than the second by more.
    pub max_value_gap: Option<f64>,
}

impl Default for FilterConfig {
    fn default() -> Self {
        FilterConfig {
            min_legal_actions: 6,
            min_unique_destinations: 2,
            require_non_floor_option: true,
            max_floor_ratio: 0.5,
            min_value_gap: None,
            max_value_gap: None,
        }
    }
}

/// Why a position or an attempt is rejected, with its numbers.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum Rejected {
    /// Too little choice.
    #[error("too few moves: {actual} of {minimum}")]
    TooFewActions {
        /// Legal moves.
        actual: u32,
        /// Wanted.
        minimum: u32,
    },
    /// All moves go to the same few places.
    #[error("moves to the same few places: {unique_destinations} of {minimum}")]
    DegenerateOptions {
        /// Different destinations.
        unique_destinations: u32,
        /// Wanted.
        minimum: u32,
    },
    /// Nothing but the floor.
    #[error("nothing but the floor")]
    NoNonFloorOption,
    /// Too large a share of floor moves.
    #[error("too many moves to the floor: {ratio:.3} over {max_allowed:.3}")]
    TooManyFloorActions {
        /// Share of floor moves.
        ratio: f64,
        /// Allowed.
        max_allowed: f64,
    },
    /// Best and second best are too close.
    #[error("the next move is too near: {gap:.1} under {minimum:.1}")]
    ValueGapTooSmall {
        /// The gap in points.
        gap: f64,
        /// Wanted.
        minimum: f64,
    },
    /// The best move is too obvious.
    #[error("the next move is too far: {gap:.1} over {maximum:.1}")]
    ValueGapTooLarge {
        /// The gap in points.
        gap: f64,
        /// Allowed.
        maximum: f64,
    },
    /// Another stage of the round than the request's.
    #[error("another stage of the round")]
    RoundStageMismatch,
    /// Another number of tiles or picks than the request's.
    #[error("another number of tiles or picks")]
    TargetMismatch,
    /// Does not show a type of the request.
    #[error("does not show {0}")]
    TypeMissing(&'static str),
    /// Could not be read exactly within the budget.
    #[error("not read to the end: more than {nodes} positions")]
    Unread {
        /// The budget.
        nodes: u64,
    },
    /// The game passed the stage.
    #[error("the game passed the stage")]
    TargetOvershot,
    /// The stage was not reached in time.
    #[error("the stage was not reached in time")]
    MaxRoundsExceeded,
    /// The game ended before the stage.
    #[error("the game ended before the stage")]
    GameEnded,
    /// No snapshot at the stage.
    #[error("no position at the stage")]
    NoValidSnapshots,
}

impl Rejected {
    /// The name without numbers, for counting.
    pub fn name(&self) -> String {
        match self {
            Rejected::TypeMissing(_) => self.to_string(),
            other => other.to_string().split(':').next().unwrap_or_default().to_string(),
        }
    }
}

/// The filters that look at moves only (the gaps need reading).
///
/// # Errors
/// The first filter that rejects, in the source document's order.
pub fn filter(state: &State, config: &FilterConfig) -> Result<(), Rejected> {
    let board = state.board(state.turn());
    let (mut moves, mut lines, mut groups) = (0, 0u8, 0);
    for colour in Colour::ALL {
        let sources = state.sources_of(colour.index()).count_ones();
        if sources > 0 {
            let open = board.open_lines(colour);
            moves += sources * open.count_ones();
            groups += sources;
            lines |= open;
        }
    }
    let actual = moves + groups;
    debug_assert_eq!(actual, state.legal_count());
    if actual < config.min_legal_actions {
        return Err(Rejected::TooFewActions { actual, minimum: config.min_legal_actions });
    }
    let unique_destinations = (lines | u8::from(groups > 0) << FLOOR).count_ones();
    if unique_destinations < config.min_unique_destinations {
        return Err(Rejected::DegenerateOptions { unique_destinations, minimum: config.min_unique_destinations });
    }
    if config.require_non_floor_option && moves == 0 {
        return Err(Rejected::NoNonFloorOption);
    }
    let ratio = f64::from(groups) / f64::from(actual.max(1));
    if ratio > config.max_floor_ratio {
        return Err(Rejected::TooManyFloorActions { ratio, max_allowed: config.max_floor_ratio });
    }
    Ok(())
}

/// The filters of the gap between best and second best, in points.
///
/// # Errors
/// The gap is outside.
pub(crate) fn filter_gap(gap: Option<i32>, config: &FilterConfig) -> Result<(), Rejected> {
    // A single move is as obvious as can be.
    let gap = gap.map_or(f64::INFINITY, |g| f64::from(g) / 10.0);
    match (config.min_value_gap, config.max_value_gap) {
        (Some(minimum), _) if gap < minimum => Err(Rejected::ValueGapTooSmall { gap, minimum }),
        (_, Some(maximum)) if gap > maximum => Err(Rejected::ValueGapTooLarge { gap, maximum }),
        _ => Ok(()),
    }
}
