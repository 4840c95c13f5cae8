//! A run step by step, with each step as a deduction.

use super::sweep::{Scope, Shown, Sweep};
use crate::{Because, Conflict, Deduction, Literal, Store, Technique, Tier};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A step that is in sight.
pub(super) struct Next {
    pub(super) technique: Arc<dyn Technique>,
    pub(super) step: Deduction,
    /// Hundredths of looks until one of the propagation steps in sight is seen, where it is one.
    pub(super) looks: Option<u64>,
}

impl<'n> Sweep<'n> {
    /// The next step, by the first technique that has one. It is not applied.
    pub fn next_step(&mut self) -> Option<(Arc<dyn Technique>, Deduction)> {
        let Next { technique, step, .. } = self.look(false)?;
        Some((technique, step))
    }

    /// Applies a step.
    ///
    /// # Errors
    /// [`Conflict`] when the candidates contradict each other (the puzzle has no solution, or the
    /// step was unsound).
    pub fn apply(&mut self, step: &Deduction) -> Result<(), Conflict> {
        self.steps += 1;
        self.ground.forget();
        let done = self.ground.apply_step(step, &mut self.changed);
        self.note_changes();
        done
    }

    /// The next step. With `counts`, where propagation steps are kept, the looks that one takes.
    pub(super) fn look(&mut self, counts: bool) -> Option<Next> {
        let (copy, board) = (OnceCell::new(), OnceCell::new());
        let shown = Shown { copy: &copy, board: &board };
        if let Some(literal) = self.next_last_value() {
            let technique = Arc::clone(self.last()?);
            let step = Deduction::place(technique.id(), literal, Because::default());
            let looks = counts.then(|| self.looks(&shown));
            return Some(Next { technique, step, looks });
        }
        let index = self.find(Tier::Master, Scope::All, &shown)?;
        let technique = Arc::clone(self.technique(index));
        let step = match technique.parted() {
            Some(parted) => parted.deduction(&self.ground),
            None => self.ground.deduction(technique.id()),
        };
        let looks = (counts && index < self.propagation()).then(|| self.looks(&shown));
        Some(Next { technique, step, looks })
    }

    /// Hundredths of looks until one of the propagation steps in sight is seen.
    fn looks(&mut self, shown: &Shown<'_, '_, 'n>) -> u64 {
        let mut places = BTreeMap::<Literal, u32>::new();
        let mut sum = 0;
        let mut count = |ease: u32, place: Option<Literal>| match place {
            // A value that several techniques place is seen the easiest way.
            Some(literal) => {
                let best = places.entry(literal).or_default();
                *best = ease.max(*best);
            }
            None => sum += ease,
        };
        if let Some(last) = self.last() {
            let ease = last.row().ease;
            self.last_values_in_sight().for_each(|literal| count(ease, Some(literal)));
        }
        for index in 0..self.propagation() {
            let ease = self.technique(index).row().ease;
            self.each_in_sight(index, shown, &mut |step| count(ease, step.places.first().copied()));
        }
        let sum = u64::from(sum + places.values().sum::<u32>());
        let store = self.store();
        let open = store.domains().len() - store.placed().len();
        1000 * open as u64 / sum.max(1)
    }

    /// All that the first technique finds which finds something.
    pub(super) fn round(&mut self) -> Option<(Arc<dyn Technique>, Vec<Deduction>)> {
        let Next { technique, .. } = self.look(false)?;
        if let Some(last) = self.last().filter(|last| last.id() == technique.id()) {
            let last = Arc::clone(last);
            let place = |literal| Deduction::place(last.id(), literal, Because::default());
            let all = self.last_values_in_sight().map(place).collect();
            return Some((last, all));
        }
        let (copy, board) = (OnceCell::new(), OnceCell::new());
        let index = self.index_of(&technique)?;
        let mut all = Vec::new();
        self.each_in_sight(index, &Shown { copy: &copy, board: &board }, &mut |step| all.push(step.clone()));
        Some((technique, all))
    }

    fn last_values_in_sight(&self) -> impl Iterator<Item = Literal> + '_ {
        let store = self.store();
        let open = self.pending.iter().filter(|&var| !store.is_placed(var));
        open.filter_map(|var| Some(Literal { var, value: store.domain(var).value()? }))
    }
}

/// Would the step change anything?
pub(super) fn changes(at: &Store<'_>, step: &Deduction) -> bool {
    step.removes.iter().any(|r| !(at.domain(r.var) & r.values).is_empty())
        || step.places.iter().any(|l| !at.is_placed(l.var))
}
