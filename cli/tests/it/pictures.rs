//! Pictures and minimal positions on the command line: mined, promoted, graded, asked for, refused.
//! Times that people take.

use crate::run;

use run::tesuji;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("writes");
        path
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a plain path").to_string()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a file")
    }
}

/// A 3 in a corner whose two lines go together.
const CORNER: &str = "\
# As a person wrote it.
picture of slitherlink: net[2]
values 0=no-line 1=line
goal not no-line at 1:0,1
rule clue: >=3 of line at 1:0,1 1:1,0 1:1,2 1:2,1
rule lines: ways 00|11 at 1:0,1 1:1,0
";

#[test]
fn a_picture_is_promoted_and_another_run_knows_it() {
    let folder = Folder::new();
    let (out, catalog) = (folder.path("mined"), folder.path("decisions.jsonl"));
    let args = ["discover", "pictures", "--genre", "slitherlink", "--limit", "12", "--out", &out, "--top", "5"];
    let told = tesuji(&args).code(0).says("pictures.html").json();
    assert!(!told.is_empty() && told[0]["rank"] == 1 && told[0]["rules"].as_u64() > Some(1), "{told:?}");
    let page = folder.read("mined/pictures.html");
    assert!(page.contains("<svg") && page.contains("discover promote 01.picture"), "{page}");
    let first = folder.path("mined/01.picture");
    tesuji(&["discover", "verify", &first]).code(0).says("proved");

    let corner = folder.write("corner.picture", CORNER);
    let promote = |file: &str, name: &str| {
        let args = ["discover", "promote", file, "--genre", "slitherlink", "--catalog", &catalog];
        tesuji(&[&args[..], &["--name", name, "--tier", "easy", "--score", "12", "--words", "Both or none."]].concat())
    };
    promote(&first, "Mined").code(0);
    promote(&corner, "Three in a Corner").code(0);
    promote(&corner, "Another Name").code(2).says("say different things");
    let listed = tesuji(&["techniques", "--genre", "slitherlink", "--catalog", &catalog]).code(0).stdout();
    assert!(listed.contains("three-in-a-corner") && listed.contains("mined"), "{listed}");
    let puzzle = "https://puzz.link/p?slither/3/3/3i3i";
    let with = folder.write("one.txt", puzzle);
    let mut only = vec!["hint", &with, "--catalog", &catalog, "--any-solution"];
    let techniques = listed.lines().filter_map(|line| line.split_whitespace().next());
    only.extend(techniques.filter(|id| *id != "three-in-a-corner").flat_map(|id| ["--without", id]));
    let hint = tesuji(&only).code(0).json().remove(0);
    assert_eq!(hint["hint"]["technique"], "three-in-a-corner", "{hint}");
    assert!(hint["hint"]["words"].as_str().is_some_and(|w| w.contains("Both or none: ")), "{hint}");

    let without_a_rule = folder.write("false.picture", &CORNER.replace("rule lines: ways 00|11 at 1:0,1 1:1,0\n", ""));
    promote(&without_a_rule, "False").code(2).says("the picture is false").says("drawn in");
    assert!(folder.read("false.counterexample.svg").contains("<svg"));
    promote(&folder.write("class.picture", &CORNER.replace("lines:", "edge:")), "Class").code(2).says("there are clue");
    promote(&folder.write("bad.picture", &CORNER.replace("values", "value")), "Bad").code(1).says("bad.picture:3: ");
    let genre = CORNER.replace("of slitherlink", "of hitori");
    promote(&folder.write("genre.picture", &genre), "Genre").code(2).says("one of hitori");
}

/// Rules of all kinds, of genres of the program and of files: a picture is written with all its
/// places, proved, and a technique.
#[test]
fn pictures_of_rules_of_all_kinds_are_read_again() {
    let folder = Folder::new();
    let nanro = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/genres/nanro.toml");
    let mut written = 0;
    for (number, genre) in
        ["tents", "kakuro", "killer", "fillomino", "skyscrapers", "shikaku", nanro].iter().enumerate()
    {
        let (puzzles, out) = (folder.path(&format!("{number}.jsonl")), folder.path(&format!("out-{number}")));
        let make = ["generate", "--genre", genre, "--count", "2", "--seed", "4", "--into", &puzzles];
        tesuji(&[&make[..], &["--time", "60s"]].concat());
        let args =
            ["discover", "pictures", &puzzles, "--genre", genre, "--top", "4", "--time-each", "5s", "--out", &out];
        let told = tesuji(&args).code(0).json();
        for picture in &told {
            let file = picture["file"].as_str().expect("a file");
            tesuji(&["discover", "verify", file]).code(0).says("proved");
            written += 1;
        }
    }
    assert!(written > 4, "{written}");
}

/// Techniques are listed by tier and points, promoted ones among them.
#[test]
fn techniques_are_listed_by_tier_and_points() {
    let folder = Folder::new();
    let (catalog, corner) = (folder.path("decisions.jsonl"), folder.write("corner.picture", CORNER));
    let args = ["discover", "promote", &corner, "--genre", "slitherlink", "--catalog", &catalog];
    tesuji(&[&args[..], &["--name", "Mine", "--tier", "easy", "--score", "4"]].concat()).code(0);
    let tiers = ["beginner", "easy", "medium", "hard", "expert", "master"];
    for genre in ["slitherlink", "starbattle", "sudoku", "lits", "mill"] {
        let all = tesuji(&["techniques", "--genre", genre, "--catalog", &catalog, "--json"]).code(0).json();
        let rank =
            |line: &serde_json::Value| (tiers.iter().position(|tier| line["tier"] == *tier), line["score"].as_u64());
        assert!(all.is_sorted_by_key(rank), "{genre}: {all:?}");
        let mut order: Vec<u64> = all.iter().filter_map(|line| line["rank"].as_u64()).collect();
        order.sort_unstable();
        assert_eq!(order, (1..=all.len() as u64).collect::<Vec<_>>(), "{genre}");
        assert_eq!(all.iter().any(|line| line["technique"] == "mine"), genre == "slitherlink");
    }
}

#[test]
fn minimal_positions_have_a_page_and_are_promoted() {
    let folder = Folder::new();
    let (puzzles, out, catalog) = (folder.path("mill.jsonl"), folder.path("mined"), folder.path("decisions.jsonl"));
    let make = ["generate", "--genre", "mill", "--count", "20", "--seed", "3", "--into", &puzzles];
    tesuji(&make).code(0);
    let mine = ["discover", "mine", "--minimal", "--genre", "mill", &puzzles, "--out", &out];
    let forms = tesuji(&mine).code(0).json();
    assert!(!forms.is_empty() && forms[0]["rank"] == 1, "{forms:?}");
    let file = folder.path("mined/minimal.jsonl");
    let pages = folder.path("pages");
    tesuji(&["discover", "pages", &file, "--genre", "mill", "--out", &pages]).code(0).says("index.html");
    let page = folder.read("pages/index.html");
    assert!(page.contains("<svg") && page.contains("comes down to") && page.contains("discover promote 1 "), "{page}");
    let promote = |form: &str, name: &str| {
        let args = ["discover", "promote", form, "--clusters", &file, "--genre", "mill", "--catalog", &catalog];
        tesuji(&[&args[..], &["--name", name, "--tier", "medium", "--score", "30"]].concat())
    };
    promote("1", "First Form").code(0);
    promote("no such form", "Second").code(2).says("no form");
    promote("999", "Second").code(2).says("no rank 999");
    let graded = tesuji(&["grade", "--genre", "mill", "--catalog", &catalog, &puzzles]).code(0).json();
    let shown = graded.iter().filter(|r| r["grade"]["techniques"]["first-form"].as_u64() > Some(0)).count();
    assert!(shown > 1, "{shown}");
    let bare = tesuji(&["grade", "--genre", "mill", &puzzles]).code(0).json();
    assert!(bare.iter().all(|r| r["grade"]["techniques"]["first-form"].is_null()));
    let wanted = ["generate", "--genre", "mill", "--count", "1", "--needs", "first-form", "--catalog", &catalog];
    let made = tesuji(&[&wanted[..], &["--time", "120s"]].concat()).code(0).json();
    let needs = made[0]["grade"]["needs"].as_array().expect("needs");
    assert!(needs.iter().any(|need| need["technique"] == "first-form"), "{made:?}");
    tesuji(&["generate", "--genre", "mill", "--count", "1", "--needs", "first-form"]).code(2).says("first-form");
    // A genre of rules has no such forms.
    let line = folder.read("decisions.jsonl").replace("\"mill\"", "\"hitori\"");
    let other = folder.write("other.jsonl", &line);
    tesuji(&["techniques", "--genre", "hitori", "--catalog", &other]).code(2).says("line 1").says("are not");
}

/// A step of a game is data by the schema of all steps.
#[test]
fn steps_are_data_in_every_genre() {
    let folder = Folder::new();
    for (genre, more) in [("mill", ""), ("tsumego", "9x9"), ("azul", ""), ("hitori", "6x6")] {
        let puzzles = folder.path(&format!("{genre}.jsonl"));
        let mut make = vec!["generate", "--genre", genre, "--count", "1", "--seed", "2", "--into", &puzzles];
        if !more.is_empty() {
            make.extend(["--size", more]);
        }
        tesuji(&make).code(0);
        let graded = tesuji(&["grade", "--genre", genre, "--steps", &puzzles]).code(0).json().remove(0);
        let hint = tesuji(&["hint", "--json", &puzzles]).code(0).json().remove(0);
        let steps = graded["step_data"].as_array().expect("steps as data");
        let told: Vec<&serde_json::Value> = steps.iter().chain([&hint["hint"]]).collect();
        for step in told {
            for field in ["technique", "name", "because"] {
                assert!(step[field].as_str().is_some_and(|text| !text.is_empty()), "{genre}: {field}: {step}");
            }
            assert!(step["placements"].is_array() && step["eliminations"].is_array(), "{genre}: {step}");
        }
        let is_game = genre != "hitori";
        assert_eq!(
            steps.iter().all(|step| step["moves"].is_null()),
            !is_game || steps.is_empty(),
            "{genre}: {steps:?}"
        );
    }
}

#[test]
fn points_are_fitted_to_public_times() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/techniques/human_times_cloudsudoku.tsv");
    if !std::path::Path::new(table).exists() {
        eprintln!("skipped: {table} is not there");
        return;
    }
    let args = ["discover", "times", table, "--genre", "sudoku", "--column", "avg_seconds", "--json"];
    let told = tesuji(&args).says("rank correlation").json();
    let summary = told.last().expect("a summary");
    let [points, fitted] = ["spearman", "fitted"].map(|name| summary[name].as_f64().expect("a number"));
    assert!(fitted > 0.0 && fitted > points - 0.05, "{summary}");
    tesuji(&["discover", "times", table, "--genre", "sudoku"]).code(2).says("no column \"seconds\"");
}

/// Times as `browse --play` keeps them, with lines that are none.
#[test]
fn times_of_the_review_page_are_read() {
    let folder = Folder::new();
    let puzzles = folder.path("h.jsonl");
    let make = ["generate", "--genre", "hitori", "--size", "5x5", "--count", "14", "--seed", "3", "--into", &puzzles];
    tesuji(&make).code(0);
    let line = |(i, text): (usize, &str)| {
        let record: serde_json::Value = serde_json::from_str(text).expect("a record");
        let hints = match i {
            0 => serde_json::json!([{"after": 3.5, "moves": 2, "says": "Unshaded Cells Hang Together: r1c1"}]),
            _ => serde_json::json!([]),
        };
        serde_json::json!({"version": 1, "id": record["id"], "genre": "hitori", "size": record["size"],
            "puzzle": record["puzzle"], "seconds": 20 + i, "moves": 25, "hints": hints})
        .to_string()
    };
    let times: Vec<String> = folder.read("h.jsonl").lines().enumerate().map(line).collect();
    let file = folder.write("t.jsonl", &times.join("\n"));
    let told = tesuji(&["discover", "times", &file, "--json"]).says("hitori: 13 puzzles").json();
    assert!(told.iter().any(|line| line["technique"] == "unshaded-connection" && line["hints"] == 1), "{told:?}");
    let few = folder.write("few.jsonl", &times[..5].join("\n"));
    tesuji(&["discover", "times", &few]).code(1).says("4 timed puzzles without a hint");
    let wrong = times[1].replace("\"version\":1", "\"version\":7");
    let bad = folder.write("bad.jsonl", &[times.join("\n"), wrong, "{}".into()].join("\n"));
    tesuji(&["discover", "times", &bad]).code(1).says("bad.jsonl:15: version 7").says("bad.jsonl:16: ");
}
