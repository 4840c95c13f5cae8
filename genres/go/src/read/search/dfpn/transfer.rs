//! What a position with one supply of threats shows of the same position with another.

use super::super::table::{Entry, flag};
use super::Search;
use crate::read::{State, Supply};

/// What one number of threats shows of another.
pub(in crate::read::search) struct OtherThreats {
    pub(in crate::read::search) killed: bool,
    /// A capture in which no ban matters.
    free: bool,
    /// The move by which it was survived; 255 for a capture.
    best: u8,
}

impl Search {
    /// What another supply of threats has shown of the position, and where.
    pub(in crate::read::search) fn result_from_other_threats(&self, s: &State) -> Option<OtherThreats> {
        if self.tried == 0 && s.supply == Supply::NONE {
            return None;
        }
        let other = |supply: i8| self.table.get(&State { supply: Supply(supply), ..*s });
        let captured = |e: &Entry| Some(OtherThreats { killed: true, free: e.is(flag::FREE), best: 255 });
        let survived = |e: &Entry| Some(OtherThreats { killed: false, free: false, best: e.best });
        let t = s.supply.0;
        if s.supply == Supply::ATTACKER_UNLIMITED {
            // More threats never hurt; survival without threats usually needs no ban.
            let e = other(0)?;
            return if e.killed() { captured(e) } else { e.survived().then(|| survived(e))? };
        }
        if t <= 0 {
            // Defender threats: a free capture holds with any number; survival with fewer is
            // survival with more.
            for fewer in (t + 1..=0).rev() {
                if let Some(e) = other(fewer) {
                    if e.killed() && e.is(flag::FREE) {
                        return captured(e);
                    }
                    if e.survived() && !e.is(flag::ON_PATH) {
                        return survived(e);
                    }
                }
            }
            for more in (-self.tried..t).rev() {
                if let Some(e) = other(more)
                    && e.killed()
                {
                    return captured(e);
                }
            }
        } else {
            for fewer in (0..t).rev() {
                if let Some(e) = other(fewer)
                    && e.killed()
                {
                    return captured(e);
                }
            }
            if let Some(e) = other(i8::MAX)
                && e.survived()
                && !e.is(flag::ON_PATH)
            {
                return survived(e);
            }
            // A guess: survival without threats usually needs no ban.
            if let Some(e) = other(0)
                && e.survived()
            {
                return survived(e);
            }
        }
        None
    }

    /// Copies the static verdict or guess of the same position without threats, since neither
    /// depends on threats; returns true if it need not be computed again.
    pub(super) fn copy_static_result(&mut self, place: u32, s: &State) -> bool {
        if s.supply == Supply::NONE {
            return false;
        }
        let Some(twin) = self.table.get(&State { supply: Supply::NONE, ..*s }) else { return false };
        let (killed, flags, guessed, best) = (twin.killed(), twin.flags, twin.guessed, twin.best);
        if flags & flag::KNOWN == 0 {
            return false;
        }
        if flags & flag::STATIC != 0 {
            let e = self.table.at_mut(place);
            e.decide(killed);
            e.best = best;
            e.flags |= flag::KNOWN | flags & (flag::STATIC | flag::FREE);
            return true;
        }
        if self.reuse_from_other_threats(place, s) {
            return true;
        }
        if guessed != (0, 0) {
            self.guess(place, s, (u32::from(guessed.0), u32::from(guessed.1)));
        }
        guessed != (0, 0)
    }

    /// What another supply has shown of an open position. Says whether it is decided.
    pub(super) fn reuse_from_other_threats(&mut self, place: u32, s: &State) -> bool {
        let own = self.table.at(place).is(flag::OWN);
        if let Some(OtherThreats { killed, free, best }) = if own { None } else { self.result_from_other_threats(s) } {
            let e = self.table.at_mut(place);
            e.decide(killed);
            e.best = best;
            e.flags |= flag::KNOWN | if free { flag::FREE } else { 0 };
            return true;
        }
        false
    }
}
