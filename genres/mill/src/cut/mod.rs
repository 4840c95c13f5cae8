//! From played games to puzzles: every position that the tables know, and where one turn is right
//! there. As in Go nothing need be blundered: that the player missed the turn is said, not asked.

mod lists;

pub use lists::{NamedGame, lists, lists_by};

use crate::action::Turn;
use crate::exchange::Category;
use crate::game_text::PlayedGame;
use crate::genre::{MILL, Missed, puzzle_of};
use crate::position::Position;
use crate::puzzle::{Library, Outcome, Question, State, Step};
use crate::rules;
use serde_json::json;
use std::collections::BTreeMap;
use tesuji_genre::position::PositionGenre;
use tesuji_genre::{Record, Source, recipe, record_id};
use tesuji_solver::{Clock, Limits};

/// Positions with men in hand that the value of one position may take.
const BUDGET: u64 = 60_000;

/// Which positions are kept.
#[derive(Clone, PartialEq, Debug)]
pub struct CutOptions {
    /// The categories to try; a position becomes a puzzle of the first that fits.
    pub categories: Vec<Category>,
    /// Only where the player's turn gave the value up.
    pub only_missed: bool,
}

impl Default for CutOptions {
    fn default() -> Self {
        CutOptions { categories: vec![Category::WinGame, Category::FindBestMove], only_missed: false }
    }
}

/// Counts of the games.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Cut {
    /// Games played through.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Positions among them with a known value.
    pub valued: u64,
    /// Positions among them in which the player's turn gave the value up.
    pub missed: u64,
    /// Puzzles.
    pub kept: u64,
    /// Puzzles in which the player's turn is the key.
    pub found: u64,
    /// Positions left out, by reason.
    pub rejected: BTreeMap<String, u64>,
    /// Did the clock end it?
    pub is_cut: bool,
}

impl Cut {
    /// Adds what others gave.
    pub fn add(&mut self, other: Cut) {
        self.games += other.games;
        self.positions += other.positions;
        self.valued += other.valued;
        self.missed += other.missed;
        self.kept += other.kept;
        self.found += other.found;
        self.is_cut |= other.is_cut;
        for (why, n) in other.rejected {
            *self.rejected.entry(why).or_default() += n;
        }
    }
}

/// A position's value for the player, and the value after his turn.
struct Worth {
    before: Outcome,
    after: Outcome,
}

/// Plays a game through and gives a record for each position of a puzzle: the goal, the key, and in
/// `metadata` the turn, what was played, and the values before and after it.
pub fn cut(
    game: &PlayedGame,
    options: &CutOptions,
    library: &Library,
    clock: &Clock,
    keep: &mut dyn FnMut(Record),
) -> Cut {
    let mut all = Cut { games: 1, ..Cut::default() };
    let mut at = game.start;
    let turns: Vec<String> = game.turns.iter().map(ToString::to_string).collect();
    let hash = record_id("mill", &turns.join(" "));
    for (number, turn) in (1_u64..).zip(&game.turns) {
        if clock.expired().is_some() {
            all.is_cut = true;
            return all;
        }
        all.positions += 1;
        match record(game, &at, *turn, options, library, &mut all) {
            Ok(mut record) => {
                if let Some(serde_json::Value::Object(metadata)) = record.extra.get_mut("metadata") {
                    metadata.insert("source_sgf_hash".to_string(), hash.clone().into());
                    metadata.insert("original_move_number".to_string(), number.into());
                }
                all.kept += 1;
                keep(record);
            }
            Err(why) => *all.rejected.entry(why).or_default() += 1,
        }
        // It was played through when it was read.
        let Ok(next) = rules::play_turn(&game.variant.rules, &at, *turn) else { break };
        at = next;
    }
    all
}

/// The record of a position, or the reason against it.
fn record(
    game: &PlayedGame,
    at: &Position,
    turn: Turn,
    options: &CutOptions,
    library: &Library,
    all: &mut Cut,
) -> Result<Record, String> {
    let state = State::of(at).ok_or("a man is being taken")?;
    let is_opening = options.categories.contains(&Category::Opening);
    if state.placing() && !is_opening {
        return Err("men in hand".to_string());
    }
    let valued = valued(&state, turn, library)?;
    all.valued += 1;
    let is_missed = valued.after < valued.before;
    all.missed += u64::from(is_missed);
    if valued.before == Outcome::Loss {
        return Err("lost already".to_string());
    }
    if options.only_missed && !is_missed {
        return Err("the player keeps the value".to_string());
    }
    let mut why = "no category fits".to_string();
    for &category in &options.categories {
        let captures = if category == Category::CapturePieces { 2 } else { 1 };
        let question = Question { variant: game.variant, state, side: at.side, category, captures };
        match puzzle_of(&question, library, &Limits::default()) {
            Ok((record, _)) => {
                let is_key = is_key(&record, turn);
                all.found += u64::from(is_key);
                return Ok(told(record, &question, turn, &valued, is_key));
            }
            Err(Missed::Kind) => {}
            Err(Missed::For(reason)) => why = reason,
        }
    }
    Err(why)
}

fn valued(state: &State, turn: Turn, library: &Library) -> Result<Worth, String> {
    let mut oracle = library.oracle(BUDGET);
    let worth = oracle.worth(state).ok_or_else(|| oracle.why_unknown(state).to_string())?;
    let step = Step::of(turn).ok_or("a turn of several men")?;
    let after = oracle.kernel.play(state, step);
    let left = oracle.worth(&after).ok_or_else(|| oracle.why_unknown(&after).to_string())?;
    Ok(Worth { before: worth.outcome(), after: left.before().outcome() })
}

/// Is the turn among the keys of a record?
fn is_key(record: &Record, turn: Turn) -> bool {
    let keys = record.solution.as_ref().and_then(|s| s.keys()).unwrap_or_default();
    keys.contains(&turn.to_string().as_str())
}

/// The record with what the game says of it.
fn told(mut record: Record, question: &Question, turn: Turn, valued: &Worth, is_key: bool) -> Record {
    let genre = &MILL.0;
    record.canon = Some(record_id(genre.name(), &genre.least_image(question)));
    record.source = Some(Source { tool: Some(recipe::tool()), ..Source::default() });
    let phase = if question.state.placing() { "placing" } else { "moving" };
    let mut tags = vec![question.category.name(), phase];
    if valued.after < valued.before {
        tags.push("missed");
    }
    record.extra.insert("tags".to_string(), json!(tags));
    let metadata = json!({
        "played": turn.to_string(), "is_key": is_key,
        "value_before": valued.before, "value_after": valued.after,
        "blunder": valued.after < valued.before,
    });
    record.extra.insert("metadata".to_string(), metadata);
    record
}

#[cfg(test)]
mod tests;
