//! `tesuji discover`: what it prints and writes, exit codes, the same bytes whatever the threads.

use crate::run;

use run::{piped, tesuji};
use serde_json::Value;

/// Puzzles that singles don't solve, made by this program.
fn puzzles() -> String {
    let made = tesuji(&["generate", "--genre", "sudoku", "--tier", "medium", "--count", "3", "--seed", "2"]).code(0);
    let lines: Vec<String> = made.json().iter().map(|r| r["puzzle"].as_str().expect("a line").to_string()).collect();
    assert_eq!(lines.len(), 3);
    lines.join("\n")
}

#[test]
fn clusters_pages_and_summary() {
    let puzzles = puzzles();
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("pages");
    let out = out.to_str().expect("a plain path");
    let args = ["discover", "--genre", "sudoku", "--explained", "--json", "--top", "4", "--out", out, "--threads", "1"];
    let ran = piped(&args, &puzzles).code(0);
    let lines = ran.json();
    let (summary, clusters) = lines.split_last().expect("lines");
    assert_eq!(
        (&summary["summary"], &summary["puzzles"], &summary["known"]),
        (&"discover".into(), &3.into(), &0.into())
    );
    assert_eq!((&summary["bad"], &summary["stop"]), (&0.into(), &"exhausted".into()));
    assert!(!clusters.is_empty() && clusters.len() <= 4);
    for (i, cluster) in clusters.iter().enumerate() {
        assert_eq!(cluster["rank"], i + 1);
        assert!(cluster["puzzles"].as_u64() >= Some(2) && cluster["cores"].as_u64() >= cluster["puzzles"].as_u64());
        let example = cluster["example"].as_str().expect("an example");
        assert!(puzzles.contains(example), "the example is one of the puzzles");
    }
    // A page for each, and a drawing of its first example.
    let text = std::fs::read_to_string(format!("{out}/candidates.txt")).expect("the pages");
    assert!(!text.is_empty());
    for rank in 1..=clusters.len() {
        let board = std::fs::read_to_string(format!("{out}/candidate-{rank}-1.svg")).expect("a drawing");
        assert!(board.starts_with("<svg") && board.trim_end().ends_with("</svg>"));
    }
    let kept = std::fs::read_to_string(format!("{out}/clusters.jsonl")).expect("the clusters");
    let kept: Vec<Value> = kept.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(
        (kept[0]["clusters"].as_u64(), kept.len()),
        (Some(1), 1 + summary["clusters"].as_u64().unwrap() as usize)
    );

    // Fewer candidates the next time: no drawing is left of the others, nor is another file
    // touched.
    let drawings = || {
        let names = std::fs::read_dir(out).expect("the folder").map(|e| e.expect("a file").file_name());
        let mut names: Vec<String> = names.map(|n| n.to_str().expect("a plain name").to_string()).collect();
        names.retain(|name| name.ends_with(".svg"));
        names.sort();
        names
    };
    std::fs::write(format!("{out}/candidate-own.svg"), "mine").expect("writes");
    let before = drawings().len();
    piped(&["discover", "--genre", "sudoku", "--explained", "--top", "1", "--out", out], &puzzles).code(0);
    let after = drawings();
    assert!(after.len() < before && after.contains(&"candidate-own.svg".to_string()), "{before}, then {after:?}");
    assert!(after.iter().all(|name| name == "candidate-own.svg" || name.starts_with("candidate-1-")), "{after:?}");

    // The same puzzles given twice are no more puzzles.
    let again = format!("{puzzles}\n{puzzles}");
    let again = piped(&["discover", "--genre", "sudoku", "--explained", "--json", "--top", "4"], &again).code(0).json();
    let (told, shown) = again.split_last().expect("lines");
    assert_eq!((&told["puzzles"], &told["twice"], shown), (&3.into(), &3.into(), clusters));

    let two =
        piped(&["discover", "--genre", "sudoku", "--explained", "--json", "--top", "4", "--threads", "2"], &puzzles)
            .code(0);
    assert_eq!(two.stdout(), ran.stdout());
}

#[test]
fn what_is_known_is_not_found_again() {
    let puzzles = puzzles();
    let seen = |args: &[&str]| {
        let all = [&["discover", "--genre", "sudoku", "--json", "--top", "1000"], args].concat();
        let lines = piped(&all, &puzzles).code(0).json();
        let summary = lines.last().expect("a summary").clone();
        (summary["known"].as_u64(), summary["removals"].as_u64().expect("a number"))
    };
    let (_, plain) = seen(&[]);
    let tier = ["pointing", "claiming", "naked-pair", "hidden-pair"];
    let known: Vec<&str> = tier.iter().flat_map(|t| ["--known", t]).collect();
    let (solved, fewer) = seen(&known);
    assert!(fewer < plain || solved > Some(0), "{fewer} removals of {plain}, {solved:?} solved by what is known");
}

#[test]
fn wrong_lines_and_wrong_names() {
    let lines = format!("{}\n123\n", puzzles());
    let ran = piped(&["discover", "--genre", "sudoku", "--json", "--top", "1"], &lines).code(1).says("-:4:");
    let summary = ran.json().pop().expect("a summary");
    assert_eq!((&summary["bad"], &summary["puzzles"]), (&1.into(), &3.into()));
    tesuji(&["discover", "--genre", "sudoku", "--known", "naked-pear"]).code(2).says("naked-pair");
    tesuji(&["discover", "--genre", "sudoku", "--depth", "9"]).code(2);
    piped(&["discover"], "").code(2).says("--genre");
    piped(&["discover", "--genre", "sudoku", "--json", "--time", "0s"], &lines);
}

/// In a cycle a puzzle that is given again is mined once.
#[test]
fn a_cycle_mines_each_puzzle_once() {
    let puzzles = puzzles();
    let dir = tempfile::tempdir().expect("a folder");
    let run = |corpus: &str, time: &str| -> Value {
        let (file, out) = (dir.path().join("corpus.txt"), dir.path().join("out"));
        std::fs::write(&file, corpus).expect("writes");
        let [file, out] = [&file, &out].map(|path| path.to_str().expect("a plain path"));
        let args = ["cycle", "--genre", "sudoku", "--corpus", file, "--fresh", "0", "--time", time, "--out", out];
        tesuji(&args).code(0);
        let json = std::fs::read_to_string(format!("{out}/cycle.json")).expect("the findings");
        serde_json::from_str(&json).expect("JSON")
    };
    let once = run(&format!("{puzzles}\n"), "20s");
    let twice = run(&format!("{puzzles}\n{puzzles}\n"), "20s");
    assert_eq!((&once["mined"], &once["mined"][0]), (&twice["mined"], &3.into()));
    assert_eq!(once["candidates"], twice["candidates"]);
    let notes = |of: &Value| of["notes"].to_string();
    assert!(notes(&twice).contains("3 of the 6 puzzles to mine were given again") && !notes(&once).contains("again"));
    assert!(!notes(&once).contains("not mined to the end"), "{}", notes(&once));
}

/// Parts of an input, mined apart, merge to the bytes of the whole in any order; broken and strange
/// files are refused by name.
#[test]
fn shards_merge_to_the_same_bytes() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let file = path("puzzles.txt");
    std::fs::write(&file, puzzles()).expect("writes");
    let mine = |out: &str, more: &[&str]| {
        let all = [&["discover", "mine", "--genre", "sudoku", "--out", out, &file], more].concat();
        tesuji(&all).code(0);
    };
    mine(&path("whole"), &[]);
    let whole = std::fs::read_to_string(path("whole/clusters.jsonl")).expect("the clusters");
    let parts = [1, 2, 3].map(|i| {
        mine(&path("parts"), &["--shard", &format!("{i}/3"), "--threads", "1"]);
        path(&format!("parts/clusters-{i}-of-3.jsonl"))
    });
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
        let files = order.map(|i| parts[i].as_str());
        tesuji(&[&["discover", "merge", "--out", &path("merged")], &files[..]].concat()).code(0);
        assert_eq!(std::fs::read_to_string(path("merged/clusters.jsonl")).expect("the clusters"), whole);
    }
    let broken = path("broken.jsonl");
    std::fs::write(&broken, &whole[..whole.len() / 2]).expect("writes");
    tesuji(&["discover", "merge", &parts[0], &broken]).code(2).says("broken.jsonl: line");
    tesuji(&["discover", "merge", &parts[0], &parts[0]]).code(2).says("part 1 is given twice");
    std::fs::write(&broken, whole.replacen("\"clusters\":1", "\"clusters\":9", 1)).expect("writes");
    tesuji(&["discover", "merge", &broken]).code(2).says("broken.jsonl: version 9");
}

/// The circle: a form that was mined becomes a technique, which grades, hints, and is not mined
/// again.
#[test]
fn a_form_is_promoted_and_takes_part() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let (file, out, catalog) = (path("puzzles.txt"), path("out"), path("decisions.jsonl"));
    std::fs::write(&file, puzzles()).expect("writes");
    let forms = |more: &[&str]| -> Vec<String> {
        let all = [&["discover", "--genre", "sudoku", "--explained", "--json", "--out", &out, &file], more].concat();
        let lines = tesuji(&all).code(0).json();
        lines.iter().filter_map(|l| l["form"].as_str().map(str::to_string)).collect()
    };
    let before = forms(&[]);
    let form = before.first().expect("a form that recurs").clone();
    let clusters = format!("{out}/clusters.jsonl");
    let args = ["--genre", "sudoku", "--clusters", &clusters, "--catalog", &catalog];
    let with = |what: &[&str]| tesuji(&[&["discover"], what, &args].concat());
    with(&["show", &form]).code(0);
    let name = ["--name", "First Form", "--tier", "easy", "--score", "45", "--who", "me", "--when", "2026-01-01"];
    with(&[&["promote", &form], &name[..]].concat()).code(0).says("first-form");
    let decided = std::fs::read_to_string(&catalog).expect("the decisions");
    assert!(decided.contains("\"verdict\":\"promote\"") && decided.contains("\"who\":\"me\""), "{decided}");
    // A repeated verdict changes nothing; another verdict, an unknown form and a name that is taken
    // are refused.
    with(&[&["promote", &form], &name[..]].concat()).code(0);
    with(&["discard", &form, "--reason", "none"]).code(2).says(&form);
    with(&["promote", "whip-15", "--name", "Whip", "--tier", "master"]).code(2).says("no form \"whip-15\"");
    with(&["promote", &before[1], "--name", "X-Wing", "--tier", "hard"]).code(2).says("x-wing");
    with(&["same-as", &before[1], "x-wong"]).code(2).says("x-wing");
    assert_eq!(std::fs::read_to_string(&catalog).expect("the decisions"), decided);
    // Known beside singles, it solves more; the output leaves it out, known or not.
    let after = forms(&["--catalog", &catalog]);
    assert!(!after.contains(&form) && after.contains(&before[1]), "{after:?}");
    let known = forms(&["--catalog", &catalog, "--known", "first-form"]);
    assert!(!known.contains(&form), "{known:?}");
    let listed = tesuji(&["techniques", "--genre", "sudoku", "--catalog", &catalog]).code(0).stdout();
    let at =
        |name: &str| listed.lines().position(|l| l.starts_with(name)).unwrap_or_else(|| panic!("{name}: {listed}"));
    assert!(at("hidden-single ") < at("first-form") && at("first-form") < at("locked-pair"), "{listed}");
    tesuji(&["grade", "--genre", "sudoku", "--catalog", &catalog, &file]).code(0);
    tesuji(&["hint", "--genre", "sudoku", "--catalog", &catalog, &file]).code(0);
    // Another version, and a file that isn't there.
    std::fs::write(&catalog, decided.replace("\"version\":2", "\"version\":3")).expect("writes");
    tesuji(&["grade", "--genre", "sudoku", "--catalog", &catalog, &file]).code(2).says("version 3");
    tesuji(&["grade", "--genre", "sudoku", "--catalog", &path("none"), &file]).code(1).says("none");
}

/// Forms that the catalog explains are left out of the ranks; promoting one all the same brings a
/// warning.
#[test]
fn forms_that_the_catalog_explains_are_left_out() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let (file, catalog) = (path("hitori.jsonl"), path("decisions.jsonl"));
    let make = ["generate", "--genre", "hitori", "--size", "6x6", "--count", "12", "--seed", "5", "--into", &file];
    tesuji(&make).code(0);
    let mined = |out: &str, more: &[&str]| -> (Vec<String>, Value) {
        let args = ["discover", "mine", "--genre", "hitori", "--json", "--top", "50", "--out", out, &file];
        let lines = tesuji(&[&args[..], more].concat()).code(0).json();
        let (summary, lines) = lines.split_last().expect("a summary");
        let ranks: Vec<u64> = lines.iter().filter_map(|line| line["rank"].as_u64()).collect();
        assert_eq!(ranks, (1..=lines.len() as u64).collect::<Vec<_>>());
        (lines.iter().map(|line| line["form"].as_str().expect("a form").to_string()).collect(), summary.clone())
    };
    let (all, told) = mined(&path("all"), &["--explained"]);
    let (open, summary) = mined(&path("open"), &[]);
    assert_eq!(told["explained"], 0);
    assert_eq!(summary["explained"].as_u64(), Some((all.len() - open.len()) as u64), "{all:?}, {open:?}");
    assert!(open.len() < all.len() && open.iter().all(|form| all.contains(form)), "{all:?}, {open:?}");
    let promote = |form: &str, name: &str, clusters: &str| {
        let clusters = format!("{clusters}/clusters.jsonl");
        let args = ["discover", "promote", form, "--genre", "hitori", "--clusters", &clusters, "--catalog", &catalog];
        tesuji(&[&args[..], &["--name", name, "--tier", "medium"]].concat()).code(0)
    };
    let explained = all.iter().find(|form| !open.contains(form)).expect("a form that is explained");
    promote(explained, "Known", &path("all")).says("warning: the catalog explains this form");
    // A rank is one of those in the output.
    if let Some(first) = open.first() {
        promote("1", "New", &path("open"));
        assert!(std::fs::read_to_string(&catalog).expect("decisions").contains(first.as_str()));
    }
}

#[test]
fn all_of_a_catalog_is_known_by_a_word() {
    let puzzles = puzzles();
    let known = |args: &[&str]| {
        let all = [&["discover", "--genre", "sudoku", "--json"], args].concat();
        piped(&all, &puzzles).code(0).json().pop().expect("a summary")["known"].as_u64()
    };
    assert_eq!(known(&["--known", "all"]), Some(3));
    assert_eq!(known(&["--known-tier", "medium"]), Some(3));
    assert_eq!(known(&["--known-tier", "beginner"]), Some(0));
}

/// The braid rating stands beside the others: 0 for what singles solve.
#[test]
fn braid_ratings() {
    let braid = |puzzles: &str| -> Vec<Option<f64>> {
        let ran = piped(&["grade", "--genre", "sudoku", "--rating", "braid"], puzzles).code(0);
        ran.json().iter().map(|r| r["grade"]["features"]["braid"].as_f64()).collect()
    };
    let easy = tesuji(&["generate", "--genre", "sudoku", "--tier", "beginner"]).code(0).json();
    assert_eq!(braid(easy[0]["puzzle"].as_str().expect("a line")), [Some(0.0)]);
    let all = braid(&puzzles());
    assert!(all.len() == 3 && all.iter().all(|b| *b >= Some(1.0)), "{all:?}");
}

/// `--rating chain` writes the rating; a later grade keeps it only with the same steps.
#[test]
fn ratings_by_chains() {
    let features = |args: &[&str], records: &str| -> Vec<serde_json::Value> {
        let all = [&["grade", "--genre", "sudoku"][..], args].concat();
        piped(&all, records).code(0).json().iter().map(|r| r["grade"]["features"].clone()).collect()
    };
    let easy = tesuji(&["generate", "--genre", "sudoku", "--tier", "beginner"]).code(0).json();
    let easy = easy[0]["puzzle"].as_str().expect("a line").to_string();
    assert!(features(&[], &easy).iter().all(|f| f["rating"].is_null() && f["effort"].is_f64()));
    let rated = features(&["--rating", "chain"], &easy);
    assert_eq!((&rated[0]["chain"], &rated[0]["rating"]), (&0.0.into(), &rated[0]["effort"]));
    let hard = "215..84....4.6...3...9...8...7........2.56.1.....4.6......2.....86..12..7........";
    let records = piped(&["grade", "--genre", "sudoku", "--rating", "chain"], hard).code(0).stdout();
    let rated = features(&["--rating", "chain"], &records);
    assert!(rated[0]["chain"].as_f64() > Some(0.0) && rated[0]["rating"].as_f64() > Some(1e6), "{rated:?}");
    assert_eq!(features(&[], &records), rated);
    let others = features(&["--without", "skyscraper"], &records);
    assert!(others[0]["chain"].is_null() && others[0]["rating"].is_null(), "{others:?}");
}

#[test]
fn forms_get_pages_of_their_own() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    piped(&["discover", "mine", "--genre", "sudoku", "--explained", "--out", &path("mined")], &puzzles()).code(0);
    let clusters = format!("{}/clusters.jsonl", path("mined"));
    let args = ["discover", "pages", &clusters, "--genre", "sudoku", "--out", &path("pages"), "--top", "3"];
    tesuji(&args).code(0);
    let page = |name: &str| std::fs::read_to_string(format!("{}/{name}", path("pages"))).expect("a page");
    let index = page("index.html");
    for rank in 1..=3 {
        assert!(index.contains(&format!("form-{rank}.html")));
        let form = page(&format!("form-{rank}.html"));
        // Self-contained: the diagram and at least one board, nothing from elsewhere.
        assert!(form.matches("<svg").count() >= 2, "{form}");
        assert!(form.contains("index.html") && form.contains("What it would change"));
        assert!(!form.contains("src=") && !form.contains("@import"));
    }
    tesuji(&["discover", "pages", &clusters, "--genre", "jigsaw", "--out", &path("pages")]).code(2);
}
