//! Sound static verdicts, as fast as they can be had.
//!
//! **Pass-alive** (Benson 1976): chains with two vital regions each. The defender survives.
//!
//! **No two eyes**: if no two cells that are not beside each other can still become eyes (cells beside immortal attacker
//! stones can't), the attacker captures everything: he fills all cells beside the wall with stones that are then
//! immortal, and the last eye of one cell, or of two beside each other, is filled as a capture. A capture of more than
//! five stones could leave room for eyes inside (*under the stones*): where there are several chains, each chain of more
//! than five must by itself offer no two cells apart, or the attacker must be able to spoil what they offer. Attacker chains with two links to the immortal count as immortal: a stone of the
//! defender on the one is answered on the other.
//!
//! **False eyes**, and the one eye space that is left: cells that could become eyes are left out where stones beside them hang by that cell alone
//! (`real_eyes`); what is left in one space with one chain around is looked up by its shape ([`nakade`]).

use super::chains::{Chains, gates, not_cut_off};
use super::geometry::{Geometry, mask};
use super::nakade::{self, Told};
#[cfg(test)]
use super::tests;
use crate::Role;
use crate::read::plain::FEW;
use crate::read::{Cell, Ply, State};

/// Most regions that are looked at.
const MOST: usize = 64;

/// What the defender's stones enclose: regions without stones of his that don't touch the wall.
pub(super) struct Eyes {
    pub(super) count: usize,
    regions: [u64; MOST],
    /// His stones beside them.
    borders: [u64; MOST],
    /// The cells of all of them.
    pub(super) cells: u64,
}

impl Eyes {
    pub(super) fn new() -> Eyes {
        Eyes { count: 0, regions: [0; MOST], borders: [0; MOST], cells: 0 }
    }

    /// Those after a defender's move, from those before it.
    pub(super) fn follow(&mut self, geometry: &Geometry, from: &Eyes, defender: u64, cell: Cell) {
        (self.count, self.cells) = (0, 0);
        let stone = 1_u64 << cell;
        let mut rest = 0;
        let mut inside = false;
        for (&region, &border) in from.regions[..from.count].iter().zip(&from.borders) {
            // Nothing of the others is beside the stone. (No branch: which one it is can't be foretold.)
            let is_it = region & stone != 0;
            inside |= is_it;
            rest |= region & !stone & mask(is_it);
            (self.regions[self.count & (MOST - 1)], self.borders[self.count & (MOST - 1)]) = (region, border);
            self.count += usize::from(!is_it);
            self.cells |= region & mask(!is_it);
        }
        let outside = geometry.all & !defender;
        if !inside {
            // Only where the stone parts what is around it can it enclose something new.
            let around = geometry.beside(cell) & outside;
            if around & around.wrapping_sub(1) == 0 && around & !geometry.wall == 0 {
                return;
            }
            rest = outside & !self.cells & !geometry.flood(outside & geometry.wall, outside).0;
        }
        self.split(geometry, rest, outside, defender);
    }

    pub(super) fn copy(&mut self, from: &Eyes) {
        (self.count, self.cells) = (from.count, from.cells);
        self.regions[..from.count].copy_from_slice(&from.regions[..from.count]);
        self.borders[..from.count].copy_from_slice(&from.borders[..from.count]);
    }

    #[inline]
    fn push(&mut self, region: u64, border: u64) {
        self.regions[self.count] = region;
        self.borders[self.count] = border;
        self.count += 1;
        self.cells |= region;
    }

    #[inline]
    fn split(&mut self, geometry: &Geometry, mut rest: u64, outside: u64, defender: u64) {
        while rest != 0 {
            let (region, around) = geometry.flood_from(rest.trailing_zeros() as Cell, outside);
            rest &= !region;
            self.push(region, around & defender);
        }
    }

    /// Finds them anew.
    #[inline]
    pub(super) fn find(&mut self, geometry: &Geometry, defender: u64) {
        (self.count, self.cells) = (0, 0);
        let outside = geometry.all & !defender;
        // Regions that touch the wall are no eyes: they are taken out at once.
        let rest = outside & !geometry.flood(outside & geometry.wall, outside).0;
        self.split(geometry, rest, outside, defender);
    }
}

/// Most regions that are taken for vital ones at once, and most chains: more are not looked for.
const VITAL: usize = 16;
const CHAINS: usize = 32;

/// The cells of pass-alive chains with their vital regions, or 0.
pub(super) fn pass_alive(chains: &Chains, eyes: &Eyes) -> u64 {
    let n = chains.defender.len;
    if n == 0 || n > CHAINS || eyes.count < 2 {
        return 0;
    }
    let (stones, liberties) = (&chains.defender.stones[..n], &chains.defender.liberties[..n]);
    // Regions with an empty point that is no chain's liberty are vital to none.
    let foreign = chains.empty & !liberties.iter().fold(0, |all, l| all | l);
    let (mut empty, mut region, mut count) = ([0_u64; VITAL], [0_u8; VITAL], 0);
    for (r, cells) in eyes.regions[..eyes.count].iter().enumerate() {
        (empty[count & (VITAL - 1)], region[count & (VITAL - 1)]) = (cells & chains.empty, r as u8);
        count += usize::from(cells & foreign == 0);
        if count == VITAL {
            break;
        }
    }
    if count < 2 {
        return 0;
    }
    let is_few = |set: u16| set & set.wrapping_sub(1) == 0;
    let (mut alive, mut vital) = (0_u32, [0_u16; CHAINS]);
    for (k, liberties) in liberties.iter().enumerate() {
        let of = empty[..count].iter().enumerate().fold(0, |of, (i, e)| of | u16::from(e & !liberties == 0) << i);
        if !is_few(of) {
            vital[k] = of;
            alive |= 1 << k;
        }
    }
    // Most positions end here: no chain with two vital regions.
    if alive == 0 {
        return 0;
    }
    let (mut healthy, mut lost) = (u16::MAX, !alive & (u32::MAX >> (CHAINS - n)));
    while lost != 0 {
        let gone = bits(lost).fold(0, |all, k| all | stones[k]);
        for (i, &r) in region[..count].iter().enumerate() {
            if eyes.borders[r as usize & (MOST - 1)] & gone != 0 {
                healthy &= !(1 << i);
            }
        }
        lost = bits(alive).filter(|&k| is_few(vital[k] & healthy)).fold(0, |all, k| all | 1 << k);
        alive &= !lost;
        if alive == 0 {
            return 0;
        }
    }
    bits(alive).fold(0, |zone, k| {
        let regions = bits(u32::from(vital[k] & healthy)).fold(0, |all, i| all | eyes.regions[region[i] as usize]);
        zone | stones[k] | regions
    })
}

/// The numbers of the bits of a set.
#[inline]
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize & (CHAINS - 1))?;
        set &= set - 1;
        Some(bit)
    })
}

/// Of the cells that could become eyes, those that are no *false eyes*: a part of the rest of the room that is beside only one of them is captured
/// by a stone on that cell, or joined by one to the others; either way it is no eye. (So is a ko there, as long as the defender has only so many
/// threats.) All of them where they are many, or where no two are apart.
fn real_eyes(geometry: &Geometry, mut eyes: u64, room: u64) -> u64 {
    #[cfg(test)]
    if tests::ONLY_IMMORTAL.get() {
        return eyes;
    }
    while eyes.count_ones() <= FEW && geometry.two_apart(eyes) {
        let held = room & !eyes;
        // What is left to look at; what hangs together with two of them.
        let (mut rest, mut joined, mut found) = (held & geometry.around(eyes), 0, 0);
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            let mut around = geometry.beside(part.trailing_zeros() as Cell);
            loop {
                let beside = around & eyes;
                let next = part | around & held;
                // Most parts are soon beside two.
                if beside & beside.wrapping_sub(1) != 0 || next & joined != 0 {
                    joined |= next;
                    break;
                }
                if next == part {
                    if part & geometry.area.exits == 0 {
                        found |= beside;
                    }
                    break;
                }
                part = next;
                around = geometry.around(part);
            }
            rest &= !(part | joined);
        }
        if found == 0 {
            break;
        }
        eyes &= !found;
    }
    eyes
}

/// Can the defender no longer get two eyes, with the chains in that room (which the immortal enclose) but those that are taken? Of the cells that
/// could become eyes (`eye_cells`) `eyes` are those that are not false.
fn no_two_eyes(
    geometry: &Geometry,
    chains: &Chains,
    taken: u64,
    near_immortal: u64,
    eye_cells: u64,
    eyes: u64,
    room: u64,
) -> bool {
    if geometry.two_apart(eyes) {
        return false;
    }
    let chains = || chains.defender.iter().filter(|(stones, _)| stones & room & !taken != 0);
    if chains().count() <= 1 {
        return true;
    }
    // Once a chain with all of the target is taken, that is the end.
    let all = chains().fold(0, |all, (stones, _)| all | stones);
    let target = geometry.area.target.map_or(0, |target| target & all);
    #[cfg(test)]
    let target = if tests::ONLY_IMMORTAL.get() { 0 } else { target };
    let inside = || chains().filter(|&(stones, _)| target == 0 || target & !stones != 0);
    if inside().all(|(stones, _)| stones.count_ones() <= 5 || !geometry.two_apart(stones & !near_immortal | eye_cells))
    {
        return true;
    }
    #[cfg(test)]
    if tests::ONLY_IMMORTAL.get() {
        return false;
    }
    // A part that leaves cells when it is taken could have an eye of its own, so that no eye beside it is false. (Of five stones or fewer it gets none, as
    // it would not without false eyes: the attacker answers where they stood.)
    if geometry.two_apart(eye_cells) {
        return false;
    }
    let stones = inside().fold(0, |all, (stones, _)| all | stones);
    is_spoilt(geometry, stones & !near_immortal, near_immortal, eye_cells)
}

/// Does the defender get no second eye where stones of his are taken (*under the stones*)? He plays there first. Let each cell of such a
/// stone that is not beside the immortal have two cells beside it that are, for itself: to a stone on the one the attacker answers
/// on the other, which is then immortal, so that the cell is no eye. Those that have none must not make two eyes with the cells that could become
/// one anyway. (Before they are taken, such a pair is stones of the chain, or liberties of it, which either side fills.)
fn is_spoilt(geometry: &Geometry, stones: u64, near_immortal: u64, eye_cells: u64) -> bool {
    let (mut used, mut eyes, mut rest) = (0, eye_cells, stones);
    // Those first that have least to choose from: one or none, two, more.
    for most in [1, 2, 4] {
        let mut left = rest;
        while left != 0 {
            let stone = left & left.wrapping_neg();
            left &= !stone;
            let beside = geometry.beside(stone.trailing_zeros() as Cell) & near_immortal;
            if beside.count_ones() > most {
                continue;
            }
            rest &= !stone;
            let ways = beside & !used;
            let others = ways & ways.wrapping_sub(1);
            if others != 0 {
                used |= ways & !(others & (others - 1));
            } else {
                eyes |= stone;
                if geometry.two_apart(eyes) {
                    return false;
                }
            }
        }
    }
    true
}

/// What the rules or a lemma say of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judged {
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
pub(super) struct Look {
    pub(super) chains: Chains,
    pub(super) eyes: Eyes,
    /// No chain is pass-alive that was not so before the move.
    is_like_before: bool,
}

impl Look {
    pub(super) fn new() -> Look {
        Look { chains: Chains::new(), eyes: Eyes::new(), is_like_before: false }
    }

    /// Finds chains and eyes of a position anew.
    pub(super) fn find(&mut self, geometry: &Geometry, attacker: u64, defender: u64) {
        self.chains.find(geometry, attacker, defender);
        self.eyes.find(geometry, defender);
        self.is_like_before = false;
    }

    /// Finds those of a position after a move that takes those stones, from those before it.
    pub(super) fn follow(&mut self, geometry: &Geometry, from: &Look, after: &State, ply: Ply, taken: u64) {
        self.chains.follow(geometry, &from.chains, after, ply, taken);
        // An attacker's stone that is in no eye takes nothing from what is foreign in them.
        let inside = ply.cell().is_some_and(|cell| from.eyes.cells >> cell & 1 == 1);
        self.is_like_before = taken == 0 && !inside && (after.turn == Role::Defender || ply == Ply::PASS);
        match (ply.cell(), after.turn) {
            // What he does not own stays as it is when the attacker plays there, or stones of his are taken.
            (None, _) | (_, Role::Defender) if taken == 0 => self.eyes.copy(&from.eyes),
            (Some(cell), Role::Attacker) => self.eyes.follow(geometry, &from.eyes, after.defender, cell),
            _ => self.eyes.find(geometry, after.defender),
        }
    }

    /// Is the attacker sure to capture, or the defender to survive, by the rules or a lemma? (After a move: of a position that was not
    /// sure before it.)
    #[inline]
    pub(super) fn judge(&self, geometry: &Geometry, s: &State) -> Judged {
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
    pub(super) fn two_eyes(&self, geometry: &Geometry, s: &State) -> Judged {
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
    pub(super) fn has_no_two_eyes_by_links(&self, geometry: &Geometry, s: &State) -> bool {
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

    /// Cells, among those, where an attacker's move captures all or leaves the defender no two eyes: all of them, or the first.
    pub(super) fn takes_the_eyes(&self, geometry: &Geometry, s: &State, among: u64, all_of_them: bool) -> u64 {
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
            // All is as before, with nothing new beside the immortal, nothing cut off, and no eye near.
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
