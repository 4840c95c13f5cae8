//! Peak memory does not grow with the input.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The greatest resident size of a run, in kB, as the system has it just before the run ends.
fn peak(args: &[&str], input: &Path, out: &Path) -> u64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(args)
        .args(["--threads", "2"])
        .arg(input)
        .arg("--out")
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("is known").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let kb = line.and_then(|l| l.trim().strip_suffix("kB")).and_then(|n| n.trim().parse::<u64>().ok());
        peak = peak.max(kb.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(child.wait().expect("ends").success());
    peak
}

#[test]
fn a_file_fifty_times_over() {
    let dir = tempfile::tempdir().expect("a folder");
    let made = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["generate", "--genre", "sudoku", "--size", "4x4", "--count", "200", "--seed", "2"])
        .output()
        .expect("runs");
    let some = String::from_utf8(made.stdout).expect("text");
    // Several times the records that a run reads ahead, so that the small file fills that room, too.
    let once = some.repeat(2_000 / some.lines().count().max(1) + 1);
    let (small, large) = (dir.path().join("once.jsonl"), dir.path().join("fifty.jsonl"));
    fs::write(&small, &once).expect("writes");
    fs::write(&large, once.repeat(50)).expect("writes");
    for args in [&["corpus", "import", "--genre", "sudoku"][..], &["solve", "--genre", "sudoku"]] {
        for packed in ["out.jsonl.gz", "out.jsonl.zst"] {
            let out = dir.path().join(packed);
            // A short run may end between the last look and its peak: the greatest of several is
            // the peak.
            let a = (0..8).map(|_| peak(args, &small, &out)).max().unwrap_or(0);
            let b = peak(args, &large, &out);
            assert!(a > 0 && b as f64 <= a as f64 * 1.2, "{args:?} {packed}: {a} kB once, {b} kB fifty times");
        }
    }
}
