//! Goals short of a win: a mill within N turns, K captures within N turns, forced against every
//! defence.
//!
//! Turns are complete turns and N counts the solver's. The defender may do anything legal, capture
//! included; a game that ends before the goal is reached has missed it, even if the solver won it
//! by leaving no move.

use super::meter::{Meter, Spent};
use super::state::{Kernel, State, Step};
use std::collections::HashMap;
use tesuji_solver::Limits;

/// The solver's goal: a number of captures by mills. One capture is "a mill": where a mill takes
/// nothing (there is no man to take), the game is over anyway.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Captures(pub u8);

/// Reads goals. Bounded by positions visited.
pub struct Goals {
    /// The rules.
    pub kernel: Kernel,
    /// Position, captures wanted, solver's turns left, to forced or not; the solver to move.
    memo: HashMap<(State, u8, u8), bool>,
    left: u64,
    /// The caller's limits.
    pub(super) meter: Meter,
}

/// The budget is used up, or a limit of the caller's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfBudget;

impl From<Spent> for OutOfBudget {
    fn from(_: Spent) -> Self {
        OutOfBudget
    }
}

impl Goals {
    /// Visits at most `budget` positions with the solver to move.
    pub fn new(kernel: Kernel, budget: u64) -> Self {
        Goals { kernel, memo: HashMap::new(), left: budget, meter: Meter::new(&Limits::default()) }
    }

    /// Can the side to move force `want` captures within `turns` of its turns?
    ///
    /// # Errors
    /// [`OutOfBudget`].
    pub fn forced(&mut self, at: &State, want: Captures, turns: u8) -> Result<bool, OutOfBudget> {
        self.meter.visit()?;
        if want.0 == 0 {
            return Ok(true);
        }
        // One capture a turn at most.
        if turns < want.0 || self.kernel.lost(at) {
            return Ok(false);
        }
        if want.0 == 1 && turns == 1 {
            return Ok(self.kernel.closing_points(at) != 0);
        }
        let key = (*at, want.0, turns);
        if let Some(&known) = self.memo.get(&key) {
            return Ok(known);
        }
        self.left = self.left.checked_sub(1).ok_or(OutOfBudget)?;
        let mut forced = false;
        let mut steps = self.kernel.all_turns(at);
        // Captures first: they come nearer at once.
        steps.sort_by_key(|s| s.takes.is_none());
        for step in steps {
            if self.after(&self.kernel.play(at, step), want.less(step), turns - 1)? {
                forced = true;
                break;
            }
        }
        self.memo.insert(key, forced);
        Ok(forced)
    }

    /// Is it forced whatever the side to move (the defender) does?
    ///
    /// # Errors
    /// [`OutOfBudget`].
    pub fn after(&mut self, at: &State, want: Captures, turns: u8) -> Result<bool, OutOfBudget> {
        self.meter.visit()?;
        if want.0 == 0 {
            return Ok(true);
        }
        if turns < want.0 || self.kernel.lost(at) {
            return Ok(false);
        }
        for reply in self.replies(at) {
            if !self.forced(&self.kernel.play(at, reply), want, turns)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The defender's turns, those first that are likely to defend: to a point where he is
    /// threatened, or with a capture.
    fn replies(&self, at: &State) -> Vec<Step> {
        let threats = self.kernel.closing_points(&at.passed());
        let mut replies = self.kernel.all_turns(at);
        replies.sort_by_key(|s| (s.takes.is_none(), s.to.bit() & threats == 0));
        replies
    }

    /// The least number of turns, up to `most`, within which the goal is forced.
    ///
    /// # Errors
    /// [`OutOfBudget`].
    pub fn least(&mut self, at: &State, want: Captures, most: u8) -> Result<Option<u8>, OutOfBudget> {
        for turns in want.0..=most {
            if self.forced(at, want, turns)? {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }

    /// The turns that force the goal within `turns`.
    ///
    /// # Errors
    /// [`OutOfBudget`].
    pub fn keys(&mut self, at: &State, want: Captures, turns: u8) -> Result<Vec<Step>, OutOfBudget> {
        let mut keys = Vec::new();
        for step in self.kernel.all_turns(at) {
            if turns > 0 && self.after(&self.kernel.play(at, step), want.less(step), turns - 1)? {
                keys.push(step);
            }
        }
        Ok(keys)
    }

    /// A line: the solver reaches the goal as soon as he can, the defender delays it as long as he
    /// can. Starts with `first`; ends with the capture that completes the goal.
    ///
    /// # Errors
    /// [`OutOfBudget`].
    pub fn line(&mut self, at: &State, first: Step, want: Captures, turns: u8) -> Result<Vec<Step>, OutOfBudget> {
        let (mut at, mut want, mut turns) = (*at, want, turns);
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(step) = next {
            line.push(step);
            at = self.kernel.play(&at, step);
            want = want.less(step);
            turns = turns.saturating_sub(1);
            if want.0 == 0 || turns == 0 {
                break;
            }
            // The reply after which the goal takes longest; captures and blocks before others of
            // equals.
            let mut longest: Option<(u8, Step)> = None;
            for reply in self.replies(&at) {
                let after = self.kernel.play(&at, reply);
                let takes = self.least(&after, want, turns)?.unwrap_or(u8::MAX);
                if longest.is_none_or(|(most, _)| takes > most) {
                    longest = Some((takes, reply));
                }
            }
            let Some((takes, reply)) = longest else { break };
            line.push(reply);
            at = self.kernel.play(&at, reply);
            turns = takes.min(turns);
            next = self.keys(&at, want, turns)?.first().copied();
        }
        Ok(line)
    }
}

impl Captures {
    /// The rest of the goal after a turn.
    fn less(self, step: Step) -> Captures {
        Captures(self.0.saturating_sub(u8::from(step.takes.is_some())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plain: no memory, no order, no bounds but the turns.
    fn plain(kernel: &Kernel, at: &State, want: u8, turns: u8, solver: bool) -> bool {
        if want == 0 {
            return true;
        }
        if turns == 0 || kernel.lost(at) {
            return false;
        }
        let next = |step: &Step| {
            let left = want.saturating_sub(u8::from(solver && step.takes.is_some()));
            plain(kernel, &kernel.play(at, *step), left, turns - u8::from(solver), !solver)
        };
        let steps = kernel.all_turns(at);
        if solver { steps.iter().any(next) } else { steps.iter().all(next) }
    }

    #[test]
    fn as_plain_search_has_it() {
        let kernel = Kernel::standard();
        let mut mixed = 0x2545_f491_u32;
        let mut forced = 0;
        for round in 0..300 {
            let mut left: Vec<u32> = (0..24).collect();
            let mut take = |n: usize| {
                (0..n).fold(0, |s, _| {
                    mixed ^= mixed << 13;
                    mixed ^= mixed >> 17;
                    mixed ^= mixed << 5;
                    s | 1 << left.remove(mixed as usize % left.len())
                })
            };
            let (own, enemy) = (take(4 + round % 3), take(4 + round % 4));
            let hand = u8::from(round % 5 == 0);
            let at = State { own, enemy, own_hand: hand, enemy_hand: hand };
            let (want, turns) = if round % 2 == 0 { (1, 2) } else { (2, 2) };
            let mut goals = Goals::new(kernel, 1_000_000);
            let ours = goals.forced(&at, Captures(want), turns).unwrap();
            assert_eq!(ours, plain(&kernel, &at, want, turns, true), "{at:?}");
            if ours && !kernel.lost(&at) {
                forced += 1;
                let n = goals.least(&at, Captures(want), turns).unwrap().unwrap();
                let keys = goals.keys(&at, Captures(want), n).unwrap();
                let line = goals.line(&at, keys[0], Captures(want), n).unwrap();
                assert_eq!(line.len(), usize::from(n) * 2 - 1, "the defender lasts all {n} turns");
                assert!(line.last().unwrap().takes.is_some());
            }
        }
        assert!((20..280).contains(&forced), "{forced} of 300 forced: the sample says nothing");
    }
}
