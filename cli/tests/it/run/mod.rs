//! Runs the built program.

// Each test file is a program of its own and calls only a part of this.
#![allow(dead_code)]

use assert_cmd::Command;
use serde_json::Value;

/// The output of a run.
pub struct Ran(std::process::Output);

/// Runs the program.
pub fn tesuji(args: &[&str]) -> Ran {
    piped(args, "")
}

/// Runs the program on some input.
pub fn piped(args: &[&str], stdin: &str) -> Ran {
    Ran(Command::cargo_bin("tesuji").expect("built").args(args).write_stdin(stdin).output().expect("runs"))
}

impl Ran {
    /// The exit code is as expected.
    pub fn code(self, expected: i32) -> Self {
        assert_eq!(self.0.status.code(), Some(expected), "{}{}", self.stdout(), self.words());
        self
    }
    /// The exit code.
    pub fn code_of(&self) -> Option<i32> {
        self.0.status.code()
    }
    /// Standard output.
    pub fn stdout(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).expect("text")
    }
    /// Standard error.
    pub fn words(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).expect("text")
    }
    /// Standard output as JSON lines.
    pub fn json(&self) -> Vec<Value> {
        self.stdout().lines().map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{l}: {e}"))).collect()
    }
    /// These words are on standard error.
    pub fn says(self, words: &str) -> Self {
        assert!(self.words().contains(words), "{:?} is not in: {}", words, self.words());
        self
    }
}
