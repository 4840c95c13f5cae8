//! `tesuji check --state`: the rule that an answer breaks is named, with its places.

use crate::run;

use run::{Ran, tesuji};
use serde_json::Value;

struct Folder(tempfile::TempDir);

impl Folder {
    fn write(&self, text: &str) -> String {
        let path = self.0.path().join("answers.txt");
        std::fs::write(&path, text).expect("writes");
        path.to_str().expect("a plain path").to_string()
    }
}

fn check(text: &str, more: &[&str]) -> Ran {
    let folder = Folder(tempfile::tempdir().expect("a folder"));
    tesuji(&[&["check", "--state", &folder.write(text)], more].concat())
}

fn rules(line: &Value) -> Vec<&str> {
    line["broken"].as_array().expect("a list").iter().filter_map(|rule| rule["rule"].as_str()).collect()
}

const SUDOKU: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Finished answers of sudoku: right ones, and ones with two cells exchanged. The test counts for
/// itself which rows, columns and boxes are broken.
#[test]
fn a_wrong_answer_is_told_by_row_column_and_box() {
    let record = |solution: &str| format!(r#"{{"genre":"sudoku","puzzle":"{SUDOKU}","solution":"{solution}"}}"#);
    let right = check(&record(SOLVED), &[]).code(0).json();
    assert_eq!((&right[0]["open"], rules(&right[0]).len()), (&0.into(), 0), "{right:?}");
    for (a, b) in [(2, 3), (2, 11), (3, 78)] {
        let mut cells: Vec<char> = SOLVED.chars().collect();
        cells.swap(a, b);
        let told = check(&record(&cells.iter().collect::<String>()), &[]).code(1).says("is broken at").json();
        let place = |cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
        for rule in told[0]["broken"].as_array().expect("a list") {
            let places: Vec<&str> =
                rule["places"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
            assert!(places.len() == 2, "two equal digits: {rule}");
            assert!([a, b].iter().any(|&cell| places.contains(&place(cell).as_str())), "{rule}");
        }
        let in_line = |of: &dyn Fn(usize) -> usize| if of(a) == of(b) { 0 } else { 2 };
        let block = |cell: usize| cell / 27 * 3 + cell % 9 / 3;
        let expected = in_line(&|cell| cell / 9) + in_line(&|cell| cell % 9) + in_line(&block);
        assert_eq!(rules(&told[0]).len(), expected, "{told:?}");
    }
}

/// A state that is not finished breaks only what it contradicts already.
#[test]
fn an_unfinished_answer_breaks_what_it_contradicts() {
    let state = |placed: &str| format!(r#"{{"genre":"sudoku","puzzle":"{SUDOKU}","state":{{"placed":{placed}}}}}"#);
    let open = check(&state(r#"{"2":4}"#), &[]).code(0).json();
    assert!(open[0]["open"].as_u64() > Some(40) && rules(&open[0]).is_empty(), "{open:?}");
    let twice = check(&state(r#"{"2":5}"#), &[]).code(1).json();
    assert!(!rules(&twice[0]).is_empty() && twice[0]["broken"][0]["places"].to_string().contains("r1c3"), "{twice:?}");
    let given = check(&state(r#"{"0":4}"#), &[]).code(1).json();
    assert!(rules(&given[0]).contains(&"what is given"), "{given:?}");
}

/// States of puzz.link, in a genre of the program and in one of a file.
#[test]
fn states_of_other_programs_are_checked_by_their_rules() {
    for (lights, rule) in [("# . . /. 2 . /. . # ", "the 2 at r2c2"), ("# . # /. - . /. . . ", "the line from")] {
        let told = check(&format!("pzprv3/lightup/3/3/{lights}/"), &["--finished"]).code(1).json();
        assert!(rules(&told[0]).iter().any(|own| own.starts_with(rule)), "{told:?}");
    }
    // Two lights in one line are wrong whatever the rest will be; a number may still be met.
    assert!(rules(&check("pzprv3/lightup/3/3/# . . /. 2 . /. . # /", &[]).code(0).json()[0]).is_empty());
    check("pzprv3/lightup/3/3/# . # /. - . /. . . /", &[]).code(1).says("the line from");
    let suguru = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/genres/suguru.toml");
    let state = |last: &str| format!("pzprv3/suguru/2/2/1 /1 /0 0 /. . /. . /{last}/");
    let touching = check(&state("1 2 /2 1 "), &["--genre", suguru]).code(1).json();
    assert!(rules(&touching[0]).iter().any(|rule| rule.starts_with("the cells touching at")), "{touching:?}");
    let twice = check(&state("1 . /1 . "), &["--genre", suguru]).code(1).json();
    assert!(rules(&twice[0]).iter().any(|rule| rule.starts_with("the region of")), "{twice:?}");
}

#[test]
fn what_is_no_answer_is_told_by_its_line() {
    let text = format!("{SUDOKU}\n{{\"puzzle\":1}}\n\npzprv3/nosuch/2/2/. . /. . /\n");
    let told = check(&text, &["--genre", "sudoku"]).code(1).says("answers.txt:2").json();
    let lines: Vec<(u64, bool)> =
        told.iter().map(|line| (line["line"].as_u64().expect("a line"), line["error"].is_string())).collect();
    assert_eq!(lines, [(1, true), (2, true), (4, true)], "{told:?}");
    tesuji(&["check", "--finished"]).code(2);
}
