//! Trial and error by depth: how far assuming candidates has to look ahead.
//!
//! T&E(0) is naked and hidden singles to a fixpoint (rules that are not all-different take part
//! with their `prune`). T&E(k) strikes the candidates whose assumption leads, under T&E(k − 1), to
//! a contradiction, to a fixpoint. The *trial depth* of a puzzle is the least k that solves it.

mod last_resort;
mod net;
mod search;
mod state;

pub use last_resort::{ID, NAME, last_resort};
pub use net::{LitId, TrialNet, TruthId};
pub use search::Trials;
pub use state::{Clash, State};

pub(crate) use search::Halt;
pub(crate) use state::{Listen, Queue, Silent};

use crate::{Domain, Limits, Network, Stop, Store};

/// How a look for the trial depth came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// T&E of this depth solves it and no lower one does.
    Depth(u8),
    /// T&E of this depth finds that there is no solution.
    Contradiction(u8),
    /// The greatest depth asked for leaves it open.
    Beyond,
    /// A limit was reached at this depth.
    GaveUp(u8),
}

/// The trial depth of a puzzle, why the look for it ended, and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrialDepth {
    /// What came out.
    pub outcome: Outcome,
    /// Why it ended: `Exhausted` when the question is answered.
    pub stop: Stop,
    /// Assumptions made, at all levels.
    pub trials: u64,
    /// The domains that are left.
    pub domains: Vec<Domain>,
}

/// The least k ≤ `max` such that T&E(k) solves the network from the given domains. `limits.nodes`
/// counts assumptions.
///
/// ```
/// use tesuji_solver::{Domain, Limits, Network, Var, rules::RuleSpec, trial::{Outcome, trial_depth}};
///
/// // A 2×2 latin square with one given is solved by singles alone.
/// let mut net = Network::with_vars(4, Domain::range(1, 2));
/// for vars in [[0, 1], [2, 3], [0, 2], [1, 3]] {
///     net.add(RuleSpec::AllDifferent { vars: vars.map(Var).to_vec() })?;
/// }
/// let mut domains = net.domains().to_vec();
/// domains[0] = Domain::single(2);
/// assert_eq!(trial_depth(&net, &domains, 3, &Limits::default()).outcome, Outcome::Depth(0));
/// // Without it there are two solutions, and no depth of trial decides between them.
/// assert_eq!(trial_depth(&net, net.domains(), 3, &Limits::default()).outcome, Outcome::Beyond);
/// # Ok::<(), tesuji_solver::NetworkError>(())
/// ```
pub fn trial_depth(net: &Network, domains: &[Domain], max: u8, limits: &Limits) -> TrialDepth {
    trial_depth_in(&TrialNet::new(net), domains, max, limits)
}

/// [`trial_depth`] on tables made once for many puzzles of one network.
pub fn trial_depth_in(net: &TrialNet<'_>, domains: &[Domain], max: u8, limits: &Limits) -> TrialDepth {
    let mut trials = Trials::new(net, limits);
    let mut at = State::new(net, domains);
    let (outcome, stop) = look(&mut trials, &mut at, max);
    TrialDepth { outcome, stop, trials: trials.spent(), domains: at.domains(net) }
}

fn look(trials: &mut Trials<'_, '_>, at: &mut State, max: u8) -> (Outcome, Stop) {
    if trials.settle(at).is_err() {
        return (Outcome::Contradiction(0), Stop::Exhausted);
    }
    for k in 0..=max {
        match trials.close(at, k) {
            Ok(()) | Err(Halt::Solved) => {}
            Err(Halt::Clash(_)) => return (Outcome::Contradiction(k), Stop::Exhausted),
            Err(Halt::Stop(stop)) => return (Outcome::GaveUp(k), stop),
        }
        if trials.solves(at) {
            return (Outcome::Depth(k), Stop::Exhausted);
        }
    }
    (Outcome::Beyond, Stop::Exhausted)
}

/// The trial depth from a store's present candidates: `None` when `max` is not enough, there is no
/// solution, or a limit was reached (then the [`Stop`] says which).
pub fn depth(at: &Store<'_>, max: u8, limits: &Limits) -> (Option<u8>, Stop) {
    let found = trial_depth(at.network(), at.domains(), max, limits);
    match found.outcome {
        Outcome::Depth(k) => (Some(k), found.stop),
        _ => (None, found.stop),
    }
}

#[cfg(test)]
pub(crate) mod fixtures;
#[cfg(test)]
mod tests;
