//! Which clues stay when they are taken away in an order, by halves: the same set as one by one, as
//! techniques conclude no less with more clues.

use super::quick::Quick;
use super::runner::Saved;
use crate::clue::genre::Place;
use tesuji_solver::{Clock, Tier};

/// A run that clues are brought into and taken back from.
pub(super) struct Halving<'h, 'n> {
    quick: &'h mut Quick<'n>,
    orbits: &'h [Vec<Place>],
    ceiling: Tier,
    clock: &'h Clock,
    stay: Vec<usize>,
    runs: u64,
    /// Room for copies of the run.
    spare: Vec<Saved>,
}

impl<'h, 'n> Halving<'h, 'n> {
    /// The run has begun without the clues of all orbits.
    pub(super) fn new(quick: &'h mut Quick<'n>, orbits: &'h [Vec<Place>], ceiling: Tier, clock: &'h Clock) -> Self {
        Halving { quick, orbits, ceiling, clock, stay: Vec::new(), runs: 0, spare: Vec::new() }
    }

    /// The orbits of an order that stay, and the number of runs.
    pub(super) fn run(mut self, order: &[usize]) -> (Vec<usize>, u64) {
        let is_solved = self.resume();
        self.divide(order, is_solved);
        (self.stay, self.runs)
    }

    /// The run stands where it comes to without the range and with all else that is left.
    fn divide(&mut self, range: &[usize], is_solved: bool) {
        if is_solved {
            return;
        }
        if range.len() <= 1 || self.clock.expired().is_some() {
            self.stay.extend(range);
            return;
        }
        let (first, second) = range.split_at(range.len() / 2);
        let mut at = self.spare.pop().unwrap_or_default();
        self.quick.run.save(&mut at);
        second.iter().for_each(|&i| self.bring_in(i));
        let is_solved = self.resume();
        let from = self.stay.len();
        self.divide(first, is_solved);
        self.quick.run.go_back(&at);
        self.spare.push(at);
        let mut is_solved = false;
        if self.stay.len() > from {
            (from..self.stay.len()).for_each(|number| self.bring_in(self.stay[number]));
            is_solved = self.resume();
        }
        self.divide(second, is_solved);
    }

    fn bring_in(&mut self, orbit: usize) {
        // The clues are those of one solution, which is never struck.
        let _ = self.quick.bring_in(&self.orbits[orbit]);
    }

    fn resume(&mut self) -> bool {
        self.runs += 1;
        self.quick.resume(self.ceiling) == Some(true)
    }
}
