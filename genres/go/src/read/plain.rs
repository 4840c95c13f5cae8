//! The lemmas as plainly as they are stated: what the checker of proofs and the reference reader go
//! by. The search has fast versions of its own.
//!
//! D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976): a set of chains is alive
//! unconditionally if each of them has at least two vital regions (enclosed areas all of whose
//! empty points are liberties of the chain) whose boundary is in the set.

use crate::Role;
use crate::read::{Area, State, Supply, cells};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tesuji_solver::reading::PlainState;

/// Cells that could become eyes are looked at one by one where there are no more of them.
pub(super) const FEW: u32 = 5;
/// Most cells of an eye space that is played out.
pub(super) const LARGEST: usize = 6;
/// Moves outside that make a difference to such a space, at most. (The search's tables go on until
/// one more makes none, and say the same.)
const OUTSIDE: usize = 3;

/// The defender stones of chains that the attacker can't capture even if the defender always
/// passes. Areas beside the wall are no eyes.
pub fn pass_alive(area: &Area, at: &State) -> u64 {
    let parts = |mut rest: u64| {
        let mut parts = Vec::new();
        while rest != 0 {
            let part = area.flood(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            parts.push(part);
        }
        parts
    };
    let mut chains = parts(at.defender);
    let mut regions = parts(area.all & !at.defender);
    regions.retain(|r| r & area.wall == 0);
    let is_vital = |region: u64, chain: u64| cells(region & !at.attacker).all(|c| area.beside[c as usize] & chain != 0);
    loop {
        let before = (chains.len(), regions.len());
        chains.retain(|&chain| {
            if chain & area.exits != 0 {
                return true;
            }
            let borders = |r: &&u64| area.around(**r) & chain != 0 && is_vital(**r, chain);
            regions.iter().filter(borders).count() >= 2
        });
        let alive: u64 = chains.iter().fold(0, |all, c| all | c);
        regions.retain(|&r| area.around(r) & at.defender & !alive == 0);
        if before == (chains.len(), regions.len()) {
            return alive;
        }
    }
}

/// Can the defender no longer get two eyes? Cells beside the wall, or beside attacker chains that
/// touch it, are no eyes; if no two other cells that are not beside each other can become some, the
/// attacker fills everything up. A capture of more than five stones could leave room for eyes
/// (*under the stones*): where there are several chains, the larger ones must not offer that, or
/// the attacker must be able to spoil it. Where only a target counts, what the immortal cut off
/// from it does not.
///
/// A *false eye* is none: where a part of the room without a cell that could become an eye is
/// beside only one that could, the attacker fills that part up and captures it by a stone on the
/// cell; or the defender fills the cell. (A ko there is lost as soon as he runs out of threats.)
///
/// Where all cells that could become eyes are in one space with one chain around, it is played out,
/// whatever liberties the chain has outside.
///
/// An attacker chain with two empty cells beside it that are also beside the immortal is as good as
/// joined to them: to a stone on the one he answers on the other (*miai*). So is a chain that is
/// joined in that way to such a chain, as long as no cell is used twice.
pub fn no_two_eyes(area: &Area, at: &State) -> bool {
    let immortal = area.flood(at.attacker & area.wall, at.attacker);
    let mut held = Held { stones: immortal, near: area.around(immortal) | area.wall, pairs: 0 };
    while !held.leaves_no_two_eyes(area, at) {
        if !held.links_one_more(area, at) {
            return false;
        }
    }
    true
}

/// What the attacker holds: immortal stones, and such as are linked to them.
struct Held {
    stones: u64,
    /// Cells beside them, or beside the wall.
    near: u64,
    /// The cells that make the links.
    pairs: u64,
}

impl Held {
    /// Links the attacker chain with the least cell of those that can be.
    fn links_one_more(&mut self, area: &Area, at: &State) -> bool {
        let free = area.all & !at.attacker & !at.defender & self.near & !self.pairs;
        let chain = |c: u8| area.flood(1 << c, at.attacker);
        let ways = |chain: u64| cells(area.around(chain) & free);
        let Some(chain) = cells(at.attacker & !self.stones).map(chain).find(|&chain| ways(chain).count() > 1) else {
            return false;
        };
        self.pairs |= ways(chain).take(2).fold(0, |all, c| all | 1 << c);
        self.stones |= chain;
        self.near |= area.around(chain);
        true
    }

    fn leaves_no_two_eyes(&self, area: &Area, at: &State) -> bool {
        let room = match area.target {
            None => area.all & !self.stones,
            // A stone that is played again on a point of the target counts.
            Some(target) => area.flood(target, area.all & !self.stones),
        };
        let open = room & !self.near;
        if !gated(area, at, room, self.near & !self.pairs) {
            return false;
        }
        let eyes = real_eyes(area, room, open & !at.defender);
        if nakade(area, at, room, self.near, eyes) {
            return true;
        }
        if apart(area, eyes) {
            return false;
        }
        let mut rest = at.defender & room;
        let mut chains = Vec::new();
        while rest != 0 {
            let chain = area.flood(rest & rest.wrapping_neg(), at.defender);
            rest &= !chain;
            chains.push(chain);
        }
        if chains.len() <= 1 {
            return true;
        }
        // Once a chain with all of the target is taken, that is the end.
        let target = area.target.unwrap_or(0) & at.defender;
        chains.retain(|&c| target == 0 || target & !c != 0);
        let stones = chains.iter().fold(0, |all, c| all | c);
        chains.iter().all(|&c| c.count_ones() <= 5 || !apart(area, c & open | open & !at.defender))
            || self.spoils_what_is_taken(area, stones & open, open & !at.defender)
    }

    /// Of stones that are taken, the attacker can keep all cells from becoming eyes but such as
    /// make no two eyes with `eyes`: each of the others has two cells for itself that are beside
    /// the immortal, as it will be when he answers a stone on the one by a stone on the other.
    fn spoils_what_is_taken(&self, area: &Area, stones: u64, mut eyes: u64) -> bool {
        let ways = |c: u8| area.beside[c as usize] & self.near;
        let mut order: Vec<u8> = cells(stones).collect();
        // Those with one or none, with two, and with more.
        order.sort_by_key(|&c| (ways(c).count_ones().clamp(1, 3), c));
        let mut used = 0;
        for c in order {
            let pair: Vec<u8> = cells(ways(c) & !used).take(2).collect();
            match pair[..] {
                [one, other] => used |= 1 << one | 1 << other,
                _ => eyes |= 1 << c,
            }
        }
        cells(eyes).all(|a| eyes & !(1 << a) & !area.beside[a as usize] == 0)
    }
}

/// Are there two cells in the set that are not beside each other?
fn apart(area: &Area, set: u64) -> bool {
    cells(set).any(|a| set & !(1 << a) & !area.beside[a as usize] != 0)
}

/// The cells that could become eyes without those that are false: one after the other, as long as
/// there are two apart; all of them where there are more than five.
fn real_eyes(area: &Area, room: u64, mut eyes: u64) -> u64 {
    while eyes.count_ones() <= FEW && apart(area, eyes) {
        let (mut rest, mut found) = (room & !eyes, 0);
        while rest != 0 {
            let part = area.flood(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            let beside = area.around(part) & eyes;
            if beside.count_ones() == 1 && part & area.exits == 0 {
                found |= beside;
            }
        }
        if found == 0 {
            break;
        }
        eyes &= !found;
    }
    eyes
}

/// Are all cells that could become eyes and are not false in one space of no more than six, none of
/// them beside the immortal, around which one chain is that has to be captured, and which is
/// captured though the defender moves first, however many of its liberties outside are left to the
/// attacker? No ban binds the defender. He has no other chain, or, where only a target counts, none
/// but such as leave nothing away from the immortal when they are taken.
pub(in crate::read) fn nakade(area: &Area, at: &State, room: u64, near: u64, eyes: u64) -> bool {
    let Some(cell) = cells(eyes).next() else { return false };
    let space = area.flood(1 << cell, room & !at.defender);
    let is_closed = space & (near | area.exits) == 0 && eyes & !space == 0 && space.count_ones() as usize <= LARGEST;
    if !is_closed {
        return false;
    }
    let border = area.around(space) & at.defender;
    let chain = area.flood(border & border.wrapping_neg(), at.defender);
    let others = at.defender & room & !chain;
    let is_last = match area.target {
        Some(target) => target & at.defender & !chain == 0 && others & !near == 0,
        None => others == 0,
    };
    if border == 0 || border & !chain != 0 || !is_last {
        return false;
    }
    let inner: Vec<u8> = cells(space).collect();
    let stones = (0..inner.len()).filter(|&i| at.attacker >> inner[i] & 1 == 1).fold(0, |all, i| all | 1 << i);
    played_out(&area.around_eye_space(space, chain, OUTSIDE), inner.len()).contains(&stones)
}

/// With which attacker stones in the first cells of such an area the chain is captured though the
/// defender moves first, with no, one, two and three liberties outside.
fn played_out(area: &Area, size: usize) -> Arc<[u64]> {
    static KNOWN: LazyLock<Mutex<HashMap<Vec<u64>, Arc<[u64]>>>> = LazyLock::new(Mutex::default);
    let key = area.beside[..=size].to_vec();
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(key).or_insert_with(|| play_out(area, size).into()).clone()
}

fn play_out(area: &Area, size: usize) -> Vec<u64> {
    let chain = 1_u64 << size;
    let root = |stones: u64, left: usize| State {
        attacker: stones | area.wall & !(((1 << left) - 1) << (size + 1)),
        defender: chain,
        turn: Role::Defender,
        ko: State::NO_KO,
        supply: Supply::DEFENDER_UNLIMITED,
    };
    let breathes = |s: &State| area.around(chain) & area.all & !s.attacker & !s.defender != 0;
    let roots = |stones: u64| (0..=OUTSIDE).map(move |left| root(stones, left)).filter(breathes);
    // All positions that can come of any of these.
    let mut places: HashMap<State, usize, PlainState> = HashMap::default();
    let mut all: Vec<State> = Vec::new();
    let mut find = |s: State, all: &mut Vec<State>| {
        *places.entry(s).or_insert_with(|| {
            all.push(s);
            all.len() - 1
        })
    };
    for stones in 0..1_u64 << size {
        roots(stones).for_each(|s| {
            find(s, &mut all);
        });
    }
    let mut next: Vec<Vec<usize>> = Vec::new();
    while let Some(&s) = all.get(next.len()) {
        let after: Vec<State> = match area.is_captured(&s) {
            true => Vec::new(),
            false => area.moves(&s).into_iter().filter_map(|ply| area.play(&s, ply)).collect(),
        };
        next.push(after.into_iter().map(|s| find(s, &mut all)).collect());
    }
    let mut captured: Vec<bool> = all.iter().map(|s| area.is_captured(s)).collect();
    loop {
        let mut is_changed = false;
        for (i, s) in all.iter().enumerate().rev().filter(|(_, s)| !area.is_captured(s)) {
            let is_so = match s.turn {
                Role::Attacker => next[i].iter().any(|&n| captured[n]),
                Role::Defender => next[i].iter().all(|&n| captured[n]),
            };
            is_changed |= is_so && !captured[i];
            captured[i] |= is_so;
        }
        if !is_changed {
            break;
        }
    }
    let is_captured = |s: State| places.get(&s).is_some_and(|&place| captured[place]);
    (0..1 << size).filter(|&stones| roots(stones).all(is_captured)).collect()
}

/// Has every exit of the room a gate of its own: one more cell of the room beside it, both empty
/// and beside the immortal, so that the attacker can answer a stone on the one by a stone on the
/// other?
fn gated(area: &Area, at: &State, room: u64, near: u64) -> bool {
    let good = near & !at.attacker & !at.defender;
    let exits: Vec<_> = cells(room & area.exits).collect();
    let inner = |e: u8| area.beside[e as usize] & room;
    // Where all stones count, a stone on an exit has got away at once.
    if !exits.is_empty() && area.target.is_none() {
        return false;
    }
    exits.iter().enumerate().all(|(i, &e)| {
        let own = inner(e);
        own.count_ones() == 1
            && (own | 1 << e) & !good == 0
            && own & area.exits == 0
            && exits[..i].iter().all(|&other| inner(other) != own)
    })
}

#[cfg(test)]
mod tests;
