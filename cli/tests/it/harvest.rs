//! `tesuji harvest clean`: what it writes, its exit codes, and killed runs.

use crate::run;

use run::tesuji;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn write(dir: &Path, name: &str, bytes: &[u8]) {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, bytes).expect("written");
}

#[test]
fn clean_games_with_what_was_asked_for() {
    let dir = tempfile::tempdir().expect("a folder");
    let (raw, out) = (dir.path().join("raw"), dir.path().join("out"));
    write(&raw, "a.sgf", "(;SZ[9]PB[甲]BR[九段]KM[375]C[talk];B[cc]XY[1]".as_bytes());
    write(&raw, "b.sgf", b"(;SZ[9];B[gg])");
    let (from, to) = (raw.to_str().expect("plain"), out.to_str().expect("plain"));
    let args = ["harvest", "clean", from, "--out", to, "--category", "pro", "--licence", "CC BY", "--json"];
    let strip = ["--strip", "comments,private"];
    let ran = tesuji(&[&args[..], &strip[..]].concat()).code(0).says("2 games: 1 written, 1 seen before");
    let summary = &ran.json()[0];
    for (key, want) in [("files", 2), ("games", 2), ("written", 1), ("duplicates", 1), ("without_games", 0)] {
        assert_eq!(summary[key], want, "{key}");
    }
    assert_eq!((&summary["findings"]["komi"], &summary["findings"]["no-closing"]), (&1.into(), &1.into()));
    let line: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("games.jsonl")).expect("reads")).expect("one line");
    assert_eq!((&line["category"], &line["licence"], &line["komi"]), (&"pro".into(), &"CC BY".into(), &7.5.into()));
    assert_eq!((&line["black"]["rank"], &line["moves"][0]), (&"9p".into(), &"Bcc".into()));
    let clean = fs::read_to_string(out.join(line["sgf"].as_str().expect("a path"))).expect("reads");
    assert_eq!(clean, "(;FF[4]CA[UTF-8]GM[1]SZ[9]PB[甲]BR[9p]KM[7.5];B[cc])\n");

    // Another archive into the same folder: its files stay, and the output names them.
    let other = dir.path().join("other");
    write(&other, "c.sgf", b"(;SZ[9];B[aa])");
    let ran = tesuji(&["harvest", "clean", other.to_str().expect("plain"), "--out", to, "--json"]).code(0);
    assert_eq!(ran.says("1 games of another run are left").json()[0]["others"], 1);

    write(&raw, "empty.sgf", b"");
    tesuji(&args).code(1).says("1 files without a game");
    tesuji(&["harvest", "clean", from]).code(2).says("--out");
    tesuji(&["harvest", "clean", from, "--out", to, "--category", "prof"]).code(2).says("pro");
    tesuji(&["harvest", "clean", from, "--out", to, "--strip", "chats"]).code(2).says("chat");
    tesuji(&["harvest", "clean", &format!("{from}/none"), "--out", to]).code(1).says("none");
}

#[test]
fn killed_runs_go_on() {
    let dir = tempfile::tempdir().expect("a folder");
    let raw = dir.path().join("raw");
    for i in 0..2500u32 {
        let point = |n: u32| char::from(b'a' + (n % 19) as u8);
        let moves: String = (0..40).map(|k| format!(";B[{}{}]", point(i + k), point(i / 19 + k * k))).collect();
        write(&raw, &format!("{}/{i}.sgf", i % 7), format!("(;KM[650]{moves})").as_bytes());
    }
    let start = |out: &Path, kill: Option<u64>| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tesuji"))
            .args(["harvest", "clean", "--threads", "2", "--out"])
            .args([out, &raw])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        if let Some(millis) = kill {
            std::thread::sleep(Duration::from_millis(millis));
            let _ = child.kill();
        }
        child.wait().expect("ends")
    };
    let (whole, killed) = (dir.path().join("whole"), dir.path().join("killed"));
    assert!(start(&whole, None).success());
    let mut kills = 0;
    for millis in [1, 5, 20, 40, 60, 80, 100, 120, 140, 160] {
        let _ = fs::remove_file(killed.join("games.jsonl"));
        kills += u32::from(!start(&killed, Some(millis)).success());
    }
    assert!(kills > 0);
    let _ = fs::remove_file(killed.join("games.jsonl"));
    assert!(start(&killed, None).success());
    for name in ["games.jsonl", "diagnostics.jsonl"] {
        let read = |out: &Path| fs::read(out.join(name)).expect("reads");
        assert!(read(&whole) == read(&killed), "{name}");
    }
    let text = fs::read_to_string(killed.join("games.jsonl")).expect("reads");
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line");
        let path = line["sgf"].as_str().expect("a path");
        let read = |out: &Path| fs::read(out.join(path)).expect("reads");
        assert!(read(&whole) == read(&killed), "{path}");
    }
    let left: Vec<_> = fs::read_dir(&killed).expect("lists").flatten().map(|e| e.file_name()).collect();
    assert_eq!(left.len(), 3, "games, diagnostics, sgf: {left:?}");
}
