//! Which clues stay when they are taken away in an order, by halves: the same set as one by one, as
//! techniques conclude no less with more clues.

use super::whole::Whole;
use crate::clue::genre::Place;
use tesuji_solver::Clock;
use tesuji_solver::grade::{Checkpoint, Sweep, SweepRequest};

/// A run that clues are brought into and taken back from.
pub(super) struct Halving<'h, 'n> {
    whole: &'n Whole,
    sweep: &'h mut Sweep<'n>,
    orbits: &'h [Vec<Place>],
    want: SweepRequest<'h>,
    clock: &'h Clock,
    /// By rule: it is left out now.
    off: Vec<bool>,
    stay: Vec<usize>,
    runs: u64,
    /// Room for checkpoints.
    spare: Vec<(Checkpoint<'n>, Vec<bool>)>,
}

impl<'h, 'n> Halving<'h, 'n> {
    /// `sweep` has begun without the rules that are `off`: those of all orbits.
    pub(super) fn new(
        (whole, sweep, off): (&'n Whole, &'h mut Sweep<'n>, Vec<bool>),
        orbits: &'h [Vec<Place>],
        want: SweepRequest<'h>,
        clock: &'h Clock,
    ) -> Self {
        Halving { whole, sweep, orbits, want, clock, off, stay: Vec::new(), runs: 0, spare: Vec::new() }
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
        let mut at = self.spare.pop();
        self.save(&mut at);
        second.iter().for_each(|&i| self.bring_in(i));
        let is_solved = self.resume();
        let from = self.stay.len();
        self.divide(first, is_solved);
        if let Some((checkpoint, off)) = &at {
            self.sweep.go_back(checkpoint, off);
            self.off.copy_from_slice(off);
        }
        self.spare.extend(at);
        let mut is_solved = false;
        if self.stay.len() > from {
            (from..self.stay.len()).for_each(|number| self.bring_in(self.stay[number]));
            is_solved = self.resume();
        }
        self.divide(second, is_solved);
    }

    fn save(&self, at: &mut Option<(Checkpoint<'n>, Vec<bool>)>) {
        match at {
            Some((checkpoint, off)) => {
                self.sweep.save(checkpoint);
                off.copy_from_slice(&self.off);
            }
            None => *at = Some((self.sweep.checkpoint(), self.off.clone())),
        }
    }

    fn bring_in(&mut self, orbit: usize) {
        for says in self.whole.says(&self.orbits[orbit]) {
            for &rule in &says.rules {
                self.sweep.add_rule(rule);
                self.off[rule.index()] = false;
            }
            // The clues are those of one solution, which is never struck.
            says.patterns.iter().for_each(|&(var, keep)| {
                let _ = self.sweep.restrict(var, keep);
            });
        }
    }

    fn resume(&mut self) -> bool {
        self.runs += 1;
        self.sweep.resume(&self.want) == Some(true)
    }
}
