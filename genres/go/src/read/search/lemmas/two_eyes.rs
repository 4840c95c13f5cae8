//! Can the defender still get two eyes?

use super::super::chains::Chains;
use super::super::geometry::Geometry;
#[cfg(test)]
use super::super::tests;
use crate::read::Cell;
use crate::read::plain::FEW;

/// Of the cells that could become eyes, those that are no *false eyes*: a part of the rest of the
/// room that is beside only one of them is captured by a stone on that cell, or joined by one to
/// the others; either way it is no eye. (So is a ko there, as long as the defender has only so many
/// threats.) All of them where they are many, or where no two are apart.
pub(super) fn real_eyes(geometry: &Geometry, mut eyes: u64, room: u64) -> u64 {
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

/// Can the defender no longer get two eyes, with the chains in that room (which the immortal
/// enclose) but those that are taken? Of the cells that could become eyes (`eye_cells`) `eyes` are
/// those that are not false.
pub(super) fn no_two_eyes(
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
    // A part that leaves cells when it is taken could have an eye of its own, so that no eye beside
    // it is false. (Of five stones or fewer it gets none, as it would not without false eyes: the
    // attacker answers where they stood.)
    if geometry.two_apart(eye_cells) {
        return false;
    }
    let stones = inside().fold(0, |all, (stones, _)| all | stones);
    is_spoilt(geometry, stones & !near_immortal, near_immortal, eye_cells)
}

/// Does the defender get no second eye where stones of his are taken (*under the stones*)? He plays
/// there first. Let each cell of such a stone that is not beside the immortal have two cells beside
/// it that are, for itself: to a stone on the one the attacker answers on the other, which is then
/// immortal, so that the cell is no eye. Those that have none must not make two eyes with the cells
/// that could become one anyway. (Before they are taken, such a pair is stones of the chain, or
/// liberties of it, which either side fills.)
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
