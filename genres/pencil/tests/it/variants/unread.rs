//! What a document says that is not read is told, kept and drawn; its solution is compared; each
//! way out and in again keeps the id.

use super::external;
use serde_json::{Value as Json, json};
use tesuji_genre::document::SUDOKUPAD;
use tesuji_genre::{Genre, Marks, Medium, Parsed, RULESET, Solution, UNREAD};
use tesuji_pencil::{KILLER, SUDOKU, VARIANT};

fn document(parts: Json) -> String {
    let mut document = json!({"size": 4, "grid": vec![vec![json!({}); 4]; 4]});
    for (name, part) in parts.as_object().expect("an object") {
        document[name] = part.clone();
    }
    document.to_string()
}

fn read(text: &str) -> Parsed {
    let genre: &dyn Genre = &VARIANT;
    genre.parse(text).unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

fn unread(parsed: &Parsed) -> Vec<&str> {
    let list = parsed.notes.get(UNREAD).and_then(Json::as_array);
    list.into_iter().flatten().filter_map(Json::as_str).collect()
}

#[test]
fn each_part_that_is_not_read_is_named() {
    let mut cell = vec![vec![json!({}); 4]; 4];
    cell[1][2] = json!({"c": "#ff0000", "shape": 3});
    for (parts, says) in [
        (json!({"ruleset": "Normal sudoku rules apply. Odd digits are shy."}), &["rules in words"][..]),
        (json!({"ruleset": "Normal sudoku rules apply."}), &[]),
        (json!({"title": "A", "author": "B", "solution": [], "circle": []}), &[]),
        (json!({"circle": [{"cells": ["R1C1"]}, {"cells": ["R1C2"]}]}), &["2 circles"]),
        (json!({"text": [{"cells": ["R0C1"], "value": "5"}]}), &["1 text"]),
        (json!({"rectangle": [{"cells": ["R1C1"]}]}), &["1 rectangle"]),
        (json!({"line": [{"lines": [["R1C1", "R2C2"]]}]}), &["1 line"]),
        (json!({"line": [{"lines": [["R1C1", "R2C2"]], "fromConstraint": "Renban"}]}), &[]),
        (json!({"cage": [{"cells": ["R1C1", "R1C2"], "value": "a"}]}), &["1 drawn cage"]),
        (json!({"grid": cell}), &["1 coloured cell", "\"shape\" of cells"]),
        (json!({"numberedroom": [{"cell": "R0C1"}, {"cell": "R0C2"}]}), &["2 of \"numberedroom\""]),
        (json!({"foo": true, "bar": false}), &["\"foo\""]),
        (json!({"arrow": [{"cells": ["R1C1"], "lines": []}]}), &["1 arrow without a line"]),
        (json!({"ratio": [{"cells": ["R1C1", "R0C1"]}]}), &["1 sign beside a cell outside of the grid"]),
        (json!({"lockout": [{"lines": [["R1C1", "R1C2"]]}]}), &["1 lockout line whose difference is not stated"]),
        (json!({"lockout": [{"lines": [["R1C1", "R1C2"]], "value": "2"}]}), &[]),
    ] {
        let parsed = read(&document(parts.clone()));
        assert_eq!(unread(&parsed), says, "{parts}");
        // A record knows it by its text alone.
        assert_eq!(unread(&read(&parsed.puzzle.text)), says, "{parts}");
        assert_eq!(parsed.notes.contains_key(RULESET), says.contains(&"rules in words"), "{parts}");
        for medium in [Medium::Svg, Medium::Unicode] {
            let genre: &dyn Genre = &VARIANT;
            genre.draw(&parsed.puzzle, None, &Marks::default(), medium).expect("drawn");
        }
    }
}

#[test]
fn drawings_are_drawn() {
    let parts = json!({
        "circle": [{"cells": ["R1C1"], "baseC": "#12ab34", "value": "<b>"}],
        "line": [{"lines": [["R1C1", "R2C2"]], "outlineC": "\"/><script>"}],
        "text": [{"cells": ["R0C2"], "value": "7"}],
    });
    let puzzle = read(&document(parts)).puzzle;
    let genre: &dyn Genre = &VARIANT;
    let svg = genre.draw(&puzzle, None, &Marks::default(), Medium::Svg).expect("drawn");
    assert!(svg.contains("#12ab34") && svg.contains("&lt;b&gt;") && svg.contains(">7</text>"), "{svg}");
    assert!(!svg.contains("<script>"), "{svg}");
    let text = genre.draw(&puzzle, None, &Marks::default(), Medium::Unicode).expect("drawn");
    assert!(text.contains("circle \"<b>\" (r1c1): drawn, not read"), "{text}");
}

#[test]
fn the_first_rule_that_a_stored_solution_breaks_is_named() {
    let broken = |parts: Json, solution: &str| {
        let parsed = read(&document(parts));
        let genre: &dyn Genre = &VARIANT;
        let actions = genre.as_clues().expect("clues");
        actions.broken_rule(&parsed.puzzle, &Solution::from(solution)).expect("compared")
    };
    let right = "1234341221434321";
    assert_eq!(broken(json!({}), right), None);
    let arrow = json!({"arrow": [{"cells": ["R2C1"], "lines": [["R2C1", "R1C1"]]}]});
    assert!(broken(arrow, right).is_some_and(|rule| rule.contains("arrow") && rule.contains("r2c1")));
    let cage = json!({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "4"}]});
    assert!(broken(cage, right).is_some_and(|rule| rule.contains("cage")));
    assert_eq!(broken(json!({}), "1234341221434312").as_deref(), Some("column 3"));
    let mut given = vec![vec![json!({}); 4]; 4];
    given[0][0] = json!({"value": 2, "given": true});
    assert_eq!(broken(json!({"grid": given}), right).as_deref(), Some("the clue of r1c1"));
}

/// A document out and in again, by each format, has one id, whatever the order of its parts.
#[test]
fn there_and_back_keeps_the_id() {
    let genre: &'static dyn Genre = &VARIANT;
    let written = |parsed: &Parsed, format: &str| {
        let mut out = Vec::new();
        genre
            .write(format, &mut std::iter::once(parsed.puzzle.record()), &mut out)
            .map(|()| String::from_utf8(out).expect("text").trim().to_string())
    };
    let mut texts = vec![
        document(json!({
            "thermometer": [{"lines": [["R1C1", "R1C2"]]}],
            "arrow": [{"cells": ["R3C1"], "lines": [["R3C1", "R3C2", "R3C3"]]}],
            "killercage": [{"cells": ["R4C2", "R4C1"], "value": "3"}],
            "difference": [{"cells": ["R2C3", "R2C2"]}],
            "antiknight": true,
            "negative": ["ratio"],
            "ruleset": "More.",
            "lockout": [{"lines": [["R1C3", "R1C4"]]}],
        })),
        ".AntiKnight.Arrow~R1C1~R1C2~R1C3.Cage~10~R5C5~R5C6.StrictKropki.WhiteDot~R7C7~R7C8".to_string(),
    ];
    let other = ["iss.jsonl", "fpuzzles.jsonl"];
    let keys = ["input", "fpuzzles"];
    for (file, key) in other.into_iter().zip(keys) {
        texts.extend(external(file).iter().filter_map(|case| Some(case[key].as_str()?.to_string())));
    }
    let (mut there, mut refused) = (0, 0);
    for text in texts {
        let Ok(parsed) = genre.parse(&text) else { continue };
        for format in ["fpuzzles", "fpuzzles-address", SUDOKUPAD] {
            match written(&parsed, format) {
                Ok(out) => {
                    assert_eq!(read(&out).puzzle.record().id, parsed.puzzle.record().id, "{text}\n{out}");
                    assert_eq!(unread(&read(&out)), unread(&parsed), "{text}");
                    there += 1;
                }
                Err(bad) => {
                    assert!(bad.what.contains("f-puzzles documents"), "{bad}");
                    refused += 1;
                }
            }
        }
    }
    println!("there and back {there}, refused by name {refused}");
    assert!(there >= 6);
}

/// The sudoku family reads them too, and says what it leaves out.
#[test]
fn the_family_tells_what_it_does_not_read() {
    let grid = vec![vec![json!({}); 4]; 4];
    let text = json!({"size": 4, "grid": grid, "ruleset": "Odd ones are shy.", "circle": [{"cells": ["R1C1"]}]});
    let address =
        format!("https://sudokupad.app/?puzzleid=fpuzzles{}", tesuji_pencil::variant::compress(&text.to_string()));
    let sudoku: &dyn Genre = &SUDOKU;
    let parsed = sudoku.parse(&address).expect("read");
    assert_eq!(unread(&parsed), ["rules in words", "1 circle"]);
    let killer: &'static dyn Genre = &KILLER;
    let one = killer.parse("1.....2.........;3=r1c1,r1c2").expect("a killer").puzzle.record();
    let mut out = Vec::new();
    killer.write(SUDOKUPAD, &mut std::iter::once(one.clone()), &mut out).expect("written");
    let address = String::from_utf8(out).expect("text");
    assert!(address.starts_with("https://sudokupad.app/?puzzleid=fpuzzles"), "{address}");
    assert_eq!(killer.parse(address.trim()).expect("read").puzzle.record().id, one.id);
}
