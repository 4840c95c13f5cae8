//! Times that a person takes: kept with `--play` alone, on their own disk.

use super::cdp::Browser;
use super::chromium::puzzles;
use super::server::Server;
use serde_json::{Value, json};
use std::path::Path;

const GENRES: [(&str, &[&str]); 1] = [("hitori", &["--count", "2", "--size", "5x5"])];

fn kept(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn times_are_kept_only_where_a_person_wants_it() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a.jsonl");
    puzzles(&file, &GENRES);
    let times = dir.path().join("a.jsonl.times.jsonl");
    let time =
        json!({"n": 1, "seconds": 12.34, "moves": 25, "hints": [{"after": 3.21, "moves": 4, "says": "Sandwich"}]});
    {
        let server = Server::start(&file, &[]);
        assert_eq!(server.ask("POST", "/api/time", &time.to_string()).0, 422);
        assert_eq!(server.ask("GET", "/api/about", "").1["times"], Value::Null);
        assert!(!times.exists());
    }
    let server = Server::start(&file, &["--play"]);
    assert!(
        server.ask("GET", "/api/about", "").1["times"].as_str().is_some_and(|t| t.ends_with("a.jsonl.times.jsonl"))
    );
    let (status, told) = server.ask("POST", "/api/time", &time.to_string());
    assert_eq!((status, &told["seconds"], &told["hints"]), (200, &json!(12.3), &json!(1)), "{told}");
    for wrong in [
        json!({"n": 1, "seconds": -1.0, "moves": 1}),
        json!({"n": 1, "seconds": 1e9, "moves": 1}),
        json!({"n": 99, "seconds": 1.0, "moves": 1}),
        json!({"n": 1, "moves": 1}),
    ] {
        assert!((400..500).contains(&server.ask("POST", "/api/time", &wrong.to_string()).0), "{wrong}");
    }
    let lines = kept(&times);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let record: Value =
        serde_json::from_str(std::fs::read_to_string(&file).expect("reads").lines().nth(1).expect("two"))
            .expect("JSON");
    for (field, want) in [
        ("version", json!(1)),
        ("genre", json!("hitori")),
        ("puzzle", record["puzzle"].clone()),
        ("id", record["id"].clone()),
        ("seconds", json!(12.3)),
        ("hints", json!([{"after": 3.2, "moves": 4, "says": "Sandwich"}])),
    ] {
        assert_eq!(lines[0][field], want, "{field}");
    }
}

/// A person in a real browser: a hint, then moves to the end.
#[test]
fn a_browser_keeps_a_time_with_its_hint() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a.jsonl");
    puzzles(&file, &GENRES);
    let server = Server::start(&file, &["--again", "0", "--play"]);
    let Some(mut browser) = Browser::open(&server.url) else {
        eprintln!("SKIPPED: no Chromium on this machine");
        return;
    };
    browser.wait("document.body?.dataset.ready && window.reviewed.shown > 0");
    browser.wait("!document.getElementById('times').hidden");
    browser.key("ArrowRight");
    browser.wait("window.reviewed.moves.length > 0");
    browser.shot("times");
    // The first choice that the page calls right, place after place.
    browser.evaluate(
        "(async () => { for (let i = 0; i < 400 && !window.reviewed.walk.is_end; i++) { \
           const before = window.reviewed.shown; \
           const spots = [...document.querySelectorAll('#spots button')]; \
           spots[Math.floor(i / 2) % spots.length].click(); \
           const menu = [...document.querySelectorAll('#menu button')]; \
           if (!document.getElementById('menu').hidden && menu.length) menu[i % menu.length].click(); \
           for (let k = 0; k < 200 && window.reviewed.shown === before; k++) await new Promise((d) => setTimeout(d, 5)); \
           if (document.querySelector('#words .wrong')) { \
             const at = window.reviewed.shown; \
             dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' })); \
             for (let k = 0; k < 200 && window.reviewed.shown === at; k++) await new Promise((d) => setTimeout(d, 5)); \
           } } })()",
    );
    browser.wait("window.reviewed.walk.is_end");
    browser.wait("document.getElementById('toast').textContent.includes('kept')");
    let lines = kept(&dir.path().join("a.jsonl.times.jsonl"));
    assert_eq!(lines.len(), 1, "{lines:?}");
    let hints = lines[0]["hints"].as_array().expect("hints");
    assert!(hints.len() == 1 && hints[0]["says"].as_str().is_some_and(|says| !says.is_empty()), "{lines:?}");
    assert!(lines[0]["seconds"].as_f64() > Some(0.0), "{lines:?}");
}
