//! A random completion by plain search with restarts: for networks that nothing faster takes.

use super::draw::shuffle;
use rand_chacha::ChaCha8Rng;
use tesuji_solver::{Domain, Literal, Network, Store, Value, propagate};

/// Branch children before a restart, at first; doubles with each.
const PATIENCE: u64 = 200;

/// A solution within `domains`, or `None` when there is none or `nodes` are used up.
pub(super) fn solution(net: &Network, domains: &[Domain], rng: &mut ChaCha8Rng, nodes: u64) -> Option<Vec<Value>> {
    let mut root = Store::from_domains(net, domains.to_vec());
    propagate::propagate(&mut root).ok()?;
    let mut spent = 0;
    let mut patience = PATIENCE;
    while spent < nodes {
        let mut left = patience.min(nodes - spent);
        let before = left;
        match descend(&root, rng, &mut left) {
            Ok(found) => return found,
            Err(Tired) => spent += before - left,
        }
        patience = patience.saturating_mul(2);
    }
    None
}

struct Tired;

fn descend(at: &Store<'_>, rng: &mut ChaCha8Rng, left: &mut u64) -> Result<Option<Vec<Value>>, Tired> {
    if let Some(values) = at.values() {
        return Ok(at.network().holds(&values).then_some(values));
    }
    let mut open: Vec<_> = at.network().vars().filter(|&v| !at.domain(v).is_single()).collect();
    shuffle(&mut open, rng);
    let Some(var) = open.into_iter().min_by_key(|&v| at.domain(v).len()) else { return Ok(None) };
    let mut values: Vec<Value> = at.domain(var).iter().collect();
    shuffle(&mut values, rng);
    for value in values {
        *left = left.checked_sub(1).ok_or(Tired)?;
        let mut child = at.clone();
        if child.assign(Literal { var, value }).is_ok() && propagate::propagate_changed(&mut child).is_ok() {
            if let Some(found) = descend(&child, rng, left)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}
