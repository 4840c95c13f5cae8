//! Patterns of a whole position: what can be counted in it.
//!
//! Of all positions: eyes with points for eyes, chains, chains in atari, a ko. Of targets in the
//! open, more: how large the room is and who stands in it, how they can get out, what liberties
//! they have.

use super::super::chains::{ChainList, Chains};
use super::super::geometry::{Geometry, mask};
use super::super::lemmas::Eyes;
use super::features::is_one;
use super::target_in_the_open;
use crate::read::State;

/// Where the numbers of each count begin.
mod first {
    pub(super) const APART: usize = 0;
    pub(super) const CHAINS: usize = 32;
    pub(super) const ATARI: usize = 40;
    pub(super) const KO: usize = 56;
    pub(super) const ALWAYS: usize = 57;
    pub(super) const ROOM: usize = 64;
    pub(super) const WAYS_OUT: usize = 80;
    pub(super) const MOST_LIBERTIES: usize = 88;
    pub(super) const EYE_SPACE: usize = 96;
    pub(super) const DAME: usize = 112;
    pub(super) const ALL_APART: usize = 128;
    pub(super) const APART_IN_ROOM: usize = 144;
    pub(super) const ATTACKERS: usize = 208;
    pub(super) const DEFENDERS: usize = 224;
    pub(super) const LIBERTIES_NEAR: usize = 240;
    pub(super) const LIBERTIES_FREE: usize = 248;
    pub(super) const SECOND: usize = 256;
    pub(super) const INTRUDERS: usize = 272;
    pub(super) const WEAK: usize = 280;
    pub(super) const END: usize = 288;
}

/// How many numbers there are.
pub(super) const COUNT: usize = first::END;

/// What one look at the chains of a side gives.
#[derive(Default)]
pub(super) struct Counted {
    chains: usize,
    /// Chains with one liberty, and with two or fewer.
    atari: usize,
    weak: u32,
    /// The liberties of the chains that have a point of the target, and the most that one of them
    /// has.
    liberties: u64,
    most: u32,
    /// The numbers of the chains with a stone on some cells.
    pub(super) near: u64,
}

impl Counted {
    /// Of all chains of a side, by a loop without branches: what they are is hard to foretell.
    #[inline]
    pub(super) fn of(list: &ChainList, target: u64, near: u64) -> Counted {
        let mut counted = Counted { chains: list.len, ..Counted::default() };
        for (i, (stones, liberties)) in list.iter().enumerate() {
            let others = liberties & liberties.wrapping_sub(1);
            counted.atari += usize::from(others == 0);
            counted.weak += u32::from(is_one(others));
            let of_target = liberties & mask(stones & target != 0);
            counted.liberties |= of_target;
            counted.most = of_target.count_ones().max(counted.most);
            counted.near |= u64::from(stones & near != 0) << i;
        }
        counted
    }

    /// Of the defender's and the attacker's chains.
    #[inline]
    pub(super) fn of_both(geometry: &Geometry, chains: &Chains, near: u64) -> [Counted; 2] {
        let target = geometry.area.target.unwrap_or(0);
        [Counted::of(&chains.defender, target, near), Counted::of(&chains.attacker, 0, near)]
    }
}

/// Calls `f` for each.
#[inline]
pub(super) fn each(
    geometry: &Geometry,
    chains: &Chains,
    counted: &[Counted; 2],
    eyes: &Eyes,
    s: &State,
    mut f: impl FnMut(usize),
) {
    let [defender, attacker] = counted;
    let apart = geometry.apart(chains.eye_cells(s.defender)) as usize;
    f(first::APART + eyes.count.min(3) * 8 + apart.min(7));
    f(first::CHAINS + defender.chains.min(7));
    f(first::ATARI + defender.atari.min(3) * 4 + attacker.atari.min(3));
    if s.ko != State::NO_KO {
        f(first::KO);
    }
    f(first::ALWAYS);
    if target_in_the_open(geometry).is_some() {
        of_target(geometry, chains, counted, s, apart, f);
    }
}

/// A number of cells, in steps of that many, at most `most` of them.
#[inline]
fn steps(cells: u32, step: u32, most: u32) -> usize {
    (cells / step).min(most) as usize
}

/// Those of a target in the open.
#[inline]
fn of_target(
    geometry: &Geometry,
    chains: &Chains,
    [defender, attacker]: &[Counted; 2],
    s: &State,
    apart: usize,
    mut f: impl FnMut(usize),
) {
    let (room, near, all) = (chains.room, chains.near_immortal, defender.liberties);
    let is_open = geometry.area.exits != 0;
    // As [`Chains::ways_out`] has them.
    let banned = 1_u64.checked_shl(s.ko.into()).unwrap_or(0);
    let ways_out = all & (geometry.area.exits | chains.out.1) & !banned;
    let (empty, free) = (room & chains.empty, all & !near);
    // Empty cells beside the liberties, where the immortal are not yet.
    let second = geometry.around(all) & chains.empty & !near & !free;
    let cells = room.count_ones();
    f(first::ROOM + steps(cells, 3, 15));
    f(first::WAYS_OUT + if is_open { steps(ways_out.count_ones(), 1, 3) } else { 4 });
    f(first::MOST_LIBERTIES + steps(defender.most, 1, 7));
    f(first::EYE_SPACE + steps((empty & !near).count_ones(), 2, 15));
    f(first::DAME + steps((empty & near).count_ones(), 1, 15));
    f(first::ALL_APART + apart.min(15));
    f(first::APART_IN_ROOM + apart.min(7) * 8 + steps(cells, 6, 7));
    f(first::ATTACKERS + steps((s.attacker & room).count_ones(), 1, 15));
    f(first::DEFENDERS + steps((s.defender & room).count_ones(), 1, 15));
    f(first::LIBERTIES_NEAR + steps((all & near).count_ones(), 1, 7));
    f(first::LIBERTIES_FREE + steps(free.count_ones(), 1, 7));
    f(first::SECOND + steps(second.count_ones(), 1, 15));
    f(first::INTRUDERS + attacker.chains.min(7));
    f(first::WEAK + steps(attacker.weak, 1, 7));
}

/// Does it depend on the order of the points?
#[cfg(test)]
pub(super) fn is_greedy(count: usize) -> bool {
    let greedy = [first::APART..first::CHAINS, first::ALL_APART..first::ATTACKERS];
    greedy.iter().any(|numbers| numbers.contains(&count))
}
