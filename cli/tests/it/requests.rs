//! A record keeps its request, and later commands keep to it and say so.

use crate::run;

use run::{piped, tesuji};
use serde_json::Value;

/// A record that takes the technique, by its id and its name.
struct Taken {
    record: String,
    id: String,
    name: String,
}

fn techniques(record: &Value) -> Vec<String> {
    record["grade"]["techniques"].as_object().expect("techniques").keys().cloned().collect()
}

/// A puzzle that takes a pattern without which it is solved, too.
fn taken() -> Taken {
    for seed in 1..40_u32 {
        let seed = seed.to_string();
        let made = tesuji(&["generate", "--genre", "sudoku", "--tier", "medium", "--seed", &seed]).code(0);
        let record = made.json().remove(0);
        assert_eq!(record["grade"]["without"], Value::Null, "nothing was left out");
        for id in techniques(&record).iter().filter(|id| !id.contains("single") && !id.starts_with("full-")) {
            let graded = piped(&["grade", "--without", id], &made.stdout()).code(0).json().remove(0);
            if graded["grade"]["solved"] == true {
                let all = tesuji(&["techniques", "--genre", "sudoku", "--json"]).json();
                let name = all.iter().find(|t| t["technique"] == **id).and_then(|t| t["name"].as_str());
                let name = name.map_or_else(|| id.replace('-', " "), str::to_string);
                return Taken { record: made.stdout(), id: id.clone(), name };
            }
        }
    }
    panic!("no such puzzle");
}

#[test]
fn what_was_left_out_stays_out() {
    let Taken { record, id, name } = taken();
    let without = piped(&["grade", "--without", &id], &record).code(0).stdout();
    let restricted: Value = serde_json::from_str(&without).expect("a record");
    assert_eq!(restricted["grade"]["without"], serde_json::json!([id]));
    assert!(!techniques(&restricted).contains(&id));
    // Graded again, it is the same, and that is said.
    let words = format!("without {id}, as the records ask");
    let again = piped(&["grade"], &without).code(0).says(&words);
    assert_eq!(again.json()[0]["grade"], restricted["grade"]);
    // Who says otherwise gets it, and the record says so from then on.
    let all = piped(&["grade", "--without", "none"], &without).code(0).json().remove(0);
    assert_eq!(all["grade"]["without"], Value::Null);
    assert!(techniques(&all).contains(&id));
    // Printed steps.
    let page = |args: &[&str]| {
        let page = piped(&[&["show", "--html", "-", "--steps"], args].concat(), &without).code(0).stdout();
        page.split_once("<h2>Steps</h2>").expect("steps").1.to_string()
    };
    let steps = page(&[]);
    assert!(steps.contains(&format!("without {id}.</i>")), "{steps}");
    assert!(!steps.contains(&format!("{name}: ")), "{steps}");
    assert!(page(&["--without", "none"]).contains(&format!("{name}: ")));
    // Hints.
    let hint = piped(&["hint"], &without).code(0).says("as the record asks, ");
    let restricted = hint.json()[0]["restricted"].clone();
    assert!(restricted.as_str().is_some_and(|words| words.ends_with(&format!("without {id}"))), "{restricted}");
    let free = piped(&["hint", "--without", "none", "--tier", "master"], &without).code(0);
    assert_eq!(free.json()[0]["restricted"], Value::Null);
    assert!(!free.words().contains("as the record asks"));
}

#[test]
fn a_ceiling_stands_in_the_record_and_a_generated_one_keeps_its_request() {
    let Taken { record, .. } = taken();
    let under = piped(&["grade", "--tier", "easy"], &record).code(0).stdout();
    let graded: Value = serde_json::from_str(&under).expect("a record");
    assert_eq!((&graded["grade"]["ceiling"], &graded["grade"]["solved"]), (&"easy".into(), &false.into()));
    let again = piped(&["grade"], &under).code(0).says("1 up to easy, as the records ask").json().remove(0);
    assert_eq!(again["grade"], graded["grade"]);
    let lifted = piped(&["grade", "--tier", "master"], &under).code(0).json().remove(0);
    assert_eq!(lifted["grade"]["solved"], true);
    let args = ["generate", "--genre", "sudoku", "--size", "4x4", "--without", "naked-pair,x-wing", "--take-over"];
    let made = tesuji(&args).code(0).json().remove(0);
    assert_eq!(made["grade"]["without"], serde_json::json!(["naked-pair", "x-wing"]));
    assert_eq!(made["grade"]["take_over"], true);
}

#[test]
fn a_technique_that_no_genre_has_is_a_mistake() {
    let Taken { record, .. } = taken();
    for command in ["grade", "hint"] {
        piped(&[command, "--without", "xywing"], &record).code(2).says("no technique \"xywing\"; nearest: ");
    }
    piped(&["show", "--html", "-", "--steps", "--without", "xywing"], &record).code(2).says("no technique");
    // A technique of another genre is an error, too: nothing that is typed is passed over.
    let ids = |genre: &str| -> Vec<String> {
        let all = tesuji(&["techniques", "--genre", genre, "--json"]).code(0).json();
        all.iter().filter_map(|t| t["technique"].as_str().map(str::to_string)).collect()
    };
    let own = ids("sudoku");
    let other = ids("hitori").into_iter().find(|id| !own.contains(id)).expect("one that sudoku does not have");
    piped(&["grade", "--without", &format!("{other},x-wing")], &record).code(1).says("sudoku has no technique");
    let graded = piped(&["grade", "--without", "x-wing"], &record).code(0);
    assert_eq!(graded.json()[0]["grade"]["without"], serde_json::json!(["x-wing"]));
}

/// Without grades the same puzzles are made; a request of a tier is refused.
#[test]
fn ungraded_puzzles_are_the_same() {
    for (genre, more) in [
        ("sudoku", &["--irreducible", "yes"][..]),
        ("sudoku", &[]),
        ("slitherlink", &["--size", "7x7"]),
        ("nonogram", &["--size", "5x5"]),
        ("mill", &[]),
    ] {
        let made = |options: &[&str]| {
            let all = [&["generate", "--genre", genre, "--count", "3", "--seed", "5"], more, options].concat();
            tesuji(&all).code(0).json()
        };
        let (graded, ungraded) = (made(&[]), made(&["--ungraded"]));
        let puzzles = |list: &[serde_json::Value]| list.iter().map(|r| r["puzzle"].clone()).collect::<Vec<_>>();
        assert_eq!(puzzles(&graded), puzzles(&ungraded), "{genre}");
        assert!(graded.iter().all(|r| r["grade"].is_object()), "{genre}: {graded:?}");
        assert!(ungraded.iter().all(|r| r["grade"].is_null()), "{genre}: {ungraded:?}");
    }
    tesuji(&["generate", "--genre", "sudoku", "--ungraded", "--tier", "easy"]).code(2);
}

/// Without a tier a puzzle may be beyond the techniques: a message says so, and counts it.
#[test]
fn puzzles_beyond_the_techniques_are_told() {
    let args = ["generate", "--genre", "nurikabe", "--size", "8x8", "--count", "3", "--seed", "4"];
    let lines = tesuji(&[&args[..], &["--json", "--time", "100s"]].concat()).code(0).json();
    let (summary, records) = lines.split_last().expect("a summary");
    let beyond = records.iter().filter(|record| record["grade"]["solved"] == false).count();
    assert!(beyond > 0, "{records:?}");
    assert_eq!(summary["stalled"].as_u64(), Some(beyond as u64), "{summary}");
    tesuji(&args).code(0).says(&format!("{beyond} of them beyond the techniques"));
    let easy = tesuji(&[&args[..], &["--tier", "hard", "--json"]].concat()).json();
    assert_eq!(easy.last().expect("a summary")["stalled"], 0);
}
