//! Propagation of a few rules of a network.

use super::candidates;
use crate::{Board, Conflict, Literal, RuleId, Store};
use std::collections::VecDeque;

/// The candidates on the board as a store of their own, to try things on.
pub(super) fn scratch<'n>(at: &Board<'n>) -> Store<'n> {
    Store::from_domains(at.network(), candidates(at))
}

/// How a bounded propagation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Nothing more follows.
    Fixpoint,
    /// The bound was reached first.
    Cut,
}

/// Propagates the rules that `takes` until nothing changes, or until so many variables changed.
/// Starts with `first`.
///
/// # Errors
/// [`Conflict`] with the rule that found it.
pub(super) fn propagate(
    at: &mut Store<'_>,
    first: impl IntoIterator<Item = RuleId>,
    takes: &dyn Fn(RuleId) -> bool,
    most: usize,
) -> Result<End, Conflict> {
    let net = at.network();
    let mut queue: VecDeque<RuleId> = first.into_iter().filter(|&r| takes(r)).collect();
    let mut changes = 0;
    let mut changed = Vec::new();
    at.drain_changed(&mut changed);
    while let Some(id) = queue.pop_front() {
        at.set_cause(Some(id));
        net.rule(id).prune(at).map_err(|c| Conflict { rule: Some(id), ..c })?;
        at.drain_changed(&mut changed);
        changes += changed.len();
        if changes > most {
            return Ok(End::Cut);
        }
        for &var in &changed {
            for &rule in net.rules_of(var) {
                if takes(rule) && !queue.contains(&rule) {
                    queue.push_back(rule);
                }
            }
        }
    }
    Ok(End::Fixpoint)
}

/// Does the candidate, with the rules that `takes`, lead to a contradiction within the bound? Then
/// the rule that found it.
pub(super) fn refutes(
    at: &mut Store<'_>,
    literal: Literal,
    takes: &dyn Fn(RuleId) -> bool,
    most: usize,
) -> Option<Option<RuleId>> {
    let first: Vec<RuleId> = at.network().rules_of(literal.var).to_vec();
    if let Err(conflict) = at.assign(literal) {
        return Some(conflict.rule);
    }
    propagate(at, first, takes, most).err().map(|conflict| conflict.rule)
}
