//! Parquet in and out: `cargo test -p tesuji-cli --features parquet --test it parquet`.

#![cfg(feature = "parquet")]

use std::process::{Command, Output};

fn tesuji(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tesuji")).args(args).output().expect("runs")
}

#[test]
fn records_go_into_columns_and_every_command_reads_them() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = |name: &str| dir.path().join(name).to_str().expect("text").to_string();
    let (jsonl, parquet, graded) = (file("a.jsonl"), file("a.parquet"), file("b.jsonl"));
    let made = tesuji(&["generate", "--genre", "akari", "--size", "6x6", "--count", "3", "--seed", "5"]);
    let more = tesuji(&["generate", "--genre", "sudoku", "--count", "2", "--seed", "5"]);
    let lines = [made.stdout, more.stdout].concat();
    std::fs::write(&jsonl, &lines).expect("writes");
    let out = tesuji(&["corpus", "export", "--format", "parquet", "--out", &parquet, &jsonl]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    for command in [&["grade"][..], &["solve"], &["check", "--verdicts"]] {
        let of = |from: &str| tesuji(&[command, &["--out", &graded, from]].concat());
        let read = |from: &str| {
            let _ = std::fs::remove_file(&graded);
            let out = of(from);
            assert!(out.status.success(), "{command:?}: {}", String::from_utf8_lossy(&out.stderr));
            std::fs::read_to_string(&graded).expect("reads")
        };
        // Milliseconds differ from run to run.
        let plain =
            |text: String| text.lines().map(|line| line.split("\"ms\"").next().map(str::len)).collect::<Vec<_>>();
        assert_eq!(plain(read(&parquet)), plain(read(&jsonl)), "{command:?}");
    }
    // Without a place to write, and from a pipe.
    assert_eq!(tesuji(&["corpus", "export", "--format", "parquet", &jsonl]).status.code(), Some(2));
    std::fs::write(file("cut.parquet"), &std::fs::read(&parquet).expect("reads")[..100]).expect("writes");
    let cut = tesuji(&["solve", &file("cut.parquet")]);
    assert_eq!(cut.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&cut.stderr).contains("cut.parquet"));
}
