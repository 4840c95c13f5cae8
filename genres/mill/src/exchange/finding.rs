//! Faults of a pack, with their places.

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The app refuses it, or the format forbids it.
    Error,
    /// The app warns, or the format advises against it.
    Warning,
}

/// One thing that a reading or a validation found.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Finding {
    /// How bad.
    pub severity: Severity,
    /// JSON path: `$.puzzles[3].solutions[0].moves[2].side`.
    pub path: String,
    /// The rule's name: `title-length`.
    pub rule: &'static str,
    /// The fault, and the expected value.
    pub what: String,
}

impl Finding {
    /// An error.
    pub fn error(path: impl Into<String>, rule: &'static str, what: impl Into<String>) -> Self {
        Finding { severity: Severity::Error, path: path.into(), rule, what: what.into() }
    }

    /// A warning.
    pub fn warning(path: impl Into<String>, rule: &'static str, what: impl Into<String>) -> Self {
        Finding { severity: Severity::Warning, path: path.into(), rule, what: what.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}: {}: {} ({})", self.path, self.what, self.rule)
    }
}
