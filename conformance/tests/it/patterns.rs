//! The published patterns, where they are at hand: all but a few are reached without trial, and no
//! step is wrong.

use std::path::Path;
use std::time::Duration;
use tesuji_conformance::{Options, run, suites};

#[test]
fn published_patterns_are_reached_without_trial() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/techniques/patterns.jsonl");
    if !path.exists() {
        eprintln!("skipped: no {}", path.display());
        return;
    }
    let options = Options::of(path, Duration::from_secs(1));
    let mut out = Vec::new();
    run(suites::by_name("patterns").expect("the suite"), &options, &mut out).expect("it runs");
    let text = String::from_utf8(out).expect("text");
    let summary: serde_json::Value = serde_json::from_str(text.lines().last().expect("a summary")).expect("JSON");
    assert_eq!(summary["wrong"], 0, "{text}");
    assert!(summary["agree"].as_u64() >= Some(48), "{text}");
}
