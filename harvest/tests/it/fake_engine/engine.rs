//! An engine for tests: it speaks the analysis protocol, and misbehaves as its first word says.
//! Answers are a function of the query. A second word names a file that counts its starts, so that
//! it can behave from the second start on.

use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::time::Duration;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let mode = words.get(1).map_or("plain", String::as_str);
    let starts = words.get(2).map_or(1, |file| {
        let before = std::fs::read(file).map_or(0, |bytes| bytes.len());
        std::fs::write(file, vec![b'x'; before + 1]).expect("counts");
        before + 1
    });
    let mut said = 0;
    let mut kept: Vec<String> = Vec::new();
    let say = |line: &str| {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{line}").and_then(|()| out.flush()).expect("says");
    };
    let sleep = || std::thread::sleep(Duration::from_secs(600));
    for line in std::io::stdin().lock().lines() {
        let query: Value = match serde_json::from_str(&line.expect("reads")) {
            Ok(query) => query,
            Err(e) => {
                say(&json!({"error": e.to_string()}).to_string());
                continue;
            }
        };
        match query["action"].as_str() {
            Some("query_version") if mode == "mute" => sleep(),
            Some("query_version") => {
                say(&json!({"id": query["id"], "action": "query_version", "version": "fake"}).to_string());
                continue;
            }
            Some("query_models") => {
                let models = json!([{"internalName": "none"}]);
                say(&json!({"id": query["id"], "action": "query_models", "models": models}).to_string());
                continue;
            }
            _ => {}
        }
        if query["boardXSize"].as_u64() > Some(19) {
            let what = "Must provide an integer from 2 to 19";
            say(&json!({"id": query["id"], "field": "boardXSize", "error": what}).to_string());
            continue;
        }
        for turn in query["analyzeTurns"].as_array().expect("turns") {
            let text = answer(&query, turn).to_string();
            let is_first = starts == 1;
            match mode {
                "hang" if said >= 2 => sleep(),
                "hang-once" if said >= 2 && is_first => sleep(),
                "die" if said >= 3 => {
                    eprintln!("out of memory");
                    std::io::stdout().lock().write_all(&text.as_bytes()[..20]).expect("says");
                    std::process::exit(3);
                }
                "flood" => loop {
                    say(&json!({"id": "nobody", "turnNumber": 0, "noResults": true}).to_string());
                },
                "flood-once" if is_first => loop {
                    say("{\"no\":\"reply\"}");
                },
                "twice" => {
                    say(&text);
                    say(&text);
                }
                "garble" => {
                    say("{\"id\":");
                    say("\u{fffd}\u{0}");
                    say(&text);
                }
                "shuffled" => {
                    kept.push(text);
                    if kept.len() == 4 {
                        kept.drain(..).rev().for_each(|line| say(&line));
                    }
                }
                _ => say(&text),
            }
            said += 1;
        }
        kept.drain(..).rev().for_each(|line| say(&line));
    }
}

/// The answer to a turn of a query: chances by its number, ownership by the number of moves.
fn answer(query: &Value, turn: &Value) -> Value {
    let n = turn.as_u64().expect("a number");
    let cells = query["boardXSize"].as_u64().expect("x") * query["boardYSize"].as_u64().expect("y");
    let winrate = (n % 100) as f64 / 100.0;
    json!({
        "id": query["id"],
        "turnNumber": n,
        "isDuringSearch": false,
        "moveInfos": [{"move": "D4", "winrate": winrate, "scoreLead": n, "visits": 3, "prior": 0.5, "order": 0}],
        "rootInfo": {"currentPlayer": if n.is_multiple_of(2) { "B" } else { "W" }, "winrate": winrate, "scoreLead": n, "visits": 4},
        "ownership": vec![winrate; cells as usize],
    })
}
