//! A toy pencil genre and a toy game, one file each, through generate, solve, grade and check.

use crate::toys;

use serde_json::Value;
use tesuji_cli::{Console, run};

/// Runs a command line: exit code, lines of standard output, words.
fn tesuji(args: &str) -> (u8, Vec<Value>, String) {
    let words: Vec<String> = args.split(' ').map(str::to_string).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run(&toys::genres(), &words, &mut Console { out: &mut out, err: &mut err, terminal: false });
    let out = String::from_utf8(out).expect("text");
    let lines = out.lines().map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{l}: {e}"))).collect();
    (code, lines, String::from_utf8(err).expect("text"))
}

#[test]
fn latin_goes_through_everything() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("latin.jsonl");
    let file = file.to_str().expect("a plain path");
    let (code, lines, words) =
        tesuji(&format!("generate --genre toy-latin --size 5x5 --count 12 --seed 3 --into {file} --json"));
    assert_eq!((code, &lines[0]["made"], &lines[0]["added"]), (0, &12.into(), &12.into()), "{words}");

    let (code, lines, words) = tesuji(&format!("solve --genre toy-latin {file}"));
    assert_eq!((code, lines.len()), (0, 12), "{words}");
    for line in &lines {
        let solution: Vec<u32> =
            line["solution"].as_str().expect("a text").chars().filter_map(|c| c.to_digit(10)).collect();
        for i in 0..5 {
            for house in [(0..5).map(|j| 5 * i + j).collect::<Vec<_>>(), (0..5).map(|j| 5 * j + i).collect()] {
                let values: std::collections::BTreeSet<u32> = house.iter().map(|&c| solution[c]).collect();
                assert_eq!(values, (1..=5).collect());
            }
        }
        let givens =
            line["puzzle"].as_str().expect("a text").chars().zip(line["solution"].as_str().expect("a text").chars());
        assert!(givens.into_iter().all(|(g, s)| g == '.' || g == s));
    }
    let (code, lines, words) = tesuji(&format!("grade --genre toy-latin {file}"));
    assert_eq!((code, lines.len()), (0, 12), "{words}");
    assert!(lines.iter().all(|l| l["grade"]["tier"].is_string()));

    let (code, lines, words) =
        tesuji(&format!("check --genre toy-latin {file} --solvers simple,plain,sat,milp --json"));
    assert_eq!((code, lines.len()), (0, 1), "{words}");
    assert_eq!(lines[0]["counts"]["unique"], 12);
    for solver in ["simple", "plain", "sat", "milp"] {
        assert_eq!(lines[0]["counts"]["solvers"][solver]["agree"], 12, "{solver}");
    }
}

#[test]
fn nim_goes_through_everything() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("nim.jsonl.gz");
    let file = file.to_str().expect("a plain path");
    let (code, lines, words) = tesuji(&format!("generate --genre toy-nim --count 30 --seed 1 --into {file} --json"));
    assert_eq!((code, &lines[0]["made"]), (0, &30.into()), "{words}");

    let (code, lines, words) = tesuji(&format!("solve --genre toy-nim {file}"));
    assert_eq!(code, 0, "{words}");
    assert!(!lines.is_empty());
    for line in &lines {
        let n: u32 =
            line["puzzle"].as_str().and_then(|t| t.strip_prefix("heap ")).expect("a heap").parse().expect("a number");
        assert_eq!(line["solution"], format!("take {}", n % 4));
    }
    let (code, graded, words) = tesuji(&format!("grade --genre toy-nim {file}"));
    assert_eq!((code, graded.len()), (0, lines.len()), "{words}");
    let (code, lines, words) = tesuji(&format!("check --genre toy-nim {file} --json"));
    assert_eq!((code, &lines[0]["counts"]["disagreements"]), (0, &0.into()), "{words}");
    assert_eq!(lines[0]["counts"]["solvers"]["fast"]["agree"], graded.len());
    assert_eq!(lines[0]["counts"]["solvers"]["simple"]["agree"], graded.len());
}

#[test]
fn the_cycle_runs_on_a_game_that_comes_without_a_corpus() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().to_str().expect("a plain path");
    let (code, lines, words) = tesuji(&format!("cycle --genre toy-nim --fresh 5 --out {out} --json"));
    assert_eq!(code, 0, "{words}");
    assert_eq!((&lines[0]["genre"], &lines[0]["disagreements"]), (&"toy-nim".into(), &0.into()), "{lines:?}");
    let page = std::fs::read_to_string(dir.path().join("report.html")).expect("a report");
    assert!(page.contains("positions are read"), "the report says why nothing was mined");
}

#[test]
fn an_option_of_a_genre_is_a_flag_of_its_commands() {
    let (code, _, _) = tesuji("generate --genre toy-nim --first leave");
    assert_eq!(code, 0);
    let (code, _, words) = tesuji("generate --genre toy-nim --first leaf");
    assert!(code == 2 && words.contains("leave"), "{words}");
    let (code, _, words) = tesuji("generate --genre toy-latin --first leave");
    assert!(code == 2 && words.contains("--first"), "{words}");
}
