//! The practice tool's JSON: there and back, and what is refused.

use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
use serde_json::Value;
use tesuji_azul::practice::{Practice, export, export_value, import, read};
use tesuji_azul::{GameStage, Phase, Policy, Rng, State, WallKind};

/// A position after `moves` moves of a game.
fn position(seed: u64, players: usize, kind: WallKind, policy: Policy, moves: usize) -> State {
    let mut rng = Rng::new(seed);
    let mut state = State::deal(players, kind, &mut rng);
    for _ in 0..moves {
        match state.phase() {
            Phase::Drafting => {
                let mv = policy.choose(&state, &mut rng).unwrap();
                state.play(mv).unwrap();
            }
            Phase::Tiling => drop(state.end_round(&mut rng).unwrap()),
            _ => break,
        }
    }
    state
}

fn kinds() -> impl Strategy<Value = WallKind> {
    prop_oneof![Just(WallKind::Coloured), Just(WallKind::Grey)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn import_of_export_is_the_position(
        seed: u64, players in 2usize..=4, kind in kinds(), greedy: bool, moves in 0usize..140,
        with_seed: Option<u64>, with_stage: bool,
    ) {
        let policy = if greedy { Policy::Greedy } else { Policy::Random };
        let state = position(seed, players, kind, policy, moves);
        let mut practice = Practice::new(state);
        practice.scenario_seed = with_seed.map(|s| s.to_string());
        practice.scenario_game_stage = with_stage.then(|| state.game_stage());
        let text = export(&practice);
        let again = import(&text);
        prop_assert_eq!(again.as_ref(), Ok(&practice), "{}", text);
        prop_assert_eq!(export(&again.unwrap()), text);
    }

    /// Any field left out, renamed or of another type is refused, and the message names it.
    #[test]
    fn a_field_spoilt_is_named(seed: u64, moves in 0usize..60, pick: prop::sample::Index, how in 0u8..3) {
        let state = position(seed, 2, WallKind::Coloured, Policy::Greedy, moves);
        let good = export_value(&Practice::scenario(state, seed));
        let paths = fields(&good);
        let path = &paths[pick.index(paths.len())];
        let name = path.rsplit('/').next().unwrap().to_string();
        let parent = path.rsplit_once('/').unwrap().0;
        // These may be left out.
        let optional = ["scenario_seed", "start_player_id", "draft_phase_progress", "scenario_game_stage"].contains(&name.as_str());
        let in_tiles = parent.ends_with("bag") || parent.ends_with("lid") || parent.contains("/factories/") || parent.ends_with("/tiles");
        let mut bad = good.clone();
        let object = bad.pointer_mut(parent).unwrap().as_object_mut().unwrap();
        let value = object.remove(&name).unwrap();
        match how {
            0 if optional || in_tiles => return Ok(()),
            0 => {}
            1 => drop(object.insert(format!("{name}_"), value)),
            _ => drop(object.insert(name.clone(), Value::from(1.5))),
        }
        let wrong = import(&bad.to_string()).unwrap_err();
        prop_assert!(wrong.to_string().contains(&name), "{}: {}", path, wrong);
    }

    /// No text makes it panic.
    #[test]
    fn any_text_is_answered(seed: u64, at: prop::sample::Index, junk in any::<char>()) {
        let mut chars: Vec<char> = export(&Practice::new(position(seed, 3, WallKind::Grey, Policy::Random, 30))).chars().collect();
        let i = at.index(chars.len());
        chars[i] = junk;
        let _ = import(&chars.into_iter().collect::<String>());
    }
}

/// Pointers to all fields of objects.
fn fields(value: &Value) -> Vec<String> {
    fn walk(value: &Value, path: &str, into: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                for (name, value) in map {
                    into.push(format!("{path}/{name}"));
                    walk(value, &format!("{path}/{name}"), into);
                }
            }
            Value::Array(list) => list.iter().enumerate().for_each(|(i, v)| walk(v, &format!("{path}/{i}"), into)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    walk(value, "", &mut all);
    all
}

fn spoil(path: &str, to: Value) -> String {
    let mut value = export_value(&Practice::scenario(position(3, 2, WallKind::Coloured, Policy::Greedy, 30), 3));
    *value.pointer_mut(path).unwrap() = to;
    import(&value.to_string()).unwrap_err().to_string()
}

#[test]
fn impossible_positions_are_refused_by_name() {
    assert!(spoil("/state_version", 2.into()).starts_with("state_version: 2"));
    assert!(spoil("/ruleset_id", "azul_v1_5p".into()).starts_with("ruleset_id:"));
    assert!(spoil("/active_player_id", 2.into()).starts_with("active_player_id: 2"));
    assert!(
        spoil("/players/0/pattern_lines/2/capacity", 4.into()).starts_with("players[0].pattern_lines[2].capacity:")
    );
    assert!(spoil("/bag/Blue", 21.into()).contains("Blue: tile conservation"));
    assert!(spoil("/bag/Blue", (-1).into()).starts_with("bag.Blue: -1"));
    assert!(spoil("/draft_phase_progress", "LATE".into()).starts_with("draft_phase_progress:"));
    assert!(spoil("/players/1/floor_line/tiles", vec!["blue"].into()).starts_with("players[1].floor_line.tiles[0]"));
}

#[test]
fn labels_are_recounted() {
    let practice = Practice::scenario(position(3, 2, WallKind::Coloured, Policy::Greedy, 0), 3);
    assert_eq!(practice.scenario_game_stage, Some(GameStage::Early));
    let late = export(&practice).replace("\"EARLY\"", "\"LATE\"");
    assert_eq!(import(&late).unwrap_err().at.as_deref(), Some("scenario_game_stage"));
    let end = export(&practice).replace("\"START\"", "\"END\"");
    assert_eq!(import(&end).unwrap_err().at.as_deref(), Some("draft_phase_progress"));
}

#[test]
fn the_token_lies_in_one_place() {
    let value = export_value(&Practice::new(position(3, 2, WallKind::Coloured, Policy::Greedy, 0)));
    let mut twice = value.clone();
    *twice.pointer_mut("/players/1/floor_line/has_first_player_token").unwrap() = true.into();
    assert_eq!(import(&twice.to_string()).unwrap_err().at.as_deref(), Some("players[1]"));
    let mut nowhere = value;
    *nowhere.pointer_mut("/center/has_first_player_token").unwrap() = false.into();
    assert_eq!(import(&nowhere.to_string()).unwrap_err().at.as_deref(), Some("center"));
}

/// The tool's own documents may leave out what it does not know.
#[test]
fn the_tools_own_documents_are_read() {
    let practice = Practice::scenario(position(3, 2, WallKind::Coloured, Policy::Greedy, 30), 3);
    let mut value = export_value(&practice);
    assert!(value.as_object_mut().unwrap().remove("start_player_id").is_some());
    let again = import(&value.to_string()).unwrap();
    assert_eq!(again.state.legal(), practice.state.legal());
    assert_eq!(again.scenario_seed.as_deref(), Some("3"));
}

/// A sample file of the tool that breaks conservation, where the data is installed.
#[test]
fn a_sample_with_broken_conservation_is_refused() {
    let folder =
        std::env::var("TESUJI_DATA").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").into());
    let Ok(text) = std::fs::read_to_string(format!("{folder}/azul/azul_practice_mid_game_state.json")) else {
        eprintln!("SKIPPED: {folder}/azul/azul_practice_mid_game_state.json is not there");
        return;
    };
    let imported = read(&text).unwrap();
    let flaws: Vec<String> = imported.flaws().iter().map(ToString::to_string).collect();
    assert!(flaws.iter().any(|f| f.contains("tile conservation")), "{flaws:?}");
    assert!(import(&text).is_err());
}
