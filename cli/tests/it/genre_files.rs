//! Genres from files on the command line, and true candidates.

use crate::run;

use run::{piped, tesuji};
use std::path::Path;

fn file(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/genres").join(name).display().to_string()
}

#[test]
fn a_genre_file_goes_wherever_a_genre_goes() {
    let genre = file("chocona.toml");
    let own = |command: &str, more: &[&str], input: &str| {
        piped(&[&[command, "--genre", genre.as_str()], more].concat(), input).code(0)
    };
    let made = own("generate", &["--count", "2", "--seed", "3", "--threads", "1"], "");
    assert_eq!(made.json().len(), 2);
    let records = made.stdout();
    let solved = own("solve", &[], &records).json();
    assert_eq!(solved[0]["genre"], "chocona");
    assert!(solved.iter().all(|record| record["solution"].is_string()), "{solved:?}");
    own("check", &["--time", "60s"], &records);
    own("grade", &[], &records);
    own("hint", &[], &records).says("shaded");
    assert!(own("show", &[], &records).stdout().contains("┏"));
    let urls = own("convert", &["--to", "url"], &records).stdout();
    assert!(urls.starts_with("https://puzz.link/p?chocona/6/6/"), "{urls}");
    own("solve", &[], &urls).says("2 unique");
    own("enumerate", &["--size", "2x2", "--count-only"], "");
}

#[test]
fn an_example_is_written_and_passes_its_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.toml").display().to_string();
    tesuji(&["genre", "new", &path]).code(0).says("genre check");
    tesuji(&["genre", "new", &path]).code(2).says("there already");
    let summary = tesuji(&["genre", "check", &path, "--json"]).code(0).json();
    assert_eq!(summary[0]["findings"][0]["kind"], "tried");
    let text = std::fs::read_to_string(&path).expect("a file");
    std::fs::write(&path, text.replace("0|1|2|4", "5")).expect("written");
    tesuji(&["genre", "check", &path]).code(1).says("contradictory");
    std::fs::write(&path, text.replace("is = \"number(r)\"", "is = \"numbr(r)\"")).expect("written");
    for command in ["solve", "genres", "generate"] {
        tesuji(&[command, "--genre", &path]).code(1).says("own.toml:28:").says("nearest: number");
    }
    tesuji(&["solve", "--genre", "nowhere.toml"]).code(1).says("nowhere.toml");
}

#[test]
fn candidates_are_counted_and_assumed() {
    // 1 and 2 can be exchanged in the first and third row together: two solutions.
    let text = "1234341221434321".replacen("12", "..", 1).replacen("21", "..", 1);
    let ran = piped(&["candidates", "--genre", "sudoku"], &text).code(0);
    let line = ran.json().remove(0);
    let of = |line: &serde_json::Value, cell: &str| {
        let all = line["candidates"].as_array().cloned().unwrap_or_default();
        all.into_iter().find(|place| place["cell"] == cell).map(|place| place["values"].clone())
    };
    assert_eq!(line["answer"], "several");
    assert_eq!(of(&line, "r1c1"), Some(serde_json::json!({"1": 1, "2": 1})));
    assert_eq!(of(&line, "r1c3"), Some(serde_json::json!({"3": 2})));
    let empty = piped(&["candidates", "--genre", "sudoku", "--up-to", "3"], &".".repeat(16)).code(0).json().remove(0);
    assert_eq!(empty["answer"], "several");
    assert_eq!(of(&empty, "r1c1"), Some(serde_json::json!({"1": 3, "2": 3, "3": 3, "4": 3})));
    let args = ["candidates", "--genre", "sudoku", "--assume", "r1c1=2", "--assume", "r1c2!=1"];
    let assumed = piped(&args, &".".repeat(16)).code(0).json().remove(0);
    assert_eq!(of(&assumed, "r1c1"), Some(serde_json::json!({"2": 8})));
    assert_eq!(of(&assumed, "r1c2"), Some(serde_json::json!({"3": 8, "4": 8})));
    piped(&["candidates", "--genre", "sudoku", "--assume", "r9c9=1"], &".".repeat(16)).code(1).says("no place");
}

#[test]
fn candidates_of_house_genres_go_by_their_words() {
    let ran = piped(&["candidates", "--genre", "creek"], "creek/3/3/k2i").code(0).says("shaded (");
    let line = ran.json().remove(0);
    assert!(line["candidates"][0]["values"]["unshaded"].is_number(), "{line}");
    piped(&["candidates", "--genre", &file("suguru.toml")], "suguru/2/2/00j").code(0);
}
