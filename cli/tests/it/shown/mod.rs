//! Runs the commands of a page, and compares what they print with what the page says.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

/// One command with the lines that the page shows below it.
pub struct Shown {
    /// The words of the command.
    pub words: Vec<String>,
    /// The lines below it.
    lines: Vec<String>,
}

/// The commands in the blocks of code of a page, in order.
pub fn shown(page: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    for block in page.split("```").skip(1).step_by(2) {
        // Commands of one block; lines before the first are no output.
        let mut at = None;
        for line in block.lines().skip(1) {
            if let Some(command) = line.strip_prefix("$ ") {
                let words: Vec<String> = command.split_whitespace().map(str::to_string).collect();
                assert_eq!(words.first().map(String::as_str), Some("tesuji"), "{command}");
                all.push(Shown { words, lines: Vec::new() });
                at = Some(all.len() - 1);
            } else if let Some(at) = at {
                all[at].lines.push(line.to_string());
            }
        }
    }
    all
}

/// Is the text the pattern, in which `…` stands for anything?
fn is_like(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Do the lines come in this order, where a line `…` stands for any number of them?
fn are_like(patterns: &[String], lines: &[&str]) -> bool {
    match (patterns.split_first(), lines.split_first()) {
        (None, rest) => rest.is_none(),
        (Some((any, then)), _) if any.trim() == "…" => (0..=lines.len()).any(|skip| are_like(then, &lines[skip..])),
        (Some(_), None) => false,
        (Some((one, then)), Some((line, rest))) => is_like(one, line) && are_like(then, rest),
    }
}

/// Runs a command, and gives its exit code with both streams together, as a terminal shows them.
pub fn run(words: &[String], folder: &Path) -> (Option<i32>, String) {
    let path = folder.join(".printed");
    let out = File::create(&path).expect("a file");
    let err = out.try_clone().expect("a handle");
    let ended = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(&words[1..])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .status()
        .expect("runs");
    (ended.code(), fs::read_to_string(&path).expect("text"))
}

/// Runs the commands of a page of the project, in one folder: each prints what stands below it.
pub fn check(page: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let commands = shown(&text);
    assert!(commands.len() >= least, "{} commands", commands.len());
    // They build on each other's files.
    let folder = tempfile::tempdir().expect("a folder");
    for one in commands {
        let command = one.words.join(" ");
        let (code, printed) = run(&one.words, folder.path());
        assert_eq!(code, Some(0), "{command}\n{printed}");
        let lines: Vec<&str> = printed.lines().collect();
        assert!(
            are_like(&one.lines, &lines),
            "{command}\nshould print\n{}\nand prints\n{printed}",
            one.lines.join("\n")
        );
    }
}

/// The comparison can fail.
#[test]
fn patterns_tell_lines_apart() {
    let like = |patterns: &[&str], lines: &[&str]| {
        are_like(&patterns.iter().map(|p| p.to_string()).collect::<Vec<_>>(), lines)
    };
    assert!(like(&["a", "…", "d"], &["a", "b", "c", "d"]) && like(&["a", "…"], &["a"]) && like(&["x…z"], &["xyz"]));
    assert!(!like(&["a"], &["a", "b"]) && !like(&["a", "…", "c"], &["a", "b"]) && !like(&["x…z"], &["xy"]));
    assert!(
        !like(&["…", "b"], &["a"]) && !like(&["a…a"], &["a"]) && is_like("a…b…c", "a1b2c") && !is_like("a…b…c", "a1c")
    );
}

#[test]
fn commands_are_found_with_what_stands_below_them() {
    let page = "text\n```\n$ tesuji a\nx\n$ tesuji b\n```\n```\ncargo run\n```\n";
    let found: Vec<(String, usize)> = shown(page).into_iter().map(|s| (s.words.join(" "), s.lines.len())).collect();
    assert_eq!(found, [("tesuji a".to_string(), 1), ("tesuji b".to_string(), 0)]);
}
