//! `tesuji discover`: what it prints and writes, exit codes, the same bytes whatever the threads.

mod run;

use run::{piped, tesuji};
use serde_json::Value;

/// Puzzles that singles don't solve, made by this program.
fn puzzles() -> String {
    let made = tesuji(&["generate", "--genre", "sudoku", "--tier", "medium", "--count", "3", "--seed", "2"]).code(0);
    let lines: Vec<String> = made.json().iter().map(|r| r["puzzle"].as_str().expect("a line").to_string()).collect();
    assert_eq!(lines.len(), 3);
    lines.join("\n")
}

#[test]
fn clusters_pages_and_summary() {
    let puzzles = puzzles();
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("pages");
    let out = out.to_str().expect("a plain path");
    let args = ["discover", "--genre", "sudoku", "--json", "--top", "4", "--out", out, "--threads", "1"];
    let ran = piped(&args, &puzzles).code(0);
    let lines = ran.json();
    let (summary, clusters) = lines.split_last().expect("lines");
    assert_eq!(
        (&summary["summary"], &summary["puzzles"], &summary["known"]),
        (&"discover".into(), &3.into(), &0.into())
    );
    assert_eq!((&summary["bad"], &summary["stop"]), (&0.into(), &"exhausted".into()));
    assert!(!clusters.is_empty() && clusters.len() <= 4);
    for (i, cluster) in clusters.iter().enumerate() {
        assert_eq!(cluster["rank"], i + 1);
        assert!(cluster["puzzles"].as_u64() >= Some(2) && cluster["cores"].as_u64() >= cluster["puzzles"].as_u64());
        let example = cluster["example"].as_str().expect("an example");
        assert!(puzzles.contains(example), "the example is one of the puzzles");
    }
    // A page for each, and a drawing of its first example.
    let text = std::fs::read_to_string(format!("{out}/candidates.txt")).expect("the pages");
    assert!(!text.is_empty());
    for rank in 1..=clusters.len() {
        let board = std::fs::read_to_string(format!("{out}/candidate-{rank}-1.svg")).expect("a drawing");
        assert!(board.starts_with("<svg") && board.trim_end().ends_with("</svg>"));
    }
    let kept = std::fs::read_to_string(format!("{out}/clusters.jsonl")).expect("the clusters");
    let kept: Vec<Value> = kept.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!((kept[0]["clusters"].as_u64(), kept.len()), (Some(1), 1 + summary["clusters"].as_u64().unwrap() as usize));

    // Fewer candidates the next time: no drawing is left of the others, nor is another file touched.
    let drawings = || {
        let names = std::fs::read_dir(out).expect("the folder").map(|e| e.expect("a file").file_name());
        let mut names: Vec<String> = names.map(|n| n.to_str().expect("a plain name").to_string()).collect();
        names.retain(|name| name.ends_with(".svg"));
        names.sort();
        names
    };
    std::fs::write(format!("{out}/candidate-own.svg"), "mine").expect("writes");
    let before = drawings().len();
    piped(&["discover", "--genre", "sudoku", "--top", "1", "--out", out], &puzzles).code(0);
    let after = drawings();
    assert!(after.len() < before && after.contains(&"candidate-own.svg".to_string()), "{before}, then {after:?}");
    assert!(after.iter().all(|name| name == "candidate-own.svg" || name.starts_with("candidate-1-")), "{after:?}");

    // The same puzzles given twice are no more puzzles.
    let again = format!("{puzzles}\n{puzzles}");
    let again = piped(&["discover", "--genre", "sudoku", "--json", "--top", "4"], &again).code(0).json();
    let (told, shown) = again.split_last().expect("lines");
    assert_eq!((&told["puzzles"], &told["twice"], shown), (&3.into(), &3.into(), clusters));

    let two = piped(&["discover", "--genre", "sudoku", "--json", "--top", "4", "--threads", "2"], &puzzles).code(0);
    assert_eq!(two.stdout(), ran.stdout());
}

#[test]
fn what_is_known_is_not_found_again() {
    let puzzles = puzzles();
    let seen = |args: &[&str]| {
        let all = [&["discover", "--genre", "sudoku", "--json", "--top", "1000"], args].concat();
        let lines = piped(&all, &puzzles).code(0).json();
        let summary = lines.last().expect("a summary").clone();
        (summary["known"].as_u64(), summary["removals"].as_u64().expect("a number"))
    };
    let (_, plain) = seen(&[]);
    let tier = ["pointing", "claiming", "naked-pair", "hidden-pair"];
    let known: Vec<&str> = tier.iter().flat_map(|t| ["--known", t]).collect();
    let (solved, fewer) = seen(&known);
    assert!(fewer < plain || solved > Some(0), "{fewer} removals of {plain}, {solved:?} solved by what is known");
}

#[test]
fn wrong_lines_and_wrong_names() {
    let lines = format!("{}\n123\n", puzzles());
    let ran = piped(&["discover", "--genre", "sudoku", "--json", "--top", "1"], &lines).code(1).says("-:4:");
    let summary = ran.json().pop().expect("a summary");
    assert_eq!((&summary["bad"], &summary["puzzles"]), (&1.into(), &3.into()));
    tesuji(&["discover", "--genre", "sudoku", "--known", "naked-pear"]).code(2).says("naked-pair");
    tesuji(&["discover", "--genre", "sudoku", "--depth", "9"]).code(2);
    piped(&["discover"], "").code(2).says("--genre");
    piped(&["discover", "--genre", "sudoku", "--json", "--time", "0s"], &lines);
}

/// In a cycle a puzzle that is given again is mined once.
#[test]
fn a_cycle_mines_each_puzzle_once() {
    let puzzles = puzzles();
    let dir = tempfile::tempdir().expect("a folder");
    let run = |corpus: &str, time: &str| -> Value {
        let (file, out) = (dir.path().join("corpus.txt"), dir.path().join("out"));
        std::fs::write(&file, corpus).expect("writes");
        let [file, out] = [&file, &out].map(|path| path.to_str().expect("a plain path"));
        let args = ["cycle", "--genre", "sudoku", "--corpus", file, "--fresh", "0", "--time", time, "--out", out];
        tesuji(&args).code(0);
        let json = std::fs::read_to_string(format!("{out}/cycle.json")).expect("the findings");
        serde_json::from_str(&json).expect("JSON")
    };
    let once = run(&format!("{puzzles}\n"), "20s");
    let twice = run(&format!("{puzzles}\n{puzzles}\n"), "20s");
    assert_eq!((&once["mined"], &once["mined"][0]), (&twice["mined"], &3.into()));
    assert_eq!(once["candidates"], twice["candidates"]);
    let notes = |of: &Value| of["notes"].to_string();
    assert!(notes(&twice).contains("3 of the 6 puzzles to mine were given again") && !notes(&once).contains("again"));
    assert!(!notes(&once).contains("not mined to the end"), "{}", notes(&once));
}
