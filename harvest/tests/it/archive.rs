//! The archive of real records beside the project, where there is one: cleaned, and compared with
//! its table of counts.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use tesuji_corpus::Quiet;
use tesuji_harvest::{GameRecord, RunOptions, clean};
use tesuji_sgf::Collection;

fn data() -> Option<PathBuf> {
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data"));
    let data = std::env::var_os("TESUJI_DATA").map_or(beside, PathBuf::from).join("sgf");
    if !data.join("games").is_dir() {
        eprintln!("SKIPPED: no records in {} (TESUJI_DATA)", data.display());
        return None;
    }
    Some(data)
}

#[test]
fn real_records_are_cleaned_without_loss() {
    let Some(data) = data() else { return };
    let out = tempfile::tempdir().expect("a folder");
    let options = RunOptions { keep_duplicates: true, ..RunOptions::default() };
    let summary = clean(&data.join("games"), out.path(), &options, &mut Quiet).expect("runs");
    println!("{}", serde_json::to_string_pretty(&summary).expect("JSON"));
    assert!(summary.finished && summary.files >= 1400);
    assert_eq!((summary.without_games, summary.unreadable), (1, 0), "one file is empty");
    let table = fs::read_to_string(data.join("counts_games.tsv")).expect("reads");
    let counts: BTreeMap<&str, Vec<usize>> = table
        .lines()
        .map(|l| l.split('\t').collect::<Vec<_>>())
        .map(|c| (c[0], c[1..].iter().filter_map(|n| n.parse().ok()).collect()))
        .collect();
    let text = fs::read_to_string(out.path().join("games.jsonl")).expect("reads");
    let (mut equal, mut compared) = (0, 0);
    for line in text.lines() {
        let record: GameRecord = serde_json::from_str(line).expect("a record");
        let path = record.sgf.as_deref().expect("a file");
        let (sgf, found) = Collection::parse(&fs::read(out.path().join(path)).expect("reads"));
        assert!(found.is_empty(), "{path}: {found:?}");
        assert_eq!(sgf.nodes().count(), record.nodes, "{path}");
        if let Some(komi) = record.komi {
            assert!((komi * 2.0).fract() == 0.0 && komi.abs() < 100.0, "{path}: {komi}");
        }
        // Names of the Fox archive are UTF-8 with bytes that became `?`: never Western or Cyrillic
        // letters.
        if record.source.file.starts_with("foxpro") {
            assert_eq!(record.source.charset, "UTF-8", "{path}: {:?}", record.black.name);
        }
        // A finding names each change of moves: without such a finding none is lost or added.
        let touched = ["no-point", "off-board", "no-opening"].iter().any(|f| record.repairs.contains_key(*f));
        if let Some([1, _, leaves, moves]) = counts.get(record.source.file.as_str()).map(Vec::as_slice)
            && !touched
        {
            let played = sgf.nodes().filter(|n| n.has("B") || n.has("W")).count();
            compared += 1;
            equal += usize::from((played, record.leaves) == (*moves, *leaves));
            assert_eq!((played, record.leaves), (*moves, *leaves), "{path}");
        }
    }
    assert!(equal == compared && compared > 1300, "{equal} of {compared}");
}
