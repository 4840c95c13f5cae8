//! What a zone must hold, so that a life holds wherever its pattern is found.
//!
//! - *Pass-alive stones*: they, their vital regions, and what is joined to an exit and encloses
//!   one. *Stones joined to an exit*: they. *Ways out* (one, or two where the attacker moves): the
//!   chain of the target, the cell, and what it joins there.
//! - *A defender's move*: the zone after it and the cell. What is taken, with all around it. No
//!   other attacker chain of the zone may be taken by it: so either all that is beside the cell is
//!   known and each attacker chain there has a liberty in the zone, or each attacker chain that the
//!   zone touches has. What makes the move legal: a liberty, or a chain of his with another
//!   liberty.
//! - *The attacker to move*: the zones after all of his moves in it, and that after a move
//!   elsewhere, which is that after a pass. No move elsewhere may take anything from it: so each
//!   chain of the defender's that it touches is in it whole, with two liberties, or with all cells
//!   around it. What is illegal must stay so.

use super::super::chains::Chains;
use super::super::geometry::{Geometry, each};
use super::super::lemmas::{PositionFeatures, pass_alive};
use crate::Role;
use crate::read::{Ply, State};

/// The zone of a position in which a lemma shows life.
pub(in crate::read::search) fn of_lemma(geometry: &Geometry, look: &mut PositionFeatures, s: &State) -> Option<u64> {
    look.find(geometry, s.attacker, s.defender);
    if let Some(zone) = pass_alive_zone(geometry, look, s) {
        return Some(zone);
    }
    let target = geometry.area.target.unwrap_or(u64::MAX);
    let out = geometry.flood(target & look.chains.out.0, look.chains.out.0).0;
    if out != 0 {
        return Some(out);
    }
    let mut zone = 0;
    let mut ways = look.chains.ways_out(geometry, s);
    for _ in 0..1 + u32::from(s.turn == Role::Attacker) {
        let way = ways & ways.wrapping_neg();
        ways &= !way;
        let (own, _) = look.chains.defender.iter().find(|&(stones, l)| l & way != 0 && stones & target != 0)?;
        zone |= way | own;
        if geometry.area.exits & way == 0 {
            let beside = geometry.around(way);
            zone |= geometry.flood(beside & look.chains.out.0, look.chains.out.0).0;
        }
    }
    Some(zone)
}

/// The zone of pass-alive stones of the target, if there are any in what was looked at.
pub(in crate::read::search) fn pass_alive_zone(geometry: &Geometry, look: &PositionFeatures, s: &State) -> Option<u64> {
    let target = geometry.area.target.unwrap_or(u64::MAX);
    let alive = pass_alive(&look.chains, &look.eyes);
    (alive & s.defender & target != 0).then(|| alive | borders(geometry, &look.chains, s, alive))
}

/// Stones that are joined to an exit and enclose a region of pass-alive ones.
fn borders(geometry: &Geometry, chains: &Chains, s: &State, alive: u64) -> u64 {
    if chains.out.0 == 0 {
        return 0;
    }
    let beside = geometry.around(alive & !s.defender);
    geometry.flood(beside & chains.out.0, chains.out.0).0
}

/// The least cell of a set, unless the zone has one of them.
fn one_of(set: u64, zone: u64) -> u64 {
    if set & zone == 0 { set & set.wrapping_neg() } else { 0 }
}

/// The zone before a defender's move, from that after it.
pub(in crate::read::search) fn before_move(
    geometry: &Geometry,
    s: &State,
    after: &State,
    ply: Ply,
    zone: u64,
) -> Option<u64> {
    let Some(cell) = ply.cell() else { return Some(zone) };
    let stone = 1_u64 << cell;
    let beside = geometry.beside(cell);
    let empty = geometry.all & !(s.attacker | s.defender);
    let taken = s.attacker & !after.attacker;
    let mut zone = zone | stone | taken | geometry.around(taken);
    let with_liberties = |within: u64, mut zone: u64| {
        let mut rest = within & s.attacker & !taken;
        while rest != 0 {
            let (chain, around) = geometry.flood(rest & rest.wrapping_neg(), s.attacker);
            rest &= !chain;
            zone |= chain;
            if chain & geometry.wall == 0 {
                zone |= one_of(around & empty & !stone, zone);
            }
        }
        zone
    };
    let (known, free) = (with_liberties(beside, zone | beside), with_liberties(zone, zone));
    zone = if free.count_ones() < known.count_ones() { free } else { known };
    if beside & empty != 0 {
        zone |= one_of(beside & empty, zone);
    } else if taken == 0 && stone & geometry.area.exits == 0 {
        let mut rest = beside & s.defender;
        loop {
            if rest == 0 {
                return None;
            }
            let (chain, around) = geometry.flood(rest & rest.wrapping_neg(), s.defender);
            rest &= !chain;
            let others = around & empty & !stone;
            if chain & geometry.area.exits != 0 || others != 0 {
                zone |= chain;
                if chain & geometry.area.exits == 0 {
                    zone |= one_of(others, zone);
                }
                break;
            }
        }
    }
    Some(zone)
}

/// The zone with what must belong to it where the attacker moves.
pub(in crate::read::search) fn close(geometry: &Geometry, s: &State, zone: u64) -> u64 {
    let empty = geometry.all & !(s.attacker | s.defender);
    let mut zone = zone;
    loop {
        let before = zone;
        let mut rest = zone & s.defender;
        while rest != 0 {
            let (chain, around) = geometry.flood(rest & rest.wrapping_neg(), s.defender);
            rest &= !chain;
            zone |= chain;
            if chain & geometry.area.exits != 0 {
                continue;
            }
            let liberties = around & empty;
            if liberties & liberties.wrapping_sub(1) == 0 {
                zone |= around;
                continue;
            }
            let first = one_of(liberties, zone);
            zone |= first;
            let inside = liberties & zone;
            if inside & (inside - 1) == 0 {
                zone |= one_of(liberties & !inside, 0);
            }
        }
        each(zone & empty, |cell| zone |= keeps_illegal(geometry, s, empty, cell));
        if zone == before {
            return zone;
        }
    }
}

/// What keeps an attacker's move illegal, if it is.
fn keeps_illegal(geometry: &Geometry, s: &State, empty: u64, cell: u8) -> u64 {
    let stone = 1_u64 << cell;
    let beside = geometry.beside(cell);
    if beside & empty != 0 || geometry.wall & stone != 0 {
        return 0;
    }
    let mut all = beside;
    let mut rest = beside & s.defender;
    while rest != 0 {
        let (chain, around) = geometry.flood(rest & rest.wrapping_neg(), s.defender);
        rest &= !chain;
        if around & empty == stone && chain & geometry.area.exits == 0 {
            return 0;
        }
    }
    let mut rest = beside & s.attacker;
    while rest != 0 {
        let (chain, around) = geometry.flood(rest & rest.wrapping_neg(), s.attacker);
        rest &= !chain;
        if chain & geometry.wall != 0 || around & empty & !stone != 0 {
            return 0;
        }
        all |= chain | around;
    }
    all
}
