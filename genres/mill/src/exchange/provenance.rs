//! `provenance`: the evidence that a position stood in a played game.

use super::fields::Fields;
use super::finding::Finding;
use super::json::Json;

/// Replay evidence of a puzzle tagged `source:replay-backed`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Provenance {
    /// `human-game-replay`.
    pub kind: String,
    /// Name of the corpus.
    pub corpus: String,
    /// SHA-256 of the database snapshot.
    pub database_sha256: String,
    /// SHA-256 of the game's row.
    pub source_game_sha256: String,
    /// Complete turn at which the puzzle stands, from 1.
    pub source_logical_ply: i64,
    /// Complete turns before it.
    pub replay_history: Vec<String>,
    /// The turn that was played there.
    pub recorded_turn: String,
    /// Symmetry of the presentation, 0 to 15.
    pub presentation_transform: i64,
    /// `sanmill-ring16-v1`.
    pub transform_model: String,
    /// How often the position occurred.
    pub position_games: i64,
    /// How often the turn was played there.
    pub recorded_turn_games: i64,
}

impl Provenance {
    pub(super) fn read(value: &Json, path: &str, found: &mut Vec<Finding>) -> Option<Self> {
        let mut f = Fields::of(value, path, found);
        let read = Provenance {
            kind: f.text("kind"),
            corpus: f.text("corpus"),
            database_sha256: f.text("databaseSha256"),
            source_game_sha256: f.text("sourceGameSha256"),
            source_logical_ply: f.number("sourceLogicalPly").unwrap_or_default(),
            replay_history: f.texts("replayHistory").unwrap_or_default(),
            recorded_turn: f.text("recordedTurn"),
            presentation_transform: f.number("presentationTransform").unwrap_or_default(),
            transform_model: f.text("transformModel"),
            position_games: f.number("positionGames").unwrap_or_default(),
            recorded_turn_games: f.number("recordedTurnGames").unwrap_or_default(),
        };
        (!f.broken).then_some(read)
    }

    /// Checks the format's conditions on the fields, without a replay.
    pub(super) fn check(&self, path: &str, found: &mut Vec<Finding>) {
        let mut error = |key: &str, what: String| {
            found.push(Finding::error(format!("{path}.{key}"), "provenance", what));
        };
        for (key, hash) in [("databaseSha256", &self.database_sha256), ("sourceGameSha256", &self.source_game_sha256)] {
            if hash.len() != 64 || !hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
                error(key, "64 small hexadecimal digits are expected".into());
            }
        }
        let turns = self.replay_history.len() as i64;
        if self.source_logical_ply != turns + 1 {
            let what = format!("{} is expected: one more than the {turns} turns of replayHistory", turns + 1);
            error("sourceLogicalPly", what);
        }
        if !(0..16).contains(&self.presentation_transform) {
            error("presentationTransform", format!("0 to 15 is expected, this is {}", self.presentation_transform));
        }
        for (key, n) in [("positionGames", self.position_games), ("recordedTurnGames", self.recorded_turn_games)] {
            if n < 0 {
                error(key, "a count is expected".into());
            }
        }
        for (key, text, known) in
            [("kind", &self.kind, "human-game-replay"), ("transformModel", &self.transform_model, "sanmill-ring16-v1")]
        {
            if text != known {
                let what = format!("unknown: {text:?}; the format knows `{known}`");
                found.push(Finding::warning(format!("{path}.{key}"), "provenance", what));
            }
        }
    }
}
