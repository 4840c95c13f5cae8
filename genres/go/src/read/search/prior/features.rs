//! The patterns: numbers below [`COUNT`] for what is around the points of a position.
//!
//! Of each side to move its own: for every point that is not the wall's, its class and those of its
//! four neighbours (modulo symmetry); for every point that could become an eye, whose the eight
//! points around it are; and [`counts`].

use super::super::chains::Chains;
use super::super::geometry::{self, Geometry};
use super::super::lemmas::Eyes;
use super::counts::{self, Counted};
use crate::Role;
use crate::read::{Cell, State};

/// Classes of what is on a point.
pub(super) mod class {
    /// Empty, but beside the immortal: never an eye.
    pub(in super::super) const DAME: u8 = 0;
    pub(in super::super) const EMPTY: u8 = 1;
    /// With one liberty; the next two classes have more.
    pub(in super::super) const DEFENDER: u8 = 2;
    /// Joined to an exit: it has liberties enough.
    pub(in super::super) const OUT: u8 = 4;
    /// With one liberty; the next class has more.
    pub(in super::super) const ATTACKER: u8 = 5;
    pub(in super::super) const WALL: u8 = 7;
    pub(in super::super) const EDGE: u8 = 8;
}

/// Pairs of classes, whichever comes first: `[i << 4 | j]`.
pub(super) static PAIR: [u8; 256] = {
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
pub(super) static PLUS: [u16; 4096] = {
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
pub(super) static RING: [u8; 256] = {
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

pub(super) const PLUSES: usize = 7 * 1035;
pub(super) const RINGS: usize = 4 * 55 * 55;
const SIDE: usize = PLUSES + RINGS + counts::COUNT;

/// Number of patterns.
pub const COUNT: usize = 2 * SIDE;

/// The class of each cell, of what is off the region, and of what is off the board.
pub(super) type Classes = [u8; 128];

#[inline]
pub(super) fn of_defender(liberties: u64) -> u8 {
    class::DEFENDER + u8::from(!is_one(liberties)) + u8::from(!is_one(liberties & liberties.wrapping_sub(1)))
}

#[inline]
pub(super) fn of_attacker(liberties: u64) -> u8 {
    class::ATTACKER + u8::from(!is_one(liberties))
}

/// One liberty, or none.
#[inline]
pub(super) fn is_one(liberties: u64) -> bool {
    liberties & liberties.wrapping_sub(1) == 0
}

pub(super) fn classes(chains: &Chains) -> Classes {
    let mut of = [class::WALL; 128];
    of[65] = class::EDGE;
    let mut set = |cells: u64, class: u8| geometry::each(cells, |c| of[c as usize & 63] = class);
    set(chains.empty, class::EMPTY);
    set(chains.empty & chains.near_immortal, class::DAME);
    set(chains.out.0, class::OUT);
    for (stones, liberties) in chains.defender.iter() {
        set(stones, of_defender(liberties));
    }
    for (stones, liberties) in chains.attacker.iter() {
        set(stones, of_attacker(liberties));
    }
    of
}

/// The pattern of a cell with its four neighbours (of the side to move that comes first).
#[inline]
fn plus(geometry: &Geometry, of: &Classes, c: Cell) -> usize {
    let n = &geometry.neighbours[c as usize & 63];
    let at = |i: usize| of[n[i] as usize & 127] as usize;
    let pair = |i: usize, j: usize| PAIR[(at(i) << 4 | at(j)) & 255] as usize;
    of[c as usize & 63] as usize * 1035 + PLUS[(pair(0, 2) << 6 | pair(1, 3)) & 4095] as usize
}

/// The pattern of a cell that could become an eye: one that is empty, or a capturable attacker's.
#[inline]
fn eye(geometry: &Geometry, of: &Classes, c: Cell) -> Option<usize> {
    let eye = match of[c as usize & 63] {
        k @ (class::DAME | class::EMPTY) => k as usize,
        k @ (5 | 6) => k as usize - 3,
        _ => return None,
    };
    let n = &geometry.neighbours[c as usize & 63];
    // A nibble for each class: attacker, defender, empty, edge are 2, 1, 0, 3; the wall is the
    // attacker's.
    let at = |i: usize| (0x0003_2221_1100_u64 >> (4 * of[n[i] as usize & 127])) as usize & 15;
    let plus = RING[(at(0) | at(1) << 2 | at(2) << 4 | at(3) << 6) & 255] as usize;
    let diagonal = RING[(at(4) | at(5) << 2 | at(6) << 4 | at(7) << 6) & 255] as usize;
    Some(PLUSES + (eye * 55 + plus) * 55 + diagonal)
}

/// Calls `f` for each pattern.
#[inline]
pub(super) fn each(geometry: &Geometry, chains: &Chains, eyes: &Eyes, s: &State, mut f: impl FnMut(usize)) {
    let base = base(s.turn);
    let of = classes(chains);
    geometry::each(geometry.all & !chains.immortal, |c| {
        f(base + plus(geometry, &of, c));
        if let Some(eye) = eye(geometry, &of, c) {
            f(base + eye);
        }
    });
    let counted = Counted::of_both(geometry, chains, 0);
    counts::each(geometry, chains, &counted, eyes, s, |i| f(base + PLUSES + RINGS + i));
}

#[inline]
pub(super) fn base(turn: Role) -> usize {
    if turn == Role::Defender { SIDE } else { 0 }
}

/// Is it a count that depends on the order of the points?
#[cfg(test)]
pub(super) fn is_greedy(pattern: usize) -> bool {
    (pattern % SIDE).checked_sub(PLUSES + RINGS).is_some_and(counts::is_greedy)
}
