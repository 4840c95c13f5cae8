//! The exchange as a whole: round trips, refusals with their paths.

use super::json::{Json, Style};
use super::*;
use proptest::prelude::*;
use std::path::PathBuf;
use tesuji_solver::Tier;

const FEN: &str = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

fn data(file: &str) -> Option<Vec<u8>> {
    let root = std::env::var_os("TESUJI_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")), PathBuf::from);
    let path = root.join(file);
    let read = std::fs::read(&path).ok();
    if read.is_none() {
        eprintln!("SKIPPED: {} is not there", path.display());
    }
    read
}

fn puzzle() -> PackPuzzle {
    let mut puzzle = PackPuzzle::new("first_mill", "First Mill", "Place a mill.", Category::FormMill, Tier::Easy, FEN);
    let mv = |notation: &str, side: &str| PuzzleMove { notation: notation.into(), side: side.into(), comment: None };
    puzzle.solutions.push(Solution {
        moves: vec![mv("a1", "white"), mv("d1", "black")],
        description: None,
        is_optimal: true,
    });
    puzzle.tags = vec!["source:composed".into()];
    puzzle.author = Some("John Doe".into());
    puzzle.keys = LocalizationKeys::of("first_mill");
    puzzle
}

fn sample() -> Json {
    let mut pack = Pack::new(ExportedBy { app_name: "x".into(), platform: None }, Some("2026-01-01T00:00:00Z"), None);
    pack.push(puzzle());
    Json::parse(&pack.export()).unwrap()
}

/// The errors and warnings of a sample with one thing changed.
fn changed(change: impl Fn(&mut Json)) -> Vec<Finding> {
    let mut document = sample();
    change(&mut document);
    let (pack, mut found) = Pack::read(document.write(&Style::pretty()).as_bytes());
    found.extend(pack.iter().flat_map(validate));
    found
}

fn at<'a>(value: &'a mut Json, path: &[&str]) -> &'a mut Json {
    let Some((key, rest)) = path.split_first() else { return value };
    let child = match value {
        Json::Array(items) => &mut items[key.parse::<usize>().unwrap()],
        Json::Object(fields) => {
            if !fields.iter().any(|(k, _)| k == key) {
                fields.push((key.to_string(), Json::Null));
            }
            &mut fields.iter_mut().rev().find(|(k, _)| k == key).unwrap().1
        }
        other => panic!("{other:?} has no {key}"),
    };
    at(child, rest)
}

#[test]
fn the_shipped_pack_is_written_back_byte_for_byte() {
    let Some(bytes) = data("mill/malom_perfect_db_puzzles.sanmill_puzzles") else { return };
    let (pack, found) = Pack::read(&bytes);
    assert_eq!(found, []);
    let pack = pack.unwrap();
    assert_eq!(pack.puzzles().len(), 177);
    assert_eq!(pack.puzzles().iter().filter(|p| p.provenance.is_some()).count(), 13);
    assert_eq!(pack.review_batches.len(), 4);
    assert!(pack.export().as_bytes() == bytes, "not the same bytes");
    let found = validate(&pack);
    assert!(found.iter().all(|f| f.severity == Severity::Warning), "{found:?}");
}

#[test]
fn a_sound_pack_has_no_findings() {
    assert_eq!(changed(|_| ()), []);
}

#[test]
fn errors_have_their_paths() {
    let cases: &[(&[&str], Json, &str)] = &[
        (&["formatVersion"], "2.0".into(), "$.formatVersion"),
        (&["formatVersion"], 1.into(), "$.formatVersion"),
        (&["puzzleCount"], 7.into(), "$.puzzleCount"),
        (&["puzzles"], "none".into(), "$.puzzles"),
        (&["puzzles", "0"], 5.into(), "$.puzzles[0]"),
        (&["puzzles", "0", "id"], "".into(), "$.puzzles[0].id"),
        (&["puzzles", "0", "id"], Json::Null, "$.puzzles[0].id"),
        (&["puzzles", "0", "title"], "ab".into(), "$.puzzles[0].title"),
        (&["puzzles", "0", "title"], "x".repeat(101).into(), "$.puzzles[0].title"),
        (&["puzzles", "0", "description"], "too short".into(), "$.puzzles[0].description"),
        (&["puzzles", "0", "category"], "formMills".into(), "$.puzzles[0].category"),
        (&["puzzles", "0", "difficulty"], "insane".into(), "$.puzzles[0].difficulty"),
        (&["puzzles", "0", "initialPosition"], " ".into(), "$.puzzles[0].initialPosition"),
        (&["puzzles", "0", "solutions"], Json::Array(vec![]), "$.puzzles[0].solutions"),
        (&["puzzles", "0", "solutions"], Json::Null, "$.puzzles[0].solutions"),
        (&["puzzles", "0", "solutions", "0", "moves"], Json::Array(vec![]), "$.puzzles[0].solutions[0].moves"),
        (
            &["puzzles", "0", "solutions", "0", "moves", "1", "side"],
            "green".into(),
            "$.puzzles[0].solutions[0].moves[1].side",
        ),
        (
            &["puzzles", "0", "solutions", "0", "moves", "0", "notation"],
            "".into(),
            "$.puzzles[0].solutions[0].moves[0].notation",
        ),
        (&["puzzles", "0", "solutions", "0", "isOptimal"], "yes".into(), "$.puzzles[0].solutions[0].isOptimal"),
        (&["puzzles", "0", "tags"], vec![1_i64].into(), "$.puzzles[0].tags[0]"),
        (&["puzzles", "0", "rating"], Json::Number("12.5".into()), "$.puzzles[0].rating"),
        (&["puzzles", "0", "createdDate"], "yesterday".into(), "$.puzzles[0].createdDate"),
        (&["puzzles", "0", "ruleVariantId"], "morabaraba_12mm".into(), "$.puzzles[0].ruleVariantId"),
        (
            &["puzzles", "0", "ruleSettingsJson"],
            "{\"piecesCount\":99}".into(),
            "$.puzzles[0].ruleSettingsJson.piecesCount",
        ),
        (&["puzzles", "0", "tags"], vec!["source:replay-backed"].into(), "$.puzzles[0].provenance"),
        (&["puzzles", "0", "provenance"], Json::object(), "$.puzzles[0].provenance.kind"),
        (&["puzzles", "0", "tags"], vec!["review-batch:b"].into(), "$.puzzles[0].tags"),
        (&["checksum"], Json::Object(vec![("algorithm".into(), "MD5".into())]), "$.checksum.algorithm"),
    ];
    for (place, value, path) in cases {
        let found = changed(|d| *at(d, place) = value.clone());
        let error = found.iter().find(|f| f.severity == Severity::Error);
        assert_eq!(error.map(|f| f.path.as_str()), Some(*path), "{place:?}: {found:?}");
    }
}

#[test]
fn warnings_have_their_paths() {
    let cases: &[(&[&str], Json, &str)] = &[
        (&["exportDate"], "soon".into(), "$.exportDate"),
        (&["metadata"], Json::object(), "$.metadata.id"),
        (&["puzzles", "0", "version"], 11.into(), "$.puzzles[0].version"),
        (&["puzzles", "0", "rating"], 99.into(), "$.puzzles[0].rating"),
        (&["puzzles", "0", "tags", "0"], "Source Composed".into(), "$.puzzles[0].tags[0]"),
        (&["puzzles", "0", "solutions", "0", "isOptimal"], false.into(), "$.puzzles[0].solutions"),
        (&["puzzles", "0", "hintLocalizationKey"], "hint_1".into(), "$.puzzles[0].hintLocalizationKey"),
        (&["puzzles", "0", "ruleSettingsJson"], "{\"piecesCount\":10}".into(), "$.puzzles[0].ruleSettingsJson"),
    ];
    for (place, value, path) in cases {
        let found = changed(|d| *at(d, place) = value.clone());
        assert!(found.iter().all(|f| f.severity == Severity::Warning), "{found:?}");
        assert!(found.iter().any(|f| f.path == *path), "{place:?}: {found:?}");
    }
    let found = changed(|d| {
        *at(d, &["puzzles", "0", "isCustom"]) = true.into();
        *at(d, &["puzzles", "0", "author"]) = Json::Null;
    });
    assert_eq!(found.iter().map(|f| f.path.as_str()).collect::<Vec<_>>(), ["$.puzzles[0].author"]);
}

#[test]
fn a_bad_puzzle_is_reported_and_not_lost() {
    let mut document = sample();
    let good = document.get("puzzles").unwrap().items()[0].clone();
    let mut bad = good.clone();
    bad.remove("title");
    *at(&mut document, &["puzzles"]) = Json::Array(vec![bad, good, Json::Null]);
    let text = document.write(&Style::pretty());
    let (pack, found) = Pack::read(text.as_bytes());
    let mut pack = pack.unwrap();
    let paths: Vec<_> = found.iter().map(|f| f.path.as_str()).collect();
    assert_eq!(paths, ["$.puzzles[0].title", "$.puzzles[2]"]);
    assert_eq!(pack.placed().next().unwrap().0, "$.puzzles[1]");
    assert_eq!(pack.export(), text);
    // Changed and extended, the unreadable ones stay where they are.
    pack.puzzle_mut(0).unwrap().title = "Another title".into();
    pack.push(puzzle());
    let out = Json::parse(&pack.export()).unwrap();
    let list = out.get("puzzles").unwrap().items();
    assert_eq!((list.len(), &list[2]), (4, &Json::Null));
    assert_eq!(list[1].get("title").and_then(Json::as_str), Some("Another title"));
    assert_eq!(out.get("puzzleCount").and_then(Json::as_i64), Some(4));
}

#[test]
fn not_json_and_not_a_pack() {
    for (text, path) in [("{\"puzzles\": [", "$"), ("[]", "$"), ("{}", "$.puzzles"), ("sm_pz_gz:!!", "$")] {
        let (pack, found) = Pack::read(text.as_bytes());
        assert!(pack.is_none());
        assert_eq!(found[0].path, path, "{text}");
    }
    assert!(Pack::read(&[0xff, 0xfe]).0.is_none());
}

#[test]
fn the_checksum_holds_for_the_puzzles_alone() {
    let (pack, _) = Pack::read(sample().write(&Style::pretty()).as_bytes());
    let text = pack.unwrap().export_with_checksum();
    let (pack, found) = Pack::read(text.as_bytes());
    assert!(found.iter().all(|f| f.severity == Severity::Warning && f.path == "$.formatVersion"), "{found:?}");
    // Another layout and key order, the same checksum; another puzzle, another one.
    let mut document = pack.unwrap().to_json();
    let compact = document.write(&Style::compact());
    assert!(Pack::read(compact.as_bytes()).1.iter().all(|f| f.severity == Severity::Warning));
    *at(&mut document, &["puzzles", "0", "title"]) = "Second Mill".into();
    let (_, found) = Pack::read(document.write(&Style::compact()).as_bytes());
    assert!(found.iter().any(|f| f.path == "$.checksum.value" && f.severity == Severity::Error));
}

#[test]
fn qr_payloads() {
    let mut small = puzzle();
    small.keys = LocalizationKeys::default();
    let payload = qr_encode(std::slice::from_ref(&small)).unwrap();
    assert!(payload.starts_with(QR_PREFIX) && payload.len() <= QR_MAX_BYTES);
    let (pack, found) = Pack::read(payload.as_bytes());
    assert_eq!(found, []);
    assert_eq!(pack.unwrap().puzzles()[0].to_json(), small.to_json());
    // A bare puzzle is wrapped.
    let bare = small.to_json().write(&Style::compact());
    let (pack, found) = Pack::read(bare.as_bytes());
    let pack = pack.unwrap();
    assert_eq!((found.len(), pack.puzzles().len(), pack.export()), (0, 1, bare));
    // Too much for a code: texts that don't compress.
    small.description = (0..60_i64).map(|i| checksum(&i.into())).collect();
    assert!(qr_encode(&[small]).unwrap_err().to_string().contains("2331"));
}

#[test]
fn contributions_have_their_own_rules() {
    let one = contribution(&puzzle());
    assert_eq!(one.name, "john_doe_first_mill.json");
    let (pack, found) = Pack::read(one.text.as_bytes());
    let pack = pack.unwrap();
    assert_eq!(found, []);
    assert!(pack.is_contribution());
    assert_eq!(pack.export(), one.text);
    assert_eq!(
        validate(&pack).iter().map(|f| f.path.as_str()).collect::<Vec<_>>(),
        ["$.puzzle.description"],
        "10 to 14"
    );
    let many = contributions(&[puzzle(), puzzle()]);
    assert_eq!(many.name, "sanmill_puzzles_2.json");
    let mut anonymous = puzzle();
    anonymous.author = None;
    anonymous.title = "abcd".into();
    let (pack, _) = Pack::read(contribution(&anonymous).text.as_bytes());
    let errors: Vec<_> = validate(&pack.unwrap()).into_iter().filter(|f| f.severity == Severity::Error).collect();
    assert_eq!(errors.iter().map(|f| f.path.as_str()).collect::<Vec<_>>(), ["$.puzzle.title", "$.puzzle.author"]);
}

proptest! {
    /// Whatever else a document says, and in whatever order: read and exported, it says the same.
    #[test]
    fn unknown_fields_survive(
        keys in prop::collection::vec("[a-z]{1,8}x", 1..5),
        place in prop::sample::select(vec![vec![], vec!["puzzles", "0"], vec!["puzzles", "0", "solutions", "0"],
            vec!["puzzles", "0", "solutions", "0", "moves", "1"], vec!["exportedBy"]]),
        front in any::<bool>(),
    ) {
        let mut document = sample();
        let Json::Object(fields) = at(&mut document, &place) else { panic!("no object") };
        for key in keys {
            let field = (key.clone(), Json::from(vec![key]));
            if front { fields.insert(0, field) } else { fields.push(field) }
        }
        let text = document.write(&Style::pretty());
        let (pack, _) = Pack::read(text.as_bytes());
        prop_assert_eq!(pack.unwrap().export(), text);
    }

    #[test]
    fn nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0..3000_usize) {
        let _ = Pack::read(&bytes);
        let text = sample().write(&Style::pretty());
        let cut = (0..=cut.min(text.len())).rev().find(|&c| text.is_char_boundary(c)).unwrap_or(0);
        let (pack, _) = Pack::read(&text.as_bytes()[..cut]);
        let _ = pack.map(|p| validate(&p));
    }
}
