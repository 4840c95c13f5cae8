//! A disk that fills up, and a kill in the middle: what is made is kept and said, and the same
//! command goes on to what an undisturbed run gives.
#![cfg(unix)]
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tesuji");

/// Runs the program in a folder.
fn run(dir: &Path, args: &[String]) -> Output {
    Command::new(PROGRAM).current_dir(dir).args(args).output().expect("runs")
}

/// Runs the program where no file can grow beyond `blocks` blocks.
fn run_within(dir: &Path, blocks: u32, args: &[String]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    Command::new("sh").current_dir(dir).args(["-c", &script, PROGRAM]).args(args).output().expect("runs")
}

fn words(args: &str) -> Vec<String> {
    args.split(' ').map(str::to_string).collect()
}

fn generate(into: &str, count: u32) -> Vec<String> {
    words(&format!("generate --genre sudoku --size 6x6 --count {count} --seed 5 --threads 1 --into {into}"))
}

/// Lines of 4×4 puzzles, with one solution and without.
fn write_lines(dir: &Path, n: usize) {
    let made = run(dir, &words("generate --genre sudoku --size 4x4 --count 20 --seed 3 --threads 1"));
    let text = String::from_utf8(made.stdout).expect("text");
    let puzzles: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a record"))
        .filter_map(|record| record["puzzle"].as_str().map(str::to_string))
        .collect();
    let lines: String = (0..n).map(|i| puzzles[i * 7 % puzzles.len()].clone() + "\n").collect();
    fs::write(dir.join("lines.txt"), lines).expect("writes");
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("lists");
    let mut names: Vec<String> = entries.map(|e| e.expect("lists").file_name().to_string_lossy().into()).collect();
    names.sort();
    names
}

/// Are two files equal? (A difference would be too long for a message.)
fn same(one: &Path, other: &Path) {
    let [one_bytes, other_bytes] = [one, other].map(|path| fs::read(path).expect("reads"));
    assert!(one_bytes == other_bytes, "{} is not {}", one.display(), other.display());
}

/// The number in front of "done so far".
fn done(words: &str) -> u64 {
    let before = words.split(" done so far").next().unwrap_or_default();
    before.rsplit(' ').next().and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("nothing kept: {words}"))
}

fn is_kept(output: &Output, part: &str) -> u64 {
    let words = said(output);
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert!(words.contains(&format!("kept in {part}: the same command goes on from there")), "{words}");
    done(&words)
}

#[test]
fn what_was_made_is_kept_where_a_file_can_grow_no_more() {
    let dir = tempfile::tempdir().expect("a folder");
    let dir = dir.path();
    assert!(run(dir, &generate("whole.jsonl", 1000)).status.success());
    let cut = run_within(dir, 256, &generate("a.jsonl", 1000));
    // All that fits is kept, and what did not fit as long as a write is not too long.
    assert!(is_kept(&cut, ".a.jsonl.part") > 300, "{}", said(&cut));
    assert!(!dir.join("a.jsonl").exists());
    let ended = run(dir, &generate("a.jsonl", 1000));
    assert!(ended.status.success() && said(&ended).contains("records of an interrupted run are kept"));
    same(&dir.join("a.jsonl"), &dir.join("whole.jsonl"));
    // Where not even the room for a journal is to be had, nothing is made for nothing.
    let begun = Instant::now();
    let refused = run_within(dir, 8, &generate("b.jsonl", 1_000_000));
    assert!(!refused.status.success() && said(&refused).contains("b.jsonl: File too large"), "{}", said(&refused));
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert_eq!(names(dir), ["a.jsonl", "whole.jsonl"], "no part stays");
}

#[test]
fn a_pass_goes_on_where_its_file_could_grow_no_more() {
    let dir = tempfile::tempdir().expect("a folder");
    let dir = dir.path();
    write_lines(dir, 1500);
    let pass = |out: &str| words(&format!("solve --genre sudoku --threads 2 --json lines.txt --out {out}"));
    let undisturbed = run(dir, &pass("whole.jsonl"));
    let cut = run_within(dir, 256, &pass("a.jsonl"));
    let kept = is_kept(&cut, ".a.jsonl.part");
    assert!((1..1500).contains(&kept), "{kept}");
    let ended = run(dir, &pass("a.jsonl"));
    assert_eq!(ended.stdout, undisturbed.stdout, "the summary is that of one run: {}", said(&ended));
    assert!(said(&ended).contains(&format!("goes on after {kept} items")), "{}", said(&ended));
    same(&dir.join("a.jsonl"), &dir.join("whole.jsonl"));
    assert_eq!(names(dir), ["a.jsonl", "lines.txt", "whole.jsonl"], "no part stays");
    // A part that can't be read again is kept, and the output promises no continuation.
    let script = "trap '' XFSZ; ulimit -f 256; exec \"$0\" solve --genre sudoku - --out b.jsonl < lines.txt";
    let piped = Command::new("sh").current_dir(dir).args(["-c", script, PROGRAM]).output().expect("runs");
    assert!(said(&piped).contains("can't be read again"), "{}", said(&piped));
    assert!(dir.join(".b.jsonl.part").exists());
}

/// A small disk of its own, where one can be had.
struct Disk<'a>(&'a Path);

impl<'a> Disk<'a> {
    fn new(dir: &'a Path, kilobytes: u32) -> Option<Disk<'a>> {
        let options = format!("size={kilobytes}k");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(dir).output().ok()?;
        mounted.status.success().then_some(Disk(dir))
    }

    fn grow(&self, kilobytes: u32) {
        let options = format!("remount,size={kilobytes}k");
        let grown = Command::new("mount").args(["-o", &options]).arg(self.0).status().expect("runs");
        assert!(grown.success());
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let home = tempfile::tempdir().expect("a folder");
    let (home, dir) = (home.path(), home.path().join("disk"));
    fs::create_dir(&dir).expect("is made");
    let Some(disk) = Disk::new(&dir, 400) else {
        eprintln!("SKIPPED: no small disk can be mounted here");
        return;
    };
    for (name, count) in [("a.jsonl", 2000), ("a.jsonl.gz", 6000), ("a.jsonl.zst", 6000)] {
        let whole = format!("whole-{name}");
        assert!(run(home, &generate(&whole, count)).status.success());
        disk.grow(400);
        let kept = is_kept(&run(&dir, &generate(name, count)), &format!(".{name}.part"));
        // The journal of a packed file takes more room: the disk is full earlier.
        let least = if name == "a.jsonl" { 700 } else { 100 };
        assert!(kept > least, "{name}: {kept}");
        disk.grow(20_000);
        assert!(run(&dir, &generate(name, count)).status.success());
        same(&dir.join(name), &home.join(&whole));
        fs::remove_file(dir.join(name)).expect("removes");
    }
    // A pass.
    write_lines(home, 1500);
    let pass = |out: &str| words(&format!("grade --genre sudoku --threads 2 --json ../lines.txt --out {out}"));
    let undisturbed = run(&dir, &pass("../graded.jsonl"));
    disk.grow(400);
    let kept = is_kept(&run(&dir, &pass("a.jsonl")), ".a.jsonl.part");
    assert!((50..1500).contains(&kept), "{kept}");
    disk.grow(20_000);
    let ended = run(&dir, &pass("a.jsonl"));
    assert_eq!(ended.stdout, undisturbed.stdout, "{}", said(&ended));
    same(&dir.join("a.jsonl"), &home.join("graded.jsonl"));
    // A report without room is an error before an hour's work.
    fs::remove_file(dir.join("a.jsonl")).expect("removes");
    disk.grow(400);
    let begun = Instant::now();
    let cycle = run(&dir, &words("cycle --genre sudoku --time 40s --out report"));
    assert!(!cycle.status.success() && said(&cycle).contains("No space left"), "{}", said(&cycle));
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn generating_goes_on_after_a_kill() {
    let dir = tempfile::tempdir().expect("a folder");
    let dir = dir.path();
    let begun = Instant::now();
    assert!(run(dir, &generate("whole.jsonl", 3000)).status.success());
    let took = begun.elapsed();
    let mut kept = 0;
    for part in 1..6 {
        let mut command = Command::new(PROGRAM);
        command.current_dir(dir).args(generate("a.jsonl", 3000)).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("starts");
        std::thread::sleep(took * part / 6);
        child.kill().expect("is killed");
        kept += usize::from(said(&child.wait_with_output().expect("ends")).contains("are kept"));
    }
    let ended = run(dir, &generate("a.jsonl", 3000));
    assert!(ended.status.success() && kept > 0, "{kept}: {}", said(&ended));
    same(&dir.join("a.jsonl"), &dir.join("whole.jsonl"));
    assert_eq!(names(dir), ["a.jsonl", "whole.jsonl"], "no part stays");
}
