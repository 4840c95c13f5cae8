//! The end of a command: exit 0 where it did all of the request, else 1 with the reasons.

use crate::{Console, Failure, common};
use serde_json::Value;
use std::collections::BTreeMap;
use tesuji_solver::Stop;

/// The reasons why a command did less than its request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ending {
    reasons: Vec<String>,
}

impl Ending {
    /// Nothing is missing.
    pub fn new() -> Ending {
        Ending::default()
    }

    /// A reason, where there is one.
    #[must_use]
    pub fn because(mut self, holds: bool, reason: impl FnOnce() -> String) -> Ending {
        if holds {
            self.reasons.push(reason());
        }
        self
    }

    /// Input that was no puzzle, or could not be treated.
    #[must_use]
    pub fn bad(self, n: u64) -> Ending {
        self.because(n > 0, || format!("{n} bad"))
    }

    /// Items that a limit left without an answer, by why.
    #[must_use]
    pub fn unfinished(mut self, by: &BTreeMap<String, u64>) -> Ending {
        self.reasons.extend(by.iter().map(|(why, n)| format!("{n} unfinished ({why})")));
        self
    }

    /// The end of the input was not reached.
    #[must_use]
    pub fn stopped(self, stop: Stop) -> Ending {
        self.because(stop != Stop::Exhausted, || super::commands::ended(stop).to_string())
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        u8::from(!self.reasons.is_empty())
    }

    /// Puts the reasons into a summary, where there are any (`reasons`).
    pub fn write(&self, summary: &mut Value) {
        if let (false, Some(fields)) = (self.reasons.is_empty(), summary.as_object_mut()) {
            fields.insert("reasons".into(), self.reasons.clone().into());
        }
    }

    /// Prints a summary as JSON with `json`, else in words; then why the exit code is 1, if it is.
    /// Gives the code.
    ///
    /// # Errors
    /// [`Failure`] where standard output can't be written.
    pub fn tell(&self, json: bool, mut summary: Value, words: &str, console: &mut Console<'_>) -> Result<u8, Failure> {
        if json {
            self.write(&mut summary);
            common::print_json(&summary, console)?;
        } else {
            console.out.flush()?;
            let _ = writeln!(console.err, "{words}");
        }
        self.explain(console);
        Ok(self.code())
    }

    /// Says on standard error why the exit code is 1, if it is.
    pub fn explain(&self, console: &mut Console<'_>) {
        if !self.reasons.is_empty() {
            let _ = writeln!(console.err, "exit 1: {}", self.reasons.join("; "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_reason_is_enough() {
        let fine = Ending::new().bad(0).stopped(Stop::Exhausted).unfinished(&BTreeMap::new());
        assert_eq!((fine.code(), fine), (0, Ending::new()));
        let short = Ending::new().bad(2).stopped(Stop::Time).unfinished(&[("nodes".to_string(), 3)].into());
        let mut summary = serde_json::json!({});
        short.write(&mut summary);
        let reasons = serde_json::json!(["2 bad", "out of time (--time)", "3 unfinished (nodes)"]);
        assert_eq!((short.code(), &summary["reasons"]), (1, &reasons));
    }
}
