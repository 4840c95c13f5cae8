//! Who is asked what, and with which limits.

use serde::{Deserialize, Serialize};
use tesuji_solver::{Limits, Solver};

/// Which puzzles of a file a solver is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// All.
    All,
    /// The first so many items.
    First(u64),
    /// Every so many-th item, from the first.
    Every(u64),
}

impl Share {
    /// Is the item of that index asked?
    pub fn asks(self, index: u64) -> bool {
        match self {
            Share::All => true,
            Share::First(n) => index < n,
            Share::Every(k) => k > 0 && index.is_multiple_of(k),
        }
    }
}

/// One solver of a check.

pub struct Plan {
    /// The solver.
    pub solver: Box<dyn Solver>,
    /// What it may spend on one puzzle. (How many solutions are sought is the check's matter.)
    pub limits: Limits,
    /// Which puzzles it is asked.
    pub share: Share,
}

impl Plan {
    /// For journals and summaries.
    pub fn describe(&self) -> String {
        let mut text = self.solver.name().to_string();
        if self.limits.nodes < u64::MAX {
            text += &format!(" nodes={}", self.limits.nodes);
        }
        if self.limits.time < std::time::Duration::MAX {
            text += &format!(" time={:?}", self.limits.time);
        }
        match self.share {
            Share::All => {}
            Share::First(n) => text += &format!(" first={n}"),
            Share::Every(k) => text += &format!(" every={k}"),
        }
        text
    }
}
