//! In the unit tests of this crate every fixpoint of a search is compared with the stateless
//! `prune`.

use crate::{Domain, Limits, Network, PlainSolver, RuleId, RuleKind, Solver, Store, Value, propagate};
use std::sync::OnceLock;

/// How much work may go into finding a solution that no propagation may lose.
const NODES: u64 = 2_000;

/// The network behind a machine, with one of its solutions.
#[derive(Debug)]
pub(crate) struct Check {
    net: Network,
    covering: Vec<RuleId>,
    solution: OnceLock<Option<Vec<Value>>>,
}

impl Check {
    pub fn new(net: &Network) -> Check {
        let size = net.domains().iter().fold(Domain::EMPTY, |u, &d| u | d).len() as usize;
        let covers =
            |id: &RuleId| net.rule(*id).kind() == RuleKind::AllDifferent && net.rule(*id).scope().len() == size;
        Check { covering: net.rule_ids().filter(covers).collect(), net: net.clone(), solution: OnceLock::new() }
    }

    /// Compares one propagation. `exact` is the all-different fixpoint, repeated until nothing
    /// changes; `after` what the search goes on with (none: a conflict).
    ///
    /// # Panics
    /// When the fast propagation is weaker than `prune` on houses that hold every value, or loses a
    /// solution.
    pub fn compare(&self, before: &[Domain], exact: Option<&[Domain]>, after: Option<&[Domain]>) {
        let mut store = Store::from_domains(&self.net, before.to_vec());
        match propagate::propagate_rules(&mut store, &self.covering) {
            Err(conflict) => assert!(exact.is_none(), "prune sees {conflict:?}, the fast fixpoint does not"),
            Ok(()) => {
                for (var, (&fast, &plain)) in exact.unwrap_or(&[]).iter().zip(store.domains()).enumerate() {
                    assert!(fast.minus(plain).is_empty(), "variable {var}: fast {fast:?}, prune {plain:?}");
                }
            }
        }
        let solution = self.solution.get_or_init(|| {
            let limits = Limits::default().with_nodes(NODES);
            PlainSolver.solve(&self.net, Some(before), &limits).solutions.pop()
        });
        let Some(solution) = solution else { return };
        let inside = |domains: &[Domain]| domains.iter().zip(solution).all(|(d, &v)| d.contains(v));
        if inside(before) {
            assert!(after.is_some_and(inside), "the propagation loses the solution {solution:?}");
        }
    }
}
