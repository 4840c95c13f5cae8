//! The placing phase: principal variation search down to the tables.
//!
//! Men in hand run out, so play can't go in circles: the value of a position follows from those of
//! its turns, and ends in the tables. What is known of positions is kept up to symmetry in bounded
//! memory; a position whose successors are known well enough is not read at all (enhanced
//! transposition cut-offs). A sector that is not there leaves the value open, with bounds, and is
//! named.
//!
//! Questions of the kind "won within n plies" need no tables: a position that is not over is
//! neither won in no ply nor lost in one, so the question itself bounds the depth
//! ([`short`](Placing::short)).
//!
//! Both sides place in turn, White first: so White is to move where both have equal numbers in
//! hand, and Black where he has one more.

mod known;
mod order;

use super::merit::{BOUND, Bounds, LEAST_WIN as FEW, after};
use crate::position::{Colour, Position};
use crate::puzzle::{Kernel, State, Step};
use crate::tables::{Sector, Tables, Value};
use known::Known;
pub(super) use known::{Keys, MOST_MEN};
use order::{History, ordered};
use std::collections::BTreeSet;
use tesuji_solver::reading::Outcome;
use tesuji_solver::{Clock, Limits, Stop};

/// Memory for known positions where the limits name none.
pub const MEMORY: usize = 256 << 20;
/// Least number of men in hand with which successors are looked up before any of them is read.
const ENHANCED: u8 = 3;
/// Windows for the outcome alone: won or not, lost or not.
const WON: (i16, i16) = (0, 1);
const NOT_LOST: (i16, i16) = (-1, 0);
/// Bounds of a position that is not over: lost in two plies at the earliest, won in one.
const GOES_ON: Bounds = Bounds { low: -998, high: 999 };

/// Why a position is not read here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotPlacing {
    /// Its past counts, or men may move while others are in hand.
    #[error("the rules are more than men that run out: values of positions with men in hand are not read")]
    Rules,
    /// More than nine men in hand.
    #[error("{0} men in hand; nine at most are read")]
    TooMany(u8),
    /// The hands are not those of sides that place in turn.
    #[error("{side} is to move with {own} men in hand against {other}: White places first, and both in turn")]
    Hands {
        /// Who is to move.
        side: &'static str,
        /// Men in his hand.
        own: u8,
        /// Men in the other's.
        other: u8,
    },
    /// The game is over, or a man is being taken.
    #[error("the game is over, or a man is to be taken: a whole turn is expected")]
    NoTurn,
}

/// A reader of the placing phase. What it has read it keeps for the next question.
#[derive(Debug)]
pub struct Placing<'a> {
    kernel: Kernel,
    tables: &'a Tables,
    keys: Keys,
    known: Known,
    history: History,
    clock: Clock,
    nodes: u64,
    stop: Option<Stop>,
    missing: BTreeSet<Sector>,
    lists: Vec<Vec<(u32, Step)>>,
}

impl<'a> Placing<'a> {
    /// Over tables, within limits from now on.
    ///
    /// # Errors
    /// [`NotPlacing::Rules`] where the rules don't fit.
    pub fn new(tables: &'a Tables, limits: &Limits) -> Result<Placing<'a>, NotPlacing> {
        let kernel = Kernel::of(tables.rules()).filter(|k| !k.move_while_placing).ok_or(NotPlacing::Rules)?;
        Ok(Placing {
            kernel,
            tables,
            keys: Keys::new(),
            known: Known::new(if limits.memory == usize::MAX { MEMORY } else { limits.memory }),
            history: History::new(),
            clock: limits.start(),
            nodes: 0,
            stop: None,
            missing: BTreeSet::new(),
            lists: vec![Vec::new(); 2 * usize::from(MOST_MEN) + 2],
        })
    }

    /// New limits from now on; what is known stays. (The memory is what it was.)
    pub fn renew(&mut self, limits: &Limits) {
        (self.clock, self.nodes, self.stop) = (limits.start(), 0, None);
    }

    /// The position as men, where it can be read here.
    ///
    /// # Errors
    /// [`NotPlacing`] with what stands in the way.
    pub fn admits(position: &Position) -> Result<State, NotPlacing> {
        let at = State::of(position).ok_or(NotPlacing::NoTurn)?;
        let ahead = u8::from(position.side == Colour::Black && at.placing());
        if at.own_hand > MOST_MEN || at.own.count_ones() > 9 || at.enemy.count_ones() > 9 {
            return Err(NotPlacing::TooMany(at.own_hand.max(at.enemy_hand)));
        }
        if at.own_hand != at.enemy_hand + ahead {
            let side = position.side.name();
            return Err(NotPlacing::Hands { side, own: at.own_hand, other: at.enemy_hand });
        }
        Ok(at)
    }

    /// Positions read.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// `Exhausted`, or the limit that was reached.
    pub fn stop(&self) -> Stop {
        self.stop.unwrap_or(Stop::Exhausted)
    }

    /// Missing sectors that the search needed.
    pub fn missing(&self) -> &BTreeSet<Sector> {
        &self.missing
    }

    /// Can the side to move force at least that outcome? `None` where it is not known.
    pub fn reaches(&mut self, at: &State, outcome: Outcome) -> Option<bool> {
        let (alpha, beta) = match outcome {
            Outcome::Win => WON,
            Outcome::Draw => NOT_LOST,
            Outcome::Loss => return Some(true),
        };
        let found = self.bounds(at, alpha, beta);
        if found.low >= beta {
            return Some(true);
        }
        (found.high <= alpha).then_some(false)
    }

    /// The outcome for the side to move, or bounds on it: two questions, won or not and lost or
    /// not.
    pub fn outcome(&mut self, at: &State) -> Bounds {
        let found = self.bounds(at, WON.0, WON.1);
        if found.outcome().is_some() {
            return found;
        }
        found.and(self.bounds(at, NOT_LOST.0, NOT_LOST.1))
    }

    /// The value with its plies, where tables with plies are there; else as
    /// [`outcome`](Self::outcome).
    pub fn value(&mut self, at: &State) -> Bounds {
        let found = self.outcome(at);
        let window = match found.outcome() {
            Some(Outcome::Win) => (0, BOUND),
            Some(Outcome::Loss) => (-BOUND, 0),
            _ => return found,
        };
        found.and(self.bounds(at, window.0, window.1))
    }

    /// The bounds after reading, which ends where they lie outside `alpha` to `beta`.
    fn bounds(&mut self, at: &State, alpha: i16, beta: i16) -> Bounds {
        if let Some(found) = self.decided(at) {
            return found;
        }
        let key = self.keys.of(at);
        self.read(at, key, alpha, beta)
    }

    /// Values without reading: few men, no turn, the tables.
    #[inline]
    fn decided(&mut self, at: &State) -> Option<Bounds> {
        if at.own_total() < 3 || self.kernel.lost(at) {
            return Some(Bounds { low: -1000, high: -1000 });
        }
        if at.placing() {
            return None;
        }
        if let Some(value) = self.tables.value(at.own, at.enemy) {
            return Some(Bounds::exact(value));
        }
        if let Some(outcome) = self.tables.outcome(at.own, at.enemy) {
            return Some(Bounds::of(outcome));
        }
        None
    }

    /// Is it a question about so few plies that it is read without tables?
    fn is_short(alpha: i16, beta: i16) -> bool {
        beta > FEW || alpha < -FEW
    }

    fn read(&mut self, at: &State, key: u64, alpha: i16, beta: i16) -> Bounds {
        if GOES_ON.settles(alpha, beta) {
            return GOES_ON;
        }
        let known = self.known.get(key);
        if let Some(known) = known.filter(|known| known.settles(alpha, beta)) {
            return known;
        }
        if !at.placing() && !Self::is_short(alpha, beta) {
            self.missing.extend(Sector::new(at.own.count_ones() as u8, at.enemy.count_ones() as u8));
            return known.unwrap_or(GOES_ON);
        }
        self.stop = self.stop.or_else(|| self.clock.check(self.nodes));
        if self.stop.is_some() {
            return known.unwrap_or(Bounds::UNKNOWN);
        }
        self.nodes += 1;
        let hands = at.own_hand + at.enemy_hand;
        // One list for each number of men in hand; men that move need a new one each time.
        let mut turns = std::mem::take(&mut self.lists[usize::from(hands)]);
        ordered(&self.kernel, &self.history, at, &mut turns);
        let found = self.best(at, &turns, alpha, beta);
        self.lists[usize::from(hands)] = turns;
        let found = known.map_or(found, |known| found.and(known)).and(GOES_ON);
        // After a limit the bounds are right, but say little.
        if self.stop.is_none() {
            self.known.put(key, found, hands);
        }
        found
    }

    /// The bounds that the turns give.
    fn best(&mut self, at: &State, turns: &[(u32, Step)], alpha: i16, beta: i16) -> Bounds {
        if at.own_hand + at.enemy_hand >= ENHANCED {
            for &(_, step) in turns {
                let next = self.kernel.play(at, step);
                let key = self.keys.of(&next);
                if let Some(low) = self.known.get(key).map(|b| b.before().low).filter(|&low| low >= beta) {
                    return Bounds { low, high: BOUND };
                }
            }
        }
        let (mut low, mut high) = (-BOUND, -BOUND);
        for (i, &(_, step)) in turns.iter().enumerate() {
            let next = self.kernel.play(at, step);
            let floor = alpha.max(low);
            // All but the first only have to show that they are no better.
            let narrow = if i == 0 { beta } else { beta.min(floor.saturating_add(1)) };
            let mut found = self.bounds(&next, after(narrow), after(floor)).before();
            if narrow < beta && found.low >= narrow && !found.settles(floor, beta) {
                found = found.and(self.bounds(&next, after(beta), after(floor)).before());
            }
            low = low.max(found.low);
            high = high.max(found.high);
            if low >= beta {
                self.history.ended(at.own_hand + at.enemy_hand, step);
                return Bounds { low, high: BOUND };
            }
        }
        Bounds { low, high }
    }

    /// The value with its plies, if the game can be decided within `plies`; `Some(None)` where it
    /// can't, `None` where a limit ended the reading. Tables are used where they are there, and not
    /// needed.
    pub fn short(&mut self, at: &State, plies: u8) -> Option<Option<Value>> {
        for n in 0..=i16::from(plies) {
            // Won in an odd number of plies, lost in an even one.
            let found = match n & 1 {
                1 => self.bounds(at, 999 - n, 1000 - n),
                _ => self.bounds(at, n - 1000, n - 999),
            };
            if let Some(value) = found.value().filter(|v| v.plies().is_some_and(|p| p <= plies)) {
                return Some(Some(value));
            }
            match n & 1 {
                1 if found.low >= 1000 - n => return Some(Some(Value::Win(n as u8))),
                0 if found.high <= n - 1000 => return Some(Some(Value::Loss(n as u8))),
                _ => {}
            }
            if !self.stop().is_complete() {
                return None;
            }
        }
        Some(None)
    }

    /// A line that keeps a value which [`short`](Self::short) found, to its end.
    pub fn short_line(&mut self, at: &State, value: Value) -> Vec<Step> {
        let (mut line, mut at, mut value) = (Vec::new(), *at, value);
        while let Some(plies) = value.plies().filter(|&plies| plies > 0) {
            let mut keeping = None;
            for step in self.kernel.all_turns(&at) {
                let next = self.kernel.play(&at, step);
                let found = self.short(&next, plies - 1).flatten().filter(|found| found.before() == value);
                if let Some(found) = found {
                    keeping = Some((step, next, found));
                    break;
                }
            }
            let Some((step, next, found)) = keeping else { break };
            line.push(step);
            (at, value) = (next, found);
        }
        line
    }

    /// A line that keeps what is known of the value: the first such turn of the rules each time,
    /// then by the tables to the end of a won game; at most `most` turns. It ends where nothing is
    /// known.
    pub fn line(&mut self, at: &State, most: usize) -> Vec<Step> {
        let (mut line, mut at) = (Vec::new(), *at);
        while line.len() < most && !self.kernel.lost(&at) {
            let known = self.value(&at);
            // A draw that is no longer read goes round for ever.
            if known.outcome().is_none() || !at.placing() && known.value().is_none_or(|v| v.plies().is_none()) {
                break;
            }
            let steps = self.kernel.all_turns(&at);
            let keeps = |this: &mut Self, step: &Step| this.keeps(&at, *step, known);
            let Some(step) = steps.into_iter().find(|step| keeps(self, step)) else { break };
            line.push(step);
            at = self.kernel.play(&at, step);
        }
        line
    }

    /// Does the turn keep what is known of the position before it?
    pub fn keeps(&mut self, at: &State, step: Step, known: Bounds) -> bool {
        let next = self.kernel.play(at, step);
        let least = if known.value().is_some() { known.low } else { Bounds::least(known) };
        self.bounds(&next, after(least), after(least.saturating_sub(1))).before().low >= least
    }

    /// The turns that keep the outcome; `None` where that is not known of each.
    pub fn keeping(&mut self, at: &State) -> Option<Vec<Step>> {
        let known = self.outcome(at);
        let least = Bounds::least(known.outcome().map(|_| known)?);
        let mut keeping = Vec::new();
        for step in self.kernel.all_turns(at) {
            let next = self.kernel.play(at, step);
            let found = self.bounds(&next, after(least), after(least.saturating_sub(1))).before();
            if found.low >= least {
                keeping.push(step);
            } else if found.high >= least {
                return None;
            }
        }
        Some(keeping)
    }

    /// The rules.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }
}

impl Bounds {
    /// The least merit of the outcome that is known to be reached.
    fn least(self) -> i16 {
        match self.outcomes().0 {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -BOUND,
        }
    }
}

#[cfg(test)]
pub(super) mod testing;
#[cfg(test)]
mod tests;
