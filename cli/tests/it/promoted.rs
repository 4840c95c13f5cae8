//! Promoted forms in genres of rules: they stand where their tier puts them, grade, and make
//! puzzles that need them; what a catalog file or a request can't mean is refused.

use crate::run;

use run::tesuji;
use serde_json::Value;
use std::path::Path;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a plain path").to_string()
    }
}

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(path)).expect("a file")
}

fn tiers(lines: &[Value]) -> Vec<String> {
    lines.iter().filter_map(|r| r["grade"]["tier"].as_str().map(str::to_string)).collect()
}

/// The whole circle of a genre by the command line, each step a process of its own.
fn circle(genre: &str, size: &str) {
    let folder = Folder::new();
    let [puzzles, mined, catalog] = ["hard.jsonl", "mined", "decisions.jsonl"].map(|name| folder.path(name));
    let make = ["generate", "--genre", genre, "--size", size, "--tier", "hard", "--count", "8", "--seed", "3"];
    tesuji(&[&make[..], &["--into", &puzzles]].concat()).code(0);
    let mine =
        ["discover", "mine", "--genre", genre, &puzzles, "--known-tier", "medium", "--out", &mined, "--top", "3"];
    let forms: Vec<String> = tesuji(&mine).code(0).json().iter().map(|l| l["form"].as_str().unwrap().into()).collect();
    assert_eq!(forms.len(), 3, "{genre}: {forms:?}");
    let clusters = format!("{mined}/clusters.jsonl");
    for rank in ["1", "2", "3"] {
        let name = format!("Form {rank}");
        let args = ["discover", "promote", rank, "--genre", genre, "--clusters", &clusters, "--catalog", &catalog];
        tesuji(&[&args[..], &["--name", &name, "--tier", "medium", "--score", "30", "--words", "As mined."]].concat())
            .code(0);
    }
    let decided = read(&catalog);
    assert!(forms.iter().all(|form| decided.contains(form.as_str())), "{decided}");
    let with = ["--genre", genre, "--catalog", &catalog];
    let listed = tesuji(&[&["techniques"], &with[..]].concat()).code(0).stdout();
    let at = |id: &str| listed.lines().position(|l| l.starts_with(&format!("{id} "))).expect("a technique");
    assert!(at("form-1") < at("short-contradiction"), "{listed}");

    let before = tesuji(&["grade", "--genre", genre, &puzzles]).code(0).json();
    let after = tesuji(&[&["grade", &puzzles], &with[..]].concat()).code(0).json();
    assert!(tiers(&before).iter().all(|t| t == "hard") && tiers(&after).contains(&"medium".to_string()), "{after:?}");
    let needs =
        ["generate", "--size", size, "--tier", "medium", "--needs", "form-1", "--time", "200s", "--threads", "1"];
    let made = folder.path("made.jsonl");
    tesuji(&[&needs[..], &with[..], &["--into", &made]].concat()).code(0);
    let again = tesuji(&[&["grade", "--needs", "--tier", "medium", &made], &with[..]].concat()).code(0).json();
    let told: Vec<&str> =
        again[0]["grade"]["needs"].as_array().unwrap().iter().filter_map(|n| n["technique"].as_str()).collect();
    assert!(told.contains(&"form-1") && again[0]["grade"]["solved"] == true, "{again:?}");
    let own = tesuji(&["grade", "--genre", genre, &made]).code(0).json();
    assert_ne!(own[0]["grade"]["tier"], "medium");
    tesuji(&["generate", "--genre", genre, "--needs", "form-1"]).code(2).says("no technique");

    // Its steps say what the decision says.
    let steps = tesuji(&[&["grade", "--steps", &made], &with[..]].concat()).code(0).json();
    assert!(steps[0]["steps"].to_string().contains("As mined: "), "{steps:?}");
    // A page shows the proof and its marks, and no legend for what is not drawn.
    let pages = folder.path("pages");
    tesuji(&["discover", "pages", &clusters, "--genre", genre, "--out", &pages, "--top", "3"]).code(0);
    for rank in 1..=3 {
        let page = read(&format!("{pages}/form-{rank}.html"));
        let (_, boards) = page.split_once("<svg").expect("boards");
        assert!(boards.contains("#cf2e3f") && page.contains("red ring: what goes"), "the goal is marked");
        assert!(boards.contains("#e9e2fa") || !page.contains("violet"), "the rules are marked");
        assert!(!page.contains("is not no ") && !page.contains("cells that are truths"), "{page}");
    }
}

#[test]
fn the_circle_of_slitherlink() {
    circle("slitherlink", "6x6");
}

#[test]
fn the_circle_of_hitori() {
    circle("hitori", "7x7");
}

/// Whatever the genre and the kind of its rules: each step of a promoted form has reasons and says
/// them, in a grade and in a hint.
#[test]
fn steps_of_promoted_forms_say_why_in_many_genres() {
    const GENRES: &[&str] = &[
        "akari",
        "futoshiki",
        "heyawake",
        "hitori",
        "killer",
        "lits",
        "mines",
        "nurikabe",
        "skyscrapers",
        "slitherlink",
        "starbattle",
        "sudoku",
        "tapa",
        "yinyang",
    ];
    let mut fired = Vec::new();
    for genre in GENRES {
        let folder = Folder::new();
        let [puzzles, mined, catalog] = ["some.jsonl", "mined", "decisions.jsonl"].map(|name| folder.path(name));
        let make = ["generate", "--genre", genre, "--count", "4", "--seed", "3", "--time", "60s", "--into", &puzzles];
        tesuji(&make);
        let mine = ["discover", "mine", "--genre", genre, &puzzles, "--explained", "--support", "1", "--out", &mined];
        let lines = tesuji(&[&mine[..], &["--top", "3", "--fires-each", "300000"]].concat()).json();
        let forms: Vec<String> = lines.iter().filter_map(|line| Some(line["form"].as_str()?.to_string())).collect();
        let clusters = format!("{mined}/clusters.jsonl");
        for (rank, form) in (1..).zip(&forms) {
            let name = format!("Form {rank}");
            let args = ["discover", "promote", form, "--genre", genre, "--clusters", &clusters, "--catalog", &catalog];
            tesuji(&[&args[..], &["--name", &name, "--tier", "beginner", "--score", "1"]].concat()).code(0);
        }
        if forms.is_empty() {
            continue;
        }
        let graded = tesuji(&["grade", "--steps", "--genre", genre, "--catalog", &catalog, &puzzles]).json();
        for record in &graded {
            let words = record["steps"].to_string();
            for step in record["step_data"].as_array().expect("steps as data") {
                if !step["name"].as_str().is_some_and(|name| name.starts_with("Form ")) {
                    continue;
                }
                fired.push(*genre);
                assert!(step["reasons"].as_array().is_some_and(|reasons| !reasons.is_empty()), "{genre}: {step}");
                assert!(step["houses"].as_array().is_some_and(|houses| !houses.is_empty()), "{genre}: {step}");
            }
            assert!(!words.contains("there is no other way"), "{genre}: {words}");
        }
    }
    fired.dedup();
    assert!(fired.len() >= 10, "{fired:?}");
}

#[test]
fn what_a_catalog_or_a_request_cannot_mean_is_refused() {
    let folder = Folder::new();
    let catalog = folder.path("decisions.jsonl");
    let promote = |form: &str| {
        let args = ["discover", "promote", form, "--genre", "slitherlink", "--catalog", &catalog];
        tesuji(&[&args[..], &["--name", "Mine", "--tier", "medium"]].concat())
    };
    let form = "rules-2:count:clue+single-loop:loop goal=0 in1 by2";
    promote(&form.replace(":clue", ":clew")).code(2).says("there are clue, lines, loop");
    promote(&form.replace("count:", "cuont:")).code(2).says("no kind of rules");
    promote("7").code(2).says("--clusters");
    promote(form).code(0);
    let good = read(&catalog);
    let list = || tesuji(&["techniques", "--genre", "slitherlink", "--catalog", &catalog]);
    list().code(0);
    for (from, to, says) in [
        (":clue", ":clew", "line 1"),
        ("single-loop:", "singel-loop:", "nearest: single-loop"),
        ("\"slitherlink\"", "\"slitherlnik\"", "nearest: slitherlink"),
        ("\"version\":2", "\"version\":7", "version 7"),
        (" in1 ", " in9 ", "no form"),
    ] {
        assert!(good.contains(from), "{good}");
        std::fs::write(&catalog, good.replace(from, to)).expect("writes");
        list().code(2).says("line 1").says(says);
    }
    // The first version has numbers of classes.
    let old =
        good.replace("count:clue+single-loop:loop", "count#0+single-loop#2").replace("\"version\":2", "\"version\":1");
    std::fs::write(&catalog, &old).expect("writes");
    assert!(list().code(0).stdout().contains("mine "));
    std::fs::write(&catalog, old.replace("#0", "#8")).expect("writes");
    list().code(2).says("the number 8");
    // A class of the genre with a kind of rules that it never states: no puzzle can need that.
    std::fs::write(&catalog, good.replace("count:clue", "runs:clue")).expect("writes");
    let order = good.replace("count:clue+single-loop:loop", "runs:clue+single-loop:loop");
    std::fs::write(&catalog, order).expect("writes");
    let needs = ["generate", "--genre", "slitherlink", "--needs", "mine", "--catalog", &catalog];
    tesuji(&needs).code(2).says("runs:clue");

    let minimal = folder.path("minimal.jsonl");
    std::fs::write(&minimal, "{\"minimal\":1}\n").expect("writes");
    let pages = ["discover", "pages", &minimal, "--genre", "mill", "--out", &folder.path("pages")];
    tesuji(&pages).code(2).says("minimal positions");
}
