//! The page by keyboard alone, by mouse alone, and without eyes; skipped where there is no browser.

use super::cdp::Browser;
use super::chromium::puzzles;
use super::server::Server;
use serde_json::json;
use std::path::Path;
use tesuji_corpus::verdicts::{Reason, Verdict, Verdicts, verdicts_path};

const GENRES: [(&str, &[&str]); 3] = [
    ("tsumego", &["--count", "3"]),
    ("sudoku", &["--count", "1"]),
    ("mill", &["--count", "1", "--category", "formMill", "--tier", "easy"]),
];

fn open(file: &Path) -> Option<(Server, Browser)> {
    let server = Server::start(file, &["--again", "0"]);
    let Some(mut browser) = Browser::open(&server.url) else {
        eprintln!("SKIPPED: no Chromium on this machine");
        return None;
    };
    browser.wait("document.body?.dataset.ready && window.reviewed.shown > 0");
    Some((server, browser))
}

const AT: &str = "window.reviewed.at";
const LABEL: &str = "document.activeElement.getAttribute('aria-label')";

fn wait_for(browser: &mut Browser, at: u64) {
    browser.wait(&format!("{AT} === {at} && !window.reviewed.busy && window.reviewed.puzzle?.n === {at}"));
}

/// The first puzzles of the file.
fn standing(file: &Path) -> Vec<Option<(Verdict, Option<Reason>)>> {
    let kept = Verdicts::read(&verdicts_path(file)).expect("reads");
    let text = std::fs::read_to_string(file).expect("reads");
    let id = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["id"].clone();
    text.lines().take(3).map(|line| kept.of(id(line).as_str()?).map(|s| (s.verdict, s.reason))).collect()
}

const JUDGED: [Option<(Verdict, Option<Reason>)>; 3] =
    [Some((Verdict::Approve, None)), Some((Verdict::Delete, Some(Reason::NotUnique))), Some((Verdict::Skip, None))];

#[test]
fn by_keyboard_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a.jsonl");
    puzzles(&file, &GENRES);
    let Some((server, mut browser)) = open(&file) else { return };
    // To the board, along it, and a move there; the focus stays on the board.
    browser.key("b");
    browser.wait("document.activeElement.closest('#spots')");
    let first = browser.evaluate(LABEL);
    assert!(first.as_str().is_some_and(|label| !label.is_empty()), "{first}");
    for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"] {
        browser.key(key);
        if browser.evaluate(LABEL) != first {
            break;
        }
    }
    assert_ne!(browser.evaluate(LABEL), first, "arrows go to other places");
    let chosen = browser.evaluate(LABEL);
    browser.key("Enter");
    browser.wait("window.reviewed.moves.length > 0");
    assert_eq!(browser.evaluate("window.reviewed.moves[0]"), chosen);
    browser.wait("document.activeElement.closest('#spots') || !document.querySelector('#spots button')");
    browser.key("Escape");
    browser.key("ArrowLeft");
    browser.wait("window.reviewed.moves.length === 0");
    // Verdicts, and all of them taken back.
    browser.key("a");
    wait_for(&mut browser, 1);
    browser.key("d");
    wait_for(&mut browser, 2);
    browser.key("3");
    browser.wait("document.getElementById('toast').textContent === 'deleted: not unique'");
    browser.key(" ");
    wait_for(&mut browser, 3);
    assert_eq!(standing(&file), JUDGED);
    // A cell of many values: a menu.
    browser.key("b");
    browser.key("Enter");
    browser.wait("document.activeElement.closest('#menu') || window.reviewed.moves.length === 1");
    if browser.evaluate("window.reviewed.moves.length") == 0 {
        browser.key("ArrowRight");
        browser.key("Enter");
    }
    browser.wait("window.reviewed.moves.length === 1");
    browser.key("Escape");
    for at in [2, 1, 0] {
        browser.key("u");
        wait_for(&mut browser, at);
    }
    assert_eq!(standing(&file), [None; 3]);
    browser.key("u");
    browser.wait("document.getElementById('toast').textContent === 'nothing is left to undo'");
    // The place is kept for a server that starts again, on another port.
    for at in [1, 2] {
        browser.key("j");
        wait_for(&mut browser, at);
    }
    std::thread::sleep(std::time::Duration::from_millis(800));
    drop((browser, server));
    let Some((_server, mut browser)) = open(&file) else { return };
    wait_for(&mut browser, 2);
}

#[test]
fn by_mouse_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a.jsonl");
    puzzles(&file, &GENRES);
    let Some((_server, mut browser)) = open(&file) else { return };
    let button = |bar: &str, n: u32| format!("#{bar} button:nth-of-type({n})");
    browser.click("#spots button");
    browser.wait("window.reviewed.moves.length > 0");
    browser.click(&button("moves", 1));
    browser.wait("window.reviewed.moves.length === 0");
    browser.click(&button("moves", 2));
    browser.wait("window.reviewed.moves.length > 0");
    browser.click(&button("verdicts", 1));
    wait_for(&mut browser, 1);
    browser.click(&button("verdicts", 2));
    wait_for(&mut browser, 2);
    browser.click(&button("reasons", 3));
    browser.wait("document.getElementById('toast').textContent === 'deleted: not unique'");
    browser.wait("document.getElementById('reasons').hidden");
    browser.click(&button("verdicts", 3));
    wait_for(&mut browser, 3);
    assert_eq!(standing(&file), JUDGED);
    for at in [2, 1, 0] {
        browser.click(&button("verdicts", 4));
        wait_for(&mut browser, at);
    }
    assert_eq!(standing(&file), [None; 3]);
    browser.click(&button("moves", 5));
    wait_for(&mut browser, 1);
    browser.click(&button("moves", 4));
    wait_for(&mut browser, 0);
    browser.click(&button("moves", 3));
    browser.wait("window.reviewed.whole");
    browser.click("#help");
    browser.wait("document.getElementById('keys').open");
    browser.click("#keys > button");
    browser.wait("!document.getElementById('keys').open");
    // A click leaves the keys as they were.
    browser.click(&button("moves", 5));
    wait_for(&mut browser, 1);
    browser.key(" ");
    wait_for(&mut browser, 2);
}

#[test]
fn without_eyes_and_on_a_small_screen() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a.jsonl");
    puzzles(&file, &GENRES);
    // An id that comes again, and a name that turns the direction of its line.
    let text = std::fs::read_to_string(&file).expect("reads");
    let mut first: serde_json::Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    first["name"] = "a\u{202e}b".into();
    std::fs::write(&file, format!("{first}\n{text}")).expect("writes");
    let Some((_server, mut browser)) = open(&file) else { return };
    browser.wait(
        "document.getElementById('toast').textContent.includes('their id stands before them: 1; the first: line 2')",
    );
    assert_eq!(browser.evaluate("document.querySelectorAll('#panel dd > bdi').length > 3"), true);
    assert_eq!(
        browser.evaluate("[...document.querySelectorAll('#panel bdi')].some((e) => e.textContent.includes('\\u202e'))"),
        true
    );
    assert_eq!(browser.evaluate("document.querySelector('link[rel=icon]').href"), "data:,");
    browser.call("Accessibility.enable", json!({}));
    for n in 0..5 {
        wait_for(&mut browser, n);
        let told = browser.told();
        let nameless: Vec<_> = told
            .iter()
            .filter(|(role, name)| {
                ["button", "textbox", "combobox", "image", "img", "link", "dialog"].contains(&role.as_str())
                    && name.trim().is_empty()
            })
            .collect();
        assert!(nameless.is_empty(), "{n}: {nameless:?}");
        assert!(told.iter().filter(|(role, _)| role == "button").count() > 9, "{told:?}");
        let words = browser.evaluate("document.getElementById('drawing').alt");
        let expected = ["Black stones: ", "Black stones: ", "Black stones: ", "Clues: r", "White: "][n as usize];
        assert!(words.as_str().is_some_and(|words| words.contains(expected)), "{n}: {words}");
        browser.key("j");
    }
    browser.key("k");
    for (name, scheme) in [("small", "light"), ("small-dark", "dark")] {
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        browser.call("Emulation.setEmulatedMedia", media);
        let screen = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
        browser.call("Emulation.setDeviceMetricsOverride", screen);
        browser.wait("innerWidth <= 390");
        assert_eq!(
            browser.evaluate("document.documentElement.scrollWidth <= 390"),
            true,
            "nothing is scrolled sideways"
        );
        browser.shot(name);
    }
    browser.call("Emulation.clearDeviceMetricsOverride", json!({}));
    browser.shot("large-dark");
}
