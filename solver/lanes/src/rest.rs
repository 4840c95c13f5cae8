//! What a network says beside its all-different groups.

use tesuji_base::{Domain, Value};

/// The domains leave no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSolution;

/// The rules of a network that the kernels don't know.
pub trait Rest: Send + Sync {
    /// Is there nothing to do?
    fn is_empty(&self) -> bool;

    /// Removes what the rules exclude, wholly or in part; says whether something went.
    ///
    /// # Errors
    /// [`NoSolution`] when the domains leave none.
    fn prune(&self, domains: &mut [Domain]) -> Result<bool, NoSolution>;

    /// Do the rules hold?
    fn holds(&self, values: &[Value]) -> bool;

    /// Is [`observe`](Self::observe) to be called after each propagation?
    fn observes(&self) -> bool {
        false
    }

    /// Sees a propagation. `exact` is the all-different fixpoint, repeated until nothing changes
    /// (none: a conflict); `after` what the search goes on with (none: a conflict).
    fn observe(&self, _before: &[Domain], _exact: Option<&[Domain]>, _after: Option<&[Domain]>) {}
}
