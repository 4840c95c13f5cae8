//! Sound static verdicts, as fast as they can be had.
//!
//! **Pass-alive** (Benson 1976): chains with two vital regions each. The defender survives.
//!
//! **No two eyes**: if no two cells that are not beside each other can still become eyes (cells
//! beside immortal attacker stones can't), the attacker captures everything: he fills all cells
//! beside the wall with stones that are then immortal, and the last eye of one cell, or of two
//! beside each other, is filled as a capture. A capture of more than five stones could leave room
//! for eyes inside (*under the stones*): where there are several chains, each chain of more than
//! five must by itself offer no two cells apart, or the attacker must be able to spoil what they
//! offer. Attacker chains with two links to the immortal count as immortal: a stone of the defender
//! on the one is answered on the other.
//!
//! **False eyes**, and the one eye space that is left: cells that could become eyes are left out
//! where stones beside them hang by that cell alone (`real_eyes`); what is left in one space with
//! one chain around is looked up by its shape ([`nakade`]).

mod eyes;
mod two_eyes;

use super::chains::{Chains, gates, not_cut_off};
use super::geometry::Geometry;
use super::nakade::{self, Told};
#[cfg(test)]
use super::tests;
use crate::Role;
use crate::read::{Cell, Ply, State};
pub(super) use eyes::{Eyes, pass_alive};
use two_eyes::{no_two_eyes, real_eyes};

/// What the rules or a lemma say of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::read::search) enum Judged {
    /// Nothing.
    Open,
    /// The attacker captures.
    Captured,
    /// He captures by that move, which is his.
    By(Cell),
    /// The defender survives.
    Survived,
}

/// What is looked at in a position: its chains, and what they enclose.
pub(in crate::read::search) struct PositionFeatures {
    pub(in crate::read::search) chains: Chains,
    pub(in crate::read::search) eyes: Eyes,
    /// No chain is pass-alive that was not so before the move.
    is_like_before: bool,
}

impl PositionFeatures {
    pub(in crate::read::search) fn new() -> PositionFeatures {
        PositionFeatures { chains: Chains::new(), eyes: Eyes::new(), is_like_before: false }
    }

    /// Finds chains and eyes of a position anew.
    pub(in crate::read::search) fn find(&mut self, geometry: &Geometry, attacker: u64, defender: u64) {
        self.chains.find(geometry, attacker, defender);
        self.eyes.find(geometry, defender);
        self.is_like_before = false;
    }

    /// Finds those of a position after a move that takes those stones, from those before it.
    pub(in crate::read::search) fn follow(
        &mut self,
        geometry: &Geometry,
        from: &PositionFeatures,
        after: &State,
        ply: Ply,
        taken: u64,
    ) {
        self.chains.follow(geometry, &from.chains, after, ply, taken);
        // An attacker's stone that is in no eye takes nothing from what is foreign in them.
        let inside = ply.cell().is_some_and(|cell| from.eyes.cells >> cell & 1 == 1);
        self.is_like_before = taken == 0 && !inside && (after.turn == Role::Defender || ply == Ply::PASS);
        match (ply.cell(), after.turn) {
            // What he does not own stays as it is when the attacker plays there, or stones of his
            // are taken.
            (None, _) | (_, Role::Defender) if taken == 0 => self.eyes.copy(&from.eyes),
            (Some(cell), Role::Attacker) => self.eyes.follow(geometry, &from.eyes, after.defender, cell),
            _ => self.eyes.find(geometry, after.defender),
        }
    }

    /// Is the attacker sure to capture, or the defender to survive, by the rules or a lemma? (After
    /// a move: of a position that was not sure before it.)
    #[inline]
    pub(in crate::read::search) fn judge(&self, geometry: &Geometry, s: &State) -> Judged {
        let (area, chains) = (&geometry.area, &self.chains);
        if area.is_captured(s) {
            return Judged::Captured;
        }
        if chains.out.0 & area.target.unwrap_or(u64::MAX) != 0 {
            return Judged::Survived;
        }
        let alive = if self.is_like_before { 0 } else { pass_alive(chains, &self.eyes) };
        if alive & s.defender & area.target.unwrap_or(u64::MAX) != 0 {
            return Judged::Survived;
        }
        if area.exits != 0 {
            let ways_out = chains.ways_out(geometry, s).count_ones();
            if ways_out > u32::from(s.turn == Role::Attacker) {
                return Judged::Survived;
            }
        }
        match self.two_eyes(geometry, s) {
            Judged::Open if self.has_no_two_eyes_by_links(geometry, s) => Judged::Captured,
            judged => judged,
        }
    }

    /// The lemma, with what is immortal.
    #[inline]
    pub(in crate::read::search) fn two_eyes(&self, geometry: &Geometry, s: &State) -> Judged {
        let chains = &self.chains;
        if chains.gates(geometry).is_none() {
            return Judged::Open;
        }
        let (near, eye_cells) = (chains.near_immortal, chains.eye_cells(s.defender));
        let eyes = real_eyes(geometry, eye_cells, chains.room);
        if no_two_eyes(geometry, chains, 0, near, eye_cells, eyes, chains.room) {
            return Judged::Captured;
        }
        match nakade::told(geometry, chains, s, eyes, near, chains.room) {
            Told::Dead => Judged::Captured,
            Told::By(cell) => Judged::By(cell),
            Told::Nothing => Judged::Open,
        }
    }

    /// The lemma, with the chains that are linked to the immortal too.
    #[inline]
    pub(in crate::read::search) fn has_no_two_eyes_by_links(&self, geometry: &Geometry, s: &State) -> bool {
        let chains = &self.chains;
        #[cfg(test)]
        if tests::ONLY_IMMORTAL.get() {
            return false;
        }
        let links = chains.links(geometry);
        if links.stones == 0 {
            return false;
        }
        let room = not_cut_off(geometry, chains.room & !links.stones);
        if gates(geometry, room, chains.empty & links.near & !links.pairs).is_none() {
            return false;
        }
        let eye_cells = room & !s.defender & !links.near;
        let eyes = real_eyes(geometry, eye_cells, room);
        no_two_eyes(geometry, chains, 0, links.near, eye_cells, eyes, room)
            || nakade::told(geometry, chains, s, eyes, links.near, room) == Told::Dead
    }

    /// Cells, among those, where an attacker's move captures all or leaves the defender no two
    /// eyes: all of them, or the first.
    pub(in crate::read::search) fn takes_the_eyes(
        &self,
        geometry: &Geometry,
        s: &State,
        among: u64,
        all_of_them: bool,
    ) -> u64 {
        let (area, chains) = (&geometry.area, &self.chains);
        let target = area.target.unwrap_or(u64::MAX);
        let captures = chains.defender.atari();
        let ways_out = if area.exits == 0 { 0 } else { chains.ways_out(geometry, s) };
        let is_gated = chains.gates(geometry).is_some();
        let mut found = 0;
        let mut cells = chains.empty & (chains.near_immortal | captures) & among;
        if s.ko != State::NO_KO {
            cells &= !(1 << s.ko);
        }
        while cells != 0 && (found == 0 || all_of_them) {
            let stone = cells & cells.wrapping_neg();
            let cell = stone.trailing_zeros() as Cell;
            cells &= !stone;
            if ways_out & !stone != 0 {
                continue;
            }
            let taken = if captures & stone != 0 { chains.defender.taken_by(stone) } else { 0 };
            let defender = s.defender & !taken;
            if defender & target == 0 {
                found |= stone;
                continue;
            }
            let (mut joined, mut near) = (0, chains.near_immortal);
            if near & stone != 0 {
                joined = stone | chains.attacker.beside(stone);
                near |= geometry.around(joined);
            }
            let may_cut = joined & !stone != 0 || geometry.may_cut(cell, chains.room);
            // All is as before, with nothing new beside the immortal, nothing cut off, and no eye
            // near.
            let eye_near = geometry.touching[cell as usize & 63] & chains.eye_cells(s.defender);
            let is_new = (near & !chains.near_immortal & chains.room) | (stone & area.exits) | taken | eye_near != 0;
            if is_gated && !is_new && !may_cut {
                continue;
            }
            let mut room = chains.room & !joined;
            if area.target.is_some() && may_cut {
                room = not_cut_off(geometry, room);
            }
            let fill = (chains.empty & !stone | taken) & near;
            let eye_cells = room & !defender & !near;
            let eyes = real_eyes(geometry, eye_cells, room);
            let after = State { attacker: s.attacker | stone, defender, turn: Role::Defender, ..*s };
            if (no_two_eyes(geometry, chains, taken, near, eye_cells, eyes, room)
                || nakade::told(geometry, chains, &after, eyes, near, room) == Told::Dead)
                && (area.exits == 0 || gates(geometry, room, fill).is_some())
            {
                found |= stone;
            }
        }
        found
    }
}
