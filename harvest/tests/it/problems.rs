//! Problems cut out of games: interrupted and not, with any number of threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tesuji_corpus::Quiet;
use tesuji_go::cut::{CutOptions, ScanOptions};
use tesuji_harvest::CleanOptions;
use tesuji_harvest::engine::{EngineId, Tape};
use tesuji_harvest::go::{Funnel, GoOptions, HuntOptions, aside_of, funnel_of, harvest, harvest_by_engine};
use tesuji_solver::Limits;

/// A corner that lives or dies by B1 in SGF's letters (`ba`), with other stones beside it, so that
/// the games differ; turned around for odd numbers.
fn game(number: u8) -> String {
    let (white, black) = (["da", "cb", "db", "ac", "bc", "cc"], ["ea", "eb", "dc", "ec", "ad", "bd", "cd"]);
    let turned = |p: &str| {
        let mut letters: Vec<u8> = p.bytes().collect();
        if number % 2 == 1 {
            letters.iter_mut().for_each(|c| *c = b'a' + (18 - (*c - b'a')));
        }
        String::from_utf8(letters).expect("letters")
    };
    let list = |points: &[&str]| points.iter().map(|p| format!("[{}]", turned(p))).collect::<String>();
    let beside = turned(&format!("k{}", char::from(b'f' + number)));
    let (white, black, key) = (list(&white), list(&black), turned("ba"));
    format!("(;SZ[19]AW{white}AB{black};B[{beside}];W[{key}];B[];W[])")
}

fn archive(dir: &Path) -> PathBuf {
    let games = dir.join("games");
    fs::create_dir_all(&games).expect("made");
    for number in 0..6 {
        fs::write(games.join(format!("{number}.sgf")), game(number)).expect("written");
    }
    fs::write(games.join("broken.sgf"), b"(;SZ[19];B[aa];W[aa];B[zz]").expect("written");
    games
}

fn options(threads: usize) -> GoOptions {
    GoOptions {
        clean: CleanOptions { licence: Some("ours".into()), ..CleanOptions::default() },
        cut: CutOptions { scan: ScanOptions { from: 0, ..ScanOptions::default() }, ..CutOptions::default() },
        threads,
        ..GoOptions::default()
    }
}

fn texts(out: &Path) -> [Option<String>; 3] {
    [out.to_path_buf(), aside_of(out), funnel_of(out)].map(|path| fs::read_to_string(path).ok())
}

#[test]
fn the_same_bytes_for_any_number_of_threads_and_after_interruptions() {
    let dir = tempfile::tempdir().expect("a folder");
    let games = archive(dir.path());
    let run = |name: &str, threads: usize| -> (PathBuf, Funnel) {
        let out = dir.path().join(name);
        let funnel = harvest(&games, &out, &options(threads), &mut Quiet).expect("runs");
        assert!(funnel.finished);
        (out, funnel)
    };
    let (one, funnel) = run("one.jsonl", 1);
    assert_eq!((funnel.written, funnel.games), (1, 7), "{funnel:?}");
    assert!(funnel.duplicates >= 5, "the others are images of it: {funnel:?}");
    let (two, _) = run("two.jsonl", 2);
    assert_eq!(texts(&one), texts(&two));
    // Out of time again and again; every run goes on where the last one was.
    let (out, mut rounds) = (dir.path().join("cut.jsonl"), 0);
    loop {
        let limits = Limits::default().with_time(Duration::from_millis(rounds * 40));
        rounds += 1;
        let funnel = harvest(&games, &out, &GoOptions { limits, ..options(2) }, &mut Quiet).expect("runs");
        if funnel.finished {
            break;
        }
        assert!(!out.exists(), "nothing half done has the name");
    }
    assert!(rounds > 1, "it was interrupted");
    assert_eq!(texts(&one), texts(&out));
    let left: Vec<_> = fs::read_dir(dir.path()).expect("lists").flatten().map(|e| e.file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{left:?}");
    let text = fs::read_to_string(&one).expect("reads");
    let record: serde_json::Value = serde_json::from_str(text.lines().next().expect("a line")).expect("a record");
    assert_eq!(record["source"]["licence"], "ours");
    assert_eq!((&record["category"], &record["kind"]), (&"other".into(), &"complete".into()));
    assert!(record["metadata"]["source_sgf_hash"].as_str().is_some_and(|hash| hash.len() == 32));
    assert!(record["metadata"]["katago_winrate_drop"].is_null());
}

#[test]
fn fewer_games_are_the_first_at_equal_steps() {
    let dir = tempfile::tempdir().expect("a folder");
    let games = archive(dir.path());
    let out = dir.path().join("some.jsonl");
    let funnel = harvest(&games, &out, &GoOptions { every: 2, count: 2, ..options(1) }, &mut Quiet).expect("runs");
    assert_eq!((funnel.games, funnel.finished), (2, true));
}

#[test]
fn a_tape_without_answers_costs_no_game() {
    let dir = tempfile::tempdir().expect("a folder");
    let games = archive(dir.path());
    let out = dir.path().join("engine.jsonl");
    let mut tape = Tape::new(EngineId::default());
    let hunt = HuntOptions::default();
    let funnel = harvest_by_engine(&games, &out, &options(1), &hunt, &mut tape, &mut Quiet).expect("runs");
    assert_eq!((funnel.finished, funnel.games, funnel.written), (true, 7, 0));
    assert!(funnel.count("positions without an answer") > 7);
}
