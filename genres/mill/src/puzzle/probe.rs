//! Exact values: from the tables where no man is in hand, by reading down to them where some are.

use super::judge::NoPuzzle;
use super::meter::Meter;
use super::state::{Kernel, State, Step};
use super::worth::Worth;
use crate::search::Placing;
use crate::tables::{Tables, Value};
use std::collections::HashMap;
use tesuji_solver::Limits;

/// So many men in hand are read by every turn; more by the search of the placing phase.
const BY_EVERY_TURN: u8 = 3;
/// Memory of that search.
const MEMORY: usize = 64 << 20;

/// Something that knows the exact value of positions without men in hand. Callers leave finished
/// ones out.
pub trait Probe: Sync {
    /// The value, if it is known here.
    fn probe(&self, at: &State) -> Option<Worth>;

    /// Are positions with these numbers of men (side to move, other side) known?
    fn covers(&self, own: u32, enemy: u32) -> bool;

    /// The tables behind it, if it has some.
    fn tables(&self) -> Option<&Tables> {
        None
    }
}

/// Reads exact values.
pub struct Oracle<'a> {
    /// The rules.
    pub kernel: Kernel,
    tables: &'a dyn Probe,
    /// Known values, by position and by the plies that were read.
    memo: HashMap<(State, Option<u8>), Option<Worth>>,
    /// The reader of positions with many men in hand, once it was needed.
    placing: Option<Placing<'a>>,
    /// Bound on plies: games decided later count as drawn.
    short: Option<u8>,
    /// Positions with men in hand that may still be read; `None` once one more was wanted.
    budget: Option<u64>,
    /// The caller's limits.
    pub(super) meter: Meter,
    /// The positions that he names: they take the place of all budgets.
    pub(super) named: Option<u64>,
}

/// The value of a legal turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Valued {
    /// The turn.
    pub step: Step,
    /// For the side that makes it.
    pub worth: Worth,
}

impl<'a> Oracle<'a> {
    /// Over tables; `budget` positions with men in hand may be read.
    pub fn new(kernel: Kernel, tables: &'a dyn Probe, budget: u64) -> Self {
        let meter = Meter::new(&Limits::default());
        Oracle {
            kernel,
            tables,
            memo: HashMap::new(),
            placing: None,
            short: None,
            budget: Some(budget),
            meter,
            named: None,
        }
    }

    /// The same within limits, which count every position that is valued; a number of positions
    /// that they name takes the place of the budget.
    #[must_use]
    pub fn within(self, limits: &Limits) -> Self {
        let named = (limits.nodes < u64::MAX).then_some(limits.nodes);
        Oracle { meter: Meter::new(limits), budget: named.or(self.budget), named, ..self }
    }

    /// Where tables are missing: reads alone, and values only games decided within `plies` plies.
    /// All else counts as drawn, so that of a win it is known which turns are quickest, and of
    /// nothing else what it is worth.
    #[must_use]
    pub fn short(self, plies: u8) -> Self {
        Oracle { short: Some(plies), ..self }
    }

    /// Is [`Worth::Draw`] no more than "not decided soon"?
    pub fn is_short(&self) -> bool {
        self.short.is_some()
    }

    /// The plies within which all is valued, where tables are missing.
    pub(super) fn horizon(&self) -> Option<u8> {
        self.short
    }

    /// Sets the plies within which all is valued.
    pub(super) fn set_horizon(&mut self, plies: Option<u8>) {
        self.short = plies;
    }

    /// After a turn from a position of that worth no more plies need be read than are left.
    pub(super) fn narrow(&mut self, worth: Worth) {
        if let (Some(plies), Worth::Win(left) | Worth::Loss(left)) = (self.short, worth) {
            self.short = Some(u8::try_from(left).map_or(plies, |left| plies.min(left)));
        }
    }

    /// The spent part of the limits.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Why a value of this position, or of what comes of it, is not known.
    pub fn why_unknown(&self, at: &State) -> NoPuzzle {
        match (self.meter.stop(), self.budget) {
            (Some(stop), _) => NoPuzzle::Limit(stop),
            (None, None) => NoPuzzle::TooWide,
            (None, Some(_)) if at.placing() && self.kernel.move_while_placing => NoPuzzle::Circular,
            (None, Some(_)) => NoPuzzle::Unknown,
        }
    }

    /// The value of a position; `None` where the tables don't reach or a limit ends it, and where
    /// men in hand may wait.
    pub fn worth(&mut self, at: &State) -> Option<Worth> {
        self.meter.visit().ok()?;
        if self.kernel.lost(at) {
            return Some(Worth::Loss(0));
        }
        if !at.placing() && self.short.is_none() {
            return self.tables.probe(at);
        }
        // Who may move while men are in hand can come back to a position: reading forward has no
        // end, and no value.
        if self.kernel.move_while_placing {
            return None;
        }
        let least = (at.least(), self.short);
        if let Some(known) = self.memo.get(&least) {
            return *known;
        }
        let wide = at.own_hand + at.enemy_hand > BY_EVERY_TURN || self.short.is_some();
        if wide && self.tables.tables().is_some() {
            let known = self.searched(at);
            self.memo.insert(least, known);
            return known;
        }
        self.budget = self.budget?.checked_sub(1);
        self.budget?;
        // Each turn of a side with men in hand places one: they run out, so this ends.
        let known = self.read(at);
        self.memo.insert(least, known);
        known
    }

    fn read(&mut self, at: &State) -> Option<Worth> {
        let mut best = Worth::Loss(0);
        for step in self.kernel.all_turns(at) {
            let worth = self.worth(&self.kernel.play(at, step))?.before();
            best = best.max(worth);
            if best == Worth::Win(1) {
                break;
            }
        }
        Some(best)
    }

    /// By the search of the placing phase, within what is left of the budget.
    fn searched(&mut self, at: &State) -> Option<Worth> {
        let left = self.meter.left();
        let limits = left.clone().with_nodes(left.nodes.min(self.budget?));
        if self.placing.is_none() {
            let limits = limits.clone().with_memory(limits.memory.min(MEMORY));
            self.placing = Some(Placing::new(self.tables.tables()?, &limits).ok()?);
        }
        let placing = self.placing.as_mut()?;
        placing.renew(&limits);
        let found = match self.short {
            Some(plies) => placing.short(at, plies).map(|value| value.unwrap_or(Value::Draw)),
            None => placing.value(at).value(),
        };
        let (nodes, stop) = (placing.nodes(), placing.stop());
        self.meter.visited(nodes);
        self.budget = if stop.is_complete() { self.budget?.checked_sub(nodes) } else { None };
        found.map(Worth::from)
    }

    /// Every legal turn with its value, in the rules' order; `None` where one is not known.
    pub fn turns(&mut self, at: &State) -> Option<Vec<Valued>> {
        let steps = self.kernel.all_turns(at);
        let mut valued = Vec::with_capacity(steps.len());
        for step in steps {
            let worth = self.worth(&self.kernel.play(at, step))?.before();
            valued.push(Valued { step, worth });
        }
        Some(valued)
    }

    /// Could the tables know all that may come of the position: are all sectors covered that it can
    /// lead to?
    pub fn reaches(&self, at: &State) -> bool {
        // Placing takes at most what is in hand; the sectors below a covered one are covered too.
        let (own, enemy) = (at.own_total(), at.enemy_total());
        self.tables.covers(own, enemy) && self.tables.covers(enemy, own)
    }

    /// The line of best play: quickest wins, longest defences, the rules' first of equals; at most
    /// `most` turns.
    pub fn line(&mut self, at: &State, first: Option<Step>, most: usize) -> Option<Vec<Step>> {
        let mut line = Vec::new();
        let mut at = *at;
        let mut next = first;
        let horizon = self.short;
        while line.len() < most && !self.kernel.lost(&at) {
            let step = match next.take() {
                Some(step) => step,
                None => {
                    let Some(turns) = self.turns(&at) else {
                        self.short = horizon;
                        return None;
                    };
                    let best = turns.iter().max_by_key(|v| v.worth)?.worth;
                    self.narrow(best);
                    turns.iter().find(|v| v.worth == best)?.step
                }
            };
            line.push(step);
            at = self.kernel.play(&at, step);
        }
        self.short = horizon;
        Some(line)
    }
}
