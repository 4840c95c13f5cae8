//! What `tesuji hint` answers.
#![allow(missing_docs)]

mod run;

use run::{piped, tesuji};
use serde_json::{Value, json};
use std::path::PathBuf;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// Singles do not solve it.
const HARD: &str = "72..15..4..62....5....4..7.9......6.3.7...8.9.1......3.3..5....2....39..5..97..32";
const SINGLES: &str = "full-house,hidden-single-box,naked-single,hidden-single";

/// A record of the puzzle with these cells filled in.
fn record(puzzle: &str, placed: impl IntoIterator<Item = (usize, u8)>) -> String {
    let placed: serde_json::Map<String, Value> =
        placed.into_iter().map(|(cell, value)| (cell.to_string(), value.into())).collect();
    let id = tesuji_genre::record_id("sudoku", puzzle);
    json!({"id": id, "genre": "sudoku", "size": "9x9", "puzzle": puzzle, "state": {"placed": placed}}).to_string()
}

fn filled() -> impl Iterator<Item = (usize, u8)> {
    let open = EASY.bytes().enumerate().filter(|(_, b)| *b == b'.').map(|(i, _)| i);
    open.map(|i| (i, SOLUTION.as_bytes()[i] - b'0'))
}

#[test]
fn solved_stuck_a_step_and_not_known_are_different_answers() {
    let solved = piped(&["hint", "--genre", "sudoku"], &record(EASY, filled())).code(0).says("solved");
    assert_eq!((solved.json()[0]["answer"].as_str(), &solved.json()[0]["hint"]), (Some("solved"), &Value::Null));
    let step = piped(&["hint", "--genre", "sudoku"], EASY).code(0).json().remove(0);
    assert_eq!((step["answer"].as_str(), step["uniqueness"].as_str()), (Some("step"), Some("proved")));
    let args = ["hint", "--genre", "sudoku", "--without", SINGLES, "--tier", "easy"];
    let stuck = piped(&args, EASY).code(0).says("stuck").says("--last-resort");
    assert_eq!(stuck.json()[0]["answer"], "stuck");
    // Too few nodes to know it: said in words and in JSON.
    let unknown = piped(&["hint", "--genre", "sudoku", "--nodes", "0"], HARD).code(0);
    let unknown = unknown.says("not known to have one solution").json().remove(0);
    assert_eq!((unknown["uniqueness"].as_str(), unknown["stop"].as_str()), (Some("not-proved"), Some("nodes")));
}

#[test]
fn a_last_resort_is_a_step_by_trial() {
    let beginner = "full-house,hidden-single-box";
    let args = ["hint", "--genre", "sudoku", "--tier", "beginner", "--without", beginner];
    piped(&args, HARD).code(0).says("stuck");
    let ran = piped(&[&args[..], &["--last-resort"]].concat(), HARD).code(0).says("Trial: suppose ");
    let hint = &ran.json()[0]["hint"];
    assert_eq!((hint["technique"].as_str(), hint["name"].as_str()), (Some("trial"), Some("Trial")));
}

/// A step is data in the puzzle's own words.
#[test]
fn a_step_names_cells_and_values_as_the_puzzle_writes_them() {
    let line = piped(&["hint", "--genre", "sudoku", "--json"], HARD).code(0).json().remove(0);
    let hint = &line["hint"];
    let is_candidate = |c: &Value| {
        let cell: Vec<char> = c["cell"].as_str().unwrap_or("").chars().collect();
        let value = c["value"].as_str().and_then(|v| v.parse::<u8>().ok());
        matches!(cell[..], ['r', '1'..='9', 'c', '1'..='9']) && value.is_some_and(|v| (1..=9).contains(&v))
    };
    for list in ["pattern", "extra", "placements", "eliminations"] {
        assert!(hint[list].as_array().is_some_and(|l| l.iter().all(is_candidate)), "{list}: {hint}");
    }
    let follows = hint["placements"].as_array().unwrap().len() + hint["eliminations"].as_array().unwrap().len();
    assert!(follows > 0, "{hint}");
    for text in ["technique", "name", "because", "words"] {
        assert!(hint[text].as_str().is_some_and(|t| !t.is_empty()), "{text}: {hint}");
    }
    assert!(hint["cells"].as_array().is_some_and(|l| !l.is_empty()), "{hint}");
    let help = tesuji(&["hint", "--help"]).code(0).stdout();
    for word in ["placements", "eliminations", "not-proved", "--take-over", "--last-resort"] {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert!(tesuji(&["generate", "--help"]).code(0).stdout().contains("--take-over"));
}

/// A puzzle with several solutions is named, state or not; a wrong value by its cell.
#[test]
fn what_is_wrong_is_named_first() {
    let sparse = format!(".....4....1..2....3........2....1..4{}", ".".repeat(45));
    piped(&["hint", "--genre", "sudoku"], &sparse).code(1).says("more than one solution");
    piped(&["hint", "--genre", "sudoku"], &record(&sparse, [(0, 5)])).code(1).says("more than one solution");
    piped(&["hint", "--genre", "sudoku"], &record(EASY, [(2, 1)])).code(1).says("r1c3: 1 contradicts the solution");
}

/// A killer that the genre's own engines do not finish: a further solver does.
#[test]
fn a_wrong_value_of_a_hard_killer_is_named() {
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data"));
    let data = std::env::var_os("TESUJI_DATA").map_or(beside, PathBuf::from);
    let Ok(line) = std::fs::read_to_string(data.join("sudoku/cases/hint_wrong_state_killer.jsonl")) else {
        println!("skipped: no external data in {}", data.display());
        return;
    };
    piped(&["hint", "--genre", "killer"], &line).code(1).says("r1c1: 3 contradicts the solution");
}
