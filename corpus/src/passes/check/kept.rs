//! Solvers that are kept from puzzle to puzzle.

use super::Plan;
use std::sync::Arc;
use tesuji_genre::ClueView;
use tesuji_solver::{Answer, Limits, Network, Session, Value};

/// Networks whose solvers are kept.
const NETWORKS: usize = 4;

/// A worker's solvers, compiled for the networks that its last puzzles share.
#[derive(Default)]
pub struct KeptSolvers {
    networks: Vec<Compiled>,
}

struct Compiled {
    network: Arc<Network>,
    /// By the solver's number among the plans.
    sessions: Vec<(usize, Option<Box<dyn Session>>)>,
}

impl KeptSolvers {
    /// The answer of the solver of the `index`-th plan. A network is compiled when it comes for the
    /// second time: most networks of some genres have one puzzle.
    pub(super) fn ask(&mut self, index: usize, plan: &Plan, view: &ClueView, limits: &Limits) -> Answer<Vec<Value>> {
        let fresh = || plan.solver.solve(&view.network, Some(&view.domains), limits);
        let Some(at) = self.networks.iter().position(|kept| Arc::ptr_eq(&kept.network, &view.network)) else {
            return fresh();
        };
        let sessions = &mut self.networks[at].sessions;
        let place = sessions.iter().position(|(i, _)| *i == index).unwrap_or_else(|| {
            sessions.push((index, plan.solver.session(&view.network)));
            sessions.len() - 1
        });
        match &mut sessions[place].1 {
            Some(session) => session.solve(&view.domains, limits),
            None => fresh(),
        }
    }

    /// A puzzle of the network came before.
    pub(super) fn note(&mut self, network: &Arc<Network>) {
        if self.networks.iter().any(|kept| Arc::ptr_eq(&kept.network, network)) {
            return;
        }
        if self.networks.len() >= NETWORKS {
            self.networks.remove(0);
        }
        self.networks.push(Compiled { network: Arc::clone(network), sessions: Vec::new() });
    }
}
