//! Positions with the matches that Pachi reports, from outside the project.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use tesuji_joseki::dictionary::Dictionary;
use tesuji_joseki::point::{Color, Move, Point};
use tesuji_joseki::position::Position;
use tesuji_joseki::reference::PlainBook;
use tesuji_joseki::tree::Tree;
use tesuji_joseki::variation::Book;
use tesuji_joseki::{book_file, gogui};

fn data(name: &str) -> Option<String> {
    let root = std::env::var_os("TESUJI_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data").into());
    let path = root.join("pachi").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("SKIPPED: {} is not there", path.display());
    }
    text
}

fn book(text: &str) -> Book {
    book_file::read("joseki19.gtp", text, &mut |p| panic!("{p}"))
}

fn position_of(case: &Value) -> Position {
    let mut position = Position::new(case["size"].as_u64().unwrap() as u8);
    for mv in case["moves"].as_array().unwrap() {
        let color = Color::read(mv[0].as_str().unwrap()).unwrap();
        let at = Point::read(mv[1].as_str().unwrap(), position.board().size());
        position.play(Move { color, at }).unwrap();
    }
    position
}

fn words(value: &Value) -> BTreeSet<String> {
    value.as_array().unwrap().iter().map(|v| v.as_str().unwrap().to_string()).collect()
}

/// The drawing of a reply: what is drawn at which points, in the form of the records.
fn drawn(reply: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut drawn = BTreeMap::<String, BTreeSet<String>>::new();
    for line in reply.lines() {
        let (what, at) = line.rsplit_once(' ').unwrap();
        drawn.entry(what.to_string()).or_default().insert(at.to_string());
    }
    drawn
}

#[test]
fn every_recorded_position() {
    let (Some(book_text), Some(cases)) = (data("joseki19.gtp"), data("joseki_moves.jsonl")) else { return };
    let book = book(&book_text);
    let mut dictionaries = BTreeMap::new();
    let mut count = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let position = position_of(&case);
        let size = position.board().size();
        let dictionary =
            dictionaries.entry(size).or_insert_with(|| Dictionary::build(size, &book, &mut |p| panic!("{size}: {p}")));
        let reply = gogui::joseki_moves(dictionary, &position);
        let id = &case["id"];
        for (centre, points) in case["range"].as_object().unwrap() {
            let reply = gogui::joseki_range(Point::read(centre, size).unwrap(), size);
            assert_eq!(drawn(&reply), BTreeMap::from([("COLOR #ffa200".to_string(), words(points))]), "{id} {centre}");
        }
        count += 1;
        if size < 13 {
            assert_eq!(words(&case["text"]), BTreeSet::from([reply]), "{id}");
            continue;
        }
        let mut drawn = drawn(&reply);
        let mut take = |what: &str| drawn.remove(what).unwrap_or_default();
        assert_eq!(take("MARK"), words(&case["mark"]), "{id} marks");
        assert_eq!(take("CIRCLE"), words(&case["circle"]), "{id} circles");
        assert_eq!(take("COLOR #0800ff").len() as u64, case["n_background_0800ff"].as_u64().unwrap(), "{id}");
        let colors: BTreeMap<String, BTreeSet<String>> =
            case["colors"].as_object().unwrap().iter().map(|(c, at)| (format!("COLOR {c}"), words(at))).collect();
        assert_eq!(drawn, colors, "{id} colours");
        let ratings: BTreeMap<String, u64> =
            dictionary.suggest(&position).iter().map(|s| (s.at.to_string(), s.rating.into())).collect();
        let wanted = case["ratings"].as_object().unwrap().iter();
        assert_eq!(ratings, wanted.map(|(at, r)| (at.clone(), r.as_u64().unwrap())).collect(), "{id} ratings");
        // Captures came out the same.
        let rows = case["showboard"].as_array().unwrap().iter().filter_map(|r| r.as_str()?.split_once(" | "));
        for (y, (_, row)) in (0..size).rev().zip(rows) {
            let stones: Vec<char> = row.chars().step_by(2).take(size.into()).collect();
            for (x, &stone) in (0..size).zip(&stones) {
                let ours =
                    position.board().at(Point::new(x, y)).map_or('.', |c| if c == Color::Black { 'X' } else { 'O' });
                assert_eq!(ours, stone, "{id} {}", Point::new(x, y));
            }
        }
    }
    assert!(count > 100, "{count} positions");
}

#[test]
fn the_built_book_is_theirs_to_the_byte() {
    let mut chapters = Vec::new();
    let mut tallies = Vec::new();
    for name in ["joseki_44.sgf", "joseki_34.sgf", "joseki_54.sgf", "joseki_33.sgf"] {
        let Some(text) = data(name) else { return };
        let tree = Tree::read(name, text.as_bytes(), &mut |p| panic!("{p}"));
        let tally = tree.tally();
        tallies.push((tally.variations, tally.ignored, tally.near));
        chapters.push(tree.chapter());
    }
    let Some(theirs) = data("joseki19.gtp") else { return };
    let built = book_file::write(&Book { chapters });
    let differs = built.lines().zip(theirs.lines()).position(|(a, b)| a != b);
    assert!(built == theirs, "first difference in line {differs:?}");
    assert_eq!(tallies, [(298, 92, 152), (184, 70, 38), (19, 4, 0), (7, 1, 0)]);
}

#[test]
fn the_dictionary_has_as_many_patterns_as_theirs_and_as_the_plain_one() {
    let Some(text) = data("joseki19.gtp") else { return };
    let book = book(&text);
    assert_eq!(book_file::write(&book), text, "read and written again: the same bytes");
    assert_eq!(book.variations(), 508);
    let dictionary = Dictionary::build(19, &book, &mut |p| panic!("{p}"));
    let counts = dictionary.counts();
    assert_eq!((counts.regular, counts.near, counts.ignored), (35_424, 2_240, 2_520));
    assert!(dictionary.memory() < 4 << 20, "{} bytes", dictionary.memory());
    // The plain one is slow: only the last chapters.
    let last = Book { chapters: book.chapters[2..].to_vec() };
    let plain = PlainBook::build(19, &last);
    let fast = Dictionary::build(19, &last, &mut |p| panic!("{p}")).counts();
    assert_eq!(plain.counts(), (fast.regular, fast.near, fast.ignored));
}
