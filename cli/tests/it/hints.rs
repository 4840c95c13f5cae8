//! Answers of `tesuji hint`.

use crate::run;

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
fn a_first_stage_is_refused_where_hints_have_one_stage() {
    for (genre, puzzle) in [("sudoku", EASY), ("slitherlink", "slither/4/4/dgdh2c71")] {
        piped(&["hint", "--first", "--genre", genre], puzzle).code(2).says("--first").says(genre);
    }
}

#[test]
fn what_is_wrong_is_named_first() {
    let sparse = format!(".....4....1..2....3........2....1..4{}", ".".repeat(45));
    piped(&["hint", "--genre", "sudoku"], &sparse).code(1).says("more than one solution");
    piped(&["hint", "--genre", "sudoku"], &record(&sparse, [(0, 5)])).code(1).says("more than one solution");
    piped(&["hint", "--genre", "sudoku"], &record(EASY, [(2, 1)])).code(1).says("r1c3: 1 contradicts the solution");
}

/// A hitori with six solutions, counted by hand: only r1c3, r2c1 and r2c3 are alike in all of them.
const SIX: &str = "hitori/3/3/112213321";

#[test]
fn several_solutions_are_told_and_gone_on_with_on_request() {
    piped(&["hint"], SIX).code(1).says("more than one solution").says("--any-solution");
    let ran = piped(&["hint", "--any-solution", "--last-resort"], SIX).code(0).says("several solutions");
    let line = ran.json().remove(0);
    assert_eq!(line["uniqueness"], "several", "{line}");
    let in_all = ["r1c3", "r2c1", "r2c3"];
    let placed = line["hint"]["placements"].as_array().cloned().unwrap_or_default();
    let holds = |c: &Value| in_all.iter().any(|cell| c["cell"] == **cell) && c["value"] == "unshaded";
    assert!(line["answer"] == "stuck" || placed.iter().all(holds), "{line}");
    // A state is held against all of them.
    let state = |row: &str| format!("pzprv3/hitori/3/3/1 1 2 /2 1 3 /3 2 1 /{row} /. . . /. . . /");
    piped(&["hint", "--any-solution"], &state(". . #")).code(1).says("r1c3");
    piped(&["hint", "--any-solution"], &state("# . .")).code(0).says("several solutions");
    // Where there is one, the option changes nothing.
    let one = piped(&["hint", "--genre", "sudoku", "--any-solution"], EASY).code(0).json().remove(0);
    assert_eq!(one, piped(&["hint", "--genre", "sudoku"], EASY).code(0).json().remove(0));
}

#[test]
fn techniques_are_left_out_of_the_genre_that_a_puzzle_tells() {
    let address = "https://puzz.link/p?slither/4/4/dgdh2c7b";
    let first = |args: &[&str]| piped(args, address).code(0).json().remove(0)["hint"]["technique"].clone();
    let technique = first(&["hint"]);
    let without = first(&["hint", "--without", technique.as_str().expect("a step")]);
    assert_ne!(technique, without);
    let graded = piped(&["grade", "--without", technique.as_str().expect("a step")], address).json().remove(0);
    assert_eq!(graded["grade"]["techniques"].get(technique.as_str().expect("a step")), None, "{graded}");
    for command in ["hint", "grade"] {
        // One that no genre has, and one that this genre does not have.
        piped(&[command, "--without", "klue-zero"], address).code(2).says("clue-zero");
        piped(&[command, "--without", "x-wing"], address).code(1).says("slitherlink has no technique \"x-wing\"");
        piped(&[command, "--without", "x-wnig"], &record(EASY, [])).code(2).says("x-wing");
    }
    let line = piped(&["hint", "--without", SINGLES, "--tier", "easy"], &record(EASY, [])).code(0).json().remove(0);
    assert_eq!(line["answer"], "stuck");
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
