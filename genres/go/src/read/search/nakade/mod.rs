//! Eye spaces that one chain encloses, and in which it gets no two eyes (*nakade*: three in a row
//! with a stone in the middle, the bulky five …).
//!
//! Let one chain be around all cells that could become eyes and are not false, and let none of
//! these be beside the immortal. What happens there hangs on nothing else but on how many moves the
//! attacker needs outside until the chain has no other liberties. So each such space is solved
//! once, by its shape, for all stones in it and for any number of such moves: the attacker may play
//! outside whenever he has one left, and captures the chain if it has no liberty any more. Bans
//! bind the attacker only.
//!
//! Each move of the defender's is answered where it is made: in the space as it was solved;
//! elsewhere as the other lemmas say, or not at all. He may go on to play outside, also where
//! stones of the target were taken before; the attacker times the capture, and takes what stands
//! there first.
//!
//! A false eye outside is a liberty that may be in ko: then the attacker, banned, has to pass where
//! he would have played outside, and there is one more move to make again. With no more cells than
//! are looked at for false eyes (`FEW`) the space has four at most, and in all graphs that were
//! compared that made no difference; who raises that number has to look at it again.
//!
//! The plain version, which plays by the rules of an [`Area`](crate::read::Area), is
//! [`crate::read::plain::nakade`].

use super::chains::Chains;
use super::geometry::Geometry;
use super::geometry::each;
use crate::Role;
use crate::read::plain::LARGEST;
use crate::read::{Cell, State};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use tesuji_solver::reading::PlainState;

/// An eye space: for each of its cells, which others are beside it; and those that are beside the
/// chain around.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Shape {
    size: usize,
    beside: [u8; LARGEST],
    border: u8,
}

/// Stones in an eye space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stones {
    attacker: u8,
    defender: u8,
}

/// A move in an eye space: its cell, the stones after it, and the cell from which the other side is
/// banned.
struct Next {
    cell: usize,
    after: Stones,
    ban: Option<usize>,
}

/// By the attacker's stones in a space, the defender having none: what becomes of the chain around.
type Solved = Arc<[Told]>;

/// What becomes of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Told {
    /// It may live, even if the attacker moves first.
    Nothing,
    /// Captured if the attacker moves first, on one of these: the cells of the space by their
    /// order.
    By(u8),
    /// Captured though the defender moves first.
    Dead,
}

/// More moves outside than any space of so few cells distinguishes. (A test sees to it.)
const MOVES_OUTSIDE: usize = 12;

impl Shape {
    fn all(&self) -> u8 {
        ((1_u16 << self.size) - 1) as u8
    }

    fn around(&self, set: u8) -> u8 {
        (0..self.size).filter(|&i| set >> i & 1 == 1).fold(0, |all, i| all | self.beside[i])
    }

    fn flood(&self, seed: u8, mask: u8) -> u8 {
        let mut at = seed & mask;
        loop {
            let next = at | self.around(at) & mask;
            if next == at {
                return at;
            }
            at = next;
        }
    }

    fn empty(&self, at: Stones) -> u8 {
        self.all() & !(at.attacker | at.defender)
    }

    /// Has the chain around no liberty here?
    fn is_filled(&self, at: Stones) -> bool {
        let joined = self.flood(self.border, at.defender);
        (self.border | self.around(joined)) & self.empty(at) == 0
    }

    /// Does a chain of the attacker's have no liberty? (It was put there to capture the chain
    /// around, or it may not be.)
    fn has_suicide(&self, at: Stones) -> bool {
        let empty = self.empty(at);
        let breathing = self.flood(self.around(empty), at.attacker);
        breathing != at.attacker
    }

    fn play(&self, at: Stones, role: Role, cell: usize) -> Option<Next> {
        let stone = 1_u8 << cell;
        let (own, other) = match role {
            Role::Attacker => (at.attacker | stone, at.defender),
            Role::Defender => (at.defender | stone, at.attacker),
        };
        // Defender's stones that are joined to the chain around are taken with it only.
        let safe = |stones: u8| self.flood(self.border, stones);
        let empty = self.all() & !(own | other);
        let breathes = |stones: u8, empty: u8| self.flood(self.around(empty), stones);
        let alive = breathes(other, empty) | if role == Role::Attacker { safe(other) } else { 0 };
        let taken = other & !alive & self.flood(self.beside[cell], other);
        let (other, empty) = (other & !taken, empty | taken);
        let after = match role {
            Role::Attacker => Stones { attacker: own, defender: other },
            Role::Defender => Stones { attacker: other, defender: own },
        };
        let breathing = breathes(own, empty) | if role == Role::Defender { safe(own) } else { 0 };
        if breathing & stone == 0 && !(role == Role::Attacker && self.is_filled(after)) {
            return None;
        }
        let alone = self.beside[cell] & own == 0 && self.beside[cell] & empty == taken && self.border & stone == 0;
        let is_ko = role == Role::Defender && taken.count_ones() == 1 && alone;
        Some(Next { cell, after, ban: is_ko.then(|| taken.trailing_zeros() as usize) })
    }

    /// All positions, by one number more of moves outside at a time, until that makes no difference
    /// any more.
    fn solve(&self) -> Solved {
        let place = |at: Stones| usize::from(at.attacker) << self.size | usize::from(at.defender);
        let all: Vec<Stones> = (0..=self.all())
            .flat_map(|attacker| (0..=self.all()).map(move |defender| Stones { attacker, defender }))
            .filter(|at| at.attacker & at.defender == 0)
            .collect();
        let count = 1 << (2 * self.size);
        let next = |at: Stones, role: Role| -> Vec<Next> {
            let free = (0..self.size).filter(|&cell| self.empty(at) >> cell & 1 == 1);
            free.filter_map(|cell| self.play(at, role, cell)).collect()
        };
        let moves: Vec<[Vec<Next>; 2]> = all.iter().map(|&at| Role::ALL.map(|role| next(at, role))).collect();
        // Is the chain captured if the defender moves, with one move outside fewer?
        let mut fewer = vec![false; count];
        let mut dead = vec![true; 1 << self.size];
        for outside in 0..MOVES_OUTSIDE {
            let is_taken = |at: Stones| outside == 0 && self.is_filled(at);
            // The same now; and if the attacker does, by the cells from which he may be banned (the
            // last bit: from none).
            let (mut defends, mut attacks) = (vec![false; count], vec![0_u8; count]);
            loop {
                let mut is_changed = false;
                for (&at, [by_attacker, by_defender]) in all.iter().zip(&moves) {
                    let here = place(at);
                    let mut won = attacks[here];
                    if is_taken(at) || defends[here] || outside > 0 && fewer[here] {
                        won = u8::MAX;
                    }
                    for next in by_attacker {
                        if defends[place(next.after)] && (outside == 0 || !self.has_suicide(next.after)) {
                            won |= !(1 << next.cell);
                        }
                    }
                    let is_lost = |next: &Next| attacks[place(next.after)] >> next.ban.unwrap_or(LARGEST) & 1 == 1;
                    let lost = is_taken(at)
                        || won >> LARGEST & 1 == 1
                            && by_defender.iter().all(|next| is_taken(next.after) || is_lost(next));
                    is_changed |= won != attacks[here] || lost != defends[here];
                    (attacks[here], defends[here]) = (won, lost);
                }
                if !is_changed {
                    break;
                }
            }
            for (attacker, dead) in dead.iter_mut().enumerate() {
                *dead &= defends[attacker << self.size];
            }
            if outside > 0 && fewer == defends {
                return (0..=self.all()).map(|attacker| self.told(&dead, attacker)).collect();
            }
            fewer = defends;
        }
        vec![Told::Nothing; 1 << self.size].into()
    }

    fn told(&self, dead: &[bool], attacker: u8) -> Told {
        let at = Stones { attacker, defender: 0 };
        let kills = |cell: &usize| {
            let next = self.play(at, Role::Attacker, *cell);
            next.is_some_and(|next| !self.has_suicide(next.after) && dead[usize::from(next.after.attacker)])
        };
        let free = (0..self.size).filter(|&cell| self.empty(at) >> cell & 1 == 1);
        match free.filter(kills).fold(0, |all, cell| all | 1 << cell) {
            _ if dead[usize::from(attacker)] => Told::Dead,
            0 => Told::Nothing,
            by => Told::By(by),
        }
    }
}

/// The spaces that were solved, by their shapes.
static SOLVED: LazyLock<Mutex<HashMap<Shape, Solved>>> = LazyLock::new(Mutex::default);

/// The spaces of a region that were met, by their cells.
#[derive(Default)]
pub(super) struct EyeSpaces(RefCell<HashMap<u64, Solved, PlainState>>);

impl EyeSpaces {
    fn get(&self, geometry: &Geometry, space: u64, chain: u64) -> Solved {
        let solve = || {
            let mut cells: Vec<Cell> = Vec::new();
            each(space, |cell| cells.push(cell));
            let set = |of: u64| (0..cells.len()).filter(|&i| of >> cells[i] & 1 == 1).fold(0, |all, i| all | 1 << i);
            let mut shape = Shape { size: cells.len(), beside: [0; LARGEST], border: set(geometry.around(chain)) };
            for (beside, &cell) in shape.beside.iter_mut().zip(&cells) {
                *beside = set(geometry.beside(cell));
            }
            let mut solved = SOLVED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            solved.entry(shape).or_insert_with(|| shape.solve()).clone()
        };
        // What is around a space is its chain, so its cells tell the shape.
        self.0.borrow_mut().entry(space).or_insert_with(solve).clone()
    }
}

/// Decides the one chain around all possible eye cells (`eyes`); `near` are the cells beside
/// immortal stones. A capture is named by its cell.
pub(super) fn told(geometry: &Geometry, chains: &Chains, s: &State, eyes: u64, near: u64, room: u64) -> Told {
    #[cfg(test)]
    if super::tests::ONLY_IMMORTAL.get() {
        return Told::Nothing;
    }
    if eyes == 0 || eyes.count_ones() as usize > LARGEST {
        return Told::Nothing;
    }
    let space = geometry.flood(eyes & eyes.wrapping_neg(), room & !s.defender).0;
    if space & (near | geometry.area.exits) != 0 || eyes & !space != 0 || space.count_ones() as usize > LARGEST {
        return Told::Nothing;
    }
    let border = geometry.around(space) & s.defender;
    let Some((chain, _)) = chains.defender.iter().find(|(stones, _)| stones & border != 0) else {
        return Told::Nothing;
    };
    // If that chain is taken, it is the end; what others leave when they are taken is beside the
    // immortal.
    let others = s.defender & room & !chain;
    let is_last = match geometry.area.target {
        Some(target) => target & s.defender & !chain == 0 && others & !near == 0,
        None => others == 0,
    };
    if border & !chain != 0 || !is_last {
        return Told::Nothing;
    }
    let (mut stones, mut banned, mut i) = (0_usize, 0, 0);
    let mut places = [0; LARGEST];
    each(space, |cell| {
        stones |= ((s.attacker >> cell & 1) as usize) << i;
        banned |= u8::from(cell == s.ko) << i;
        places[i] = cell;
        i += 1;
    });
    match geometry.spaces.get(geometry, space, chain)[stones] {
        Told::By(ways) if s.turn == Role::Defender || ways & !banned == 0 => Told::Nothing,
        Told::By(ways) => Told::By(places[(ways & !banned).trailing_zeros() as usize % LARGEST]),
        told => told,
    }
}

#[cfg(test)]
mod tests;
