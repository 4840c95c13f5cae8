//! Passes that end in the middle: whatever stopped them, the same command goes on, and its output
//! and its counts come to what an undisturbed run gives.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tesuji_corpus::passes::{DedupePass, DedupeSummary};
use tesuji_corpus::{
    Codec, Error, Filter, Outcome, Parts, Pass, Quiet, Reader, RunOptions, Shard, Source, Target, Work,
};
use tesuji_genre::{Bad, Genre, Record};
use tesuji_solver::{Limits, Stop};

fn sudoku() -> &'static dyn Genre {
    tesuji_genres::all().into_iter().find(|g| g.name() == "sudoku").expect("it is registered")
}

/// Lines of 4×4 puzzles; each sixth line is a remark, each seventh can't be read, and many puzzles
/// come again.
fn lines(n: usize) -> String {
    let puzzle = |i: usize| {
        let mut text = ['.'; 16];
        text[i % 13] = char::from(b'1' + (i % 4) as u8);
        text[13 + i % 3] = char::from(b'1' + (i / 3 % 4) as u8);
        text.iter().collect::<String>()
    };
    let line = |i: usize| match i {
        _ if i % 6 == 5 => "# a remark".to_string(),
        _ if i % 7 == 6 => "12".to_string(),
        _ => puzzle(i),
    };
    (0..n).map(|i| line(i) + "\n").collect()
}

/// Dedupe, which breaks down (as a killed program would) at the first puzzle from an item on, once.
struct Breaks {
    from: AtomicU64,
}

impl Pass for Breaks {
    type Summary = DedupeSummary;
    type Kept = ();

    fn name(&self) -> &'static str {
        DedupePass.name()
    }

    fn visit(
        &self,
        work: &Work,
        _kept: &mut (),
        left: &Limits,
        out: &mut dyn FnMut(Record),
        into: &mut DedupeSummary,
    ) -> Result<(), Bad> {
        let from = self.from.load(Ordering::SeqCst);
        if work.index >= from {
            self.from.store(u64::MAX, Ordering::SeqCst);
            panic!("broken at item {}", work.index);
        }
        DedupePass.visit(work, &mut (), left, out, into)
    }

    fn filter(&self) -> Option<Box<dyn Filter<DedupeSummary>>> {
        DedupePass.filter()
    }
}

struct Input {
    file: PathBuf,
}

impl Input {
    fn new(dir: &Path, lines: &str) -> Input {
        let file = dir.join("lines.txt");
        std::fs::write(&file, lines).expect("writes");
        Input { file }
    }

    fn run(&self, from: u64, target: Target<'_>, options: &RunOptions) -> Result<Outcome<DedupeSummary>, Error> {
        let source = Source::File(self.file.clone());
        let reader = Reader::new(&tesuji_genres::all(), Some(sudoku()), &source);
        let pass = Breaks { from: AtomicU64::new(from) };
        tesuji_corpus::run(&pass, &source, &reader, target, options, &mut Quiet)
    }
}

fn options() -> RunOptions {
    RunOptions { threads: 1, checkpoint: Duration::ZERO, ..RunOptions::default() }
}

const NEVER: u64 = u64::MAX;

fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).expect("lists");
    let mut names: Vec<String> = entries.map(|e| e.expect("lists").file_name().to_string_lossy().into()).collect();
    names.sort();
    names
}

#[test]
fn a_run_that_breaks_down_goes_on_where_it_stood() {
    let dir = tempfile::tempdir().expect("a folder");
    let input = Input::new(dir.path(), &lines(900));
    let mut stream = Vec::new();
    let whole = input.run(NEVER, Target::Stream(&mut stream), &options()).expect("runs");
    assert!(whole.counts.duplicates > 100 && whole.bad > 50 && whole.items == 900, "{whole:?}");
    assert_eq!(whole.written + whole.counts.duplicates, whole.records);
    for name in ["out.jsonl", "out.jsonl.gz", "out.jsonl.zst"] {
        let out = dir.path().join(name);
        for from in [3, 258, 512, 880] {
            let broken = std::panic::catch_unwind(|| input.run(from, Target::File(out.clone()), &options()));
            assert!(broken.is_err() && !out.exists(), "{name}: broken from {from} on");
        }
        let ended = input.run(NEVER, Target::File(out.clone()), &options()).expect("runs");
        assert_eq!(ended, whole, "{name}");
        let packed = std::fs::read(&out).expect("reads");
        assert_eq!(packed, Codec::of_path(&out).frame(&stream).expect("packs"), "{name}: one frame, as undisturbed");
    }
    assert_eq!(names(dir.path()), ["lines.txt", "out.jsonl", "out.jsonl.gz", "out.jsonl.zst"]);
}

/// Another input, or the same with other bytes, is another question: nothing of the interrupted run
/// is taken over.
#[test]
fn what_another_run_left_is_not_gone_on_with() {
    let dir = tempfile::tempdir().expect("a folder");
    let input = Input::new(dir.path(), &lines(600));
    let out = dir.path().join("out.jsonl");
    let broken = std::panic::catch_unwind(|| input.run(300, Target::File(out.clone()), &options()));
    assert!(broken.is_err());
    let other = lines(600).replacen('.', "2", 1);
    let input = Input::new(dir.path(), &other);
    let mut stream = Vec::new();
    let whole = input.run(NEVER, Target::Stream(&mut stream), &options()).expect("runs");
    assert_eq!(input.run(NEVER, Target::File(out.clone()), &options()).expect("runs"), whole);
    assert_eq!(std::fs::read(&out).expect("reads"), stream);
}

/// A run out of time says so, keeps what it has, and the same command goes on to the same end.
#[test]
fn a_run_out_of_time_goes_on() {
    let dir = tempfile::tempdir().expect("a folder");
    let input = Input::new(dir.path(), &lines(40));
    let out = dir.path().join("out.jsonl");
    let short = RunOptions { limits: Limits::default().with_time(Duration::ZERO), ..options() };
    for _ in 0..2 {
        let stopped = input.run(NEVER, Target::File(out.clone()), &short).expect("runs");
        assert_eq!((stopped.stop, stopped.items), (Stop::Time, 0));
        assert_eq!(names(dir.path()), [".out.jsonl.journal", ".out.jsonl.part", "lines.txt"]);
    }
    let mut stream = Vec::new();
    let whole = input.run(NEVER, Target::Stream(&mut stream), &options()).expect("runs");
    assert_eq!(input.run(NEVER, Target::File(out.clone()), &options()).expect("runs"), whole);
    assert_eq!(std::fs::read(&out).expect("reads"), stream);
    assert_eq!(names(dir.path()), ["lines.txt", "out.jsonl"]);
}

/// The parts of a run, made in any order and one of them in two goes, are the whole: the same
/// bytes, the same counts.
#[test]
fn parts_merge_to_the_whole() {
    let dir = tempfile::tempdir().expect("a folder");
    let input = Input::new(dir.path(), &lines(900));
    let parts = dir.path().join("parts");
    std::fs::create_dir(&parts).expect("is made");
    let part = |part, from| {
        let options = RunOptions { shard: Shard { part, of: 3 }, ..options() };
        input.run(from, Target::Part(parts.clone(), "jsonl".into()), &options)
    };
    assert!(std::panic::catch_unwind(|| part(3, 870)).is_err());
    let found = || Parts::find(std::slice::from_ref(&parts));
    for i in [2, 3, 1] {
        assert_eq!(found().ok().flatten(), None, "parts are missing");
        part(i, NEVER).expect("runs");
    }
    let out = dir.path().join("whole.jsonl");
    let merged = found().expect("finds").expect("three parts").merge(&out).expect("merges");
    let mut stream = Vec::new();
    let whole = input.run(NEVER, Target::Stream(&mut stream), &options()).expect("runs");
    assert_eq!(merged, serde_json::to_value(&whole).expect("a value"));
    assert_eq!(std::fs::read(&out).expect("reads"), stream);
}
