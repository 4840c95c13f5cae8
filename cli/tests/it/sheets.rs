//! `show --html`: pages to print.

use crate::run;

use run::piped;

const SLITHERLINK: &str = "https://puzz.link/p?slither/4/4/dgdh2c7b";
const HITORI: &str = "hitori/4/4/1114142333214213";

#[test]
fn puzzles_come_first_and_their_solutions_after() {
    let lines = format!("{SLITHERLINK}\n{HITORI}\n");
    let page = piped(&["show", "--html", "-", "--per-page", "1", "--steps"], &lines).code(0).stdout();
    let (puzzles, rest) = page.split_once("<h2>Solutions</h2>").expect("a page of solutions");
    let (solutions, steps) = rest.split_once("<h2>Steps</h2>").expect("steps");
    assert_eq!(puzzles.matches("<svg").count(), 2);
    assert_eq!(puzzles.matches("class=\"page\"").count(), 3, "two pages of puzzles and the one that follows");
    assert_eq!(solutions.matches("<svg").count(), 2);
    assert!(steps.contains("<li>"), "{steps}");
    assert!(!page.contains("http://") || !page.contains("src="), "nothing is loaded from elsewhere");
}

#[test]
fn a_puzzle_with_several_solutions_says_so() {
    let page = piped(&["show", "--html", "-"], "https://puzz.link/p?slither/4/4/p\n").code(0).stdout();
    assert!(page.contains("<b>1</b>: several solutions"), "{page}");
}

#[test]
fn pages_hold_one_puzzle_at_least_and_go_to_a_file() {
    piped(&["show", "--html", "-", "--per-page", "0"], HITORI).code(2);
    piped(&["show", "--per-page", "3"], HITORI).code(2);
}

#[test]
fn a_page_has_the_name_of_a_page() {
    for (name, advice) in [("x.pdf", "print it"), ("x.svg", "--svg"), ("x.jsonl", ".html"), ("x.PNG", ".html")] {
        piped(&["show", "--html", name], HITORI).code(2).says(name).says(advice);
        assert!(!std::path::Path::new(name).exists());
    }
    piped(&["genres", "--html", "x.pdf"], "").code(2).says("x.pdf");
    piped(&["check", "--html", "x.pdf"], HITORI).code(2).says("x.pdf");
    for (name, advice) in [("x.pdf", "--html"), ("x.png", "rsvg-convert"), ("x.jsonl", ".svg")] {
        piped(&["show", "--svg", name], HITORI).code(2).says(name).says(advice);
    }
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["page.html", "page.htm", "page"] {
        let path = folder.path().join(name);
        piped(&["show", "--html", path.to_str().expect("text")], HITORI).code(0);
        assert!(path.exists());
    }
}

/// The genre with its rules stands over its puzzles, and each puzzle says what it is.
#[test]
fn a_mixed_page_tells_the_rules_of_each_puzzle() {
    let lines = format!("{SLITHERLINK}\n{HITORI}\n{SLITHERLINK}\n");
    let page = piped(&["show", "--html", "-"], &lines).code(0).stdout();
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text} is not in {page}"));
    assert!(at("<h2>Slitherlink</h2>") < at("<b>1</b>") && at("<b>3</b>") < at("<h2>Hitori</h2>"));
    assert!(at("<h2>Hitori</h2>") < at("<b>2</b>"));
    assert!(page.contains("hitori 4x4") && page.contains("slitherlink 4x4"));
}

#[test]
fn a_page_tells_what_only_the_puzzle_as_a_whole_gives() {
    for (genre, size, words) in [
        ("starbattle", "5x5", "1 star a row, column and region"),
        ("starbattle", "10x10", "2 stars a row, column and region"),
        ("palisade", "5x5", "regions of 5 cells"),
    ] {
        let made = piped(&["generate", "--genre", genre, "--size", size, "--count", "1", "--seed", "1"], "").code(0);
        let page = piped(&["show", "--html", "-"], &made.stdout()).code(0).stdout();
        assert!(page.contains(words), "{genre} {size}");
        assert!(piped(&["show"], &made.stdout()).code(0).stdout().contains(words), "{genre} {size}");
    }
}

/// Games: the rank in place of the tier, the key and the line in place of a riddle.
#[test]
fn solutions_of_games_are_told() {
    let made = piped(&["generate", "--genre", "mill", "--category", "formMill", "--count", "2", "--seed", "1"], "");
    let made = made.code(0);
    let page = piped(&["show", "--html", "-"], &made.stdout()).code(0).stdout();
    let (_, solutions) = page.split_once("<h2>Solutions</h2>").expect("solutions");
    for record in made.json() {
        let key = &record["solution"]["key"];
        let key = key.as_str().or(key[0].as_str()).expect("a key");
        // It does not matter which man a mill takes.
        let key = key.split('x').next().unwrap_or(key);
        assert!(solutions.contains(key), "{key} is not in {solutions}");
    }
    let made = piped(&["generate", "--genre", "tsumego", "--count", "1", "--seed", "1"], "").code(0);
    let rank = made.json()[0]["rank"].as_str().expect("a rank").to_string();
    let page = piped(&["show", "--html", "-"], &made.stdout()).code(0).stdout();
    assert!(page.contains(&format!(", {rank}</i>")), "{rank}");
}

/// The hitori of the README.
const PRINTED: &str = "hitori/5/5/2322324153452112123432442";

/// The picture of the README is what is printed today.
#[test]
fn the_picture_of_the_readme_is_its_page() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let read = |name: &str| std::fs::read_to_string(format!("{root}/{name}")).expect("text");
    let (readme, kept) = (read("README.md"), read("notes/gallery/sheet.svg"));
    assert!(readme.contains(&format!("tesuji show {PRINTED} --html")) && readme.contains("notes/gallery/sheet.svg"));
    let page = piped(&["show", "--html", "-"], PRINTED).code(0).stdout();
    let drawn: Vec<&str> = kept.lines().filter(|line| !line.contains("svg ") && !line.starts_with("</svg")).collect();
    assert!(drawn.len() > 20);
    assert!(drawn.iter().all(|line| page.contains(line)), "draw notes/gallery/sheet.svg anew");
}
