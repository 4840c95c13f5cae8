//! Documents that have more than is read: every answer says so, and the solution that a document
//! stores is compared.

use crate::run;

use run::{piped, tesuji};
use serde_json::{Value as Json, json};

/// A document whose arrow, as it stands, excludes its own solution: the rules say why.
fn turned_arrow() -> Json {
    let given = |value: u64| json!({"value": value, "given": true});
    json!({
        "size": 4,
        "ruleset": "Normal sudoku rules apply. An arrow is turned before it is read.",
        "grid": [
            [given(2), {}, given(4), given(3)],
            [{}, given(4), {}, {}],
            [given(1), {}, {}, {}],
            [{}, {}, {}, {}],
        ],
        "arrow": [{"lines": [["R2C1", "R1C1"]], "cells": ["R2C1"]}],
        "circle": [{"cells": ["R4C4"]}],
        "solution": [2, 1, 4, 3, 3, 4, 1, 2, 1, 2, 3, 4, 4, 3, 2, 1],
    })
}

const UNREAD: &str = "not read: rules in words, 1 circle";

#[test]
fn an_answer_holds_as_far_as_the_document_was_read() {
    let text = turned_arrow().to_string();
    let solve = piped(&["solve", "--genre", "variant"], &text).code(1);
    solve.says("as far as it was read").says(UNREAD).says("its stored solution breaks the arrow from r2c1");
    piped(&["check", "--genre", "variant"], &text).code(1).says("the stored solution breaks the arrow");
    for command in ["hint", "grade", "candidates", "repair"] {
        piped(&[command, "--genre", "variant"], &text).says("as far as it was read").says(UNREAD);
    }
    let shown = piped(&["show", "--genre", "variant"], &text).code(0).stdout();
    assert!(shown.contains(UNREAD) && shown.contains("An arrow is turned"), "{shown}");
    assert!(shown.contains("circle (r4c4): drawn, not read"), "{shown}");
    // A record keeps it.
    let record = piped(&["convert", "--to", "jsonl", "--genre", "variant"], &text).code(0).stdout();
    piped(&["solve"], &record).code(1).says("as far as it was read").says("its stored solution breaks");
    let mut whole = turned_arrow();
    let parts = whole.as_object_mut().expect("an object");
    parts.remove("ruleset");
    parts.remove("circle");
    let plain = piped(&["solve", "--genre", "variant"], &whole.to_string()).code(1);
    let plain = plain.says("no solution; its stored solution breaks the arrow");
    assert!(!plain.words().contains("as far as"), "{}", plain.words());
}

#[test]
fn a_right_answer_says_what_was_not_read() {
    let mut document = turned_arrow();
    document.as_object_mut().expect("an object").remove("arrow");
    let ran = piped(&["solve", "--genre", "variant"], &document.to_string());
    let ran = ran.says("as far as it was read").says(UNREAD);
    let out = ran.stdout();
    assert!(out.contains("not read: rules in words, 1 circle"), "{out}");
}

/// Fields beside a puzzle count: they are read, or named.
#[test]
fn fields_beside_a_puzzle_count() {
    let grid = [[1, 2, 3, 4], [3, 4, 0, 0], [2, 0, 4, 0], [4, 3, 2, 1]];
    let ipuz = json!({
        "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku/killersudoku#1"],
        "dimensions": {"width": 4, "height": 4}, "puzzle": grid,
        "cages": [{"value": 3, "cells": [[3, 2], [4, 2]]}],
    })
    .to_string();
    // Columns come first there: the cage lies in row 2.
    let line = piped(&["convert", "--to", "line", "--genre", "killer"], &ipuz).code(0).stdout();
    assert!(line.contains("3=r2c3,r2c4"), "{line}");
    assert_eq!(piped(&["convert", "--to", "line"], &ipuz).code(0).stdout(), line);
    piped(&["solve", "--genre", "sudoku"], &ipuz).code(1).says("cages (1)").says("--genre killer");
    let with = |field: &str, value: Json| {
        let mut record = json!({"puzzle": "1234.4..2...4321"});
        record[field] = value;
        record.to_string()
    };
    let diagonals = piped(&["convert", "--to", "line", "--genre", "sudoku"], &with("diagonals", json!(true)));
    diagonals.says("diagonals");
    for (field, value, says) in [
        ("thermometers", json!([[1, 2]]), "thermometers (1)"),
        ("rules", json!("Odd ones are shy."), "rules"),
        ("type", json!("wordoku"), "type \"wordoku\""),
    ] {
        piped(&["solve", "--genre", "sudoku"], &with(field, value)).says("as far as it was read").says(says);
    }
    let plain = piped(&["solve", "--genre", "sudoku"], &with("type", json!("easy")));
    assert!(!plain.words().contains("not read"), "{}", plain.words());
}

/// The handed documents, where they are at hand.
#[test]
fn handed_documents_are_not_judged_in_part() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/cases4/pencil");
    if !folder.is_dir() {
        eprintln!("skipped: there is no {}", folder.display());
        return;
    }
    let file = |name: &str| folder.join(name).display().to_string();
    let arrow = file("h_words_arrow.json");
    tesuji(&["solve", "--genre", "variant", &arrow]).code(1).says("rules in words").says("breaks the arrow from r2c1");
    tesuji(&["check", "--genre", "variant", &arrow]).code(1).says("breaks the arrow");
    tesuji(&["solve", "--genre", "variant", &file("h_lockout.json")]).says("lockout line");
    tesuji(&["solve", "--genre", "sudoku", &file("h_killer.ipuz")]).code(1).says("cages");
    // With its 27 cages it has several solutions, as a SAT solver finds, too.
    let cages = &["check", "--genre", "killer", "--solvers", "plain,sat", &file("h_killer.ipuz")];
    tesuji(cages).says("compared by two solvers or more: 1 of 1").says("1 with several");
    let hint = tesuji(&["hint", "--genre", "tents", &file("h_tents_state.txt")]).code(0);
    assert!(hint.stdout().contains("no tree beside") || !hint.stdout().contains("grass"), "{}", hint.stdout());
}
