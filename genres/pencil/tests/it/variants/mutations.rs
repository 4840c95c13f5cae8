//! Mutated documents and constraint strings are read or refused with a place; none makes a reader
//! panic.

use super::external;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value as Json, json};
use tesuji_genre::{Genre, Medium, pick};
use tesuji_pencil::VARIANT;
use tesuji_pencil::variant::decompress;

/// A document with a part of each form.
fn document() -> Json {
    let cells = vec![json!({}); 9];
    json!({
        "size": 9,
        "title": "all parts",
        "grid": vec![cells; 9],
        "killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}, {"cells": ["R2C1", "R2C2"]}],
        "thermometer": [{"lines": [["R3C1", "R3C2", "R3C3"]]}],
        "arrow": [{"cells": ["R5C5"], "lines": [["R5C5", "R5C6", "R5C7"]]}],
        "whispers": [{"lines": [["R7C1", "R7C2"]], "value": "5"}],
        "renban": [{"lines": [["R8C1", "R8C2", "R8C3"]]}],
        "ratio": [{"cells": ["R9C1", "R9C2"], "value": "2"}],
        "difference": [{"cells": ["R9C4", "R9C5"]}],
        "xv": [{"cells": ["R9C7", "R9C8"], "value": "X"}],
        "quadruple": [{"cells": ["R4C4", "R4C5", "R5C4", "R5C5"], "values": [1, 2]}],
        "clone": [{"cells": ["R1C5"], "cloneCells": ["R2C8"]}],
        "littlekillersum": [{"cell": "R0C5", "direction": "DL", "value": "20"}],
        "sandwichsum": [{"cell": "R3C0", "value": "10"}],
        "xsum": [{"cell": "R4C0", "value": "15"}],
        "skyscraper": [{"cell": "R0C4", "value": "3"}],
        "odd": [{"cell": "R6C6"}],
        "minimum": [{"cell": "R6C9"}],
        "extraregion": [{"cells": ["R1C9", "R2C9"]}],
        "columnindexer": [{"cells": ["R9C9"]}],
        "negative": ["xv"],
        "diagonal+": true,
        "antiking": true,
    })
}

/// A value that may stand in place of any part.
fn odd_value(rng: &mut ChaCha8Rng) -> Json {
    let all = [
        json!(null),
        json!(-3),
        json!(0),
        json!(1e300),
        json!(99999999999_u64),
        json!(""),
        json!("R10C1"),
        json!("R0C0"),
        json!("RC"),
        json!("R1C1"),
        json!("9999999999999"),
        json!([]),
        json!({}),
        json!([[]]),
        json!(true),
        json!(["R1C1", "R1C1"]),
        json!("é"),
    ];
    all[pick(rng, all.len())].clone()
}

/// Changes one part, deep inside.
fn mutate(json: &mut Json, rng: &mut ChaCha8Rng) {
    let goes_on = pick(rng, 4) > 0;
    match json {
        Json::Array(list) if !list.is_empty() && goes_on => {
            let at = pick(rng, list.len());
            match pick(rng, 6) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => mutate(&mut list[at], rng),
            }
        }
        Json::Object(map) if !map.is_empty() && goes_on => {
            let key = map.keys().nth(pick(rng, map.len())).cloned().unwrap_or_default();
            match pick(rng, 8) {
                0 => drop(map.remove(&key)),
                1 => {
                    let part = map.remove(&key).unwrap_or_default();
                    map.insert(format!("{key}s"), part);
                }
                _ => mutate(&mut map[&key], rng),
            }
        }
        other => *other = odd_value(rng),
    }
}

/// Reads a text, and what is read again from its own text; `true`: it was read.
fn reads(text: &str) -> bool {
    let genre: &dyn Genre = &VARIANT;
    match genre.parse(text) {
        Err(bad) => {
            assert!(bad.at.is_some() || bad.column.is_some(), "no place: {bad}\n{text}");
            false
        }
        Ok(parsed) => {
            genre.view(&parsed.puzzle).unwrap_or_else(|bad| panic!("{text}: {bad}"));
            for medium in [Medium::Unicode, Medium::Svg] {
                genre
                    .draw(&parsed.puzzle, None, &Default::default(), medium)
                    .unwrap_or_else(|bad| panic!("{text}: {bad}"));
            }
            let again = genre.parse(&parsed.puzzle.text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
            assert_eq!(again.puzzle.text, parsed.puzzle.text, "{text}");
            true
        }
    }
}

#[test]
fn mutated_documents_are_read_or_refused_with_a_path() {
    let mut rng = ChaCha8Rng::seed_from_u64(63);
    let mut all = vec![document()];
    for case in external("fpuzzles.jsonl") {
        let text = decompress(case["fpuzzles"].as_str().expect("a text")).expect("a document");
        all.push(serde_json::from_str(&text).expect("JSON"));
    }
    assert!(reads(&all[0].to_string()), "the whole document");
    let mut read = 0;
    for n in 0..500 {
        let mut json = all[n % all.len()].clone();
        for _ in 0..1 + pick(&mut rng, 3) {
            mutate(&mut json, &mut rng);
        }
        // Another value than an object is no document.
        if json.is_object() {
            read += usize::from(reads(&json.to_string()));
        }
    }
    assert!((50..450).contains(&read), "{read} of 500 were read");
}

#[test]
fn mutated_constraint_strings_are_read_or_refused_with_a_place() {
    let mut rng = ChaCha8Rng::seed_from_u64(64);
    let whole = ".Cage~5~R1C1~R1C2.Thermo~R3C1~R3C2~R3C3.Arrow~R5C5~R5C6~R5C7.Whisper~5~R7C1~R7C2.Renban~R8C1~R8C2\
                 .Quad~R4C4~1~2.LittleKiller~20~R1C4.Sandwich~10~R3.XSum~R4~15~.Skyscraper~C4~3~.Diagonal~1.AntiKing\
                 .SumLine~10~R6C1~R6C2.SameValues~2~R1C5~R2C8.Pair~AAA~~R1C1~R2C2.Regex~1.*2~R9C1~R9C2.~R1C1_1_2~R2C2_5";
    let signs: Vec<char> = "~._-RC0919xX=é".chars().collect();
    for _ in 0..500 {
        let mut text: Vec<char> = whole.chars().collect();
        for _ in 0..1 + pick(&mut rng, 3) {
            let at = pick(&mut rng, text.len());
            match pick(&mut rng, 4) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, signs[pick(&mut rng, signs.len())]),
                2 => text[at] = signs[pick(&mut rng, signs.len())],
                _ => text.truncate(at.max(8)),
            }
        }
        let _ = reads(&text.into_iter().collect::<String>());
    }
}

/// A constraint that no grid can keep is named with its path and its cell.
#[test]
fn impossible_constraints_are_named_with_path_and_cell() {
    let with = |key: &str, part: Json| {
        let mut json = json!({"size": 9, "grid": vec![vec![json!({}); 9]; 9]});
        json[key] = part;
        json.to_string()
    };
    let line: Vec<String> = (1..=9).map(|c| format!("R1C{c}")).chain(["R2C9".to_string()]).collect();
    for (text, at, what) in [
        (with("killercage", json!([{"cells": ["R1C1", "R1C2"], "value": "18"}])), "killercage[0]", "r1c1"),
        (
            with("killercage", json!([{"cells": ["R1C1"], "value": "5"}, {"cells": [], "value": "3"}])),
            "killercage[1]",
            "without cells",
        ),
        (with("thermometer", json!([{"lines": [line]}])), "thermometer[0].lines[0]", "r1c1"),
        (with("thermometer", json!([{"lines": [[]]}])), "thermometer[0].lines[0]", "without cells"),
        (with("sandwichsum", json!([{"cell": "R1C0", "value": "36"}])), "sandwichsum[0]", "36"),
        (
            with("littlekillersum", json!([{"cell": "R0C3", "direction": "DL", "value": "19"}])),
            "littlekillersum[0]",
            "19",
        ),
        (with("quadruple", json!([{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [12]}])), "quadruple[0]", "12"),
        (with("size", json!(0)), "size", "0"),
        (with("thermometer", json!([{"lines": []}])), "thermometer[0]", "lines"),
        (with("thermometer", json!("R1C1")), "thermometer", "list"),
        (with("thermometer", json!([{"lines": [["R1C1", "R10C1"]]}])), "thermometer[0].lines[0][1]", "R10C1"),
        (with("arrow", json!([{"cells": ["R1C1"], "lines": [["R1C1"]]}])), "arrow[0].lines[0]", "behind"),
        (with("betweenline", json!([{"lines": [["R1C1"]]}])), "betweenline[0].lines[0]", "r1c1"),
        (
            with(
                "killercage",
                json!([{"cells": ["R1C1", "R1C2"], "value": "3"}, {"cells": ["R1C2", "R1C1"], "value": "5"}]),
            ),
            "killercage[1]",
            "of 3 and of 5",
        ),
        (with("sandwichsum", json!([{"cell": "R1C0", "value": "34"}])), "sandwichsum[0]", "34"),
        (with("xsum", json!([{"cell": "R1C0", "value": "2"}])), "xsum[0]", "X-sum of 2"),
        (with("ratio", json!([{"cells": ["R1C1", "R1C2"], "value": "10"}])), "ratio[0]", "r1c1"),
        (with("difference", json!([{"cells": ["R1C1", "R1C2"], "value": "9"}])), "difference[0]", "r1c1"),
        (
            with("quadruple", json!([{"cells": ["R1C1", "R1C2", "R2C1"], "values": [1]}])),
            "quadruple[0].cells",
            "corner",
        ),
        (
            with("quadruple", json!([{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 1, 1]}])),
            "quadruple[0]",
            "twice",
        ),
        (
            with("littlekillersum", json!([{"cell": "R5C5", "direction": "DL", "value": "9"}])),
            "littlekillersum[0].cell",
            "R5C5",
        ),
        (with("skyscraper", json!([{"cell": "R1C0", "value": "10"}])), "skyscraper[0]", "10"),
        (".Cage~30~R1C1~R1C2".to_string(), "Cage r1c1", "30"),
        (".Cage~3~R1C1~R1C2.Cage~4~R1C2~R1C1".to_string(), "Cage r1c1", "two cages"),
        (".Renban~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6~R1C7~R1C8~R1C9~R2C1".to_string(), "Renban r1c1", "10 cells"),
    ] {
        let bad = (&VARIANT as &dyn Genre).parse(&text).expect_err(&text);
        assert_eq!(bad.at.as_deref(), Some(at), "{text}: {bad}");
        assert!(bad.what.contains(what), "{text}: {bad}");
    }
    // Cages may overlap.
    assert!(reads(".Cage~3~R1C1~R1C2.Cage~5~R1C2~R1C3"));
}

/// The sums outside that are read are exactly those that brute force finds along rows of different
/// values.
#[test]
fn sums_outside_are_refused_where_no_row_has_them() {
    let rows = |n: i32| {
        let mut all = vec![Vec::new()];
        for _ in 0..n {
            let longer = |row: &Vec<i32>| {
                let row = row.clone();
                (1..=n).filter(|v| !row.contains(v)).map(|v| [&row[..], &[v]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    };
    let n = 6;
    let (mut sandwiches, mut firsts) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for row in rows(n) {
        let at = |value: i32| row.iter().position(|&v| v == value).expect("in the row");
        let (from, to) = (at(1).min(at(n)), at(1).max(at(n)));
        sandwiches.insert(row[from + 1..to].iter().sum::<i32>());
        firsts.insert(row[..row[0] as usize].iter().sum::<i32>());
    }
    let is_read = |text: String| (&VARIANT as &dyn Genre).parse(&text).is_ok();
    for sum in 0..=30 {
        assert_eq!(is_read(format!(".Shape~6x6.Sandwich~{sum}~R1")), sandwiches.contains(&sum), "sandwich of {sum}");
        if sum > 0 {
            assert_eq!(is_read(format!(".Shape~6x6.XSum~R1~{sum}~")), firsts.contains(&sum), "X-sum of {sum}");
        }
    }
    // Where rows may hold a value several times, greater sums can be.
    assert!(is_read(".Shape~6x6~~Raw.Sandwich~15~R1".to_string()));
    assert!(is_read(".Shape~6x6~~Raw.XSum~R1~36~".to_string()));
}

/// A puzzle whose constraints clash gets a smallest set of them in words, and repairs that are
/// puzzles.
#[test]
fn clashing_constraints_are_named_and_repaired() {
    let genre: &dyn Genre = &VARIANT;
    let text = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3.Cage~3~R1C1~R2C1.~R1C3_2.WhiteDot~R3C3~R3C4";
    let puzzle = genre.parse(text).expect("read").puzzle;
    let limits = tesuji_solver::Limits::default().with_nodes(10_000);
    let want = tesuji_genre::RepairRequest { edits: 2, count: 5, limits };
    let found = genre.clues("has clues").unwrap().repair(&puzzle, &want).expect("repaired");
    assert_eq!(found.solutions, 0);
    assert_eq!(found.clash.len(), 2, "{:?}", found.clash);
    assert!(found.clash.iter().any(|clue| clue.contains("thermometer")), "{:?}", found.clash);
    assert!(found.clash.iter().all(|clue| !clue.contains("dot")), "{:?}", found.clash);
    for repair in &found.repairs {
        genre.parse(&repair.record.puzzle).expect("a puzzle");
        assert!(!repair.edits.is_empty());
    }
}

/// A cage and a diagonal with a wrong sum get the right one, and where the sums of a puzzle fit,
/// none is changed.
#[test]
fn wrong_sums_are_repaired() {
    let genre: &dyn Genre = &VARIANT;
    let repairs = |text: &str| {
        let puzzle = genre.parse(text).expect("read").puzzle;
        let limits = tesuji_solver::Limits::default().with_nodes(10_000);
        let want = tesuji_genre::RepairRequest { edits: 1, count: 50, limits };
        let found = genre.clues("has clues").unwrap().repair(&puzzle, &want).expect("repaired");
        let told = |repair: &tesuji_genre::Repair| {
            let parsed = genre.parse(&repair.record.puzzle).expect("a puzzle");
            let solved = genre.solve(&parsed.puzzle, &tesuji_solver::Limits::solutions(2)).expect("solved");
            assert_eq!(solved.solutions.len(), 1, "{}", repair.record.puzzle);
            assert_eq!(solved.solutions.first(), repair.record.solution.as_ref());
            let [edit] = &repair.edits[..] else { panic!("{:?}", repair.edits) };
            (edit.at.clone(), edit.from.clone(), edit.to.clone())
        };
        found.repairs.iter().map(told).collect::<Vec<_>>()
    };
    // 1234/3412/2143/4321 with all but a row and a cell given.
    let rows = "~R2C1_3~R2C2_4~R2C3_1~R2C4_2~R3C1_2~R3C2_1~R3C3_4~R3C4_3~R4C1_4~R4C2_3~R4C3_2~R4C4_1";
    let edit = |at: &str, from: &str, to: &str| (at.to_string(), Some(from.to_string()), Some(to.to_string()));
    let cage = repairs(&format!(".Shape~4x4.Cage~6~R1C1~R1C2.{rows}"));
    assert!(cage.iter().any(|e| e.0.contains("cage") && *e == edit(&e.0, "6", "3")), "{cage:?}");
    let diagonal = repairs(&format!(".Shape~4x4.LittleKiller~7~R1C2.{rows}"));
    assert!(diagonal.iter().any(|e| e.1 == Some("7".to_string())), "{diagonal:?}");
    assert!(repairs(&format!(".Shape~4x4.Cage~3~R1C1~R1C2.{rows}")).is_empty());
}

/// Without a clue that says nothing new there is still one solution; without one that is needed
/// there are several.
#[test]
fn clues_are_worth_the_solutions_without_them() {
    let genre: &dyn Genre = &VARIANT;
    let text = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_3~R3C2_1~R4C4_2";
    let puzzle = genre.parse(text).expect("read").puzzle;
    let count = |text: &str| {
        let puzzle = genre.parse(text).expect("read").puzzle;
        genre.solve(&puzzle, &tesuji_solver::Limits::solutions(8)).expect("solved").solutions.len()
    };
    let limits = tesuji_solver::Limits::default();
    let worth = genre
        .clues("has clues")
        .unwrap()
        .worth(&puzzle, &tesuji_genre::WorthRequest { up_to: 8, limits })
        .expect("weighed");
    let wanted = [
        count(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R3C2_1~R4C4_2"),
        count(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_3~R4C4_2"),
        count(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_3~R3C2_1"),
        count(".Shape~4x4.~R2C1_3~R3C2_1~R4C4_2"),
    ];
    let found: Vec<usize> = worth.iter().map(|clue| clue.solutions).collect();
    assert_eq!(found, wanted, "{worth:?}");
    assert!(worth.iter().all(|clue| clue.is_known), "{worth:?}");
}
