//! A pass killed at random moments: what it comes to in the end is what it comes to undisturbed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Lines of different puzzles: one puzzle made by this program, its values renamed.
fn lines(n: usize, rng: &mut ChaCha8Rng) -> String {
    let made = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["generate", "--genre", "sudoku", "--seed", "11"])
        .output()
        .expect("runs");
    let record: serde_json::Value = serde_json::from_slice(&made.stdout).expect("a record");
    let puzzle = record["puzzle"].as_str().expect("a text").to_string();
    let mut text = String::new();
    for _ in 0..n {
        let mut names: Vec<char> = ('1'..='9').collect();
        for i in (1..9).rev() {
            names.swap(i, rng.next_u32() as usize % (i + 1));
        }
        text.extend(puzzle.chars().map(|c| c.to_digit(10).map_or(c, |d| names[d as usize - 1])));
        text.push('\n');
    }
    text
}

fn start(input: &Path, out: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["solve", "--genre", "sudoku", "--threads", "2", "--checkpoint", "0", "--json"])
        .arg(input)
        .arg("--out")
        .arg(out)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts")
}

#[test]
fn killed_twenty_times() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    let input = dir.path().join("lines.txt");
    fs::write(&input, lines(5000, &mut rng)).expect("writes");
    let mut kills = 0;
    let mut resumed = 0;
    for name in ["out.jsonl", "out.jsonl.gz", "out.jsonl.zst"] {
        let out = dir.path().join(name);
        let begun = Instant::now();
        let ended = start(&input, &out).wait_with_output().expect("runs");
        assert!(ended.status.success());
        let took = begun.elapsed();
        let (whole, summary) = (fs::read(&out).expect("reads"), ended.stdout);
        fs::remove_file(&out).expect("removes");
        // Short spans, so that most of them end in the middle; each goes on from where the last one
        // got.
        let mut here = 0;
        while here < 7 {
            let mut child = start(&input, &out);
            let span = took.mul_f64(f64::from(rng.next_u32()) / f64::from(u32::MAX) * 0.35);
            std::thread::sleep(span + Duration::from_millis(1));
            if child.try_wait().expect("is known").is_some() {
                // It came to its end: once more from the start.
                assert_eq!(fs::read(&out).expect("reads"), whole, "{name}");
                fs::remove_file(&out).expect("removes");
            } else {
                child.kill().expect("is killed");
                here += 1;
            }
            let said = child.wait_with_output().expect("ends");
            resumed += usize::from(String::from_utf8_lossy(&said.stderr).contains("goes on after"));
        }
        kills += here;
        let ended = start(&input, &out).wait_with_output().expect("runs");
        assert!(ended.status.success());
        resumed += usize::from(String::from_utf8_lossy(&ended.stderr).contains("goes on after"));
        assert_eq!(fs::read(&out).expect("reads"), whole, "{name}");
        assert_eq!(ended.stdout, summary, "{name}: the summary too");
        fs::remove_file(&out).expect("removes");
    }
    assert!(kills >= 20, "{kills} kills");
    assert!(resumed >= 6, "only {resumed} runs went on from a checkpoint: the spans are too short for this machine");
    let left: Vec<_> = fs::read_dir(dir.path()).expect("lists").map(|e| e.expect("a file").file_name()).collect();
    assert_eq!(left, ["lines.txt"], "no part stays");
}
