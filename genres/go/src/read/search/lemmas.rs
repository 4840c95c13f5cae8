//! Sound static verdicts, as fast as they can be had.
//!
//! **Pass-alive** (Benson 1976): chains with two vital regions each. The defender survives.
//!
//! **No two eyes**: if no two cells that are not beside each other can still become eyes (cells beside immortal attacker
//! stones can't), the attacker captures everything: he fills all cells beside the wall with stones that are then
//! immortal, and the last eye of one cell, or of two beside each other, is filled as a capture. A capture of more than
//! five stones could leave room for eyes inside (*under the stones*): where there are several chains, each chain of more
//! than five must by itself offer no two cells apart.

use super::chains::Chains;
use super::geometry::{Geometry, each};

/// Most regions that are looked at.
const MOST: usize = 64;

/// The cells of pass-alive chains with their vital regions, or 0.
pub(super) fn pass_alive(geometry: &Geometry, chains: &Chains, defender: u64) -> u64 {
    if chains.defender.len == 0 || chains.defender.len > 32 {
        return 0;
    }
    let outside = geometry.all & !defender;
    let (mut regions, mut borders) = ([0_u64; MOST], [0_u64; MOST]);
    let mut count = 0;
    // Regions that touch the wall are no eyes: they are taken out at once.
    let mut rest = outside & !geometry.flood(outside & geometry.wall, outside).0;
    while rest != 0 {
        let (region, around) = geometry.flood(rest & rest.wrapping_neg(), outside);
        rest &= !region;
        regions[count] = region;
        borders[count] = around & defender;
        count += 1;
    }
    if count < 2 {
        return 0;
    }
    let n = chains.defender.len;
    let mut alive: u32 = u32::MAX >> (32 - n);
    let mut vital = [0_u64; 32];
    for (vital, (_, liberties)) in vital.iter_mut().zip(chains.defender.iter()) {
        for (r, region) in regions[..count].iter().enumerate() {
            if region & chains.empty & !liberties == 0 {
                *vital |= 1 << r;
            }
        }
    }
    let mut healthy = u64::MAX >> (64 - count);
    loop {
        let before = alive;
        for (k, (stones, _)) in chains.defender.iter().enumerate() {
            if alive >> k & 1 == 1 && (vital[k] & healthy).count_ones() < 2 {
                alive &= !(1 << k);
                for (r, border) in borders[..count].iter().enumerate() {
                    if border & stones != 0 {
                        healthy &= !(1 << r);
                    }
                }
            }
        }
        if alive == 0 {
            return 0;
        }
        if alive == before {
            break;
        }
    }
    let mut zone = 0;
    for (k, (stones, _)) in chains.defender.iter().enumerate() {
        if alive >> k & 1 == 1 {
            zone |= stones;
            each(vital[k] & healthy, |r| zone |= regions[r as usize]);
        }
    }
    zone
}

/// Can the defender no longer get two eyes, with the chains in that room (which the immortal enclose)?
pub(super) fn no_two_eyes(geometry: &Geometry, chains: &Chains, eye_cells: u64, room: u64) -> bool {
    if geometry.two_apart(eye_cells) {
        return false;
    }
    let inside = || chains.defender.iter().filter(|(stones, _)| stones & room != 0);
    inside().count() <= 1
        || inside().all(|(stones, _)| {
            stones.count_ones() <= 5 || !geometry.two_apart(stones & !chains.near_immortal | eye_cells)
        })
}
