//! A genre with a planted fault in the pruning of its rules: the cross-check must see it and name
//! the rule.

use crate::toys;
use tesuji_cli::{Console, run};

#[test]
fn a_planted_fault_is_found_and_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("lines.txt");
    // Empty and nearly empty squares have many solutions: a pruning that removes too much loses some.
    std::fs::write(&file, "................\n12..34..2.4.....\n1...............\n.1..............\n").expect("writes");
    let words = ["check", "--genre", "toy-weak", "--count", "600", "--json", "--solvers", "simple,plain,fast,sat"];
    let words: Vec<String> =
        words.iter().map(|w| w.to_string()).chain([file.to_str().expect("a plain path").into()]).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run(&toys::genres(), &words, &mut Console { out: &mut out, err: &mut err, terminal: false });
    let text = String::from_utf8(out).expect("text");
    assert_eq!(code, 1, "{text}");
    let lines: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let summary = lines.last().expect("a summary");
    assert!(summary["counts"]["disagreements"].as_u64().is_some_and(|n| n > 0), "{summary}");
    let found = &lines[0]["disagreement"];
    let rules = found["rules"].as_array().expect("a list");
    let house =
        |r: &serde_json::Value| r.as_str().is_some_and(|r| ["row ", "column "].iter().any(|kind| r.starts_with(kind)));
    assert!(!rules.is_empty() && rules.iter().all(house), "the rule is named: {found}");
    let wrong: Vec<&str> = found["wrong"].as_array().expect("a list").iter().filter_map(|w| w.as_str()).collect();
    assert!(wrong.contains(&"plain") && !wrong.contains(&"sat") && !wrong.contains(&"simple"), "{found}");
}
