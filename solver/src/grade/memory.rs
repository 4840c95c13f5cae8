//! What a run remembers between its steps: what the parts of its techniques found, as long as no
//! variable changes that they read.

use crate::techniques::steps::{Parted, Trial};
use crate::{Board, Deduction, Domain, Network, RuleId, Technique, VarSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A part of a technique.
#[derive(Debug)]
struct Part {
    rule: RuleId,
    read: VarSet,
    /// What it found when it was asked last; `None`: something changed since.
    found: Option<Vec<Deduction>>,
}

/// How much of what a part finds is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Want {
    First,
    All,
}

/// The parts of all techniques of a list.
#[derive(Debug)]
pub(super) struct Memory {
    /// By technique; `None` for one without parts.
    parts: Vec<Option<Vec<Part>>>,
    /// Candidates and what is written down, as they were at the last step.
    seen: Vec<(Domain, Domain)>,
}

impl Memory {
    pub(super) fn new<'t>(net: &Network, list: impl Iterator<Item = &'t Arc<dyn Technique>>) -> Memory {
        let part = |rule| Part { rule, read: VarSet::with_capacity(net.len()), found: None };
        let parts = |t: &'t Arc<dyn Technique>| Some(t.parted()?.parts(net).into_iter().map(part).collect());
        Memory { parts: list.map(parts).collect(), seen: Vec::new() }
    }

    /// Forgets what parts found that read a variable which changed.
    pub(super) fn renew(&mut self, board: &Board<'_>) {
        let now = board.network().vars().map(|v| (board.domain(v), board.store().domain(v)));
        if self.seen.is_empty() {
            self.seen = now.collect();
            return;
        }
        let mut changed = VarSet::with_capacity(self.seen.len());
        for (var, now) in board.network().vars().zip(now) {
            if std::mem::replace(&mut self.seen[var.index()], now) != now {
                changed.insert(var);
            }
        }
        let parts = self.parts.iter_mut().flatten().flatten();
        parts.filter(|p| p.read.meets(&changed)).for_each(|p| p.found = None);
    }

    /// Tells what a technique finds, its parts asked anew where they have to be, until `told`
    /// breaks; `false`: the technique has no parts. `want` is the same for a technique all the
    /// time.
    pub(super) fn find(
        &mut self,
        (index, technique): (usize, &dyn Technique),
        trial: &mut Trial<'_, '_>,
        want: Want,
        told: &mut dyn FnMut(&Deduction) -> ControlFlow<()>,
    ) -> bool {
        let (Some(Some(parts)), Some(parted)) = (self.parts.get_mut(index), technique.parted()) else {
            return false;
        };
        for part in parts {
            let found = ask(part, parted, trial, want);
            if found.iter().try_for_each(&mut *told).is_break() {
                break;
            }
        }
        true
    }
}

fn ask<'p>(part: &'p mut Part, parted: &dyn Parted, trial: &mut Trial<'_, '_>, want: Want) -> &'p [Deduction] {
    let Part { rule, read, found } = part;
    found.get_or_insert_with(|| {
        *read = VarSet::with_capacity(0);
        let mut list = Vec::new();
        let _ = parted.find_part(trial, *rule, read, &mut |d| {
            list.push(d);
            if want == Want::First { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        list
    })
}
