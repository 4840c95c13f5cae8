//! From "survived along some path" to a closed set.
//!
//! A set of positions is closed if the attacker can't leave it and the defender need not: every attacker move from it
//! leads into it, and so does one defender move; positions with pass-alive stones need no more. Inside a closed set no
//! capture ever completes, whatever was played before. When the root is said to be survived, the positions that
//! the claim speaks of are collected; where a claim turns out to rest on a path, it is withdrawn, with all that rests on
//! it, and the search goes on.

use super::dfpn::Search;
use super::forced::forced;
use super::lemmas::Look;
use super::moves::successors;
use super::table::flag;
use crate::Role;
use crate::read::State;
use std::collections::HashMap;
use tesuji_solver::reading::PlainState;

/// What came of collecting.
pub(super) enum Certified {
    /// The root is in a closed set. `free`: no ban of the attacker matters in it, so it holds for any number of his
    /// threats.
    Closed {
        /// No ban of the attacker matters.
        free: bool,
    },
    /// Some claims were withdrawn.
    Reopened,
}

struct Member {
    state: State,
    place: u32,
    /// Members that need this one.
    needed_by: Vec<u32>,
    bad: bool,
}

struct Set {
    members: Vec<Member>,
    index: HashMap<State, u32, PlainState>,
    bad: Vec<u32>,
}

impl Set {
    fn add(&mut self, state: State, place: u32, by: u32) {
        let id = *self.index.entry(state).or_insert_with(|| {
            self.members.push(Member { state, place, needed_by: Vec::new(), bad: false });
            (self.members.len() - 1) as u32
        });
        self.members[id as usize].needed_by.push(by);
    }

    fn mark(&mut self, id: u32) {
        let member = &mut self.members[id as usize];
        if !member.bad {
            member.bad = true;
            self.bad.push(id);
        }
    }
}

impl Search {
    /// Looks for a closed set around a root that is said to be survived.
    pub(super) fn certify(&mut self, root: u32) -> Certified {
        let state = self.entry(root).state();
        let mut set = Set {
            members: vec![Member { state, place: root, needed_by: Vec::new(), bad: false }],
            index: HashMap::from_iter([(state, 0)]),
            bad: Vec::new(),
        };
        let mut free = true;
        let (mut look, mut scratch) = (Look::new(), Look::new());
        let mut moves = Vec::new();
        let mut at = 0;
        while at < set.members.len() {
            let (state, place) = (set.members[at].state, set.members[at].place);
            let id = at as u32;
            at += 1;
            if !self.entry(place).survived() {
                set.mark(id);
                continue;
            }
            if self.lemma(&state) == Some(false) {
                continue;
            }
            look.find(&self.geometry, state.attacker, state.defender);
            let must = match state.turn {
                Role::Attacker => forced(&self.geometry, &look, &mut scratch, &state),
                Role::Defender => u64::MAX,
            };
            moves.clear();
            let mut banned = false;
            successors(&self.geometry, &look.chains, &state, must, &mut banned, |s, _, _| moves.push(s));
            if self.table.is_full() {
                set.mark(id);
                break;
            }
            match state.turn {
                Role::Attacker => {
                    free &= !banned;
                    for s in &moves {
                        let place = self.known(s);
                        set.add(*s, place, id);
                        if !self.entry(place).survived() {
                            set.mark(id);
                            break;
                        }
                    }
                }
                Role::Defender => {
                    let mut hold = None;
                    for s in &moves {
                        let place = self.known(s);
                        if self.entry(place).survived() {
                            let is_member = set.index.contains_key(s);
                            if is_member || hold.is_none() {
                                hold = Some((*s, place));
                            }
                            if is_member {
                                break;
                            }
                        }
                    }
                    match hold {
                        Some((s, place)) => set.add(s, place, id),
                        None => set.mark(id),
                    }
                }
            }
        }
        let mut next = 0;
        while next < set.bad.len() {
            let needed_by = std::mem::take(&mut set.members[set.bad[next] as usize].needed_by);
            next += 1;
            for by in needed_by {
                set.mark(by);
            }
        }
        if set.bad.is_empty() {
            for member in &set.members {
                self.table.at_mut(member.place).flags |= flag::CERTAIN;
            }
            return Certified::Closed { free };
        }
        for &id in &set.bad {
            let entry = self.table.at_mut(set.members[id as usize].place);
            if entry.survived() {
                (entry.phi, entry.delta) = (1, 1);
                entry.flags |= flag::OWN;
                // One success may have hidden the other successors.
                entry.flags &= !(flag::CERTAIN | flag::EXPANDED);
            }
        }
        Certified::Reopened
    }
}
