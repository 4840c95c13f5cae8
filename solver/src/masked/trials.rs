//! Trials of candidates by a few rules, and a memory of those that met no contradiction.

use super::rules::{MaskRule, Planes, Set, VarBit, count, each, join, meets};
use super::webs::Scratch;
use crate::techniques::steps::MOST_CHANGES;
use std::collections::VecDeque;

/// The trials of a site that met no contradiction, in order: the candidate, and the variables on
/// which the trial depends. While these do not change, it meets none.
pub(super) type PassedTrials<const W: usize> = Vec<(u32, Set<W>)>;

/// The changes of variables, in order.
#[derive(Clone, Debug)]
pub(super) struct History<const W: usize> {
    /// The variables of each change since the run began.
    log: Vec<Set<W>>,
    /// The number of the first change of this run. Numbers go on from run to run.
    first: usize,
}

/// Changes that are looked through one by one. More count as changes of everything.
const MOST_BACK: usize = 96;

impl<const W: usize> History<W> {
    pub(super) fn new() -> History<W> {
        History { log: Vec::new(), first: 1 }
    }

    /// Begins a new run: nothing is known of what was before.
    pub(super) fn begin(&mut self) {
        self.first += self.log.len() + 1;
        self.log.clear();
    }

    pub(super) fn note(&mut self, changed: &Set<W>) {
        self.log.push(*changed);
    }

    /// The number of the next change: the present moment.
    pub(super) fn now(&self) -> usize {
        self.first + self.log.len()
    }

    /// The variables that changed since a moment. Returns `None` if that may be all.
    pub(super) fn since(&self, moment: usize) -> Option<Set<W>> {
        let changes = self.log.get(moment.checked_sub(self.first)?..)?;
        if changes.len() > MOST_BACK {
            return None;
        }
        let mut all = [0; W];
        changes.iter().for_each(|changed| join(&mut all, changed));
        Some(all)
    }
}

/// Trials by the rules of a site.
pub(super) struct Trial<'t, const V: usize, const W: usize> {
    pub(super) rules: &'t [MaskRule<V, W>],
    /// The rules that take part. Rules about graphs come last.
    pub(super) marked: &'t [u32],
    /// The number of those that are not about graphs.
    pub(super) small: usize,
    pub(super) scratch: &'t mut Scratch,
}

impl<const V: usize, const W: usize> Trial<'_, V, W> {
    fn begin(&self, planes: &Planes<V, W>, var: usize, rank: usize) -> (Planes<V, W>, Set<W>) {
        let (at, mut after, mut changed) = (VarBit::of(var), *planes, [0; W]);
        for (_, plane) in after.iter_mut().enumerate().filter(|(k, _)| *k != rank) {
            plane[at.word] &= !at.bit;
        }
        changed[at.word] = at.bit;
        (after, changed)
    }

    /// The variables that lose candidates if a candidate holds. Returns `None` if the rules refute
    /// it, whatever their order.
    #[inline]
    pub(super) fn follow(&mut self, planes: &Planes<V, W>, var: usize, rank: usize) -> Option<Set<W>> {
        let (mut after, mut now) = self.begin(planes, var, rank);
        let mut all = now;
        let (small, large) = self.marked.split_at(self.small);
        loop {
            // Changes that the rules about graphs have to follow up.
            let mut since = now;
            loop {
                let mut next = [0; W];
                for &rule in small {
                    let rule = &self.rules[rule as usize];
                    if meets(&rule.scope, &now) {
                        let changed = rule.prune(&mut after, self.scratch).ok()?;
                        join(&mut next, &changed);
                        // The rules behind this one follow it up in this round.
                        join(&mut now, &changed);
                    }
                }
                if next == [0; W] {
                    break;
                }
                now = next;
                join(&mut since, &next);
            }
            join(&mut all, &since);
            now = [0; W];
            for &rule in large {
                let rule = &self.rules[rule as usize];
                if meets(&rule.scope, &since) || meets(&rule.scope, &now) {
                    let changed = rule.prune(&mut after, self.scratch).ok()?;
                    join(&mut now, &changed);
                }
            }
            if now == [0; W] {
                return Some(all);
            }
        }
    }

    /// Do the rules refute a candidate within the bound of changes? They prune in the order of
    /// [`JointRules`](crate::techniques::steps::JointRules).
    #[cold]
    pub(super) fn refutes_in_order(&mut self, planes: &Planes<V, W>, var: usize, rank: usize) -> bool {
        let (mut after, first) = self.begin(planes, var, rank);
        let (mut queue, mut changes) = (VecDeque::new(), 0);
        let rules = self.rules;
        let mut marked = self.marked.to_vec();
        marked.sort_unstable();
        let follow = |queue: &mut VecDeque<u32>, changed: &Set<W>| {
            each(changed, |var| {
                let at = VarBit::of(var);
                for &rule in &marked {
                    if rules[rule as usize].scope[at.word] & at.bit != 0 && !queue.contains(&rule) {
                        queue.push_back(rule);
                    }
                }
            });
        };
        follow(&mut queue, &first);
        while let Some(rule) = queue.pop_front() {
            let Ok(changed) = rules[rule as usize].prune(&mut after, self.scratch) else { return true };
            changes += count(&changed) as usize;
            if changes > MOST_CHANGES {
                return false;
            }
            follow(&mut queue, &changed);
        }
        false
    }
}
