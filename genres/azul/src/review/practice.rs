//! A practice set from one's own mistakes.

use super::{Cost, MoveReview};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tesuji_genre::{Record, Source, record_id};

/// A cost as data.
pub(super) fn cost_data(cost: Cost) -> Value {
    let round = |x: f64| (x * 100.0).round() / 100.0;
    match cost.error {
        None => json!({"points": round(cost.points), "by": "reading"}),
        Some(error) => json!({"points": round(cost.points), "by": "play-outs", "standard_error": round(error)}),
    }
}

impl MoveReview {
    /// The decision as a puzzle: what would have been best? It has a solution where the round was
    /// read.
    pub fn record(&self, file: Option<&str>) -> Record {
        let decision = &self.decision;
        let state = &decision.before;
        let text = state.to_string();
        let grey = if state.kind() == crate::WallKind::Grey { "-grey" } else { "" };
        let event = json!({
            "game": decision.game,
            "decision": decision.number,
            "player": decision.player(),
            "move": decision.mv.to_string(),
        });
        let extra = BTreeMap::from([
            ("game_stage".to_string(), json!(state.game_stage().name())),
            ("round_stage".to_string(), json!(state.round_stage().name())),
            ("event".to_string(), event),
            ("cost".to_string(), cost_data(self.cost)),
            ("better".to_string(), json!(self.best.to_string())),
        ]);
        Record {
            id: record_id("azul", &text),
            canon: None,
            genre: "azul".into(),
            size: format!("{}p{grey}", state.players()),
            puzzle: text,
            state: None,
            solution: self.solution.clone(),
            grade: None,
            source: Some(Source {
                file: file.map(str::to_string),
                line: Some(decision.line),
                tool: Some(format!("tesuji {} azul review", env!("CARGO_PKG_VERSION"))),
                ..Source::default()
            }),
            extra,
        }
    }

    /// The review as a line of JSON.
    pub fn data(&self) -> Value {
        let decision = &self.decision;
        json!({
            "line": decision.line,
            "game": decision.game,
            "decision": decision.number,
            "round": decision.before.round(),
            "player": decision.player(),
            "played": decision.mv.to_string(),
            "best": self.best.to_string(),
            "cost": cost_data(self.cost),
            "mark": self.cost.mark(),
            "position": decision.before.to_string(),
        })
    }
}
