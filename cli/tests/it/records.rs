//! The fields of a record survive every pass.

use crate::run;

use run::tesuji;
use serde_json::{Value, json};
use std::path::Path;

/// Does `after` hold all that `before` holds? The first field that it lost or changed.
fn lost(before: &Value, after: &Value, at: &str) -> Option<String> {
    match (before, after) {
        (Value::Object(fields), Value::Object(there)) => {
            fields.iter().find_map(|(name, value)| match there.get(name) {
                None => Some(format!("{at}.{name} is gone")),
                Some(other) => lost(value, other, &format!("{at}.{name}")),
            })
        }
        _ if before == after => None,
        _ => Some(format!("{at} was {before} and is {after}")),
    }
}

/// A puzzle of 9×9 made by this program, with a grade that knows more than a grading looks for, and
/// fields of other tools at every level.
fn carrying() -> Value {
    let mut record = tesuji(&["generate", "--genre", "sudoku", "--seed", "5"]).code(0).json().remove(0);
    record["title"] = json!("No. 7");
    record["tags"] = json!(["gift", { "for": "Ada", "pages": [1, 2.5, null] }]);
    record["grade"]["ceiling"] = json!("hard");
    record["grade"]["needs"] = json!([{ "technique": "x-wing", "stalls_after": 31, "open": 24, "page": 7 }]);
    record["grade"]["trial_depth"] = json!(1);
    record["grade"]["features"] = json!({ "minutes": 12.5 });
    record["grade"]["stars"] = json!(4);
    record["source"]["file"] = json!("book.txt");
    record["source"]["author"] = json!({ "name": "A. N. Other" });
    record
}

/// A partly filled puzzle.
fn begun(record: &Value) -> Value {
    let mut record = record.clone();
    let text = |name: &str| record[name].as_str().expect("a text").as_bytes().to_vec();
    let (puzzle, solution) = (text("puzzle"), text("solution"));
    let cell = puzzle.iter().position(|&c| c == b'.').expect("an open cell");
    record["state"] = json!({ "placed": { cell.to_string(): solution[cell] - b'0' }, "note": "pencil" });
    record
}

fn write(path: &Path, records: &[Value]) -> String {
    let text: String = records.iter().map(|r| format!("{r}\n")).collect();
    std::fs::write(path, text).expect("writes");
    path.to_str().expect("a plain path").to_string()
}

fn read(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("reads");
    text.lines().map(|l| serde_json::from_str(l).expect("a record")).collect()
}

/// Each record is still there, whatever their order, and has lost nothing.
fn nothing_is_lost(before: &[Value], after: &[Value], what: &str) {
    assert_eq!(after.len(), before.len(), "{what}");
    for one in before {
        let of = |r: &&Value| r["id"] == one["id"] && r["state"].is_null() == one["state"].is_null();
        let there = after.iter().find(of).unwrap_or_else(|| panic!("{what}: a record is gone"));
        assert_eq!(lost(one, there, ""), None, "{what}");
    }
}

#[test]
fn nothing_is_lost_in_any_pass() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let whole = carrying();
    let both = [begun(&whole), whole];
    let file = write(&dir.path().join("in.jsonl"), &both);
    let of = ["--genre", "sudoku", file.as_str()];
    for words in [
        &["solve"][..],
        &["check", "--verdicts", "--solvers", "fast,simple"],
        &["corpus", "import"],
        &["corpus", "dedupe"],
    ] {
        let ran = tesuji(&[words, &of[..]].concat()).code(0).json();
        nothing_is_lost(&both, &ran, &words.join(" "));
        let parts = at(&words.join("-"));
        for shard in ["1/2", "2/2"] {
            tesuji(&[words, &of[..], &["--out", &parts, "--shard", shard]].concat()).code(0);
        }
        let merged = at("merged.jsonl");
        tesuji(&["corpus", "merge", &parts, "--out", &merged]).code(0);
        nothing_is_lost(&both, &read(&merged), &format!("{} in shards", words.join(" ")));
    }
    let [into, merged] = ["into.jsonl", "all.jsonl"].map(at);
    tesuji(&[&["corpus", "import"], &of[..], &["--into", &into]].concat()).code(0);
    nothing_is_lost(&both, &read(&into), "import --into");
    // With a record of the same puzzle that knows less.
    let mut bare = both[1].clone();
    bare["grade"] = json!({ "tier": "beginner", "score": 1, "solved": true });
    let other = write(&dir.path().join("bare.jsonl"), &[bare]);
    tesuji(&["corpus", "merge", &other, &file, "--out", &merged]).code(0);
    nothing_is_lost(&both, &read(&merged), "merge");
}

/// A grading replaces what it finds anew, and nothing else, in place too.
#[test]
fn grade_keeps_what_it_does_not_look_for() {
    let dir = tempfile::tempdir().expect("a folder");
    let before = [carrying()];
    let file = write(&dir.path().join("mine.jsonl"), &before);
    let kept = |after: &[Value], what: &str| {
        let mut expected = before[0].clone();
        for found in ["tier", "score", "solved", "techniques"] {
            expected["grade"].as_object_mut().expect("a grade").remove(found);
        }
        nothing_is_lost(&[expected], after, what);
    };
    let grade = ["grade", "--genre", "sudoku", file.as_str()];
    kept(&tesuji(&grade).code(0).json(), "grade");
    kept(&tesuji(&[&grade[..], &["--steps"]].concat()).code(0).json(), "grade --steps");
    // An unfinished grading has no grade, and what was known comes back with the next one.
    let short = tesuji(&[&grade[..], &["--nodes", "1", "--out", &file]].concat()).code(1).says("1 unfinished (nodes)");
    assert_eq!(short.stdout(), "");
    assert!(read(&file)[0]["grade"].is_null());
    tesuji(&[&grade[..], &["--out", &file]].concat()).code(0);
    kept(&read(&file), "grade in place");
    // Needs that are looked for are those that are found.
    let found = tesuji(&[&grade[..], &["--needs"]].concat()).code(0).json().remove(0);
    assert_ne!(found["grade"]["needs"], before[0]["grade"]["needs"]);
    // A seed for a database knows them.
    let sql = tesuji(&["corpus", "seed", "--unreviewed", "--allow-unlicensed", &file]).code(0).stdout();
    assert!(sql.contains("x-wing"), "{sql}");
}
