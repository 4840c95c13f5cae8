//! Rephasing: from time to time the side that decisions try first is set anew, so that a search
//! whose first guess was poor gets others. (Where one count needs one of many, "none" in most
//! places leads to a pigeonhole, and "one" at once to a solution.)

use super::core::Engine;
use super::policy::Policy;

/// When phases are set anew next, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rephase {
    count: u64,
    after: u64,
}

/// The phases that are set in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phases {
    True,
    Drawn,
    False,
}

impl Rephase {
    /// Is it time, after this number of conflicts?
    pub fn is_due(&self, conflicts: u64, policy: &Policy) -> bool {
        conflicts >= self.after.max(policy.rephase_after)
    }

    fn next(&mut self, conflicts: u64, policy: &Policy) -> Phases {
        let phases = [Phases::True, Phases::Drawn, Phases::False][(self.count % 3) as usize];
        self.count += 1;
        self.after = conflicts + (self.count + 1) * policy.rephase_after;
        phases
    }
}

impl Engine {
    /// Sets the phases of all atoms.
    pub fn rephase(&mut self) {
        let phases = self.rephase.next(self.effort.conflicts, &self.policy);
        // Marsaglia's xorshift: the same at every run.
        let mut state = 0x9e37_79b9_7f4a_7c15 ^ self.effort.conflicts;
        for phase in &mut self.phase {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            *phase = match phases {
                Phases::True => true,
                Phases::False => false,
                Phases::Drawn => state >> 63 == 1,
            };
        }
    }
}
