//! Snapshot sampling: play to the stage, collect positions, choose the best that passes.

use super::filter::filter_gap;
use super::{
    GameStage, Kind, LateReason, Params, Quality, Rejected, RoundStage, filter, game_stage, round_stage, shows,
};
use crate::read::{Reader, Reading, Want};
use crate::{Colour, Phase, Rng, State, sub_seed};
use std::collections::BTreeMap;
use tesuji_solver::Limits;

/// A practice scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenario {
    /// The position.
    pub state: State,
    /// The seed of the request.
    pub seed: u64,
    /// The game (attempt) of that seed in which it came up, from 0.
    pub attempt: u64,
    /// Stage of the game.
    pub game_stage: GameStage,
    /// The sign that the game is late.
    pub late_reason: Option<LateReason>,
    /// Stage of the round.
    pub round_stage: RoundStage,
    /// Picks made in the round.
    pub pick: u32,
    /// Its quality score.
    pub quality: i32,
    /// The exact reading, where the request needs one: best, second best, and all within a point of
    /// the best.
    pub reading: Option<Reading>,
    /// The types asked for, all shown.
    pub kinds: Vec<Kind>,
    /// False only in lenient mode.
    pub filters_passed: bool,
}

/// Counts of tries, and of rejections by reason.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Tries {
    /// Games.
    pub attempts: u64,
    /// Snapshots.
    pub snapshots: u64,
    /// Rejections by name.
    pub rejected: BTreeMap<String, u64>,
}

impl Tries {
    fn reject(&mut self, why: Rejected) {
        *self.rejected.entry(why.name()).or_default() += 1;
    }
}

/// The quality score. Diversity: four for each destination, two for each colour, one for each pair
/// of source and colour. With a reading: also the gap in tenths (40 at most), less three for each
/// near-best move beyond the first (30 at most).
pub fn quality(state: &State, reading: Option<&Reading>) -> i32 {
    let board = state.board(state.turn());
    let (mut lines, mut colours, mut pairs) = (0u8, 0, 0);
    for colour in Colour::ALL {
        let sources = state.sources_of(colour.index()).count_ones() as i32;
        if sources > 0 {
            lines |= board.open_lines(colour);
            colours += 1;
            pairs += sources;
        }
    }
    let diversity = 4 * (lines.count_ones() as i32 + 1) + 2 * colours + pairs;
    let Some((reading, best)) = reading.and_then(|r| Some((r, r.best()?))) else { return diversity };
    let near = reading.moves.iter().filter(|m| m.exact && m.value >= best.value - crate::grade::NEAR).count() as i32;
    diversity + reading.gap().unwrap_or(0).min(40) - 3 * (near - 1).min(10)
}

struct Snapshot {
    state: State,
    pick: u32,
    quality: i32,
}

/// Makes scenarios; keeps the reader's tables.
#[derive(Default)]
pub struct Sampler {
    reader: Reader,
}

impl Sampler {
    /// A sampler.
    pub fn new() -> Self {
        Sampler::default()
    }

    /// The scenario of the parameters: the first attempt that yields one. The same parameters give
    /// the same scenario, always. The tries count why what was rejected.
    pub fn generate(&mut self, params: &Params) -> (Option<Scenario>, Tries) {
        let mut tries = Tries::default();
        for attempt in 0..params.attempts {
            if let Some(scenario) = self.attempt(params, attempt, &mut tries) {
                return (Some(scenario), tries);
            }
        }
        (None, tries)
    }

    /// One game of the parameters' seed.
    pub fn attempt(&mut self, params: &Params, attempt: u64, tries: &mut Tries) -> Option<Scenario> {
        tries.attempts += 1;
        let mut rng = Rng::new(sub_seed(params.seed, attempt));
        let mut snapshots = match collect(params, &mut rng) {
            Ok(snapshots) => snapshots,
            Err(why) => {
                tries.reject(why);
                return None;
            }
        };
        tries.snapshots += snapshots.len() as u64;
        let mut fallback: Option<Snapshot> = None;
        snapshots.retain_mut(|s| match right(params, s).and_then(|()| filter(&s.state, &params.filter)) {
            Ok(()) => true,
            Err(why) => {
                tries.reject(why);
                let stages = !matches!(why, Rejected::RoundStageMismatch | Rejected::TargetMismatch);
                if stages && !params.strict && fallback.as_ref().is_none_or(|f| f.quality < s.quality) {
                    fallback = Some(Snapshot { ..*s });
                }
                false
            }
        });
        // Best first; of equal ones the earlier.
        snapshots.sort_by_key(|s| std::cmp::Reverse(s.quality));
        let exact = params.quality == Quality::Reading
            || params.filter.min_value_gap.is_some()
            || params.filter.max_value_gap.is_some()
            || !params.kinds.is_empty();
        let mut best: Option<(Snapshot, Option<Reading>)> = None;
        for mut snapshot in snapshots {
            if !exact {
                best = Some((snapshot, None));
                break;
            }
            match self.read(params, &snapshot.state) {
                Err(why) => {
                    tries.reject(why);
                    if !params.strict && fallback.is_none() {
                        fallback = Some(snapshot);
                    }
                }
                Ok(reading) => {
                    if params.quality == Quality::Reading {
                        snapshot.quality = quality(&snapshot.state, Some(&reading));
                    }
                    let better = best.as_ref().is_none_or(|(b, _)| snapshot.quality > b.quality);
                    if better {
                        best = Some((snapshot, Some(reading)));
                    }
                    if params.quality != Quality::Reading {
                        break;
                    }
                }
            }
        }
        let filters_passed = best.is_some();
        let (snapshot, reading) = best.or(fallback.map(|f| (f, None)))?;
        let (game_stage, late_reason) = game_stage(&snapshot.state);
        Some(Scenario {
            state: snapshot.state,
            seed: params.seed,
            attempt,
            game_stage,
            late_reason,
            round_stage: round_stage(&snapshot.state),
            pick: snapshot.pick,
            quality: snapshot.quality,
            reading,
            kinds: if filters_passed { params.kinds.clone() } else { Vec::new() },
            filters_passed,
        })
    }

    /// Reads a snapshot and applies what needs it: gaps and types.
    fn read(&mut self, params: &Params, state: &State) -> Result<Reading, Rejected> {
        let limits = Limits::default().with_nodes(params.read_nodes);
        let unread = Rejected::Unread { nodes: params.read_nodes };
        let reading = self.reader.read(state, Want::Near(super::POINT), &limits);
        if reading.best().is_none() {
            return Err(unread);
        }
        filter_gap(reading.gap(), &params.filter)?;
        for &kind in &params.kinds {
            match shows(kind, state, &reading, &mut self.reader, &limits) {
                None => return Err(unread),
                Some(false) => return Err(Rejected::TypeMissing(kind.name())),
                Some(true) => {}
            }
        }
        Ok(reading)
    }
}

/// Is the snapshot at the stage of the round, number of tiles and picks asked for?
fn right(params: &Params, snapshot: &Snapshot) -> Result<(), Rejected> {
    if params.round_stage.is_some_and(|s| s != round_stage(&snapshot.state)) {
        return Err(Rejected::RoundStageMismatch);
    }
    let tiles = params.tiles.is_none_or(|n| n == snapshot.state.tiles_on_table());
    let pick = params.pick.is_none_or(|n| n == snapshot.pick);
    if tiles && pick { Ok(()) } else { Err(Rejected::TargetMismatch) }
}

/// Plays to the stage of the game and collects snapshots while it lasts.
fn collect(params: &Params, rng: &mut Rng) -> Result<Vec<Snapshot>, Rejected> {
    let mut state = State::deal(params.players, params.wall, rng);
    let mut rounds = 0;
    while let Some(target) = params.game_stage {
        let now = game_stage(&state).0;
        if now == target {
            break;
        }
        if now > target {
            return Err(Rejected::TargetOvershot);
        }
        if rounds == params.max_rounds {
            return Err(Rejected::MaxRoundsExceeded);
        }
        while let Some(mv) = params.policy.choose(&state, rng) {
            state.apply(mv);
        }
        if state.end_round(rng).is_err() || state.phase() != Phase::Drafting {
            return Err(Rejected::GameEnded);
        }
        rounds += 1;
    }
    let fine = params.tiles.is_some() || params.pick.is_some();
    let mut snapshots = Vec::with_capacity(params.snapshots as usize);
    let (mut decisions, mut pick) = (0, 0);
    while snapshots.len() < params.snapshots as usize {
        if state.phase() == Phase::Tiling {
            if state.end_round(rng).is_err() || state.round() > params.max_rounds + rounds + 1 {
                break;
            }
            pick = 0;
            // A stage that is over does not come back.
            if params.game_stage.is_some_and(|t| game_stage(&state).0 != t) {
                break;
            }
        }
        let mut snapshot = Snapshot { state, pick, quality: 0 };
        let due = if fine { right(params, &snapshot).is_ok() } else { decisions % params.interval.max(1) == 0 };
        if due && state.phase() == Phase::Drafting {
            snapshot.quality = match params.quality {
                Quality::LegalMoves => state.legal_count() as i32,
                _ => quality(&state, None),
            };
            snapshots.push(snapshot);
        }
        let Some(mv) = params.policy.choose(&state, rng) else { break };
        state.apply(mv);
        decisions += 1;
        pick += 1;
    }
    if snapshots.is_empty() { Err(Rejected::NoValidSnapshots) } else { Ok(snapshots) }
}
