//! Each command: exit codes, what it prints, the same bytes whatever the threads.

use crate::run;

use run::{piped, tesuji};
use std::path::Path;

/// Two puzzles of 9×9 with one solution, made by this program.
fn puzzles(dir: &Path) -> String {
    let made = tesuji(&["generate", "--genre", "sudoku", "--count", "2", "--seed", "5"]).code(0).stdout();
    let file = dir.join("two.jsonl");
    std::fs::write(&file, made).expect("writes");
    file.to_str().expect("a plain path").to_string()
}

/// A 4×4 puzzle with its one solution, found by a plain search outside this program.
const SMALL: &str = "12..34..2.4....1";
const SMALL_SOLUTION: &str = "1234341221434321";

#[test]
fn the_small_puzzle_by_every_solver() {
    for solver in ["simple", "fast", "plain", "sat", "batsat", "milp"] {
        let ran = piped(&["solve", "--genre", "sudoku", "--solver", solver], SMALL).code(0);
        assert_eq!(ran.json()[0]["solution"], SMALL_SOLUTION, "{solver}");
    }
    tesuji(&["solve", "--genre", "sudoku", "--solver", "semple"]).code(2).says("simple");
}

#[test]
fn solve_counts_and_refuses() {
    let empty = ".".repeat(16);
    let ran = piped(&["solve", "--genre", "sudoku", "--count", "5"], &empty).code(0);
    assert_eq!(ran.json()[0]["solutions"].as_array().expect("a list").len(), 5);
    let ran = piped(&["solve", "--genre", "sudoku", "--count", "400", "--json"], &empty).code(0);
    // The 288 grids of 4×4.
    assert_eq!(ran.json()[0]["solutions"].as_array().expect("a list").len(), 288);
    assert_eq!((&ran.json()[0]["stop"], &ran.json()[1]["counts"]["multiple"]), (&"exhausted".into(), &1.into()));
    piped(&["solve", "--genre", "sudoku"], &empty).code(1).says("-:1: more than one solution");
    piped(&["solve", "--genre", "sudoku"], "12..34..2...4..4").code(1).says("-:1");
}

/// Where nobody looks for a second solution, it is not known that there is none, nor that there is
/// one.
#[test]
fn check_of_one_solution_tells_no_number() {
    let args = ["check", "--genre", "sudoku", "--solvers", "fast,plain", "--json"];
    let counts = |ran: run::Ran| {
        let last = ran.code(0).json().pop().expect("a summary");
        ["unique", "multiple", "open"].map(|what| last["counts"][what].as_u64().expect("a number"))
    };
    assert_eq!(counts(piped(&[&args[..], &["--count", "1"]].concat(), SMALL)), [0, 0, 1]);
    assert_eq!(counts(piped(&args, SMALL)), [1, 0, 0]);
}

/// A cage without a sum stands before the one that a step is about.
#[test]
fn steps_name_the_cage_that_they_are_about() {
    let killer =
        "................;5=r1c1,r1c2;?=r1c3,r1c4,r2c4,r3c4;?=r2c1,r2c2,r3c1;9=r2c3,r3c2,r3c3;7=r4c1,r4c2;?=r4c3,r4c4";
    let hint = piped(&["hint", "--genre", "killer", "--json"], killer).code(0).json().remove(0);
    let words = hint["hint"]["words"].as_str().expect("words");
    assert!(words.contains("the sum 9 of the cage r2c3 and r3c23"), "{words}");
}

#[test]
fn help_is_a_command() {
    for args in [&["help"][..], &["help", "solve"], &["corpus", "help", "import"]] {
        assert!(tesuji(args).code(0).stdout().contains("Usage: tesuji"), "{args:?}");
    }
}

/// A link is followed; what is no plain file is left alone.
#[cfg(unix)]
#[test]
fn outputs_replace_plain_files_only() {
    let dir = tempfile::tempdir().expect("a folder");
    let [file, link, socket] = ["a.jsonl", "link.jsonl", "socket"].map(|name| dir.path().join(name));
    std::os::unix::fs::symlink(&file, &link).expect("links");
    std::fs::write(&file, "old\n").expect("writes");
    let _kept = std::os::unix::net::UnixListener::bind(&socket).expect("binds");
    let out = |path: &std::path::Path| {
        piped(&["solve", "--genre", "sudoku", "--out", path.to_str().expect("a plain path")], SMALL)
    };
    out(&link).code(0);
    assert!(std::fs::symlink_metadata(&link).expect("is there").is_symlink());
    assert!(std::fs::read_to_string(&file).expect("reads").contains(SMALL_SOLUTION));
    out(&socket).code(1).says("socket: is no plain file");
    tesuji(&["generate", "--genre", "sudoku", "--into", socket.to_str().expect("a plain path")])
        .code(1)
        .says("socket: is no plain file");
    assert_eq!(std::fs::read_dir(dir.path()).expect("lists").count(), 3, "nothing is left beside");
}

#[test]
fn a_wrong_line_is_named_counted_and_passed_over() {
    let lines = format!("{SMALL}\n12x.34..2.4....1\n# a comment\n\n11..34..2.4....1\n123\n{SMALL}\n");
    for command in ["solve", "grade", "check", "hint", "show"] {
        let ran = piped(&[command, "--genre", "sudoku"], &lines).code(1).says("-:2:3:").says("-:5:").says("-:6:");
        let errors: Vec<String> = ran.words().lines().filter(|l| l.starts_with("error:")).map(str::to_string).collect();
        assert_eq!(errors.len(), 3, "{command}: one message each: {errors:?}");
    }
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("lines.txt");
    std::fs::write(&file, &lines).expect("writes");
    let file = file.to_str().expect("a plain path");
    let ran = tesuji(&["solve", "--genre", "sudoku", "--json", file]).code(1).says("lines.txt:2:3:");
    let all = ran.json();
    assert_eq!(all.len(), 3);
    assert_eq!((&all[2]["summary"], &all[2]["bad"], &all[2]["records"]), (&"solve".into(), &3.into(), &2.into()));
    assert_eq!(all[1]["source"]["line"], 7);
}

#[test]
fn names_that_do_not_exist() {
    tesuji(&["solve", "--genre", "sudoko"]).code(2).says("sudoku");
    tesuji(&["grad", "--genre", "sudoku"]).code(2).says("grade");
    tesuji(&["generate", "--genre", "sudoku", "--symetry", "full"]).code(2).says("--symmetry");
    tesuji(&["generate", "--genre", "sudoku", "--symmetry", "ful"]).code(2).says("full");
    tesuji(&["generate", "--genre", "sudoku", "--threads", "99999"]).code(2).says("1024");
    tesuji(&["generate", "--genre", "sudoku", "--needs", "xwing"]).code(2).says("x-wing");
    tesuji(&["grade", "--genre", "sudoku", "--without", "naked-pear"]).code(2).says("naked-pair");
    tesuji(&["grade", "--genre", "sudoku", "--tier", "esay"]).code(2).says("easy");
    tesuji(&["generate", "--genre", "sudoku", "--size", "5x5x5"]).code(2).says("5x5x5");
    tesuji(&["generate", "--genre", "sudoku", "--clues", "82"]).code(2).says("there are 81 places");
    let half = ["generate", "--genre", "sudoku", "--density", "0.5", "--count", "1", "--clues"];
    tesuji(&[&half[..], &["30-40"]].concat()).code(2).says("at least 41 of 81 places keep their clue, at most 40");
    tesuji(&[&half[..], &["30-41"]].concat()).code(0);
    // Cages are drawn: one lot has fewer than another, so that this is no mistake of the request
    // (and not made by two candidates).
    let cages = ["generate", "--genre", "killer", "--clues", "36", "--seed", "2", "--nodes", "2"];
    tesuji(&cages).code(1).says("0 of 1 made: out of candidates");
    tesuji(&["corpus", "export", "--genre", "sudoku", "--format", "lime"]).code(2).says("line");
    tesuji(&["corpus", "improt"]).code(2).says("import");
    tesuji(&["generate"]).code(2).says("sudoku");
    tesuji(&["solve", "--genre", "sudoku", "--time", "soon"]).code(2);
    tesuji(&["--version"]).code(0);
    tesuji(&["solve", "--help"]).code(0);
}

#[test]
fn genres_and_techniques() {
    let all = tesuji(&["genres", "--json"]).code(0).json();
    let sudoku = all.iter().find(|g| g["genre"] == "sudoku").expect("listed");
    assert!(sudoku["options"].as_array().expect("a list").iter().any(|o| o["key"] == "symmetry"));
    assert!(tesuji(&["genres", "--genre", "sudoku"]).code(0).stdout().contains("--symmetry"));
    let all = tesuji(&["techniques", "--genre", "sudoku", "--json"]).code(0).json();
    assert_eq!(all[0]["technique"], "full-house");
    assert!(tesuji(&["techniques"]).code(0).stdout().lines().count() >= all.len());
}

#[test]
fn show_draws() {
    let dir = tempfile::tempdir().expect("a folder");
    let text = piped(&["show", "--genre", "sudoku"], SMALL).code(0).stdout();
    assert!(text.contains('1') && text.contains('4') && text.lines().count() >= 4, "{text}");
    let svg = dir.path().join("a.svg");
    let svg = svg.to_str().expect("a plain path");
    piped(&["show", "--genre", "sudoku", "--svg", svg], &format!("{SMALL}\n{SMALL}\n")).code(0);
    for name in ["a.svg", "a-2.svg"] {
        let text = std::fs::read_to_string(dir.path().join(name)).expect("written");
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"), "{text}");
    }
    assert_eq!(piped(&["show", "--genre", "sudoku", "--json"], SMALL).code(0).json().len(), 1);
    assert!(piped(&["show", "--genre", "sudoku", "--svg", "-"], SMALL).code(0).stdout().starts_with("<svg"));
}

#[test]
fn hint_names_a_true_step() {
    let line = &piped(&["hint", "--genre", "sudoku"], SMALL).code(0).json()[0];
    let hint = &line["hint"];
    assert!(hint["words"].as_str().is_some_and(|w| !w.is_empty()), "{line}");
    let solution: Vec<u8> = SMALL_SOLUTION.bytes().map(|b| b - b'0').collect();
    let placed = hint["placements"].as_array().expect("a list");
    assert!(!placed.is_empty());
    for place in placed {
        let (cell, value) = (place["cell"].as_str().expect("a cell"), place["value"].as_str().expect("a value"));
        let digits: Vec<usize> = cell.chars().filter_map(|c| c.to_digit(10)).map(|d| d as usize).collect();
        assert_eq!(solution[(digits[0] - 1) * 4 + digits[1] - 1].to_string(), value, "{line}");
    }
}

#[test]
fn generate_into_a_file_without_duplicates() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("made.jsonl.zst");
    let file = path.to_str().expect("a plain path");
    let make = |seed: &str| {
        let args = [
            "generate", "--genre", "sudoku", "--size", "4x4", "--count", "5", "--seed", seed, "--json", "--into", file,
        ];
        tesuji(&args).code(0).json()[0].clone()
    };
    assert_eq!(make("1")["added"], 5);
    let again = make("1");
    assert_eq!((&again["added"], &again["known"]), (&0.into(), &5.into()));
    let more = make("2");
    let stats = tesuji(&["corpus", "stats", file, "--json"]).code(0).json()[0].clone();
    assert_eq!(stats["records"].as_u64(), more["added"].as_u64().map(|n| n + 5));
}

#[test]
fn the_same_bytes_with_one_thread_and_two() {
    let dir = tempfile::tempdir().expect("a folder");
    let make = |threads: &str| {
        let args =
            ["generate", "--genre", "sudoku", "--size", "6x6", "--count", "6", "--seed", "9", "--threads", threads];
        tesuji(&args).code(0).stdout()
    };
    let (one, two) = (make("1"), make("2"));
    assert!(one == two && one == make("1") && one.lines().count() == 6);
    let file = dir.path().join("six.jsonl");
    std::fs::write(&file, one).expect("writes");
    let file = file.to_str().expect("a plain path");
    for command in ["solve", "grade", "check"] {
        let run =
            |threads| tesuji(&[command, "--genre", "sudoku", file, "--json", "--threads", threads]).code(0).stdout();
        let (one, two) = (run("1"), run("2"));
        assert_eq!(one, two, "{command}");
        assert_eq!(one, run("2"), "{command}");
    }
}

#[test]
fn enumerate_counts_grids() {
    let args = ["enumerate", "--genre", "sudoku", "--size", "4x4", "--grids", "--count-only", "--json"];
    let found = tesuji(&args).code(0).json()[0].clone();
    assert_eq!((&found["total"], &found["coverage"]), (&288.into(), &"complete".into()));
    let args = ["enumerate", "--genre", "sudoku", "--size", "4x4", "--grids", "--limit", "7"];
    assert_eq!(tesuji(&args).code(0).json().len(), 7);
}

/// Options that would say nothing are refused.
#[test]
fn what_makes_no_sense_together_is_refused() {
    let enumerate =
        |more: &[&str]| tesuji(&[&["enumerate", "--genre", "sudoku", "--size", "4x4"], more].concat()).code(2);
    enumerate(&["--clues", "4", "--count-only"]).says("--clues");
    enumerate(&["--limit", "0"]).says("--limit");
    enumerate(&["--limit", "2", "--count-only"]).says("--count-only");
    enumerate(&["--minimal", "--grids"]).says("--minimal");
    let dir = tempfile::tempdir().expect("a folder");
    let file = puzzles(dir.path());
    let on = |args: &[&str]| tesuji(&[args, &["--genre", "sudoku", &file]].concat()).code(2);
    on(&["check", "--solvers", "fast,fast"]).says("fast stands twice in --solvers");
    on(&["check", "--first", "2", "--all"]).says("--first");
    on(&["solve", "--pack", "jsonl.zst"]).says("--shard");
}

#[test]
fn check_says_who_was_asked() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = puzzles(dir.path());
    let ran = tesuji(&[
        "check",
        "--genre",
        "sudoku",
        &file,
        "--json",
        "--solvers",
        "simple,fast,sat",
        "--simple-nodes",
        "50",
    ]);
    let summary = ran.code(0).json()[0].clone();
    let counts = &summary["counts"];
    assert_eq!((&counts["disagreements"], &counts["puzzles"]), (&0.into(), &2.into()));
    for solver in ["fast", "sat"] {
        assert_eq!(counts["solvers"][solver]["agree"], 2, "{counts}");
    }
    let simple = &counts["solvers"]["simple"];
    let unfinished = simple["unfinished"]["nodes"].as_u64().unwrap_or(0);
    assert_eq!(simple["done"].as_u64().map(|n| n + unfinished), Some(2), "{counts}");
    let ran = tesuji(&["check", "--genre", "sudoku", &file, "--solvers", "fast,sat", "--verdicts"]).code(0);
    assert_eq!(ran.json()[0]["verdicts"]["sat"]["solutions"], 1);
}

#[test]
fn a_corpus_from_import_to_seed() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    // The second is the first with its values renamed, the third is the first again.
    let renamed: String = SMALL
        .chars()
        .map(|c| match c {
            '1' => '3',
            '3' => '1',
            c => c,
        })
        .collect();
    std::fs::write(at("lines.txt"), format!("{SMALL}\n{renamed}\n{SMALL}\n")).expect("writes");
    let imported = at("a.jsonl.gz");
    tesuji(&["corpus", "import", "--genre", "sudoku", &at("lines.txt"), "--out", &imported]).code(0);
    tesuji(&[
        "corpus",
        "import",
        "--genre",
        "sudoku",
        &at("lines.txt"),
        "--into",
        &at("b.jsonl"),
        "--licence",
        "CC0-1.0",
    ])
    .code(0);
    let stats = tesuji(&["corpus", "stats", &imported, "--json"]).code(0).json()[0].clone();
    assert_eq!(stats["counts"]["sizes"]["sudoku 4x4"], 3);
    let kept = at("stats.json");
    tesuji(&["corpus", "stats", &imported, "--out", &kept]).code(0);
    let kept = std::fs::read_to_string(kept).expect("the summary");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&kept).expect("JSON"), stats);
    let stats = tesuji(&["corpus", "stats", &at("b.jsonl"), "--json"]).code(0).json()[0].clone();
    assert_eq!(
        (&stats["counts"]["sizes"]["sudoku 4x4"], &stats["counts"]["licences"]["CC0-1.0"]),
        (&2.into(), &2.into())
    );
    let ran = tesuji(&["corpus", "dedupe", &imported, "--json"]).code(0).json();
    assert_eq!((ran.len(), &ran[1]["counts"]["duplicates"]), (2, &2.into()));
    assert!(ran[0]["canon"].is_string());
    let lines = tesuji(&["corpus", "export", "--genre", "sudoku", "--format", "line", &imported]).code(0).stdout();
    assert_eq!(
        lines.lines().map(|l| l.split_whitespace().next()).collect::<Vec<_>>(),
        [Some(SMALL), Some(&renamed), Some(SMALL)]
    );
    let sql = tesuji(&["corpus", "seed", "--unreviewed", "--allow-unlicensed", &imported]).code(0).stdout();
    assert_eq!(sql.lines().filter(|l| l.starts_with("('")).count(), 2, "{sql}");
    assert!(sql.contains("\nBEGIN;\n") && sql.trim_end().ends_with("COMMIT;"));
    let (one, two) = (at("m1.jsonl"), at("m2.jsonl"));
    tesuji(&["corpus", "merge", &imported, &at("b.jsonl"), "--out", &one]).code(0);
    tesuji(&["corpus", "merge", &at("b.jsonl"), &imported, "--out", &two, "--json"]).code(0);
    assert_eq!(std::fs::read(&one).expect("reads"), std::fs::read(&two).expect("reads"));
    assert_eq!(std::fs::read_to_string(&one).expect("reads").lines().count(), 2);
}

#[test]
fn an_unreadable_archive_is_reported_and_nothing_written() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let lines: String = (0..4000).map(|_| format!("{SMALL}\n")).collect();
    std::fs::write(at("lines.txt"), lines).expect("writes");
    let out = at("out.jsonl");
    for packed in ["a.jsonl.gz", "a.jsonl.zst"] {
        tesuji(&["corpus", "import", "--genre", "sudoku", &at("lines.txt"), "--out", &at(packed)]).code(0);
        let bytes = std::fs::read(at(packed)).expect("reads");
        std::fs::write(at(packed), &bytes[..bytes.len() / 2]).expect("writes");
        tesuji(&["solve", "--genre", "sudoku", &at(packed), "--out", &out]).code(1).says(packed).says("are kept in");
        assert!(!Path::new(&out).exists(), "{packed}");
        for part in [".out.jsonl.part", ".out.jsonl.journal", packed] {
            std::fs::remove_file(at(part)).expect("removes");
        }
    }
    tesuji(&["solve", "--genre", "sudoku", &at("nothing.jsonl")]).code(1).says("nothing.jsonl");
    assert_eq!(
        tesuji(&["corpus", "seed", "--unreviewed", &at("nothing.jsonl")]).code(1).says("nothing.jsonl").stdout(),
        ""
    );
}

/// A record whose state has another value where the puzzle gives one.
#[test]
fn a_state_against_a_given_is_refused() {
    let made = tesuji(&["generate", "--genre", "sudoku", "--size", "4x4"]).code(0).json();
    let mut record = made[0].clone();
    let puzzle = record["puzzle"].as_str().expect("a line").to_string();
    let (cell, given) = puzzle.char_indices().find(|(_, c)| c.is_ascii_digit()).expect("a given");
    let value = given.to_digit(10).expect("a digit");
    for (written, code) in [(value, 0), (value % 4 + 1, 1)] {
        record["state"] = serde_json::json!({"placed": {cell.to_string(): written}});
        let ran = piped(&["grade", "--genre", "sudoku"], &record.to_string()).code(code);
        assert_eq!(ran.words().contains("another value than the puzzle gives"), code == 1, "{}", ran.words());
    }
}

#[test]
fn puzzles_that_discovery_refuses_are_named() {
    // No digit is left for the end of the first row.
    let none = format!("12345678.{}9{}", ".".repeat(44), ".".repeat(27));
    piped(&["discover", "--genre", "sudoku"], &none).code(1).says(": no solution").says("1 bad");
}

/// The records of a file without the times of solvers, which no two runs have in common.
fn without_times(file: &str) -> Vec<serde_json::Value> {
    fn strip(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Object(map) => {
                map.remove("ms");
                map.values_mut().for_each(strip);
            }
            serde_json::Value::Array(list) => list.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut records = tesuji(&["convert", "--to", "jsonl", file]).code(0).json();
    records.iter_mut().for_each(strip);
    records
}

#[test]
fn shards_merged_are_the_whole() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let made =
        tesuji(&["generate", "--genre", "sudoku", "--size", "4x4", "--count", "23", "--seed", "4"]).code(0).stdout();
    std::fs::write(at("in.jsonl"), made).expect("writes");
    for (command, words) in [
        ("grade", &["grade"][..]),
        ("dedupe", &["corpus", "dedupe"]),
        ("check", &["check", "--verdicts", "--solvers", "simple,sat"]),
    ] {
        let whole = at(&format!("{command}.jsonl.zst"));
        let input = at("in.jsonl");
        let run =
            |more: &[&str]| tesuji(&[words, &["--genre", "sudoku", &input, "--json"], more].concat()).code(0).json();
        let summary = run(&["--out", &whole])[0].clone();
        let parts = at(&format!("{command}-parts"));
        for shard in ["3/3", "1/3", "2/3"] {
            run(&["--out", &parts, "--shard", shard, "--pack", "jsonl.gz"]);
        }
        // The same folder can't take the parts of another cut, nor of another pass.
        let told = std::fs::read(format!("{parts}/summary-1.json")).expect("reads");
        let into = ["--genre", "sudoku", &input, "--out", &parts, "--shard"];
        tesuji(&[words, &into[..], &["1/2"]].concat()).code(1).says("part-1-of-3").says("another cut");
        tesuji(&[&["solve"], &into[..], &["1/3"]].concat()).code(1).says("another folder");
        assert_eq!(std::fs::read(format!("{parts}/summary-1.json")).expect("reads"), told);
        let merged = at(&format!("{command}-merged.jsonl.zst"));
        let mut files: Vec<String> = (1..=3).map(|i| format!("{parts}/part-{i}-of-3.jsonl.gz")).collect();
        let first =
            tesuji(&["corpus", "merge", &files[0], &files[1], &files[2], "--out", &merged, "--json"]).code(0).json()[0]
                .clone();
        assert_eq!(without_times(&merged), without_times(&whole), "{command}");
        assert_eq!(first, summary, "{command}");
        files.reverse();
        // All that the folder holds, summaries too.
        let told = format!("{parts}/summary-2.json");
        let all = [&files[0], &files[1], &files[2], &told].map(String::as_str);
        let merge = [&["corpus", "merge", "--out", &merged, "--json"], &all[..]].concat();
        let second = tesuji(&merge).code(0).json()[0].clone();
        assert_eq!(second, first);
        assert_eq!(without_times(&merged), without_times(&whole), "{command}");
        std::fs::remove_file(&files[1]).expect("removes");
        tesuji(&["corpus", "merge", &parts, "--out", &merged]).code(1).says("missing: 2/3");
    }
    tesuji(&["solve", "--genre", "sudoku", "--shard", "4/3", "--out", &at("x")]).code(2).says("4/3");
}

/// A part that lost lines, or the end of one, is no part.
#[test]
fn parts_that_were_cut_are_not_merged() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let made = tesuji(&["generate", "--genre", "sudoku", "--size", "4x4", "--count", "9"]).code(0).stdout();
    std::fs::write(at("in.jsonl"), made).expect("writes");
    let import = |shard: &str, licence: &str| {
        let (input, parts) = (at("in.jsonl"), at("parts"));
        let words = ["corpus", "import", "--genre", "sudoku", &input, "--out", &parts, "--shard", shard];
        tesuji(&[&words[..], &["--licence", licence]].concat())
    };
    import("1/2", "MIT").code(0);
    import("2/2", "CC0-1.0").code(1).says("another folder").says("MIT");
    import("2/2", "MIT").code(0);
    let merge = || tesuji(&["corpus", "merge", &at("parts"), "--out", &at("all.jsonl")]);
    merge().code(0);
    let part = at("parts/part-2-of-2.jsonl");
    let whole = std::fs::read_to_string(&part).expect("reads");
    let cut = &whole[..whole.trim_end().len() - 3];
    for (text, why) in
        [("", "0 records"), (cut, "half a record"), (&whole[..=whole.find('\n').expect("lines")], "1 records")]
    {
        std::fs::write(&part, text).expect("writes");
        merge().code(1).says("part-2-of-2.jsonl").says(why);
    }
}

/// Corpora are merged by the same rules by which they are read.
#[test]
fn marks_and_remarks_are_no_records_of_a_merge() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let made = tesuji(&["generate", "--genre", "sudoku", "--size", "4x4", "--count", "2"]).code(0).stdout();
    std::fs::write(at("in.jsonl"), format!("\u{feff}{}# a remark\n", made)).expect("writes");
    tesuji(&["corpus", "merge", &at("in.jsonl"), "--out", &at("all.jsonl")]).code(0);
    assert_eq!(std::fs::read_to_string(at("all.jsonl")).expect("reads").lines().count(), 2);
}

/// A pipe by its path can be read once only, so its items are not counted first.
#[cfg(unix)]
#[test]
fn a_pipe_by_its_path_is_read() {
    let made = tesuji(&["generate", "--genre", "sudoku", "--size", "4x4", "--count", "3"]).code(0).stdout();
    piped(&["check", "--genre", "sudoku", "/dev/stdin"], &made).code(0).says("3 puzzles");
    piped(&["corpus", "stats", "--genre", "sudoku", "/dev/stdin"], &made).code(0).says("3 puzzles");
    piped(&["solve", "--genre", "sudoku", "--shard", "1/2", "--out", "x", "/dev/stdin"], &made)
        .code(2)
        .says("a shard needs a file");
}

#[test]
fn a_run_that_is_out_of_time_says_so() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = puzzles(dir.path());
    let out = dir.path().join("out.jsonl").to_str().expect("a plain path").to_string();
    let ran = tesuji(&["grade", "--genre", "sudoku", &file, "--out", &out, "--time", "0"]).code(1).says("out of time");
    assert_eq!(ran.stdout(), "");
    assert!(!Path::new(&out).exists(), "nothing half written");
    tesuji(&["grade", "--genre", "sudoku", &file, "--out", &out]).code(0);
    assert_eq!(std::fs::read_to_string(&out).expect("reads").lines().count(), 2);
}

#[test]
fn completions_for_shells() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(tesuji(&["completions", shell]).code(0).stdout().contains("tesuji"));
    }
    tesuji(&["completions", "dash"]).code(2);
}

/// One engine decides what the other leaves open, and a lone answer counts as no agreement.
#[test]
fn check_of_positions_counts_what_the_engine_that_finished_says() {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/azul/pack-floor.jsonl");
    let ran = tesuji(&["check", "--genre", "azul", "--simple-nodes", "2000", "--json", pack]).code(0).json();
    let counts = &ran[0]["counts"];
    let (fast, simple) = (&counts["solvers"]["fast"], &counts["solvers"]["simple"]);
    let done = simple["done"].as_u64().expect("a number");
    assert!((1..60).contains(&done), "some finished by the reference, not all: {simple}");
    let sixty = serde_json::Value::from(60);
    assert_eq!((&counts["unique"], &counts["none"], &counts["open"]), (&sixty, &0.into(), &0.into()));
    assert_eq!((&fast["done"], &fast["agree"], &simple["agree"]), (&sixty, &done.into(), &done.into()));
}

/// The output names records that a limit cut short, and they lose their old grade.
#[test]
fn grades_that_were_not_finished() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = puzzles(dir.path());
    let ran = tesuji(&["grade", "--genre", "sudoku", "--nodes", "1", &file]).code(1).says("2 unfinished (nodes)");
    for record in ran.json() {
        assert!(record.get("grade").is_none_or(serde_json::Value::is_null), "{record}");
        assert_eq!(record["stop"], "nodes");
    }
    let easy = tesuji(&["grade", "--genre", "sudoku", "--tier", "easy", &file]).code(0).json();
    assert!(easy.iter().all(|r| r["grade"]["ceiling"] == "easy"));
}

#[test]
fn time_that_is_up_is_no_end_of_input() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = puzzles(dir.path());
    let ran = tesuji(&["discover", "--genre", "sudoku", "--time", "0s", "--json", &file]).code(1);
    assert_eq!(ran.json()[0]["stop"], "time");
    let into = dir.path().join("into.jsonl");
    let into = into.to_str().expect("a plain path");
    let import = ["corpus", "import", "--genre", "sudoku", "--time", "0s", "--into", into, &file];
    tesuji(&import).code(1).says("0 added").says("out of time (--time)");
}

/// Names of files are bytes, not text.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &[u8]| dir.path().join(std::ffi::OsStr::from_bytes(name)).into_os_string();
    let (input, out) = (at(b"caf\xe9.txt"), at(b"o\xe9.jsonl"));
    std::fs::write(&input, format!("{}\n", ".".repeat(16))).expect("writes");
    let words = ["corpus", "import", "--genre", "sudoku", "--out"].map(std::ffi::OsString::from);
    let args: Vec<_> = words.into_iter().chain([out.clone(), input]).collect();
    let (mut told, mut said) = (Vec::new(), Vec::new());
    let mut console = tesuji_cli::Console { out: &mut told, err: &mut said, terminal: false };
    let code = tesuji_cli::run(&tesuji_genres::all(), &args, &mut console);
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&said));
    assert_eq!(std::fs::read_to_string(&out).expect("under that name").lines().count(), 1);
}

#[test]
fn lines_that_end_with_a_carriage_return_alone_are_refused() {
    let lines = |end: &str| [1, 2, 3].map(|n| format!("{n}{}", ".".repeat(15))).join(end);
    piped(&["corpus", "import", "--genre", "sudoku", "-"], &lines("\r\n")).code(0).says("3 sudoku");
    piped(&["corpus", "import", "--genre", "sudoku", "-"], &lines("\r")).code(1).says("-:1:17: a carriage return");
}

/// A folder that can't be made is an error before the work.
#[test]
fn an_out_that_can_be_no_folder_is_refused_at_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = puzzles(dir.path());
    let below = format!("{file}/out");
    for command in ["cycle", "discover"] {
        let ran = tesuji(&[command, "--genre", "sudoku", "--out", &below]).code(1).says(&below);
        assert!(ran.stdout().is_empty(), "{command}");
        // Nor is one left behind where the input can't be read.
        let fresh = dir.path().join(command);
        let input = if command == "cycle" { &["--corpus", "no-such.txt"][..] } else { &["no-such.txt"] };
        let args = [command, "--genre", "sudoku", "--out", fresh.to_str().expect("a plain path")];
        tesuji(&[&args[..], input].concat()).code(1).says("no-such.txt");
        assert!(!fresh.exists(), "{command}");
    }
}

/// One engine alone is compared with nobody.
#[test]
fn one_solver_agrees_with_nobody() {
    let small = format!("{SMALL}\n");
    let counts = |solvers: &str| {
        let ran = piped(&["check", "--genre", "sudoku", "--json", "--solvers", solvers], &small).code(0);
        ran.json().last().expect("a summary")["counts"].clone()
    };
    let (one, two) = (counts("fast"), counts("fast,simple"));
    let of = |c: &serde_json::Value| {
        [&c["solvers"]["fast"]["done"], &c["solvers"]["fast"]["agree"], &c["uncompared"]].map(|n| n.as_u64())
    };
    assert_eq!((of(&one), of(&two)), ([Some(1), Some(0), Some(1)], [Some(1), Some(1), Some(0)]));
}

/// A cycle names what its grading refuses, and does not say that the catalog explains what was not
/// graded.
#[test]
fn a_cycle_says_what_was_not_graded() {
    let dir = tempfile::tempdir().expect("a folder");
    let (file, out) = (dir.path().join("two.txt"), dir.path().join("out"));
    // Two clues: many solutions. The check compares their count, and grading refuses it; an empty
    // input costs one message.
    std::fs::write(&file, format!("{}1..........2\nnone\n", ".".repeat(69))).expect("writes");
    let [file, out] = [&file, &out].map(|path| path.to_str().expect("a plain path"));
    let args = ["cycle", "--genre", "sudoku", "--corpus", file, "--fresh", "0", "--time", "6s", "--out", out];
    tesuji(&args).code(1).says("nothing was graded").says("two.txt:1: more than one solution").says("2 bad inputs");
    let page = std::fs::read_to_string(dir.path().join("out/report.html")).expect("a report");
    assert!(page.contains("nothing was graded") && !page.contains("the catalog explains"));
}

/// Nor does it say more than that of those that were mined.
#[test]
fn a_cycle_says_how_many_the_catalog_explains() {
    let dir = tempfile::tempdir().expect("a folder");
    let (file, out) = (puzzles(dir.path()), dir.path().join("out"));
    let out = out.to_str().expect("a plain path");
    let args = ["cycle", "--genre", "sudoku", "--corpus", &file, "--fresh", "0", "--time", "20s", "--out", out];
    tesuji(&args)
        .code(0)
        .says("the catalog explains every puzzle that was graded")
        .says("compared by two engines or more: 2 of 2, 0 disagreements");
    let page = std::fs::read_to_string(dir.path().join("out/report.html")).expect("a report");
    assert!(page.contains("2 of 2</b><span>compared by two engines or more"));
    tesuji(&[&args[..], &["--mine", "1"]].concat()).code(0).says("the catalog explains the first 1 of 2 puzzles");
}

/// A word that no program knows is refused by all of them, those for measuring too: none reads its
/// words by hand, where a mistyped option would be passed over without a word.
#[test]
fn no_program_passes_over_a_mistyped_option() {
    fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            match path.is_dir() {
                true if name != "target" && name != ".git" => sources(&path, found),
                false if path.extension().is_some_and(|e| e == "rs") => found.push(path),
                _ => {}
            }
        }
    }
    let mut all = Vec::new();
    sources(Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace"), &mut all);
    let is_lab =
        |path: &Path| path.ends_with("main.rs") && path.ancestors().nth(2).is_some_and(|p| p.ends_with("examples"));
    let is_program =
        |path: &Path| is_lab(path) || path.parent().is_some_and(|p| p.ends_with("examples") || p.ends_with("src/bin"));
    let mut programs = 0;
    for path in all.iter().filter(|path| is_program(path)) {
        let text = std::fs::read_to_string(path).expect("text");
        let is_parsed = text.contains("Args::parse()") || is_lab(path) && text.contains("Lab::parse()");
        assert!(is_parsed && !text.contains("env::args"), "{}", path.display());
        programs += 1;
    }
    assert!(programs > 20, "{programs} programs");
}
