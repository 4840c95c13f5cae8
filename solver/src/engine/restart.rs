//! When to restart: when learnt clauses have lately spanned more levels than on the whole.

use super::policy::Policy;

/// Two running means of the number of levels in learnt clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Restart {
    recent: f64,
    overall: f64,
    conflicts: u64,
    since: u64,
}

impl Restart {
    /// A clause over so many levels was learnt.
    pub fn learnt(&mut self, levels: u32, policy: &Policy) {
        self.conflicts += 1;
        self.since += 1;
        let levels = f64::from(levels);
        self.recent += (levels - self.recent) / policy.recent_window;
        self.overall += (levels - self.overall) / policy.overall_window.min(self.conflicts as f64);
    }

    /// Is it time to restart? Starts a new count if so.
    pub fn is_due(&mut self, policy: &Policy) -> bool {
        let due = self.since >= policy.least_conflicts && self.recent > policy.restart_factor * self.overall;
        if due {
            self.since = 0;
            self.recent = self.overall;
        }
        due
    }
}
