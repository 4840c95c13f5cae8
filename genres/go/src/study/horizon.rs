//! The least number of plies in which the rules and the closers prove what the judge knows.
//!
//! As [`least_horizon`](tesuji_solver::reading::least_horizon), but the prover tries only moves
//! that the judge holds for right, so that only the other side's replies branch.

use super::judge::{Aim, Judge};
use crate::names::Closers;
use crate::read::{Ply, State};
use std::collections::HashMap;
use tesuji_solver::Stop;
use tesuji_solver::reading::PlainState;

/// A search with its table.
pub(crate) struct Horizon<'a> {
    pub(crate) judge: &'a mut dyn Judge,
    closers: Closers,
    aim: Aim,
    /// Plies known to be enough (with the prover's move), and known to be too few.
    table: HashMap<State, (u8, u8, Ply), PlainState>,
    /// How often a reply was the one that lasted.
    stubborn: [u32; 65],
    left: u64,
}

const NEVER: u8 = u8::MAX;
/// The greatest horizon that is asked for.
pub(crate) const FARTHEST: u8 = 31;

/// The end of the budget: not a limit of the caller's, the same every time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    Budget,
    Limit(Stop),
}

impl From<Stop> for Cut {
    fn from(stop: Stop) -> Cut {
        Cut::Limit(stop)
    }
}

impl<'a> Horizon<'a> {
    pub(crate) fn new(judge: &'a mut dyn Judge, closers: Closers, aim: Aim, budget: u64) -> Horizon<'a> {
        Horizon { judge, closers, aim, table: HashMap::default(), stubborn: [0; 65], left: budget }
    }

    /// Grants so many positions more.
    pub(crate) fn refill(&mut self, budget: u64) {
        self.left += budget;
    }

    /// Does it hold as it stands?
    fn leaf(&self, at: &State) -> bool {
        self.closers.decide(self.judge.area(), at).is_some_and(|(kill, _)| kill == self.aim.kill)
    }

    fn right(&mut self, at: &State) -> Result<bool, Stop> {
        self.aim.kept(self.judge, at)
    }

    /// Is it proved from there in so many plies?
    pub(crate) fn proves(&mut self, at: &State, plies: u8) -> Result<bool, Cut> {
        let (enough, too_few, _) = self.table.get(at).copied().unwrap_or((NEVER, 0, Ply::PASS));
        if enough <= plies {
            return Ok(true);
        }
        if too_few > plies {
            return Ok(false);
        }
        self.left = self.left.checked_sub(1).ok_or(Cut::Budget)?;
        let (proved, at_ply, by) = if self.leaf(at) {
            (true, 0, Ply::PASS)
        } else if plies == 0 {
            (false, 0, Ply::PASS)
        } else {
            let mut moves = self.judge.area().moves(at);
            let prover = at.turn == self.aim.side();
            if !prover {
                moves.sort_by_key(|m| std::cmp::Reverse(self.stubborn[m.0 as usize]));
            }
            let (mut proved, mut by) = (!prover && !moves.is_empty(), Ply::PASS);
            for ply in moves {
                let Some(after) = self.judge.area().play(at, ply) else { continue };
                if prover && !self.right(&after)? {
                    continue;
                }
                if self.proves(&after, plies - 1)? == prover {
                    (proved, by) = (prover, ply);
                    break;
                }
            }
            if !prover && !proved {
                self.stubborn[by.0 as usize] += 1;
            }
            (proved, plies, by)
        };
        let entry = self.table.entry(*at).or_insert((NEVER, 0, by));
        if proved {
            (entry.0, entry.2) = (at_ply.min(entry.0), by);
        } else {
            entry.1 = entry.1.max(plies + 1);
        }
        Ok(proved)
    }

    /// The least plies up to `most`; `Ok(None)`: more than that.
    pub(crate) fn least(&mut self, at: &State, most: u8) -> Result<Option<u8>, Cut> {
        for plies in 0..=most.min(FARTHEST) {
            if self.proves(at, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// The line of a proof in `plies`: the prover's quickest moves against the replies that last
    /// longest.
    pub(crate) fn line(&mut self, from: &State, plies: u8) -> Result<Vec<Ply>, Cut> {
        let (mut line, mut at, mut left) = (Vec::new(), *from, plies);
        while left > 0 && !self.leaf(&at) {
            let prover = at.turn == self.aim.side();
            let mut chosen: Option<(u8, Ply, State)> = None;
            for ply in self.judge.area().moves(&at) {
                let Some(after) = self.judge.area().play(&at, ply) else { continue };
                if prover && !self.right(&after)? {
                    continue;
                }
                let Some(needs) = self.least(&after, left - 1)? else { continue };
                // A reply is a move where there is one: a pass would often last longer, and shows
                // nothing.
                let better = chosen.is_none_or(|(most, _, _)| match prover {
                    true => needs < most,
                    false => ply != Ply::PASS && needs > most,
                });
                if better {
                    chosen = Some((needs, ply, after));
                }
            }
            let Some((needs, ply, after)) = chosen else { break };
            line.push(ply);
            (at, left) = (after, needs);
        }
        // What ends in a pass ends before it.
        while line.last() == Some(&Ply::PASS) {
            line.pop();
        }
        Ok(line)
    }
}
