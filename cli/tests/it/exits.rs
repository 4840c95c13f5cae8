//! Exit codes: less than the request is 1, with the reason in words and in the summary.

use crate::run;

use run::{Ran, piped, tesuji};
use std::path::Path;

/// Exit 1 for a reason that stands in the words and in the summary.
fn falls_short(ran: Ran, reason: &str) {
    let ran = ran.code(1);
    let last = ran.words().lines().last().unwrap_or_default().to_string();
    let told = ran.words().lines().any(|l| l.starts_with("exit 1: ") && l.contains(reason));
    assert!(told, "{reason:?} is not told: {last}");
    let summary = ran.json().pop().expect("a summary");
    let reasons: Vec<&str> =
        summary["reasons"].as_array().expect("reasons").iter().filter_map(|r| r.as_str()).collect();
    assert!(reasons.iter().any(|r| r.contains(reason)), "{reasons:?}");
}

fn lines(path: &Path) -> usize {
    std::fs::read_to_string(path).expect("reads").lines().count()
}

#[test]
fn fewer_made_than_asked_for() {
    let args = ["generate", "--genre", "sudoku", "--needs", "jellyfish", "--count", "3", "--nodes", "2", "--json"];
    falls_short(tesuji(&args), "0 of 3 made: out of candidates (--nodes)");
    let args = ["generate", "--genre", "sudoku", "--needs", "jellyfish", "--count", "3", "--time", "0", "--json"];
    falls_short(tesuji(&args), "0 of 3 made: out of time (--time)");
    let enough = ["generate", "--genre", "sudoku", "--size", "4x4", "--count", "3", "--json"];
    assert!(tesuji(&enough).code(0).json().pop().expect("a summary")["reasons"].is_null());
    let list = ["enumerate", "--genre", "sudoku", "--size", "4x4", "--grids", "--count-only", "--json"];
    falls_short(tesuji(&[&list[..], &["--nodes", "5"]].concat()), "not all were listed");
    tesuji(&["enumerate", "--genre", "sudoku", "--size", "4x4", "--grids", "--limit", "7"]).code(0);
}

#[test]
fn answers_that_a_limit_cut_short() {
    let empty = format!("{}\n", ".".repeat(81));
    let all = ["solve", "--genre", "sudoku", "--count", "100000", "--nodes", "50", "--json"];
    falls_short(piped(&all, &empty), "1 unfinished (nodes)");
    let few = ["solve", "--genre", "sudoku", "--count", "5", "--json"];
    piped(&few, &empty).code(0);
    let small = "12..34..2.4....1\n";
    for command in [&["solve"][..], &["grade"], &["check"], &["discover"], &["corpus", "stats"], &["corpus", "import"]]
    {
        let ran = piped(&[command, &["--genre", "sudoku", "--time", "0", "--json"]].concat(), small);
        falls_short(ran, "out of time (--time)");
    }
    piped(&["show", "--genre", "sudoku", "--time", "0"], small).code(1).says("exit 1: out of time (--time)");
    // Nobody to compare with is no disagreement, unless the request wants a comparison.
    let alone = ["check", "--genre", "sudoku", "--solvers", "fast", "--json"];
    piped(&alone, small).code(0);
    falls_short(piped(&[&alone[..], &["--complete"]].concat(), small), "1 not compared");
    let two = ["check", "--genre", "sudoku", "--solvers", "fast,simple", "--complete"];
    piped(&two, small).code(0).says("compared by two solvers or more: 1 of 1").says("time by solver: ");
}

/// Parts that are put together end as the whole pass would have.
#[test]
fn a_merge_of_parts_ends_as_the_whole_pass() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    std::fs::write(at("in.txt"), format!("{}\nno puzzle\n", ".".repeat(81))).expect("writes");
    let (input, parts, merged) = (at("in.txt"), at("parts"), at("merged.jsonl"));
    let solve = ["solve", "--genre", "sudoku", "--count", "100000", "--nodes", "50", "--json", input.as_str()];
    let whole = tesuji(&solve).code(1).json().pop().expect("a summary");
    for shard in ["1/2", "2/2"] {
        tesuji(&[&solve[..], &["--out", &parts, "--shard", shard]].concat()).code(1);
    }
    let merge = tesuji(&["corpus", "merge", &parts, "--out", &merged, "--json"]);
    assert_eq!(merge.code(1).says("exit 1: 1 unfinished (nodes); 1 bad").json().pop(), Some(whole));
}

#[test]
fn more_puzzles_into_a_file_that_has_them() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("book.jsonl");
    let file = path.to_str().expect("a plain path");
    let make = |more: &[&str]| {
        let args = ["generate", "--genre", "sudoku", "--size", "6x6", "--count", "4", "--into", file];
        tesuji(&[&args[..], more].concat())
    };
    make(&[]).code(0).says("book.jsonl: 4 added");
    make(&[]).code(0).says("0 added, 4 in the file already (--more makes others");
    assert_eq!(lines(&path), 4);
    make(&["--more"]).code(0).says("book.jsonl: 4 added");
    make(&["--more"]).code(0).says("book.jsonl: 4 added");
    let text = std::fs::read_to_string(&path).expect("reads");
    let records: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).expect("a record")).collect();
    let ids: std::collections::BTreeSet<&str> = records.iter().filter_map(|r| r["id"].as_str()).collect();
    assert_eq!(ids.len(), 12);
    // The next seeds, in order.
    let seeds: Vec<u64> = records.iter().filter_map(|r| r["source"]["seed"].as_u64()).collect();
    assert_eq!(seeds, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    // A seed that is named is begun with, also where the file has its puzzles.
    make(&["--more", "--seed", "2"]).code(0).says("4 added, 8 in the file already");
    assert_eq!(lines(&path), 16);
    falls_short(make(&["--more", "--nodes", "1", "--json"]), "of 4 added: out of candidates (--nodes)");
    tesuji(&["generate", "--genre", "sudoku", "--more"]).code(2).says("--into");
}

#[test]
fn records_are_not_written_under_the_name_of_something_else() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let small = "12..34..2.4....1\n";
    for (words, option) in [
        (&["generate"][..], "--into"),
        (&["enumerate", "--size", "4x4"], "--into"),
        (&["corpus", "import"], "--into"),
        (&["solve"], "--out"),
        (&["grade"], "--out"),
    ] {
        for name in ["book.pdf", "book.HTML", "book.csv"] {
            let ran = piped(&[words, &["--genre", "sudoku", option, &at(name)]].concat(), small).code(2);
            ran.says("records are JSON lines").says("tesuji show --svg");
        }
    }
    assert_eq!(std::fs::read_dir(dir.path()).expect("lists").count(), 0);
    piped(&["corpus", "stats", "--genre", "sudoku", "--out", &at("stats.json")], small).code(0);
    piped(&["corpus", "export", "--genre", "sudoku", "--format", "line", "--out", &at("a.txt")], small).code(0);
}

/// Twenty messages of a kind and one sum, wherever corpora are read.
#[test]
fn errors_of_one_kind_are_summed() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("junk.txt");
    let junk: String = (0..100_000).map(|n| format!("no puzzle, line {n}\n")).collect();
    std::fs::write(&path, junk).expect("writes");
    let file = path.to_str().expect("a plain path");
    let into = dir.path().join("into.jsonl");
    let into = into.to_str().expect("a plain path");
    let merged = dir.path().join("merged.jsonl");
    let merged = merged.to_str().expect("a plain path");
    for words in [
        &["solve", "--genre", "sudoku", file][..],
        &["grade", "--genre", "sudoku", file],
        &["check", "--genre", "sudoku", file],
        &["hint", "--genre", "sudoku", file],
        &["show", "--genre", "sudoku", file],
        &["discover", "--genre", "sudoku", file],
        &["corpus", "stats", "--genre", "sudoku", file],
        &["corpus", "dedupe", "--genre", "sudoku", file],
        &["corpus", "import", "--genre", "sudoku", file],
        &["corpus", "import", "--genre", "sudoku", file, "--into", into],
        &["corpus", "export", "--genre", "sudoku", file],
        &["corpus", "seed", "--unreviewed", "--genre", "sudoku", file],
        &["corpus", "merge", file, "--out", merged],
    ] {
        let ran = tesuji(words).code(1);
        let errors: Vec<String> = ran.words().lines().filter(|l| l.starts_with("error:")).map(str::to_string).collect();
        let sums = errors.iter().filter(|l| l.contains("99980 more of this kind, the last at")).count();
        assert_eq!((errors.len(), sums), (21, 1), "{words:?}: {:?}", errors.last());
        assert!(errors[20].contains("junk.txt:100000"), "{words:?}: {}", errors[20]);
    }
}
