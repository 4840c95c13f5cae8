//! Runs that go on from where an earlier one stood.

use super::sweep::{Level, Sweep};
use crate::{Store, VarSet};

/// A run as it stood before a step, to go on from without what it did not rest on.
#[derive(Clone, Debug)]
pub struct Checkpoint<'n> {
    store: Store<'n>,
    pending: VarSet,
    used: Vec<bool>,
    /// By technique: its parts to ask, whether the run has not come to it, how often it fired.
    levels: Vec<(Vec<u64>, bool, u32)>,
    steps: u64,
    last_values: u32,
}

impl Checkpoint<'_> {
    /// By rule: did the run rest on it?
    pub fn used(&self) -> &[bool] {
        &self.used
    }
}

impl<'n> Sweep<'n> {
    /// The run as it stands.
    pub fn checkpoint(&self) -> Checkpoint<'n> {
        let level = |level: &Level| (level.dirty.clone(), level.fresh, level.count);
        Checkpoint {
            store: self.ground.store().clone(),
            pending: self.pending.clone(),
            used: self.used.clone(),
            levels: self.levels.iter().map(level).collect(),
            steps: self.steps,
            last_values: self.last_values,
        }
    }

    /// Takes the run as it stands into a checkpoint that is no longer used, whose room it keeps.
    pub fn save(&self, to: &mut Checkpoint<'n>) {
        to.store.copy_from(self.ground.store());
        to.pending.clone_from(&self.pending);
        to.used.clone_from(&self.used);
        to.levels.resize_with(self.levels.len(), Default::default);
        for (level, (dirty, fresh, count)) in self.levels.iter().zip(&mut to.levels) {
            dirty.clone_from(&level.dirty);
            (*fresh, *count) = (level.fresh, level.count);
        }
        (to.steps, to.last_values) = (self.steps, self.last_values);
    }

    /// Goes back to a checkpoint of a run on the same network, without some rules that it did not
    /// rest on.
    pub fn go_back(&mut self, to: &Checkpoint<'n>, off: &[bool]) {
        self.ground.go_back(&to.store, off);
        self.changed.clear();
        self.pending.clone_from(&to.pending);
        self.used.clone_from(&to.used);
        for (level, (dirty, fresh, count)) in self.levels.iter_mut().zip(&to.levels) {
            (level.fresh, level.count) = (*fresh, *count);
            if !fresh {
                level.dirty.copy_from_slice(dirty);
            }
        }
        (self.steps, self.last_values) = (to.steps, to.last_values);
    }
}
