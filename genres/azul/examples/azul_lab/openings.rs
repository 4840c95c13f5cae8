//! Writes the opening book:
//! `cargo run --release -p tesuji-azul --example azul_lab -- openings > data/azul/openings-2p.jsonl`.

use serde_json::json;
use std::collections::BTreeMap;
use tesuji_azul::openings::{deal, evaluate, groups};
use tesuji_azul::read::distinct_moves;
use tesuji_azul::{Policy, WallKind};
use tesuji_genre::{Record, Source, record_id};

const SEED: u64 = 2026;
const DEALS: u64 = 10_000;

/// Runs it.
pub fn run() {
    let groups = groups(2, WallKind::Coloured, Policy::Greedy, SEED, DEALS);
    let named = groups.iter().filter(|g| g.seen * 1000 >= DEALS);
    for group in named {
        let state = deal(2, WallKind::Coloured, SEED, group.representative);
        let mut moves = evaluate(&state, &distinct_moves(&state), Policy::Greedy, SEED, 150);
        moves.truncate(4);
        let moves: Vec<_> = moves
            .iter()
            .map(|e| json!({"move": e.mv.to_string(), "margin": rounded(e.margin), "error": rounded(e.error), "games": e.games}))
            .collect();
        let text = state.to_string();
        let extra = BTreeMap::from([
            ("pattern".to_string(), json!(group.pattern)),
            ("seen".to_string(), json!(group.seen)),
            ("of".to_string(), json!(DEALS)),
            ("starter_margin".to_string(), json!(rounded(group.margin_sum as f64 / group.seen as f64))),
            ("starter_won".to_string(), json!(rounded(group.starter_won as f64 / group.seen as f64))),
            ("deal".to_string(), json!(group.representative)),
            ("moves".to_string(), json!(moves)),
        ]);
        let record = Record {
            id: record_id("azul", &text),
            canon: None,
            genre: "azul".into(),
            size: "2p".into(),
            puzzle: text,
            state: None,
            solution: None,
            grade: None,
            source: Some(Source { seed: Some(SEED), tool: Some("example openings".into()), ..Source::default() }),
            extra,
        };
        println!("{}", serde_json::to_string(&record).expect("texts and numbers"));
    }
}

/// To a hundredth.
fn rounded(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
