//! `book`, `hint --svg`, `show --solution` and `--before`.

use crate::run;

use run::{piped, tesuji};

const HITORI: &str = "hitori/4/4/1114142333214213";
const SLITHERLINK: &str = "https://puzz.link/p?slither/4/4/dgdh2c7b";
/// A sudoku that needs an X-wing, made by this program with seed 1.
const XWING: [&str; 10] =
    ["generate", "--genre", "sudoku", "--needs", "x-wing", "--without", "xy-wing", "--count", "1", "--seed"];

fn pages(html: &str) -> usize {
    html.matches("<section class=\"page").count()
}

#[test]
fn a_book_has_a_title_page_numbers_and_its_solutions_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_string();
    let (input, logo, out) = (path("in.txt"), path("logo.svg"), path("book.html"));
    std::fs::write(&input, format!("{HITORI}\n{SLITHERLINK}\n{HITORI}\n{HITORI}\n")).expect("writes");
    std::fs::write(&logo, "<svg xmlns='http://www.w3.org/2000/svg'/>").expect("writes");
    let common = ["book", &input, "--title", "A <b> C", "--author", "D & E", "--per-page", "2"];
    tesuji(&[&common[..], &["-o", &out, "--logo", &logo]].concat()).code(0).says("book: 4 puzzles");
    let html = std::fs::read_to_string(&out).expect("a book");
    for part in ["<h1>A &lt;b&gt; C</h1>", "D &amp; E", "data:image/svg+xml;base64,", "210mm 297mm", "4 puzzles"] {
        assert!(html.contains(part), "{part}");
    }
    // The title; hitori on two pages, slitherlink on the second; the solutions.
    assert_eq!((pages(&html), html.matches("<footer>").count()), (4, 3));
    assert_eq!(html.matches("<h2>Hitori</h2>").count(), 1, "one heading a genre");
    assert_eq!(html.matches("<h2>Slitherlink</h2>").count(), 1);
    let (puzzles, solutions) = html.split_once("<h2>Solutions</h2>").expect("solutions");
    assert_eq!((puzzles.matches("<svg").count(), solutions.matches("<svg").count()), (4, 4));
    assert!(!html.contains("<script") && !html.contains("src=\"http"), "nothing is loaded from elsewhere");
    let letter = tesuji(&[&common[..], &["-o", "-", "--paper", "letter"]].concat()).code(0).stdout();
    assert!(letter.contains("215.9mm 279.4mm") && !letter.contains("<img"));
}

#[test]
fn a_book_of_another_kind_or_of_nothing_is_refused() {
    piped(&["book", "-o", "x.docx"], HITORI).code(2).says("a book is .html or .pdf");
    piped(&["book"], HITORI).code(2).says("--output");
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_string();
    let text = path("logo.png");
    std::fs::write(&text, "no picture").expect("writes");
    piped(&["book", "-o", "-", "--logo", &text], HITORI).code(2).says("a logo is PNG");
    piped(&["book", "-o", &path("b.html")], "").code(1).says("no puzzle to print");
    assert!(!folder.path().join("b.html").exists());
    piped(&["book", "-o", &path("b.pdf"), "--browser", &path("none")], HITORI).code(1).says("none");
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).expect("lists").map(|e| e.expect("an entry").file_name()).collect();
    assert_eq!(left, ["logo.png"], "nothing stays");
}

/// A PDF, where a browser is installed.
#[test]
fn a_browser_makes_the_pdf() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("book.pdf");
    let ran = piped(&["book", "-o", out.to_str().expect("a plain path")], HITORI);
    if ran.words().contains("no browser that makes a PDF was found") {
        println!("SKIPPED: no browser is installed");
        ran.code(2);
        return;
    }
    ran.code(0);
    assert!(std::fs::read(&out).expect("a file").starts_with(b"%PDF"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("lists").count(), 1, "only the book stays");
}

#[test]
fn decisive_steps_and_states_before_them_are_drawn() {
    let made = tesuji(&[&XWING[..], &["1"]].concat()).code(0).stdout();
    let book = piped(&["book", "-o", "-", "--steps"], &made).code(0).stdout();
    let (_, steps) = book.split_once("<h2>Steps that decide</h2>").expect("steps");
    assert!(steps.contains("X-Wing: ") && steps.matches("<svg").count() <= 3, "{steps}");
    assert!(!steps.contains("XY-Wing"), "what the record leaves out stays out");
    let before = piped(&["show", "--before", "x-wing"], &made).code(0).stdout();
    assert!(before.contains("X-Wing: "), "{before}");
    piped(&["show", "--before", "xy-chain"], &made).code(1).says("no step needs");
    piped(&["show", "--before", "x-wng"], &made).code(2).says("nearest: x-wing");
    let solution = piped(&["show", "--solution"], &made).code(0).stdout();
    assert_eq!(solution.chars().filter(char::is_ascii_digit).count(), 81, "{solution}");
    let folder = tempfile::tempdir().expect("a folder");
    let svg = folder.path().join("step.svg");
    let path = svg.to_str().expect("a plain path");
    let hint = piped(&["hint", "--svg", path], &made).code(0).json();
    assert_eq!(hint[0]["svg"], path);
    assert!(std::fs::read_to_string(&svg).expect("a drawing").starts_with("<svg"));
    piped(&["hint", "--svg", "-"], &made).code(2);
}

/// The line of a game's solution is drawn move by move, and the move that shows a technique.
#[test]
fn moves_of_games_are_drawn() {
    for (genre, size) in [("mill", None), ("tsumego", Some("9x9")), ("azul", None)] {
        let mut make = vec!["generate", "--genre", genre, "--count", "1", "--seed", "2"];
        make.extend(size.iter().flat_map(|size| ["--size", size]));
        let made = tesuji(&make).code(0).stdout();
        let book = piped(&["book", "-o", "-", "--steps"], &made).code(0).stdout();
        let (_, steps) = book.split_once("<h2>Steps that decide</h2>").unwrap_or_else(|| panic!("{genre}: no steps"));
        let drawn = steps.matches("<svg").count();
        assert!((1..=3).contains(&drawn), "{genre}: {drawn} pictures");
        let graded = piped(&["grade"], &made).code(0).json().remove(0);
        let techniques = graded["grade"]["techniques"].as_object().expect("techniques");
        let named = |name: &&String| tesuji(&["techniques", "--genre", genre]).stdout().contains(&format!("{name} "));
        let name = techniques.keys().find(named).unwrap_or_else(|| panic!("{genre}: {techniques:?}"));
        let before = piped(&["show", "--before", name], &made).code(0).stdout();
        assert!(before.contains(": ") && before.lines().count() > 5, "{genre}: {before}");
        let folder = tempfile::tempdir().expect("a folder");
        let svg = folder.path().join("step.svg");
        let path = svg.to_str().expect("a plain path");
        piped(&["hint", "--svg", path], &made).code(0);
        assert!(std::fs::read_to_string(&svg).expect("a drawing").starts_with("<svg"), "{genre}");
    }
    let made = tesuji(&["generate", "--genre", "mill", "--count", "1", "--seed", "2"]).code(0).stdout();
    let shown = piped(&["grade"], &made).code(0).json().remove(0)["grade"]["techniques"].clone();
    let all = tesuji(&["techniques", "--genre", "mill"]).code(0).stdout();
    let other = all.lines().filter_map(|line| line.split_whitespace().next()).find(|name| shown[*name].is_null());
    let args = ["show", "--before", other.expect("a technique that it does not show")];
    piped(&args, &made).code(1).says("no move of the solution shows");
}

/// A printed move is read with as many positions as that of the record: fewer might tell another.
#[test]
fn the_printed_move_is_that_of_the_record() {
    let made = tesuji(&["generate", "--genre", "azul", "--count", "1", "--seed", "1"]).code(0);
    let record = made.json().remove(0);
    let best = record["solution"]["moves"][0].as_str().expect("a move").to_string();
    for command in [&["book", "-o", "-"][..], &["book", "-o", "-", "--steps"]] {
        let book = piped(command, &made.stdout()).code(0).stdout();
        let told: Vec<&str> = book.split("exact: ").skip(1).collect();
        assert!(!told.is_empty() && !book.contains("sampled: "), "{command:?}");
        assert!(
            told.iter().all(|words| words.split(':').next().is_some_and(|w| w.contains(&best))),
            "{best}: {told:?}"
        );
    }
}
