//! Drawings of penpa-edit as other hands draw them: one puzzle in several of the editor's own
//! styles is one puzzle.

use crate::penpa::{corpus, drawn, genre, genres};
use serde_json::{Map, Value as Json, json};
use tesuji_genre::penpa::{self, address};
use tesuji_genre::{Genre, Record};

/// The line of a drawing's text with the marks of the puzzle.
const MARKS: usize = 3;

/// The drawing with its marks changed.
fn restyled(drawing: &str, change: &dyn Fn(&mut Map<String, Json>)) -> String {
    let text = penpa::text(drawing).expect("a drawing");
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let mut marks: Map<String, Json> = serde_json::from_str(&lines[MARKS]).expect("marks");
    change(&mut marks);
    lines[MARKS] = Json::Object(marks).to_string();
    address(&lines.join("\n"))
}

fn part<'a>(marks: &'a mut Map<String, Json>, name: &str) -> &'a mut Map<String, Json> {
    marks.get_mut(name).and_then(Json::as_object_mut).expect("a part")
}

/// Gives each circle of a colour another style.
fn circles(marks: &mut Map<String, Json>, from: u64, to: u64, name: &str) {
    for sign in part(marks, "symbol").values_mut().filter(|sign| sign[0] == from) {
        *sign = json!([to, name, 2]);
    }
}

/// Puts something on each point with a number.
fn at_numbers(marks: &mut Map<String, Json>, part_name: &str, what: &Json) {
    let keys: Vec<String> = part(marks, "number").keys().cloned().collect();
    part(marks, part_name).extend(keys.into_iter().map(|key| (key, what.clone())));
}

type Style = (&'static str, fn(&mut Map<String, Json>));

/// By genre another way to draw the same.
const STYLES: [(&str, &[Style]); 14] = [
    ("masyu", &[("thick", |m| circles(m, 1, 8, "circle_L")), ("small", |m| circles(m, 1, 6, "circle_M"))]),
    ("yinyang", &[("thick", |m| circles(m, 1, 8, "circle_L")), ("bare", |m| circles(m, 1, 13, "circle_M"))]),
    ("unruly", &[("thick", |m| circles(m, 1, 8, "circle_M"))]),
    ("galaxies", &[("thick", |m| circles(m, 1, 8, "circle_S"))]),
    ("kropki", &[("thick", |m| circles(m, 1, 8, "circle_S"))]),
    (
        "binairo",
        &[("circles", |m| {
            for (key, number) in std::mem::take(part(m, "number")) {
                let style = if number[0] == "0" { 8 } else { 2 };
                part(m, "symbol").insert(key, json!([style, "circle_L", 1]));
            }
        })],
    ),
    ("gokigen", &[("circles", |m| at_numbers(m, "symbol", &json!([1, "circle_M", 2])))]),
    ("creek", &[("circles", |m| at_numbers(m, "symbol", &json!([8, "circle_M", 2])))]),
    ("hashi", &[("shades", |m| at_numbers(m, "surface", &json!(3)))]),
    ("yajilin", &[("shades", |m| at_numbers(m, "surface", &json!(1)))]),
    ("nurikabe", &[("shades", |m| at_numbers(m, "surface", &json!(3)))]),
    (
        "kakuro",
        &[
            ("grey", |m| circles(m, 1, 3, "kakuro")),
            ("black cells", |m| {
                let keys: Vec<String> = part(m, "symbol").keys().cloned().collect();
                part(m, "symbol").clear();
                part(m, "surface").extend(keys.into_iter().map(|key| (key, json!(4))));
            }),
        ],
    ),
    (
        "kenken",
        &[("signs before and typed", |m| {
            for text in part(m, "numberS").values_mut() {
                let plain = text[0].as_str().unwrap_or_default().replace('×', "x").replace('÷', "/");
                text[0] = json!(plain);
            }
        })],
    ),
    (
        "starbattle",
        &[("without a count", |m| {
            part(m, "number").clear();
            part(m, "symbol").retain(|_, sign| sign[1] != "star");
        })],
    ),
];

#[test]
fn one_puzzle_in_several_styles_is_one_puzzle() {
    for (name, styles) in STYLES {
        let genre = genre(name);
        let records = corpus(name, 8);
        for (style, change) in styles {
            for record in &records {
                let drawing = restyled(&drawn(genre, record).expect("drawn"), &|marks| change(marks));
                let parsed = genre.parse(&drawing).unwrap_or_else(|bad| panic!("{name}, {style}: {bad}"));
                assert_eq!(parsed.puzzle.text, record.puzzle, "{name}, {style}");
            }
        }
        if records.is_empty() {
            eprintln!("skipped: no puzzles of {name} at hand");
        }
    }
}

#[test]
fn shades_that_may_be_marks_are_refused() {
    let record = &corpus("nurikabe", 1)[0];
    let drawing = drawn(genre("nurikabe"), record).expect("drawn");
    let half = restyled(&drawing, &|marks| {
        let first = part(marks, "number").keys().next().cloned().expect("a number");
        part(marks, "surface").insert(first, json!(3));
    });
    assert!(genre("nurikabe").parse(&half).is_err_and(|bad| bad.what.contains("a shaded cell")));
    let thermo = restyled(&drawing, &|marks| {
        let all: Vec<u64> = part(marks, "number").keys().take(2).filter_map(|key| key.parse().ok()).collect();
        marks.insert("thermo".to_string(), json!([all]));
    });
    assert!(genre("nurikabe").parse(&thermo).is_err_and(|bad| bad.what.contains("thermo")));
}

/// A sudoku with constraints is drawn and read again, and has the count of the same by its string.
#[test]
fn sudokus_with_lines_are_drawn_and_read() {
    let variant: &'static dyn Genre = &tesuji_pencil::VARIANT;
    for text in [
        ".Shape~4x4.Thermo~R1C1~R1C2~R2C3.~R3C1_2",
        ".Arrow~R1C1~R1C2~R2C3.Cage~10~R5C5~R5C6.Diagonal~1",
        ".BlackDot~R1C1~R1C2.V~R4C4~R5C4.WhiteDot~R2C2~R3C2.X~R9C8~R9C9",
        ".Even~R1C1~R2C2.Odd~R5C5",
    ] {
        let parsed = variant.parse(text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
        let record = Record { ..parsed.puzzle.record() };
        let mut out = Vec::new();
        variant.write(penpa::PENPA, &mut std::iter::once(record), &mut out).expect("drawn");
        let drawing = String::from_utf8(out).expect("text");
        let again = variant.parse(drawing.trim()).unwrap_or_else(|bad| panic!("{text}: {bad}"));
        assert_eq!(again.puzzle.text, parsed.puzzle.text);
        assert!(genres().iter().any(|genre| genre.name() == "variant"));
        let sudoku = genre("sudoku").parse(drawing.trim()).expect_err(text);
        assert!(sudoku.what.contains("killer") || sudoku.what.contains("variant"), "{sudoku}");
    }
    let bad = |text: &str| {
        let record = variant.parse(text).expect("read").puzzle.record();
        variant.write(penpa::PENPA, &mut std::iter::once(record), &mut Vec::new()).expect_err(text).what
    };
    assert!(bad(".Renban~R1C1~R1C2").contains("renban"));
    assert!(bad(".~R1C1_1_2").contains("pencil marks"));
}

/// The handed drawings, where they are at hand.
#[test]
fn handed_drawings_are_the_boards_of_their_addresses() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/cases4/pencil");
    let Ok(list) = std::fs::read_to_string(folder.join("expect.jsonl")) else {
        eprintln!("skipped: there is no {}", folder.display());
        return;
    };
    for case in list.lines().map(|line| serde_json::from_str::<Json>(line).expect("JSON lines")) {
        if case["kind"] != "P-penpa-style" {
            continue;
        }
        let text = std::fs::read_to_string(folder.join(case["input"].as_str().expect("a name"))).expect("there");
        let address = case["right"]["address"].as_str().expect("an address");
        let genre = genre(address.split('/').next().expect("a name"));
        let parsed = genre.parse(text.trim()).unwrap_or_else(|bad| panic!("{}: {bad}", case["id"]));
        assert_eq!(parsed.puzzle.text, genre.parse(address).expect("read").puzzle.text, "{}", case["id"]);
    }
}
