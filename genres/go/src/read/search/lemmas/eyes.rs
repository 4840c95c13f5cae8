//! What the defender's stones enclose, and which of his chains are pass-alive by that.

use super::super::chains::Chains;
use super::super::geometry::{Geometry, mask};
use crate::read::Cell;

/// Most regions that are looked at.
const MOST: usize = 64;

/// What the defender's stones enclose: regions without stones of his that don't touch the wall.
pub(in crate::read::search) struct Eyes {
    pub(in crate::read::search) count: usize,
    regions: [u64; MOST],
    /// His stones beside them.
    borders: [u64; MOST],
    /// The cells of all of them.
    pub(in crate::read::search) cells: u64,
}

impl Eyes {
    pub(in crate::read::search) fn new() -> Eyes {
        Eyes { count: 0, regions: [0; MOST], borders: [0; MOST], cells: 0 }
    }

    /// Those after a defender's move, from those before it.
    pub(in crate::read::search) fn follow(&mut self, geometry: &Geometry, from: &Eyes, defender: u64, cell: Cell) {
        (self.count, self.cells) = (0, 0);
        let stone = 1_u64 << cell;
        let mut rest = 0;
        let mut inside = false;
        for (&region, &border) in from.regions[..from.count].iter().zip(&from.borders) {
            // Nothing of the others is beside the stone. (No branch: which one it is can't be
            // foretold.)
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

    pub(in crate::read::search) fn copy(&mut self, from: &Eyes) {
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
    pub(in crate::read::search) fn find(&mut self, geometry: &Geometry, defender: u64) {
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
pub(in crate::read::search) fn pass_alive(chains: &Chains, eyes: &Eyes) -> u64 {
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
