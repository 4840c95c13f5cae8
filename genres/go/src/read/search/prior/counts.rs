//! Patterns of a whole position: what can be counted in it.
//!
//! Of all positions: eyes with points for eyes, chains, chains in atari, a ko. Of targets in the open, more: how large the room is and who stands in
//! it, how they can get out, what liberties they have.

use super::super::chains::{ChainList, Chains};
use super::super::geometry::Geometry;
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

/// Calls `f` for each.
#[inline]
pub(super) fn each(geometry: &Geometry, chains: &Chains, eyes: &Eyes, s: &State, mut f: impl FnMut(usize)) {
    let apart = geometry.apart(chains.eye_cells(s.defender)) as usize;
    f(first::APART + eyes.count.min(3) * 8 + apart.min(7));
    f(first::CHAINS + chains.defender.len.min(7));
    let atari = |chains: &ChainList| chains.iter().filter(|&(_, l)| is_one(l)).count().min(3);
    f(first::ATARI + atari(&chains.defender) * 4 + atari(&chains.attacker));
    if s.ko != State::NO_KO {
        f(first::KO);
    }
    f(first::ALWAYS);
    if let Some(target) = target_in_the_open(geometry) {
        of_target(geometry, chains, s, target, apart, f);
    }
}

/// A number of cells, in steps of that many, at most `most` of them.
#[inline]
fn steps(set: u64, step: usize, most: usize) -> usize {
    (set.count_ones() as usize / step).min(most)
}

/// Those of a target in the open.
#[inline]
fn of_target(geometry: &Geometry, chains: &Chains, s: &State, target: u64, apart: usize, mut f: impl FnMut(usize)) {
    let (room, near) = (chains.room, chains.near_immortal);
    f(first::ROOM + steps(room, 3, 15));
    let ways = if geometry.area.exits == 0 { 4 } else { steps(chains.ways_out(geometry, s), 1, 3) };
    f(first::WAYS_OUT + ways);
    let (mut all, mut most) = (0, 0);
    for (_, liberties) in chains.defender.iter().filter(|(stones, _)| stones & target != 0) {
        all |= liberties;
        most = steps(liberties, 1, 7).max(most);
    }
    f(first::MOST_LIBERTIES + most);
    let empty = room & chains.empty;
    f(first::EYE_SPACE + steps(empty & !near, 2, 15));
    f(first::DAME + steps(empty & near, 1, 15));
    f(first::ALL_APART + apart.min(15));
    f(first::APART_IN_ROOM + apart.min(7) * 8 + steps(room, 6, 7));
    f(first::ATTACKERS + steps(s.attacker & room, 1, 15));
    f(first::DEFENDERS + steps(s.defender & room, 1, 15));
    f(first::LIBERTIES_NEAR + steps(all & near, 1, 7));
    f(first::LIBERTIES_FREE + steps(all & !near, 1, 7));
    // Empty cells beside the liberties, where the immortal are not yet.
    f(first::SECOND + steps(geometry.around(all) & chains.empty & !near & !(all & !near), 1, 15));
    let (mut intruders, mut weak) = (0, 0);
    for (_, liberties) in chains.attacker.iter().filter(|(stones, _)| stones & chains.immortal == 0) {
        intruders += 1;
        weak += usize::from(liberties.count_ones() <= 2);
    }
    f(first::INTRUDERS + intruders.min(7));
    f(first::WEAK + weak.min(7));
}

/// Does it depend on the order of the points?
#[cfg(test)]
pub(super) fn is_greedy(count: usize) -> bool {
    let greedy = [first::APART..first::CHAINS, first::ALL_APART..first::ATTACKERS];
    greedy.iter().any(|numbers| numbers.contains(&count))
}
