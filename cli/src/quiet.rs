//! `--quiet`: of the words on standard error only errors are passed on, and why the exit code is 1.

use std::ffi::OsStr;
use std::io::{Result, Write};

/// Beginnings of lines that are passed on.
const KEPT: [&str; 2] = ["error", "exit 1:"];

/// Does the command line ask for quiet?
pub fn is_wanted(args: &[&OsStr]) -> bool {
    args.iter().take_while(|arg| **arg != "--").any(|arg| *arg == "--quiet" || *arg == "-q")
}

/// Passes whole lines on, or drops them.
pub struct Quiet<'a> {
    to: &'a mut dyn Write,
    line: Vec<u8>,
}

impl<'a> Quiet<'a> {
    /// Passes on to `to`.
    pub fn new(to: &'a mut dyn Write) -> Self {
        Quiet { to, line: Vec::new() }
    }

    /// The writer, with nothing dropped any more.
    pub fn into_inner(self) -> &'a mut dyn Write {
        self.to
    }
}

impl Write for Quiet<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        for &byte in bytes {
            self.line.push(byte);
            if byte == b'\n' {
                if KEPT.iter().any(|kept| self.line.starts_with(kept.as_bytes())) {
                    self.to.write_all(&self.line)?;
                }
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_passed_on_in_whole_lines() {
        let mut out = Vec::new();
        let mut quiet = Quiet::new(&mut out);
        for part in ["solve: 1 puz", "zles\nerr", "or: bad\nmore\n", "exit 1: 1 bad\n"] {
            quiet.write_all(part.as_bytes()).expect("writes");
        }
        assert_eq!(String::from_utf8(out).as_deref(), Ok("error: bad\nexit 1: 1 bad\n"));
    }
}
