//! Captures that show others (*dominance*), where only a target counts.
//!
//! What the immortal cut off from the target does not matter, and one more immortal stone on an
//! empty cell never hurts the attacker (as in [`forced`](super::forced)). So a position is captured
//! if one was that has the same stones in its room, and a room that is the same but for some more
//! empty cells. (What could go wrong, a chain other than the target's that is taken sooner and
//! leaves room, has not been found in any comparison; see `notes/go-open.md`.) Not where a proof is
//! kept: it is to hold a tree for each position.

use super::chains::Chains;
use super::geometry::Geometry;
use super::table::{Entry, GONE, Table, flag};
use crate::Role;
use crate::read::State;

/// A position as far as its room goes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Inside {
    room: u64,
    attacker: u64,
    defender: u64,
    ko: u8,
    supply: i8,
    defends: bool,
}

impl Inside {
    #[inline]
    fn of(s: &State, room: u64) -> Inside {
        let ko = if room.checked_shr(s.ko.into()).unwrap_or(0) & 1 == 1 { s.ko } else { State::NO_KO };
        let (attacker, defender) = (s.attacker & room, s.defender & room);
        Inside { room, attacker, defender, ko, supply: s.supply.0, defends: s.turn == Role::Defender }
    }

    /// Of all but the room.
    #[inline]
    fn hash(&self) -> u64 {
        let rest = u64::from(self.ko) << 9 | u64::from(self.supply as u8) << 1 | u64::from(self.defends);
        let words = [self.attacker, self.defender, rest];
        words.iter().fold(0, |hash: u64, word| (hash.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Does `other`, seen in `room` (which contains this room), have the same stones, ko, supply
    /// and side to move?
    #[inline]
    fn is_like(&self, other: &Entry, room: u64) -> bool {
        *self == Inside { room: self.room, ..Inside::of(&other.state(), room) }
    }
}

/// A capture that was found: its place and room, and the next one in its list.
#[derive(Clone, Copy)]
struct Kept {
    room: u64,
    hash: u32,
    place: u32,
    next: u32,
}

/// Captures that were found, in lists by what stands in their rooms. Some may be open again: the
/// table knows.
pub(super) struct CapturePatterns {
    /// The first of each list, plus one.
    heads: Vec<u32>,
    found: Vec<Kept>,
}

/// Lists at first: doubled when there are more captures.
const FIRST: usize = 1 << 10;

impl CapturePatterns {
    pub(super) fn new() -> CapturePatterns {
        CapturePatterns { heads: vec![0; FIRST], found: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.heads.truncate(FIRST);
        self.heads.fill(0);
        self.found.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.heads.len() * size_of::<u32>() + self.found.len() * size_of::<Kept>()
    }

    /// The places of all positions have changed, to those ([`GONE`]: it is forgotten).
    pub(super) fn move_to(&mut self, places: &[u32]) {
        self.found.retain_mut(|kept| {
            kept.place = places[kept.place as usize];
            kept.place != GONE
        });
        self.heads.fill(0);
        self.join();
    }

    /// Puts all captures into their lists, which are empty.
    fn join(&mut self) {
        for i in 0..self.found.len() {
            let list = self.list(self.found[i].hash);
            self.found[i].next = std::mem::replace(&mut self.heads[list], i as u32 + 1);
        }
    }

    #[inline]
    fn list(&self, hash: u32) -> usize {
        hash as usize & (self.heads.len() - 1)
    }

    fn keep(&mut self, inside: &Inside, place: u32) {
        if self.found.len() >= self.heads.len() {
            self.heads = vec![0; 2 * self.heads.len()];
            self.join();
        }
        let hash = (inside.hash() >> 32) as u32;
        let list = self.list(hash);
        self.found.push(Kept { room: inside.room, hash, place, next: self.heads[list] });
        self.heads[list] = self.found.len() as u32;
    }

    /// Decides a position that another capture shows. Says whether there is one.
    #[inline]
    pub(super) fn decide(&self, geometry: &Geometry, table: &mut Table, place: u32, s: &State, room: u64) -> bool {
        if !is_used(geometry) {
            return false;
        }
        let Some(other) = self.that_shows(&Inside::of(s, room), table) else { return false };
        let free = table.at(other).is(flag::FREE);
        table.at_mut(place).decide_like(other, free);
        true
    }

    /// Keeps a position in mind, if it is a capture.
    pub(super) fn record(&mut self, geometry: &Geometry, table: &Table, place: u32) {
        let e = table.at(place);
        if !is_used(geometry) || !e.killed() {
            return;
        }
        let s = e.state();
        let inside = Inside::of(&s, Chains::room_of(geometry, s.attacker));
        self.keep(&inside, place);
    }

    /// The place of a capture that shows another one; one that holds for any number of threats, if
    /// there is one.
    #[inline]
    fn that_shows(&self, inside: &Inside, table: &Table) -> Option<u32> {
        let hash = (inside.hash() >> 32) as u32;
        let (mut at, mut shown) = (self.heads[self.list(hash)], None);
        while let Some(found) = self.found.get((at as usize).wrapping_sub(1)) {
            at = found.next;
            if found.hash == hash && inside.room & !found.room == 0 {
                let e = table.at(found.place);
                if e.killed() && inside.is_like(e, found.room) {
                    shown = Some(found.place);
                    if e.is(flag::FREE) {
                        break;
                    }
                }
            }
        }
        shown
    }
}

/// For all stones together there is no room that is cut off, and next to nothing to be gained.
#[inline]
fn is_used(geometry: &Geometry) -> bool {
    geometry.prunes && geometry.area.target.is_some()
}
