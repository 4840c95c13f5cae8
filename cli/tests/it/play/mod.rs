//! The page that plays, in a real browser. Skipped aloud where there is no Chromium, or no module:
//! `cargo build --profile play -p tesuji-play --target wasm32-unknown-unknown` makes it.

mod hand;

use hand::Hand;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Puzzles of ten genres: cells with digits, shaded cells, lines on edges and through cells,
/// regions, clues outside, lights, bridges.
const PUZZLES: [(&str, &str); 10] = [
    ("sudoku", "4x4"),
    ("slitherlink", "4x4"),
    ("nurikabe", "5x5"),
    ("heyawake", "6x6"),
    ("akari", "6x6"),
    ("masyu", "5x5"),
    ("hitori", "5x5"),
    ("skyscrapers", "4x4"),
    ("starbattle", "6x6"),
    ("binairo", "6x6"),
];

fn tesuji(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tesuji")).args(args).output().expect("runs")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn module() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-unknown-unknown/play/tesuji_play.wasm");
    let path = std::env::var_os("TESUJI_PLAY").map_or(target, PathBuf::from);
    path.is_file().then_some(path)
}

/// The page with puzzles of these genres; `None` where there is no module.
fn page(dir: &Path, genres: &[(&str, &str)]) -> Option<PathBuf> {
    let Some(module) = module() else {
        eprintln!("SKIPPED: there is no module of the page that plays");
        return None;
    };
    let mut lines = String::new();
    for (genre, size) in genres {
        let made = tesuji(&["generate", "--genre", genre, "--size", size, "--seed", "3", "--tier", "easy"]);
        let made = if made.stdout.is_empty() {
            tesuji(&["generate", "--genre", genre, "--size", size, "--seed", "3"])
        } else {
            made
        };
        assert!(!made.stdout.is_empty(), "{genre}: {}", errors(&made));
        lines += &String::from_utf8_lossy(&made.stdout);
    }
    let (file, html) = (dir.join("puzzles.jsonl"), dir.join("play.html"));
    std::fs::write(&file, lines).expect("writes");
    let play = format!("--play={}", module.display());
    let made = tesuji(&["show", "--html", html.to_str().expect("text"), &play, file.to_str().expect("text")]);
    assert!(made.status.success(), "{}", errors(&made));
    Some(html)
}

fn opened(html: &Path, fragment: &str) -> Option<Hand> {
    let hand = Hand::open(&format!("file://{}{fragment}", html.display()));
    if hand.is_none() {
        eprintln!("SKIPPED: no Chromium on this machine");
    }
    hand
}

#[test]
fn ten_genres_are_played_through_by_mouse_and_by_keyboard() {
    let dir = tempfile::tempdir().expect("a folder");
    let Some(html) = page(dir.path(), &PUZZLES) else { return };
    let Some(mut hand) = opened(&html, "") else { return };
    println!("the first board after {} ms", hand.ready());
    for (n, (genre, _)) in PUZZLES.iter().enumerate() {
        assert_eq!(hand.genre(), *genre);
        assert_eq!(hand.says("status"), "one solution", "{genre}");
        for by_keyboard in [false, true] {
            println!("{genre}, by {}", if by_keyboard { "keyboard" } else { "mouse" });
            hand.play(by_keyboard);
            hand.wait("document.body.dataset.solved === 'yes'");
            hand.browser.shot(&format!("{genre}-{}", if by_keyboard { "keys" } else { "mouse" }));
            hand.press("clear");
            hand.wait("document.body.dataset.solved === 'no'");
        }
        if n + 1 < PUZZLES.len() {
            hand.press("next");
            hand.wait(&format!("puzzle.genre === {:?} && document.body.dataset.answer === 'one'", PUZZLES[n + 1].0));
        }
    }
}

#[test]
fn marks_undo_check_hints_and_true_candidates() {
    let dir = tempfile::tempdir().expect("a folder");
    let Some(html) = page(dir.path(), &PUZZLES[..2]) else { return };
    let Some(mut hand) = opened(&html, "") else { return };
    hand.ready();
    // Places have names for who does not see them.
    let told = hand.browser.told();
    assert!(told.iter().any(|(role, name)| role == "button" && name.ends_with(": empty")), "{told:?}");
    // A wrong value is found, and taken back by a key.
    let right = hand.solution_of(0);
    let wrong = if right == 1 { 2 } else { 1 };
    hand.write(0, wrong);
    hand.press("check");
    hand.wait("document.getElementById('words').textContent === 'one entry is wrong'");
    assert_eq!(hand.count("#spots .wrong"), 1);
    hand.browser.key("u");
    hand.wait("Object.keys(entries.placed).length === 0");
    hand.browser.key("r");
    hand.wait("Object.keys(entries.placed).length === 1");
    hand.browser.key("u");
    hand.wait("Object.keys(entries.placed).length === 0");
    // Own marks.
    hand.browser.key("m");
    hand.browser.key("1");
    hand.browser.key("2");
    hand.wait("document.querySelectorAll('#spots i').length === 2");
    hand.browser.shot("marks");
    hand.browser.key("m");
    // A hint names the technique and the place, then says why, then is done.
    for n in 0..4 {
        hand.browser.key("h");
        hand.wait("step !== null");
        let words = hand.says("words");
        assert!(words.contains("look at"), "{words}");
        hand.browser.shot(&format!("hint-{n}"));
        hand.browser.key("w");
        hand.wait("document.querySelectorAll('#reasons li').length > 0");
        hand.browser.shot(&format!("why-{n}"));
        hand.browser.key("Enter");
        hand.wait("step === null");
    }
    assert!(hand.browser.evaluate("past.length").as_u64() >= Some(4));
    hand.press("truth");
    hand.wait("document.getElementById('words').textContent.startsWith('one solution')");
    hand.browser.shot("truth");
    hand.press("grade");
    hand.wait("document.getElementById('words').textContent.includes('points')");
}

#[test]
fn a_drag_writes_one_value_in_the_places_that_it_passes() {
    let dir = tempfile::tempdir().expect("a folder");
    let Some(html) = page(dir.path(), &[("slitherlink", "5x5"), ("nurikabe", "6x6")]) else { return };
    let Some(mut hand) = opened(&html, "") else { return };
    for genre in ["slitherlink", "nurikabe"] {
        hand.ready();
        if genre == "nurikabe" {
            hand.press("next");
            hand.wait("puzzle.genre === 'nurikabe'");
        }
        // The topmost row of places.
        let row =
            "puzzle.spots.filter((spot) => Math.abs(spot.at.y - Math.min(...puzzle.spots.map((s) => s.at.y))) < 1)";
        let middles = format!(
            "{row}.map(({{ var: v }}) => {{ const b = buttonOf(v).getBoundingClientRect(); \
             return [b.x + b.width / 2, b.y + b.height / 2]; }})"
        );
        let middles = hand.browser.evaluate(&middles);
        let point = |at: &serde_json::Value| (at[0].as_f64().expect("x"), at[1].as_f64().expect("y"));
        let points: Vec<(f64, f64)> = middles.as_array().expect("places").iter().map(point).collect();
        hand.browser.drag(&[points[0], points[points.len() - 1]]);
        let same = format!("new Set({row}.map((spot) => entries.placed[spot.var] ?? -1)).size === 1");
        hand.wait(&format!("past.length === 1 && {same}"));
        let placed = hand.browser.evaluate("Object.keys(entries.placed).length").as_u64();
        assert_eq!(placed, Some(points.len() as u64), "{genre}: that row alone");
        hand.press("undo");
        hand.wait("Object.keys(entries.placed).length === 0");
    }
}

#[test]
fn a_setter_edits_clues_and_the_address_shares_the_puzzle() {
    let dir = tempfile::tempdir().expect("a folder");
    let Some(html) = page(dir.path(), &PUZZLES[..3]) else { return };
    let Some(mut hand) = opened(&html, "") else { return };
    hand.ready();
    let before = hand.browser.evaluate("puzzle.text");
    hand.press("setter");
    let given = hand.browser.evaluate("puzzle.clues.find((spot) => spot.clue).name");
    let given = given.as_str().expect("a clue").to_string();
    // Without a clue there are several solutions, or one still; the old text is there again by undo.
    hand.browser.click(&format!("#spots [data-key='{given}']"));
    hand.browser.evaluate("document.getElementById('clue-text').value = ''");
    hand.browser.key("Enter");
    hand.wait(&format!("puzzle.text !== {before}"));
    hand.wait("document.body.dataset.answer && document.getElementById('status').textContent !== '…'");
    hand.browser.shot("setter");
    hand.press("undo");
    hand.wait(&format!("puzzle.text === {before} && document.body.dataset.answer === 'one'"));
    // A clue that is none is refused.
    hand.browser.click(&format!("#spots [data-key='{given}']"));
    hand.browser.evaluate("document.getElementById('clue-text').value = 'seven'");
    hand.browser.key("Enter");
    hand.wait("document.getElementById('words').textContent.includes('is no clue of sudoku')");
    // The address has the puzzle.
    hand.press("next");
    hand.wait("puzzle.genre === 'slitherlink'");
    let address = hand.browser.evaluate("location.href");
    let text = hand.browser.evaluate("puzzle.text");
    drop(hand);
    let fragment = address.as_str().and_then(|a| a.split_once('#')).expect("a fragment").1.to_string();
    let Some(mut other) = opened(&html, &format!("#{fragment}")) else { return };
    other.ready();
    assert_eq!(other.browser.evaluate("puzzle.text"), text);
}

#[test]
fn an_address_that_cannot_be_read_is_refused_in_the_words_of_the_command_line() {
    let dir = tempfile::tempdir().expect("a folder");
    let Some(html) = page(dir.path(), &PUZZLES[..1]) else { return };
    for (genre, notation) in
        [("sudoku", "12345"), ("slitherlink", "slither/4/4/zzzzzzzzzz"), ("nurikabe", "nurikabe/3/x/a")]
    {
        let Some(mut hand) = opened(&html, &format!("#{genre}:{notation}")) else { return };
        hand.wait("document.body?.dataset.ready");
        let said = hand.says("words");
        let file = dir.path().join("one.txt");
        std::fs::write(&file, format!("{notation}\n")).expect("writes");
        let told = errors(&tesuji(&["solve", "--genre", genre, file.to_str().expect("text")]));
        // The command line has the file and the line before, which no address has.
        let what = said.rsplit(": ").next().expect("words");
        assert!(!what.is_empty() && told.replace('\n', " ").contains(what), "{said:?} against {told:?}");
    }
}

#[test]
fn the_page_needs_a_module_and_puzzles_of_clues() {
    let dir = tempfile::tempdir().expect("a folder");
    let (html, not) = (dir.path().join("play.html"), dir.path().join("not.wasm"));
    std::fs::write(&not, "MZ").expect("writes");
    let line = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    let file = dir.path().join("a.txt");
    std::fs::write(&file, line).expect("writes");
    let (html, file) = (html.to_str().expect("text"), file.to_str().expect("text"));
    let shown = |play: String| tesuji(&["show", "--genre", "sudoku", "--html", html, &play, file]);
    let made = shown(format!("--play={}", not.display()));
    assert_eq!(made.status.code(), Some(2));
    assert!(errors(&made).contains("not a WebAssembly module"), "{}", errors(&made));
    let made = shown(format!("--play={}", dir.path().join("no.wasm").display()));
    assert!(!made.status.success() && errors(&made).contains("no.wasm"), "{}", errors(&made));
    assert!(!Path::new(html).exists());
    if module().is_none() && tesuji_play::built_in().is_none() {
        let made = shown("--play".to_string());
        assert_eq!(made.status.code(), Some(2));
        assert!(errors(&made).contains("cargo build"), "{}", errors(&made));
    }
    // Any module will do for a page that nobody opens.
    std::fs::write(&not, b"\0asm\x01\0\0\0").expect("writes");
    assert!(shown(format!("--play={}", not.display())).status.success());
    let text = std::fs::read_to_string(html).expect("a page");
    assert!(text.contains(&format!("sudoku:{line}")) || text.contains("sudoku:"), "the puzzle is in the page");
    assert!(!text.contains("src=\"http") && !text.contains("href=\"http"), "nothing is loaded from elsewhere");
}

/// `tesuji play` makes or reads puzzles, or says how a program comes to the module.
#[test]
fn play_writes_a_page_of_a_genre_and_of_a_puzzle() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let page = folder.path().join("page.html").display().to_string();
    let sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for what in ["akari", sudoku] {
        let ran = crate::run::tesuji(&["play", what, "--html", &page, "--no-open", "--count", "2", "--size", "7x7"]);
        if tesuji_play::built_in().is_none() {
            eprintln!("skipped: no module in this program");
            ran.code(2).says("cargo build --profile play");
            continue;
        }
        ran.code(0);
        let html = std::fs::read_to_string(&page).expect("a page");
        assert!(html.contains(if what == "akari" { "akari:" } else { "sudoku:" }), "{what}");
    }
}
