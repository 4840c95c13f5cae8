//! One-line texts of puzzles are not taken for addresses of web pages.

use flate2::read::MultiGzDecoder;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use tesuji_genre::site;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

#[test]
fn game_ids_are_no_addresses() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/pencil/sgt");
    if !folder.exists() {
        eprintln!("SKIPPED: {} is absent", folder.display());
        return;
    }
    let mut seen = 0;
    for file in files(&folder) {
        let text = std::fs::read_to_string(&file).unwrap();
        for id in text.lines().filter(|line| !line.starts_with('#')) {
            assert_eq!(site::refusal(id), None, "{}: {id}", file.display());
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen} IDs only");
}

#[test]
fn texts_of_the_corpora_are_no_addresses() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/puzzles");
    let mut seen = 0;
    for file in files(&folder).into_iter().filter(|file| file.extension().is_some_and(|e| e == "gz")) {
        let lines = BufReader::new(MultiGzDecoder::new(std::fs::File::open(&file).unwrap())).lines();
        for line in lines {
            let record: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
            let text = record["puzzle"].as_str().unwrap();
            assert_eq!(site::refusal(text), None, "{}: {text}", file.display());
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen} puzzles only");
}
