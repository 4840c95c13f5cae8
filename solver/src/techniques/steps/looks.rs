//! Memory of looks that concluded nothing: nobody looks again while all that such a look read stays
//! as it was.

use super::followers::{Followers, LARGE, Traced};
use crate::{Network, RuleId, Var};

/// The looks of all parts, and when each variable changed.
#[derive(Debug)]
pub(super) struct Looks {
    /// Counts changes, from 1.
    moment: u32,
    /// By variable: when it changed last.
    changed_at: Vec<u32>,
    /// By look: when it concluded nothing; 0: never.
    taken: Vec<u32>,
    /// By look: what it noted.
    notes: Vec<Note>,
    now: Noting,
}

/// The variables and rules that a look has read.
#[derive(Clone, Debug, Default)]
struct Note {
    /// It may have read any variable.
    is_all: bool,
    reads: Vec<Var>,
    /// Rules of which the note holds only where they have nothing to say.
    settled: Vec<RuleId>,
}

/// The note of the look under way.
#[derive(Debug)]
struct Noting {
    is_on: bool,
    note: Note,
    /// By variable: it is in the note, if this is the stamp.
    noted: Vec<u32>,
    stamp: u32,
    /// Large rules that the trial under way pruned by.
    large: Vec<RuleId>,
}

impl Noting {
    fn add(&mut self, var: Var) {
        if std::mem::replace(&mut self.noted[var.index()], self.stamp) != self.stamp {
            self.note.reads.push(var);
        }
    }
}

impl Looks {
    pub(super) fn new(net: &Network) -> Looks {
        let noted = vec![0; net.len()];
        Looks {
            moment: 1,
            changed_at: vec![1; net.len()],
            taken: Vec::new(),
            notes: Vec::new(),
            now: Noting { is_on: false, note: Note::default(), noted, stamp: 0, large: Vec::new() },
        }
    }

    /// Forgets all looks.
    pub(super) fn forget(&mut self) {
        self.moment = 1;
        self.changed_at.fill(1);
        self.taken.fill(0);
    }

    /// Room for further looks; the number of the first.
    pub(super) fn add(&mut self, count: usize) -> usize {
        let first = self.taken.len();
        self.taken.resize(first + count, 0);
        first
    }

    /// The moment: the number of changes for good so far, from 1.
    pub(super) fn moment(&self) -> u32 {
        self.moment
    }

    /// Begins a new moment: all changes from here on are later than all looks so far.
    pub(super) fn next_moment(&mut self) {
        self.moment += 1;
    }

    pub(super) fn note_change(&mut self, var: Var) {
        self.changed_at[var.index()] = self.moment;
    }

    /// Does a look still conclude nothing? `reads`: what it reads, where that is known beforehand;
    /// `stands`: does a rule have nothing to say now?
    pub(super) fn holds(&self, look: usize, reads: &[Var], stands: &mut dyn FnMut(RuleId) -> bool) -> bool {
        let taken = self.taken[look];
        if taken == 0 {
            return false;
        }
        let is_old = |var: &Var| self.changed_at[var.index()] <= taken;
        if !reads.is_empty() {
            return reads.iter().all(is_old);
        }
        let note = &self.notes[look];
        if note.is_all {
            return self.moment == taken;
        }
        note.reads.iter().all(is_old) && note.settled.iter().all(|&rule| stands(rule))
    }

    /// Begins a look. `notes`: what it reads is not known beforehand.
    pub(super) fn begin(&mut self, notes: bool) {
        let now = &mut self.now;
        now.is_on = notes;
        now.stamp += 1;
        now.large.clear();
        now.note.reads.clear();
        now.note.settled.clear();
        now.note.is_all = false;
    }

    /// The look concluded nothing.
    pub(super) fn remember(&mut self, look: usize) {
        self.taken[look] = self.moment;
        if self.now.is_on {
            self.notes.resize(self.notes.len().max(self.taken.len()), Note::default());
            self.notes[look].clone_from(&self.now.note);
        }
    }

    /// Variables that the look reads.
    pub(super) fn note_vars(&mut self, vars: &[Var]) {
        if self.now.is_on {
            vars.iter().for_each(|&var| self.now.add(var));
        }
    }

    /// The trial under way pruned by a rule.
    pub(super) fn note_rule(&mut self, net: &Network, rule: RuleId) {
        let now = &mut self.now;
        if !now.is_on || now.note.is_all {
            return;
        }
        let scope = net.rule(rule).scope();
        if scope.len() <= LARGE {
            scope.iter().for_each(|&var| now.add(var));
        } else if !now.large.contains(&rule) {
            now.large.push(rule);
        }
    }

    /// The trial under way ended without a contradiction. `is_whole`: nothing more follows.
    pub(super) fn note_trial(&mut self, followers: &mut Followers<'_>, traced: &Traced<'_>, is_whole: bool) {
        let now = &mut self.now;
        if now.is_on && !now.note.is_all {
            traced.changed.iter().for_each(|&var| now.add(var));
            for i in 0..now.large.len() {
                let (rule, look) = (now.large[i], now.stamp);
                if !is_whole || !followers.reads(rule, look, traced, &mut |var| now.add(var)) {
                    now.note.is_all = true;
                } else if !now.note.settled.contains(&rule) {
                    now.note.settled.push(rule);
                }
            }
        }
        now.large.clear();
    }
}
