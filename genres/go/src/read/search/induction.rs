//! Death with any number of threats from searches with one.
//!
//! Take a set of positions, each captured with one defender threat, such that wherever the proof of
//! one lets the defender use his threat, the position that comes of it is in the set too. Then all
//! of them are captured with any number `t`: for none and one that is given; and with `t + 1` the
//! same proof is played until a threat is used, after which `t` are left in a position of the set.
//! So no search with more than one threat is needed.

use super::dfpn::Search;
use super::table::{Entry, flag};
use crate::Role;
use crate::read::{Ply, State, Supply};
use std::collections::HashSet;
use tesuji_solver::Stop;
use tesuji_solver::reading::PlainState;

/// One defender threat.
const ONE: Supply = Supply(-1);

impl Search {
    /// Is the root, captured with one defender threat, captured with any number, as far as
    /// induction shows? `false`: that it does not.
    pub(super) fn captured_with_any(&mut self, root: &State) -> Result<bool, Stop> {
        let mut set = HashSet::<State, PlainState>::default();
        let mut open = vec![State { supply: ONE, ..*root }];
        set.extend(open.iter().copied());
        let mut seen = HashSet::<u32, PlainState>::default();
        while let Some(at) = open.pop() {
            let place = self.known(&at);
            self.run(place);
            if let Some(stop) = self.stopped(place) {
                return Err(stop);
            }
            if !self.entry(place).killed() {
                return Ok(false);
            }
            let mut proof = vec![place];
            while let Some(place) = proof.pop() {
                let e = *self.entry(place);
                if e.is(flag::FREE) || e.is(flag::STATIC) || !seen.insert(place) {
                    continue;
                }
                if !e.killed() {
                    return Ok(false);
                }
                if let Some(other) = e.like() {
                    proof.push(other);
                    continue;
                }
                let links = self.table.links(e.links()).iter().filter(|l| e.defends || l.ply().0 == e.best);
                let mut shown = e.defends && e.is(flag::EXPANDED);
                for link in links {
                    shown = true;
                    let next = self.entry(link.place());
                    let state = next.state();
                    if state.supply == ONE {
                        proof.push(link.place());
                    } else if !next.is(flag::FREE) && !next.is(flag::STATIC) {
                        // The threat was used.
                        let state = State { supply: ONE, ..state };
                        if set.insert(state) {
                            open.push(state);
                        }
                    }
                }
                if !shown {
                    match self.anyway(&e) {
                        Some(turned) => proof.push(turned),
                        None => return Ok(false),
                    }
                }
            }
        }
        Ok(true)
    }

    /// The position with the defender to move that shows why an attacker's position is captured
    /// whoever moves.
    fn anyway(&self, e: &Entry) -> Option<u32> {
        let turned = State { turn: Role::Defender, ..e.state() };
        if e.defends || e.best != Ply::PASS.0 { None } else { self.table.place_of(&turned) }
    }
}
