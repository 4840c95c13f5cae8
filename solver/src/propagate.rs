//! The plain propagator: a worklist of rules and their stateless `prune`. Takes every network.

use crate::{Conflict, RuleId, Store};
use std::collections::VecDeque;

/// Runs `prune` of all rules to a common fixpoint.
///
/// # Errors
/// The [`Conflict`] with the rule that noticed it.
pub fn propagate(at: &mut Store<'_>) -> Result<(), Conflict> {
    let net = at.network();
    at.take_changed();
    let mut queued = vec![true; net.rule_ids().count()];
    let mut queue: VecDeque<RuleId> = net.rule_ids().collect();
    run(at, &mut queue, &mut queued)
}

/// Runs `prune` to a fixpoint, starting from the variables changed since the last call.
///
/// # Errors
/// The [`Conflict`] with the rule that noticed it.
pub fn propagate_changed(at: &mut Store<'_>) -> Result<(), Conflict> {
    let net = at.network();
    let mut queued = vec![false; net.rule_ids().count()];
    let mut queue = VecDeque::new();
    wake(at, &mut queue, &mut queued);
    run(at, &mut queue, &mut queued)
}

/// Runs `prune` of some rules to their common fixpoint, each at least once.
///
/// # Errors
/// The [`Conflict`] with the rule that noticed it.
pub fn propagate_rules(at: &mut Store<'_>, rules: &[RuleId]) -> Result<(), Conflict> {
    at.take_changed();
    // Rules that never enter the queue are marked as queued.
    let mut queued = vec![true; at.network().rule_ids().count()];
    let mut queue: VecDeque<RuleId> = rules.iter().copied().collect();
    run(at, &mut queue, &mut queued)
}

fn wake(at: &mut Store<'_>, queue: &mut VecDeque<RuleId>, queued: &mut [bool]) {
    let net = at.network();
    for var in at.take_changed() {
        for &id in net.rules_of(var) {
            if !std::mem::replace(&mut queued[id.index()], true) {
                queue.push_back(id);
            }
        }
    }
}

fn run(at: &mut Store<'_>, queue: &mut VecDeque<RuleId>, queued: &mut [bool]) -> Result<(), Conflict> {
    let net = at.network();
    while let Some(id) = queue.pop_front() {
        queued[id.index()] = false;
        at.set_cause(Some(id));
        let done = net.rule(id).prune(at);
        at.set_cause(None);
        done.map_err(|c| Conflict { rule: Some(id), var: c.var })?;
        wake(at, queue, queued);
    }
    Ok(())
}
