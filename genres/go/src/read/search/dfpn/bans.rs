//! From a capture without threats to a capture with any number of them.
//!
//! Take a set of positions, each captured when nobody has a threat, by a finite tree of its own.
//! Wherever a ban takes a move from the defender in one of these trees, let the position after that
//! move be in the set too. Then all positions of the set are captured for any number `t` of
//! defender threats: for none by their trees; and for `t` by the same trees, since whoever ignores
//! a ban comes to a position of the set with `t - 1` threats. So no position with threats need be
//! searched.
//!
//! Such a set is found by assuming that ignoring a ban never helps. Where it does, the position
//! after it is *kept in mind*: from then on the defender has survived wherever he can get it by
//! ignoring a ban. All captures that could rest on the assumption are searched again, which their
//! known best moves make short. What is wrongly taken for survived (along a path only) can lose
//! such a set, but not make one.

use super::super::policy::Policy;
use super::super::table::flag;
use super::{Halt, Search};
use crate::Role;
use crate::read::{Ply, State, Supply};
use std::collections::HashSet;
use tesuji_solver::Stop;

/// The bans that the search keeps.
#[derive(Default)]
pub(super) struct SavingBans {
    /// Positions that save the defender where he gets them by ignoring a ban.
    pub(super) saving: HashSet<State>,
    /// Such that were found last.
    saved: Vec<State>,
}

impl Search {
    /// Is a root that is captured without threats captured with any number of them? `false` where
    /// this does not show it.
    pub(in crate::read::search) fn captured_despite_bans(&mut self, root: &State) -> Result<bool, Stop> {
        // What other supplies have shown has no tree here.
        if self.tried != 0 {
            return Ok(false);
        }
        while self.bans.saving.len() < self.policy.saving_bans {
            let found = self.closed_under_threats(root);
            let saved = std::mem::take(&mut self.bans.saved);
            let (is_closed, is_lost) = (saved.is_empty(), saved.contains(root));
            self.keep_in_mind(saved);
            if is_lost || !found? {
                break;
            }
            if is_closed {
                self.forget();
                return Ok(true);
            }
        }
        self.forget();
        Ok(false)
    }

    /// What the table says of positions without threats is about these again.
    fn forget(&mut self) {
        if self.bans.saving.is_empty() {
            return;
        }
        self.bans.saving.clear();
        for place in 0..self.table.len() {
            let e = self.table.at_mut(place);
            if e.survived() && e.flags & (flag::STATIC | flag::CERTAIN) == 0 && e.state().supply == Supply::NONE {
                (e.phi, e.delta) = (1, 1);
                e.flags &= !flag::EXPANDED;
            }
        }
    }

    /// Looks for the set around a root, and gathers those positions of it that are not captured.
    /// `false` if the trees are not in the table.
    fn closed_under_threats(&mut self, root: &State) -> Result<bool, Stop> {
        let mut members = vec![*root];
        let mut known: HashSet<State> = members.iter().copied().collect();
        let mut seen = HashSet::new();
        let mut at = 0;
        while at < members.len() {
            let member = members[at];
            let place = self.known(&member);
            at += 1;
            let whole = self.clock.clone();
            if member != *root {
                // If that is not enough, it is taken for survived.
                let Policy { ban_visits, ban_visit_part, .. } = self.policy;
                self.clock = whole.until(self.nodes + ban_visits + self.nodes / ban_visit_part);
            }
            self.run(place);
            let halt = self.halt.take();
            self.clock = whole;
            match halt {
                Some(Halt::Full) => return Err(Stop::Memory),
                Some(Halt::Limit(stop)) if member == *root && self.entry(place).open() => return Err(stop),
                Some(Halt::Limit(_)) | None => {}
            }
            if let Some(stop) = self.clock.check(self.nodes).or_else(|| self.clock.expired()) {
                return Err(stop);
            }
            if !self.entry(place).killed() {
                self.bans.saved.push(member);
                // Results that rest on them fall away, perhaps with most of what is left to look at.
                if member == *root || self.bans.saved.len() == self.policy.saving_bans_at_once {
                    break;
                }
            } else if !self.collect(place, &mut seen, &mut known, &mut members) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Where the defender gets by ignoring the ban of a position.
    pub(super) fn after_ban(&self, at: &State) -> Option<State> {
        let armed = State { supply: Supply(-1), ..*at };
        (at.turn == Role::Defender && at.ko != State::NO_KO && at.supply == Supply::NONE)
            .then(|| self.geometry.area.play(&armed, Ply(at.ko)))?
    }

    /// From now on the defender has survived where he can get one of those positions by ignoring a
    /// ban. What rests on the contrary is open again.
    fn keep_in_mind(&mut self, saved: Vec<State>) {
        if saved.is_empty() {
            return;
        }
        self.bans.saving.extend(saved);
        // The captures that may rest on bans, and for each position those that rest on it.
        let len = self.table.len();
        let mut first = vec![u32::MAX; len as usize];
        let mut links: Vec<(u32, u32)> = Vec::new();
        let mut todo = Vec::new();
        for place in 0..len {
            let entry = *self.entry(place);
            let state = entry.state();
            if !entry.killed() || entry.is(flag::FREE) || state.supply != Supply::NONE {
                continue;
            }
            if self.after_ban(&state).is_some_and(|s| self.bans.saving.contains(&s)) {
                todo.push(place);
                continue;
            }
            let mut rests_on = |child: u32| {
                links.push((place, first[child as usize]));
                first[child as usize] = links.len() as u32 - 1;
            };
            if let Some(other) = entry.like() {
                rests_on(other);
            }
            if entry.is(flag::EXPANDED) {
                for link in self.table.links(entry.links()) {
                    if entry.defends || link.ply().0 == entry.best {
                        rests_on(link.place());
                    }
                }
            }
            if entry.best == Ply::PASS.0
                && let Some(turned) = self.table.place_of(&State { turn: Role::Defender, ..state })
            {
                rests_on(turned);
            }
        }
        for &place in &todo {
            self.table.at_mut(place).decide(false);
        }
        let again = self.policy.reopened_number;
        while let Some(place) = todo.pop() {
            let mut link = first[place as usize];
            while let Some(&(parent, next)) = links.get(link as usize) {
                link = next;
                let e = self.table.at_mut(parent);
                if e.killed() {
                    // Cheap, as it was found before. One success may have hidden the other
                    // successors.
                    let (phi, delta) = if e.defends { (again, 1) } else { (1, again) };
                    e.reopen(phi, delta);
                    if !e.defends {
                        e.flags &= !flag::EXPANDED;
                    }
                    todo.push(parent);
                }
            }
        }
    }

    /// Goes through the tree of a captured position, and adds what follows where a ban is ignored.
    /// Says whether the tree is there.
    fn collect(
        &mut self,
        root: u32,
        seen: &mut HashSet<u32>,
        known: &mut HashSet<State>,
        members: &mut Vec<State>,
    ) -> bool {
        let mut todo = vec![root];
        while let Some(place) = todo.pop() {
            let entry = *self.entry(place);
            // Without bans there is nothing to be added.
            if entry.is(flag::FREE) || !seen.insert(place) {
                continue;
            }
            if let Some(other) = entry.like() {
                todo.push(other);
                continue;
            }
            let state = entry.state();
            let links = if entry.is(flag::EXPANDED) { self.table.links(entry.links()) } else { &[] };
            if state.turn == Role::Defender {
                if links.is_empty() {
                    return false;
                }
                todo.extend(links.iter().map(|link| link.place()));
                if let Some(after) = self.after_ban(&state)
                    && known.insert(after)
                {
                    members.push(after);
                }
            } else if let Some(link) = links.iter().find(|link| link.ply().0 == entry.best)
                && self.entry(link.place()).killed()
            {
                // The move by which it was decided: others may rest on this position.
                todo.push(link.place());
            } else {
                // Captured even if the defender moves.
                let turned = State { turn: Role::Defender, ..state };
                match self.table.get(&turned) {
                    Some(e) if e.killed() && entry.best == Ply::PASS.0 && state.ko == State::NO_KO => {
                        let place = self.known(&turned);
                        todo.push(place);
                    }
                    _ => return false,
                }
            }
        }
        true
    }
}
