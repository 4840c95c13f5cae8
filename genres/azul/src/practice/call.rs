//! The practice tool's calls, JSON in and JSON out, as a page in a browser makes them.
//!
//! | call | in | out |
//! |---|---|---|
//! | `generate_scenario` | the parameter object | a position |
//! | `list_legal_actions` | position, player | a list of actions |
//! | `apply_action` | position, action | a position |
//! | `resolve_end_of_round` | position, seed of the next deal | a position |
//! | `assess` | position, action | what the move cost |
//!
//! An action is `{"source":{"Factory":0},"color":"Blue","destination":{"PatternLine":2}}`, with
//! `"Center"` and `"Floor"`. What goes wrong comes back as
//! `{"error":{"code":…,"message":…,"context":…}}`. Nothing depends on a clock or on anything else
//! outside: the same call gives the same bytes everywhere.

use super::tree::{At, read as read_tree, required};
use super::{Practice, export_value, import};
use crate::grade::assess;
use crate::read::Reader;
use crate::scenario::{Params, Sampler};
use crate::state::{CENTRE, FLOOR};
use crate::{Move, Phase, Rng, State};
use serde_json::{Value, json};
use tesuji_genre::Bad;
use tesuji_solver::Limits;

/// Positions that a call may visit when it assesses a move.
const ASSESS_NODES: u64 = 30_000_000;

/// The error.
struct Wrong {
    code: &'static str,
    message: String,
    context: Value,
}

fn wrong(code: &'static str) -> impl Fn(Bad) -> Wrong {
    move |bad| Wrong { code, message: bad.to_string(), context: json!({"at": bad.at}) }
}

/// Makes a call. The function and its arguments are those of the table above.
pub fn call(function: &str, args: &[&str]) -> String {
    let arg = |i: usize| args.get(i).copied().unwrap_or("");
    let answer = match function {
        "generate_scenario" => generate_scenario(arg(0)),
        "list_legal_actions" => list_legal_actions(arg(0), arg(1)),
        "apply_action" => apply_action(arg(0), arg(1)),
        "resolve_end_of_round" => resolve_end_of_round(arg(0), arg(1)),
        "assess" => assess_action(arg(0), arg(1)),
        _ => Err(Wrong {
            code: "UNKNOWN_CALL",
            message: format!("there is no call {function:?}"),
            context: json!({"calls": CALLS}),
        }),
    };
    match answer {
        Ok(value) => value.to_string(),
        Err(e) => json!({"error": {"code": e.code, "message": e.message, "context": e.context}}).to_string(),
    }
}

/// The calls.
pub const CALLS: [&str; 5] =
    ["generate_scenario", "list_legal_actions", "apply_action", "resolve_end_of_round", "assess"];

fn generate_scenario(params: &str) -> Result<Value, Wrong> {
    let params = Params::from_json(params).map_err(wrong("INVALID_PARAMS"))?;
    let (scenario, tries) = Sampler::new().generate(&params);
    match scenario {
        Some(scenario) => Ok(export_value(&Practice::scenario(scenario.state, params.seed))),
        None => Err(Wrong {
            code: "GENERATION_FAILED",
            message: format!("no scenario in {} games", tries.attempts),
            context: json!({"max_attempts": params.attempts, "rejected": tries.rejected}),
        }),
    }
}

fn state(text: &str) -> Result<Practice, Wrong> {
    import(text).map_err(wrong("INVALID_STATE_JSON"))
}

fn list_legal_actions(text: &str, player: &str) -> Result<Value, Wrong> {
    let practice = state(text)?;
    let player = match player.trim() {
        "" => practice.state.turn(),
        other => other.parse().ok().filter(|&p: &usize| p < practice.state.players()).ok_or_else(|| Wrong {
            code: "INVALID_PLAYER",
            message: format!("player {other} is out of range"),
            context: json!({"player_id": other}),
        })?,
    };
    // Whose turn it is does not change what a player could take.
    let mut asked = practice.state;
    asked.turn = player as u8;
    Ok(asked.legal().into_iter().map(action_value).collect())
}

fn apply_action(text: &str, action: &str) -> Result<Value, Wrong> {
    let mut practice = state(text)?;
    let mv = read_action(action).map_err(wrong("INVALID_ACTION_JSON"))?;
    practice.state.play(mv).map_err(|e| illegal(&practice.state, mv, &e.to_string()))?;
    Ok(export_value(&practice))
}

fn resolve_end_of_round(text: &str, seed: &str) -> Result<Value, Wrong> {
    let mut practice = state(text)?;
    let seed = match seed.trim().trim_matches('"') {
        "" => 1,
        text => crate::parse_seed(text).map_err(|e| wrong("INVALID_SEED")(Bad::new(e)))?,
    };
    if practice.state.end_round(&mut Rng::new(seed)).is_err() {
        let message = "the round's tiles are not all taken".to_string();
        return Err(Wrong { code: "ROUND_NOT_OVER", message, context: Value::Null });
    }
    // The label was that of the position before.
    practice.scenario_game_stage = practice.scenario_game_stage.map(|_| practice.state.game_stage());
    Ok(export_value(&practice))
}

fn assess_action(text: &str, action: &str) -> Result<Value, Wrong> {
    let practice = state(text)?;
    let mv = read_action(action).map_err(wrong("INVALID_ACTION_JSON"))?;
    practice.state.check_move(mv).map_err(|e| illegal(&practice.state, mv, &e.to_string()))?;
    let limits = Limits::default().with_nodes(ASSESS_NODES);
    let found = assess(&practice.state, mv, &mut Reader::new(), &limits);
    let found = found.map_err(|message| Wrong { code: "NOT_READ", message, context: Value::Null })?;
    Ok(json!(found))
}

fn illegal(state: &State, mv: Move, why: &str) -> Wrong {
    let code = if state.phase() == Phase::Drafting { "ILLEGAL_ACTION" } else { "ROUND_OVER" };
    Wrong { code, message: format!("{mv}: {why}"), context: action_value(mv) }
}

/// An action of a move.
fn action_value(mv: Move) -> Value {
    let source = if mv.source == CENTRE { json!("Center") } else { json!({"Factory": mv.source}) };
    let destination = if mv.to == FLOOR { json!("Floor") } else { json!({"PatternLine": mv.to}) };
    json!({"source": source, "color": mv.colour.name(), "destination": destination})
}

/// The move of an action.
fn read_action(text: &str) -> Result<Move, Bad> {
    let tree = read_tree(text)?;
    let root = At::root(&tree);
    let all = root.fields(&["source", "color", "destination"])?;
    let one_of = |name: &str, plain: &str, numbered: &str, value: u8, most: u32| {
        let at = required(&root, &all, name)?;
        if let Ok(text) = at.text() {
            let unknown = || at.bad(format!("{text:?}; {plain} or {{\"{numbered}\": n}}"));
            return (text == plain).then_some(value).ok_or_else(unknown);
        }
        let inner = at.fields(&[numbered])?;
        required(at, &inner, numbered)?.count(0, most).map(|n| n as u8)
    };
    Ok(Move {
        source: one_of("source", "Center", "Factory", CENTRE, 8)?,
        colour: required(&root, &all, "color")?.colour()?,
        to: one_of("destination", "Floor", "PatternLine", FLOOR, 4)?,
    })
}
