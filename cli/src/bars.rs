//! Progress bars and messages on standard error.

use crate::errors::Errors;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::Write;
use tesuji_corpus::Progress;
use tesuji_genre::Bad;

/// Messages for bad items, and a bar where a person looks.
pub struct Bars<'a> {
    err: &'a mut dyn Write,
    terminal: bool,
    bar: Option<ProgressBar>,
    errors: Errors,
}

impl<'a> Bars<'a> {
    /// Bars only on a terminal.
    pub fn new(err: &'a mut dyn Write, terminal: bool) -> Self {
        Bars { err, terminal, bar: None, errors: Errors::default() }
    }

    /// The errors of which not all were printed.
    fn sum_up(&mut self) {
        for sum in self.errors.sums() {
            self.say(&sum);
        }
    }

    fn say(&mut self, words: &str) {
        let err = &mut self.err;
        let mut write = || {
            let _ = writeln!(err, "{words}");
        };
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

/// A bad item as a report with its line, for a person.
#[derive(Debug)]
struct Shown {
    what: String,
    name: String,
    text: String,
    at: usize,
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Shown {}

impl miette::Diagnostic for Shown {
    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.text)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        let label = miette::LabeledSpan::new(Some(self.name.clone()), self.at, 1);
        Some(Box::new(std::iter::once(label)))
    }
}

/// One message: a line for a machine, a picture of the place for a person.
fn message(bad: &Bad, text: Option<&str>, terminal: bool) -> String {
    let one_line = format!("error: {bad}");
    let (true, Some(text), Some(column)) = (terminal, text, bad.column) else { return one_line };
    let Some((at, _)) = text.char_indices().nth(column as usize - 1) else { return one_line };
    let shown = Shown { what: bad.to_string(), name: bad.what.clone(), text: text.to_string(), at };
    let mut out = String::new();
    match miette::GraphicalReportHandler::new().render_report(&mut out, &shown) {
        Ok(()) => out,
        Err(_) => one_line,
    }
}

impl Progress for Bars<'_> {
    fn is_watched(&self) -> bool {
        self.terminal
    }

    fn start(&mut self, total: Option<u64>, done: u64) {
        if !self.terminal {
            return;
        }
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
        // Without a known total the bar has no length.
        let style = ProgressStyle::with_template(match total {
            Some(_) => "{bar:40} {pos}/{len} {per_sec} {eta}",
            None => "{pos} read {per_sec} {elapsed}",
        });
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_position(done);
        self.bar = Some(bar);
    }

    fn advance(&mut self, items: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(items);
        }
    }

    fn bad(&mut self, bad: &Bad, text: Option<&str>) {
        if self.errors.admits(bad) {
            let words = message(bad, text, self.terminal);
            self.say(&words);
        }
    }

    fn note(&mut self, words: &str) {
        self.say(words);
    }

    fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.sum_up();
    }
}

/// A run that fails is summed up too.
impl Drop for Bars<'_> {
    fn drop(&mut self) {
        self.sum_up();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_sees_the_place() {
        let bad = Bad::new("no digit").column(3).line(7).file("a.txt");
        let shown = message(&bad, Some("12x4"), true);
        assert!(shown.contains("12x4") && shown.contains("a.txt:7:3") && shown.contains("no digit"), "{shown}");
        assert_eq!(message(&bad, Some("12x4"), false), "error: a.txt:7:3: no digit");
    }
}
