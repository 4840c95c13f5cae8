//! Parts and corpora put together: what does not belong together is refused by name, and nothing is
//! written then.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tesuji_corpus::passes::DedupePass;
use tesuji_corpus::{Merged, Parts, Quiet, Reader, RunOptions, Shard, Source, Target, merge_corpora};
use tesuji_genre::{Record, record_id};
use tesuji_solver::Stop;

/// A pass in two parts over six puzzles, three a part, one of which comes again in the second.
struct Run {
    dir: tempfile::TempDir,
}

impl Run {
    fn new() -> Run {
        let dir = tempfile::tempdir().expect("a folder");
        let lines = [
            "1...............",
            "1..2............",
            "1...2...........",
            "..1.............",
            "1....2..........",
            "1.....2.........",
        ];
        let genres = tesuji_genres::all();
        let sudoku = genres.iter().copied().find(|g| g.name() == "sudoku");
        let source = Source::Bytes("six.txt".into(), lines.join("\n").into_bytes().into());
        let reader = Reader::new(&genres, sudoku, &source);
        for part in [1, 2] {
            let options = RunOptions { threads: 1, shard: Shard { part, of: 2 }, ..RunOptions::default() };
            let target = Target::Part(dir.path().to_path_buf(), "jsonl".into());
            let done = tesuji_corpus::run(&DedupePass, &source, &reader, target, &options, &mut Quiet).expect("runs");
            assert_eq!((done.items, done.written), (3, 3));
        }
        Run { dir }
    }

    fn part(&self, part: u32) -> PathBuf {
        Shard { part, of: 2 }.part_file(self.dir.path(), "jsonl")
    }

    fn summary(&self, part: u32) -> PathBuf {
        Shard { part, of: 2 }.summary_file(self.dir.path())
    }

    /// Changes what a summary says.
    fn says(&self, part: u32, name: &str, value: Value) {
        let path = self.summary(part);
        let mut all: Value = serde_json::from_slice(&fs::read(&path).expect("reads")).expect("a summary");
        assert_ne!(all[name], value);
        all[name] = value;
        fs::write(path, all.to_string()).expect("writes");
    }

    fn merge(&self) -> Result<(Value, String), String> {
        let out = self.dir.path().join("whole.jsonl");
        let parts = Parts::find(&[self.part(1), self.part(2)]).map_err(|e| e.to_string())?.expect("two parts");
        match parts.merge(&out) {
            Ok(summary) => Ok((summary, fs::read_to_string(out).expect("reads"))),
            Err(e) => {
                assert!(!out.exists(), "nothing is written");
                Err(e.to_string())
            }
        }
    }

    #[track_caller]
    fn refused(&self, words: &[&str]) {
        let why = self.merge().expect_err("is refused");
        assert!(words.iter().all(|w| why.contains(w)), "{why}");
    }
}

#[test]
fn parts_that_belong_together_are_one() {
    let run = Run::new();
    let (summary, text) = run.merge().expect("merges");
    // The fourth puzzle is an image of the first.
    let counts = ["items", "records", "bad", "written"].map(|name| summary[name].clone());
    assert_eq!(counts, [6, 6, 0, 5].map(Value::from));
    assert_eq!(summary["counts"]["duplicates"], 1);
    assert_eq!(summary["shard"], json!({"part": 1, "of": 1}));
    assert_eq!(text.lines().count(), 5);
    // Blank lines are none, in a part as everywhere.
    fs::write(run.part(1), fs::read_to_string(run.part(1)).expect("reads").replacen('\n', "\n\n", 1)).expect("writes");
    assert_eq!(run.merge(), Ok((summary, text)));
}

#[test]
fn a_part_that_is_not_whole_is_refused() {
    for part in [1, 2] {
        let run = Run::new();
        run.says(part, "stop", serde_json::to_value(Stop::Time).expect("a value"));
        run.refused(&["not whole", &format!("summary-{part}.json")]);
        for written in [2, 4] {
            let run = Run::new();
            run.says(part, "written", written.into());
            run.refused(&["3 records", &format!("{written} were written"), &format!("part-{part}-of-2.jsonl")]);
        }
        let run = Run::new();
        let text = fs::read_to_string(run.part(part)).expect("reads");
        // Cut short inside of a record, and behind the bracket that ends a part of it.
        for less in [4, 2] {
            fs::write(run.part(part), &text[..text.len() - less]).expect("writes");
            run.refused(&["half a record", &format!("part-{part}-of-2.jsonl:3")]);
        }
        fs::write(run.part(part), format!("\n\n{}", &text[..text.len() - 2])).expect("writes");
        run.refused(&["half a record", &format!("part-{part}-of-2.jsonl:5")]);
        fs::write(run.part(part), b"{\"id\": \"\xff\"}\n").expect("writes");
        run.refused(&["not UTF-8 text", &format!("part-{part}-of-2.jsonl:1")]);
        fs::write(run.part(part), "{\"no record\": 1}\n").expect("writes");
        run.refused(&["not a record", &format!("part-{part}-of-2.jsonl:1")]);
    }
}

#[test]
fn parts_of_different_runs_are_refused() {
    let run = Run::new();
    run.says(2, "parameters", "others".into());
    run.refused(&["a part of dedupe others", "summary-2.json"]);
    let run = Run::new();
    run.says(2, "summary", "grade".into());
    run.refused(&["a part of grade", "beside dedupe", "summary-2.json"]);
    let run = Run::new();
    for part in [1, 2] {
        run.says(part, "summary", "brew".into());
    }
    run.refused(&["brew", "can't be merged"]);
    let run = Run::new();
    fs::copy(run.summary(1), run.summary(2)).expect("copies");
    run.refused(&["summary-2.json", "it is of part 1/2"]);
    let run = Run::new();
    fs::remove_file(run.summary(2)).expect("removes");
    run.refused(&["summary-2.json"]);
    fs::write(run.summary(2), "{").expect("writes");
    run.refused(&["summary-2.json", "not the summary of this part"]);
}

fn record(puzzle: &str, extra: &[(&str, Value)]) -> Record {
    Record {
        id: record_id("toy", puzzle),
        genre: "toy".into(),
        size: "1".into(),
        puzzle: puzzle.into(),
        extra: extra.iter().map(|(name, value)| (name.to_string(), value.clone())).collect(),
        ..Record::default()
    }
}

fn line(record: &Record) -> String {
    serde_json::to_string(record).expect("writes") + "\n"
}

fn merge(out: &Path, files: &[PathBuf]) -> (Merged, Vec<String>, Vec<Record>) {
    let mut bad = Vec::new();
    let merged = merge_corpora(files, out, &mut |b| bad.push(b.to_string())).expect("merges");
    let text = fs::read_to_string(out).expect("reads");
    (merged, bad, text.lines().map(|l| serde_json::from_str(l).expect("a record")).collect())
}

/// A mark of the byte order, remarks, blank lines and summaries are passed over; any other line
/// that is no record is an error with its place.
#[test]
fn corpora_are_one_sorted_by_id() {
    let dir = tempfile::tempdir().expect("a folder");
    let [one, two, out] = ["one.jsonl", "two.jsonl", "out.jsonl"].map(|name| dir.path().join(name));
    let (a, b) = (record("a", &[("x", json!(1))]), record("b", &[]));
    let nameless = Record { id: String::new(), ..record("c", &[]) };
    let text = [
        "\u{feff}",
        &line(&a),
        "# a remark\n",
        "\n",
        "{\"summary\": \"solve\"}\n",
        &line(&nameless),
        "{}\n",
        &line(&b),
    ];
    fs::write(&one, text.concat()).expect("writes");
    // A mark inside a file is no mark.
    let again = record("a", &[("y", json!(2))]);
    fs::write(&two, [line(&record("d", &[])), format!("\u{feff}{}", line(&b)), line(&again)].concat()).expect("writes");
    let (merged, bad, records) = merge(&out, &[one.clone(), two.clone()]);
    assert_eq!(merged, Merged { records: 4, bad: 3, written: 3 });
    assert_eq!(bad.len(), 3);
    assert!(bad[0].contains("one.jsonl:5") && bad[0].contains("without id"), "{bad:?}");
    assert!(bad[1].contains("one.jsonl:6") && bad[1].contains("not a record"), "{bad:?}");
    assert!(bad[2].contains("two.jsonl:2") && bad[2].contains("not a record"), "{bad:?}");
    let mut wanted = vec![record("a", &[("x", json!(1)), ("y", json!(2))]), b, record("d", &[])];
    wanted.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(records, wanted);
    let bytes = fs::read(&out).expect("reads");
    let (merged, _, _) = merge(&out, &[two, one]);
    assert_eq!((merged.records, merged.bad, merged.written), (4, 3, 3));
    assert_eq!(fs::read(&out).expect("reads"), bytes, "in whatever order");
    let missing = merge_corpora(&[dir.path().join("none.jsonl")], &out, &mut |_| ()).expect_err("is refused");
    assert!(missing.to_string().contains("none.jsonl"));
    assert_eq!(fs::read(&out).expect("reads"), bytes, "as it was");
}
