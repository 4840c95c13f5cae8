//! Closers: sound verdicts on a position as it stands.

use crate::read::{Area, State};
use crate::study::lemmas;

/// A closer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ClosedBy {
    /// The stones are off the board (the rules say so; can't be left out).
    Capture,
    /// A stone has reached the open (the rules say so too).
    Escape,
    /// Two eyes that no move of the attacker can take: pass-alive chains.
    TwoEyes,
    /// No two eyes fit in what is left of the eye space.
    NoEyeSpace,
    /// The eye space is a nakade shape with an attacker stone on its vital point.
    Nakade,
}

/// All closers, easiest first.
pub const ALL: [ClosedBy; 5] =
    [ClosedBy::Capture, ClosedBy::Escape, ClosedBy::TwoEyes, ClosedBy::NoEyeSpace, ClosedBy::Nakade];

impl ClosedBy {
    /// Its id in catalogs.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            ClosedBy::Capture => "capture",
            ClosedBy::Escape => "escape",
            ClosedBy::TwoEyes => "two-eyes",
            ClosedBy::NoEyeSpace => "no-eye-space",
            ClosedBy::Nakade => "nakade",
        }
    }

    /// What it says of a position: captured in the end (`true`), or alive (`false`).
    #[must_use]
    pub fn close(self, area: &Area, at: &State) -> Option<bool> {
        match self {
            ClosedBy::Capture => area.is_captured(at).then_some(true),
            ClosedBy::Escape => area.has_escaped(at).then_some(false),
            ClosedBy::TwoEyes => (lemmas::pass_alive(area, at) & area.target.unwrap_or(u64::MAX) != 0).then_some(false),
            ClosedBy::NoEyeSpace => lemmas::no_two_eyes(area, at).then_some(true),
            ClosedBy::Nakade => lemmas::nakade(area, at).map(|_| true),
        }
    }
}

/// A set of closers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closers(u8);

impl Default for Closers {
    fn default() -> Self {
        Closers((1 << ALL.len()) - 1)
    }
}

impl Closers {
    /// Those of them whose id is taken; capture and escape stay, being the rules.
    #[must_use]
    pub fn keep(taken: impl Fn(&str) -> bool) -> Closers {
        let bit = |c: &ClosedBy| matches!(c, ClosedBy::Capture | ClosedBy::Escape) || taken(c.id());
        Closers(ALL.iter().filter(|c| bit(c)).fold(0, |all, c| all | 1 << *c as u8))
    }

    /// Without one.
    #[must_use]
    pub fn without(self, closer: ClosedBy) -> Closers {
        Closers(self.0 & !(1 << closer as u8))
    }

    /// What the first closer that speaks says of a position.
    #[must_use]
    pub fn decide(self, area: &Area, at: &State) -> Option<(bool, ClosedBy)> {
        ALL.iter().filter(|&&c| self.0 >> c as u8 & 1 == 1).find_map(|&c| Some((c.close(area, at)?, c)))
    }
}
