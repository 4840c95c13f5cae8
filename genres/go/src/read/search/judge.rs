//! The search as a judge of many positions of one area: one table for all of them.

use super::certify::Certified;
use super::dfpn::Search;
use super::geometry::Geometry;
use super::memory::Memory;
use super::policy::Policy;
use super::table::flag;
use crate::read::{Area, Ply, State};
use crate::study::Judge;
use std::collections::HashMap;
use tesuji_solver::reading::PlainState;
use tesuji_solver::{Limits, Stop};

/// Judges by df-pn; survival is believed where it belongs to a closed set.
pub struct SearchJudge {
    search: Search,
    /// What was asked, with whether it holds for any number of threats.
    asked: HashMap<State, (bool, bool), PlainState>,
    /// How many times its table may still be emptied of what is cheap to find again.
    evictions: u32,
}

impl SearchJudge {
    /// A judge of an area; the limits hold for all that it is asked, together.
    #[must_use]
    pub fn new(area: Area, limits: &Limits) -> SearchJudge {
        SearchJudge::with_policy(area, limits, Policy::STANDARD)
    }

    /// The same with other tuning constants: for tests and for measuring.
    #[must_use]
    pub fn with_policy(area: Area, limits: &Limits, policy: Policy) -> SearchJudge {
        let mut memory = Memory::new();
        memory.clear(limits.memory.min(policy.table_bytes));
        let search = Search::new(Geometry::new(area), memory, limits.start(), policy);
        SearchJudge { search, asked: HashMap::default(), evictions: policy.evictions }
    }

    /// Does the attacker capture from there? `None` where that is not found within so many
    /// positions, beside the limits of all that is asked.
    pub(crate) fn kills_within(&mut self, at: &State, nodes: u64) -> Option<bool> {
        if let Some(&(kills, _)) = self.asked.get(at) {
            return Some(kills);
        }
        let whole = self.search.clock.clone();
        self.search.clock = whole.until(self.search.nodes + nodes);
        let found = self.ask(at);
        self.search.clock = whole;
        found.ok().map(|(kills, _)| kills)
    }

    /// How hard a capture and a life are to prove, by what was found so far.
    pub(crate) fn costs(&mut self, at: &State) -> (u32, u32) {
        let place = self.search.known(at);
        let e = self.search.entry(place);
        if e.defends { (e.delta, e.phi) } else { (e.phi, e.delta) }
    }

    /// The moves that a search has looked at, with what the success of each costs.
    pub(crate) fn moves(&mut self, at: &State) -> Vec<(Ply, u32)> {
        let place = self.search.known(at);
        let table = &self.search.table;
        let e = table.at(place);
        let links = if e.is(flag::EXPANDED) { table.links(e.links()) } else { &[] };
        let costs = links.iter().map(|link| (link.ply(), table.at(link.place())));
        costs.filter(|(_, e)| e.is(flag::KNOWN)).map(|(ply, e)| (ply, e.delta)).collect()
    }

    fn ask(&mut self, at: &State) -> Result<(bool, bool), Stop> {
        if let Some(&known) = self.asked.get(at) {
            return Ok(known);
        }
        let threats = at.supply.0.abs();
        self.search.tried = self.search.tried.max(if threats == i8::MAX { 1 } else { threats });
        let mut before = self.search.nodes;
        for _ in 0..self.search.policy.closed_set_rounds {
            let root = self.search.known(at);
            self.search.run(root);
            match self.search.stopped(root) {
                None => {}
                Some(Stop::Memory) if self.evictions > 0 && self.search.may_evict_since(before) => {
                    (self.evictions, before) = (self.evictions - 1, self.search.nodes);
                    if !self.search.evict() {
                        return Err(Stop::Memory);
                    }
                    continue;
                }
                Some(stop) => return Err(stop),
            }
            let entry = *self.search.entry(root);
            let answer = match entry.killed() {
                true => Some((true, entry.is(flag::FREE))),
                // A member of a closed set that was found is in one itself.
                false if entry.is(flag::CERTAIN) => Some((false, false)),
                false => match self.search.certify(root) {
                    Certified::Closed { free } => Some((false, free)),
                    Certified::Reopened => None,
                },
            };
            if let Some(answer) = answer {
                self.asked.insert(*at, answer);
                return Ok(answer);
            }
            if let Some(stop) = self.search.clock.check(self.search.nodes).or_else(|| self.search.clock.expired()) {
                return Err(stop);
            }
        }
        Err(Stop::Nodes)
    }
}

impl Judge for SearchJudge {
    fn area(&self) -> &Area {
        &self.search.geometry.area
    }

    fn kills(&mut self, at: &State) -> Result<bool, Stop> {
        self.ask(at).map(|(kills, _)| kills)
    }

    fn free_of_ko(&mut self, at: &State) -> bool {
        self.ask(at).is_ok_and(|(_, free)| free)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes
    }
}
