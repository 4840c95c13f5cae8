//! The puzzles and limits of each solver.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use tesuji_solver::{Limits, Solver};

/// The puzzles of a file that a solver gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// All.
    All,
    /// The first items, up to this number.
    First(u64),
    /// Every n-th item, from the first.
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
    /// Its limits for one puzzle. (The check sets the number of solutions.)
    pub limits: Limits,
    /// The nodes are as usual: where no network referees, a genre may have its own figure for its
    /// reference.
    pub is_usual: bool,
    /// The puzzles that it gets.
    pub share: Share,
    /// The part of the time of all solvers that it may take, from 0 to 1 (see
    /// [`Times::allowance`](super::Times::allowance)); `None`: any. The number of its puzzles then
    /// depends on the clock.
    pub time_share: Option<f64>,
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
        if let Some(share) = self.time_share {
            text += &format!(" share={:.0}%", 100.0 * share);
        }
        text
    }
}

/// The solvers of a check unless named otherwise. `plain` stands beside `fast` because it
/// propagates with each rule's own `prune`, the ground that proofs and techniques stand on.
pub const STANDARD: &[&str] = &["simple", "fast", "plain", "sat", "milp", "cpsat"];

/// The part of the time that each slow solver gets in a check where nothing else is said.
const FAIR: f64 = 0.25;

impl Plan {
    /// The default puzzles and limits of a solver: a file of a thousand 9×9 puzzles takes a few
    /// minutes. The reference gets 100,000 nodes a puzzle and the first 500 lines; MILP and CP-SAT
    /// 20 seconds a puzzle and the first 150 lines.
    pub fn of(solver: Box<dyn Solver>) -> Plan {
        let (limits, share) = match solver.name() {
            "simple" => (Limits::default().with_nodes(100_000), Share::First(500)),
            "milp" | "cpsat" => (Limits::default().with_time(Duration::from_secs(20)), Share::First(150)),
            _ => (Limits::default(), Share::All),
        };
        Plan { solver, limits, is_usual: true, share, time_share: None }
    }

    /// The part of the time that a slow solver gets where several are compared.
    pub fn fair_share(&self) -> Option<f64> {
        matches!(self.solver.name(), "simple" | "milp" | "cpsat").then_some(FAIR)
    }

    /// The standard plans, and why any of the standard solvers is missing.
    pub fn standard() -> (Vec<Plan>, Vec<String>) {
        let (mut plans, mut missing) = (Vec::new(), Vec::new());
        for name in STANDARD {
            match tesuji_backends::by_name(name) {
                Ok(solver) => plans.push(Plan::of(solver)),
                Err(why) => missing.push(format!("{name} takes no part: {why}")),
            }
        }
        (plans, missing)
    }
}
