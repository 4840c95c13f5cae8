//! The page in a real browser; skipped where there is none.

use super::cdp::Browser;
use super::server::Server;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use tesuji_corpus::verdicts::{Reason, Verdict, Verdicts, verdicts_path};

/// Written where a comment is.
const COMMENT: &str = "<img src=x onerror=\"window.hurt=1\"> </script><script>window.hurt=2</script> & &lt;b&gt;";

fn program(args: &[&str]) {
    let ran = Command::new(env!("CARGO_BIN_EXE_tesuji")).args(args).output().expect("runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// Puzzles of several genres, each with the hostile comment.
pub fn puzzles(file: &Path, genres: &[(&str, &[&str])]) {
    let mut text = String::new();
    for (genre, args) in genres {
        let one = file.with_file_name(format!("{genre}.jsonl"));
        let one_file = one.to_str().expect("text");
        program(&[&["generate", "--genre", genre, "--seed", "1", "--into", one_file], *args].concat());
        for line in std::fs::read_to_string(&one).expect("reads").lines() {
            let mut record: Value = serde_json::from_str(line).expect("JSON");
            record["comment"] = COMMENT.into();
            text += &(record.to_string() + "\n");
        }
    }
    std::fs::write(file, text).expect("writes");
}

const GENRES: [(&str, &[&str]); 5] = [
    ("tsumego", &["--count", "12"]),
    ("sudoku", &["--count", "2"]),
    ("slitherlink", &["--count", "1"]),
    ("mill", &["--count", "1", "--category", "formMill", "--tier", "easy"]),
    ("azul", &["--count", "1", "--stage", "late/mid"]),
];

/// From a key to the next board, in milliseconds, as the page sees it.
const TIMED: &str = "(async () => {
  const before = window.reviewed.shown, start = performance.now();
  dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  while (window.reviewed.shown === before) await new Promise((done) => setTimeout(done, 0));
  return performance.now() - start;
})()";

#[test]
fn a_person_reviews_in_a_real_browser() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a.jsonl");
    puzzles(&file, &GENRES);
    let server = Server::start(&file, &["--again", "0"]);
    let Some(mut browser) = Browser::open(&server.url) else {
        eprintln!("SKIPPED: no Chromium on this machine");
        return;
    };
    browser.wait("document.body?.dataset.ready");
    browser.wait("window.reviewed.shown > 0");
    assert_eq!(browser.evaluate("location.href"), format!("http://127.0.0.1:{}/", server.port), "the token is gone");
    // A comment is text.
    assert!(
        browser.evaluate("document.getElementById('panel').textContent").as_str().is_some_and(|t| t.contains(COMMENT))
    );
    assert_eq!(browser.evaluate("document.querySelectorAll('#panel img, #panel script').length"), 0);
    assert_eq!(browser.evaluate("window.hurt ?? null"), Value::Null);
    browser.shot("go");
    // Every genre has a board with places to click, and its solution is played on.
    let genres = browser.evaluate("(async () => { const all = {}; for (const n of window.reviewed.numbers) { \
        const r = await fetch(`/api/puzzle?n=${n}`, { headers: { Authorization: `Bearer ${sessionStorage.getItem('token')}` } }); \
        const p = await r.json(); all[p.genre] ??= [n, p.walk?.spots.length ?? 0]; } return all; })()");
    for (genre, _) in GENRES {
        let [n, spots] = [0, 1].map(|i| genres[genre][i].as_u64().unwrap_or(0));
        assert!(spots > 0, "{genre}: {genres}");
        let before = browser.evaluate("window.reviewed.shown");
        browser.evaluate(&format!(
            "window.reviewed.at = window.reviewed.numbers.indexOf({n}) - 1; window.reviewed.again = null"
        ));
        if n == 0 {
            browser.key("k");
        } else {
            browser.key("j");
        }
        browser.wait(&format!("window.reviewed.shown > {before}"));
        browser.key("ArrowRight");
        browser.wait("window.reviewed.moves.length > 0");
        assert_eq!(browser.evaluate("document.querySelector('#words .wrong')?.textContent ?? ''"), "", "{genre}");
        browser.shot(&format!("{genre}-played"));
        browser.key("ArrowLeft");
        browser.wait("window.reviewed.moves.length === 0");
    }
    browser.evaluate("window.reviewed.at = 1");
    browser.key("k");
    browser.wait("window.reviewed.puzzle?.n === 0");
    // A, D with a reason, space, U.
    let after = |browser: &mut Browser, key: &str, at: u64| {
        browser.key(key);
        browser.wait(&format!(
            "window.reviewed.at === {at} && !window.reviewed.busy && window.reviewed.puzzle.n === {at}"
        ));
    };
    after(&mut browser, "a", 1);
    after(&mut browser, "d", 2);
    browser.key("3");
    browser.wait("document.getElementById('toast').textContent === 'deleted: not unique'");
    after(&mut browser, " ", 3);
    after(&mut browser, "a", 4);
    after(&mut browser, "u", 3);
    browser.key("?");
    browser.wait("document.getElementById('keys').open");
    browser.shot("keys");
    browser.key("?");
    let kept = Verdicts::read(&verdicts_path(&file)).expect("reads");
    let ids: Vec<String> = std::fs::read_to_string(&file)
        .expect("reads")
        .lines()
        .take(4)
        .map(|l| serde_json::from_str::<Value>(l).expect("JSON")["id"].as_str().expect("an id").to_string())
        .collect();
    let of = |i: usize| kept.of(&ids[i]).map(|s| (s.verdict, s.reason));
    assert_eq!(of(0), Some((Verdict::Approve, None)));
    assert_eq!(of(1), Some((Verdict::Delete, Some(Reason::NotUnique))));
    assert_eq!((of(2), of(3)), (Some((Verdict::Skip, None)), None));
    // How long a decision takes.
    let mut times: Vec<f64> = (0..10).filter_map(|_| browser.evaluate(TIMED).as_f64()).collect();
    times.sort_by(f64::total_cmp);
    eprintln!("from key to board: {:.1} ms in the middle, {:.1} ms at most", times[5], times[9]);
    assert!(times[5] < 2_000.0, "{times:?}");
    // A filter shows what it says.
    browser.evaluate(
        "(document.getElementById('filter').value = 'status:deleted genre:tsumego', \
        document.getElementById('filter').focus())",
    );
    browser.key("Enter");
    browser.wait("window.reviewed.numbers.length === 1 && window.reviewed.puzzle?.status === 'deleted'");
    browser.shot("filtered");
    assert_eq!(browser.call("Runtime.evaluate", json!({ "expression": "1" }))["result"]["value"], 1);
}

/// Run by hand over a large file (`TESUJI_BROWSE=FILE`): how long a decision takes.
#[test]
#[ignore = "measures"]
fn a_large_file_is_fast() {
    let Ok(file) = std::env::var("TESUJI_BROWSE") else { return };
    let begun = std::time::Instant::now();
    let server = Server::start(Path::new(&file), &["--again", "0"]);
    let started = begun.elapsed();
    let mut browser = Browser::open(&server.url).expect("a Chromium");
    browser.wait("document.body?.dataset.ready && window.reviewed.shown > 0");
    let ready = begun.elapsed();
    let mut times: Vec<f64> = (0..200).filter_map(|_| browser.evaluate(TIMED).as_f64()).collect();
    times.sort_by(f64::total_cmp);
    eprintln!("start {started:?}, page {ready:?}; key to board p50 {:.1} ms, p95 {:.1} ms", times[100], times[190]);
    browser.shot("large");
}
