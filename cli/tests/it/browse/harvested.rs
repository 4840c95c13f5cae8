//! Positions cut out of games of Azul and of Mill: shown, judged and seeded like all others.

use super::server::Server;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// White wins in two turns by d5-f4 alone.
const GAME: &str = "[FEN \"O***@***/@**O****/**O***@* w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes\"]\n\n1. d5-d1\n";

fn program(args: &[&str]) -> Vec<u8> {
    let ran = Command::new(env!("CARGO_BIN_EXE_tesuji")).args(args).output().expect("runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    ran.stdout
}

/// A file with problems of both games.
fn harvested(dir: &Path) -> String {
    let text = |name: &str| dir.join(name).to_str().expect("a plain path").to_string();
    let (tables, game, log, all) = (text("tables"), text("game.txt"), text("log.jsonl"), text("all.jsonl"));
    program(&["mill", "tables", "build", "--sector", "3-3", "--tables", &tables]);
    std::fs::write(&game, GAME).expect("written");
    let licence = ["--licence", "ours", "--category", "amateur", "--into", &all];
    program(&[&["harvest", "mill", &game, "--tables", &tables], &licence[..]].concat());
    let play = ["azul", "play", "--against", "greedy", "--me", "greedy", "--seed", "5", "--log", &log];
    program(&play);
    program(&[&["harvest", "azul", &log, "--nodes", "20000", "--stage", "late/end"], &licence[..]].concat());
    all
}

#[test]
fn what_was_cut_out_of_games_is_reviewed_and_seeded() {
    let dir = tempfile::tempdir().expect("a folder");
    let all = harvested(dir.path());
    let text = std::fs::read_to_string(&all).expect("reads");
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    let genre_of = |record: &Value| record["genre"].as_str().expect("a genre").to_string();
    let first_azul = records.iter().position(|r| genre_of(r) == "azul").expect("Azul");
    assert_eq!((genre_of(&records[0]), &records[0]["metadata"]["is_key"]), ("mill".to_string(), &json!(false)));
    let server = Server::start(Path::new(&all), &["--again", "0"]);
    for n in [0, first_azul] {
        let (code, puzzle) = server.ask("GET", &format!("/api/puzzle?n={n}"), "");
        assert_eq!(
            (code, &puzzle["licence"], &puzzle["category"]),
            (200, &json!("ours"), &json!("amateur")),
            "{puzzle}"
        );
        let spots = puzzle["walk"]["spots"].as_array().expect("places to click");
        assert!(!spots.is_empty() && puzzle["walk"]["svg"].as_str().is_some_and(|svg| svg.contains("<svg")));
        let step = json!({ "n": n, "moves": [], "step": true }).to_string();
        let (code, walked) = server.ask("POST", "/api/walk", &step);
        assert_eq!((code, &walked["judged"]), (200, &json!("right")), "{walked}");
        let verdict = json!({ "n": n, "verdict": "approve" }).to_string();
        assert_eq!(server.ask("POST", "/api/verdict", &verdict).0, 200);
    }
    drop(server);
    // Approved puzzles go into the migration, and nothing else.
    let migrations = dir.path().join("made/migrations");
    let folder = migrations.to_str().expect("a plain path");
    program(&["corpus", "seed", "--migrations", folder, "--stamp", "20260101000000", &all]);
    let sql = std::fs::read_to_string(migrations.join("20260101000000_seed_puzzles.sql")).expect("reads");
    for (n, record) in records.iter().enumerate() {
        let id = record["id"].as_str().expect("an id");
        assert_eq!(sql.contains(id), n == 0 || n == first_azul, "{n}: {id}");
    }
}
