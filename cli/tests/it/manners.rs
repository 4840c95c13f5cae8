//! Manners of every command: 80 columns, quiet, closed pipes, full disks, no terminal.
#![cfg(unix)]
use crate::run;

use run::{piped, tesuji};
use std::fs::File;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tesuji");
const HITORI: &str = "hitori/4/4/1114142333214213";

/// Commands with an output of some length, each over a file of puzzles.
const COMMANDS: [&[&str]; 8] = [
    &["show", "FILE"],
    &["solve", "FILE"],
    &["grade", "FILE"],
    &["hint", "FILE"],
    &["check", "FILE", "--verdicts"],
    &["convert", "FILE", "--to", "url"],
    &["book", "FILE", "-o", "-"],
    &["generate", "--genre", "sudoku", "--size", "4x4", "--count", "20", "--seed", "1"],
];

fn words<'a>(command: &[&'a str], file: &'a str) -> Vec<&'a str> {
    command.iter().map(|word| if *word == "FILE" { file } else { word }).collect()
}

fn file(folder: &tempfile::TempDir) -> String {
    let path = folder.path().join("puzzles.txt");
    std::fs::write(&path, format!("{HITORI}\n").repeat(40)).expect("writes");
    path.to_str().expect("a plain path").to_string()
}

/// The names of all commands, from the help.
fn commands() -> Vec<String> {
    let help = tesuji(&["help"]).code(0).stdout();
    let list = help.split("\nOptions:\n").next().expect("a list");
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next().map(str::to_string)).collect()
}

#[test]
fn help_fits_into_80_columns() {
    let all = commands();
    assert!(all.len() > 15, "{all:?}");
    for name in all.iter().filter(|name| *name != "help") {
        let out = Command::new(PROGRAM).args([name, "--help"]).env("COLUMNS", "80").output().expect("runs");
        let text = String::from_utf8(out.stdout).expect("text");
        assert!(out.status.success() && !text.is_empty(), "{name}");
        let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > 100).collect();
        assert!(wide.is_empty(), "{name}: {wide:?}");
    }
}

#[test]
fn quiet_says_errors_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = file(&folder);
    for command in COMMANDS {
        let loud = tesuji(&words(command, &file)).code(0);
        let quiet = tesuji(&[&words(command, &file)[..], &["--quiet"]].concat()).code(0);
        assert_eq!(quiet.words(), "", "{command:?}");
        // Verdicts have times, which differ.
        let [quiet, loud] = [quiet, loud].map(|ran| ran.stdout());
        assert!(quiet == loud || quiet.lines().count() == loud.lines().count() && command[0] == "check", "{command:?}");
    }
    let wrong = piped(&["-q", "grade"], "junk here\n").code(1);
    assert!(wrong.words().lines().all(|line| line.starts_with("error") || line.starts_with("exit 1")));
    assert!(wrong.words().contains("error"));
}

#[test]
fn an_option_before_its_command_is_told() {
    let ran = tesuji(&["--genre", "sudoku", "generate", "--count", "2"]).code(2);
    ran.says("--genre stands after the command: tesuji generate --genre sudoku --count 2");
}

/// Whoever reads no further ends the program without a word.
#[test]
fn a_closed_pipe_is_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = file(&folder);
    for command in COMMANDS {
        let mut child = Command::new(PROGRAM)
            .args(words(command, &file))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        drop(child.stdout.take());
        let out = child.wait_with_output().expect("ends");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.success() && !said.contains("error"), "{command:?}: {:?} {said}", out.status);
    }
}

/// Where standard output takes nothing, every command says so and ends with 1.
#[test]
fn a_full_disk_is_said() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        println!("SKIPPED: no /dev/full here");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = file(&folder);
    for command in COMMANDS {
        let out = Command::new(PROGRAM)
            .args(words(command, &file))
            .stdout(full.try_clone().expect("a handle"))
            .output()
            .expect("runs");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(1), "{command:?}: {said}");
        assert!(said.contains("No space left"), "{command:?}: {said}");
        assert!(!said.contains("panicked"), "{command:?}: {said}");
    }
}

/// Without a terminal there is no bar and no colour.
#[test]
fn no_terminal_gets_plain_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = file(&folder);
    for command in COMMANDS {
        let ran = tesuji(&words(command, &file)).code(0);
        assert!(!ran.words().contains(['\r', '\u{1b}']) && !ran.stdout().contains('\u{1b}'), "{command:?}");
    }
}

/// Starts a command, and sends SIGINT after a while; gives the exit code and the words.
fn interrupted(args: &[&str]) -> (Option<i32>, String) {
    let child = Command::new(PROGRAM).args(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("starts");
    std::thread::sleep(std::time::Duration::from_millis(2500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let out = child.wait_with_output().expect("ends");
    (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
}

/// Ctrl-C ends long commands in order: what is made is kept, and the reason is said.
#[test]
fn ctrl_c_keeps_what_is_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_string();
    let (pack, tables, log) = (path("pack.json"), path("tables"), path("games.jsonl"));
    let request = ["mill", "pack", "--category", "formMill", "--count", "5000", "--draws", "1000000000"];
    let (code, said) = interrupted(&[&request[..], &["--tables", &tables, "--out", &pack]].concat());
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("interrupted"), "{said}");
    assert!(std::fs::read_to_string(&pack).expect("a pack").contains("\"puzzles\""));
    for seed in ["1", "2", "3", "4", "5", "6"] {
        tesuji(&["azul", "play", "--me", "strong", "--against", "greedy", "--seed", seed, "--log", &log]).code(0);
    }
    let (code, said) = interrupted(&["azul", "review", &log, "--samples", "2000", "--top", "1"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("interrupted"), "{said}");
}
