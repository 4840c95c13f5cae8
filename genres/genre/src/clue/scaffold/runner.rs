//! A run of techniques on many sets of clues: by tables on a board's plan, or with candidates
//! packed into machine words. Both take the same steps.

use tesuji_solver::grade::Swept;
use tesuji_solver::masked::{MaskState, MaskedRun};
use tesuji_solver::tabled::{State, TabledRun};
use tesuji_solver::{Domain, RuleId, Tier, Var};

/// A run in one of two forms; the one by tables with its plan.
pub(super) enum Runner<'n> {
    Tabled(Box<TabledRun<'n>>, &'n tesuji_solver::tabled::Plan),
    Words(Box<dyn MaskedRun + 'n>),
}

/// A copy of a run's state.
#[derive(Default)]
pub(super) struct Saved {
    tabled: State,
    words: MaskState,
}

impl Runner<'_> {
    /// Starts anew without the rules of clues, from candidates that each variable is listed with at
    /// most once. Returns `None` if they contradict each other.
    pub(super) fn begin(&mut self, puzzle: &[(Var, Domain)]) -> Option<()> {
        match self {
            Runner::Tabled(run, _) => run.begin(puzzle),
            Runner::Words(run) => run.begin(puzzle),
        }
    }

    pub(super) fn add_rule(&mut self, rule: RuleId) {
        match self {
            Runner::Tabled(run, _) => run.add_rule(rule),
            Runner::Words(run) => run.add_rule(rule),
        }
    }

    pub(super) fn restrict(&mut self, var: Var, keep: Domain) -> Option<()> {
        match self {
            Runner::Tabled(run, _) => run.restrict(var, keep),
            Runner::Words(run) => run.restrict(var, keep),
        }
    }

    pub(super) fn domain(&self, var: Var) -> Domain {
        match self {
            Runner::Tabled(run, _) => run.domain(var),
            Runner::Words(run) => run.domain(var),
        }
    }

    /// Does a rule have an open variable?
    pub(super) fn is_open_at(&self, rule: RuleId) -> bool {
        match self {
            Runner::Tabled(run, plan) => plan.network().rule(rule).scope().iter().any(|var| run.domain(*var).len() > 1),
            Runner::Words(run) => run.is_open_at(rule),
        }
    }

    pub(super) fn has_used(&self, rule: RuleId) -> bool {
        match self {
            Runner::Tabled(run, _) => run.has_used(rule),
            Runner::Words(run) => run.has_used(rule),
        }
    }

    pub(super) fn save(&self, to: &mut Saved) {
        match self {
            Runner::Tabled(run, _) => run.save(&mut to.tabled),
            Runner::Words(run) => run.save(&mut to.words),
        }
    }

    pub(super) fn go_back(&mut self, to: &Saved) {
        match self {
            Runner::Tabled(run, _) => run.go_back(&to.tabled),
            Runner::Words(run) => run.go_back(&to.words),
        }
    }

    pub(super) fn resume(&mut self, ceiling: Tier, in_rounds: bool, steps: u64) -> Option<bool> {
        match self {
            Runner::Tabled(run, _) => run.resume(ceiling, in_rounds, steps),
            Runner::Words(run) => run.resume(ceiling, in_rounds, steps),
        }
    }

    pub(super) fn swept(&self, solved: bool) -> Swept {
        match self {
            Runner::Tabled(run, _) => run.swept(solved),
            Runner::Words(run) => run.swept(solved),
        }
    }

    pub(super) fn tier(&self) -> Tier {
        match self {
            Runner::Tabled(run, _) => run.tier(),
            Runner::Words(run) => run.tier(),
        }
    }
}
