//! The patterns: numbers below [`COUNT`] for what is around the points of a position.
//!
//! Of each side to move its own: for every point that is not the wall's, its class and those of its four neighbours
//! (modulo symmetry); for every point that could become an eye, whose the eight points around it are; and counts of eyes,
//! points for eyes, chains, and chains in atari.

use super::super::chains::{ChainList, Chains};
use super::super::geometry::{self, Geometry};
use crate::Role;
use crate::read::State;

/// Classes of what is on a point.
mod class {
    /// Empty, but beside the immortal: never an eye.
    pub(super) const DAME: u8 = 0;
    pub(super) const EMPTY: u8 = 1;
    /// With one liberty; the next two classes have more.
    pub(super) const DEFENDER: u8 = 2;
    /// With one liberty; the next class has more.
    pub(super) const ATTACKER: u8 = 5;
    pub(super) const WALL: u8 = 7;
    pub(super) const EDGE: u8 = 8;
}

/// Pairs of classes, whichever comes first: `[i << 4 | j]`.
static PAIR: [u8; 256] = {
    let mut table = [0; 256];
    let (mut i, mut next) = (0, 0);
    while i < 9 {
        let mut j = i;
        while j < 9 {
            table[i << 4 | j] = next;
            table[j << 4 | i] = next;
            next += 1;
            j += 1;
        }
        i += 1;
    }
    table
};

/// Two pairs, whichever comes first: `[i << 6 | j]`.
static PLUS: [u16; 4096] = {
    let mut table = [0; 4096];
    let (mut i, mut next) = (0, 0);
    while i < 45 {
        let mut j = i;
        while j < 45 {
            table[i << 6 | j] = next;
            table[j << 6 | i] = next;
            next += 1;
            j += 1;
        }
        i += 1;
    }
    table
};

/// Four coarse classes in a ring, two bits each, modulo the symmetries of the square.
static RING: [u8; 256] = {
    let mut table = [255; 256];
    let (mut i, mut next) = (0, 0);
    while i < 256 {
        if table[i] == 255 {
            let n = [i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6];
            let mut turn = 0;
            while turn < 4 {
                let m = [n[turn], n[(turn + 1) % 4], n[(turn + 2) % 4], n[(turn + 3) % 4]];
                table[m[0] | m[1] << 2 | m[2] << 4 | m[3] << 6] = next;
                table[m[3] | m[2] << 2 | m[1] << 4 | m[0] << 6] = next;
                turn += 1;
            }
            next += 1;
        }
        i += 1;
    }
    table
};

const PLUSES: usize = 7 * 1035;
const RINGS: usize = 4 * 55 * 55;
const GLOBALS: usize = 64;
const SIDE: usize = PLUSES + RINGS + GLOBALS;

/// Number of patterns.
pub const COUNT: usize = 2 * SIDE;

/// Calls `f` for each pattern.
#[inline]
pub(super) fn each(geometry: &Geometry, chains: &Chains, s: &State, mut f: impl FnMut(usize)) {
    let mut of = [class::WALL; 128];
    of[65] = class::EDGE;
    geometry::each(chains.empty, |c| of[c as usize] = class::EMPTY);
    geometry::each(chains.empty & chains.near_immortal, |c| of[c as usize] = class::DAME);
    for (stones, liberties) in chains.defender.iter() {
        let k = class::DEFENDER + liberties.count_ones().clamp(1, 3) as u8 - 1;
        geometry::each(stones, |c| of[c as usize] = k);
    }
    for (stones, liberties) in chains.attacker.iter() {
        let k = class::ATTACKER + liberties.count_ones().clamp(1, 2) as u8 - 1;
        geometry::each(stones, |c| of[c as usize] = k);
    }
    let base = if s.turn == Role::Defender { SIDE } else { 0 };
    let mut coarse = [0_u8; 128];
    // A nibble for each class: attacker, defender, empty, edge are 2, 1, 0, 3; the wall is the attacker's.
    for (coarse, fine) in coarse[..66].iter_mut().zip(of) {
        *coarse = (0x0003_2221_1100_u64 >> (4 * fine)) as u8 & 15;
    }
    geometry::each(geometry.all & !chains.immortal, |c| {
        let centre = of[c as usize & 63] as usize;
        let n = &geometry.area.neighbours[c as usize];
        let at = |i: usize| of[n[i] as usize & 127] as usize;
        let pair = |i: usize, j: usize| PAIR[(at(i) << 4 | at(j)) & 255] as usize;
        let plus = PLUS[(pair(0, 2) << 6 | pair(1, 3)) & 4095];
        f(base + centre * 1035 + plus as usize);
        // Empty points and capturable attackers could become eyes.
        let eye = match centre as u8 {
            class::DAME | class::EMPTY => centre,
            5 | 6 => centre - 3,
            _ => return,
        };
        let at = |i: usize| coarse[n[i] as usize & 127];
        let plus = RING[(at(0) | at(1) << 2 | at(2) << 4 | at(3) << 6) as usize] as usize;
        let diagonal = RING[(at(4) | at(5) << 2 | at(6) << 4 | at(7) << 6) as usize] as usize;
        f(base + PLUSES + (eye * 55 + plus) * 55 + diagonal);
    });
    let global = base + PLUSES + RINGS;
    let outside = geometry.all & !s.defender;
    let mut rest = outside & !geometry.flood(outside & geometry.wall, outside).0;
    let mut eyes = 0;
    while rest != 0 && eyes < 3 {
        rest &= !geometry.flood(rest & rest.wrapping_neg(), outside).0;
        eyes += 1;
    }
    let apart = geometry.apart(chains.eye_cells(geometry, s.defender)).min(7) as usize;
    f(global + eyes * 8 + apart);
    f(global + 32 + chains.defender.len.min(7));
    let atari = |chains: &ChainList| chains.iter().filter(|(_, l)| l.count_ones() == 1).count().min(3);
    f(global + 40 + atari(&chains.defender) * 4 + atari(&chains.attacker));
    if s.ko != State::NO_KO {
        f(global + 56);
    }
    f(global + 57);
}

/// Is it a count that depends on the order of the points?
#[cfg(test)]
pub(super) fn is_greedy(pattern: usize) -> bool {
    (PLUSES + RINGS..PLUSES + RINGS + 32).contains(&(pattern % SIDE))
}
