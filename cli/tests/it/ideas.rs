//! Ideas on the command line: coverage, the atlas, pictures proved or refused, ideas promoted for a
//! genre or for all.

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
}

#[test]
fn coverage_tells_by_what_means_puzzles_are_finished() {
    let told = tesuji(&["discover", "coverage", "--genre", "hitori", "--limit", "6", "--json"]).code(0).json();
    let summary = told.last().expect("a summary");
    let n = |name: &str| summary[name].as_u64().expect("a number");
    assert_eq!(n("puzzles"), 6);
    let parts = ["named", "counting", "rounds", "trial", "beyond", "unfinished"];
    assert_eq!(parts.iter().map(|part| n(part)).sum::<u64>(), 6);
    assert_eq!(n("beyond"), 0);
}

#[test]
fn the_atlas_is_a_page_of_ideas() {
    let folder = Folder::new();
    let page = folder.path("atlas.html");
    let args = ["discover", "atlas", "--genre", "slitherlink", "--limit", "6", "--out", &page];
    tesuji(&args).code(0).says("1 genres");
    let html = std::fs::read_to_string(&page).expect("a page");
    assert!(html.contains("truth[2]") && html.contains("<svg") && html.contains("picture of slitherlink"), "{html}");
    assert!(!html.contains("src=") && !html.contains("http-equiv"), "it needs no other file");
}

/// A line comes to a 3.
const THREE: &str = "\
picture of slitherlink: truth[2]
values 0=no-line 1=line
goal not no-line at 1:0,1
fact no-line at 1:1,0
rule clue: 3 of line at 1:0,1 1:1,0 1:1,2 1:2,1
";

#[test]
fn pictures_are_proved_or_refused_with_a_counterexample() {
    let folder = Folder::new();
    let good = folder.write("good.txt", THREE);
    let proved = tesuji(&["discover", "verify", &good]).code(0).says("proved");
    assert_eq!(proved.stdout(), THREE);
    let wide = folder.write("wide.txt", &THREE.replace(" 3 of", " >=3 of"));
    tesuji(&["discover", "verify", &wide]).code(0);
    let wrong = folder.write("false.txt", &THREE.replace("fact no-line at 1:1,0\n", ""));
    let svg = folder.path("false.svg");
    tesuji(&["discover", "verify", &wrong, "--svg", &svg]).code(1).says("the picture is false");
    assert!(std::fs::read_to_string(svg).expect("a drawing").contains("#cf2e3f"));
    let empty = folder.write("empty.txt", &THREE.replace("truth[2]", "truth[3..2]"));
    tesuji(&["discover", "verify", &empty]).code(1).says("empty.txt:1: ").says("holds nothing");
    let unknown = folder.write("unknown.txt", &THREE.replace("fact no-line", "fact noline"));
    tesuji(&["discover", "verify", &unknown]).code(1).says("unknown.txt:4: ").says("there are no-line, line");
    tesuji(&["discover", "verify", &folder.write("nothing.txt", "")]).code(1).says("nothing.txt: ");
}

#[test]
fn an_idea_is_promoted_for_a_genre_or_for_all() {
    let folder = Folder::new();
    let [puzzles, catalog] = ["hard.jsonl", "decisions.jsonl"].map(|name| folder.path(name));
    let make =
        ["generate", "--genre", "slitherlink", "--size", "6x6", "--tier", "hard", "--count", "12", "--seed", "4"];
    tesuji(&[&make[..], &["--into", &puzzles]].concat()).code(0);
    let promote = |form: &str| {
        let args = ["discover", "promote", form, "--genre", "slitherlink", "--catalog", &catalog];
        tesuji(&[&args[..], &["--name", "Short of Room", "--tier", "medium", "--score", "25"]].concat())
    };
    promote("idea-truth[3..2]").code(2).says("holds nothing");
    promote("idea-trick[2]").code(2).says("no family of ideas");
    promote("idea-truth[<=4]:clew").code(2).says("there are clue, lines, loop");
    promote("idea-truth[<=4]").code(0);
    let tiers = |catalog: Option<&str>| {
        let with: Vec<&str> = catalog.map_or(Vec::new(), |path| vec!["--catalog", path]);
        let graded = tesuji(&[&["grade", "--genre", "slitherlink", &puzzles], &with[..]].concat()).code(0).json();
        graded.iter().filter_map(|r| r["grade"]["tier"].as_str().map(str::to_string)).collect::<Vec<_>>()
    };
    assert!(tiers(None).iter().all(|tier| tier == "hard"));
    assert!(tiers(Some(&catalog)).iter().any(|tier| tier == "medium"));
    // For every genre with rules of its own.
    let text = std::fs::read_to_string(&catalog).expect("decisions");
    let every = folder.write("every.jsonl", &text.replace("\"slitherlink\"", "\"*\""));
    assert!(tiers(Some(&every)).iter().any(|tier| tier == "medium"));
    for genre in ["hitori", "starbattle", "tents"] {
        let listed = tesuji(&["techniques", "--genre", genre, "--catalog", &every]).code(0).stdout();
        assert!(listed.contains("short-of-room"), "{genre}: {listed}");
    }
    let classes = text.replace("\"slitherlink\"", "\"*\"").replace("idea-truth[<=4]", "idea-truth[<=4]:clue");
    let wrong = folder.write("wrong.jsonl", &classes);
    tesuji(&["techniques", "--genre", "hitori", "--catalog", &wrong]).code(2).says("line 1").says("one genre");
}
