//! The engine's replies, a line at a time.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tesuji_sgf::Color;

/// Whose view numbers are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum View {
    /// Black's.
    #[default]
    Black,
    /// White's.
    White,
    /// The value for the side to move.
    SideToMove,
}

/// An answer about a position, as Black sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// Who is to move.
    #[serde(with = "letter")]
    pub to_move: Color,
    /// Black's chances, from 0 to 1.
    pub winrate: f64,
    /// Points by which Black leads.
    pub score: f64,
    /// Visits of the search.
    pub visits: u64,
    /// The moves that were looked at, the best first.
    pub moves: Vec<MoveInfo>,
    /// How far each point will be Black's, by rows from the top: from -1 to 1. Empty where the
    /// query does not want it.
    pub ownership: Vec<f32>,
    /// The network's policy for each point, by rows from the top, then for the pass; negative where
    /// a move is illegal. Empty where the query does not want it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub policy: Vec<f32>,
}

/// A move that was looked at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveInfo {
    /// Its name.
    pub name: String,
    /// Black's chances after it.
    pub winrate: f64,
    /// Points by which Black leads after it.
    pub score: f64,
    /// Visits.
    pub visits: u64,
    /// The network's own policy for the move.
    pub prior: f64,
}

/// A line of the engine's.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// An answer.
    Answer {
        /// The query's id.
        id: String,
        /// The number of moves before the position.
        turn: usize,
        /// Does the search go on?
        is_during: bool,
        /// The answer; none where the query was called off before it was begun.
        analysis: Option<Box<Analysis>>,
    },
    /// A warning about a query; its answer comes all the same.
    Warning {
        /// The query's id.
        id: Option<String>,
        /// The field.
        field: Option<String>,
        /// The words.
        what: String,
    },
    /// A refusal. Of lines that are no queries it has no id.
    Refused {
        /// The query's id.
        id: Option<String>,
        /// The field.
        field: Option<String>,
        /// Why.
        what: String,
    },
    /// An action was done.
    Done {
        /// The query's id.
        id: String,
        /// The action.
        action: String,
        /// The whole line.
        fields: Value,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    id: Option<String>,
    action: Option<String>,
    error: Option<String>,
    warning: Option<String>,
    field: Option<String>,
    turn_number: Option<usize>,
    #[serde(default)]
    is_during_search: bool,
    #[serde(default)]
    no_results: bool,
    root_info: Option<RootInfo>,
    #[serde(default)]
    move_infos: Vec<MoveLine>,
    #[serde(default)]
    ownership: Vec<f32>,
    #[serde(default)]
    policy: Vec<f32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: String,
    winrate: f64,
    score_lead: f64,
    visits: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MoveLine {
    #[serde(rename = "move")]
    name: String,
    winrate: f64,
    score_lead: f64,
    visits: u64,
    #[serde(default)]
    prior: f64,
    #[serde(default)]
    order: u64,
}

impl Reply {
    /// Reads a line; numbers in it are in that view.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str, view: View) -> Result<Reply, String> {
        let fields: Value = serde_json::from_str(text).map_err(|e| format!("no line of JSON: {e}"))?;
        let line: Line = serde_json::from_value(fields.clone()).map_err(|e| format!("no reply: {e}"))?;
        let Line { id, field, .. } = line;
        if let Some(what) = line.error {
            return Ok(Reply::Refused { id, field, what });
        }
        if let Some(what) = line.warning {
            return Ok(Reply::Warning { id, field, what });
        }
        let id = id.ok_or("no reply: without an id")?;
        if let Some(action) = line.action {
            return Ok(Reply::Done { id, action, fields });
        }
        let turn = line.turn_number.ok_or("no reply: without a turn")?;
        let is_during = line.is_during_search;
        if line.no_results {
            return Ok(Reply::Answer { id, turn, is_during, analysis: None });
        }
        let root = line.root_info.ok_or("no reply: without results")?;
        let to_move = match root.current_player.as_str() {
            "B" => Color::Black,
            "W" => Color::White,
            other => return Err(format!("no reply: the player {other:?}")),
        };
        let is_turned = match view {
            View::Black => false,
            View::White => true,
            View::SideToMove => to_move == Color::White,
        };
        let winrate = |w: f64| if is_turned { 1.0 - w } else { w };
        let sign = if is_turned { -1.0 } else { 1.0 };
        let mut moves = line.move_infos;
        moves.sort_by_key(|m| m.order);
        let moves = moves.into_iter().map(|m| MoveInfo {
            winrate: winrate(m.winrate),
            score: sign * m.score_lead,
            visits: m.visits,
            prior: m.prior,
            name: m.name,
        });
        let analysis = Analysis {
            to_move,
            winrate: winrate(root.winrate),
            score: sign * root.score_lead,
            visits: root.visits,
            moves: moves.collect(),
            ownership: line.ownership.into_iter().map(|o| sign as f32 * o).collect(),
            policy: line.policy,
        };
        Ok(Reply::Answer { id, turn, is_during, analysis: Some(Box::new(analysis)) })
    }
}

/// Colours as `B` and `W`.
mod letter {
    use serde::{Deserialize, Deserializer, Serializer};
    use tesuji_sgf::Color;

    pub fn serialize<S: Serializer>(color: &Color, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(color.letter())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Color, D::Error> {
        match String::deserialize(from)?.as_str() {
            "B" => Ok(Color::Black),
            "W" => Ok(Color::White),
            other => Err(serde::de::Error::custom(format!("no colour: {other}"))),
        }
    }
}
