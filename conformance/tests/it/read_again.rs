//! Every genre reads again the text that it prints of a puzzle, from whatever text it read that.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use tesuji_genre::{Genre, Record};

/// Texts whose puzzles were once printed so that they could not be read: cells out of play where the
/// notation has none, candidates above the side of the grid.
const FOUND: [&str; 4] = [")\0\n\0#", "ab\nb#", "84113234", "8411323441\u{b}"];
/// Random texts for each genre.
const TEXTS: usize = 3_000;
/// The signs that they are made of.
const SIGNS: &[u8] = b"aabb#..1123 \n\n-xA0/,";

fn check(genre: &dyn Genre, text: &str) -> bool {
    let Ok(parsed) = genre.parse(text) else { return false };
    let printed = &parsed.puzzle.text;
    match genre.parse(printed) {
        Ok(again) => assert_eq!(&again.puzzle.text, printed, "{}: {text:?}", genre.name()),
        Err(bad) => panic!("{}: {text:?} is printed as {printed:?}, which is not read: {bad}", genre.name()),
    }
    true
}

#[test]
fn what_is_read_is_read_again_from_what_is_printed() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut random = || -> String {
        let length = 4 + rng.next_u32() as usize % 14;
        (0..length).map(|_| char::from(SIGNS[rng.next_u32() as usize % SIGNS.len()])).collect()
    };
    let texts: Vec<String> = FOUND.iter().map(ToString::to_string).chain((0..TEXTS).map(|_| random())).collect();
    let mut read = 0;
    for genre in tesuji_genres::all() {
        read += texts.iter().filter(|text| check(genre, text)).count();
    }
    assert!(read > 100, "{read} texts only");
}

#[test]
fn numbers_that_a_record_carries_come_out_as_they_went_in() {
    let text = r#"{"id":"","genre":"sudoku","puzzle":"x","size":"9x9","mine":1.222222231114223e+84}"#;
    let once: Record = serde_json::from_str(text).unwrap();
    let again: Record = serde_json::from_str(&serde_json::to_string(&once).unwrap()).unwrap();
    assert_eq!(once, again);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..2_000 {
        let number = f64::from_bits(u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32()));
        let text = serde_json::to_string(&number).unwrap();
        assert!(!number.is_finite() || serde_json::from_str::<f64>(&text).unwrap() == number, "{text}");
    }
}

#[test]
fn a_list_may_hold_notations_that_start_as_json_does() {
    let genre = tesuji_genres::get("variant").unwrap();
    let puzzle = genre.parse(".Shape~4x4.~R1C2_2~R1C4_1~R4C1_4~R4C4_3").unwrap().puzzle;
    let mut written = Vec::new();
    genre.write("fpuzzles", &mut std::iter::once(puzzle.record()), &mut written).unwrap();
    let mut found = Vec::new();
    tesuji_genre::document::read_lines(genre, &[b"# two\n", &written[..], &written[..]].concat(), &mut |one| {
        found.push(one.map(|parsed| parsed.puzzle.text));
    });
    assert_eq!(found, [Ok(puzzle.text.clone()), Ok(puzzle.text)]);
}
