//! Games in the terminal, their logs, and cutting positions out of logs.

use crate::run;

use run::{piped, tesuji};

#[test]
fn a_game_is_played_logged_and_harvested() {
    let dir = tempfile::tempdir().expect("a folder");
    let log = dir.path().join("games.jsonl");
    let log = log.to_str().expect("a plain path");
    let play = ["azul", "play", "--against", "greedy", "--me", "greedy", "--seed", "5", "--log", log];
    let first = tesuji(&play).code(0).stdout();
    assert!(first.contains("the game is over; first: "), "{first}");
    assert_eq!(tesuji(&play).code(0).stdout(), first, "the same seed, the same game");
    // Two games in one log.
    let cut = tesuji(&["harvest", "azul", log, "--nodes", "2000", "--json"]).code(0);
    let lines = cut.json();
    let summary = lines.last().expect("a summary");
    assert_eq!((&summary["games"], &summary["finished"]), (&2.into(), &2.into()));
    assert_eq!(summary["kept"].as_u64(), Some(lines.len() as u64 - 1));
    // The second game's positions are those of the first.
    assert!(summary["rejected"]["Seen"].as_u64() >= summary["kept"].as_u64());
    let events: Vec<String> = std::fs::read_to_string(log).expect("reads").lines().map(str::to_string).collect();
    for record in &lines[..lines.len() - 1] {
        let event = &events[record["source"]["line"].as_u64().expect("a line") as usize - 1];
        assert!(event.contains("tilesSelected"), "{event}");
        assert!(record["event"]["move"].is_string() && record["puzzle"].is_string());
    }
    // Graded ones can be read back.
    let graded = lines.iter().filter(|r| r["grade"].is_object()).count();
    assert!(graded > 0);
}

#[test]
fn moves_are_asked_for_and_checked() {
    let ran = piped(&["azul", "play", "--against", "random"], "moves\nhint\nnonsense\n1BF extra\nquit\n").code(0);
    let text = ran.stdout();
    for words in ["your move: ", "is no move", "broken off in round 1", "sampled: "] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let first = text.lines().find(|l| l.contains("your move: 1")).and_then(|l| l.split(' ').nth(2)).expect("moves");
    let ran = piped(&["azul", "play", "--against", "random"], &format!("{first}\n{first}\nquit\n")).code(0).stdout();
    assert!(ran.contains("you take ") && ran.contains("is not legal"), "{ran}");
    tesuji(&["azul", "play", "--against", "gready"]).code(2).says("is no policy");
    tesuji(&["azul", "play", "--players", "2", "--seat", "3"]).code(2).says("--seat 3");
}

#[test]
fn a_wrong_log_is_named_and_the_next_is_read() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let (good, bad) = (path("good.jsonl"), path("bad.jsonl"));
    tesuji(&["azul", "play", "--me", "greedy", "--against", "random", "--log", &good]).code(0);
    let text = std::fs::read_to_string(&good).expect("reads");
    let line = text.lines().position(|l| l.contains("emptyFloorLine")).expect("a round") + 1;
    std::fs::write(&bad, text.replacen("\"points\":-", "\"points\":-9", 1)).expect("writes");
    let ran = tesuji(&["harvest", "azul", &bad, &good, "--nodes", "0"]).code(1);
    let ran =
        ran.says(&format!("bad.jsonl:{line}: emptyFloorLine floorLines.")).says("2 logs, 1 wrong; 1 games, 1 finished");
    assert!(ran.json().len() > 20);
}

/// Documents of the practice tool, one after the other as they are exported, are read back as the
/// positions that they were.
#[test]
fn exported_practice_documents_are_read_back() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let (made, out) = (at("made.jsonl"), at("practice.json"));
    tesuji(&["generate", "--genre", "azul", "--count", "3", "--into", &made]).code(0);
    tesuji(&["corpus", "export", "--genre", "azul", "--format", "practice", &made, "--out", &out]).code(0);
    let ids = |records: &[serde_json::Value]| {
        let mut ids: Vec<String> = records.iter().map(|r| r["id"].to_string()).collect();
        ids.sort();
        ids
    };
    let [before, after] =
        [&made, &out].map(|file| ids(&tesuji(&["corpus", "import", "--genre", "azul", file]).code(0).json()));
    assert_eq!((before.len(), &before), (3, &after));
    tesuji(&["azul", "validate", &out]).code(0).says("3 positions, 0 refused");
    let text = std::fs::read_to_string(&out).expect("reads");
    let last = text.lines().count();
    std::fs::write(&out, format!("{text}{{\"state_version\": 1,,}}\n")).expect("writes");
    let words = tesuji(&["corpus", "import", "--genre", "azul", &out]).code(1);
    words.says(&format!("practice.json:{}", last + 1)).says("3 azul");
}

/// A review has the dearest decisions first, in words and on a page, and a practice set that other
/// commands read.
#[test]
fn a_game_is_reviewed() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("a plain path").to_string();
    let (log, page, practice) = (path("game.jsonl"), path("review.html"), path("practice.jsonl"));
    let play = ["azul", "play", "--me", "strong", "--against", "greedy", "--seed", "5", "--log", &log];
    tesuji(&play).code(0);
    let review = ["azul", "review", &log, "--samples", "20", "--nodes", "20000"];
    let words = tesuji(&[&review[..], &["--top", "2"]].concat()).code(0);
    let text = words.says("estimated by play-outs").stdout();
    for part in ["1. Game 1, round", "2. Game 1, round", "   played: ", "   better: ", "   cost: ", "   why ", "] "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
    let lines = tesuji(&[&review[..], &["--json", "--practice", &practice]].concat()).code(0).json();
    let least = |line: &serde_json::Value| {
        let of = |key: &str| line["cost"][key].as_f64().unwrap_or(0.0);
        of("points") - 2.0 * of("standard_error")
    };
    let (summary, lines) = lines.split_last().expect("a summary");
    assert_eq!(summary["decisions"].as_u64(), Some(lines.len() as u64));
    assert!(lines.windows(2).all(|two| least(&two[0]) > least(&two[1]) - 0.04), "worst first");
    assert!(lines.iter().any(|line| line["cost"]["by"] == "reading"));
    let records = std::fs::read_to_string(&practice).expect("a practice set");
    assert_eq!(records.lines().count() as u64, summary["mistakes"].as_u64().expect("a number"));
    tesuji(&["solve", &practice, "--nodes", "100000"]).says(&format!("solve: {} puzzles", records.lines().count()));
    let read = tesuji(&["azul", "review", &log, "--samples", "0", "--nodes", "20000", "--json"]).code(0).json();
    let (of_read, read) = read.split_last().expect("a summary");
    assert!(read.iter().all(|line| line["cost"]["by"] == "reading") && read.len() < lines.len());
    assert_eq!(of_read["left_out"].as_u64(), Some((lines.len() - read.len()) as u64));
    let printed = tesuji(&[&review[..], &["--html", &page, "--json"]].concat()).code(0).json();
    assert_eq!(printed.len(), lines.len() + 1, "a page leaves the JSON as it is");
    tesuji(&[&review[..], &["--html", "-", "--json"]].concat()).code(2).says("standard output");
    let page = std::fs::read_to_string(&page).expect("a page");
    assert_eq!(page.matches("<svg").count(), 5);
    assert!(!page.contains("src=") && !page.contains("<link") && !page.contains("@import"), "it needs no other file");
    for (name, bytes, said) in [
        ("empty.jsonl", &b""[..], "no game in it"),
        ("words.jsonl", b"a log\n", "words.jsonl:1"),
        ("binary.jsonl", b"\xff\xfe\x00\n", "not a text"),
    ] {
        let wrong = path(name);
        std::fs::write(&wrong, bytes).expect("writes");
        tesuji(&["azul", "review", &wrong]).code(1).says(name).says(said).says("1 logs were wrong");
    }
    tesuji(&["azul", "review", &path("missing.jsonl")]).code(1).says("missing.jsonl");
    tesuji(&[&review[..], &["--player", "nobody"]].concat()).code(2).says("no player");
    tesuji(&[&review[..], &["--html", &path("x.pdf")]].concat()).code(2).says("a page is HTML");
}
