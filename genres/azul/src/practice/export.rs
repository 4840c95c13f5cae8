//! Out.

use super::{Practice, STATE_VERSION};
use crate::{Board, Colour, Phase, State, Tiles, WallKind};
use serde_json::{Map, Value, json};

/// The document of a position.
pub fn export(practice: &Practice) -> String {
    export_value(practice).to_string()
}

/// The document of a position as a value.
pub fn export_value(practice: &Practice) -> Value {
    let state = &practice.state;
    let grey = if state.kind() == WallKind::Grey { "_grey" } else { "" };
    let mut all = Map::new();
    all.insert("state_version".into(), STATE_VERSION.into());
    all.insert("ruleset_id".into(), format!("azul_v1_{}p{grey}", state.players()).into());
    if let Some(seed) = &practice.scenario_seed {
        all.insert("scenario_seed".into(), seed.as_str().into());
    }
    all.insert("active_player_id".into(), state.turn().into());
    all.insert("start_player_id".into(), state.starter().into());
    all.insert("round_number".into(), state.round().into());
    if let Some(phase) = match state.phase() {
        Phase::Over => Some("OVER"),
        Phase::Stalled => Some("STALLED"),
        _ => None,
    } {
        all.insert("phase".into(), phase.into());
    }
    all.insert("draft_phase_progress".into(), state.round_stage().name().to_uppercase().into());
    if let Some(stage) = practice.scenario_game_stage {
        all.insert("scenario_game_stage".into(), stage.name().to_uppercase().into());
    }
    all.insert("bag".into(), multiset(state.bag()));
    all.insert("lid".into(), multiset(state.lid()));
    all.insert("factories".into(), state.factories().iter().map(|&f| multiset(f)).collect());
    let in_centre = state.token().is_none();
    all.insert("center".into(), json!({"tiles": multiset(state.centre()), "has_first_player_token": in_centre}));
    let players = state.boards().iter().enumerate();
    all.insert("players".into(), players.map(|(p, board)| player(state, p, board)).collect());
    Value::Object(all)
}

fn player(state: &State, p: usize, board: &Board) -> Value {
    let line = |row: usize| {
        let line = board.line(row);
        json!({
            "capacity": row + 1,
            "color": line.map(|l| l.0.name()),
            "count_filled": line.map_or(0, |l| l.1),
        })
    };
    let place = |row: usize, column: usize| match (board.wall_tile(state.kind(), row, column), state.kind()) {
        (tile, WallKind::Coloured) => Value::from(tile.is_some()),
        (tile, WallKind::Grey) => tile.map_or(Value::Null, |c| c.name().into()),
    };
    let wall: Vec<Vec<Value>> = (0..5).map(|row| (0..5).map(|column| place(row, column)).collect()).collect();
    let floor = board.floor();
    let tiles: Vec<&str> =
        Colour::ALL.iter().flat_map(|&c| std::iter::repeat_n(c.name(), floor.get(c).into())).collect();
    json!({
        "score": board.score(),
        "pattern_lines": (0..5).map(line).collect::<Vec<Value>>(),
        "wall": wall,
        "floor_line": {"tiles": tiles, "has_first_player_token": state.token() == Some(p)},
    })
}

/// Colours that are there, with their counts.
fn multiset(tiles: Tiles) -> Value {
    let there = Colour::ALL.into_iter().filter(|&c| tiles.get(c) > 0);
    Value::Object(there.map(|c| (c.name().to_string(), tiles.get(c).into())).collect())
}
