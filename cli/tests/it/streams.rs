//! Answers come as they are done, and Ctrl-C ends a run in order.
#![cfg(unix)]

use crate::run;

use run::tesuji;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A puzzle of 9×9 with one solution, made by this program.
fn puzzle(seed: &str) -> String {
    let made = tesuji(&["generate", "--genre", "sudoku", "--seed", seed]).code(0).json().remove(0);
    made["puzzle"].as_str().expect("a text").to_string()
}

/// A program beside this one asks and is answered, line by line, on a pipe that stays open.
#[test]
fn a_line_is_answered_before_the_next_is_asked() {
    for command in ["grade", "solve", "check", "hint"] {
        let mut args = vec![command, "--genre", "sudoku", "-"];
        if command == "check" {
            args.extend(["--solvers", "fast,plain", "--verdicts"]);
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_tesuji"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        let mut ask = child.stdin.take().expect("a pipe");
        let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
        let (send, receive) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            while answers.read_line(&mut line).is_ok_and(|n| n > 0) {
                let _ = send.send(std::mem::take(&mut line));
            }
        });
        for seed in ["1", "2", "3"] {
            let asked = puzzle(seed);
            writeln!(ask, "{asked}").expect("asks");
            let answer = receive.recv_timeout(Duration::from_secs(60)).expect("an answer while the pipe is open");
            let record: serde_json::Value = serde_json::from_str(&answer).expect("a record");
            match command {
                "hint" => assert_eq!(record["answer"], "step"),
                _ => assert_eq!(record["puzzle"], asked, "{command}"),
            }
        }
        drop(ask);
        assert!(child.wait().expect("ends").success(), "{command}");
    }
}

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts")
}

/// As Ctrl-C does.
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn lines(path: &Path) -> usize {
    std::fs::read_to_string(path).expect("reads").lines().count()
}

#[test]
fn an_interrupted_generator_leaves_its_file() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("book.jsonl");
    let file = path.to_str().expect("a plain path");
    let make = |count: &'static str| {
        ["generate", "--genre", "sudoku", "--count", count, "--time", "10m", "--nodes", "100000000", "--into", file]
    };
    let child = start(&make("1000000"));
    let part = dir.path().join(".book.jsonl.part");
    wait_for("nothing was made", || part.metadata().is_ok_and(|m| m.len() > 2000));
    interrupt(&child);
    let ended = child.wait_with_output().expect("ends");
    let words = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(1), "{words}");
    let told = ["exit 1: ", "of 1000000 made: interrupted", "book.jsonl; the same command makes the others"];
    assert!(told.iter().all(|t| words.contains(t)), "{words}");
    let made = lines(&path);
    assert!(made > 0 && !part.exists());
    // The repeated request keeps the file's puzzles and adds the missing ones.
    let count: &'static str = Box::leak((made + 2).to_string().into_boxed_str());
    tesuji(&make(count)).code(0).says("2 added");
    assert_eq!(lines(&path), made + 2);
}

#[test]
fn an_interrupted_pass_says_where_its_records_are_and_goes_on() {
    let dir = tempfile::tempdir().expect("a folder");
    let input = dir.path().join("in.txt");
    std::fs::write(&input, format!("{}\n", puzzle("7")).repeat(80_000)).expect("writes");
    let [input, out, whole] = [input, dir.path().join("out.jsonl"), dir.path().join("whole.jsonl")];
    let [input, file] = [&input, &out].map(|p| p.to_str().expect("a plain path"));
    let grade = ["grade", "--genre", "sudoku", "--threads", "1", input, "--out", file];
    let child = start(&grade);
    let journal = dir.path().join(".out.jsonl.journal");
    wait_for("no checkpoint", || journal.exists());
    interrupt(&child);
    let ended = child.wait_with_output().expect("ends");
    let words = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(1), "{words}");
    let told =
        ["exit 1: interrupted", "what is done is kept in", ".out.jsonl.part; the same command goes on from there"];
    assert!(told.iter().all(|t| words.contains(t)), "{words}");
    assert!(!out.exists());
    tesuji(&grade).code(0).says("goes on after");
    tesuji(&["grade", "--genre", "sudoku", input, "--out", whole.to_str().expect("a plain path")]).code(0);
    assert!(std::fs::read(&out).expect("reads") == std::fs::read(&whole).expect("reads"));
}

/// A command without a file says in a terminal what it waits for.
#[test]
fn a_terminal_is_told_that_it_is_read() {
    let Ok(found) = Command::new("script").arg("--version").output() else {
        eprintln!("SKIPPED: there is no program `script` to make a terminal with");
        return;
    };
    assert!(found.status.success());
    for command in ["solve", "hint"] {
        let inner = format!("{} {command} --genre sudoku", env!("CARGO_BIN_EXE_tesuji"));
        // Once is enough; else the test would wait for ever.
        let mut child = Command::new("timeout")
            .args(["60", "script", "-qec", &inner, "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut keys = child.stdin.take().expect("a pipe");
        std::thread::sleep(Duration::from_millis(1500));
        // Ctrl-D at the beginning of a line: the end of the input.
        keys.write_all(b"\x04").expect("types");
        drop(keys);
        let ended = child.wait_with_output().expect("ends");
        let said = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert_ne!(ended.status.code(), Some(124), "{command} waits for more: {said:?}");
        assert!(said.contains("reading standard input"), "{command}: {said:?}");
    }
}

/// Lines that no command takes for a puzzle.
const NO_PUZZLES: [&str; 10] = [
    "",
    "# a remark",
    "junk",
    "1234",
    "12..34..12..34.x",
    "{\"genre\": \"sudoku\"}",
    "{\"genre\": \"hitori\", \"puzzle\": \"hitori/4/4/1114142333214213\"}",
    "{\"genre\": \"sudoku\", \"puzzle\": ",
    "{\"line\": 7, \"error\": \"told before\"}",
    "https://puzz.link/p?slither/4/4/dgdh2c7b",
];

/// Every line of a pipe is answered by one line, in order, that names it; also a bad one.
#[test]
fn a_thousand_lines_get_a_thousand_answers() {
    let made =
        tesuji(&["generate", "--genre", "sudoku", "--size", "4x4", "--count", "30", "--seed", "3"]).code(0).json();
    let good: Vec<&str> = made.iter().map(|record| record["puzzle"].as_str().expect("a text")).collect();
    let is_bad = |n: usize| n % 10 == 9;
    let line = |n: usize| if is_bad(n) { NO_PUZZLES[n / 10 % NO_PUZZLES.len()] } else { good[n * 7 % good.len()] };
    let asked: String = (0..1000).map(|n| format!("{}\n", line(n))).collect();
    for command in ["hint", "solve", "grade", "candidates", "repair", "check"] {
        for option in [None, Some("--lines")] {
            let args: Vec<&str> = [command, "--genre", "sudoku"].into_iter().chain(option).collect();
            let answers = run::piped(&args, &asked).code(1).json();
            assert_eq!(answers.len(), 1000, "{args:?}");
            for (n, answer) in answers.iter().enumerate() {
                assert_eq!(answer["line"], n + 1, "{args:?}: {answer}");
                assert_eq!(answer["error"].is_string(), is_bad(n), "{args:?}: {} was answered by {answer}", line(n));
            }
        }
    }
}

/// A program whose first line is bad hears of it before it sends the next one.
#[test]
fn a_bad_first_line_is_answered_at_once() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["solve", "--genre", "sudoku", "--lines"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let mut ask = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    for asked in ["junk", "", &puzzle("4")] {
        writeln!(ask, "{asked}").expect("asks");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("an answer");
        let record: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(record["error"].is_null(), asked.len() > 10, "{asked:?}: {answer}");
    }
    drop(ask);
    child.wait().expect("ends");
}

/// The errors of a command are passed on by the next one in the pipe, one answer each.
#[test]
fn errors_go_through_a_pipe_of_commands() {
    let asked = format!("{}\njunk\n{}\n", puzzle("5"), puzzle("6"));
    let solved = run::piped(&["solve", "--genre", "sudoku"], &asked).code(1).stdout();
    let graded = run::piped(&["grade"], &solved).code(1).json();
    let told = run::piped(&["solve", "--genre", "sudoku"], &asked).json()[1]["error"].clone();
    assert_eq!(graded.len(), 3);
    assert!(told.is_string() && graded[1]["error"] == told, "{graded:?}");
}

/// The time is heard where nothing comes, and inside a line that has no end.
#[test]
fn limits_are_heard_before_the_first_line() {
    for command in ["solve", "grade", "check", "hint", "candidates"] {
        for endless in [true, false] {
            let begun = Instant::now();
            let mut child = Command::new(env!("CARGO_BIN_EXE_tesuji"));
            child.args([command, "--genre", "sudoku", "--time", "0.3s"]).stdout(Stdio::null()).stderr(Stdio::null());
            if endless {
                child.arg("/dev/zero");
            } else {
                child.arg("-").stdin(Stdio::piped());
            }
            let mut child = child.spawn().expect("starts");
            let silent = child.stdin.take();
            let code = child.wait().expect("ends").code();
            drop(silent);
            assert_eq!(code, Some(1), "{command}");
            assert!(begun.elapsed() < Duration::from_secs(20), "{command}: {:?}", begun.elapsed());
        }
    }
}
