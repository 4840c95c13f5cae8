//! Which rules have a movement phase that tables can hold.

use crate::variant::{RuleSet, Stalemate};

/// The rules on which the movement phase depends, where it is closed: where a position without
/// hands is men, side to move, and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Movement {
    /// Diagonals through the corners?
    pub diagonals: bool,
    /// Do three men fly?
    pub flying: bool,
    /// May men in mills be taken even when others are free?
    pub from_mills: bool,
    /// Is having no move a draw (and not a loss)?
    pub blocked_draws: bool,
    /// The most men that a side can have.
    pub men: u8,
}

/// Why a rule set has no tables.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no tables for these rules: {0}")]
pub struct NotClosed(pub &'static str);

impl Movement {
    /// The movement phase of a rule set.
    ///
    /// # Errors
    /// [`NotClosed`] with the rule that stands in the way.
    pub fn of(rules: &RuleSet) -> Result<Movement, NotClosed> {
        let captures = [rules.custodian, rules.intervention, rules.leap];
        let blocked_draws = match rules.stalemate {
            Stalemate::Loss => false,
            Stalemate::Draw => true,
            _ => return Err(NotClosed("a blocked side goes on playing")),
        };
        match rules {
            _ if rules.one_time_mills => Err(NotClosed("a mill takes only once, so the past counts")),
            _ if rules.no_repeated_mill => Err(NotClosed("the last mill bars a move, so the past counts")),
            _ if rules.remove_multiple => Err(NotClosed("a turn may take several men")),
            _ if captures.iter().any(|c| c.enabled) => Err(NotClosed("men are taken in other ways than by mills")),
            _ if rules.least_men != 3 => Err(NotClosed("a side has lost with other than fewer than three men")),
            _ if rules.may_fly && rules.fly_at != 3 => Err(NotClosed("more than three men fly")),
            _ => Ok(Movement {
                diagonals: rules.diagonals,
                flying: rules.may_fly,
                from_mills: rules.remove_from_mills,
                blocked_draws,
                men: rules.men,
            }),
        }
    }

    /// A name for the files: rule sets that share it share tables.
    pub fn key(&self) -> String {
        let lines = if self.diagonals { "diagonals" } else { "plain" };
        let part = |on: bool, name: &'static str| if on { name } else { "" };
        format!(
            "{lines}{}{}{}",
            part(!self.flying, "-nofly"),
            part(self.from_mills, "-anyman"),
            part(self.blocked_draws, "-blockdraw")
        )
    }

    /// Do `count` men fly?
    #[inline(always)]
    pub fn flies(&self, count: u32) -> bool {
        self.flying && count <= 3
    }
}
