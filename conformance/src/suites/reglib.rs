//! HoDoKu's regression library: the technique of a code, applied to a candidate state, has an
//! instance with exactly the listed outcome.
//!
//! A line is `:<code>[-variant]:<digits>:<grid>:<deleted>:<eliminations>:<placements>:<extra>:`. In
//! the grid `+` stands before a placed value that is no given; candidates are digit, row, column.
//! Variant `x` must find nothing. When digits are given, an instance counts whose pattern or whose
//! outcome is about exactly those digits.

mod case;
pub(super) mod line;

use crate::{Case, Error, Options, Suite};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "reglib",
    about: "HoDoKu regression lines: a technique's outcome, exactly",
    counts: &["fail_cases", "sole_outcome", "other_outcomes"],
    load,
    together: None,
};

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let text = std::fs::read(&options.path)
        .map_err(|e| Error::Input(format!("cannot read {}: {e}", options.path.display())))?;
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.trim_start().starts_with('#'));
    Ok(lines.map(|(i, l)| Box::new(case::RegCase { number: i + 1, text: l.to_string() }) as Box<dyn Case>).collect())
}
