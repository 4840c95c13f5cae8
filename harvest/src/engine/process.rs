//! The process of an engine, with the threads that listen to it.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Lines that are not taken yet.
const AHEAD: usize = 256;
/// The longest line.
const LONGEST: u64 = 64 << 20;
/// Last lines of its standard error in a message.
const TOLD: usize = 5;
/// How long the end of its standard error is waited for, when its output has ended.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// An event of the reading thread.
pub(super) enum Heard {
    Line(String),
    TooLong,
    End,
}

/// The process with what belongs to it.
pub(super) struct Running {
    child: Child,
    /// Lines for its standard input.
    pub(super) input: std::sync::mpsc::Sender<String>,
    pub(super) output: Receiver<Heard>,
    errors: Arc<Mutex<VecDeque<String>>>,
    /// Ends with its standard error.
    errors_end: Receiver<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    /// Starts it by the words of its command line.
    ///
    /// # Errors
    /// Why it can't be started.
    pub(super) fn start(words: &[String]) -> std::io::Result<Running> {
        let mut command = Command::new(words.first().map_or("", String::as_str));
        command
            .args(words.get(1..).unwrap_or_default())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (sender, lines) = channel::<String>();
        if let Some(mut input) = child.stdin.take() {
            // A thread of its own: an engine that does not read keeps nobody waiting but this.
            std::thread::spawn(move || {
                for line in lines {
                    if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        let (to, output) = sync_channel(AHEAD);
        if let Some(out) = child.stdout.take() {
            std::thread::spawn(move || listen(BufReader::new(out), &to));
        }
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let (open, errors_end) = channel();
        if let Some(err) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            std::thread::spawn(move || {
                keep_last(BufReader::new(err), &errors);
                drop(open);
            });
        }
        Ok(Running { child, input: sender, output, errors, errors_end })
    }

    /// The last lines of its standard error, to its end where that is near.
    pub(super) fn last_words(&self) -> Vec<String> {
        let _ = self.errors_end.recv_timeout(LAST_WORDS);
        self.errors.lock().map_or(Vec::new(), |lines| lines.iter().cloned().collect())
    }
}

/// The words of a command line; quotes keep spaces.
pub(super) fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Passes the lines of its output on.
fn listen(mut from: impl BufRead, to: &SyncSender<Heard>) {
    loop {
        let mut line = Vec::new();
        let heard = match (&mut from).take(LONGEST).read_until(b'\n', &mut line) {
            Err(_) | Ok(0) => Heard::End,
            // A line that was cut off by the end is none.
            Ok(n) if !line.ends_with(b"\n") => {
                if n as u64 == LONGEST {
                    Heard::TooLong
                } else {
                    Heard::End
                }
            }
            Ok(_) => Heard::Line(String::from_utf8_lossy(&line).trim_end().to_string()),
        };
        let is_over = !matches!(heard, Heard::Line(_));
        if to.send(heard).is_err() || is_over {
            return;
        }
    }
}

/// Keeps the last lines of its standard error.
fn keep_last(from: impl BufRead, kept: &Mutex<VecDeque<String>>) {
    for line in from.split(b'\n').map_while(Result::ok) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.push_back(String::from_utf8_lossy(&line).trim_end().to_string());
        if kept.len() > TOLD {
            kept.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_spaces_in_a_command() {
        let command = "katago analysis  -config 'my dir/a.cfg'";
        assert_eq!(words(command), ["katago", "analysis", "-config", "my dir/a.cfg"]);
        assert_eq!(words("  a\"b c\"d '' "), ["ab cd", ""]);
        assert_eq!(words("  "), Vec::<String>::new());
    }
}
