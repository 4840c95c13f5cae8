//! The engine's recorded games: every legal list, every position, and the golden games.

use std::collections::BTreeSet;
use std::path::PathBuf;
use tesuji_mill::fen::{self, Dialect};
use tesuji_mill::variant::PRESETS;
use tesuji_mill::{Action, Phase, Position, RuleSet, perft, rules};

fn data(name: &str) -> Option<String> {
    let root = std::env::var("TESUJI_DATA")
        .map_or_else(|_| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")), PathBuf::from);
    let text = std::fs::read_to_string(root.join("mill").join(name)).ok();
    if text.is_none() {
        eprintln!("SKIPPED: no external data mill/{name}");
    }
    text
}

/// The recorded strings leave the counters of plies and moves at their first values.
fn without_counters(position: Position) -> Position {
    Position { ply: position.side.index() as u32, quiet: 0, ..position }
}

#[test]
fn every_list_of_legal_actions_and_every_successor() {
    for (index, preset) in PRESETS.iter().enumerate() {
        let Some(text) = data(&format!("oracle/{index}.json")) else { return };
        let oracle: serde_json::Value = serde_json::from_str(&text).unwrap();
        let (mut lists, mut successors) = (0, 0);
        for game in oracle["trajectories"].as_array().unwrap() {
            let mut played: Option<Position> = None;
            for step in game["steps"].as_array().unwrap() {
                let text = step["fen"].as_str().unwrap();
                let at = format!("preset {index}, ply {}, {text}", step["ply"]);
                let read = fen::parse(&preset.rules, text).unwrap_or_else(|e| panic!("{at}: {e}"));
                let want: BTreeSet<&str> =
                    step["legal_uci"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
                let legal = rules::actions(&preset.rules, &read.position);
                let names: Vec<String> = legal.iter().map(ToString::to_string).collect();
                assert_eq!(names.iter().map(String::as_str).collect::<BTreeSet<_>>(), want, "{at}");
                assert_eq!(names.len(), want.len(), "{at}: each once");
                lists += 1;
                if let Some(played) = played {
                    assert_eq!(fen::print(&without_counters(played), Dialect::Legacy), text, "{at}: as played");
                    successors += 1;
                }
                // Play on from what was played where there is something, so that hidden state is
                // tested too.
                let from = played.unwrap_or(read.position);
                let picked: Action = step["picked_uci"].as_str().unwrap().parse().unwrap();
                played = Some(rules::play(&preset.rules, &from, picked).unwrap_or_else(|e| panic!("{at}: {e}")));
            }
        }
        assert!(lists > 300 && successors > 300, "preset {index}");
    }
}

#[test]
fn counts_from_the_start_of_every_preset() {
    for (index, preset) in PRESETS.iter().enumerate() {
        let Some(text) = data(&format!("oracle/{index}.json")) else { return };
        let oracle: serde_json::Value = serde_json::from_str(&text).unwrap();
        for row in oracle["perft"].as_array().unwrap() {
            let (depth, want) = (row[0].as_u64().unwrap() as u32, row[1].as_u64().unwrap());
            if depth <= 4 {
                let start = Position::start(&preset.rules);
                assert_eq!(perft::actions(&preset.rules, &start, depth), want, "preset {index}, depth {depth}");
            }
        }
    }
}

/// By two programs to depth 5 and an independent one beyond; complete turns by the independent one.
#[test]
fn deep_counts_from_the_start() {
    let rules = RuleSet::STANDARD;
    let start = Position::start(&rules);
    assert_eq!(perft::actions(&rules, &start, 5), 5_100_480);
    assert_eq!(perft::actions(&rules, &start, 6), 96_223_680);
    assert_eq!(perft::turns(&rules, &start, 5), 5_140_800);
}

#[test]
fn counts_of_moving_positions() {
    let Some(text) = data("perft_moving.tsv") else { return };
    let rules = RuleSet::STANDARD;
    for line in text.lines() {
        let (position, counts) = line.split_once('\t').unwrap();
        let read = fen::parse(&rules, position).unwrap();
        let counts: Vec<u64> = serde_json::from_str(counts).unwrap();
        for (depth, want) in (1..).zip(counts).filter(|&(_, n)| n < 400_000) {
            assert_eq!(perft::actions(&rules, &read.position, depth), want, "{position}, depth {depth}");
        }
    }
}

#[test]
fn golden_games_reach_their_final_state() {
    let Some(text) = data("mill_games.json") else { return };
    let games: serde_json::Value = serde_json::from_str(&text).unwrap();
    let rules = RuleSet::STANDARD;
    for game in games["games"].as_array().unwrap() {
        let mut at = Position::start(&rules);
        for action in game["moves"].as_array().unwrap() {
            at = rules::play(&rules, &at, action.as_str().unwrap().parse().unwrap()).unwrap();
        }
        let want = &game["final"];
        let phase = if at.phase == Phase::Placing { "placing" } else { "moving" };
        let action = match (at.must_remove(), at.phase) {
            (true, _) => "remove",
            (_, Phase::Placing) => "place",
            (_, Phase::Moving) => "select",
        };
        let got = serde_json::json!({
            "phase": phase, "action": action, "side": at.side,
            "w_on": at.men[0].count_ones(), "b_on": at.men[1].count_ones(),
            "w_hand": at.hand[0], "b_hand": at.hand[1],
            "winner": at.end.map_or("none", |e| e.winner.map_or("draw", |w| if w.index() == 0 { "white" } else { "black" })),
        });
        assert_eq!(&got, want, "{}", game["id"]);
    }
}
