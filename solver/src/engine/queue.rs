//! The propagators, what wakes them, and those that wait for their turn.

use super::literal::Lit;
use super::propagator::{COSTS, Propagator, Wakes};
use super::trail::{Time, Trail};
use crate::RuleId;
use std::collections::VecDeque;

/// All propagators of an engine with their queue.
#[derive(Default)]
pub(crate) struct Propagators {
    list: Vec<Entry>,
    /// By literal: those that its becoming true wakes.
    wakes: Vec<Vec<u32>>,
    /// Those that keep state along the trail.
    incremental: Vec<u32>,
    waiting: [VecDeque<u32>; COSTS],
}

struct Entry {
    propagator: Box<dyn Propagator>,
    rule: Option<RuleId>,
    cost: u8,
    idempotent: bool,
    is_waiting: bool,
}

impl Propagators {
    pub fn grow(&mut self, atoms: usize) {
        self.wakes.resize(2 * atoms, Vec::new());
    }

    /// Adds a propagator; it waits for its first turn at once.
    pub fn add(&mut self, propagator: Box<dyn Propagator>, rule: Option<RuleId>, trail: &Trail) {
        let id = self.list.len() as u32;
        let mut wakes = Wakes::new(trail);
        propagator.wakes(&mut wakes);
        let mut literals = wakes.literals;
        literals.sort_unstable();
        literals.dedup();
        for lit in literals {
            self.wakes[lit.code()].push(id);
        }
        if propagator.is_incremental() {
            self.incremental.push(id);
        }
        let (cost, idempotent) = (propagator.cost() as u8, propagator.is_idempotent());
        self.list.push(Entry { propagator, rule, cost, idempotent, is_waiting: false });
        self.enqueue(id);
    }

    #[inline]
    fn enqueue(&mut self, id: u32) {
        let entry = &mut self.list[id as usize];
        if !std::mem::replace(&mut entry.is_waiting, true) {
            self.waiting[entry.cost as usize].push_back(id);
        }
    }

    /// Wakes whatever waits for the literal; not `cause`, which implied it, if one call of it is
    /// enough.
    #[inline]
    pub fn wake(&mut self, lit: Lit, cause: Option<u32>) {
        for i in 0..self.wakes[lit.code()].len() {
            let id = self.wakes[lit.code()][i];
            if cause != Some(id) || !self.list[id as usize].idempotent {
                self.enqueue(id);
            }
        }
    }

    /// The next one to run, the cheapest first.
    #[inline]
    pub fn next(&mut self) -> Option<u32> {
        let id = self.waiting.iter_mut().find_map(VecDeque::pop_front)?;
        self.list[id as usize].is_waiting = false;
        Some(id)
    }

    /// Lets all propagators run once more.
    pub fn enqueue_all(&mut self) {
        for id in 0..self.list.len() as u32 {
            self.enqueue(id);
        }
    }

    pub fn get_mut(&mut self, id: u32) -> &mut dyn Propagator {
        &mut *self.list[id as usize].propagator
    }

    pub fn rule(&self, id: u32) -> Option<RuleId> {
        self.list[id as usize].rule
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The trail got shorter: nothing waits any more, and states are undone.
    pub fn rewind(&mut self, to: Time) {
        for queue in &mut self.waiting {
            for id in queue.drain(..) {
                self.list[id as usize].is_waiting = false;
            }
        }
        for i in 0..self.incremental.len() {
            let id = self.incremental[i] as usize;
            self.list[id].propagator.rewind(to);
        }
    }
}
