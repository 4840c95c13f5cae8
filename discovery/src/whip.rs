//! Nets of truths that no covers describe, by how the truths fire one after the other (Berthier's
//! chains).

use crate::sets::{CoreSets, bits};
use tesuji_solver::Literal;

/// The plainest reading of a core as a chain of its truths; the length is the number of truths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Reading {
    /// Each truth has one candidate besides those that the candidate before it excludes.
    Bivalue,
    /// Some are excluded by the goal.
    Z,
    /// Some are excluded by candidates further back.
    T,
    /// Both.
    Whip,
    /// Some truth is not linked to the one before it.
    Braid,
}

impl Reading {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Reading::Bivalue => "bivalue-chain",
            Reading::Z => "z-chain",
            Reading::T => "t-whip",
            Reading::Whip => "whip",
            Reading::Braid => "braid",
        }
    }
}

/// Orders of firing that are looked at.
const STEPS: u32 = 50_000;

/// The plainest reading; `None` where singles in the core alone do not refute the goal.
pub(crate) fn whip(core: &CoreSets<'_>, goal: Literal) -> Option<Reading> {
    let mut search = Search { core, seen: core.seen(goal), best: None, steps: 0 };
    search.go(&mut Vec::new(), 0, [false; 3]);
    search.best
}

struct Search<'p, 'a> {
    core: &'p CoreSets<'a>,
    seen: u128,
    best: Option<Reading>,
    steps: u32,
}

impl Search<'_, '_> {
    /// `right` are the candidates that came out true, in order; `used` the truths that fired.
    /// Flags: the goal was needed, a candidate further back was needed, a truth was not linked to
    /// the one before.
    fn go(&mut self, right: &mut Vec<usize>, used: u32, [z, t, loose]: [bool; 3]) {
        let n = self.core.bases.len();
        self.steps += 1;
        if self.steps > STEPS {
            return;
        }
        for i in (0..n).filter(|i| used >> i & 1 == 0) {
            let own = self.core.members[i];
            let before = right.last().map_or(self.seen, |&r| self.core.links(r));
            let by_goal = if right.is_empty() { 0 } else { self.seen & !before };
            let back = right.iter().rev().skip(1).fold(0, |m, &r| m | self.core.links(r)) & !before & !by_goal;
            let left = own & !(before | by_goal | back);
            let flags = [z || own & by_goal != 0, t || own & back != 0, loose || own & before == 0];
            let is_last = right.len() + 1 == n;
            if left == 0 && is_last {
                let kind = match flags {
                    [_, _, true] => Reading::Braid,
                    [false, false, _] => Reading::Bivalue,
                    [true, false, _] => Reading::Z,
                    [false, true, _] => Reading::T,
                    [true, true, _] => Reading::Whip,
                };
                self.best = Some(self.best.map_or(kind, |b| b.min(kind)));
            } else if left.count_ones() == 1 && !is_last {
                right.extend(bits(left));
                self.go(right, used | 1 << i, flags);
                right.pop();
            }
        }
    }
}
