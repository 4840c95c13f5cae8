//! Export: one document where a format is one, records one behind the other where it is not, the
//! bad ones left out.

use serde_json::json;
use tesuji_corpus::Export;
use tesuji_genre::{Genre, Record};

fn genre(name: &str) -> &'static dyn Genre {
    tesuji_genres::all().into_iter().find(|g| g.name() == name).expect("it is registered")
}

/// Records of a pack, each with the pack's puzzle.
fn records() -> Vec<Record> {
    let puzzle = |n: usize| {
        json!({
            "id": format!("p{n}"), "title": format!("Puzzle {n}"), "description": "White to move. Form a mill.",
            "category": "formMill", "difficulty": "easy", "ruleVariantId": "standard_9mm",
            "initialPosition": format!("O@**OO**/**@*****/*******@ w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 {n} ids:nodes"),
            "solutions": [{"moves": [{"notation": "f4-e3", "side": "white"}], "isOptimal": true}],
        })
    };
    let pack = json!({"formatVersion": "1.0", "puzzleCount": 3, "puzzles": [puzzle(1), puzzle(2), puzzle(3)]});
    let mut records = Vec::new();
    genre("mill").read(pack.to_string().as_bytes(), &mut |parsed| {
        let parsed = parsed.expect("it can be read");
        let mut record = parsed.puzzle.record();
        record.extra = parsed.notes;
        records.push(record);
    });
    assert_eq!(records.len(), 3);
    records
}

#[test]
fn a_pack_is_one_document_of_all_records() {
    let mill = genre("mill");
    let records = records();
    let mut export = Export::new(mill, "sanmill");
    let mut bad = records[0].clone();
    bad.extra.insert("sanmill".into(), json!({"id": 7}));
    for record in &records {
        assert!(export.add(record).is_ok());
        assert!(export.add(&bad).is_err(), "it is told, and the rest goes on");
    }
    let text = export.finish().expect("it is written");
    let mut whole = Vec::new();
    mill.write("sanmill", &mut records.clone().into_iter(), &mut whole).expect("it is written");
    assert_eq!(String::from_utf8_lossy(&text), String::from_utf8_lossy(&whole));
    let pack: serde_json::Value = serde_json::from_slice(&text).expect("one document");
    assert_eq!(pack["puzzles"].as_array().map(Vec::len), Some(3));
    assert_eq!(pack["puzzleCount"], 3);
    let mut read = 0;
    assert!(mill.read(&text, &mut |parsed| read += usize::from(parsed.is_ok())));
    assert_eq!(read, 3);
    assert_eq!(Export::new(mill, "sanmill").finish().expect("nothing fails"), b"");
}

#[test]
fn lines_stand_one_behind_the_other() {
    let records = records();
    for format in ["line", "jsonl"] {
        let mut export = Export::new(genre("mill"), format);
        records.iter().for_each(|r| export.add(r).expect("any record is a line"));
        let text = String::from_utf8(export.finish().expect("it is written")).expect("text");
        assert_eq!(text.lines().count(), 3);
    }
    // A record that is no puzzle leaves nothing behind in a format that looks at it.
    let sudoku = genre("sudoku");
    let format = sudoku.info().formats.iter().find(|f| !matches!(**f, "line" | "jsonl")).expect("there are more");
    let mut export = Export::new(sudoku, format);
    assert!(export.add(&Record { genre: "sudoku".into(), puzzle: "no puzzle".into(), ..Record::default() }).is_err());
    assert_eq!(export.finish().expect("nothing fails"), b"");
}

/// A puzzle with a state is not exported as an empty one.
#[test]
fn states_are_held_or_refused() {
    let sudoku = genre("sudoku");
    let line = "1...............";
    let puzzle = sudoku.parse(line).expect("a puzzle").puzzle;
    let state = tesuji_genre::State { placed: [(1, 2)].into(), removed: [(2, 1 << 1)].into(), ..Default::default() };
    let begun = Record { state: Some(state), ..puzzle.record() };
    let mut held = Vec::new();
    for &format in sudoku.info().formats {
        let mut export = Export::new(sudoku, format);
        assert!(
            export.add(&puzzle.record()).is_ok()
                || sudoku.write(format, &mut [puzzle.record()].into_iter(), &mut Vec::new()).is_err()
        );
        let before = export.finish().expect("nothing fails");
        let mut export = Export::new(sudoku, format);
        match export.add(&begun) {
            Ok(()) => held.push(format),
            Err(bad) => assert!(export.finish().expect("nothing fails").is_empty(), "{format}: {bad} {before:?}"),
        }
    }
    assert!(held.contains(&"jsonl") && !held.contains(&"line"), "{held:?}");
}
