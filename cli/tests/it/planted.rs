//! With the planted bug built in (`--features planted-bug`), the cross-check must see it and name
//! the rule.
#![cfg(feature = "planted-bug")]

use std::process::Command;

#[test]
fn planted_bug_is_found_and_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("lines.txt");
    // Empty and nearly empty grids have many solutions: a pruning that removes too much loses some.
    std::fs::write(&file, "1...............\n12..34..2.4.....\n................\n.1..............\n").expect("writes");
    let ran = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["check", "--genre", "sudoku", "--count", "300", "--json", "--solvers", "simple,plain,fast,sat"])
        .arg(&file)
        .output()
        .expect("runs");
    let text = String::from_utf8(ran.stdout).expect("text");
    assert_eq!(ran.status.code(), Some(1), "{text}");
    let lines: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let summary = lines.last().expect("a summary");
    assert!(summary["counts"]["disagreements"].as_u64().is_some_and(|n| n > 0), "{summary}");
    let found = &lines[0]["disagreement"];
    let rules = found["rules"].as_array().expect("a list");
    let house = |r: &serde_json::Value| {
        r.as_str().is_some_and(|r| ["row ", "column ", "box "].iter().any(|kind| r.starts_with(kind)))
    };
    assert!(!rules.is_empty() && rules.iter().all(house), "the rule is named: {found}");
    let wrong: Vec<&str> = found["wrong"].as_array().expect("a list").iter().filter_map(|w| w.as_str()).collect();
    assert!(wrong.contains(&"plain") && !wrong.contains(&"sat") && !wrong.contains(&"simple"), "{found}");
}
