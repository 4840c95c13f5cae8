//! From "survived along some path" to a closed set.
//!
//! A set of positions is closed if the attacker can't leave it and the defender need not: every
//! attacker move from it leads into it, and so does one defender move; positions with pass-alive
//! stones need no more. Inside a closed set no capture ever completes, whatever was played before.
//! When the root is said to be survived, the positions that the claim speaks of are collected;
//! where a claim turns out to rest on a path, it is withdrawn, with all that rests on it, and the
//! search goes on.

use super::dfpn::Search;
use super::forced::forced;
use super::lemmas::PositionFeatures;
use super::moves::successors;
use super::table::{Entry, Link, flag};
use crate::read::{State, Supply};
use std::collections::HashMap;
use tesuji_solver::reading::PlainState;

/// What came of collecting.
pub(super) enum Certified {
    /// The root is in a closed set. `free`: no ban of the attacker matters in it, so it holds for
    /// any number of his threats.
    Closed {
        /// No ban of the attacker matters.
        free: bool,
    },
    /// Some claims were withdrawn.
    Reopened,
}

/// The positions that are collected, by their places.
struct Set {
    members: Vec<u32>,
    index: HashMap<u32, u32, PlainState>,
    /// Members, and those that need them.
    needs: Vec<(u32, u32)>,
    is_bad: Vec<bool>,
    bad: Vec<u32>,
}

impl Set {
    fn new(root: u32) -> Set {
        let index = HashMap::from_iter([(root, 0)]);
        Set { members: vec![root], index, needs: Vec::new(), is_bad: vec![false], bad: Vec::new() }
    }

    fn add(&mut self, place: u32, by: u32) {
        let id = *self.index.entry(place).or_insert_with(|| {
            self.members.push(place);
            self.is_bad.push(false);
            (self.members.len() - 1) as u32
        });
        self.needs.push((id, by));
    }

    fn mark(&mut self, id: u32) {
        if !std::mem::replace(&mut self.is_bad[id as usize], true) {
            self.bad.push(id);
        }
    }

    /// Marks all that need, be it by others, what is marked.
    fn spread(&mut self) {
        if self.bad.is_empty() {
            return;
        }
        self.needs.sort_unstable();
        let mut next = 0;
        while let Some(&id) = self.bad.get(next) {
            next += 1;
            let from = self.needs.partition_point(|&(of, _)| of < id);
            for i in from..self.needs.len() {
                let (of, by) = self.needs[i];
                if of != id {
                    break;
                }
                self.mark(by);
            }
        }
    }
}

impl Search {
    /// Looks for a closed set around a root that is said to be survived.
    pub(super) fn certify(&mut self, root: u32) -> Certified {
        let mut set = Set::new(root);
        let mut free = true;
        let mut look = PositionFeatures::new();
        let mut at = 0;
        while at < set.members.len() {
            let place = set.members[at];
            let entry = *self.entry(place);
            let id = at as u32;
            at += 1;
            if !entry.survived() {
                set.mark(id);
                continue;
            }
            // A lemma needs no more, nor does a life that a tree shows.
            if entry.is(flag::STATIC) || self.table.zone(place) != 0 {
                continue;
            }
            if self.is_full() {
                set.mark(id);
                break;
            }
            if !entry.defends {
                free &= !self.needs_all(&entry, id, &mut look, &mut set);
            } else if let Some(held) = self.hold(&entry, &mut look, &set) {
                set.add(held, id);
            } else {
                set.mark(id);
            }
        }
        set.spread();
        if set.bad.is_empty() {
            for &place in &set.members {
                self.table.at_mut(place).flags |= flag::CERTAIN;
            }
            return Certified::Closed { free };
        }
        for &id in &set.bad {
            let entry = self.table.at_mut(set.members[id as usize]);
            if entry.survived() {
                (entry.phi, entry.delta) = (1, 1);
                entry.flags |= flag::OWN;
                // One success may have hidden the other successors.
                entry.flags &= !(flag::CERTAIN | flag::EXPANDED);
            }
        }
        Certified::Reopened
    }

    /// The attacker's moves from a member lead to members. Says whether a ban takes one away.
    fn needs_all(&mut self, entry: &Entry, id: u32, look: &mut PositionFeatures, set: &mut Set) -> bool {
        if entry.is(flag::EXPANDED) && !entry.is_partial {
            for i in entry.links() {
                let next = self.table.link(i).place();
                set.add(next, id);
                if !self.entry(next).survived() {
                    set.mark(id);
                    break;
                }
            }
            return entry.is(flag::BANNED);
        }
        // Taken over from another number of threats. What must be considered without any was found
        // before.
        let state = entry.state();
        look.chains.find(&self.geometry, state.attacker, state.defender);
        let twin = self.table.get(&State { supply: Supply::NONE, ..state });
        let must = match twin.filter(|e| e.is(flag::EXPANDED) && !e.is_partial && e.survived()) {
            Some(e) => {
                let cells = self.table.links(e.links()).iter().filter_map(|l| l.ply().cell());
                cells.fold(1_u64.checked_shl(state.ko.into()).unwrap_or(0), |all, c| all | 1 << c)
            }
            None => {
                look.eyes.find(&self.geometry, state.defender);
                forced(&self.geometry, look, &mut self.work.scratch, &state)
            }
        };
        let (mut moves, mut banned) = (Vec::new(), false);
        successors(&self.geometry, &look.chains, &state, must, &mut banned, |s, _, _| moves.push(s));
        for s in &moves {
            let next = self.known(s);
            set.add(next, id);
            if !self.entry(next).survived() {
                set.mark(id);
                break;
            }
        }
        banned
    }

    /// A defender's move from a member by which he survives; to another member, if there is one
    /// among those that were searched.
    fn hold(&mut self, entry: &Entry, look: &mut PositionFeatures, set: &Set) -> Option<u32> {
        if entry.is(flag::EXPANDED) {
            let links = self.table.links(entry.links());
            let survived = |l: &&Link| self.entry(l.place()).survived();
            let inside = |l: &&Link| survived(l) && set.index.contains_key(&l.place());
            let best = |l: &&Link| survived(l) && l.ply().0 == entry.best;
            if let Some(l) =
                links.iter().find(inside).or_else(|| links.iter().find(best)).or_else(|| links.iter().find(survived))
            {
                return Some(l.place());
            }
        }
        let state = entry.state();
        look.chains.find(&self.geometry, state.attacker, state.defender);
        let mut moves = Vec::new();
        // First the move by which it was survived with other threats.
        for best in [true, false] {
            let must = if best { 1_u64.checked_shl(entry.best.into()).unwrap_or(0) } else { u64::MAX };
            moves.clear();
            successors(&self.geometry, &look.chains, &state, must, &mut false, |s, p, _| {
                if !best || p.0 == entry.best {
                    moves.push(s);
                }
            });
            for s in &moves {
                let place = self.known(s);
                if self.entry(place).survived() {
                    return Some(place);
                }
            }
        }
        None
    }
}
